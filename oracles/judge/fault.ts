import { trailingExponentOf } from '../numerics/doubles.ts';
import type { FloatFormat } from '../numerics/dtype.ts';
import { leastNormal } from '../numerics/rounding.ts';
import { isStricter, type Level, levels } from '../spec/level.ts';

/**
 * The faults that the value of an element may have, and the level at which each is wrong. No sentence of ONNX mentions
 * the sign of zero, infinities and NaN, subnormal numbers or rounding. So an answer whose only fault is one of these does not
 * break the text, whatever clause its case is about.
 */
export const faults = {
  value: { level: 'specified', text: 'the value' },
  'zero-sign': { level: 'implied', text: 'only the sign of zero (IEEE 754-2019, 6.3)' },
  special: { level: 'implied', text: 'a result of infinities or NaN, or beyond the range (IEEE 754-2019, 6 and 7)' },
  subnormal: {
    level: 'implied',
    text: 'only the loss of subnormal numbers flushed to zero (IEEE 754-2019, 3.3)',
  },
  accuracy: {
    level: 'implied',
    text: 'only the accuracy: within twice the bound and 4 ulp, of functions 4 ulp of 1 (IEEE 754-2019, 4.3 and 5.4)',
  },
  'integer-overflow': { level: 'unspecified', text: 'integer overflow, handled in none of the defensible ways' },
  'integer-rounding': { level: 'unspecified', text: 'only the rounding of a result that is not an integer' },
} as const satisfies Readonly<Record<string, { readonly level: Level; readonly text: string }>>;

export type Fault = keyof typeof faults;
export const faultNames = Object.keys(faults) as Fault[];

/** Returns whether one fault breaks a stricter level than another. */
export function isGraver(one: Fault, other: Fault): boolean {
  return isStricter(faults[one].level, faults[other].level);
}

/** Returns whether a fault breaks the strictest level. */
export function isGravest(fault: Fault): boolean {
  return faults[fault].level === levels[0];
}

/** A float element whose answer was rejected. */
export interface FloatElement {
  /** the terms that the element combines, if there are several */
  readonly terms?: readonly number[];
  readonly format: FloatFormat;
  /** the true value, rounded once */
  readonly best: number;
  /** the distance from `best` to the farthest accepted answer; 0 if nothing may round */
  readonly radius: number;
  /** whether nothing rounds, so that an extra or missing term is at least one step of the grid of all terms */
  readonly isOnGrid: boolean;
  /** whether the error is absolute near 0 */
  readonly isAbsolute: boolean;
}

/** Returns the fault of a rejected float: the most lenient one that explains it. */
export function floatFault({ terms, format, best, radius, isOnGrid, isAbsolute }: FloatElement, got: number): Fault {
  if (terms?.length === 0) return 'value'; // the text itself defines the result of an empty set
  if (got === 0 && best === 0) return 'zero-sign';
  if (!Number.isFinite(best) || terms?.some((x) => !Number.isFinite(x))) return 'special';
  if (!Number.isFinite(got)) return 'value';
  const error = Math.abs(got - best);
  const size = isAbsolute ? Math.max(1, Math.abs(best)) : best;
  const ulp = 2 ** Math.max(exponentOf(size) - format.precision + 1, format.minExponent);
  const there = terms?.filter((x) => x !== 0) ?? [];
  const step =
    isOnGrid && there.length > 0 ? 2 ** there.map(trailingExponentOf).reduce((a, b) => Math.min(a, b)) : Infinity;
  if (error <= 2 * radius + 4 * ulp && error < step) return 'accuracy';
  const normal = leastNormal(format);
  // partial results may be as small as squares
  const least = there.reduce((found, x) => Math.min(found, x * x), Math.abs(best));
  return least < normal && error <= 2 * radius + (terms?.length ?? 1) * normal ? 'subnormal' : 'value';
}

const exponentOf = (x: number): number => Math.floor(Math.log2(Math.abs(x)));
