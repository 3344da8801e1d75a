import type { Plan, PlanContext } from '../proposal.ts';
import { isNewest, lengths, rotate } from '../rotate.ts';
import type { DataClass } from './data.ts';
import { closeIntegers, columns, farSpecials, lateIndices, longConstants } from './far-shapes.ts';
import { type Shape, shapes } from './propose.ts';

/** Sizes of dimensions: unequal, so that exchanged ones show. */
const sizes = [3, 5, 2, 4, 3, 2, 2] as const;

/** Every place of the axis in ranks 1 to 4. */
const everyAxis: readonly Shape[] = [1, 2, 3, 4].flatMap((rank) =>
  Array.from({ length: rank }, (_, axis): Shape => ({ dims: sizes.slice(0, rank), axis, keepdims: 0 })),
);

/** Layouts that are one row or one column to a kernel with a path for these, and equal dimensions around the axis. */
const delicate: readonly Shape[] = [
  { dims: [1, 1, 7], axis: 2 },
  { dims: [1, 9], axis: 1, keepdims: 0 },
  { dims: [7, 1, 1], axis: 0 },
  { dims: [1, 1, 7], axis: 0, keepdims: 0 },
  { dims: [7, 1, 1], axis: 2, keepdims: 0 },
  { dims: [1, 6, 4], axis: 1, data: 'every-place' },
  { dims: [1, 5, 5], axis: 2, keepdims: 0, data: 'every-place' },
  { dims: [4, 4, 4], axis: 1, data: 'every-place' },
  { dims: [16, 16], axis: 0, keepdims: 0 },
  { dims: [4, 5, 4], axis: 1, keepdims: 0, data: 'every-place' },
  { dims: [3, 4, 4, 3], axis: 1, data: 'every-place' },
  { dims: [3, 4, 4, 3], axis: 2, keepdims: 0, data: 'every-place' },
];

/** More dimensions than a fixed array of eight holds. */
const highRanks: readonly Shape[] = [
  { dims: [2, 1, 2, 1, 2, 1, 2, 1, 3], axis: 8 },
  { dims: [1, 2, 1, 2, 1, 2, 1, 2, 1, 3], axis: 3, keepdims: 0 },
  { dims: [2, 1, 1, 2, 1, 1, 3, 1, 1, 2, 1, 2], axis: 6 },
];

/**
 * Beyond 2^16, at the newest version: elements, outputs, rows and the length of a row, in the dtype that every runtime
 * has and in one of integers.
 */
function* large(context: PlanContext): Iterable<Shape> {
  if (!isNewest(context)) return;
  const { dtype } = context;
  if (dtype === 'float32') yield { dims: [65_601, 2], axis: 1, keepdims: 0, data: 'late' };
  if (dtype === 'int32') yield { dims: [2, 65_601], axis: 0, data: 'late' };
  if (dtype === 'float32') yield { dims: [2, 65_541], axis: 1, data: 'late' };
  if (dtype === 'int32') yield { dims: [65_541], axis: 0, keepdims: 0, data: 'late' };
  if (dtype === 'float32') yield { dims: [2 ** 24 + 37], axis: 0, data: 'late', suite: 'full' };
}

/** Axes that are inner, outer or between kept dimensions, short and long; the seed chooses one arrangement. */
function placed(n: number, { random }: PlanContext, data: DataClass): Shape {
  const layouts: Shape[] = [
    { dims: [n], axis: 0, keepdims: 0 },
    { dims: [3, n], axis: 1 },
    { dims: [n, 3], axis: 0 },
    { dims: [2, n, 2], axis: 1, keepdims: 0 },
  ];
  return { ...random.pick(layouts), data };
}

/** Equal extremes in every layout: beside each other, in different vectors and in different blocks. */
function* tied(context: PlanContext, given: Pick<Shape, 'selectLastIndex'>): Iterable<Shape> {
  yield { dims: [9, 6], axis: 1, data: 'ties', ...given };
  for (const n of rotate([17, 33, 70, 130, 300, 530, 1030, 2100], context, 4)) {
    yield { ...placed(n, context, 'ties'), ...given };
  }
  yield { dims: [4, 5], axis: context.random.integer(0, 1), keepdims: 0, data: 'constant', ...given };
}

/** True if the version has select_last_index. */
const selects = ({ version }: PlanContext): boolean =>
  version.attributes.some((attribute) => attribute.name === 'select_last_index');

/** The clauses of the arg-reductions: what to try for each. */
export const argReductionPlans: Readonly<Record<string, Plan>> = {
  definition: shapes(function* (context) {
    yield* rotate(everyAxis, context, 5);
    yield { dims: [9, 9], axis: context.random.integer(0, 1), data: 'every-place' };
    yield { dims: [4, context.random.pick([5, 13, 21, 35])], axis: 1, data: 'one-sign' };
    // two inputs that look the same to whoever looks at a part of them
    yield { dims: [3, 60], axis: 1, data: 'alike' };
    yield { dims: [3, 60], axis: 1, data: 'alike' };
  }),
  'output-type': shapes(function* () {
    yield { dims: [2], axis: 0 };
    yield { dims: [2, 3], axis: 1, keepdims: 0 };
  }),
  'axis-default': shapes(function* () {
    yield { dims: [5, 3] };
    yield { dims: [3, 4, 2], keepdims: 0 };
  }),
  'axis-listed': shapes(function* (context) {
    // square and size-1 dimensions, where a wrong axis keeps the shape
    yield { dims: [4, 4], axis: 0, keepdims: 0, data: 'every-place' };
    yield { dims: [4, 4], axis: 1, keepdims: 0, data: 'every-place' };
    yield* rotate<Shape>(
      [
        { dims: [3, 3, 3], axis: 1, keepdims: 0, data: 'every-place' },
        { dims: [3, 1, 4], axis: 1 },
        { dims: [1, 4], axis: 1 },
        { dims: [3, 3, 3], axis: 2, data: 'every-place' },
      ],
      context,
      2,
    );
    yield* rotate(delicate, context, 3);
  }),
  'axis-negative': shapes(function* (context) {
    const rejectable = context.version.since >= 11 ? {} : ({ rejectable: 'axes-negative' } as const);
    const layouts: Shape[] = [
      { dims: [3, 5, 2], axis: -1 },
      { dims: [4, 4], axis: -2, keepdims: 0, data: 'every-place' },
      { dims: [3, 5, 2], axis: -3 },
      { dims: [4, 4], axis: -1, keepdims: 0, data: 'every-place' },
      { dims: [3, 5, 2], axis: -2, keepdims: 0 },
      { dims: [5], axis: -1 },
    ];
    for (const shape of rotate(layouts, context, 2)) yield { ...shape, ...rejectable };
  }),
  'keepdims-default': shapes(function* () {
    yield { dims: [3, 4], axis: 1 };
    yield { dims: [3, 4, 2], axis: 0 };
  }),
  'keepdims-one': shapes(function* () {
    yield { dims: [3, 4, 2], axis: 1, keepdims: 1 };
    yield { dims: [5], axis: 0, keepdims: 1 };
  }),
  'keepdims-zero': shapes(function* () {
    yield { dims: [3, 4, 2], axis: 1, keepdims: 0 };
    yield { dims: [5], axis: 0, keepdims: 0 };
    yield { dims: [1, 3, 1], axis: 0, keepdims: 0 };
  }),
  'rank-zero': shapes(function* () {
    yield { dims: [], rejectable: 'axis-of-scalar' };
    yield { dims: [], keepdims: 0, rejectable: 'axis-of-scalar' };
  }),
  'any-rank': shapes(function* (context) {
    yield { dims: [2, 1, 2, 3, 1, 2, 2], axis: 3 };
    const ranks: Shape[] = [1, 2, 3, 4, 5, 6, 7].map((rank) => ({ dims: sizes.slice(0, rank), axis: rank - 1 }));
    yield* rotate(ranks, context, 4);
    yield { dims: [2, 2, 2, 2, 2, 2, 2], axis: context.random.integer(0, 6), keepdims: 0, data: 'every-place' };
    yield* rotate(highRanks, context, 3);
  }),
  'any-length': shapes(function* (context) {
    for (const n of rotate([...lengths, 5001, 6007], context, 10)) yield placed(n, context, 'borders');
    // kept dimensions around vector widths
    for (const n of rotate([7, 8, 15, 16, 31, 33, 64, 65], context, 8)) {
      yield { dims: [3, n], axis: 0, keepdims: 0, data: 'every-place' };
    }
    yield { dims: [2, 1300], axis: 1, data: 'one-sign' };
    yield { dims: [4, 1100], axis: 1, keepdims: 0, data: 'late' };
    yield* large(context);
    yield* columns(context);
    yield* lateIndices(context);
  }),
  'empty-set': shapes(function* () {
    yield { dims: [2, 0], axis: 1, rejectable: 'empty-axis' };
    yield { dims: [2, 0, 3], axis: 1, keepdims: 0, rejectable: 'empty-axis' };
  }),
  'zero-size-kept': shapes(function* (context) {
    const layouts: Shape[] = [
      { dims: [0, 3], axis: 1 },
      { dims: [3, 0], axis: 0, keepdims: 0 },
      { dims: [2, 0, 4], axis: 2, keepdims: 0 },
      { dims: [2, 0, 4], axis: 0 },
    ];
    const { level } = context.clause;
    for (const shape of rotate(layouts, context, 2)) {
      yield { ...shape, ...(level === 'specified' ? {} : { rejectable: 'empty-data' }) };
    }
  }),
  ties: shapes((context) => tied(context, {})),
  'ties-default': shapes(function* (context) {
    yield { dims: [7, 6], axis: 1, data: 'ties' };
    yield placed(context.random.pick([9, 17, 40]), context, 'ties');
  }),
  'ties-first': shapes((context) => tied(context, { selectLastIndex: 0 })),
  'ties-last': shapes(function* (context) {
    yield* tied(context, { selectLastIndex: 1 });
    yield { dims: [9, 9], axis: context.random.integer(-2, -1), selectLastIndex: 1, data: 'ties' };
    yield { dims: [4, 3, 5, 4], axis: context.random.integer(0, 3), selectLastIndex: 1, data: 'ties' };
  }),
  'last-place': shapes(function* (context) {
    yield { dims: [12, 5], axis: 1, data: 'neighbours' };
    yield placed(context.random.integer(9, 40), context, 'neighbours');
  }),
  infinity: shapes(function* (context) {
    yield { dims: [9, 6], axis: 1, keepdims: 0, data: 'infinity' };
    yield placed(context.random.integer(9, 40), context, 'infinity');
    yield { dims: [5, 4], axis: 0, data: 'all-infinite' };
    if (selects(context)) yield { dims: [4, 9], axis: 1, selectLastIndex: 1, data: 'all-infinite' };
    yield* farSpecials(context, 'far-infinity');
  }),
  nan: shapes(function* (context) {
    yield { dims: [10, 9], axis: 1, keepdims: 0, data: 'nan' };
    yield placed(context.random.integer(9, 70), context, 'nan');
    yield { dims: [6, 5], axis: 1, data: 'nan-and-infinity' };
    yield { dims: [6, 2], axis: 0, data: 'all-nan' };
    if (selects(context)) yield { dims: [7, 6], axis: 1, selectLastIndex: 1, data: 'nan' };
    yield { dims: [4, 17], axis: 1, data: 'late-nan' };
    yield { dims: [40, 4], axis: 0, data: 'late-nan' };
    yield { dims: [2, 130], axis: 1, keepdims: 0, data: 'late-nan' };
    yield* rotate<Shape>(
      [
        { dims: [9], axis: 0, data: 'late-nan' },
        { dims: [1, 9], axis: 1, keepdims: 0, data: 'nan-and-infinity' },
        { dims: [9, 1], axis: 0, data: 'nan-and-infinity' },
        { dims: [2, 5, 3], axis: 1, keepdims: 0, data: 'nan-and-infinity' },
      ],
      context,
      2,
    );
    yield* farSpecials(context, 'far-nan');
  }),
  subnormal: shapes(function* (context) {
    yield { dims: [5, 9], axis: 1, keepdims: 0, data: 'subnormal' };
    yield placed(context.random.integer(10, 40), context, 'subnormal');
    yield { dims: [3, 20], axis: 1, data: 'subnormal' };
  }),
  'zero-sign': shapes(function* (context) {
    yield { dims: [9, 6], axis: 1, keepdims: 0, data: 'zeros' };
    yield placed(context.random.integer(9, 40), context, 'zeros');
    if (selects(context)) yield { dims: [6, 9], axis: 1, selectLastIndex: 1, data: 'zeros' };
  }),
  'integer-exact': shapes(function* (context) {
    yield { dims: [8, 7], axis: 1, data: 'neighbours' };
    yield { dims: [6, 9], axis: 1, keepdims: 0, data: 'ends' };
    yield placed(context.random.integer(17, 70), context, context.random.boolean() ? 'ends' : 'neighbours');
    yield { dims: [6, 7], axis: 1, data: 'halves' };
    yield* longConstants(context);
    yield* closeIntegers(context);
  }),
};
