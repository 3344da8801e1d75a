import { type FloatFormat, formatOf, integerRange } from '../../oracles/numerics/dtype.ts';
import type { InputPlan } from '../calls/draft-of-call.ts';
import type { PlanContext } from '../cases/proposal.ts';
import { lengths, takeTurns } from '../cases/take-turns.ts';
import type { Draws } from '../covering/draws.ts';
import { each, filled, type NamedCall, type NamedPlans, plansFrom } from '../notation/call-notation.ts';
import { byOperator, familyOf } from '../notation/derived.ts';
import { specialNumbers } from '../values/values.ts';

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;

/** A line in either direction along an axis of any shape. */
function drawScan(draws: Draws): NamedCall {
  const dims = draws.sizes(draws.count(1, 5));
  const axis = draws.axis('axis', dims.length);
  const flag = () => draws.maybe(() => draws.pick(0, 1));
  const dtype = draws.pick('int32', 'int64');
  return {
    x: draws.data(dims),
    axis: { dims: [], numbers: [axis], dtype, form: draws.pick('input', 'initializer') },
    reverse: flag(),
    exclusive: flag(),
  };
}

/** Running sums along an axis, which is given as a constant. */
const along = (axis: number, x: string | InputPlan): NamedCall => ({
  x,
  axis: filled('scalar', [axis], { form: 'initializer' }),
});

/** In either direction, with each element or without it. */
const ways = [{}, { reverse: 1 }, { exclusive: 1 }, { reverse: 1, exclusive: 1 }];
const inWays = (some: readonly NamedCall[], ...calls: NamedCall[]): NamedCall[] =>
  some.flatMap((way) => calls.map((call) => ({ ...call, ...way })));

/** Along the last dimension of several ranks, and along another. */
const directions = [along(0, '1 distinct'), along(0, '5 distinct'), along(1, '3x4 distinct'), along(0, '3x4')];

/** Sums that no int32 and no float between holds. */
function farSums({ dtype }: PlanContext): NamedCall[] {
  const { kind, bits } = formatOf(dtype) as { kind: string; bits: number };
  if (kind !== 'integer') return [];
  const ends = dtype.startsWith('u') ? [BigInt(bits - 1)] : [];
  const exponents = [...[24n, 31n, 53n, 61n].filter((e) => e < bits - 1), ...ends];
  return exponents.map((e) => along(0, filled('3', [1n << e, 1n, 1n])));
}

/** Two numbers whose sum and product leave an integer type, and one behind them. */
function beyondType({ dtype }: PlanContext): NamedCall[] {
  const format = formatOf(dtype);
  if (format.kind !== 'integer') return [];
  const { max } = integerRange(format);
  return [{ ...along(0, filled('3', [max - 1n, 3n, 2n])), suite: 'quick' }];
}

const cumSum: NamedPlans = {
  draw: drawScan,
  samples: [
    along(1, '2x3'),
    { x: '3x2', axis: filled('scalar', [0]) },
    { ...along(1, '2x3x2'), reverse: 0, exclusive: 0 },
  ],
  sizes: [['2x3', '3x2', '4x5'].map((x) => along(1, x)), ['40', '65', '7'].map((x) => along(0, x))],
  pairs: () => [
    { differs: 'another direction', calls: each({ reverse: [undefined, 1] }, along(1, '2x5')) },
    { differs: 'another constant axis', calls: [0, 1].map((axis) => along(axis, '3x3')) },
  ],
  aliasCandidates: [along(1, '5x1')],
  plans: {
    definition: (context) => [
      ...[along(0, '1'), along(0, '5'), along(1, '4x5'), along(1, '4x6 distinct')],
      ...farSums(context),
      ...beyondType(context),
    ],
    axes: [
      // the axis comes as int64 as often as not
      ...[0, 1, -1].map((axis) => ({
        x: '3x4 distinct',
        axis: filled('scalar', [axis], { dtype: 'int64' as const, form: 'initializer' }),
      })),
      ...inWays(ways, along(2, '2x3x4x3 distinct'), along(1, '2x3x4x3 distinct')),
      ...inWays(
        ways.slice(0, 2),
        along(0, '4x3 distinct'),
        along(1, '4x3 distinct'),
        ...[0, 1, 2].map((axis) => along(axis, '2x3x4 distinct')),
        along(2, '2x1x3x2 distinct'),
      ),
      { x: '2x3x4', axis: filled('scalar', [1]) },
    ],
    reverse: (context) => inWays(ways.slice(1, 2), ...directions, ...farSums(context)),
    exclusive: (context) => inWays(ways.slice(2), ...directions, ...farSums(context)),
    'any-length': (context) => [
      ...takeTurns(lengths.slice(3, 24), context, 4).map((n) => along(1, `2x${n}`)),
      ...inWays(ways.slice(1), along(1, '2x33')),
      along(0, '17x9'),
      along(0, '2101'),
      along(1, '1x1030x2'),
      { ...along(1, '2x17x5'), reverse: 1 },
      // beyond the blocks of parallel scans
      ...inWays(ways.slice(0, 2), along(0, '301')),
      along(2, '1x3x9x11'),
    ],
    'size-zero': [along(0, '0'), ...[0, 1].flatMap((axis) => ['2x0x3', '0x3', '3x0'].map((x) => along(axis, x)))],
    accuracy: [...inWays(ways, along(1, '2x20 mixed')), along(0, '100 mixed'), along(0, '9 wide')],
    'special-values': ({ dtype }) => [
      ...inWays(ways, ...[nan, inf, -inf].map((one) => along(0, filled('5', [1, 2, one, 4, 5])))),
      ...[1, 5, 9].map((from) => along(0, filled('4', specialNumbers(formatOf(dtype) as FloatFormat).slice(from)))),
      along(0, '7 zeros'),
    ],
  },
};

/** Factors whose products stay small, however many there are. */
function factors({ dtype }: PlanContext, shape: string): InputPlan {
  if (formatOf(dtype).kind === 'float') return filled(shape, [2, -1, 0.5, 4, 1, -0.25, 1, 0.5]);
  const minus = dtype.startsWith('uint') ? 1 : -1;
  return filled(
    shape,
    Array.from({ length: 50 }, (_, i) => (i % 23 === 1 ? 2 : i % 3 === 0 ? minus : 1)),
  );
}

const multiplied =
  (axis: number, ...shapes: string[]) =>
  (context: PlanContext): NamedCall[] =>
    shapes.map((shape) => along(axis, factors(context, shape)));

/** Products that no int32 and no float between holds, up to the end of the type. */
function farProducts({ dtype }: PlanContext): NamedCall[] {
  const { kind, bits } = formatOf(dtype) as { kind: string; bits: number };
  if (kind !== 'integer') return [];
  const odd = Array<bigint>(Math.floor((bits - 1) / Math.log2(3))).fill(3n);
  return [along(0, filled(`${odd.length}`, odd)), ...farSums({ dtype } as PlanContext)];
}

const few = (...numbers: number[]): NamedCall => along(0, filled(`${numbers.length}`, numbers));

const cumProd: NamedPlans = {
  draw: drawScan,
  samples: [
    along(1, '2x3'),
    { x: '3x2', axis: filled('scalar', [0]) },
    { ...along(1, '2x3x2'), reverse: 0, exclusive: 0 },
  ],
  sizes: [multiplied(1, '2x3', '3x2', '4x5'), multiplied(0, '40', '65', '7')],
  pairs: (context) => [
    { differs: 'another direction', calls: each({ reverse: [undefined, 1] }, ...multiplied(1, '2x5')(context)) },
  ],
  aliasCandidates: [along(1, '5x1')],
  plans: {
    definition: (context) => [
      ...[few(1, 2, 3, 4, 5), few(7), few(3, 1, 2, 0, 5), along(1, filled('2x4', [2, 3, 1, 4, 5, 1, 2, 3]))],
      ...farProducts(context),
      ...beyondType(context),
    ],
    axes: (context) => [
      ...[0, 1, 2].flatMap((axis) => multiplied(axis, '2x3x4', '4x2x3')(context)),
      ...inWays(ways, ...multiplied(1, '2x4x3', '2x3x4x2')(context)),
      ...multiplied(
        0,
        '3x4',
        '2x3x2',
        '5x2',
      )(context).map((call) => ({
        ...call,
        axis: filled('scalar', [0], { dtype: 'int64' as const, form: 'initializer' }),
      })),
    ],
    reverse: (context) => [
      ...inWays(ways.slice(1, 2), few(1, 2, 3, 4, 5), few(3), along(1, filled('2x3', [2, 3, 1, 4, 5, 1]))),
      ...inWays(ways.slice(1, 2), ...farProducts(context)),
    ],
    exclusive: (context) => [
      ...inWays(ways.slice(2), few(2, 3, 4, 5), few(3), along(1, filled('2x3', [2, 3, 1, 4, 5, 1]))),
      ...inWays(ways.slice(2), ...farProducts(context)),
    ],
    'any-length': (context) => [
      ...takeTurns(lengths.slice(3, 20), context, 4).flatMap((n) => multiplied(1, `2x${n}`)(context)),
      ...multiplied(0, '17x9')(context),
      ...inWays(ways.slice(1), ...multiplied(1, '2x33')(context)),
      ...multiplied(0, '301')(context),
      ...multiplied(1, '1x1030x2')(context),
      ...multiplied(2, '1x3x9x11')(context),
    ],
    'size-zero': [along(0, '0'), ...[0, 1].flatMap((axis) => ['2x0x3', '0x3', '3x0'].map((x) => along(axis, x)))],
    accuracy: inWays(ways, along(1, filled('2x9', [1.1, 0.7, 1.3, 0.9, 1.25, 0.33, 2.7]))),
    'special-values': [
      ...inWays(ways, ...[nan, inf, -inf].map((one) => few(1, 2, one, 4, 5))),
      few(2, inf, 0, 3),
      few(0, -1, 2, -3),
    ],
  },
};

const stepped = (start: number | bigint, limit: number | bigint, delta: number | bigint): NamedCall => ({
  start: filled('scalar', [start], { form: 'initializer' }),
  limit: filled('scalar', [limit], { form: 'initializer' }),
  delta: filled('scalar', [delta], { form: 'initializer' }),
});
const fromInputs = (start: number, limit: number, delta: number): NamedCall => ({
  start: filled('scalar', [start]),
  limit: filled('scalar', [limit]),
  delta: filled('scalar', [delta]),
});
const isFloat = ({ dtype }: PlanContext) => formatOf(dtype).kind === 'float';

const range: NamedPlans = {
  draw: (draws) => {
    // quarters and small integers are exact in every type, and so is the count
    const delta = draws.pick(1, -1, 2, -3, ...(isFloat(draws.context) ? [0.25, -0.5] : []));
    const [count, start] = [draws.size(200), draws.detail(-50, 50)];
    const limit =
      start + count * delta - (count > 0 && draws.once(2) ? Math.sign(delta) * (Math.abs(delta) > 1 ? 1 : 0) : 0);
    return draws.pick(stepped, fromInputs)(start, limit, delta);
  },
  samples: [stepped(1, 6, 1), stepped(2, 9, 3), fromInputs(0, 5, 2), fromInputs(3, 10, 1)],
  sizes: [
    [fromInputs(0, 5, 1), fromInputs(0, 3, 1), fromInputs(0, 33, 1)],
    [fromInputs(1, 9, 2), fromInputs(3, 9, 2), fromInputs(1, 9, 4)],
  ],
  sameShapeCalls: [fromInputs(4, 4, -1), fromInputs(-3, -3, 1), fromInputs(7, 7, -2)],
  aliasCandidates: [],
  plans: {
    definition: (context) => [
      stepped(0, 5, 1),
      stepped(-3, 4, 2),
      stepped(7, 30, 5),
      ...(isFloat(context) ? [stepped(1.5, 3, 0.25), fromInputs(-0.75, 2, 0.5)] : []),
    ],
    length: [
      stepped(0, 6, 3),
      stepped(0, 7, 3),
      stepped(0, 8, 3),
      stepped(0, 9, 3),
      stepped(2, 3, 5),
      fromInputs(1, 2, 1),
    ],
    downwards: [stepped(5, 0, -1), stepped(10, 4, -2), stepped(3, -4, -3), fromInputs(9, 0, -4), stepped(0, -1, -1)],
    'nothing-there': [stepped(5, 5, 1), stepped(5, 0, 1), stepped(0, 5, -1), fromInputs(4, 2, 2)],
    'any-length': [33, 64, 65, 127, 301, 1031].map((n) => stepped(0, n, 1)),
    'far-from-zero': ({ dtype }) => {
      const { kind, bits } = formatOf(dtype);
      if (kind === 'float') return [stepped(100, 104, 1), stepped(-100, -90, 2)];
      const far = 1n << BigInt(bits - 2);
      const most = (1n << BigInt(bits - 1)) - 1n;
      return [
        stepped(far, far + 3n, 1),
        stepped(-far, 10n - far, 5),
        stepped(most - 4n, most, 1),
        // the distance of the ends is beyond the type, and the step beyond the half of it: no integer is near the quotient, so that
        // every way to divide leads to one count
        stepped(-most, most, (most * 5n) / 16n),
        stepped(most, -most, -((most * 9n) / 16n)),
        stepped(-most - 1n, most, most - most / 8n),
        ...(bits > 53 ? [stepped(1n << 53n, (1n << 53n) + 3n, 1), stepped(1n << 60n, (1n << 60n) + 7n, 2)] : []),
      ];
    },
    accuracy: [stepped(0, 1, 0.3), stepped(0.1, 2.3, 0.3), stepped(1, 2.05, 0.1), fromInputs(-0.7, 3.1, 0.4)],
  },
};

/** Values that follow from all before them along an axis, or from their place. */
export const scanFamily = familyOf(
  byOperator(
    Object.fromEntries(
      Object.entries({ CumProd: cumProd, CumSum: cumSum, Range: range }).map(([name, plans]) => [
        name,
        plansFrom(() => 'small', plans),
      ]),
    ),
  ),
);
