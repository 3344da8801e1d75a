import type { Kernel } from '../numerics/arithmetic.ts';
import { type FloatFormat, formatOf, type IntegerFormat, integerRange } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { exactAt, exactTerms } from '../numerics/exact.ts';
import { integerMachine, intoRange, type MachineInteger } from '../numerics/integers.ts';
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
import { nativePrecision, type Reach, reachTerms, union } from './reach.ts';
import { reach } from './reach-arithmetic.ts';

/** How an integer result is defined. */
export interface IntegerDefinition {
  readonly kernel: Kernel;
  /** roundings that are defensible where the value is not an integer, the recommended first; empty if it always is one */
  readonly roundings: readonly IntegerRounding[];
  /** float types through which implementations compute, where the specification leaves that open */
  readonly through: readonly IntegersThrough[];
  /** algorithms for a kernel that has no form in integers: terms are converted, the results truncated */
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
  const magnitude = d.maximum(vector.magnitude, isFiniteReal(truth) ? truth.hi : d.zero);
  const obvious = isFiniteReal(truth) && d.lessOrEqual(magnitude, smallForAll) && isFarFromIntegers(truth);
  if (inFloats) {
    return [
      ...roundings.flatMap((rounding) => widened(truth, rounding, format)),
      ...through.map((name) => (obvious ? obviousIn(name, truth) : convertedTo(name, inFloats, terms, truth, format))),
    ];
  }
  const largest = d.fromInteger(largestIntermediate(definition.kernel, terms));
  const mayOverflow = d.compare(largest, d.fromInteger(integerRange(format).max)) > 0;
  // small enough for every type that an implementation may compute in: all choices agree on an integer
  if (!mayOverflow && isInteger(truth) && d.lessOrEqual(largest, smallForAll)) {
    return [only(toInteger(truth, 'truncate'), [])];
  }
  return [
    ...roundings.flatMap((rounding) => widened(truth, rounding, format)),
    ...(mayOverflow ? roundings.flatMap((rounding) => stepwise(definition, terms, truth, rounding, format)) : []),
    ...through.map((name) =>
      obvious && d.lessOrEqual(largest, smallForAll)
        ? obviousIn(name, truth)
        : throughFloat(definition.kernel, vector, truth, format, name),
    ),
  ];
}

/** Integers up to here, and their sums, are exact in float32 and wider. */
const smallForAll = d.powerOfTwo(formatOf('float32').precision);

/** How far from an integer a value has to be, relative to itself, so that no float type rounds it to that integer. */
const farFromIntegers = -8;

/** True if no evaluation in float32 or wider of at most 2^24 terms of at most 2^24 in all comes near an integer. */
function isFarFromIntegers(x: Interval): boolean {
  const margin = d.add(d.scale(d.abs(x.lo), farFromIntegers), d.powerOfTwo(farFromIntegers));
  const [below, above] = [d.subtract(x.lo, margin), d.add(x.hi, margin)];
  return below.m > 0n && toInteger(point(below), 'floor') === toInteger(point(above), 'floor');
}

/** What a float type gives where it cannot miss. */
function obviousIn(name: IntegersThrough, truth: Interval): Candidate {
  const value = toInteger(truth, 'truncate');
  return { lo: value, hi: value, choices: inFloat(name, 'truncate') };
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
  { kernel, through }: IntegerDefinition,
  terms: readonly bigint[],
  truth: Real,
  rounding: IntegerRounding,
  format: IntegerFormat,
): Candidate[] {
  const leaves = leavesType(truth, rounding, format);
  const wrapping = (['exact', ...through] as const).map((arithmetic) => {
    const float = arithmetic === 'exact' ? undefined : formatOf(arithmetic);
    const value = kernel(integerMachine(format, 'wrap', rounding, float), terms);
    const candidate = only(value, choose('wrap', leaves ? 'wrap' : undefined, rounding, arithmetic));
    return float ? { ...candidate, exact: false } : candidate;
  });
  // a clamped sum depends on the order; it is lowest or highest when all terms of one sign come first, whatever the tree;
  // a clamped product when the terms that only turn its sign come last, or first
  const by = (key: (x: bigint) => bigint) => terms.toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
  const orders = [by((x) => x), by((x) => (x < 0n ? -x : x))];
  const saturated = [...orders, ...orders.map((order) => order.toReversed())].map((order) =>
    kernel(integerMachine(format, 'saturate', rounding), order),
  );
  const choices = choose('saturate', leaves ? 'saturate' : undefined, rounding, 'exact');
  if (saturated.includes(undefined)) return [...wrapping, only(undefined, choices)];
  const values = saturated as bigint[];
  const lo = values.reduce((a, b) => (a < b ? a : b));
  const hi = values.reduce((a, b) => (a > b ? a : b));
  return [...wrapping, { lo, hi, choices }];
}

/**
 * What implementations return that compute in a float type and truncate. Where that type holds every partial result,
 * this is the exact answer again; else the truncated ends of what is reachable.
 */
function throughFloat(
  kernel: Kernel,
  vector: Vector,
  truth: Real,
  format: IntegerFormat,
  name: IntegersThrough,
): Candidate {
  const through = formatOf(name);
  // float64: everything in it; float32: the sum is an integer, converted once, as function bodies do
  const precision = { ...nativePrecision(through), coarse: true, integerSums: name === 'float32' };
  const converted = name === 'float64' && !isHeldBy(vector, through) ? unitRoundoff(through) : d.zero;
  const reached = kernel(reach(precision), { ...reachTerms(vector), relative: converted });
  const once = isFiniteReal(truth) ? d.fromNumber(roundToFloat(truth.lo, through)) : undefined;
  return truncated(reached, name, truth, format, once);
}

/** What algorithms in a float type return for terms that were converted to it, truncated. */
function convertedTo(
  name: IntegersThrough,
  kernels: readonly Kernel[],
  terms: readonly bigint[],
  truth: Real,
  format: IntegerFormat,
): Candidate {
  const through = formatOf(name);
  const values = Float64Array.from(terms, (x) => roundToFloat({ m: x, e: 0 }, through));
  const reached = kernels
    .map((kernel) => kernel(reach({ ...nativePrecision(through), coarse: true }), reachTerms(Vector.of(values))))
    .reduce(union);
  return truncated(reached, name, truth, format);
}

const inFloat = (name: IntegersThrough, rounding?: IntegerRounding): Observation[] => [
  observe('integer-intermediate', 'widen'),
  observe('integer-arithmetic', name),
  ...(rounding ? [observe('integer-rounding', rounding)] : []),
];

/** The integers that a result of a float type is cast to; what is not finite is cast to anything. */
function truncated(
  { finite, plusInfinity, minusInfinity, nan }: Reach,
  name: IntegersThrough,
  truth: Real,
  format: IntegerFormat,
  once?: d.Dyadic,
): Candidate {
  const general = inFloat(name);
  if (plusInfinity || minusInfinity || nan) return only(undefined, general);
  const end = (x: d.Dyadic) => intoRange(toInteger(point(x), 'truncate'), format, 'saturate');
  const lo = end(once && finite ? d.minimum(finite.lo, once) : (finite?.lo ?? once)!);
  const hi = end(once && finite ? d.maximum(finite.hi, once) : (finite?.hi ?? once)!);
  const choices = [
    ...general,
    ...(leavesType(truth, 'truncate', format) ? [observe('integer-overflow', 'saturate')] : []),
    // of a value that the float type rounds it cannot be told how the fraction went
    ...(lo === hi ? [observe('integer-rounding', 'truncate')] : []),
  ];
  return { lo, hi, choices };
}

/** True if a float type holds every term exactly. */
function isHeldBy(vector: Vector, format: FloatFormat): boolean {
  for (const x of vector.dyadics()) if (d.significantBits(x) > format.precision) return false;
  return true;
}
