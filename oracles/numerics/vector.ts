import * as d from './dyadic.ts';
import { dyadicSum, exactSum } from './exact-sum.ts';

/** Terms as doubles where they are exact as such, else as dyadics. */
export type Terms = Float32Array | Float64Array | readonly d.Dyadic[];

/** Which values that are not finite stand among the terms. */
export interface Specials {
  readonly nan: boolean;
  readonly plusInfinity: boolean;
  readonly minusInfinity: boolean;
}

const none: Specials = { nan: false, plusInfinity: false, minusInfinity: false };

/** The number of low zero bits of the significand decides the grid: see {@link Vector.grid}. */
function gridOfNumber(x: number): number {
  return d.trailingExponent(d.fromNumber(x));
}

/**
 * The terms of one slice, exactly, with what several arithmetics need of them, each computed at most once.
 * `finite` holds zero where a term is NaN or infinite; `specials` tells of those.
 */
export class Vector {
  readonly finite: Terms;
  readonly specials: Specials;
  /** the terms as they came, where some are not finite */
  private readonly given: Float32Array | Float64Array | undefined;
  private readonly cache = new Map<string, unknown>();

  private constructor(finite: Terms, specials: Specials, given?: Float32Array | Float64Array) {
    this.finite = finite;
    this.specials = specials;
    this.given = given;
  }

  /** From machine numbers; the array is not copied unless it holds NaN or infinities. */
  static of(terms: Float32Array | Float64Array): Vector {
    let nan = false;
    let plusInfinity = false;
    let minusInfinity = false;
    for (const x of terms) {
      if (Number.isFinite(x)) continue;
      if (Number.isNaN(x)) nan = true;
      else if (x > 0) plusInfinity = true;
      else minusInfinity = true;
    }
    if (!nan && !plusInfinity && !minusInfinity) return new Vector(terms, none);
    return new Vector(
      terms.map((x) => (Number.isFinite(x) ? x : 0)),
      { nan, plusInfinity, minusInfinity },
      terms,
    );
  }

  /** From integers. */
  static ofIntegers(terms: readonly bigint[]): Vector {
    return new Vector(
      terms.map((m) => ({ m, e: 0 })),
      none,
    );
  }

  /** From dyadics, beside which values that are not finite may stand. */
  static ofDyadics(terms: readonly d.Dyadic[], specials: Specials = none): Vector {
    return new Vector(terms, specials);
  }

  get length(): number {
    return this.finite.length;
  }

  /** |x| of every term */
  get abs(): Vector {
    return this.once('abs', () => {
      const specials = {
        nan: this.specials.nan,
        plusInfinity: this.specials.plusInfinity || this.specials.minusInfinity,
        minusInfinity: false,
      };
      return new Vector(this.map(Math.abs, d.abs), specials);
    });
  }

  /** x² of every term, exactly */
  get square(): Vector {
    return this.once('square', () => {
      const exactInDouble = this.finite instanceof Float32Array; // 2·24 bits, exponents -298…255
      const terms = exactInDouble
        ? Float64Array.from(this.finite, (x) => x * x)
        : Array.from(this.dyadics(), (x) => d.multiply(x, x));
      return new Vector(terms, this.abs.specials);
    });
  }

  /** The exact sum of the finite terms. */
  get sum(): d.Dyadic {
    return this.once('sum', () => (isNumeric(this.finite) ? exactSum(this.finite) : dyadicSum(this.finite)));
  }

  /** The exact sum of the magnitudes of the finite terms. */
  get magnitude(): d.Dyadic {
    return this.abs.sum;
  }

  /** The largest magnitude of the finite terms. */
  get largest(): d.Dyadic {
    return this.once('largest', () => {
      if (!isNumeric(this.finite)) return this.finite.map(d.abs).reduce(d.maximum, d.zero);
      let largest = 0;
      for (const x of this.finite) largest = Math.max(largest, Math.abs(x));
      return d.fromNumber(largest);
    });
  }

  /** How many terms are not zero (a NaN or infinity counts as zero). */
  get nonzero(): number {
    return this.once('nonzero', () => {
      let count = 0;
      if (isNumeric(this.finite)) for (const x of this.finite) count += x !== 0 ? 1 : 0;
      else for (const x of this.finite) count += x.m !== 0n ? 1 : 0;
      return count;
    });
  }

  /** How many terms are positive. */
  get positives(): number {
    return this.once('positives', () => {
      let count = 0;
      if (isNumeric(this.finite)) for (const x of this.finite) count += x > 0 ? 1 : 0;
      else for (const x of this.finite) count += x.m > 0n ? 1 : 0;
      return count;
    });
  }

  /** How many terms are negative; -0 is not. */
  get negatives(): number {
    return this.nonzero - this.positives;
  }

  /** The largest g such that every term is a multiple of 2^g; `undefined` if all terms are zero. */
  get grid(): number | undefined {
    return this.once('grid', () => {
      let grid: number | undefined;
      const lower = (exponent: number) => {
        grid = grid === undefined ? exponent : Math.min(grid, exponent);
      };
      if (isNumeric(this.finite)) for (const x of this.finite) x !== 0 && lower(gridOfNumber(x));
      else for (const x of this.finite) x.m !== 0n && lower(d.trailingExponent(x));
      return grid;
    });
  }

  /** The finite terms, without anything in the place of others. */
  get present(): Terms {
    return this.once('present', () => this.given?.filter(Number.isFinite) ?? this.finite);
  }

  /** The terms that are not NaN; all terms if none is left. */
  get numbers(): Vector {
    return this.once('numbers', () => {
      const numbers = this.given?.filter((x) => !Number.isNaN(x));
      return !this.specials.nan || !numbers?.length ? this : Vector.of(numbers);
    });
  }

  /** The least and the greatest finite term; `undefined` without finite terms. */
  get range(): { readonly least: d.Dyadic; readonly greatest: d.Dyadic } | undefined {
    return this.once('range', () => {
      const { present } = this;
      if (present.length === 0) return undefined;
      if (!isNumeric(present)) return { least: present.reduce(d.minimum), greatest: present.reduce(d.maximum) };
      let least = present[0]!;
      let greatest = least;
      for (const x of present) {
        if (x < least) least = x;
        if (x > greatest) greatest = x;
      }
      return { least: d.fromNumber(least), greatest: d.fromNumber(greatest) };
    });
  }

  /** The exact product of the finite terms; 1 without any. */
  get product(): d.Dyadic {
    return this.once('product', () => productOf(dyadicsOf(this.present)));
  }

  /** The greatest magnitude that a product of some of the finite terms can have: Π max(|x|, 1). */
  get growth(): d.Dyadic {
    return this.once('growth', () => productOf(magnitudes(this.present).filter((x) => d.compare(x, d.one) > 0)));
  }

  /** The least magnitude other than zero that a product of some of the finite terms can have: Π min(|x|, 1). */
  get shrinkage(): d.Dyadic {
    return this.once('shrinkage', () =>
      productOf(magnitudes(this.present).filter((x) => x.m !== 0n && d.compare(x, d.one) < 0)),
    );
  }

  /** True if an odd number of terms, infinities and zeros included, has a minus sign (that of a NaN does not count). */
  get oddSigns(): boolean {
    return this.once('oddSigns', () => {
      let odd = false;
      const terms = this.given ?? this.finite;
      if (isNumeric(terms)) for (const x of terms) odd = odd !== (x < 0 || Object.is(x, -0));
      else for (const x of terms) odd = odd !== x.m < 0n;
      return odd;
    });
  }

  /** True if a finite term is zero with a plus sign. */
  get hasPlusZero(): boolean {
    const { present } = this;
    return isNumeric(present) ? present.some((x: number) => Object.is(x, 0)) : present.some((x) => x.m === 0n);
  }

  /** True if a finite term is zero with a minus sign. */
  get hasMinusZero(): boolean {
    const { present } = this;
    return isNumeric(present) && present.some((x: number) => Object.is(x, -0));
  }

  /** Every finite term minus `by`, exactly; terms that are -∞ are left out, other specials stay. */
  minus(by: d.Dyadic): Vector {
    const specials = { ...this.specials, minusInfinity: false };
    const { present } = this;
    if (by.m === 0n) return isNumeric(present) && this.allFinite ? this : new Vector(present, specials);
    if (isNumeric(present)) {
      const subtrahend = d.toNumber(by);
      const differences = Float64Array.from(present, (x) => x - subtrahend);
      // exact where neither rounding shows: TwoSum's criterion
      const exact = differences.every((t, i) => subtrahend + t === present[i] && present[i]! - t === subtrahend);
      if (exact) return new Vector(differences, specials);
    }
    return new Vector(
      Array.from(dyadicsOf(present), (x) => d.subtract(x, by)),
      specials,
    );
  }

  /** True if no term is NaN or infinite. */
  get allFinite(): boolean {
    const { nan, plusInfinity, minusInfinity } = this.specials;
    return !nan && !plusInfinity && !minusInfinity;
  }

  /** True if there are terms and all of them are -0. */
  get allMinusZero(): boolean {
    return (
      isNumeric(this.finite) &&
      this.length > 0 &&
      this.nonzero === 0 &&
      this.allFinite &&
      this.finite.every((x: number) => Object.is(x, -0))
    );
  }

  /** The finite terms as dyadics, without anything in the place of others. */
  presentDyadics(): Iterable<d.Dyadic> {
    return dyadicsOf(this.present);
  }

  /** The finite terms as dyadics; zero in the place of others. */
  *dyadics(): Iterable<d.Dyadic> {
    yield* dyadicsOf(this.finite);
  }

  private map(onNumber: (x: number) => number, onDyadic: (x: d.Dyadic) => d.Dyadic): Terms {
    return isNumeric(this.finite) ? this.finite.map(onNumber) : this.finite.map(onDyadic);
  }

  private once<T>(key: string, compute: () => T): T {
    if (!this.cache.has(key)) this.cache.set(key, compute());
    return this.cache.get(key) as T;
  }
}

function* dyadicsOf(terms: Terms): Iterable<d.Dyadic> {
  if (isNumeric(terms)) for (const x of terms) yield d.fromNumber(x);
  else yield* terms;
}

function magnitudes(terms: Terms): d.Dyadic[] {
  return Array.from(dyadicsOf(terms), d.abs);
}

/** As a tree: factors of equal size multiply fastest. */
function productOf(factors: Iterable<d.Dyadic>): d.Dyadic {
  let level = [...factors];
  while (level.length > 1) {
    const next: d.Dyadic[] = [];
    for (let i = 0; i < level.length; i += 2)
      next.push(i + 1 < level.length ? d.multiply(level[i]!, level[i + 1]!) : level[i]!);
    level = next;
  }
  return level[0] ?? d.one;
}

function isNumeric(terms: Terms): terms is Float32Array | Float64Array {
  return !Array.isArray(terms);
}
