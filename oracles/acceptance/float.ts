import type { Kernel } from '../numerics/arithmetic.ts';
import type { FloatFormat } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { exact, exactAt, exactTerms, realOf } from '../numerics/exact.ts';
import * as real from '../numerics/real.ts';
import { isFiniteReal, type Real } from '../numerics/real.ts';
import { roundToFloat } from '../numerics/rounding.ts';
import type { NumericScalar } from '../numerics/trait.ts';
import type { Vector } from '../numerics/vector.ts';
import { type Accepted, type ElementAcceptance, type ElementVerdict, exactly, show } from './acceptance.ts';
import { type Fault, floatFault } from './fault.ts';
import { orderFree, orderFreeTerms } from './order-free.ts';
import { type Observation, observe } from './policy.ts';
import { nativePrecision, nothing, type Reach, reachTerms, settled, stored, union, widePrecision } from './reach.ts';
import { reach } from './reach-arithmetic.ts';

/** An evaluation that the specification also allows, as a choice of a policy. */
export interface PolicyKernel {
  readonly choice: Observation;
  /** the choice that is made where the answer cannot come from this evaluation */
  readonly otherwise: Observation;
  readonly kernel: Kernel;
  /** this evaluation never rounds: what it gives is as exact as the definition's value */
  readonly isExact?: true;
  /** false for terms over which the two cannot differ; always true if absent */
  readonly matters?: (terms: Vector, format: FloatFormat) => boolean;
  /** why it gives no other value where it matters and does not */
  readonly limit?: string;
}

/** How a value is defined and which algorithms may compute it. */
export interface FloatDefinition {
  readonly kernel: Kernel;
  /** other algorithms with the same true value that correct implementations use */
  readonly algorithms?: readonly Kernel[];
  /** algorithms that round a partial result of the same kind at each step, and so do where no sum is rounded */
  readonly stepwise?: readonly Kernel[];
  /** evaluations with another value that the specification admits */
  readonly alternatives?: readonly PolicyKernel[];
  /**
   * Where every implementation returns a term, or a product of terms: may a zero result be -0, and is it in the oracle's own
   * answer? +0 stands in any case. If absent only a sum of nothing but -0 may be -0.
   */
  readonly minusZero?: { readonly may: (terms: Vector) => boolean; readonly is: (terms: Vector) => boolean };
  /** the result is a logarithm: its error is absolute where it is near 0 */
  readonly isLogarithm?: true;
  /** a cheap necessary condition for partial results beyond the range; if absent that squares of the terms, summed, reach it */
  readonly mayOverflow?: (terms: Vector, format: FloatFormat) => boolean;
}

/**
 * The acceptance of one element: `definition` over `terms`, stored as `format`. Everything beyond the true value is
 * computed only when an answer is not exact.
 */
export function floatAcceptance(definition: FloatDefinition, terms: Vector, format: FloatFormat): ElementAcceptance {
  return new FloatAcceptance(definition, terms, format);
}

class FloatAcceptance implements ElementAcceptance {
  private readonly definition: FloatDefinition;
  private readonly terms: Vector;
  private readonly format: FloatFormat;
  private rounded: { readonly value: Real; readonly best: number } | undefined;
  private moreOfValue: Real | undefined;
  private valueOfMagnitudes: Real | undefined;
  private roundingKernels: readonly Kernel[] | undefined;
  private nativeReach: Reach | undefined;
  private wideReach: Reach | undefined;
  private readonly reachOfKernel = new Map<Kernel, Reach>();

  constructor(definition: FloatDefinition, terms: Vector, format: FloatFormat) {
    this.definition = definition;
    this.terms = terms;
    this.format = format;
  }

  get best(): number {
    return this.exactly.best;
  }

  /** The true value to the bits that decide how it is rounded. */
  private get value(): Real {
    return this.exactly.value;
  }

  private get exactly(): { readonly value: Real; readonly best: number } {
    if (!this.rounded) {
      const { definition, terms, format } = this;
      const { value, rounded } = real.certainly((bits) => definition.kernel(exactAt(bits), exactTerms(terms)), format);
      this.rounded = { value, best: rounded === 0 && definition.minusZero?.is(terms) ? -0 : rounded };
    }
    return this.rounded;
  }

  /** The true value, to more bits than any format has. */
  private get truth(): Real {
    if (!isFiniteReal(this.value) || this.value.lo === this.value.hi) return this.value;
    this.moreOfValue ??= this.definition.kernel(exact, exactTerms(this.terms));
    return this.moreOfValue;
  }

  get orderFree(): boolean {
    if (!this.terms.allFinite) return false;
    const arithmetic = orderFree(this.format);
    const vector = orderFreeTerms(this.terms);
    const values = this.plain.map((kernel) => kernel(arithmetic, vector));
    return values.every((value) => value !== undefined && d.compare(value, values[0]!) === 0);
  }

  /** The algorithms whose answers may differ: none, or those that round where no order of evaluation of the others does. */
  private get rounding(): readonly Kernel[] {
    this.roundingKernels ??= this.orderFree ? this.stepwise.filter((kernel) => this.mayRound(kernel)) : this.kernels;
    return this.roundingKernels;
  }

  private mayRound(kernel: Kernel): boolean {
    return kernel(orderFree(this.format), orderFreeTerms(this.terms)) === undefined;
  }

  private get stepwise(): readonly Kernel[] {
    return this.definition.stepwise ?? [];
  }

  get landmarks(): readonly number[] {
    const { definition, format, best } = this;
    const reaches = [
      ...(this.rounding.length === 0 ? [] : [this.native, this.wide]),
      ...(definition.alternatives ?? []).map(({ kernel }) => this.reachOfAlternative(kernel)),
    ];
    const ends = reaches.flatMap(({ finite }) => (finite ? [finite.lo, finite.hi] : []));
    const { below, above } = isFiniteReal(this.truth)
      ? real.neighbours(this.truth, format)
      : { below: best, above: best };
    return [best, below, above, ...ends.map((end) => roundToFloat(end, format))];
  }

  judge(answer: NumericScalar): ElementVerdict {
    const got = Number(answer);
    if (Object.is(got, this.best)) return this.observed(exactly, got);
    if (got === 0 && this.isTrulyZero && this.hasOpenSign) return this.observed(exactly, got);
    const verdict =
      this.rounding.length === 0
        ? this.rejected(`exactly ${show(this.best)}: no order of evaluation rounds`)
        : this.withinBounds(got);
    return verdict.accepted ? this.observed(verdict, got) : (this.byPolicy(got) ?? verdict);
  }

  fault(answer: NumericScalar): Fault {
    const { terms, format, best, orderFree, definition } = this;
    const ends =
      this.rounding.length === 0 ? [] : [this.native.finite, this.wide.finite].flatMap((x) => (x ? [x.lo, x.hi] : []));
    const radius = Math.max(0, ...ends.map((end) => Math.abs(d.toNumber(end) - best)));
    const step = orderFree && terms.grid !== undefined ? 2 ** terms.grid : undefined;
    const isLogarithm = definition.isLogarithm === true;
    return floatFault({ terms, format, best, radius, step, isLogarithm }, Number(answer));
  }

  private withinBounds(got: number): ElementVerdict {
    const envelope = contains(this.native, got) ? this.native : union(this.native, union(this.wide, this.faithful));
    if (!contains(envelope, got)) return this.rejected(describe(envelope, this.format));
    if (!Number.isFinite(got) || !isFiniteReal(this.truth)) {
      return { accepted: true, tier: 'native', errorOverBound: 0, vacuous: false, observations: [] };
    }
    const tier = contains(this.faithful, got) ? 'faithful' : contains(this.wide, got) ? 'wide' : 'native';
    const { bound, ratio } = this.errorOverBound(got, envelope);
    return { accepted: true, tier, errorOverBound: ratio, vacuous: this.isVacuous(bound), observations: [] };
  }

  /** What evaluations in the type itself can return. */
  private get native(): Reach {
    this.nativeReach ??= this.evaluated
      .map((kernel) => settled(kernel(reach(nativePrecision(this.format)), reachTerms(this.terms)), this.format))
      .reduce(union);
    return this.nativeReach;
  }

  /** What evaluations in a wider accumulator can return, stored in the type. */
  private get wide(): Reach {
    this.wideReach ??= this.evaluated
      .map((kernel) => stored(kernel(reach(widePrecision(this.format)), reachTerms(this.terms)), this.format))
      .reduce(union);
    return this.wideReach;
  }

  /** The neighbours of the true value, unless it is rounded but once, whatever the algorithm: then there is one answer. */
  private get faithful(): Reach {
    const { finite } = this.native;
    if (!finite || d.compare(finite.lo, finite.hi) === 0 || !isFiniteReal(this.truth)) return nothing;
    const { below, above } = real.neighbours(this.truth, this.format);
    const ends = [below, above].filter(Number.isFinite).map(d.fromNumber);
    return {
      ...nothing,
      finite: { lo: ends.reduce(d.minimum), hi: ends.reduce(d.maximum) },
      minusZero: Object.is(above, -0) || this.native.minusZero,
    };
  }

  private get kernels(): readonly Kernel[] {
    return [...this.plain, ...this.stepwise];
  }

  /** The definition and what differs from it in the order of operations. */
  private get plain(): readonly Kernel[] {
    return [this.definition.kernel, ...(this.definition.algorithms ?? [])];
  }

  /** All that answers can come from; of algorithms with one answer the definition is enough. */
  private get evaluated(): readonly Kernel[] {
    return [...new Set([this.definition.kernel, ...this.rounding])];
  }

  private get isTrulyZero(): boolean {
    return isFiniteReal(this.value) && real.sign(this.value) === 0;
  }

  /** True if a zero result may have either sign. */
  private get hasOpenSign(): boolean {
    const { minusZero } = this.definition;
    return minusZero ? minusZero.may(this.terms) : this.terms.allMinusZero && this.native.minusZero;
  }

  private errorOverBound(got: number, envelope: Reach): { bound: d.Dyadic; ratio: number } {
    const truth = (this.truth as real.Interval).lo;
    const { lo, hi } = envelope.finite!;
    const value = d.fromNumber(got);
    const above = d.compare(value, truth) > 0;
    const bound = above ? d.subtract(hi, truth) : d.subtract(truth, lo);
    const error = d.abs(d.subtract(value, truth));
    // both scaled into the range of doubles before dividing
    const shift = -d.leadingExponent(bound);
    return { bound, ratio: d.toNumber(d.scale(error, shift)) / d.toNumber(d.scale(bound, shift)) };
  }

  /** The value over the magnitudes of the terms. */
  private get magnitude(): Real {
    this.valueOfMagnitudes ??= this.definition.kernel(exact, exactTerms(this.terms.abs));
    return this.valueOfMagnitudes;
  }

  private isVacuous(bound: d.Dyadic): boolean {
    const { magnitude } = this;
    return isFiniteReal(magnitude) && real.sign(magnitude) > 0 && d.compare(bound, magnitude.lo) >= 0;
  }

  /** Adds what the answer tells about choices that the specification leaves open. */
  private observed(verdict: Accepted, got: number): Accepted {
    const observations: Observation[] = [];
    if (this.isTrulyZero && this.hasOpenSign) {
      observations.push(observe('zero-sign', Object.is(got, -0) ? '-0' : '0'));
    }
    if (this.mayOverflow) {
      const { plusInfinity, minusInfinity, nan } = this.native;
      const open = Number.isFinite(this.best) && (plusInfinity || minusInfinity || nan);
      if (open) {
        observations.push(observe('intermediate-range', Number.isFinite(got) ? 'finite' : 'overflows'));
      }
    }
    for (const { otherwise, kernel, matters } of this.definition.alternatives ?? []) {
      if (matters && !matters(this.terms, this.format)) continue;
      if (!contains(this.reachOfAlternative(kernel), got)) observations.push(otherwise);
    }
    return observations.length ? { ...verdict, observations } : verdict;
  }

  private get mayOverflow(): boolean {
    return (this.definition.mayOverflow ?? squaresMayOverflow)(this.terms, this.format);
  }

  private byPolicy(got: number): Accepted | undefined {
    for (const { choice, kernel, isExact, matters } of this.definition.alternatives ?? []) {
      if (contains(this.reachOfAlternative(kernel), got)) {
        const tier = isExact ? 'exact' : 'native';
        const tells = !matters || matters(this.terms, this.format) || !Number.isFinite(got);
        return { accepted: true, tier, errorOverBound: 0, vacuous: false, observations: tells ? [choice] : [] };
      }
    }
    return undefined;
  }

  private reachOfAlternative(kernel: Kernel): Reach {
    let found = this.reachOfKernel.get(kernel);
    if (!found) {
      found = settled(kernel(reach(nativePrecision(this.format)), reachTerms(this.terms)), this.format);
      this.reachOfKernel.set(kernel, found);
    }
    return found;
  }

  private rejected(allowed: string): ElementVerdict {
    const usual = describe(this.native, this.format);
    const alternatives = (this.definition.alternatives ?? []).flatMap(({ choice, kernel, matters, limit }) => {
      const other = describe(this.reachOfAlternative(kernel), this.format);
      const isOpen = matters?.(this.terms, this.format) ?? false;
      if (other === usual) {
        return isOpen && limit !== undefined ? [{ policy: choice.policy, text: `: ${limit}`, isOpen: false }] : [];
      }
      return [{ policy: choice.policy, text: ` or (${choice.policy} ${choice.choice}) ${other}`, isOpen }];
    });
    return {
      accepted: false,
      exact: real.toDecimal(this.truth),
      allowed: [allowed, ...alternatives.map(({ text }) => text)].join(''),
      open: alternatives.filter(({ isOpen }) => isOpen).map(({ policy }) => policy),
    };
  }
}

function squaresMayOverflow({ largest, length }: Vector, { maxExponent }: FloatFormat): boolean {
  if (largest.m === 0n) return false;
  const leading = d.leadingExponent(largest) + 1;
  return Math.max(leading, 2 * leading) + Math.ceil(Math.log2(length)) + 1 > maxExponent;
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
    const lo = roundToFloat(x.finite.lo, format);
    const hi = roundToFloat(x.finite.hi, format);
    parts.push(lo === hi ? show(lo) : `[${show(lo)}, ${show(hi)}]`);
  }
  if (x.plusInfinity) parts.push('Infinity');
  if (x.minusInfinity) parts.push('-Infinity');
  if (x.nan) parts.push('NaN');
  return parts.join(' or ');
}
