import type { Plan, PlanContext } from '../proposal.ts';
import { lengths, rotate } from '../rotate.ts';
import { columns, farHot } from './far-shapes.ts';
import { floatPlans } from './float-plans.ts';
import { integerPlans } from './integer-plans.ts';
import { delicateLayouts, highRanks, large, longRows } from './layouts.ts';
import { hasAxesInput, isFloat, type Shape } from './propose.ts';
import { shapes } from './shape-plan.ts';
import { anyShape, pattern, patterns, sample } from './shapes.ts';

const positive = (shape: Shape & { axes: readonly number[] }): Shape => ({
  ...shape,
  axes: shape.axes.map((axis) => (axis < 0 ? axis + shape.dims.length : axis)),
});

/** Random shapes that any version understands: negative axes are a clause of their own. */
const randomShapes = (context: PlanContext, count: number): Shape[] =>
  sample(anyShape, context.seed, count).map((shape) => (context.version.since >= 11 ? shape : positive(shape)));

/** Shapes whose kept dimensions, number of outputs or several reduced dimensions are long. */
const longBlocks: readonly Shape[] = [
  { dims: [2, 3, 40], axes: [1] },
  { dims: [20, 2, 3], axes: [0, 2], keepdims: 0 },
  { dims: [3, 2, 24], axes: [0, 2] },
  { dims: [3, 140], axes: [0] },
  { dims: [600, 2], axes: [1], keepdims: 0 },
  { dims: [2, 1100], axes: [0] },
  { dims: [30, 40] },
  { dims: [12, 5, 20], axes: [0, 2] },
  { dims: [2, 384], axes: [1] },
  { dims: [3000, 2], axes: [0], keepdims: 0 },
  { dims: [2, 6000], axes: [1] },
  { dims: [1536], axes: [0] },
];

const both = [0, 1] as const;

/** Reductions over nothing. */
function* emptySets(context: PlanContext): Iterable<Shape> {
  for (const keepdims of both) {
    yield { dims: [2, 0, 4], axes: [1], keepdims };
    yield { dims: [0], axes: [0], keepdims };
    yield { dims: [3, 0], axes: [1], keepdims };
    yield { dims: [0, 3], axes: [0], keepdims };
    yield { dims: [2, 0], keepdims };
    yield { dims: [0, 0], axes: [0, 1], keepdims };
  }
  if (context.version.since >= 11) yield { dims: [2, 0, 3], axes: [-2] };
  if (hasAxesInput(context)) {
    yield { dims: [2, 0], axes: [], keepdims: 0 };
    yield { dims: [2, 0], axes: [1], form: 'run-time' };
  }
}

/** Where the text gives no value, a model that needs one may be refused. */
const refusable = ({ clause }: PlanContext): Pick<Shape, 'rejectable'> =>
  clause.level === 'specified' ? {} : { rejectable: 'empty-set' };

/** The clauses that all reductions share: what to try for each. */
export const reductionPlans: Readonly<Record<string, Plan>> = {
  definition: shapes(function* (context) {
    for (const letters of rotate(patterns, context, 3)) yield { ...pattern(letters), keepdims: 0 };
    for (const n of rotate([4, 9, 16, 17], context, 2)) {
      yield { dims: [n, n], axes: [1], data: 'one-hot' };
      yield { dims: [n, n], axes: [0], data: 'one-hot' };
    }
    yield* randomShapes(context, 2);
  }),
  'output-type': shapes(function* () {
    yield { dims: [2], axes: [0] };
    yield { dims: [2, 3], axes: [1], keepdims: 0 };
  }),
  'axes-absent': shapes(function* (context) {
    for (const dims of rotate([[1], [6], [3, 4], [2, 3, 4], [2, 1, 3, 2], [1, 1, 1], [2, 2, 1, 2, 2, 2]], context, 2)) {
      yield { dims };
    }
    yield { dims: [3, 4], keepdims: 0 };
    yield { dims: [2, 3, 4], keepdims: 0 };
  }),
  'axes-empty': shapes(function* (context) {
    for (const dims of [[5], [3, 4], [2, 3, 4]]) {
      yield { dims, axes: [] };
      yield { dims, axes: [], keepdims: 0 };
    }
    if (hasAxesInput(context)) yield { dims: [3, 4], axes: [], form: 'run-time' };
  }),
  'axes-listed': shapes(function* (context) {
    for (const letters of ['RK', 'KR', 'KRK', 'RKR', 'RKRK', 'KRKR'] as const) yield pattern(letters);
    yield { dims: [3, 4], axes: [0, 1] };
    yield { dims: [2, 3, 4], axes: [0, 1, 2], keepdims: 0 };
    // square and size-1 dimensions, where a wrong axis keeps the shape
    yield { dims: [4, 4], axes: [0], keepdims: 0 };
    yield { dims: [4, 4], axes: [1], keepdims: 0 };
    yield { dims: [3, 3, 3], axes: [0, 2], keepdims: 0 };
    yield { dims: [3, 1, 4], axes: [1] };
    yield { dims: [3, 1, 4], axes: [1], keepdims: 0 };
    yield { dims: [1, 4], axes: [1] };
    yield* randomShapes(context, 2);
    yield* delicateLayouts(context);
  }),
  'axes-order': shapes(function* () {
    yield { dims: [3, 4, 2], axes: [1, 0] };
    yield { dims: [3, 4, 2], axes: [2, 0], keepdims: 0 };
    yield { dims: [2, 3, 4, 2], axes: [3, 0, 2], keepdims: 0 };
    yield { dims: [3, 3, 3], axes: [2, 1] };
  }),
  'axes-negative': shapes(function* ({ version }) {
    const rejectable = version.since >= 11 ? {} : ({ rejectable: 'axes-negative' } as const);
    for (const axes of [[-1], [-2], [-3], [-1, -3], [-3, -2, -1], [0, -1]])
      yield { dims: [3, 4, 2], axes, ...rejectable };
    yield { dims: [4, 4], axes: [-1], keepdims: 0, ...rejectable };
    yield { dims: [4, 4], axes: [-2], keepdims: 0, ...rejectable };
  }),
  'axes-duplicate': shapes(function* (context) {
    yield { dims: [3, 4], axes: [1, 1], rejectable: 'axes-duplicate' };
    yield { dims: [3, 4], axes: [0, 0], keepdims: 0, rejectable: 'axes-duplicate' };
    yield { dims: [2, 3, 4], axes: [1, 2, 1], rejectable: 'axes-duplicate' };
    if (context.version.since >= 11) yield { dims: [3, 4], axes: [1, -1], rejectable: 'axes-duplicate' };
    if (hasAxesInput(context)) {
      yield { dims: [3, 4], axes: [0, 0], form: 'run-time', rejectable: 'axes-duplicate' };
    }
  }),
  'keepdims-default': shapes(function* () {
    yield { dims: [3, 4], axes: [1] };
    yield { dims: [3, 4, 2], axes: [0, 2] };
    yield { dims: [3, 4] };
  }),
  'keepdims-one': shapes(function* () {
    yield { dims: [3, 4], axes: [0], keepdims: 1 };
    yield { dims: [3, 4, 2], axes: [1], keepdims: 1 };
    yield { dims: [3, 4, 2], axes: [0, 2], keepdims: 1 };
    yield { dims: [3, 4], keepdims: 1 };
    yield { dims: [1, 1], axes: [0], keepdims: 1 };
  }),
  'keepdims-zero': shapes(function* () {
    yield { dims: [3, 4], axes: [0], keepdims: 0 };
    yield { dims: [3, 4], axes: [1], keepdims: 0 };
    yield { dims: [3, 4, 2], axes: [0, 2], keepdims: 0 };
    yield { dims: [3, 4], axes: [0, 1], keepdims: 0 };
    yield { dims: [3, 4], keepdims: 0 };
    yield { dims: [5], axes: [0], keepdims: 0 };
    yield { dims: [1, 3, 1], axes: [0], keepdims: 0 };
  }),
  'rank-zero': shapes(function* (context) {
    yield { dims: [] };
    yield { dims: [], keepdims: 0 };
    yield { dims: [], keepdims: 1 };
    yield { dims: [], data: 'one-hot' };
    if (isFloat(context)) yield { dims: [], data: 'mixed' };
    if (hasAxesInput(context)) {
      yield { dims: [], axes: [] };
      yield { dims: [], noop: 1 };
    }
  }),
  'any-rank': shapes(function* (context) {
    yield { dims: [2, 1, 2, 2, 1, 2, 2], axes: [0, 3, 6] };
    yield { dims: [2, 2, 2, 2, 2, 2, 2], axes: [0, 2, 4, 6], keepdims: 0 };
    for (const rank of [1, 2, 3, 4, 5, 6]) {
      const dims = [2, 3, 2, 1, 2, 3].slice(0, rank);
      yield rank % 2 ? { dims, axes: [rank - 1] } : { dims, axes: [rank >> 1], keepdims: 0 };
    }
    yield* highRanks(context);
  }),
  'any-length': shapes(function* (context) {
    for (const n of rotate(lengths, context, 4)) {
      const layout = context.random.integer(0, 3);
      if (layout === 0) yield { dims: [n], axes: [0], keepdims: 0 };
      else if (layout === 1) yield { dims: [3, n], axes: [1] };
      else if (layout === 2) yield { dims: [n, 3], axes: [0] };
      else yield { dims: [2, n, 2], axes: [1], keepdims: 0 };
    }
    // kept dimensions around vector widths
    for (const n of rotate(lengths.slice(0, 21), context, 7)) yield { dims: [3, n], axes: [0], keepdims: 0 };
    for (const n of rotate([255, 257, 512, 2047, 2049], context, 5)) {
      yield { dims: [n, 2], axes: [0], data: 'ones' };
      yield { dims: [2, n], axes: [1], data: 'ones' };
    }
    yield { dims: [33, 33], axes: [1], data: 'one-hot' };
    // kept blocks, outputs and reduced blocks that are long themselves
    for (const shape of rotate(longBlocks, context, 3)) yield shape;
    yield* longRows(context);
    yield* large(context);
    yield* farHot(context);
    yield* columns(context);
  }),
  'empty-set': shapes(function* (context) {
    for (const shape of emptySets(context)) yield { ...shape, ...refusable(context) };
  }),
  'zero-size-kept': shapes(function* () {
    for (const keepdims of both) {
      yield { dims: [2, 0, 4], axes: [2], keepdims };
      yield { dims: [0, 3], axes: [1], keepdims };
      yield { dims: [3, 0], axes: [0], keepdims };
      yield { dims: [0, 0], axes: [0], keepdims };
    }
  }),
  'axes-initializer': shapes(function* () {
    yield { dims: [3, 4], axes: [1], form: 'initializer' };
    yield { dims: [3, 4, 2], axes: [0, 2], form: 'initializer', keepdims: 0 };
    yield { dims: [3, 4, 2], axes: [-2], form: 'initializer' };
  }),
  'axes-run-time': shapes(function* (context) {
    yield { dims: [3, 4], axes: [1], form: 'run-time' };
    yield { dims: [3, 4], axes: [-2], form: 'run-time', keepdims: 0 };
    yield { dims: [3, 4, 2], axes: [2, 0], form: 'run-time', keepdims: 0 };
    yield { dims: [4, 1, 4], axes: [0], form: 'run-time' };
    yield { dims: [4, 1, 4], axes: [0], form: 'run-time', keepdims: 0 };
    yield { dims: [3, 4], axes: [], form: 'run-time', keepdims: 0 };
    for (const shape of randomShapes(context, 2)) yield { ...shape, form: 'run-time' };
  }),
  'axes-omitted': shapes(function* () {
    yield { dims: [3, 4], form: 'omitted' };
    yield { dims: [2, 3, 2], form: 'omitted', keepdims: 0 };
    yield { dims: [3, 4], form: 'omitted', noop: 1 };
  }),
  'noop-zero': shapes(function* () {
    yield { dims: [3, 4], noop: 0 };
    yield { dims: [3, 4], axes: [], noop: 0, keepdims: 0 };
    yield { dims: [3, 4], axes: [1], noop: 0 };
  }),
  'noop-with-empty-axes': shapes(function* (context) {
    for (const dims of [[3], [3, 4], [2, 3, 2], [1, 2]]) {
      yield { dims, noop: 1 };
      yield { dims, axes: [], noop: 1 };
      yield { dims, axes: [], noop: 1, keepdims: 0 };
    }
    yield { dims: [3, 4], axes: [], noop: 1, form: 'run-time' };
    yield { dims: [2, 3, 4], axes: [], noop: 1, keepdims: 0, form: 'run-time' };
    yield { dims: [2, 1, 3, 2], noop: 1 };
    yield { dims: [2, 0], axes: [], noop: 1 };
    yield { dims: [5, 3], noop: 1, keepdims: 0 };
    if (isFloat(context)) {
      yield { dims: [2, 9], noop: 1, data: 'mixed' };
      yield { dims: [9], axes: [], noop: 1, data: 'nan' };
    }
  }),
  'noop-with-axes': shapes(function* (context) {
    yield { dims: [3, 4], axes: [1], noop: 1 };
    yield { dims: [3, 4, 2], axes: [0, 2], noop: 1, keepdims: 0 };
    yield { dims: [3, 4], axes: [0, 1], noop: 1 };
    yield { dims: [3, 4], axes: [0], noop: 1, form: 'run-time' };
    for (const shape of randomShapes(context, 1)) yield { ...shape, noop: 1 };
  }),
  'empty-set-of-integers': shapes(function* (context) {
    yield { dims: [2, 0, 4], axes: [1], ...refusable(context) };
    yield { dims: [0], axes: [0], keepdims: 0, ...refusable(context) };
  }),
  'close-values': shapes(function* (context) {
    for (const n of [2, 3, 8, 17]) {
      yield { dims: [4, n], axes: [1], data: 'neighbours' };
      yield { dims: [n, 3], axes: [0], keepdims: 0, data: 'neighbours' };
    }
    yield { dims: [2, context.random.pick([33, 65, 130, 257])], axes: [1], data: 'neighbours' };
    yield { dims: [2, 3, 2, 3], axes: [1, 3], data: 'neighbours' };
    yield { dims: [3, 4], data: 'neighbours' };
    yield { dims: [3, 9], axes: [1], data: 'grid-near-limit' };
    if (!isFloat(context)) for (const n of [2, 9, 33]) yield { dims: [4, n], axes: [1], data: 'opposite' };
    if (hasAxesInput(context)) yield { dims: [4, 9], axes: [1], form: 'run-time', data: 'neighbours' };
  }),
  'truth-values': shapes(function* () {
    for (const n of [1, 2, 5, 8, 9, 16, 17, 33]) {
      yield { dims: [n + 1, n], axes: [1], data: 'one-hot' };
      yield { dims: [n, 4], axes: [0], keepdims: 0 };
    }
    yield { dims: [3, 4], data: 'ones' };
    for (const n of [65, 130, 200, 260, 600]) yield { dims: [6, n], axes: [1] };
    // counts of which 8 bits keep nothing
    yield { dims: [2, 256], axes: [1], data: 'ones' };
    yield { dims: [512, 3], axes: [0], keepdims: 0, data: 'ones' };
    yield { dims: [32, 2, 32], axes: [0, 2], data: 'ones' };
    yield { dims: [2, 3, 2, 3], axes: [1, 3], data: 'one-hot' };
  }),
  ...floatPlans,
  ...integerPlans,
};
