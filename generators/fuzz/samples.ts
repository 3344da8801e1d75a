import { Random, seedOf } from '../random.ts';
import { poolOf } from './draw.ts';
import { pieceOf } from './piece.ts';
import type { FuzzSelection, Pool, Signature } from './pool.ts';
import type { Program } from './program.ts';
import { Sketch } from './sketch.ts';

/** Elements of the inputs of a sample at most. */
const room = 64;

const attempts = 12;

/**
 * A small program of one node for each signature of a selection of which there is one, by the name of the signature, as a plan
 * proposes it.
 * @param turn another one for each
 */
export function samplesOf(selection: FuzzSelection, turn: number): ReadonlyMap<string, Program> {
  const pool = poolOf(selection);
  const samples = new Map<string, Program>();
  for (const signature of [...pool.operators.values()].flat()) {
    const program = sampleOf(signature, pool, new Random(seedOf(turn, signature.name)));
    if (program) samples.set(signature.name, program);
  }
  return samples;
}

function sampleOf({ cells }: Signature, pool: Pool, random: Random): Program | undefined {
  for (let i = 0; i < attempts; i++) {
    const piece = pieceOf(random.pick(cells), random, room);
    if (!piece) continue;
    const sketch = new Sketch(random.pick(pool.opsetsOf(piece.cell)));
    sketch.add(piece);
    return sketch.program(sketch.unread);
  }
  return undefined;
}
