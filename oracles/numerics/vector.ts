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
  private readonly cache = new Map<string, unknown>();

  private constructor(finite: Terms, specials: Specials) {
    this.finite = finite;
    this.specials = specials;
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
    );
  }

  /** From integers. */
  static ofIntegers(terms: readonly bigint[]): Vector {
    return new Vector(
      terms.map((m) => ({ m, e: 0 })),
      none,
    );
  }

  /** From dyadics. */
  static ofDyadics(terms: readonly d.Dyadic[]): Vector {
    return new Vector(terms, none);
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

  /** The finite terms as dyadics. */
  *dyadics(): Iterable<d.Dyadic> {
    if (isNumeric(this.finite)) for (const x of this.finite) yield d.fromNumber(x);
    else yield* this.finite;
  }

  private map(onNumber: (x: number) => number, onDyadic: (x: d.Dyadic) => d.Dyadic): Terms {
    return isNumeric(this.finite) ? this.finite.map(onNumber) : this.finite.map(onDyadic);
  }

  private once<T>(key: string, compute: () => T): T {
    if (!this.cache.has(key)) this.cache.set(key, compute());
    return this.cache.get(key) as T;
  }
}

function isNumeric(terms: Terms): terms is Float32Array | Float64Array {
  return !Array.isArray(terms);
}
