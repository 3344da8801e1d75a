import { trailingExponentOf } from '../numerics/doubles.ts';
import type { FloatFormat } from '../numerics/dtype.ts';
import { isStricter, type Level, levels } from '../spec/level.ts';

/**
 * What can be wrong with the value of an element, and the level at which that is wrong: no sentence of ONNX speaks of
 * the sign of zero, of infinities and NaN, of subnormal numbers or of rounding, so an answer whose only fault is one of these does not
 * break the text, whatever the clause that its case is about.
 */
export const faults = {
  value: { level: 'specified', text: 'the value' },
  'zero-sign': { level: 'implied', text: 'only the sign of zero (IEEE 754-2019, 6.3)' },
  special: { level: 'implied', text: 'a result of infinities or NaN, or beyond the range (IEEE 754-2019, 6 and 7)' },
  subnormal: {
    level: 'implied',
    text: 'only what is lost if subnormal numbers are taken for zero (IEEE 754-2019, 3.3)',
  },
  accuracy: {
    level: 'implied',
    text: 'only the accuracy: within twice the bound and 4 ulp, of functions 4 ulp of 1 (IEEE 754-2019, 4.3 and 5.4)',
  },
  'integer-overflow': { level: 'unspecified', text: 'integers that do not fit, but in none of the defensible ways' },
  'integer-rounding': { level: 'unspecified', text: 'only how a result that is no integer is rounded' },
} as const satisfies Readonly<Record<string, { readonly level: Level; readonly text: string }>>;

export type Fault = keyof typeof faults;
export const faultNames = Object.keys(faults) as Fault[];

/** True if one breaks what is stricter than what another breaks. */
export function isGraver(one: Fault, other: Fault): boolean {
  return isStricter(faults[one].level, faults[other].level);
}

/** True if nothing is graver. */
export function isGravest(fault: Fault): boolean {
  return faults[fault].level === levels[0];
}

/** What is known of a float element whose answer is rejected. */
export interface FloatElement {
  /** the terms that come to it, if several do */
  readonly terms?: readonly number[];
  readonly format: FloatFormat;
  /** the true value, rounded once */
  readonly best: number;
  /** the distance from it to the farthest accepted answer; 0 where nothing may round */
  readonly radius: number;
  /** nothing rounds, so that a term too many or too few is a whole step of the grid that all terms are on */
  readonly isOnGrid: boolean;
  /** where values are near 0 the error is absolute */
  readonly isAbsolute: boolean;
}

/** The fault of a rejected float: the most lenient name that explains it. */
export function floatFault({ terms, format, best, radius, isOnGrid, isAbsolute }: FloatElement, got: number): Fault {
  if (terms?.length === 0) return 'value'; // the text itself says what comes of nothing
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
  const leastNormal = 2 ** (format.minExponent + format.precision - 1);
  // partial results may be as small as squares
  const least = there.reduce((found, x) => Math.min(found, x * x), Math.abs(best));
  return least < leastNormal && error <= 2 * radius + (terms?.length ?? 1) * leastNormal ? 'subnormal' : 'value';
}

const exponentOf = (x: number): number => Math.floor(Math.log2(Math.abs(x)));
