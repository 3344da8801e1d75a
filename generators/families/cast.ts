import {
  type DType,
  type FloatFormat,
  formatOf,
  type IntegerFormat,
  integerRange,
} from '../../oracles/numerics/dtype.ts';
import { isRepresentable, largestFinite, roundDouble } from '../../oracles/numerics/rounding.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';
import type { Attributes } from '../../oracles/operator.ts';
import { attributes, brokenCall, type CallPlan } from '../calls.ts';
import { familyOf } from '../derived.ts';
import type { PlanContext } from '../proposal.ts';

const { POSITIVE_INFINITY: infinity, NaN: nan } = Number;

/** A cast of some numbers, one after the other, as long as the shape takes. */
function call(context: PlanContext, numbers: readonly Scalar[], dims = [numbers.length], own?: Attributes): CallPlan {
  const to = context.types.T2!;
  const like = context.version.inputs.length > 1;
  const set = { ...(like ? {} : targetOf(context, to)), ...own };
  const data = { dims, numbers };
  return { inputs: like ? [data, { dims: [1], numbers: [1] }] : [data], attributes: set };
}

/** The attribute that names a type: by its number, or in old versions by its name. */
function targetOf({ version }: PlanContext, dtype: DType): Attributes {
  const isNamed = version.attributes.some(({ name, type }) => name === 'to' && type === 'STRING');
  const names: Partial<Record<DType, string>> = { float32: 'FLOAT', float64: 'DOUBLE' };
  if (isNamed) return attributes({ to: names[dtype] ?? dtype.toUpperCase() });
  return attributes({ to: formatOf(dtype).code });
}

const formats = ({ types }: PlanContext) => [formatOf(types.T1!), formatOf(types.T2!)] as const;
const floats = (context: PlanContext) => formats(context) as unknown as readonly [FloatFormat, FloatFormat];
const both = (numbers: readonly number[]): readonly number[] => numbers.flatMap((x) => [x, -x]);

/** Those numbers that a type has. */
function ofType(dtype: DType, numbers: readonly (number | bigint)[]): readonly (number | bigint)[] {
  const format = formatOf(dtype);
  const has = (x: number | bigint) => {
    if (format.kind === 'float') return isRepresentable(Number(x), format);
    const { min, max } = format.kind === 'integer' ? integerRange(format) : { min: 0n, max: 1n };
    return (typeof x === 'bigint' || Number.isInteger(x)) && min <= x && x <= max;
  };
  return numbers.filter(has);
}

/** Numbers, of which those are tried that both types have. */
const candidates = [
  ...[
    0,
    1,
    2,
    3,
    5,
    7,
    64,
    100,
    127,
    -1,
    -7,
    -8,
    -128,
    255,
    1000,
    -2047,
    2048,
    65_535,
    -65_536,
    16_777_216,
    2 ** 31 - 1,
  ],
  ...[0.5, -0.5, 1.5, -0.25, 6, -3, 1 / 1024, 2 ** -20, -(2 ** 40), 2 ** 62, 2 ** 100],
];

/** Numbers that both types have; of types of few bits all. */
function common({ types }: PlanContext): readonly (number | bigint)[] {
  const [from, to] = [formatOf(types.T1!), formatOf(types.T2!)];
  if (to.kind === 'bool') return ofType(types.T1!, [0, 1, 2, 3, 6]);
  const all =
    from.kind === 'float' && from.values && from.bits <= 8
      ? Array.from(from.values)
      : from.bits <= 8 && from.kind === 'integer'
        ? Array.from({ length: 2 ** from.bits }, (_, i) => BigInt(i) + integerRange(from).min)
        : ofType(types.T1!, candidates);
  return ofType(types.T2!, all);
}

/** Numbers of a type at and beside the halves between neighbours of a narrower one, small and large. */
function halves(from: FloatFormat, to: FloatFormat): readonly number[] {
  const { precision, minExponent, maxExponent } = to;
  const exponents = [minExponent + precision, 0, 1, maxExponent - 1];
  const steps = exponents.flatMap((e) =>
    [0, 1, 2 ** (precision - 1) - 1].map((k) => [2 ** e + k * 2 ** (e - precision + 1), 2 ** (e - precision + 1)]),
  );
  const subnormal = [0, 1, 2].map((k) => [k * 2 ** minExponent, 2 ** minExponent]);
  const places = to.hasZero ? [...steps, ...subnormal] : [0, 1, 5, -3, 100].map((e) => [2 ** e, 2 ** e]);
  return numbersOf(
    from,
    places.flatMap(([x, ulp]) => beside(from, x! + ulp! / 2).concat(x! + ulp! / 4, x! + 0.75 * ulp!)),
  );
}

/** Numbers at the edge of a range. */
function edges(from: FloatFormat, to: FloatFormat): readonly number[] {
  const most = largestFinite(to);
  const half = 2 ** (to.maxExponent - to.precision);
  return numbersOf(from, [
    most,
    ...beside(from, most + half),
    most + half * 2,
    most * 2,
    most * 1000,
    largestFinite(from),
    infinity,
  ]);
}

/**
 * Whether a number is beyond the largest of a type, and is rounded to it: of these the text can be read to say that they are
 * out of range, and only IEEE 754 (7.4) that they are not.
 */
const isRoundedInto =
  (to: FloatFormat) =>
  (x: number): boolean =>
    Math.abs(x) > largestFinite(to) && Math.abs(roundDouble(x, to)) === largestFinite(to);

/** A number and its neighbours in a type. */
function beside(format: FloatFormat, x: number): number[] {
  const step = 2 ** Math.max(Math.floor(Math.log2(x)) - format.precision + 1, format.minExponent);
  return [x, x - step, x + step];
}

/** Those that a type has, of both signs if it has signs. */
const numbersOf = (format: FloatFormat, numbers: readonly number[]): readonly number[] => [
  ...new Set((format.signed ? both(numbers) : numbers).filter((x) => isRepresentable(x, format))),
];

/** Integers at and beside the halves between neighbours of a float type, and at the ends. */
function wideIntegers(from: IntegerFormat, to: FloatFormat): readonly bigint[] {
  const { min, max } = integerRange(from);
  const exponents = [to.precision, to.precision + 1, from.bits - 2].filter((e) => e >= to.precision);
  const near = exponents.flatMap((e) => {
    const [start, half] = [1n << BigInt(e), 1n << BigInt(e - to.precision)];
    return [1n, 3n, 5n].flatMap((odd) => [-1n, 0n, 1n].map((d) => start + odd * half + d));
  });
  const ends = [0n, 1n, max, max - 1n, min, min + 1n, 65_504n, 65_519n, 65_520n, 65_535n];
  return [...new Set([...near, ...ends].flatMap((x) => [x, -x]))].filter((x) => min <= x && x <= max);
}

/** Floats that are no integers, and integers, in the range of an integer type. */
function fractions(from: FloatFormat, to: IntegerFormat): readonly number[] {
  const { min, max } = integerRange(to);
  const most = Number(max) < 2 ** 53 ? Number(max) : 2 ** (to.bits - 2);
  const numbers = [
    0,
    0.5,
    0.99,
    1,
    1.5,
    2.5,
    3.5,
    1.25,
    1.75,
    99.5,
    126.75,
    most - 0.5,
    most - 1.25,
    most,
    most / 2 + 0.5,
  ];
  const all = to.signed ? [...both(numbers), Number(min), Number(min) / 2] : numbers;
  return [...new Set(all.map((x) => roundDouble(x, from)))].filter((x) => Math.abs(x) <= most || x === Number(min));
}

/** Integers that leave the range of a narrower type, and that differ in signs. */
function anyIntegers(from: IntegerFormat, to: IntegerFormat): readonly bigint[] {
  const [own, other] = [integerRange(from), integerRange(to)];
  const size = other.max - other.min + 1n;
  const all = [
    own.min,
    own.max,
    other.min,
    other.max,
    0n,
    1n,
    -1n,
    36n,
    200n,
    300n,
    -129n,
    size,
    size + 5n,
    -size - 3n,
    3n * size - 1n,
  ];
  return [...new Set([...all, other.max + 1n, other.min - 1n, own.max >> 1n])].filter(
    (x) => own.min <= x && x <= own.max,
  );
}

/** What is true though its low bits, or its nearest integer, are 0. */
const nearlyZero = [
  0,
  1,
  -1,
  2,
  36,
  255,
  256,
  65_536,
  -256,
  2 ** 31,
  2 ** 32,
  -(2 ** 62),
  0.5,
  -0.25,
  1e-7,
  2 ** -24,
  2 ** -149,
  2 ** -1074,
];

const decimals = [
  '3.14',
  '1000',
  '-2.5',
  '1e-5',
  '1E8',
  '0',
  '0.1',
  '1.5e+3',
  '-7.25E-2',
  '65504',
  '007',
  '1e-2',
  '100.5',
  '2',
];
const words = ['INF', '+INF', '-INF', 'inf', '+Inf', '-inf', 'NaN', 'nan', 'NAN'];

function strings(to: DType): readonly string[] {
  const format = formatOf(to);
  if (format.kind === 'integer') {
    const { min, max } = integerRange(format);
    return ['0', '1', '-1', '100', '-128', '007', `${max}`, `${min}`].filter(
      (x) => BigInt(x) >= min && BigInt(x) <= max,
    );
  }
  const { maxExponent, minExponent, precision } = format as FloatFormat;
  const fits = (x: number) => x === 0 || (x < 2 ** maxExponent && Math.abs(x) > 2 ** (minExponent + precision));
  return [...decimals.filter((text) => fits(Number(text))), ...words];
}

/** Short numbers: they have no digits that may be left out. */
const written = [0, 1, -1, 0.5, -2.25, 1000, 314.15926, 3.14, 0.1, 1e-5, 1_000_000, 1e8, infinity, -infinity, nan];

const shapes = [[1], [2, 3], [3, 1, 5], [], [0], [2, 0, 3], [7], [17], [2, 1, 1, 2, 1, 3], [129]];

/** Conversions between types. */
export const castFamily = familyOf({
  samples: (context) => [call(context, common(context), [2, 3]), call(context, common(context), [19])],
  sizes: (context) => [[[19], [24], [2, 3]].map((dims) => call(context, common(context), dims))],
  invalid: {
    *'illegal-target'(context) {
      const valid = call(context, [1, 2, 0, 3], [4]);
      const isNamed = valid.attributes?.to?.type === 'STRING';
      for (const to of isNamed ? ['UNDEFINED', 'COMPLEX64', 'float'] : [0, 14, 99]) {
        yield brokenCall(context, valid, { ...valid, attributes: attributes({ to }) });
      }
    },
  },
  plans: {
    *definition(context) {
      const numbers = common(context);
      yield call(context, numbers);
      yield call(context, numbers.toReversed(), [67]);
    },
    *'any-shape'(context) {
      for (const dims of shapes) yield call(context, common(context), dims);
    },
    *'float-rounding'(context) {
      const [from, to] = floats(context);
      yield call(context, [...halves(from, to), ...edges(from, to).filter(isRoundedInto(to))]);
    },
    *'float-out-of-range'(context) {
      const [from, to] = floats(context);
      const numbers = edges(from, to).filter((x) => !isRoundedInto(to)(x));
      yield call(context, [...numbers, nan, 0, -0]);
    },
    *'float-to-integer'(context) {
      const [from, to] = formats(context);
      yield call(context, fractions(from as FloatFormat, to as IntegerFormat));
    },
    *'integer-to-float'(context) {
      const [from, to] = formats(context);
      yield call(context, wideIntegers(from as IntegerFormat, to as FloatFormat));
    },
    *'integer-to-integer'(context) {
      const [from, to] = formats(context);
      yield call(context, anyIntegers(from as IntegerFormat, to as IntegerFormat));
    },
    *'to-bool'(context) {
      const [from] = formats(context);
      const special = from.kind === 'float' && from.bits > 8 ? [-0, nan, infinity, -infinity] : [];
      yield call(context, [...ofType(context.types.T1!, nearlyZero), ...special]);
    },
    *'from-bool'(context) {
      yield call(context, [0, 1, 1, 0, 0, 1]);
      yield call(context, [1, 0, 1], [33]);
    },
    *'from-string'(context) {
      yield call(context, strings(context.types.T2!));
    },
    *'to-string'(context) {
      const [from] = formats(context);
      if (from.kind === 'float')
        yield call(
          context,
          written.filter((x) => from.bits > 8 || isRepresentable(x, from)),
        );
      if (from.kind === 'integer') yield call(context, anyIntegers(from, from));
    },
    *'to-small-float'(context) {
      const [from, to] = floats(context);
      yield call(context, [0, -0, nan, ...halves(from, to)]);
      yield call(context, edges(from, to));
    },
    *'to-small-float-unsaturated'(context) {
      const [from, to] = floats(context);
      const own = attributes({ saturate: 0 });
      yield call(context, [0, -0, nan, ...halves(from, to)], undefined, own);
      yield call(context, edges(from, to), undefined, own);
    },
    *'to-power-of-two'(context) {
      const [from, to] = floats(context);
      yield call(context, powers(from, to, [0, 2 ** -128, 2 ** -130, infinity]));
    },
    *'to-power-of-two-round-mode'(context) {
      const [from, to] = floats(context);
      for (const mode of ['up', 'down', 'nearest']) {
        yield call(context, powers(from, to, []), undefined, attributes({ round_mode: mode }));
      }
      const own = attributes({ round_mode: 'nearest', saturate: 0 });
      yield call(context, powers(from, to, [0, 2 ** -130, infinity]), undefined, own);
    },
    *'to-finite-float'(context) {
      const [from, to] = floats(context);
      yield call(context, [0, -0, ...halves(from, to)]);
      yield call(context, edges(from, to));
    },
  },
});

/** Positive numbers between powers of two, those powers, and others. */
function powers(from: FloatFormat, to: FloatFormat, others: readonly number[]): readonly number[] {
  const exact = [1, 2 ** to.minExponent, 2 ** to.maxExponent, 2 ** 20];
  return [nan, ...numbersOf(from, [...halves(from, to), ...exact, ...others]).filter((x) => x > 0 || Object.is(x, 0))];
}
