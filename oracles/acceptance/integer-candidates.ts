import type { Kernel } from '../numerics/arithmetic.ts';
import { type FloatFormat, formatOf, type IntegerFormat, integerRange } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { exactAt, exactTerms } from '../numerics/exact.ts';
import { type IntegerOverflow, integerMachine, intoRange, type MachineInteger } from '../numerics/integers.ts';
import {
  asFarAsInteger,
  type IntegerRounding,
  type Interval,
  isFiniteReal,
  point,
  type Real,
  toInteger,
} from '../numerics/real.ts';
import { roundToFloat, unitRoundoff } from '../numerics/rounding.ts';
import { Vector } from '../numerics/vector.ts';
import { largestIntermediate } from './largest-intermediate.ts';
import { type ChoiceOf, type Observation, observe } from './policy.ts';
import { nativePrecision, nothing, type Reach, reachTerms, union } from './reach.ts';
import { reach } from './reach-arithmetic.ts';

/** How an integer result is defined. */
export interface IntegerDefinition {
  readonly kernel: Kernel;
  /** roundings that are defensible where the value is not an integer, the recommended first; empty if it always is one */
  readonly roundings: readonly IntegerRounding[];
  /** float types through which implementations compute, where the specification leaves that open */
  readonly through: readonly IntegersThrough[];
  /** algorithms for a kernel that has no form in integers: terms are converted, the results rounded to integers */
  readonly inFloats?: readonly Kernel[];
}

/** Float types through which integers may be computed. */
export type IntegersThrough = Exclude<ChoiceOf<'integer-arithmetic'>, 'exact'>;

/** One defensible choice of every policy and the answers that it gives; `anything` where it leaves them to the machine. */
export interface Candidate {
  readonly lo: bigint;
  readonly hi: bigint;
  readonly anything?: boolean;
  /** true if the answer is that of integers throughout, in any order */
  readonly exact?: boolean;
  readonly choices: readonly Observation[];
}

/**
 * Every defensible answer, the oracle's own first. While nothing can overflow these are the true value in every rounding
 * (and in float types that are too narrow for it); else also what overflow leads to.
 */
export function candidatesOf(
  definition: IntegerDefinition,
  terms: readonly bigint[],
  format: IntegerFormat,
): readonly Candidate[] {
  const vector = Vector.ofIntegers(terms);
  const truth = asFarAsInteger((bits) => definition.kernel(exactAt(bits), exactTerms(vector)));
  const roundings = definition.roundings.length > 0 ? definition.roundings : (['truncate'] as const);
  const { inFloats, through } = definition;
  if (inFloats) {
    const obvious = obviousReach(truth, vector.magnitude);
    return [
      ...roundings.flatMap((rounding) => widened(truth, rounding, format)),
      ...through.flatMap((name) => {
        const reached = obvious ?? reachOfConverted(name, inFloats, terms);
        return rounded(reached, name, roundings, truth, format);
      }),
    ];
  }
  const largest = d.fromInteger(largestIntermediate(definition.kernel, terms));
  const mayOverflow = d.compare(largest, d.fromInteger(integerRange(format).max)) > 0;
  // small enough for every type that an implementation may compute in: all choices agree on an integer
  if (!mayOverflow && isInteger(truth) && d.lessOrEqual(largest, smallForAll)) {
    return [only(toInteger(truth, 'truncate'), [])];
  }
  const obvious = obviousReach(truth, largest);
  return [
    ...roundings.flatMap((rounding) => widened(truth, rounding, format)),
    ...(mayOverflow ? roundings.flatMap((rounding) => stepwise(definition, terms, truth, rounding, format)) : []),
    ...through.flatMap((name) => {
      const reached = obvious ?? reachThrough(name, definition.kernel, vector, truth);
      return rounded(reached, name, roundings, truth, format);
    }),
  ];
}

/** Integers up to here, and their sums, are exact in float32 and wider. */
const smallForAll = d.powerOfTwo(formatOf('float32').precision);

/** How far from an integer and from a half a value has to be, relative to itself, so that no float type rounds it there. */
const farFromIntegers = -8;

/**
 * The true value, where no evaluation in float32 or wider is rounded to another integer: all sums are at most `largest`,
 * which is exact in those types, and no integer and no half is near. `undefined` elsewhere.
 */
function obviousReach(truth: Real, largest: d.Dyadic): Reach | undefined {
  if (!isFiniteReal(truth) || !d.lessOrEqual(largest, smallForAll)) return undefined;
  const margin = d.add(d.scale(d.abs(truth.lo), farFromIntegers), d.powerOfTwo(farFromIntegers));
  const halvesBelow = (x: d.Dyadic) => toInteger(point(d.scale(x, 1)), 'floor');
  const isFar = halvesBelow(d.subtract(truth.lo, margin)) === halvesBelow(d.add(truth.hi, margin));
  return isFar ? { ...nothing, finite: truth } : undefined;
}

function isInteger(x: Real): x is Interval {
  return isFiniteReal(x) && d.compare(x.lo, x.hi) === 0 && d.compare(d.roundToQuantum(x.lo, 0, 'down'), x.lo) === 0;
}

/** What a candidate chose; `overflow` where the result itself leaves the type. */
const choose = (
  intermediate: ChoiceOf<'integer-intermediate'>,
  overflow: ChoiceOf<'integer-overflow'> | undefined,
  rounding: IntegerRounding,
  arithmetic: ChoiceOf<'integer-arithmetic'>,
): Observation[] => [
  observe('integer-intermediate', intermediate),
  ...(overflow ? [observe('integer-overflow', overflow)] : []),
  observe('integer-rounding', rounding),
  observe('integer-arithmetic', arithmetic),
];

const only = (value: MachineInteger, choices: readonly Observation[]): Candidate =>
  value === undefined ? { lo: 0n, hi: 0n, anything: true, choices } : { lo: value, hi: value, exact: true, choices };

/** Intermediate results of any size; a result outside the type wraps or is clamped. */
function widened(truth: Real, rounding: IntegerRounding, format: IntegerFormat): Candidate[] {
  if (!isFiniteReal(truth)) return [beyond(truth, rounding, format)];
  const value = toInteger(truth, rounding);
  if (fits(value, format)) return [only(value, choose('widen', undefined, rounding, 'exact'))];
  return (['wrap', 'saturate'] as const).map((overflow) =>
    only(intoRange(value, format, overflow), choose('widen', overflow, rounding, 'exact')),
  );
}

const fits = (value: bigint, format: IntegerFormat): boolean => intoRange(value, format, 'wrap') === value;

function leavesType(truth: Real, rounding: IntegerRounding, format: IntegerFormat): boolean {
  return isFiniteReal(truth) && !fits(toInteger(truth, rounding), format);
}

/** An extremum of nothing is the end of the type; what else is not finite has no integer. */
function beyond(truth: number, rounding: IntegerRounding, format: IntegerFormat): Candidate {
  const { min, max } = integerRange(format);
  const choices = choose('widen', undefined, rounding, 'exact');
  return Number.isNaN(truth) ? only(undefined, choices) : only(truth < 0 ? min : max, choices);
}

/** Every operation brought into the type at once. */
function stepwise(
  definition: IntegerDefinition,
  terms: readonly bigint[],
  truth: Real,
  rounding: IntegerRounding,
  format: IntegerFormat,
): Candidate[] {
  const { kernel, through } = definition;
  const leaves = leavesType(truth, rounding, format);
  // a clamped sum depends on the order; it is lowest or highest when all terms of one sign come first, whatever the tree;
  // a clamped product when the terms that only turn its sign come last, or first
  const by = (key: (x: bigint) => bigint) => terms.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  const orders = [by((x) => x), by((x) => (x < 0n ? -x : x))];
  const allOrders = [...orders, ...orders.map((order) => order.toReversed())];
  const candidates = (overflow: IntegerOverflow, orders: readonly (readonly bigint[])[]) =>
    (['exact', ...through] as const).map((arithmetic) => {
      const machine = integerMachine(
        format,
        overflow,
        rounding,
        arithmetic === 'exact' ? undefined : formatOf(arithmetic),
      );
      const values = orders.map((order) => kernel(machine, order));
      const choices = choose(overflow, leaves ? overflow : undefined, rounding, arithmetic);
      const candidate = among(values, choices);
      return overflow === 'wrap' && arithmetic === 'exact' && !candidate.anything
        ? { ...candidate, exact: true }
        : candidate;
    });
  return [
    ...candidates('wrap', [terms]),
    ...candidates('saturate', allOrders),
    ...summedWider(definition, terms, rounding, format),
  ];
}

/** Terms that wrap one by one, and are then summed in a wider type: where such a sum fits, it is the wrapped one. */
function summedWider(
  { kernel, through }: IntegerDefinition,
  terms: readonly bigint[],
  rounding: IntegerRounding,
  format: IntegerFormat,
): Candidate[] {
  return (['exact', ...through] as const).flatMap((arithmetic) => {
    const float = arithmetic === 'exact' ? undefined : formatOf(arithmetic);
    const [inType, wider, anyWidth] = ([format, format, endless] as const).map((width, i) =>
      kernel(integerMachine(width, 'wrap', rounding, float, i > 0), terms),
    );
    if (wider === inType || wider === anyWidth) return [];
    if (wider === undefined) return [only(undefined, choose('wrap', undefined, rounding, arithmetic))];
    const overflows = fits(wider, format) ? [undefined] : (['wrap', 'saturate'] as const);
    const results = overflows.map((overflow) => ({ overflow, value: intoRange(wider, format, overflow ?? 'wrap') }));
    return results
      .filter(({ value }) => value !== inType)
      .map(({ overflow, value }) => ({
        ...only(value, choose('wrap', overflow, rounding, arithmetic)),
        exact: arithmetic === 'exact',
      }));
  });
}

/** A type that no square of a 64-bit integer leaves. */
const endless: IntegerFormat = { ...formatOf('int64'), bits: 256 };

/** Anything between the least and the greatest of some values. */
function among(values: readonly MachineInteger[], choices: readonly Observation[]): Candidate {
  if (values.includes(undefined)) return only(undefined, choices);
  const known = values as readonly bigint[];
  const lo = known.reduce((a, b) => (a < b ? a : b));
  const hi = known.reduce((a, b) => (a > b ? a : b));
  return { lo, hi, choices };
}

/**
 * What implementations reach that compute in a float type. Where that type holds every partial result, this is the exact
 * value again.
 */
function reachThrough(name: IntegersThrough, kernel: Kernel, vector: Vector, truth: Real): Reach {
  const through = formatOf(name);
  // float64: everything in it; float32: the sum is an integer, converted once, as function bodies do
  const precision = { ...nativePrecision(through), coarse: true, integerSums: name === 'float32' };
  const converted = name === 'float64' && !isHeldBy(vector, through) ? unitRoundoff(through) : d.zero;
  const reached = kernel(reach(precision), { ...reachTerms(vector), relative: converted });
  if (!isFiniteReal(truth)) return reached;
  const once = point(d.fromNumber(roundToFloat(truth.lo, through)));
  return union(reached, { ...nothing, finite: once });
}

/** What algorithms in a float type reach for terms that were converted to it. */
function reachOfConverted(name: IntegersThrough, kernels: readonly Kernel[], terms: readonly bigint[]): Reach {
  const through = formatOf(name);
  const values = Float64Array.from(terms, (x) => roundToFloat({ m: x, e: 0 }, through));
  return kernels
    .map((kernel) => kernel(reach({ ...nativePrecision(through), coarse: true }), reachTerms(Vector.of(values))))
    .reduce(union);
}

/** The integers to which results of a float type are rounded, in each way; what is not finite becomes anything. */
function rounded(
  { finite, plusInfinity, minusInfinity, nan }: Reach,
  name: IntegersThrough,
  roundings: readonly IntegerRounding[],
  truth: Real,
  format: IntegerFormat,
): Candidate[] {
  const general = [observe('integer-intermediate', 'widen'), observe('integer-arithmetic', name)];
  if (!finite || plusInfinity || minusInfinity || nan) return [only(undefined, general)];
  const { min, max } = integerRange(format);
  // a cast of a float beyond the type is undefined
  const mayBeBeyond = d.compare(finite.lo, d.fromInteger(min)) < 0 || d.compare(finite.hi, d.fromInteger(max)) > 0;
  const beyond = mayBeBeyond ? [only(undefined, general)] : [];
  const within = roundings.flatMap((rounding) => {
    const [lo, hi] = [toInteger(point(finite.lo), rounding), toInteger(point(finite.hi), rounding)];
    const choices = [...general, observe('integer-rounding', rounding)];
    const clamped = { lo: intoRange(lo, format, 'saturate'), hi: intoRange(hi, format, 'saturate') };
    if (!leavesType(truth, rounding, format)) return [{ ...clamped, choices }];
    const first = intoRange(lo, format, 'wrap');
    const last = first + (hi - lo);
    return [
      { ...clamped, choices: [...choices, observe('integer-overflow', 'saturate')] },
      {
        ...(last > max ? { lo: min, hi: max } : { lo: first, hi: last }),
        choices: [...choices, observe('integer-overflow', 'wrap')],
      },
    ];
  });
  return [...within, ...beyond];
}

/** True if a float type holds every term exactly. */
function isHeldBy(vector: Vector, format: FloatFormat): boolean {
  for (const x of vector.dyadics()) if (d.significantBits(x) > format.precision) return false;
  return true;
}
