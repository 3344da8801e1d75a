import {
  type DType,
  type FloatFormat,
  type Format,
  formatOf,
  type IntegerFormat,
  integerRange,
} from '../../oracles/numerics/dtype.ts';
import { isRepresentable, largestFinite, leastNormal, roundDouble } from '../../oracles/numerics/rounding.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';
import { isUsualFloat, narrows } from '../../oracles/operators/cast/clauses.ts';
import type { Attributes } from '../../oracles/spec/declaration.ts';
import { attributes, brokenCall, type CallPlan } from '../calls/draft-of-call.ts';
import type { PlanContext } from '../cases/proposal.ts';
import { lengthWithRest, withEachRest, withRest } from '../cases/take-turns.ts';
import { familyOf } from '../notation/derived.ts';
import { everyNumber } from '../values/values.ts';

const { POSITIVE_INFINITY: infinity, NaN: nan } = Number;

/** A cast of some numbers, one after the other, as long as the shape takes. @param like the shape of a tensor of the target's type */
function call(
  context: PlanContext,
  numbers: readonly Scalar[],
  dims = [numbers.length],
  own?: Attributes,
  like: readonly number[] = [1],
): CallPlan {
  // how the sign of NaN is written is open
  const data = { dims, numbers, ...(context.types.T2 !== 'string' && { nan: 'all' as const }) };
  if (context.version.inputs.length > 1)
    return { inputs: [data, { dims: like, numbers: [1] }], attributes: { ...own } };
  return { inputs: [data], attributes: { ...targetOf(context, context.types.T2!), ...own } };
}

/** The attribute that names a type: by its number, or in old versions by its name. */
function targetOf({ version }: PlanContext, dtype: DType): Attributes {
  const isNamed = version.attributes.some(({ name, type }) => name === 'to' && type === 'STRING');
  const names: Partial<Record<DType, string>> = { float32: 'FLOAT', float64: 'DOUBLE' };
  return attributes({ to: isNamed ? (names[dtype] ?? dtype.toUpperCase()) : formatOf(dtype).code });
}

/** Casts of lists of numbers that follow from the formats; from and to formats of some kind. */
const casts =
  <From extends Format, To extends Format>(lists: (from: From, to: To) => readonly (readonly Scalar[])[], own = {}) =>
  (context: PlanContext): CallPlan[] => {
    const [from, to] = [formatOf(context.types.T1!) as From, formatOf(context.types.T2!) as To];
    const all = lists(from, to).flatMap((numbers) => withEachRest(numbers, context));
    return all.map((numbers) => call(context, numbers, undefined, attributes(own)));
  };

const both = (numbers: readonly number[]): readonly number[] => numbers.flatMap((x) => [x, -x]);

/** Those numbers that a type has. */
const ofFormat = (format: Format, numbers: readonly (number | bigint)[]): readonly (number | bigint)[] =>
  numbers.filter((x) => {
    if (format.kind === 'float') return isRepresentable(Number(x), format);
    const { min, max } = format.kind === 'integer' ? integerRange(format) : { min: 0n, max: 1n };
    return (typeof x === 'bigint' || Number.isInteger(x)) && min <= x && x <= max;
  });

/** Those that a float type has, of both signs if it has signs. */
const numbersOf = (format: FloatFormat, numbers: readonly number[]): readonly number[] => [
  ...new Set((format.signed ? both(numbers) : numbers).filter((x) => isRepresentable(x, format))),
];

/** Numbers; those that both types represent are tried. */
const integers = [
  0, 1, 2, 3, 5, 7, 64, 100, 127, -1, -7, -8, -128, 255, 1000, -2047, 2048, 65_535, -65_536, 16_777_216,
];
const fractional = [0.5, -0.5, 1.5, -0.25, 6, -3, 2 ** -10, 2 ** -20];
const candidates = [...integers, 2 ** 31 - 1, ...fractional, -(2 ** 40), 2 ** 62, 2 ** 63, 2 ** 100];

/** A NaN for each bit pattern in use: a kernel that moves or rounds their bits like those of numbers makes other values of some. */
const nans = Array<number>(7).fill(nan);

/** The least and the greatest subnormal number, the least normal one and the greatest. */
const extremes = (format: FloatFormat): readonly number[] => {
  const [least, normal] = [2 ** format.minExponent, leastNormal(format)];
  return both([least, normal - least, normal, largestFinite(format)]);
};

/** A call with infinities, zeros and NaN, which stay what they are in a type that has all numbers of another one. */
function unchanged(context: PlanContext): readonly CallPlan[] {
  const [from, to] = [formatOf(context.types.T1!), formatOf(context.types.T2!)];
  if (!isUsualFloat(from) || !isUsualFloat(to) || narrows(from, to)) return [];
  return [call(context, [...nans, infinity, -infinity, -0, 0])];
}

/** Numbers that both types have; of types of few bits all. */
function common({ types }: PlanContext): readonly (number | bigint)[] {
  const [from, to] = [formatOf(types.T1!), formatOf(types.T2!)];
  if (to.kind === 'bool') return ofFormat(from, [0, 1, 2, 3, 6]);
  if (from.kind === 'float' && from.values && from.bits <= 8) return ofFormat(to, Array.from(from.values));
  const own = [from, to].flatMap((format) => (isUsualFloat(format) ? extremes(format) : []));
  if (from.kind !== 'integer' || from.bits > 8) return ofFormat(to, ofFormat(from, [...candidates, ...own]));
  return ofFormat(
    to,
    Array.from({ length: 2 ** from.bits }, (_, i) => BigInt(i) + integerRange(from).min),
  );
}

/** Numbers of a type at, and next to, the halves between neighbours of a narrower one, small and large. */
export function halves(from: FloatFormat, to: FloatFormat): readonly number[] {
  const { precision, minExponent, maxExponent } = to;
  const steps = [minExponent + precision, 0, 1, maxExponent - 1].flatMap((e) =>
    [0, 1, 2 ** (precision - 1) - 1].map((k) => [2 ** e + k * 2 ** (e - precision + 1), 2 ** (e - precision + 1)]),
  );
  const subnormal = [0, 1, 2].map((k) => [k * 2 ** minExponent, 2 ** minExponent]);
  const places = to.hasZero ? [...steps, ...subnormal] : [0, 1, 5, -3, 100].map((e) => [2 ** e, 2 ** e]);
  const near = ([x, ulp]: number[]) => [...withNeighbours(from, x! + ulp! / 2), x! + ulp! / 4, x! + 0.75 * ulp!];
  return numbersOf(from, places.flatMap(near));
}

/** Numbers at the edge of a range. */
export function edges(from: FloatFormat, to: FloatFormat): readonly number[] {
  const most = largestFinite(to);
  const half = 2 ** (to.maxExponent - to.precision);
  const beyond = [most + half * 2, most * 2, most * 1000, largestFinite(from), infinity];
  return numbersOf(from, [most, ...withNeighbours(from, most + half), ...beyond]);
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
function withNeighbours(format: FloatFormat, x: number): number[] {
  const step = 2 ** Math.max(Math.floor(Math.log2(x)) - format.precision + 1, format.minExponent);
  return [x, x - step, x + step];
}

/** Integers at, and next to, the halves between neighbours of a float type, and at the ends. */
function wideIntegers(from: IntegerFormat, to: FloatFormat): readonly bigint[] {
  const { min, max } = integerRange(from);
  const last = from.signed ? [] : [from.bits - 1];
  const exponents = [to.precision, to.precision + 1, from.bits - 2, ...last].filter((e) => e >= to.precision);
  const near = exponents.flatMap((e) => {
    const [start, half] = [1n << BigInt(e), 1n << BigInt(e - to.precision)];
    return [1n, 3n, 5n].flatMap((odd) => [-1n, 0n, 1n].map((d) => start + odd * half + d));
  });
  const ends = [0n, 1n, max, max - 1n, min, min + 1n, 65_504n, 65_519n, 65_520n, 65_535n];
  return [...new Set([...near, ...ends].flatMap((x) => [x, -x]))].filter((x) => min <= x && x <= max);
}

/** Fractions and integers in the range of an integer type; for 64 bits, some have bits both above and below bit 32. */
function fractions(from: FloatFormat, to: IntegerFormat): readonly number[] {
  const { min, max } = integerRange(to);
  const most = Number(max) < 2 ** 53 ? Number(max) : 2 ** (to.bits - 2);
  const small = [0, 0.5, 0.99, 1, 1.5, 2.5, 3.5, 1.25, 1.75, 99.5, 126.75];
  const wide = to.bits < 64 ? [] : [2 ** 53 + 2 ** 32, 2 ** 62 + 2 ** 41, 2 ** 63 + 2 ** 41];
  const numbers = [...small, most - 0.5, most - 1.25, most, most / 2 + 0.5, 0.75 * most, ...wide];
  const all = to.signed ? [...both(numbers), Number(min), Number(min) / 2] : numbers;
  const isInRange = (x: number) => Math.abs(x) < Number(max) + 1 || x === Number(min);
  return [...new Set(all.map((x) => roundDouble(x, from)))].filter(isInRange);
}

/** Integers that leave the range of a narrower type, and that differ in signs. */
function anyIntegers(from: IntegerFormat, to: IntegerFormat): readonly bigint[] {
  const [own, other] = [integerRange(from), integerRange(to)];
  const size = other.max - other.min + 1n;
  const ends = [own.min, own.max, other.min, other.max];
  const turns = [size, size + 5n, -size - 3n, 3n * size - 1n, other.max + 1n, other.min - 1n, own.max >> 1n];
  const all = [...ends, 0n, 1n, -1n, 36n, 200n, 300n, -129n, ...turns];
  return [...new Set(all)].filter((x) => own.min <= x && x <= own.max);
}

/** What is true though its low bits, or its nearest integer, are 0. */
const tiny = [0.5, -0.25, 1e-7, 2 ** -24, 2 ** -149, 2 ** -1074];
const nearlyZero = [0, 1, -1, 2, 36, 255, 256, 65_536, -256, 2 ** 31, 2 ** 32, -(2 ** 62), ...tiny];

const decimals = '3.14 1000 -2.5 1e-5 1E8 0 0.1 1.5e+3 -7.25E-2 65504 007 1e-2 100.5 2'.split(' ');
const words = 'INF +INF -INF inf +Inf -inf NaN nan NAN'.split(' ');

/** Integers that no double, or no float32, is. */
const farIntegers = ['16777217', '9007199254740993', '-9007199254740995', '4611686018427387905'];

/** Strings that write numbers of a type. */
function strings(to: FloatFormat | IntegerFormat): readonly string[] {
  if (to.kind === 'integer') {
    const { min, max } = integerRange(to);
    const all = ['0', '1', '-1', '100', '-128', '007', `${max}`, `${min}`, ...farIntegers];
    return all.filter((x) => BigInt(x) >= min && BigInt(x) <= max);
  }
  const { maxExponent, minExponent, precision } = to;
  const fits = (x: number) => x === 0 || (x < 2 ** maxExponent && Math.abs(x) > 2 ** (minExponent + precision));
  // with all their digits, which doubles have for those of narrower types
  const halfway = precision < 53 ? both([1, 3].map((odd) => 1 + odd * 2 ** -precision)) : [];
  const inFull = halfway.map((x) => x.toFixed(precision));
  return [...decimals.filter((text) => fits(Number(text))), ...inFull, ...words];
}

/** Numbers that decimals of a fixed length lose, for types that have them without more digits. */
const small = [1e-7, -2e-9, 3e-20];

/** Short numbers: they have no digits that may be left out. */
const short = [0, 1, -1, 0.5, -2.25, 1000, 314.15926, 3.14, 0.1, 1e-5, 1_000_000, 1e8, infinity, -infinity, nan];

/** Positive numbers between powers of two, those powers, and others. */
function powers(from: FloatFormat, to: FloatFormat, others: readonly number[]): readonly number[] {
  const exact = [1, 2 ** to.minExponent, 2 ** to.maxExponent, 2 ** 20];
  return [nan, ...numbersOf(from, [...halves(from, to), ...exact, ...others]).filter((x) => x > 0 || Object.is(x, 0))];
}

/** Halves and edges of a float type, with what is special. */
const limits =
  (...special: number[]) =>
  (from: FloatFormat, to: FloatFormat) => [[...special, ...halves(from, to)], edges(from, to)];

/** The ways in which attributes have floats of few bits made. */
function waysTo(format: Format): readonly Attributes[] {
  if (format.kind !== 'float' || format.bits > 8 || !format.hasNaN) return [{}];
  if (format.signed) return [{}, attributes({ saturate: 0 })];
  const rounded = ['up', 'down', 'nearest'].map((round_mode) => attributes({ round_mode }));
  return [...rounded, attributes({ round_mode: 'nearest', saturate: 0 })];
}

/** Many numbers, each made when it is asked for by its place. */
interface Numbers {
  readonly count: number;
  readonly at: (place: number) => Scalar;
}

/** Many numbers in one model each way; every day a small part of them where there are too many. */
const exhaustive =
  (list: (from: Format, to: Format) => Numbers) =>
  (context: PlanContext): CallPlan[] => {
    const [from, to] = [formatOf(context.types.T1!), formatOf(context.types.T2!)];
    const { count, at } = list(from, to);
    const part = (every: number) =>
      waysTo(to).map((own): CallPlan => {
        const some = Math.ceil(count / every);
        const length = lengthWithRest(some);
        const { inputs, ...plain } = call(context, [0], [length], own);
        const data = {
          dims: [length],
          get numbers() {
            return withRest(Array.from({ length: some }, (_, i) => at(i * every)));
          },
        };
        return { ...plain, inputs: inputs.with(0, data), ...(some > 1000 && { suite: 'full' }) };
      });
    return count <= 1000 ? part(1) : [...part(2 * Math.floor(count / 512) + 1), ...part(1)];
  };

/** All neighbours of a float type: at each half between them, and the numbers of a wider type that are next to it. */
function boundaries(from: FloatFormat, to: FloatFormat): Numbers {
  const { precision, minExponent, maxExponent } = to;
  const last = 2 ** (precision - 1);
  // of float32 some of each exponent; a type has no more exponents than normal numbers below 2
  const fractions = precision > 11 ? [0, 1, 2 ** 11, last / 2, last - 2, last - 1] : range(0, last - 1);
  const exponents = range(minExponent + precision - 1, maxExponent);
  const subnormal = precision > 11 ? fractions : range(0, last - 1);
  const signs = to.signed ? [1, -1] : [1];
  const halves = subnormal.length + exponents.length * fractions.length;
  const half = (place: number): number => {
    if (place < subnormal.length) return (subnormal[place]! + 0.5) * 2 ** minExponent;
    const normal = place - subnormal.length;
    const exponent = exponents[Math.floor(normal / fractions.length)]!;
    return (last + fractions[normal % fractions.length]! + 0.5) * 2 ** (exponent - precision + 1);
  };
  const at = (place: number) => {
    const positive = Math.floor(place / signs.length);
    return signs[place % signs.length]! * withNeighbours(from, half(Math.floor(positive / 3)))[positive % 3]!;
  };
  return { count: 3 * signs.length * halves, at };
}

/** Each integer of a type, and the floats next to it that are within. */
function integersAndNeighbours(from: FloatFormat, to: IntegerFormat): Numbers {
  const [min, max] = [Number(integerRange(to).min), Number(integerRange(to).max)];
  const inside = (x: number) => Math.trunc(x) >= min && Math.trunc(x) <= max;
  const at = (place: number) => {
    const x = min + Math.floor(place / 3);
    const near = (x === 0 ? [0, 0.5, -0.5] : withNeighbours(from, Math.abs(x)))[place % 3]!;
    const signed = x < 0 ? -near : near;
    return inside(signed) ? signed : x;
  };
  return { count: 3 * (max - min + 1), at };
}

const range = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, i) => first + i);

const shapes = [
  [1],
  [2, 3],
  [3, 1, 5],
  [],
  [0],
  [2, 0, 3],
  [7],
  [17],
  [2, 1, 1, 2, 1, 3],
  [129],
  [1, 3, 9, 11],
  [0, 3],
  [3, 0],
];

/** Shapes of the tensor that gives the type: none of them matters. */
const likes = [[0], [], [4, 3], [1], [2, 0, 3]];

/** Numbers whose fate the text names, by the kinds of the types. */
function drawable(from: Format, to: Format): readonly (readonly Scalar[])[] {
  if (from.kind === 'float' && to.kind === 'float') return to.hasZero ? [halves(from, to)] : [];
  if (from.kind === 'float' && to.kind === 'integer') return [fractions(from, to)];
  if (from.kind === 'integer' && to.kind === 'float') return to.bits > 8 ? [wideIntegers(from, to)] : [];
  if (from.kind === 'integer' && to.kind === 'integer') return [anyIntegers(from, to)];
  return from.kind === 'string' && (to.kind === 'float' || to.kind === 'integer') ? [strings(to)] : [];
}

/** Conversions between types. */
export const castFamily = familyOf({
  draw: (draws) => {
    const { context } = draws;
    const [from, to] = [formatOf(context.types.T1!), formatOf(context.types.T2!)];
    const dims = draws.sizes(draws.count(0, 6));
    const own = draws.pick(...(context.version.attributes.length > 1 ? waysTo(to) : [{}]));
    // of what is beyond the other type the text says nothing, or a clause of its own does
    const numbers = draws.pick(common(context), ...drawable(from, to));
    return call(context, draws.turned(numbers), dims, own);
  },
  samples: (context) => [[2, 3], [19]].map((dims) => call(context, common(context), dims)),
  // drawn anew for each run of a session
  sizes: (context) => [
    [[19], [24], [6]].map((dims) => {
      const { inputs, ...plain } = call(context, [0], dims);
      return { ...plain, inputs: inputs.with(0, { dims, kind: 'small' as const }) };
    }),
  ],
  invalid: {
    *'invalid-target'(context) {
      const valid = call(context, [1, 2, 0, 3], [4]);
      const isNamed = valid.attributes?.to?.type === 'STRING';
      for (const to of isNamed ? ['UNDEFINED', 'COMPLEX64', 'float'] : [0, 14, 99]) {
        yield brokenCall(context, valid, { ...valid, attributes: attributes({ to }) });
      }
    },
  },
  plans: {
    definition: (context) => [
      call(context, common(context)),
      call(context, common(context).toReversed(), [67]),
      ...unchanged(context),
    ],
    'any-shape': (context) =>
      shapes.map((dims, i): CallPlan => {
        const like = likes[i % likes.length]!;
        // a tensor of nothing has a type, too
        const suite = context.version.inputs.length > 1 && i === 0 ? 'quick' : undefined;
        return { ...call(context, common(context), dims, undefined, like), ...(suite && { suite }) };
      }),
    'float-rounding': casts((from: FloatFormat, to: FloatFormat) => [
      [...halves(from, to), ...edges(from, to).filter(isRoundedInto(to))],
    ]),
    'float-out-of-range': casts((from: FloatFormat, to: FloatFormat) => [
      [...edges(from, to).filter((x) => !isRoundedInto(to)(x)), ...nans, 0, -0],
    ]),
    'float-to-integer': casts((from: FloatFormat, to: IntegerFormat) => [fractions(from, to)]),
    'integer-to-float': casts((from: IntegerFormat, to: FloatFormat) => [wideIntegers(from, to)]),
    'integer-to-integer': casts((from: IntegerFormat, to: IntegerFormat) => [anyIntegers(from, to)]),
    'to-bool': casts((from) => {
      const special = from.kind === 'float' && from.bits > 8 ? [-0, ...nans, infinity, -infinity] : [];
      return [[...ofFormat(from, nearlyZero), ...special]];
    }),
    'from-bool': (context) => [call(context, [0, 1, 1, 0, 0, 1]), call(context, [1, 0, 1], [33])],
    'from-string': casts((_, to: FloatFormat | IntegerFormat) => [strings(to)]),
    'to-string': casts((from) => {
      if (from.kind === 'integer') return [anyIntegers(from, from)];
      if (from.kind !== 'float') return [];
      return from.bits > 16 ? [short, small] : [short.filter((x) => from.bits > 8 || isRepresentable(x, from))];
    }),
    'to-small-float': casts(limits(0, -0, ...nans)),
    'to-small-float-unsaturated': casts(
      (from: FloatFormat, to: FloatFormat) => [
        [0, -0, ...nans, ...halves(from, to), ...edges(from, to)],
        edges(from, to),
      ],
      { saturate: 0 },
    ),
    'to-power-of-two': casts((from: FloatFormat, to: FloatFormat) => [
      powers(from, to, [0, 2 ** -128, 2 ** -130, infinity]),
    ]),
    'to-power-of-two-round-mode': (context) => [
      ...['up', 'down', 'nearest'].flatMap((round_mode) =>
        casts((from: FloatFormat, to: FloatFormat) => [powers(from, to, [])], { round_mode })(context),
      ),
      ...casts((from: FloatFormat, to: FloatFormat) => [powers(from, to, [0, 2 ** -130, infinity])], {
        round_mode: 'nearest',
        saturate: 0,
      })(context),
    ],
    'to-finite-float': casts(limits(0, -0)),
    'every-number': exhaustive((from) => ({ count: 2 ** from.bits, at: (place) => everyNumber(from.name)[place]! })),
    'every-boundary': exhaustive((from, to) => boundaries(from as FloatFormat, to as FloatFormat)),
    'every-integer': exhaustive((from, to) => integersAndNeighbours(from as FloatFormat, to as IntegerFormat)),
  },
});
