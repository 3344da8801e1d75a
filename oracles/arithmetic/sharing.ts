import * as d from '../numerics/dyadic.ts';
import type * as real from '../numerics/real.ts';
import type { Arithmetic } from './arithmetic.ts';
import { besidesZero, contains, empty, partsOf, spanOf, type ValueSet, type ValueSpan } from './value-set.ts';

/** What a number may be, of which a row has one. */
export interface Quantity {
  readonly bound: ValueSpan;
  /** all of it */
  readonly parts: readonly QuantityPart[];
}

/** Some of what a quantity may be: a zero, an infinity, NaN, or an interval without zero. */
export type QuantityPart = number | real.Interval;

/** What is computed with a quantity, by what that is. */
export class Dependent {
  readonly quantity: Quantity;
  readonly #boundOf: (part: QuantityPart | undefined) => ValueSet;
  #last: { readonly part: QuantityPart | undefined; readonly bound: ValueSet } | undefined;

  constructor(quantity: Quantity, boundOf: (part: QuantityPart | undefined) => ValueSet) {
    this.quantity = quantity;
    this.#boundOf = boundOf;
  }

  /** All that it can be where the quantity is in a part; whatever the quantity is if no part is given. */
  at(part?: QuantityPart): ValueSet {
    if (!this.#last || this.#last.part !== part) this.#last = { part, bound: this.#boundOf(part) };
    return this.#last.bound;
  }
}

/** The same bounds, in which what depends on a number that a row shares is known for each part of it. */
export function sharingIn(base: Arithmetic<ValueSet>): Arithmetic<ValueSet | Dependent> {
  const depending = ([name, operation]: [string, (...operands: unknown[]) => ValueSet]) => {
    const lifted = (...operands: unknown[]): ValueSet | Dependent => {
      const first = operands.flat().find((operand) => operand instanceof Dependent);
      if (!first) return operation(...operands);
      const { quantity } = first;
      // of several quantities only the first is followed
      const read = (operand: unknown, part: QuantityPart | undefined): unknown => {
        if (Array.isArray(operand)) return operand.map((one) => read(one, part));
        if (!(operand instanceof Dependent)) return operand;
        return operand.at(operand.quantity === quantity ? part : undefined);
      };
      return new Dependent(quantity, (part) => operation(...operands.map((operand) => read(operand, part))));
    };
    return [name, lifted] as const;
  };
  const lifted = Object.fromEntries(Object.entries(base).map(depending)) as unknown as Arithmetic<ValueSet | Dependent>;
  return {
    ...lifted,
    in: (dtype) => sharingIn(base.in(dtype)),
    either: (ways) => ways.map((way) => way()).reduce((one, other) => lifted.select(undecided, one, other)),
    shared(x, { least = 0, spread, isBeyondRange = false } = {}) {
      // what depends on another quantity is not looked into
      const bound = spanOf(wholly(x));
      if (spread && isKnownWell(bound, spanOf(wholly(spread())))) return x;
      const all = partsBeyond(d.fromNumber(least), bound);
      const quantity = { bound, parts: isBeyondRange ? all.filter(isOutside) : all };
      return new Dependent(quantity, (part) => (part === undefined ? quantity.bound : within(quantity.bound, part)));
    },
  };
}

/** A condition that nothing is known of. */
const undecided: ValueSpan = { ...empty, finite: { lo: d.zero, hi: d.one }, plusZero: true };

/** Whether a part is an infinity or NaN. */
const isOutside = (part: QuantityPart): boolean => typeof part === 'number' && !Number.isFinite(part);

const wholly = (x: ValueSet | Dependent): ValueSet => (x instanceof Dependent ? x.at() : x);

/** Whether a number is known to a sixteenth of the least that a spread may be. */
function isKnownWell({ finite }: ValueSpan, spread: ValueSpan): boolean {
  if (!finite || !spread.finite) return true;
  return d.compare(d.scale(d.subtract(finite.hi, finite.lo), 4), spread.finite.lo) <= 0;
}

/** All that is in a bound, of its numbers what is no nearer to zero than some magnitude. */
const partsBeyond = (least: d.Dyadic, bound: ValueSpan): readonly QuantityPart[] =>
  partsOf(bound).flatMap((part): readonly QuantityPart[] => {
    if (typeof part === 'number') return [part];
    const sides = besidesZero(part).map(({ lo, hi }) =>
      d.sign(hi) > 0 ? { lo: d.maximum(lo, least), hi } : { lo, hi: d.minimum(hi, d.negate(least)) },
    );
    return sides.filter(({ lo, hi }) => d.compare(lo, hi) <= 0);
  });

/** What a bound has of a part: nothing, maybe. */
export function within(bound: ValueSpan, part: QuantityPart): ValueSet {
  if (typeof part === 'number') return contains(bound, part) ? part : empty;
  const { finite, isRounded } = bound;
  if (!finite) return empty;
  const [lo, hi] = [d.maximum(finite.lo, part.lo), d.minimum(finite.hi, part.hi)];
  return d.compare(lo, hi) > 0 ? empty : { ...empty, finite: { lo, hi }, isRounded };
}

/**
 * Whether one value is left of a quantity where some answers have come of it.
 * @param parts all that it may be
 * @param bits to which a part is small enough
 * @param count how many answers there are
 * @param explains whether an answer, from 0 on, may come of some part of it
 */
export function isLeft(
  parts: readonly QuantityPart[],
  bits: number,
  count: number,
  explains: (answer: number, part: QuantityPart) => boolean,
): boolean {
  /** the answers that have ruled something out: the others are asked about what is left in the end */
  const telling: number[] = [];
  const mayBe = (part: QuantityPart): boolean => {
    if (!telling.every((answer) => explains(answer, part))) return false;
    if (typeof part !== 'number' && !isNarrow(part, bits)) return halvesOf(part).some(mayBe);
    for (let answer = 0; answer < count; answer++) {
      if (explains(answer, part)) continue;
      telling.push(answer);
      return false;
    }
    return true;
  };
  return parts.some(mayBe);
}

const isNarrow = ({ lo, hi }: real.Interval, bits: number): boolean => {
  const width = d.subtract(hi, lo);
  return width === 0 || d.leadingExponent(width) < d.leadingExponent(lo) - bits;
};

/** The halves of an interval without zero: by exponents, as long as these differ much. */
function halvesOf({ lo, hi }: real.Interval): readonly real.Interval[] {
  const [first, last] = [d.leadingExponent(lo), d.leadingExponent(hi)];
  const size = d.powerOfTwo(Math.ceil((first + last) / 2));
  const middle = Math.abs(first - last) > 1 ? (d.sign(lo) < 0 ? d.negate(size) : size) : d.scale(d.add(lo, hi), -1);
  return [
    { lo, hi: middle },
    { lo: middle, hi },
  ];
}
