import * as d from '../numerics/dyadic.ts';
import type * as real from '../numerics/real.ts';
import type { Arithmetic } from './arithmetic.ts';
import { contains, empty, partsOf, spanOf, splitAtZero, type ValueSet, type ValueSpan } from './value-set.ts';

/** The bounds of a number that has one value in a row. */
export interface Quantity {
  readonly bound: ValueSpan;
  /** a partition of the bound */
  readonly parts: readonly QuantityPart[];
}

/** A part of the values of a quantity: a zero, an infinity, NaN, or an interval without zero. */
export type QuantityPart = number | real.Interval;

/** A result that depends on a quantity: its bounds as a function of a part of the quantity. */
export class DependentResult {
  readonly quantity: Quantity;
  readonly #boundOf: (part: QuantityPart | undefined) => ValueSet;
  #last: { readonly part: QuantityPart | undefined; readonly bound: ValueSet } | undefined;

  constructor(quantity: Quantity, boundOf: (part: QuantityPart | undefined) => ValueSet) {
    this.quantity = quantity;
    this.#boundOf = boundOf;
  }

  /** Returns the bounds of the result if the quantity lies in a part; for any quantity if no part is given. */
  at(part?: QuantityPart): ValueSet {
    if (!this.#last || this.#last.part !== part) this.#last = { part, bound: this.#boundOf(part) };
    return this.#last.bound;
  }
}

/** Returns the same arithmetic of bounds, in which results that depend on a shared number can be evaluated for each part of it. */
export function sharingIn(base: Arithmetic<ValueSet>): Arithmetic<ValueSet | DependentResult> {
  const depending = ([name, operation]: [string, (...operands: unknown[]) => ValueSet]) => {
    const lifted = (...given: unknown[]): ValueSet | DependentResult => {
      // `reduce` and `map` pass an index and the whole list as well
      const operands = operation.length > 0 ? given.slice(0, operation.length) : given;
      const first = operands.flat().find((operand) => operand instanceof DependentResult);
      if (!first) return operation(...operands);
      const { quantity } = first;
      // only the first of several quantities is tracked
      const read = (operand: unknown, part: QuantityPart | undefined): unknown => {
        if (Array.isArray(operand)) return operand.map((one) => read(one, part));
        if (!(operand instanceof DependentResult)) return operand;
        return operand.at(operand.quantity === quantity ? part : undefined);
      };
      return new DependentResult(quantity, (part) => operation(...operands.map((operand) => read(operand, part))));
    };
    return [name, lifted] as const;
  };
  const lifted = Object.fromEntries(Object.entries(base).map(depending)) as unknown as Arithmetic<
    ValueSet | DependentResult
  >;
  return {
    ...lifted,
    in: (dtype) => sharingIn(base.in(dtype)),
    either: (ways) => ways.map((way) => way()).reduce((one, other) => lifted.select(undecided, one, other)),
    shared(x, { least = 0, spread, isBeyondRange = false } = {}) {
      // dependence on another quantity is not tracked
      const bound = spanOf(wholly(x));
      if (spread && isKnownWell(bound, spanOf(wholly(spread())))) return x;
      const all = partsBeyond(d.fromNumber(least), bound);
      const quantity = { bound, parts: isBeyondRange ? all.filter(isOutside) : all };
      return new DependentResult(quantity, (part) =>
        part === undefined ? quantity.bound : intersect(quantity.bound, part),
      );
    },
  };
}

/** A condition that may be true or false. */
const undecided: ValueSpan = { ...empty, finite: { lo: d.zero, hi: d.one }, plusZero: true };

/** Returns whether a part is an infinity or NaN. */
const isOutside = (part: QuantityPart): boolean => typeof part === 'number' && !Number.isFinite(part);

const wholly = (x: ValueSet | DependentResult): ValueSet => (x instanceof DependentResult ? x.at() : x);

/** Returns whether the bounds of a number are at most a sixteenth of the least spread. */
function isKnownWell({ finite }: ValueSpan, spread: ValueSpan): boolean {
  if (!finite || !spread.finite) return true;
  return d.compare(d.scale(d.subtract(finite.hi, finite.lo), 4), spread.finite.lo) <= 0;
}

/** Returns the parts of a bound, without numbers closer to zero than a magnitude. */
const partsBeyond = (least: d.Dyadic, bound: ValueSpan): readonly QuantityPart[] =>
  partsOf(bound).flatMap((part): readonly QuantityPart[] => {
    if (typeof part === 'number') return [part];
    const sides = splitAtZero(part).map(({ lo, hi }) =>
      d.sign(hi) > 0 ? { lo: d.maximum(lo, least), hi } : { lo, hi: d.minimum(hi, d.negate(least)) },
    );
    return sides.filter(({ lo, hi }) => d.compare(lo, hi) <= 0);
  });

/** Returns the intersection of a bound and a part, which may be empty. */
export function intersect(bound: ValueSpan, part: QuantityPart): ValueSet {
  if (typeof part === 'number') return contains(bound, part) ? part : empty;
  const { finite, isRounded } = bound;
  if (!finite) return empty;
  const [lo, hi] = [d.maximum(finite.lo, part.lo), d.minimum(finite.hi, part.hi)];
  return d.compare(lo, hi) > 0 ? empty : { ...empty, finite: { lo, hi }, isRounded };
}

/**
 * Returns whether some value of a quantity explains all answers.
 * @param parts the possible values
 * @param bits the precision to which parts are divided
 * @param count the number of answers
 * @param explains returns whether some value of a part explains an answer, by its index
 */
export function hasCommonValue(
  parts: readonly QuantityPart[],
  bits: number,
  count: number,
  explains: (answer: number, part: QuantityPart) => boolean,
): boolean {
  /** the answers that have excluded a part: they are checked first, all others only for the smallest parts */
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

/** Divides an interval without zero into halves: by exponents, if these differ by more than 1. */
function halvesOf({ lo, hi }: real.Interval): readonly real.Interval[] {
  const [first, last] = [d.leadingExponent(lo), d.leadingExponent(hi)];
  const size = d.powerOfTwo(Math.ceil((first + last) / 2));
  const middle = Math.abs(first - last) > 1 ? (d.sign(lo) < 0 ? d.negate(size) : size) : d.scale(d.add(lo, hi), -1);
  return [
    { lo, hi: middle },
    { lo: middle, hi },
  ];
}
