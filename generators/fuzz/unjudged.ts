import { BadInput, NotJudged } from '../../oracles/spec/bad-input.ts';
import { Random, seedOf } from '../cases/random.ts';
import { answersOf, pieceOf } from './drawn-node.ts';
import { mutations } from './node.ts';
import type { Signature, SignaturePool } from './pool.ts';
import { DrawCounter } from './tally.ts';

/** What cases come to that are changed once, as the fuzzer changes them. */
export interface Changed {
  readonly tried: number;
  /** by reason, how many of them are not judged */
  readonly unjudged: ReadonlyMap<string, number>;
}

/** Elements of a changed case at most. */
const room = 300;

/** Changes so many cases of an operator: a function of the seed, the operator and the count alone. */
export function changedCases(
  signatures: readonly Signature[],
  pool: SignaturePool,
  seed: number,
  count: number,
): Changed {
  const random = new Random(seedOf(seed, signatures[0]!.operator.name));
  const tally = new DrawCounter();
  const unjudged = new Map<string, number>();
  let tried = 0;
  for (let i = 0; i < count; i++) {
    const piece = pieceOf(pool.cell(signatures, tally, random), random, room);
    const changed = piece && random.pick(mutations)(piece, random, room);
    if (!changed) continue;
    tried++;
    try {
      answersOf(changed);
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      if (error instanceof NotJudged) unjudged.set(error.reason, (unjudged.get(error.reason) ?? 0) + 1);
    }
  }
  return { tried, unjudged };
}
