import type { Evaluate } from '../node.ts';
import type { Alternative } from './computed.ts';
import { observe } from './policy.ts';

/** Evaluations whose partial results leave the range wherever they can: what comes of that is reported as a choice. */
export const overflowing = (evaluate: Evaluate, ...algorithms: readonly Evaluate[]): Alternative => ({
  choices: [observe('intermediate-range', 'overflows')],
  otherwise: [],
  isOtherWay: true,
  evaluate,
  algorithms,
});
