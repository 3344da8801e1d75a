import type { Kernel } from '../numerics/arithmetic.ts';
import { type FloatFormat, formatOf, type IntegerFormat, integerRange } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { exact, exactTerms } from '../numerics/exact.ts';
import { integerMachine, intoRange, type MachineInteger } from '../numerics/integers.ts';
import { type IntegerRounding, type Interval, point, toInteger } from '../numerics/real.ts';
import { roundToFloat, unitRoundoff } from '../numerics/rounding.ts';
import { Vector } from '../numerics/vector.ts';
import { type ChoiceOf, type Observation, observe } from './policy.ts';
import { nativePrecision } from './reach.ts';
import { reach, reachTerms } from './reach-arithmetic.ts';

/** How an integer result is defined. */
export interface IntegerDefinition {
  readonly kernel: Kernel;
  /** roundings that are defensible where the value is not an integer, the recommended first; empty if it always is one */
  readonly roundings: readonly IntegerRounding[];
  /** float types through which implementations compute, where the specification leaves that open */
  readonly through: readonly IntegersThrough[];
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
  const truth = definition.kernel(exact, exactTerms(vector)) as Interval;
  const largest = d.maximum(vector.magnitude, vector.square.magnitude);
  const mayOverflow = d.compare(largest, d.fromInteger(integerRange(format).max)) > 0;
  // small enough for every type that an implementation may compute in: all choices agree on an integer
  if (!mayOverflow && isInteger(truth) && d.lessOrEqual(largest, smallForAll)) {
    return [only(toInteger(truth, 'truncate'), [])];
  }
  const roundings = definition.roundings.length > 0 ? definition.roundings : (['truncate'] as const);
  return [
    ...roundings.flatMap((rounding) => widened(truth, rounding, format)),
    ...(mayOverflow ? roundings.flatMap((rounding) => stepwise(definition, terms, truth, rounding, format)) : []),
    ...definition.through.map((name) => throughFloat(definition.kernel, vector, truth, format, name)),
  ];
}

/** Integers up to here, and their sums, are exact in float32 and wider. */
const smallForAll = d.powerOfTwo(formatOf('float32').precision);

function isInteger(x: Interval): boolean {
  return d.compare(x.lo, x.hi) === 0 && d.compare(d.roundToQuantum(x.lo, 0, 'down'), x.lo) === 0;
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
function widened(truth: Interval, rounding: IntegerRounding, format: IntegerFormat): Candidate[] {
  const value = toInteger(truth, rounding);
  if (fits(value, format)) return [only(value, choose('widen', undefined, rounding, 'exact'))];
  return (['wrap', 'saturate'] as const).map((overflow) =>
    only(intoRange(value, format, overflow), choose('widen', overflow, rounding, 'exact')),
  );
}

const fits = (value: bigint, format: IntegerFormat): boolean => intoRange(value, format, 'wrap') === value;

/** Every operation brought into the type at once. */
function stepwise(
  { kernel, through }: IntegerDefinition,
  terms: readonly bigint[],
  truth: Interval,
  rounding: IntegerRounding,
  format: IntegerFormat,
): Candidate[] {
  const leaves = !fits(toInteger(truth, rounding), format);
  const wrapping = (['exact', ...through] as const).map((arithmetic) => {
    const float = arithmetic === 'exact' ? undefined : formatOf(arithmetic);
    const value = kernel(integerMachine(format, 'wrap', rounding, float), terms);
    const candidate = only(value, choose('wrap', leaves ? 'wrap' : undefined, rounding, arithmetic));
    return float ? { ...candidate, exact: false } : candidate;
  });
  // a clamped sum depends on the order; it is lowest or highest when all terms of one sign come first, whatever the tree
  const ascending = terms.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const saturated = [ascending, ascending.toReversed()].map((order) =>
    kernel(integerMachine(format, 'saturate', rounding), order),
  );
  const [first, second] = saturated as [bigint, bigint]; // clamped sums of squares are not negative: their root exists
  const [lo, hi] = first < second ? [first, second] : [second, first];
  return [...wrapping, { lo, hi, choices: choose('saturate', leaves ? 'saturate' : undefined, rounding, 'exact') }];
}

/**
 * What implementations return that compute in a float type and truncate. Where that type holds every partial result,
 * this is the exact answer again; else the truncated ends of what is reachable.
 */
function throughFloat(
  kernel: Kernel,
  vector: Vector,
  truth: Interval,
  format: IntegerFormat,
  name: IntegersThrough,
): Candidate {
  const through = formatOf(name);
  // float64: everything in it; float32: the sum is an integer, converted once, as function bodies do
  const precision = name === 'float64' ? nativePrecision(through) : { ...nativePrecision(through), integerSums: true };
  const converted = name === 'float64' && !isHeldBy(vector, through) ? unitRoundoff(through) : d.zero;
  const { finite } = kernel(reach(precision), { ...reachTerms(vector), relative: converted });
  const once = d.fromNumber(roundToFloat(truth.lo, through));
  const end = (x: d.Dyadic) => intoRange(toInteger(point(x), 'truncate'), format, 'saturate');
  const lo = end(finite ? d.minimum(finite.lo, once) : once);
  const hi = end(finite ? d.maximum(finite.hi, once) : once);
  const clamped = !fits(toInteger(truth, 'truncate'), format);
  const choices = [
    observe('integer-intermediate', 'widen'),
    ...(clamped ? [observe('integer-overflow', 'saturate')] : []),
    observe('integer-arithmetic', name),
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
