import type { Kernel } from '../numerics/arithmetic.ts';
import type { FloatFormat } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { exact, exactAt, exactTerms, realOf } from '../numerics/exact.ts';
import * as real from '../numerics/real.ts';
import { isFiniteReal, type Real } from '../numerics/real.ts';
import { roundToFloat } from '../numerics/rounding.ts';
import type { Vector } from '../numerics/vector.ts';
import {
  type Accepted,
  type ElementAcceptance,
  type ElementVerdict,
  exactly,
  type Scalar,
  show,
} from './acceptance.ts';
import { orderFree, orderFreeTerms } from './order-free.ts';
import { type Observation, observe } from './policy.ts';
import { nativePrecision, type Reach, settled, stored, union, widePrecision } from './reach.ts';
import { reach, reachTerms } from './reach-arithmetic.ts';

/** An evaluation that the specification also allows, as a choice of a policy. */
export interface PolicyKernel {
  readonly choice: Observation;
  /** the choice that is made where the answer cannot come from this evaluation */
  readonly otherwise: Observation;
  readonly kernel: Kernel;
}

/** How a value is defined and which algorithms may compute it. */
export interface FloatDefinition {
  readonly kernel: Kernel;
  /** other algorithms with the same true value that correct implementations use */
  readonly algorithms?: readonly Kernel[];
  /** evaluations with another value that the specification admits */
  readonly alternatives?: readonly PolicyKernel[];
}

/**
 * The acceptance of one element: `definition` over `terms`, stored as `format`. Everything beyond the true value is
 * computed only when an answer is not exact.
 */
export function floatAcceptance(definition: FloatDefinition, terms: Vector, format: FloatFormat): ElementAcceptance {
  return new FloatAcceptance(definition, terms, format);
}

class FloatAcceptance implements ElementAcceptance {
  readonly best: number;
  private readonly definition: FloatDefinition;
  private readonly terms: Vector;
  private readonly format: FloatFormat;
  private readonly truth: Real;
  private nativeReach: Reach | undefined;
  private wideReach: Reach | undefined;

  constructor(definition: FloatDefinition, terms: Vector, format: FloatFormat) {
    this.definition = definition;
    this.terms = terms;
    this.format = format;
    const { value, rounded } = real.certainly((bits) => definition.kernel(exactAt(bits), exactTerms(terms)), format);
    this.truth = value;
    this.best = rounded;
  }

  get orderFree(): boolean {
    if (!isFiniteReal(this.truth) || !this.terms.allFinite) return false;
    const arithmetic = orderFree(this.format);
    const vector = orderFreeTerms(this.terms);
    const values = this.kernels.map((kernel) => kernel(arithmetic, vector));
    return values.every((value) => value !== undefined && d.compare(value, values[0]!) === 0);
  }

  judge(answer: Scalar): ElementVerdict {
    const got = Number(answer);
    if (Object.is(got, this.best)) return this.observed(exactly, got);
    // of nothing but -0 the sign of the result is open
    if (got === 0 && this.isTrulyZero && this.terms.allMinusZero && this.native.minusZero)
      return this.observed(exactly, got);
    const verdict = this.orderFree
      ? this.rejected(`exactly ${show(this.best)}: no order of evaluation rounds`)
      : this.withinBounds(got);
    return verdict.accepted ? this.observed(verdict, got) : (this.byPolicy(got) ?? verdict);
  }

  private withinBounds(got: number): ElementVerdict {
    const envelope = union(this.native, this.wide);
    if (!contains(envelope, got)) return this.rejected(describe(envelope, this.format));
    if (!Number.isFinite(got) || !isFiniteReal(this.truth)) {
      return { accepted: true, tier: 'native', errorOverBound: 0, vacuous: false, observations: [] };
    }
    const { below, above } = real.neighbours(this.truth, this.format);
    const faithful = got === below || got === above;
    const tier = faithful ? 'faithful' : contains(this.wide, got) ? 'wide' : 'native';
    const { bound, ratio } = this.errorOverBound(got, envelope);
    return { accepted: true, tier, errorOverBound: ratio, vacuous: this.isVacuous(bound), observations: [] };
  }

  /** What evaluations in the type itself can return. */
  private get native(): Reach {
    this.nativeReach ??= this.kernels
      .map((kernel) => settled(kernel(reach(nativePrecision(this.format)), reachTerms(this.terms)), this.format))
      .reduce(union);
    return this.nativeReach;
  }

  /** What evaluations in a wider accumulator can return, stored in the type. */
  private get wide(): Reach {
    this.wideReach ??= this.kernels
      .map((kernel) => stored(kernel(reach(widePrecision(this.format)), reachTerms(this.terms)), this.format))
      .reduce(union);
    return this.wideReach;
  }

  private get kernels(): readonly Kernel[] {
    return [this.definition.kernel, ...(this.definition.algorithms ?? [])];
  }

  private get isTrulyZero(): boolean {
    return isFiniteReal(this.truth) && real.sign(this.truth) === 0;
  }

  private errorOverBound(got: number, envelope: Reach): { bound: d.Dyadic; ratio: number } {
    const truth = (this.truth as real.Interval).lo;
    const { lo, hi } = envelope.finite!;
    const value = d.fromNumber(got);
    const above = d.compare(value, truth) > 0;
    const bound = above ? d.subtract(hi, truth) : d.subtract(truth, lo);
    const error = d.abs(d.subtract(value, truth));
    if (error.m === 0n || bound.m <= 0n) return { bound: d.abs(bound), ratio: 0 };
    // both scaled into the range of doubles before dividing
    const shift = -d.leadingExponent(bound);
    return { bound, ratio: d.toNumber(d.scale(error, shift)) / d.toNumber(d.scale(bound, shift)) };
  }

  private isVacuous(bound: d.Dyadic): boolean {
    const magnitude = this.definition.kernel(exact, exactTerms(this.terms.abs));
    return isFiniteReal(magnitude) && real.sign(magnitude) > 0 && d.compare(bound, magnitude.lo) >= 0;
  }

  /** Adds what the answer tells about choices that the specification leaves open. */
  private observed(verdict: Accepted, got: number): Accepted {
    const observations: Observation[] = [];
    if (this.terms.allMinusZero && this.best === 0 && this.native.minusZero) {
      observations.push(observe('zero-sign', Object.is(got, -0) ? '-0' : '0'));
    }
    if (this.mayOverflow) {
      const { plusInfinity, minusInfinity, nan } = this.native;
      const open = Number.isFinite(this.best) && (plusInfinity || minusInfinity || nan);
      if (open) {
        observations.push(observe('intermediate-range', Number.isFinite(got) ? 'finite' : 'overflows'));
      }
    }
    for (const { otherwise, kernel } of this.definition.alternatives ?? []) {
      if (!contains(this.reachOfAlternative(kernel), got)) observations.push(otherwise);
    }
    return observations.length ? { ...verdict, observations } : verdict;
  }

  /** A cheap necessary condition for partial results beyond the range: squares of the terms, summed, reach it. */
  private get mayOverflow(): boolean {
    const { largest, length, allFinite } = this.terms;
    if (largest.m === 0n || !allFinite) return false;
    const leading = d.leadingExponent(largest) + 1;
    return Math.max(leading, 2 * leading) + Math.ceil(Math.log2(length)) + 1 > this.format.maxExponent;
  }

  private byPolicy(got: number): Accepted | undefined {
    for (const { choice, kernel } of this.definition.alternatives ?? []) {
      if (contains(this.reachOfAlternative(kernel), got)) {
        return { accepted: true, tier: 'native', errorOverBound: 0, vacuous: false, observations: [choice] };
      }
    }
    return undefined;
  }

  private reachOfAlternative(kernel: Kernel): Reach {
    return settled(kernel(reach(nativePrecision(this.format)), reachTerms(this.terms)), this.format);
  }

  private rejected(allowed: string): ElementVerdict {
    const alternatives = (this.definition.alternatives ?? []).map(
      ({ choice, kernel }) =>
        `or (${choice.policy} ${choice.choice}) ${describe(this.reachOfAlternative(kernel), this.format)}`,
    );
    return { accepted: false, exact: real.toDecimal(this.truth), allowed: [allowed, ...alternatives].join(' ') };
  }
}

function contains(x: Reach, got: number): boolean {
  if (Number.isNaN(got)) return x.nan;
  if (got === Number.POSITIVE_INFINITY) return x.plusInfinity;
  if (got === Number.NEGATIVE_INFINITY) return x.minusInfinity;
  if (!x.finite) return false;
  const value = realOf(got) as real.Interval;
  const inside = d.lessOrEqual(x.finite.lo, value.lo) && d.lessOrEqual(value.lo, x.finite.hi);
  return inside && (!Object.is(got, -0) || x.minusZero);
}

function describe(x: Reach, format: FloatFormat): string {
  const parts: string[] = [];
  if (x.finite) {
    const lo = roundToFloat(x.finite.lo, format, 'up');
    const hi = roundToFloat(x.finite.hi, format, 'down');
    parts.push(lo === hi ? show(lo) : `[${show(lo)}, ${show(hi)}]`);
  }
  if (x.plusInfinity) parts.push('Infinity');
  if (x.minusInfinity) parts.push('-Infinity');
  if (x.nan) parts.push('NaN');
  return parts.join(' or ');
}
