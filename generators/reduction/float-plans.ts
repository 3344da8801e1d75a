import type { Plan, PlanContext } from '../proposal.ts';
import { farSpecials, negligible, onlyInfinities, subnormalsAlone } from './far-shapes.ts';
import { longZeros, specialPlaces } from './layouts.ts';
import { hasAxesInput, type Shape } from './propose.ts';
import { shapes } from './shape-plan.ts';

/** One row longer than it has elements in a row: a special stands at every position, and one row is free of it. */
function* everyPosition(data: Shape['data'] & string): Iterable<Shape> {
  for (const n of [1, 4, 9]) {
    yield { dims: [n + 1, n], axes: [1], keepdims: 0, data };
    yield { dims: [n, n + 1], axes: [0], keepdims: 0, data };
  }
}

/** The arrangements that kernels treat apart, and rows longer than a vector or a block. */
function* everyLayout(data: Shape['data'] & string, context: PlanContext): Iterable<Shape> {
  yield { dims: [35, 34], axes: [1], data };
  yield { dims: [2, 130], axes: [1], data };
  yield { dims: [40, 3], axes: [0], keepdims: 1, data };
  yield { dims: [2, 9, 10], axes: [1], keepdims: 0, data };
  yield { dims: [2, 3, 2, 3], axes: [1, 3], data };
  yield { dims: [4, 9], data };
  yield { dims: [], data };
  if (hasAxesInput(context)) {
    yield { dims: [4, 9], axes: [], noop: 1, data };
    yield { dims: [4, 3], axes: [1], form: 'run-time', data };
  }
}

/** The clauses of float dtypes. */
export const floatPlans: Readonly<Record<string, Plan>> = {
  nan: shapes(function* (context) {
    yield* everyPosition('nan');
    yield* everyLayout('nan', context);
    yield { dims: [6, 5], axes: [1], data: 'nan-and-infinity' };
    yield { dims: [3, 2, 5], axes: [0, 2], keepdims: 0, data: 'nan' };
    yield* specialPlaces(context, 'nan');
    yield* specialPlaces(context, 'nan-and-infinity');
    yield { dims: [7, 12], axes: [1], data: 'nan-among-infinities' };
    yield { dims: [3, 4], keepdims: 0, data: 'nan-among-infinities' };
    yield { dims: [3, 4], keepdims: 0, data: 'nan-among-infinities', firstRow: 1 };
    yield { dims: [11], axes: [0], data: 'nan-among-infinities', firstRow: 1 };
    yield* farSpecials(context, 'far-nan');
  }),
  infinity: shapes(function* (context) {
    yield* everyPosition('plus-infinity');
    yield { dims: [10, 9], axes: [1], data: 'minus-infinity' };
    yield { dims: [17, 18], axes: [0], data: 'minus-infinity' };
    yield { dims: [4, 5], axes: [1], keepdims: 0, data: 'all-minus-infinity' };
    yield { dims: [9, 4], axes: [0], data: 'all-minus-infinity' };
    yield { dims: [6, 5], axes: [1], data: 'both-infinities' };
    yield { dims: [17, 18], axes: [0], data: 'both-infinities' };
    yield { dims: [6, 5], axes: [1], data: 'zero-and-infinity' };
    yield* everyLayout('plus-infinity', context);
    yield* everyLayout('both-infinities', context);
    yield* specialPlaces(context, 'plus-infinity');
    yield* specialPlaces(context, 'minus-infinity');
    yield* farSpecials(context, 'far-infinity');
    yield* onlyInfinities(context);
  }),
  accuracy: shapes(function* ({ random }) {
    for (const data of ['positive', 'mixed', 'spread', 'factors', 'cancelling', 'large-and-small'] as const) {
      yield { dims: [3, 3], axes: [1], data };
      if (random.boolean()) yield { dims: [4, random.pick([7, 13, 30])], axes: [1], keepdims: 0, data };
      else yield { dims: [random.pick([33, 100, 129]), 3], axes: [0], data };
    }
    for (const n of [2, 4, 9, 16, random.integer(17, 70)]) {
      yield { dims: [3, n], axes: [1], data: 'grid-near-limit' };
      if (random.boolean()) yield { dims: [n, 3], axes: [0], data: 'grid-near-limit' };
      else yield { dims: [2, n, 3], axes: [1], keepdims: 0, data: 'grid-near-limit' };
    }
    yield { dims: [3, 2, 5], axes: [0, 2], data: 'grid-near-limit' };
    yield { dims: [2, random.pick([128, 256, 1024])], axes: [1], data: 'grid-near-limit' };
    yield { dims: [10, 2], axes: [1], data: 'two-terms' };
    yield { dims: [9, 10], axes: [0], keepdims: 0, data: 'two-terms' };
    yield { dims: [9, 1], axes: [1], data: 'mixed' };
    yield { dims: [2, 1000], axes: [1], data: 'positive' };
    yield { dims: [2, 300], axes: [1], data: 'factors' };
    yield { dims: [513, 2], axes: [0], keepdims: 0, data: 'mixed' };
  }),
  subnormal: shapes(function* (context) {
    yield { dims: [4], axes: [0], data: 'subnormal' };
    yield { dims: [5, 9], axes: [1], keepdims: 0, data: 'subnormal' };
    yield { dims: [17, 4], axes: [0], data: 'subnormal' };
    yield { dims: [6, 1], axes: [1], data: 'subnormal' };
    yield* subnormalsAlone(context);
  }),
  'intermediate-range': shapes(function* (context) {
    const classes = [
      'near-overflow',
      'order-dependent-overflow',
      'beyond-squares',
      'huge-and-tiny',
      'far-from-zero',
    ] as const;
    for (const data of classes) {
      yield { dims: [2, 2], axes: [1], keepdims: 0, data };
      yield { dims: [3, 9], axes: [1], data };
      yield { dims: [17, 6], axes: [0], data };
    }
    yield { dims: [6, 2], axes: [1], data: 'brink' };
    if (context.dtype === 'float16') {
      yield { dims: [3, 40], axes: [1], keepdims: 0, data: 'brink' };
      yield { dims: [20, 6], axes: [0], data: 'brink' };
    }
  }),
  domain: shapes(function* (context) {
    for (const data of ['negative', 'cancelling', 'zeros', 'minus-zero', 'all-minus-infinity'] as const) {
      yield { dims: [3, 5], axes: [1], data };
      yield { dims: [10, 4], axes: [0], keepdims: 0, data };
    }
    for (const dims of [
      [6, 9],
      [4, 17],
      [4, 40],
      [3, 130],
      [3, 260],
    ])
      yield { dims, axes: [1], data: 'one-far-above' };
    yield { dims: [33, 4], axes: [0], data: 'one-far-above' };
    yield { dims: [6, 5], axes: [1], data: 'both-infinities' };
    yield* negligible(context);
  }),
  'zero-sign': shapes(function* (context) {
    yield { dims: [1], axes: [0], data: 'minus-zero' };
    yield { dims: [2, 5], axes: [1], keepdims: 0, data: 'minus-zero' };
    yield { dims: [9, 3], axes: [0], data: 'minus-zero' };
    yield { dims: [4, 9], axes: [1], data: 'zeros' };
    yield* longZeros(context);
  }),
};
