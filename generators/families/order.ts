import { type FloatFormat, formatOf, integerRange } from '../../oracles/numerics/dtype.ts';
import type { InputPlan } from '../calls/draft-of-call.ts';
import type { PlanContext } from '../cases/proposal.ts';
import { lengths, takeTurns } from '../cases/take-turns.ts';
import {
  atRunTime,
  breaking,
  each,
  filled,
  type NamedCall,
  type NamedPlans,
  plansFrom,
  varied,
  whereInputsDecide,
} from '../notation/call-notation.ts';
import { byOperator, familyOf } from '../notation/derived.ts';
import { specialNumbers, type ValueKind } from '../values/values.ts';
import { nonMaxSuppression } from './order/non-max-suppression.ts';
import { inEveryType } from './row-calls.ts';

const { POSITIVE_INFINITY: infinity } = Number;

/** `count` elements that all differ, in an order that is neither rising nor falling. */
const shuffled = (shape: string, count: number): InputPlan =>
  filled(
    shape,
    Array.from({ length: count }, (_, i) => (i * 37 + 11) % count),
  );

/** Integers that are equal as floats. */
function neighbours({ dtype }: PlanContext): readonly NamedCall[] {
  const { kind, bits } = formatOf(dtype) as { kind: string; bits: number };
  return (kind === 'integer' ? [24, 53] : [])
    .filter((e) => e < bits - 1)
    .flatMap((e) => {
      const numbers = [1n, 3n, 0n, 4n, 2n, 6n, 5n, 7n].map((x) => (1n << BigInt(e)) + x);
      return each({ K: [[3], [6]] }, { X: filled('8', numbers), ...inEveryType });
    });
}

/** The ends of an integer type among other numbers: signs and what searches begin with show there. */
function ends({ dtype }: PlanContext): readonly InputPlan[] {
  const format = formatOf(dtype);
  if (format.kind !== 'integer') return [];
  const { min, max } = integerRange(format);
  return [
    [min, max, 0n, min + 1n, max - 1n, max, 1n, min, max >> 1n],
    [min, min, min, min, min],
    // on either side of the middle, which the sign of a signed reading decides
    [(max >> 1n) + 2n, 1n, max >> 1n, max, 0n, (max >> 1n) + 1n, 7n, max - 1n],
    // whose difference wraps
    [max, min],
  ].map((numbers) => filled(`${numbers.length}`, numbers));
}

/** Some kinds of data, and of integers their ends; where NaN and zeros come is open. */
const kindsOf = ({ dtype }: PlanContext, ...kinds: ValueKind[]): readonly ValueKind[] =>
  formatOf(dtype).kind === 'integer' ? [...kinds, 'special'] : kinds;

/** Calls on all {@link ends}: every type has those whose difference wraps in quick. */
const onEnds = (context: PlanContext, callOn: (X: InputPlan) => NamedCall): readonly NamedCall[] =>
  ends(context).map((X, i, all) => ({ ...callOn(X), ...(i === all.length - 1 ? { suite: 'quick' } : inEveryType) }));

/** Calls that choose some of the {@link ends}. */
const someOfEnds = (context: PlanContext, more: NamedCall = {}): readonly NamedCall[] =>
  onEnds(context, (X) => ({ X, K: [Math.min(5, X.dims[0]!)], ...more }));

const topK: NamedPlans = {
  draw: (draws) => {
    const dims = draws.sizesOrLong(draws.count(1, 5), 1, 600);
    const axis = draws.maybe(() => draws.axis('axis', dims.length));
    const size = dims.at(axis ?? -1)!;
    const flag = (name: string) => (draws.declares(name) ? draws.maybe(() => draws.pick(0, 1)) : undefined);
    return {
      X: draws.data(
        dims,
        ...kindsOf(draws.context, 'distinct', 'small', 'mixed', 'wide', 'equal', 'negative', 'large'),
      ),
      K: [draws.pick(1, size, draws.count(1, size))],
      axis,
      largest: flag('largest'),
      sorted: draws.once(6) ? flag('sorted') : undefined,
    };
  },
  samples: [
    { X: shuffled('2x4', 8), K: [2], axis: 1 },
    { X: shuffled('3x4', 12), K: [1], axis: 0 },
    { X: '2x3x4', K: [3], axis: 1 },
  ],
  sizes: [
    each({ X: '2x3 4x3 2x5' }, { K: [2] }),
    each({ X: ['40 mixed', '65 mixed', '7 mixed'] }, { K: [3] }),
    whereInputsDecide(...varied({ X: '3x5' }, 'K', atRunTime(2), atRunTime(4), atRunTime(1))),
  ],
  pairs: ({ version }) =>
    version.since < 11
      ? []
      : [{ differs: 'the smallest', calls: each({ largest: [undefined, 0] }, { X: '3x5', K: [2] }) }],
  aliasCandidates: [{ X: '1', K: [1] }],
  plans: {
    definition: (context) => [
      { X: shuffled('8', 8), K: [3] },
      ...each({ X: ['4x6 distinct', '4x6 mixed', '4x6 wide'] }, { K: [3] }),
      { X: '3x4', K: filled('1', [2]) },
      ...neighbours(context),
      ...someOfEnds(context),
    ],
    axes: [
      { X: shuffled('3x4', 23), K: [2], axis: 0 },
      { X: shuffled('3x4', 23), K: [2], axis: 1 },
      ...each({ axis: [0, 1, 2] }, { X: shuffled('2x3x4', 23), K: [2] }),
      { X: shuffled('17x5', 89), K: [9], axis: 0 },
      ...[0, 1, 2, 3].map((axis) => ({ X: shuffled('2x3x2x5', 59), K: [2], axis })),
      { X: shuffled('2x17x3', 103), K: [4], axis: 1 },
    ],
    ties: ({ version, dtype }) => [
      ...[
        [1, 1, 1, 1],
        [1, 2, 1, 2, 2, 1],
        [0, 3, 3, 0, 3],
        [2, 1, 2, 0, 2],
      ].flatMap((numbers) => varied({ X: filled('2x7', numbers) }, 'K', [1], [2], [4])),
      { X: filled('40', [1, 3, 2]), K: [5] },
      { X: filled('7x3', [2, 1, 1, 3, 2]), K: [4], axis: 0 },
      ...(version.since >= 11 ? [{ X: filled('2x9', [2, 1, 1, 3]), K: [4], largest: 0 }] : []),
      // the bits of the two zeros differ
      ...(formatOf(dtype).kind === 'float' ? varied({ X: filled('7', [-0, 0, -1, 0, -0]) }, 'K', [1], [3]) : []),
    ],
    'every-k': [
      ...varied({ X: shuffled('2x5', 10) }, 'K', [1], [2], [4], [5]),
      { X: '3x1', K: [1] },
      { X: shuffled('33', 33), K: [33] },
      { X: shuffled('97', 97), K: [67] },
      { X: shuffled('601', 601), K: [300] },
    ],
    'any-length': (context) => [
      ...takeTurns(lengths.slice(3, 21), context, 3).map((length) => ({
        X: shuffled(`2x${length}`, length),
        K: [Math.min(3, length)],
      })),
      { X: shuffled('1301', 1301), K: [5] },
      { X: filled('4201', [...Array.from({ length: 4200 }, (_, i) => i % 7), 100]), K: [2] },
      // no rows
      { X: '0x3', K: [2] },
      { X: '4x0', K: [3], axis: 0 },
      { X: shuffled('1x3x9x11', 297), K: [4], axis: 2 },
      // the greatest at either end, and where blocks meet
      ...[0, 7, 8, 32].map((at) => ({
        X: filled('33', Array.from({ length: 33 }, (_, i) => i % 7).with(at, 100)),
        K: [2],
      })),
    ],
    smallest: (context) => [
      ...someOfEnds(context, { largest: 0 }),
      ...each({ X: ['5', '3x4', '2x3x4'].map((shape) => shuffled(shape, 11)) }, { K: [2], largest: 0 }),
      // a single one, which kernels for extrema find
      ...each({ K: [[1]], largest: [0] }, { X: shuffled('9', 9) }, { X: shuffled('3x4', 12), axis: 0 }),
      ...each({ K: [[1], [2]], largest: [0] }, { X: shuffled('2x5x3', 31), axis: 1 }),
      { X: shuffled('3x4', 12), K: [3], largest: 0, axis: 0 },
      { X: shuffled('17', 17), K: [17], largest: 0 },
    ],
    unsorted: each(
      { sorted: [0], largest: [1, 0] },
      { X: shuffled('5', 5), K: [3] },
      { X: shuffled('3x4', 12), K: [2], axis: 0 },
      { X: shuffled('2x33', 66), K: [9] },
      { X: shuffled('4', 4), K: [4] },
    ),
    'special-values': ({ dtype, version }) => {
      const numbers = specialNumbers(formatOf(dtype) as FloatFormat).filter((x) => !Number.isNaN(x));
      const X = filled(`${numbers.length}`, numbers);
      return [
        ...varied({ X }, 'K', [3], [10]),
        { X: filled('5', [0, -0, 0, -0, -1]), K: [4] },
        // elements that pad the length to a power of two must not win against infinities
        { X: filled('5', [-infinity, -1, -infinity, -infinity, -infinity]), K: [3] },
        ...(version.since >= 11
          ? [{ X: filled('5', [infinity, 1, infinity, infinity, infinity]), K: [3], largest: 0 }]
          : []),
        { X: filled('4', [-infinity, -1, -infinity]), K: [2] },
        ...(version.since >= 11 ? [{ X, K: [10], largest: 0 }] : []),
      ];
    },
  },
  invalid: { 'invalid-k': breaking({ X: '2x4', K: [4] }, 'K', [5]) },
};

/** Elements with duplicates, with all outputs. */
const among = (shape: string, ...numbers: number[]): NamedCall => ({ X: filled(shape, numbers), outputs: 4 });

/** Rows of ones, with another last element in every second one. */
const lateDifferences = (length: number): readonly number[] =>
  Array.from({ length: 2 * length }, (_, i) => (i === length - 1 ? 2 : 1));

/** Infinities and numbers next to zero, each twice. */
const infinities = ({ dtype }: PlanContext): readonly NamedCall[] => {
  const format = formatOf(dtype);
  if (format.kind !== 'float' || !format.hasInfinity) return [];
  const { POSITIVE_INFINITY: inf } = Number;
  const least = 2 ** format.minExponent;
  return [among('10', inf, 1, -inf, least, -least, inf, 0, least, -inf, -1)];
};

/** Slices of strings that differ in nothing but where one ends and the next begins. */
const strings = ({ dtype }: PlanContext): readonly NamedCall[] =>
  dtype !== 'string'
    ? []
    : [
        ...['40 special', '9 special', '70 mixed'].map((X) => ({ X, outputs: 4 })),
        { X: filled('3x2', ['a,b', 'c', 'a', 'b,c', 'a,b', 'c']), axis: 0, outputs: 4 },
        { X: filled('6', ['é', 'z', '\u{1f600}', '\uff5e', 'é', 'Z']), outputs: 4 },
      ];

const unique: NamedPlans = {
  draw: (draws) => {
    const dims = draws.sizesOrLong(draws.count(0, 4), 1, 300);
    return {
      X: draws.data(dims, ...kindsOf(draws.context, 'small', 'small', 'distinct', 'mixed', 'equal', 'large')),
      axis: dims.length > 0 ? draws.maybe(() => draws.axis('axis', dims.length)) : undefined,
      sorted: draws.maybe(() => draws.pick(0, 1)),
      outputs: draws.count(1, 4),
    };
  },
  samples: [
    { ...among('3x2', 2, 1, 2, 1, 3, 0), axis: 0, sorted: 1 },
    { ...among('2x4', 3, 1, 3, 2, 0, 5, 0, 5), axis: 1 },
    among('6', 2, 1, 1, 3, 4, 3),
  ],
  sizes: [[{ X: '2x3 small' }, { X: '4x5 small' }, { X: '3x33 small' }].map((call) => ({ ...call, outputs: 4 }))],
  pairs: () => [{ differs: 'another order', calls: each({ sorted: [1, 0] }, among('6', 2, 1, 1, 3, 4, 3)) }],
  aliasCandidates: [],
  plans: {
    definition: (context) => [
      among('6', 2, 1, 1, 3, 4, 3),
      among('3x3', 5, 5, 5),
      among('2x4', 7, 6, 5, 4, 3, 2, 1, 0),
      { X: '5x5 small' },
      ...onEnds(context, (X) => ({ X, outputs: 4 })),
      ...neighbours(context).map(({ X }) => ({ X, outputs: 4, ...inEveryType })),
      ...infinities(context),
      ...strings(context),
    ],
    sorted: each({ sorted: [1] }, among('7', 9, 3, 9, 1, 3, 0, 1), among('3x4', 4, 3, 2, 1, 0), among('2', 1, 0)),
    unsorted: each({ sorted: [0] }, among('7', 9, 3, 9, 1, 3, 0, 1), among('3x4', 4, 3, 2, 1, 0), among('2', 1, 0)),
    indices: each({ sorted: [1, 0], outputs: [2] }, among('8', 5, 2, 5, 2, 7, 0, 7, 5), among('2x3', 1, 0, 1)),
    inverse: each({ sorted: [1, 0], outputs: [3] }, among('8', 5, 2, 5, 2, 7, 0, 7, 5), among('2x3', 1, 0, 1)),
    counts: each({ sorted: [1, 0] }, among('8', 5, 2, 5, 2, 7, 0, 7, 5), among('4', 3), among('33', 1, 2, 2, 3, 3, 3)),
    slices: each(
      { sorted: [1, 0] },
      { ...among('4x3', 1, 0, 0, 1, 0, 0, 2, 3, 4, 1, 0, 1), axis: 0 },
      // that differ in their last element only, of one vector and of several
      ...[9, 33].map((length) => ({ ...among(`4x${length}`, ...lateDifferences(length)), axis: 0 })),
      { ...among('2x4', 1, 2, 1, 0, 3, 1, 3, 5), axis: 1 },
      // by rows in another order than by columns
      { ...among('2x3x2', 1, 2, 1, 0, 1, 2, 0, 5, 1, 5, 0, 5), axis: 1 },
      ...[1, 2].map((axis) => ({ ...among('2x3x3x2', 1, 0, 1, 0, 2, 2, 1, 0, 3), axis })),
    ),
    'rank-zero': [among('scalar', 3)],
    'size-zero': [
      among('0'),
      among('2x0'),
      among('0x3'),
      ...each({ sorted: [0, 1] }, { ...among('0x3'), axis: 0 }, { ...among('2x0x3'), axis: 1 }, among('0')),
    ],
    'any-length': [
      among('65', 5, 3, 1, 4, 2, 0, 7),
      among('130', 1, 2),
      { X: '9x9 small', outputs: 4 },
      // more that differ than 8 bits count
      { X: shuffled('601', 300), outputs: 4 },
      { ...among('1x3x9x11', 1, 0, 2), axis: 1 },
    ],
  },
};

/** Operators with an output that depends on the order of the data, or of scores. */
export const orderFamily = familyOf(
  byOperator({
    NonMaxSuppression: plansFrom(() => 'distinct', nonMaxSuppression),
    TopK: plansFrom(() => 'distinct', topK),
    Unique: plansFrom(() => 'distinct', unique),
  }),
);
