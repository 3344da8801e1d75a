import type { Kernel } from '../numerics/arithmetic.ts';
import { type FloatFormat, formatOf, type IntegerFormat, integerRange } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { exact, exactTerms } from '../numerics/exact.ts';
import { type IntegerOverflow, integerMachine, intoRange } from '../numerics/integers.ts';
import { type IntegerRounding, type Interval, isFiniteReal, point, toInteger } from '../numerics/real.ts';
import { roundToFloat } from '../numerics/rounding.ts';
import { Vector } from '../numerics/vector.ts';
import { type ElementAcceptance, type ElementVerdict, type Scalar, show } from './acceptance.ts';
import type { Observation } from './policy.ts';
import { nativePrecision, reach, reachTerms } from './reach.ts';

/** How an integer result is defined. */
export interface IntegerDefinition {
  readonly kernel: Kernel;
  /** roundings that are defensible where the value is not an integer, the recommended first; empty if it always is one */
  readonly roundings: readonly IntegerRounding[];
  /** float types through which implementations compute, where the specification leaves that open */
  readonly through: readonly FloatFormat['name'][];
}

/** One defensible answer: `anything` where a choice leaves the value to the machine. */
interface Candidate {
  readonly lo: bigint;
  readonly hi: bigint;
  readonly anything?: boolean;
  readonly choices: readonly Observation[];
}

/**
 * The acceptance of one integer element. The true value, rounded as a policy says, if it and all intermediate results
 * intoRange the type; else every defensible overflow behaviour. Where all choices agree there is one answer.
 */
export function integerAcceptance(
  definition: IntegerDefinition,
  terms: readonly bigint[],
  format: IntegerFormat,
): ElementAcceptance {
  const candidates = candidatesOf(definition, terms, format);
  const best = candidates[0]!.lo;
  const single = candidates.every((c) => c.lo === best && c.hi === best && !c.anything);
  return {
    best,
    orderFree: single,
    judge: (answer: Scalar): ElementVerdict => {
      const got = BigInt(answer);
      const matching = candidates.filter((c) => c.anything || (c.lo <= got && got <= c.hi));
      if (matching.length === 0) return rejected(definition, terms, candidates);
      const observations = single ? [] : decided(candidates, matching);
      return { accepted: true, tier: 'exact', errorOverBound: 0, vacuous: false, observations };
    },
  };
}

function candidatesOf(
  { kernel, roundings, through }: IntegerDefinition,
  terms: readonly bigint[],
  format: IntegerFormat,
): Candidate[] {
  const vector = Vector.ofIntegers(terms);
  const truth = kernel(exact, exactTerms(vector)) as Interval;
  const candidates: Candidate[] = [];
  const propose = (value: bigint | undefined, overflow: string, rounding: IntegerRounding, arithmetic: string) => {
    const choices = [
      { policy: 'integer-overflow', choice: overflow },
      { policy: 'integer-rounding', choice: rounding },
      { policy: 'integer-arithmetic', choice: arithmetic },
    ];
    candidates.push(
      value === undefined ? { lo: 0n, hi: 0n, anything: true, choices } : { lo: value, hi: value, choices },
    );
  };
  const largest = d.maximum(vector.magnitude, vector.square.magnitude);
  const cannotOverflow = d.lessOrEqual(largest, d.fromInteger(integerRange(format).max));
  for (const rounding of roundings.length ? roundings : (['truncate'] as const)) {
    const value = toInteger(truth, rounding);
    if (cannotOverflow) {
      propose(value, 'widen', rounding, 'exact');
      continue;
    }
    const fits = intoRange(value, format, 'wrap') === value;
    const stepwise = (overflow: IntegerOverflow) => kernel(integerMachine(format, overflow, rounding), terms);
    if (fits) propose(value, 'widen', rounding, 'exact');
    propose(stepwise('wrap'), 'wrap', rounding, 'exact');
    if (!fits) propose(intoRange(value, format, 'saturate'), 'saturate', rounding, 'exact');
    propose(stepwise('saturate'), 'saturate', rounding, 'exact');
  }
  return [...candidates, ...through.flatMap((name) => throughFloat(kernel, vector, truth, format, name))];
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
  name: FloatFormat['name'],
): Candidate[] {
  const through = formatOf(name);
  // float64: everything in it; float32: the sum is an integer, converted once, as function bodies do
  const precision = name === 'float64' ? nativePrecision(through) : { ...nativePrecision(through), integerSums: true };
  const { finite } = kernel(reach(precision), reachTerms(vector));
  const once = d.fromNumber(roundToFloat(truth.lo, through));
  const end = (x: d.Dyadic) => intoRange(toInteger(point(x), 'truncate'), format, 'saturate');
  const lo = end(finite ? d.minimum(finite.lo, once) : once);
  const hi = end(finite ? d.maximum(finite.hi, once) : once);
  return [{ lo, hi, choices: [{ policy: 'integer-arithmetic', choice: name }] }];
}

/**
 * The policies that the answer decides: all matching candidates made the same choice, and some other candidate another.
 * A candidate that says nothing of a policy leaves it undecided.
 */
function decided(candidates: readonly Candidate[], matching: readonly Candidate[]): Observation[] {
  if (matching.every((c) => c.anything)) return [{ policy: 'integer-overflow', choice: 'another value' }];
  const choiceOf = (c: Candidate, policy: string) => c.choices.find((o) => o.policy === policy)?.choice;
  const policies = new Set(candidates.flatMap((c) => c.choices.map((o) => o.policy)));
  return [...policies].flatMap((policy) => {
    const seen = new Set(matching.map((c) => choiceOf(c, policy)));
    const [choice] = seen;
    const open = candidates.some((c) => choiceOf(c, policy) !== choice);
    return seen.size === 1 && choice !== undefined && open ? [{ policy, choice }] : [];
  });
}

function rejected(definition: IntegerDefinition, terms: readonly bigint[], candidates: readonly Candidate[]) {
  const truth = definition.kernel(exact, exactTerms(Vector.ofIntegers(terms)));
  const values = new Set(candidates.map((c) => (c.lo === c.hi ? show(c.lo) : `[${c.lo}, ${c.hi}]`)));
  const exactText =
    isFiniteReal(truth) && truth.lo === truth.hi && truth.lo.e >= 0
      ? show(toInteger(truth, 'floor'))
      : show(d.toNumber((truth as Interval).lo));
  return { accepted: false as const, exact: exactText, allowed: [...values].join(' or ') };
}
