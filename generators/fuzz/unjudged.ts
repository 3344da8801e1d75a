import { BadInput, NotJudged } from '../../oracles/spec/bad-input.ts';
import { Random, seedOf } from '../cases/random.ts';
import { drawPlannedNode, outputsOfNode } from './drawn-node.ts';
import { mutations } from './node.ts';
import type { Signature, SignaturePool } from './pool.ts';
import { DrawCounter } from './tally.ts';

/** The result of changing cases once, as the fuzzer changes them. */
export interface ChangeResult {
  readonly tried: number;
  /** the number of cases that are not judged, by reason */
  readonly unjudged: ReadonlyMap<string, number>;
}

/** The greatest number of elements in a changed case. */
const room = 300;

/** Changes `count` cases of an operator. The result depends only on the seed, the operator and the count. */
export function changeCases(
  signatures: readonly Signature[],
  pool: SignaturePool,
  seed: number,
  count: number,
): ChangeResult {
  const random = new Random(seedOf(seed, signatures[0]!.operator.name));
  const tally = new DrawCounter();
  const unjudged = new Map<string, number>();
  let tried = 0;
  for (let i = 0; i < count; i++) {
    const drawnNode = drawPlannedNode(pool.cell(signatures, tally, random), random, room);
    const changed = drawnNode && random.pick(mutations)(drawnNode, random, room);
    if (!changed) continue;
    tried++;
    try {
      outputsOfNode(changed);
    } catch (error) {
      if (!(error instanceof BadInput)) throw error;
      if (error instanceof NotJudged) unjudged.set(error.reason, (unjudged.get(error.reason) ?? 0) + 1);
    }
  }
  return { tried, unjudged };
}
