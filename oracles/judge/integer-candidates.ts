import type { Arithmetic } from '../arithmetic/arithmetic.ts';
import { boundsIn } from '../arithmetic/bounds-arithmetic.ts';
import { type Exact, exactArithmetic } from '../arithmetic/exact.ts';
import { type IntegerMachine, integersIn, unbounded } from '../arithmetic/integers.ts';
import { roundStored, spanOf, type ValueSet } from '../arithmetic/value-set.ts';
import { formatOf, type IntegerFormat, type IntegerOverflow, integerRange, intoRange } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import * as real from '../numerics/real.ts';
import { roundToFloat } from '../numerics/rounding.ts';
import type { Evaluate } from '../spec/node.ts';
import type { ChoiceCandidate } from './infer-choices.ts';
import { type ChoiceOf, type Observation, observe } from './policy.ts';

type ArithmeticChoice = ChoiceOf<'integer-arithmetic'>;

/** The open choices for integers that an operator computes in several steps. */
export interface IntegerPolicies {
  /** defensible roundings of a value that is not an integer, the recommended one first; absent if it always is one */
  readonly roundings?: readonly real.IntegerRounding[];
  /** float types in which implementations compute */
  readonly through?: readonly Exclude<ArithmeticChoice, 'exact'>[];
  /** algorithms for results without partial results in integers: terms are first converted to a float type */
  readonly inFloats?: readonly Evaluate[];
}

/** An element, computed by its kernel in any arithmetic. */
export interface IntegerElement {
  readonly at: <S>(arithmetic: Arithmetic<bigint | S>) => bigint | S;
  /** its bounds over all algorithms that compute in floats, where integers are converted first */
  readonly converted: (arithmetic: Arithmetic<ValueSet>) => ValueSet;
}

/** One defensible choice for each policy, and the answers that it gives: from `lo` to `hi`, or any if `anything` is set. */
export interface IntegerCandidate extends ChoiceCandidate {
  readonly lo: bigint;
  readonly hi: bigint;
  readonly anything?: boolean;
  /** true if integer arithmetic throughout gives this answer */
  readonly exact?: boolean;
}

/** A way to compute an element. */
interface IntegerFormula {
  readonly intermediate: ChoiceOf<'integer-intermediate'>;
  readonly arithmetic: ArithmeticChoice;
  /** how a result beyond the type is stored; absent: either way */
  readonly overflow?: IntegerOverflow;
  /** the results, perhaps of several orders, before conversion to an integer; NaN where any result is possible */
  readonly results: readonly real.Real[];
}

/** Returns the oracle's own answer: the first of {@link candidatesOf}. */
export function firstCandidate(
  element: IntegerElement,
  { roundings = ['truncate'] }: IntegerPolicies,
  format: IntegerFormat,
): IntegerCandidate {
  const truth = trueValue(element);
  return candidatesOfWay(exactWay(truth), truth, roundings[0]!, format)[0]!;
}

/** Integer arithmetic throughout, in a type wide enough for all results. */
const exactWay = (truth: real.Real): IntegerFormula => ({
  intermediate: 'widen',
  arithmetic: 'exact',
  results: [truth],
});

/**
 * Returns every defensible answer, the oracle's own first. If nothing can overflow, these are the true value in each rounding,
 * and in float types too narrow for it. Else they include the results of overflow.
 */
export function candidatesOf(
  element: IntegerElement,
  { roundings = ['truncate'], through = [], inFloats }: IntegerPolicies,
  format: IntegerFormat,
): readonly IntegerCandidate[] {
  const truth = trueValue(element);
  const size = magnitude(d.toInteger((realOf(element.at(sizes)) as real.Interval).hi));
  const isSmall = size <= smallForAll;
  const mayOverflow = !inFloats && size > integerRange(format).max;
  if (isSmall && !mayOverflow && !inFloats && isInteger(truth)) {
    // small enough for every type that an implementation may compute in: all choices agree on an integer
    const only = real.toInteger(truth, 'truncate');
    return [{ lo: only, hi: only, exact: true, choices: [] }];
  }
  const isObvious = isSmall && isFarFromIntegers(truth);
  const ways = [
    exactWay(truth),
    ...(mayOverflow ? (['exact', ...through] as const).flatMap((name) => stepwise(element, name, format)) : []),
    ...through.map((name): IntegerFormula => {
      const results = isObvious ? [truth] : resultsThrough(element, name, truth, inFloats !== undefined);
      return { intermediate: 'widen', arithmetic: name, results };
    }),
  ];
  return ways.flatMap((way) => roundings.flatMap((rounding) => candidatesOfWay(way, truth, rounding, format)));
}

/** Returns the true value, to `bits` bits; if absent, to as many as decide how it is rounded to an integer. */
export function trueValue({ at }: IntegerElement, bits?: number): real.Real {
  const value = (some: number) => realOf(at(exactIntegers(some)));
  return bits === undefined ? real.computeForInteger(value) : value(bits);
}

const exactIntegers = remembering((bits: number) => integersIn(unbounded, exactArithmetic(bits)));

/**
 * The arithmetic that bounds the largest partial result, in any order, by magnitude. Quotients, roots and functions count as
 * their operands.
 */
const sizes: Arithmetic<bigint | Exact> = {
  ...integersIn({ ...unbounded, arranged: (xs) => xs.map(magnitude) }, exactArithmetic(real.workingBits)),
  in: () => sizes,
  product: (xs) => xs.reduce<bigint>((product, x) => (x ? product * magnitude(x as bigint) : product), 1n),
  divide: (a) => a,
  sqrt: (a) => a,
  apply: (_, a) => a,
};

function magnitude(x: bigint): bigint {
  return x < 0n ? -x : x;
}

/** Integers of at most this magnitude, and their sums, are exact in float32 and wider. */
const smallForAll = 1n << BigInt(formatOf('float32').precision);

/**
 * The exponent of the relative distance from integers and halves beyond which no float type rounds a value to another integer.
 * Sums are exact; the rest is a few roundings to 24 bits. Sums of exponentials, in float64, have smaller errors (docs/proofs.md
 * has their bounds).
 */
const farFromIntegers = -16;

/** Exponentials of numbers up to this magnitude stay within the range of float32. */
const tame = d.powerOfTwo(6);

/** Returns whether no evaluation in float32 or wider is rounded to another integer: no integer and no half is near. */
function isFarFromIntegers(truth: real.Real): boolean {
  if (!real.isFiniteReal(truth) || !d.lessOrEqual(d.abs(truth.lo), tame)) return false;
  const margin = d.add(d.scale(d.abs(truth.lo), farFromIntegers), d.powerOfTwo(farFromIntegers));
  const halvesBelow = (x: d.Dyadic) => real.toInteger(real.point(d.scale(x, 1)), 'floor');
  return halvesBelow(d.subtract(truth.lo, margin)) === halvesBelow(d.add(truth.hi, margin));
}

function isInteger(x: real.Real): x is real.Interval {
  const value = real.exactValue(x);
  return value !== undefined && d.compare(d.roundToQuantum(value, 0, 'down'), value) === 0;
}

/** Returns the candidates of one formula and one rounding. */
function candidatesOfWay(
  { intermediate, arithmetic, overflow, results }: IntegerFormula,
  truth: real.Real,
  rounding: real.IntegerRounding,
  format: IntegerFormat,
): IntegerCandidate[] {
  const choose = (beyond: IntegerOverflow | undefined): Observation[] => [
    observe('integer-intermediate', intermediate),
    ...(beyond ? [observe('integer-overflow', beyond)] : []),
    observe('integer-rounding', rounding),
    observe('integer-arithmetic', arithmetic),
  ];
  const anything = { lo: 0n, hi: 0n, anything: true, choices: choose(undefined) };
  if (results.some(Number.isNaN)) return [anything];
  const range = integerRange(format);
  // an infinity is beyond every integer
  const integers = results.map((x) =>
    real.isFiniteReal(x)
      ? ([real.toInteger(real.point(x.lo), rounding), real.toInteger(real.point(x.hi), rounding)] as const)
      : x > 0
        ? ([range.max, range.max] as const)
        : ([range.min, range.min] as const),
  );
  const lo = integers.map(([first]) => first).reduce((a, b) => (a < b ? a : b));
  const hi = integers.map(([, last]) => last).reduce((a, b) => (a > b ? a : b));
  const leaves = real.isFiniteReal(truth) && !fits(real.toInteger(truth, rounding), format);
  const admitted = !leaves ? [undefined] : overflow ? [overflow] : (['wrap', 'saturate'] as const);
  const exact = arithmetic === 'exact' && intermediate !== 'saturate' && { exact: true };
  const brought = admitted.map((beyond) => ({
    ...intoType(lo, hi, format, beyond ?? 'saturate'),
    ...exact,
    choices: choose(beyond),
  }));
  // a cast of a float beyond the type is undefined
  return arithmetic === 'exact' || (fits(lo, format) && fits(hi, format)) ? brought : [...brought, anything];
}

const fits = (value: bigint, format: IntegerFormat): boolean => intoRange(value, format, 'wrap') === value;

function intoType(lo: bigint, hi: bigint, format: IntegerFormat, overflow: IntegerOverflow) {
  const { min, max } = integerRange(format);
  const first = intoRange(lo, format, overflow);
  if (overflow === 'saturate') return { lo: first, hi: intoRange(hi, format, overflow) };
  const last = first + (hi - lo);
  return last > max ? { lo: min, hi: max } : { lo: first, hi: last };
}

/** Returns the formulas in which the result of each operation is brought into the type at once. */
function stepwise({ at }: IntegerElement, arithmetic: ArithmeticChoice, format: IntegerFormat): IntegerFormula[] {
  const { wrap, wrapTerms, saturate } = machinesOf(format);
  const result = (machine: IntegerMachine, name = arithmetic) => {
    const x = at(readingOf(machine)(name));
    return name === 'exact' || typeof x === 'bigint' ? realOf(x as bigint | Exact) : storedIn(x as ValueSet, name);
  };
  // terms that wrap one by one and are then summed in a wider type; if the sum fits, it equals the wrapped sum
  const [wider, inType, anyWidth] = [wrapTerms, wrap, unbounded].map((machine) => result(machine, 'exact'));
  const isOther = !same(wider!, inType!) && !same(wider!, anyWidth!);
  return [
    { intermediate: 'wrap', overflow: 'wrap', arithmetic, results: [result(wrap)] },
    { intermediate: 'saturate', overflow: 'saturate', arithmetic, results: saturate.map((one) => result(one)) },
    ...(isOther ? [{ intermediate: 'wrap', arithmetic, results: [result(wrapTerms)] } as const] : []),
  ];
}

function same(a: real.Real, b: real.Real): boolean {
  return real.isFiniteReal(a) && real.isFiniteReal(b) ? d.compare(a.lo, b.lo) === 0 : Object.is(a, b);
}

/** Returns the integer machines that wrap or saturate partial results in a type. */
const machinesOf = remembering((format: IntegerFormat) => {
  const wrap = (x: bigint) => intoRange(x, format, 'wrap');
  const clamp = (x: bigint) => intoRange(x, format, 'saturate');
  // a clamped sum depends on the order: it is lowest or highest if all terms of one sign come first, whatever the tree. A
  // clamped product is lowest or highest if the terms that only change its sign come last, or first.
  const by = (key: (x: bigint) => bigint) => (xs: readonly bigint[]) => xs.toSorted((a, b) => Number(key(a) - key(b)));
  const orders = [by((x) => x), by((x) => -x), by(magnitude), by((x) => -magnitude(x))];
  return {
    wrap: { keep: wrap },
    wrapTerms: { keep: wrap, keepSum: unbounded.keep },
    saturate: orders.map((arranged) => ({ keep: clamp, arranged })),
  };
});

/** Returns the arithmetic of a float type to which integers are converted; fractions of the result are kept. */
const convertedTo = remembering((name: FloatName): Arithmetic<ValueSet> => {
  const format = formatOf(name);
  const bounds = boundsIn(format);
  const self: Arithmetic<ValueSet> = {
    ...bounds,
    in: () => self,
    of: (x) => roundStored(bounds.from(bounds.of(x)), format),
    integral: (x) => x,
  };
  return self;
});

/** Returns the arithmetic of an integer machine whose quotients, roots and functions are exact, or within the bounds of a float type. */
const readingOf = remembering((machine: IntegerMachine) =>
  remembering((name: ArithmeticChoice) =>
    name === 'exact'
      ? (integersIn(machine, exactArithmetic(real.workingBits)) as Arithmetic<unknown>)
      : (integersIn(machine, convertedTo(name)) as Arithmetic<unknown>),
  ),
);

/** Converts a true value to a real. */
function realOf(x: bigint | Exact): real.Real {
  if (typeof x === 'bigint') return real.point(d.fromInteger(x));
  return typeof x === 'number' && Number.isFinite(x) ? real.point(d.fromNumber(x)) : x;
}

/** Returns the finite interval of a bound after storing; NaN if it may be infinite or NaN. */
function storedIn(x: ValueSet, name: FloatName): real.Real {
  const { finite = Number.NaN, plusInfinity, minusInfinity, nan } = spanOf(roundStored(x, formatOf(name)));
  return plusInfinity || minusInfinity || nan ? Number.NaN : finite;
}

type FloatName = Exclude<ArithmeticChoice, 'exact'>;

/** Returns the results of implementations that compute in a float type; the exact value if that type holds every partial result. */
function resultsThrough(
  { at, converted }: IntegerElement,
  name: FloatName,
  truth: real.Real,
  inFloats: boolean,
): readonly real.Real[] {
  if (inFloats) return [storedIn(converted(convertedTo(name)), name)];
  const once = real.isFiniteReal(truth) ? [real.point(d.fromNumber(roundToFloat(truth.lo, formatOf(name))))] : [];
  // the sum is an integer and converted once, as in function bodies; in float64 the terms may also be converted before the sum
  const x = at(readingOf(unbounded)(name));
  const ofTerms = name === 'float64' ? [storedIn(converted(convertedTo(name)), name)] : [];
  return [typeof x === 'bigint' ? truth : storedIn(x as ValueSet, name), ...ofTerms, ...once];
}

/** Returns a function that is computed once for each argument. */
function remembering<K, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key)!;
  };
}
