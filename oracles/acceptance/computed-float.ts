import { around, type Bound, boundOf, stored, union } from '../arithmetic/bounds.ts';
import { contains } from '../arithmetic/contains.ts';
import { type Exact, Undecided } from '../arithmetic/exact.ts';
import type { Accuracy } from '../arithmetic/functions.ts';
import { type FloatFormat, formatOf } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import * as real from '../numerics/real.ts';
import { largestFinite, roundToFloat } from '../numerics/rounding.ts';
import type { Scalar } from '../numerics/trait.ts';
import { type Accepted, type ElementAcceptance, type ElementVerdict, exactly, show } from './acceptance.ts';
import type { Choice } from './decided.ts';
import type { Fault } from './fault.ts';
import { type Observation, observe } from './policy.ts';

/** What computes an element: its true value to some bits, and all that evaluations in a type, or in wider ones, can give. */
interface Evaluation {
  readonly exact: (bits: number) => Exact;
  readonly bounds: (type: FloatFormat, least?: FloatFormat) => Bound;
}

/** What computes an element, and what else may. */
export interface ComputedFloat extends Evaluation {
  /** by how much published tests of the whole operator let an answer miss the true value */
  readonly accuracy?: Accuracy;
  /** the inputs are so far from the ends of the range that it need not be asked whether a partial result leaves it */
  readonly isTame: boolean;
  readonly alternatives: readonly (Evaluation & Choice)[];
}

/** The acceptance of a float that kernels compute. Everything beyond the true value is computed when an answer is not exact. */
export function computedFloat(element: ComputedFloat, format: FloatFormat): ElementAcceptance {
  return new FloatElement(element, format);
}

class FloatElement implements ElementAcceptance {
  readonly #element: ComputedFloat;
  readonly #format: FloatFormat;
  #certain: { readonly value: Exact; readonly best: number } | undefined;
  #native: Bound | undefined;

  constructor(element: ComputedFloat, format: FloatFormat) {
    this.#element = element;
    this.#format = format;
  }

  get best(): number {
    return this.#exactly.best;
  }

  get #exactly(): { readonly value: Exact; readonly best: number } {
    this.#certain ??= certainly(this.#element.exact, this.#format);
    return this.#certain;
  }

  /** What evaluations in the type itself, or in a wider one, can give. */
  get native(): Bound {
    this.#native ??= [stored(this.#element.bounds(this.#format), this.#format), ...this.#published].reduce(union);
    return this.#native;
  }

  get #published(): readonly Bound[] {
    const { accuracy } = this.#element;
    const { value } = this.#exactly;
    if (!accuracy || typeof value === 'number') return [];
    const finite = around(value, accuracy, this.#format);
    return [stored({ ...boundOf(this.best), finite, isRounded: true }, this.#format)];
  }

  /** What evaluations in the next wider type can give. */
  get wide(): Bound {
    const wider = formatOf(this.#format.bits < 32 ? 'float32' : 'float64');
    return stored(this.#element.bounds(wider, wider), this.#format);
  }

  get orderFree(): boolean {
    const { finite, plusInfinity, minusInfinity, nan, plusZero, minusZero } = this.native;
    const specials = [plusInfinity, minusInfinity, nan, plusZero && minusZero].filter(Boolean).length;
    return finite ? specials === 0 && d.compare(finite.lo, finite.hi) === 0 : specials === 1;
  }

  get landmarks(): readonly number[] {
    const ends = ({ finite }: Bound) => (finite ? [d.toNumber(finite.lo), d.toNumber(finite.hi)] : []);
    const others = this.#element.alternatives.map(({ bounds }) => stored(bounds(this.#format), this.#format));
    return [this.best, ...this.#neighbours, ...[this.native, this.wide, ...others].flatMap(ends)];
  }

  judge(answer: Scalar): ElementVerdict {
    const got = answer as number;
    if (Object.is(got, this.best)) return this.#observed(exactly, got);
    if (contains(this.native, got)) return this.#observed(this.#accepted(got), got);
    for (const { choices, bounds, exact } of this.#element.alternatives) {
      if (!contains(stored(bounds(this.#format), this.#format), got)) continue;
      const isBest = Object.is(bestOf(exact, this.#format), got);
      return {
        accepted: true,
        tier: isBest ? 'exact' : 'native',
        errorOverBound: 0,
        vacuous: false,
        observations: choices,
      };
    }
    return {
      accepted: false,
      exact: this.#inWords,
      allowed: describe(this.native),
      open: this.#openHere,
    };
  }

  /** The policies whose choices lead to different values here. */
  get #openHere(): readonly string[] {
    const different = this.#element.alternatives.filter(
      ({ bounds }) => !contains(stored(bounds(this.#format), this.#format), this.best),
    );
    return different.flatMap(({ choices }) => choices.map(({ policy }) => policy));
  }

  fault(answer: Scalar): Fault {
    const got = answer as number;
    const { best } = this;
    if (got === 0 && best === 0) return 'zero-sign';
    if (!Number.isFinite(best)) return 'special';
    if (!Number.isFinite(got)) return 'value';
    const { precision, minExponent } = this.#format;
    // where values are about 1, as those of activations, kernels keep to an absolute error
    const size = this.#element.accuracy ? Math.max(1, Math.abs(best)) : Math.abs(best);
    const ulp = 2 ** Math.max(Math.floor(Math.log2(size || 2 ** -1100)) - precision + 1, minExponent);
    const { finite } = this.native;
    const radius = finite ? Math.max(d.toNumber(finite.hi) - best, best - d.toNumber(finite.lo)) : 0;
    const error = Math.abs(got - best);
    if (error <= 2 * radius + 4 * ulp) return 'accuracy';
    const leastNormal = 2 ** (minExponent + precision - 1);
    return Math.abs(best) < leastNormal && error <= 2 * radius + leastNormal ? 'subnormal' : 'value';
  }

  get #neighbours(): readonly number[] {
    const { value, best } = this.#exactly;
    if (typeof value === 'number') return [best];
    const { below, above } = real.neighbours(value, this.#format);
    return [below, above];
  }

  get #inWords(): string {
    const { value } = this.#exactly;
    return typeof value === 'number' ? show(value) : real.toDecimal(value);
  }

  /** The label of an answer that is not exact. */
  #accepted(got: number): Accepted {
    const { value, best } = this.#exactly;
    const silent = { accepted: true, errorOverBound: 0, vacuous: false, observations: [] } as const;
    if (got === 0 && best === 0) return { ...silent, tier: 'exact' };
    const { finite } = this.native;
    if (!Number.isFinite(got) || typeof value === 'number' || !finite) return { ...silent, tier: 'native' };
    const tier = this.#neighbours.includes(got) ? 'faithful' : contains(this.wide, got) ? 'wide' : 'native';
    const error = d.subtract(d.fromNumber(got), value.lo);
    const bound = error.m > 0n ? d.subtract(finite.hi, value.lo) : d.subtract(value.lo, finite.lo);
    return {
      ...silent,
      tier,
      errorOverBound: bound.m > 0n ? Math.min(1, d.toNumber(d.abs(error)) / d.toNumber(bound)) : 1,
      vacuous: d.toNumber(bound) > largestFinite(this.#format) / 2,
    };
  }

  /** Adds what an answer tells about choices that the specification leaves open. */
  #observed(verdict: Accepted, got: number): Accepted {
    const { best } = this;
    const observations: Observation[] = [];
    const overflows = ({ plusInfinity, minusInfinity, nan }: Bound) => plusInfinity || minusInfinity || nan;
    const { isTame } = this.#element;
    if (Number.isFinite(best) && (!Number.isFinite(got) || (!isTame && overflows(this.native)))) {
      observations.push(observe('intermediate-range', Number.isFinite(got) ? 'finite' : 'overflows'));
    }
    if (best === 0 && got === 0 && this.native.plusZero && this.native.minusZero) {
      observations.push(observe('zero-sign', Object.is(got, -0) ? '-0' : '0'));
    }
    for (const { otherwise, bounds } of this.#element.alternatives) {
      if (!contains(stored(bounds(this.#format), this.#format), got)) observations.push(...otherwise);
    }
    return observations.length > 0 ? { ...verdict, observations } : verdict;
  }
}

/** The true value, to as many bits as it takes to round it (Ziv's strategy). */
function certainly(
  exact: (bits: number) => Exact,
  format: FloatFormat,
): { readonly value: Exact; readonly best: number } {
  for (let bits = format.precision + 36; ; bits *= 2) {
    try {
      const value = exact(bits);
      if (typeof value === 'number') return { value, best: value };
      const lo = roundToFloat(value.lo, format);
      // a value in an interval is not zero itself: it has the sign of the other end
      const hi = value.hi.m === 0n && value.lo.m < 0n ? -0 : roundToFloat(value.hi, format);
      if (Object.is(lo, hi)) return { value, best: lo };
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
    }
    if (bits > 2 ** 14) throw new Undecided('a rounding: the kernel has a value that no precision separates');
  }
}

/** The true value, rounded; `undefined` where no precision tells, as of quotients of numbers beyond every range. */
function bestOf(exact: (bits: number) => Exact, format: FloatFormat): number | undefined {
  try {
    return certainly(exact, format).best;
  } catch (error) {
    if (error instanceof Undecided) return undefined;
    throw error;
  }
}

/** "[1, 1.0000001]", "Infinity or NaN". */
export function describe({ finite, plusZero, minusZero, plusInfinity, minusInfinity, nan }: Bound): string {
  const numbers = (): string[] => {
    if (!finite) return [];
    const [lo, hi] = [d.toNumber(finite.lo), d.toNumber(finite.hi)];
    if (lo === 0 && hi === 0) return [...(plusZero ? ['0'] : []), ...(minusZero ? ['-0'] : [])];
    return [lo === hi ? show(lo) : `[${show(lo)}, ${show(hi)}]`];
  };
  const words = [
    ...numbers(),
    ...(plusInfinity ? ['Infinity'] : []),
    ...(minusInfinity ? ['-Infinity'] : []),
    ...(nan ? ['NaN'] : []),
  ];
  return words.length === 1 && !words[0]!.startsWith('[') ? `exactly ${words[0]}` : words.join(' or ');
}
