import type { Plan } from '../proposal.ts';
import { longIntegers } from './far-shapes.ts';
import { hasAxesInput } from './propose.ts';
import { shapes } from './shape-plan.ts';

/** The clauses of integer dtypes. */
export const integerPlans: Readonly<Record<string, Plan>> = {
  'integer-exact': shapes(function* (context) {
    const { random } = context;
    for (const n of [1, 2, 3, 8, 17, 33]) {
      yield { dims: [2, n], axes: [1], data: 'grid-near-limit' };
      yield { dims: [n, 3], axes: [0], keepdims: 0, data: 'grid-near-limit' };
    }
    // kernels treat these apart, some of them in another type
    yield { dims: [2, 8, 3], axes: [1], data: 'grid-near-limit' };
    yield { dims: [3, 2, 5], axes: [0, 2], data: 'grid-near-limit' };
    yield { dims: [3, 4], data: 'grid-near-limit' };
    yield { dims: [], data: 'grid-near-limit' };
    yield { dims: [2, 3, 2, 2], axes: [1, 3], data: 'grid-near-limit' };
    yield { dims: [2, 1, 3, 2, 1, 2], axes: [2, 5], keepdims: 0, data: 'grid-near-limit' };
    yield { dims: [random.integer(900, 2000), 2], axes: [0], data: 'grid-near-limit' };
    if (hasAxesInput(context)) {
      yield { dims: [5], noop: 1, data: 'grid-near-limit' };
      yield { dims: [3, 4], axes: [1], form: 'run-time', data: 'grid-near-limit' };
    }
    yield { dims: [2, random.integer(100, 300)], axes: [1], data: 'grid-near-limit' };
    yield { dims: [4, 3], axes: [1], data: 'extreme' };
    yield { dims: [9, 2], axes: [0], keepdims: 0, data: 'extreme' };
    yield* longIntegers(context);
  }),
  'integer-overflow': shapes(function* () {
    yield { dims: [2], axes: [0], data: 'overflow' };
    yield { dims: [4, 3], axes: [1], keepdims: 0, data: 'overflow' };
    yield { dims: [9, 2], axes: [0], data: 'overflow' };
    yield { dims: [2, 1], axes: [1], data: 'extreme' };
    yield { dims: [4, 5], axes: [1], data: 'extreme' };
  }),
  'integer-rounding': shapes(function* () {
    yield { dims: [4, 2], axes: [1], data: 'uneven' };
    yield { dims: [4, 3], axes: [1], keepdims: 0, data: 'uneven' };
    yield { dims: [7, 4], axes: [0], data: 'uneven' };
    yield { dims: [6, 3], axes: [1], data: 'apart' };
    yield { dims: [9, 6], axes: [0], keepdims: 0, data: 'apart' };
    yield { dims: [6, 3], axes: [1], data: 'large' };
    yield { dims: [40, 3], axes: [0], keepdims: 0, data: 'large' };
    // n·(1/n) falls short of 1 in float64 first at n = 49
    yield { dims: [2, 49], axes: [1], data: 'ones' };
  }),
};
