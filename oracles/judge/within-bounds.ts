import { contains, roundStored, spanOf, storedOrFused, type ValueSet } from '../arithmetic/value-set.ts';
import { type DType, type Format, formatOf } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { largestFinite } from '../numerics/rounding.ts';
import type { NumericScalar, Scalar } from '../numerics/trait.ts';
import type { ExpectedOutput } from '../spec/operator.ts';
import {
  type Accepted,
  acceptedNative,
  type ElementAcceptance,
  type ElementVerdict,
  formatScalar,
  type JudgementGoal,
  type Rejected,
  rejected,
  WrappedAcceptance,
  withoutObservations,
} from './acceptance.ts';
import { formatBound } from './describe-bound.ts';
import type { ReducedTier, Tier } from './tier.ts';

/**
 * Returns the acceptance of an element whose operands, or partial results, may come from other evaluations as well. It accepts
 * what `own` accepts and, at `native`, all values within the bounds of all evaluations.
 */
export function withinBounds(own: ElementAcceptance, bound: () => ValueSet, dtype: DType): ElementAcceptance {
  const format = formatOf(dtype);
  let known: ValueSet | undefined;
  const native = (): ValueSet => {
    known ??= leftIn(bound(), format);
    return known;
  };
  return {
    best: own.best,
    get isExactInAnyOrder() {
      const { finite } = spanOf(native());
      return own.isExactInAnyOrder && (finite === undefined || d.compare(finite.lo, finite.hi) === 0);
    },
    get breakpoints() {
      const { finite } = spanOf(native());
      const scalar = (x: d.Dyadic): NumericScalar => (format.kind === 'float' ? d.toNumber(x) : d.toInteger(x));
      return [...own.breakpoints, ...(finite ? [scalar(finite.lo), scalar(finite.hi)] : [])];
    },
    judge(got, asked) {
      const verdict = own.judge(got, asked);
      if (verdict.accepted) return verdict;
      const all = native();
      if (!contains(all, got as NumericScalar)) {
        return rejected(
          () => verdict.error,
          () => ({ exact: formatScalar(own.best), allowed: formatBound(all, Number(got)) }),
        );
      }
      if (asked === 'verdict') return acceptedNative;
      return { ...isReplacementFor(all, own.best, got, format), ...(verdict.error && { error: verdict.error }) };
    },
    ...(own.fault && { fault: own.fault.bind(own) }),
  };
}

/** Returns a bound after storing in a format. */
const leftIn = (bound: ValueSet, format: Format): ValueSet =>
  format.kind === 'float' ? roundStored(bound, format) : storedOrFused(bound, format);

/** Returns the verdict on an answer within a bound. */
function isReplacementFor(bound: ValueSet, best: Scalar, got: Scalar, format: Format, tier: Tier = 'native'): Accepted {
  const radius = reach(bound, Number(best), Number(got));
  const error = Math.abs(Number(got) - Number(best));
  return {
    accepted: true,
    tier,
    errorOverBound: Number.isFinite(error) && radius > 0 ? Math.min(1, error / radius) : 0,
    vacuous: format.kind === 'float' && radius > largestFinite(format) / 2,
    observations: [],
  };
}

/**
 * Returns the verdict on an answer that `own` rejects, but that may be right if factors of sums of products have fewer bits.
 * @param allowed the tiers that are accepted as well, the tighter first
 */
export function withReducedFactors(
  own: Rejected,
  { dtype, reduced, accept }: ExpectedOutput,
  index: number,
  got: Scalar,
  allowed: readonly ReducedTier[],
): ElementVerdict {
  const format = formatOf(dtype);
  if (!reduced) return own;
  const { error } = own;
  const bounds = allowed.map((tier) => ({
    tier,
    all: reduced(tier)(index).map((one) => ({ ...one, bound: leftIn(one.bound, format) })),
  }));
  for (const { tier, all } of bounds) {
    const [giving, ...others] = all.filter(({ bound }) => contains(bound, got as NumericScalar));
    if (!giving) continue;
    // an answer that several choices explain shows no choice
    const observations = others.length === 0 ? giving.choices : [];
    return {
      ...isReplacementFor(giving.bound, accept(index).best, got, format, tier),
      ...(error && { error }),
      observations,
    };
  }
  const also = bounds.flatMap(({ tier, all: [first] }) => {
    const words = formatBound(first!.bound, Number(got));
    return own.allowed.includes(words) ? [] : [`(${tier}) ${words}`];
  });
  return {
    accepted: false,
    exact: own.exact,
    ...(error && { error }),
    allowed: [own.allowed, ...also].join(' or '),
  };
}

/** Returns an acceptance whose verdicts have no observations. */
export const withoutChoices = (own: ElementAcceptance): ElementAcceptance => new WithoutChoices(own);

class WithoutChoices extends WrappedAcceptance {
  judge(got: Scalar, asked?: JudgementGoal): ElementVerdict {
    const verdict = this.own.judge(got, asked);
    if (!verdict.accepted) return verdict;
    return asked === 'verdict' ? acceptedNative : withoutObservations(verdict);
  }
}

/** Returns the distance from the best value to the end of the bound on the side of an answer. */
function reach(bound: ValueSet, best: number, got: number): number {
  const { finite } = spanOf(bound);
  if (!finite) return 0;
  return Math.abs(d.toNumber(got > best ? finite.hi : finite.lo) - best);
}
