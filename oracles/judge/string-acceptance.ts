import type { Exact } from '../arithmetic/exact.ts';
import type { FloatFormat, Format } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { roundDouble } from '../numerics/rounding.ts';
import { acceptedExact, type ElementAcceptance } from './acceptance.ts';
import { type Observation, observe } from './policy.ts';

/** The number of significant digits that the formats of C have by default. */
const usualDigits = 6;

/**
 * Returns the acceptance of a string that represents a number, in any notation. The string must parse to the number in its own
 * type, or to the number rounded to the digits of the string.
 * @param from the type of the number
 */
export function acceptDecimal(element: { exact(bits: number): Exact }, from: Format): ElementAcceptance {
  const value = element.exact(from.bits);
  return from.kind === 'float'
    ? floatText(typeof value === 'number' ? value : d.toNumber(value.lo), from)
    : integerText(typeof value === 'number' ? BigInt(value) : d.toInteger(value.lo));
}

function integerText(value: bigint): ElementAcceptance {
  return textLike(String(value), (text) => /^[+-]?\d+$/.test(text) && BigInt(text) === value && []);
}

function floatText(value: number, from: FloatFormat): ElementAcceptance {
  const isShort = reads(value.toPrecision(usualDigits), value, from);
  return textLike(written(value, from), (text) => {
    if (reads(text, value, from)) return isShort ? [] : [observe('decimal-digits', 'all')];
    return readsShorter(text, value) && [observe('decimal-digits', 'fewer')];
  });
}

/** Returns the acceptance of strings. `observed` returns the choices that a string shows, or false if it is rejected. */
function textLike(best: string, observed: (text: string) => readonly Observation[] | false): ElementAcceptance {
  return {
    best,
    isExactInAnyOrder: false,
    breakpoints: [best],
    judge: (got) => {
      const observations = observed(String(got));
      if (observations) return { ...acceptedExact, observations };
      return { accepted: false, exact: best, allowed: `a string that reads as ${best}` };
    },
  };
}

/** Formats a number with the fewest digits that parse to it in its type. */
function written(value: number, from: FloatFormat): string {
  for (let digits = 1; digits < 17; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Number.isFinite(value) && roundDouble(short, from) === value)
      return Object.is(value, -0) ? '-0' : String(short);
  }
  return String(value).replace('Infinity', 'INF');
}

function reads(text: string, value: number, from: FloatFormat): boolean {
  const number = numberIn(text);
  if (number === undefined) return false;
  return Object.is(roundDouble(number, from), value) || (number === 0 && value === 0);
}

/** Returns whether a text is the number correctly rounded to some number of digits; trailing zeros may be omitted. */
function readsShorter(text: string, value: number): boolean {
  if (!Number.isFinite(value) || !/^[+-]?\d/.test(text)) return false;
  const number = numberIn(text);
  const digits = Array.from({ length: 18 - usualDigits }, (_, i) => usualDigits + i);
  return digits.some((count) => number === Number(value.toPrecision(count)));
}

/** Returns the number that a decimal, `inf` or `nan` represents; `undefined` for any other text. */
function numberIn(text: string): number | undefined {
  const word = /^([+-]?)(?:inf|infinity)$/i.exec(text);
  if (word) return word[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (/^[+-]?nan$/i.test(text)) return Number.NaN;
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}
