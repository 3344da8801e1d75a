import {
  type ComplexFormat,
  type DType,
  type FloatFormat,
  formatOf,
  type IntegerFormat,
  integerRange,
} from '../../oracles/numerics/dtype.ts';
import { isRepresentable, largestFinite, leastNormal, roundDouble } from '../../oracles/numerics/rounding.ts';
import { elementCount, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import type { NumericScalar, Scalar } from '../../oracles/numerics/trait.ts';
import type { Random } from '../cases/random.ts';

/**
 * Kinds of data, of any dtype:
 * - `distinct`: short numbers that all differ if the type has enough: they show which input element an output copies
 * - `small`: small integers, of either sign if the type is signed
 * - `mixed`: numbers of usual magnitude with all digits of the type
 * - `wide`: numbers of all magnitudes of the type
 * - `special`: special numbers and their neighbours, among usual numbers
 * - `zeros`: zeros, of both signs
 * - `equal`: one number everywhere
 * - `negative`: negative numbers; for unsigned types the upper half of the range
 * - `halves`: integers plus a half, which lie between two integers; for integer types odd numbers
 * - `large`: integers that narrower types cannot hold, if the type has them
 */
export const valueKinds = [
  ...(['distinct', 'small', 'mixed', 'wide', 'special', 'zeros'] as const),
  ...(['equal', 'negative', 'halves', 'large'] as const),
] as const;
/** The kinds with which the fuzzer redraws the data of programs. */
export const redrawnKinds = valueKinds.slice(0, 6);
export type ValueKind = (typeof valueKinds)[number];
/** The kinds whose nonzero numbers all have a usual magnitude. */
export const usualKinds = ['distinct', 'small', 'mixed'] as const satisfies readonly ValueKind[];

/** A tensor of some kind of data. */
export function valuesOfKind(kind: ValueKind, dtype: DType, dims: readonly number[], random: Random): Tensor {
  const format = formatOf(dtype);
  if (format.kind === 'float') {
    return tensorOfScalars(dtype, dims, (format.bits <= 8 ? smallFloatOf : floatOf)(kind, format, random));
  }
  if (format.kind === 'bool') return tensorOfScalars(dtype, dims, () => (random.boolean() ? 1n : 0n));
  if (format.kind === 'string') return tensorOfScalars(dtype, dims, textOf(kind, random));
  if (format.kind === 'complex') {
    const parts = floatOf(kind, partsOf(format), random);
    return tensorOfScalars(dtype, dims, (i) => ({ re: parts(2 * i), im: parts(2 * i + 1) }));
  }
  const { min, max } = integerRange(format);
  const count = max - min + 1n;
  const edges = edgesOf(format);
  const first = random.below(count);
  // drawn only for this kind, so that the data of other kinds do not change
  const digits = [BigInt(format.bits) - 2n, ...digitsBeyond.filter((some) => 1n << some < max)];
  const large = kind === 'large' ? random.pick(digits) : 0n;
  const at: Readonly<Record<ValueKind, (i: number) => bigint>> = {
    distinct: (i) => clamp(BigInt(i) - (format.signed ? BigInt(elementCount(dims) >> 1) : 0n), min, max),
    small: () => clamp((min < 0n ? -4n : 0n) + random.below(9n), min, max),
    mixed: () => min + random.below(count),
    wide: () => (min + random.below(count)) >> random.below(BigInt(format.bits)),
    special: (i) => edges[Number((first + BigInt(i)) % BigInt(edges.length))]!,
    zeros: () => 0n,
    equal: () => (first % (max < 7n ? max : 7n)) + 1n,
    negative: () => (min < 0n ? -1n - random.below(-min) : max - random.below(max / 2n + 1n)),
    halves: () => min + 2n * random.below(count / 2n) + 1n,
    large: () => clamp((1n << large) + 1n + random.below(1n << (large - 1n)), min, max),
  };
  return tensorOfScalars(dtype, dims, at[kind]);
}

/** Numbers of binary digits that narrower types, or floats of the same width, cannot hold. */
const digitsBeyond = [24n, 31n, 53n] as const;

/** The ends of an integer type's range, and small numbers. */
function edgesOf(format: IntegerFormat): readonly bigint[] {
  const { min, max } = integerRange(format);
  return [min, max, 0n, 1n, max - 1n, min + 1n, ...(format.signed ? [-1n] : [max >> 1n])];
}

/**
 * Values that change when converted to a narrower type, to float64 or to a type of the same width. For floats they are special numbers.
 * For integers they are the ends of the range, odd numbers beyond the digits of floats, and the bits of signaling NaN.
 */
export function fragileValues(dtype: DType): readonly Scalar[] {
  const format = formatOf(dtype);
  switch (format.kind) {
    case 'float': {
      if (format.bits <= 8) return Array.from(format.values!);
      const { precision, minExponent } = format;
      const [least, next] = [2 ** minExponent, 1 + 2 ** (1 - precision)];
      const subnormal = -(leastNormal(format) - least);
      return [
        Number.NaN,
        -0,
        least,
        Number.POSITIVE_INFINITY,
        next,
        subnormal,
        largestFinite(format),
        Number.NEGATIVE_INFINITY,
      ];
    }
    case 'integer': {
      const { min, max } = integerRange(format);
      const beyond = [24n, 31n, 53n].map((digits) => (1n << digits) + 1n);
      const signaling = [0x7c01n, 0x7f81n, 0x7f80_0001n, 0x7ff0_0000_0000_0001n];
      return [...edgesOf(format), ...beyond, ...signaling].filter((x) => min <= x && x <= max);
    }
    case 'bool':
      return [1n, 0n, 0n];
    case 'complex':
      return [0.1, -0, Number.NaN, Number.NEGATIVE_INFINITY].map((re, i) => ({
        re,
        im: i % 2 === 0 ? -0 : 2 ** 24 + i,
      }));
    case 'string':
      return delicateStrings;
  }
}

/** Makes a tensor of the given numbers, repeated until it is full and each rounded to the type. In a string tensor they are written out. */
export function tensorOf(dtype: DType, dims: readonly number[], numbers: readonly Scalar[]): Tensor {
  const format = formatOf(dtype);
  return tensorOfScalars(dtype, dims, (i) => {
    const x = numbers[i % numbers.length]!;
    if (format.kind === 'float') return numberOf(Number(x), format);
    if (format.kind === 'string') return String(x);
    if (format.kind === 'complex') return typeof x === 'object' ? x : { re: Number(x), im: 0 };
    return format.kind === 'bool' ? BigInt(Number(x) & 1) : BigInt(x as NumericScalar);
  });
}

/**
 * Strings that differ in one respect only: case, spaces, the code points of one letter, the last byte, the upper byte of a code point,
 * the part after a zero, or the length. Some are equal numbers in different notations.
 */
export const delicateStrings: readonly string[] = [
  ...['', ' ', 'a', 'A', 'b', 'ab', 'ba', 'a ', ' a', 'a\n', '0', '-0', '0.0', 'NaN', 'nan'],
  ...['é', 'e\u0301', 'ß', 'ss', '日本', '日', '😀', '😁', 'š', 'a\0b'],
  ...[15, 16, 17, 33].map((length) => 'x'.repeat(length)),
  `${'x'.repeat(32)}y`,
];

function textOf(kind: ValueKind, random: Random): (i: number) => string {
  const turn = random.integer(0, delicateStrings.length - 1);
  const at: Readonly<Record<ValueKind, (i: number) => string>> = {
    distinct: (i) => `s${i}`,
    small: () => random.pick(['a', 'b', 'c']),
    mixed: () => random.pick(delicateStrings),
    wide: () => random.pick(delicateStrings).repeat(random.integer(0, 40)),
    special: (i) => delicateStrings[(turn + i) % delicateStrings.length]!,
    zeros: () => '',
    equal: () => delicateStrings[turn]!,
    negative: (i) => `-${i}`,
    halves: (i) => `${i}.5`,
    large: (i) => `${2n ** 53n + BigInt(i)}`,
  };
  return at[kind];
}

/** The type of the real and the imaginary part. */
const partsOf = ({ bits }: ComplexFormat): FloatFormat => formatOf(bits === 64 ? 'float32' : 'float64') as FloatFormat;

const clamp = (x: bigint, min: bigint, max: bigint): bigint => {
  const count = max - min + 1n;
  return min + ((((x - min) % count) + count) % count);
};

/** Returns the number of a format that is nearest to `x`. */
function numberOf(x: number, format: FloatFormat): number {
  if (format.bits > 8 || isRepresentable(x, format)) return roundDouble(x, format);
  const distance = (y: number) => Math.abs(y - x);
  return finiteOf(format).reduce((best, y) => (distance(y) < distance(best) ? y : best));
}

/** All finite numbers of a format of few bits. */
const finiteOf = ({ values }: FloatFormat): readonly number[] => Array.from(values!).filter(Number.isFinite);

/**
 * Every number of a type of at most 16 bits: floats in the order of their bit patterns, integers in increasing order. Empty for other
 * types.
 */
export function everyNumber(dtype: DType): readonly NumericScalar[] {
  const numbers = known.get(dtype) ?? numbersOf(dtype);
  known.set(dtype, numbers);
  return numbers;
}

/** Each operator needs them once. */
const known = new Map<DType, readonly NumericScalar[]>();

function numbersOf(dtype: DType): readonly NumericScalar[] {
  const format = formatOf(dtype);
  if (format.kind === 'float') return Array.from(format.values ?? []);
  if (format.kind !== 'integer' || format.bits > 16) return [];
  const { min } = integerRange(format);
  return Array.from({ length: 2 ** format.bits }, (_, i) => min + BigInt(i));
}

/** Formats of at most 8 bits have so few numbers that all are tried. */
function smallFloatOf(kind: ValueKind, format: FloatFormat, random: Random): (i: number) => number {
  const finite = finiteOf(format);
  const integers = finite.filter((x) => Number.isInteger(x) && Math.abs(x) <= 4);
  const zeros = finite.filter((x) => x === 0);
  const negative = finite.filter((x) => x < 0);
  const halves = finite.filter((x) => Math.abs(x) <= 2.5 && !Number.isInteger(x));
  const all = format.values!;
  const first = random.integer(0, all.length - 1);
  const at: Readonly<Record<ValueKind, (i: number) => number>> = {
    distinct: (i) => finite[i % finite.length]!,
    small: () => random.pick(integers),
    mixed: () => random.pick(finite),
    wide: () => random.pick(finite),
    special: (i) => all[(first + i * 7) % all.length]!,
    zeros: () => random.pick(zeros.length > 0 ? zeros : finite),
    equal: () => integers[first % integers.length]!,
    negative: () => random.pick(negative.length > 0 ? negative : finite),
    halves: () => random.pick(halves),
    large: () => random.pick(finite.slice(-8)),
  };
  return at[kind];
}

function floatOf(kind: ValueKind, format: FloatFormat, random: Random): (i: number) => number {
  const { precision, minExponent, maxExponent } = format;
  const round = (x: number) => signedZero(roundDouble(x, format), format);
  const mixed = () => round((random.unit() * 2 - 1) * 2 ** random.integer(-2, 3));
  const specials = specialNumbers(format);
  const turn = random.integer(0, specials.length - 1);
  const digits = [precision - 1, ...digitsBeyond.map(Number).filter((some) => some + 1 < maxExponent)];
  const large = kind === 'large' ? random.pick(digits) : 0;
  const at: Readonly<Record<ValueKind, (i: number) => number>> = {
    // the first ones are short enough for the narrowest type
    distinct: (i) => ((i & 1 ? -1 : 1) * ((i % 2 ** (precision - 2)) + 1)) / 4,
    small: () => random.integer(-4, 4),
    mixed,
    wide: () => round((random.unit() * 2 - 1) * 2 ** random.integer(minExponent + precision, maxExponent)),
    special: (i) => (i % 3 === 2 ? mixed() : specials[(turn + i) % specials.length]!),
    zeros: () => signedZero(random.boolean() ? 0 : -0, format),
    equal: () => (turn + 1) / 4,
    negative: () => -Math.abs(mixed()) || -1,
    halves: () => random.integer(-9, 9) + 0.5,
    large: () => round((random.boolean() ? 1 : -1) * (1 + random.unit()) * 2 ** large),
  };
  return at[kind];
}

/** Special numbers that may be placed alone among others. */
export const loneNumbers = ['NaN', 'infinity', '-infinity', '-0', 'subnormal', 'greatest', 'least'] as const;
export type LoneNumber = (typeof loneNumbers)[number];

/** The value of a special number in a type; `undefined` if the type does not have it. */
export function loneNumber(which: LoneNumber, dtype: DType): NumericScalar | undefined {
  const format = formatOf(dtype);
  if (format.kind === 'integer') {
    const { min, max } = integerRange(format);
    return which === 'greatest' ? max : which === 'least' ? min : undefined;
  }
  if (format.kind !== 'float') return undefined;
  const largest = largestFinite(format);
  const numbers: Readonly<Record<LoneNumber, number>> = {
    NaN: Number.NaN,
    infinity: Number.POSITIVE_INFINITY,
    '-infinity': Number.NEGATIVE_INFINITY,
    '-0': -0,
    subnormal: 2 ** format.minExponent,
    greatest: largest,
    least: -largest,
  };
  const x = numbers[which];
  return (format.signed || !(x < 0)) && specialNumbers(format).some((other) => Object.is(other, x)) ? x : undefined;
}

/** Returns the number, with −0 replaced by 0 if the type has no −0. */
const signedZero = (x: number, { hasMinusZero }: FloatFormat): number => (x === 0 && !hasMinusZero ? 0 : x);

const specials = new Map<FloatFormat, readonly number[]>();

/** The special numbers of a format, and their neighbours. */
export function specialNumbers(format: FloatFormat): readonly number[] {
  const known = specials.get(format) ?? specialNumbersOf(format);
  specials.set(format, known);
  return known;
}

function specialNumbersOf(format: FloatFormat): readonly number[] {
  const { precision, minExponent } = format;
  const normal = leastNormal(format);
  const least = 2 ** minExponent;
  const positive = [
    ...[Number.POSITIVE_INFINITY, 0, least, normal - least, normal, largestFinite(format)],
    ...[
      1,
      1 + 2 ** (1 - precision),
      1 - 2 ** -precision,
      0.5,
      1.5,
      2.5,
      2 ** (precision - 1),
      2 ** (precision - 2) + 0.5,
    ],
  ];
  return [Number.NaN, ...positive.flatMap((x) => [x, -x])].filter((x) => {
    if (Number.isNaN(x)) return format.hasNaN;
    return Number.isFinite(x) ? format.hasMinusZero || !Object.is(x, -0) : format.hasInfinity;
  });
}
