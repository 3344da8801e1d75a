import type { Evaluate } from '../node.ts';
import type { Alternative } from './computed.ts';
import { observe } from './policy.ts';

/**
 * Evaluations whose partial results leave the range wherever they can: what comes of that is reported as a choice. Each is judged by itself,
 * since nothing between what two of them give is to be accepted.
 */
export const overflowing = (...evaluations: readonly Evaluate[]): readonly Alternative[] =>
  evaluations.map((evaluate) => ({
    choices: [observe('intermediate-range', 'overflows')],
    otherwise: [],
    isOtherWay: true,
    evaluate,
  }));
