import { Random, seedOf } from '../random.ts';
import { sketchOf } from './draw.ts';
import { pieceOf } from './piece.ts';
import type { Pool, Signature } from './pool.ts';
import type { Program } from './program.ts';

/** Elements of the inputs of a sample at most. */
const room = 64;

const attempts = 12;

/**
 * A small program of one node of a signature, as a plan proposes it; `undefined` where none was found.
 * @param turn another one for each
 */
export function sampleOf({ name, cells }: Signature, pool: Pool, turn: number): Program | undefined {
  const random = new Random(seedOf(turn, name));
  for (let i = 0; i < attempts; i++) {
    const piece = pieceOf(random.pick(cells), random, room);
    if (!piece) continue;
    const sketch = sketchOf(piece, pool, random);
    return sketch.program(sketch.unread);
  }
  return undefined;
}
