import { type Bound, contains, handedOn, spanOf, stored } from '../arithmetic/bound.ts';
import { type DType, formatOf } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { largestFinite } from '../numerics/rounding.ts';
import type { NumericScalar } from '../numerics/trait.ts';
import { type ElementAcceptance, show } from './acceptance.ts';
import { describe } from './bound-in-words.ts';

/**
 * The acceptance of an element of which partial results, or operands, may come of other evaluations as well: what stands if they
 * are computed exactly, and, at `native`, what lies in the bounds of all evaluations.
 */
export function withinBounds(own: ElementAcceptance, bound: () => Bound, dtype: DType): ElementAcceptance {
  const format = formatOf(dtype);
  let known: Bound | undefined;
  const native = (): Bound => {
    known ??= format.kind === 'float' ? stored(bound(), format) : handedOn(bound(), format);
    return known;
  };
  return {
    best: own.best,
    get orderFree() {
      const { finite } = spanOf(native());
      return own.orderFree && (finite === undefined || d.compare(finite.lo, finite.hi) === 0);
    },
    get landmarks() {
      const { finite } = spanOf(native());
      const scalar = (x: d.Dyadic): NumericScalar => (format.kind === 'float' ? d.toNumber(x) : d.toInteger(x));
      return [...own.landmarks, ...(finite ? [scalar(finite.lo), scalar(finite.hi)] : [])];
    },
    judge(got, worst) {
      const verdict = own.judge(got, worst);
      if (verdict.accepted) return verdict;
      const all = native();
      const missed = verdict.error && { error: verdict.error };
      if (!contains(all, got as NumericScalar))
        return { accepted: false, ...missed, exact: show(own.best), allowed: describe(all, Number(got)) };
      const radius = reach(all, Number(own.best), Number(got));
      const error = Math.abs(Number(got) - Number(own.best));
      return {
        accepted: true,
        tier: 'native',
        errorOverBound: Number.isFinite(error) && radius > 0 ? Math.min(1, error / radius) : 0,
        ...missed,
        vacuous: format.kind === 'float' && radius > largestFinite(format) / 2,
        observations: [],
      };
    },
    ...(own.fault && { fault: own.fault.bind(own) }),
  };
}

/** The same acceptance, which says nothing of choices that an answer makes. */
export function withoutChoices(own: ElementAcceptance): ElementAcceptance {
  return {
    get best() {
      return own.best;
    },
    get orderFree() {
      return own.orderFree;
    },
    get isSingle() {
      return own.isSingle ?? own.orderFree;
    },
    get landmarks() {
      return own.landmarks;
    },
    judge(got, worst) {
      const verdict = own.judge(got, worst);
      return verdict.accepted ? { ...verdict, observations: [] } : verdict;
    },
    ...(own.fault && { fault: own.fault.bind(own) }),
  };
}

/** How far from the best value the bound reaches on the side of an answer. */
function reach(bound: Bound, best: number, got: number): number {
  const { finite } = spanOf(bound);
  if (!finite) return 0;
  return Math.abs(d.toNumber(got > best ? finite.hi : finite.lo) - best);
}
