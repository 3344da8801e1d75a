import type { Exact } from '../arithmetic/exact.ts';
import type { Format } from '../numerics/dtype.ts';
import * as d from '../numerics/dyadic.ts';
import { roundDouble } from '../numerics/rounding.ts';
import { type ElementAcceptance, type ElementVerdict, exactly } from './acceptance.ts';
import { observe } from './policy.ts';

/** The digits that the formats of C have unless they are asked for others. */
const usualDigits = 6;

/**
 * The acceptance of a string that writes a number: however it is written, it has to read back as the number, in the type
 * that the number comes from, or as the number rounded to as many digits as stand there.
 */
export function computedText({ exact }: { readonly exact: (bits: number) => Exact }, from: Format): ElementAcceptance {
  const value = scalarOf(exact(from.bits), from);
  const best = written(value, from);
  return {
    best,
    orderFree: false,
    landmarks: [best],
    judge: (got): ElementVerdict => {
      const text = String(got);
      const isSame = reads(text, value, from);
      if (!isSame && !readsShorter(text, value)) {
        return { accepted: false, exact: best, allowed: `a string that reads as ${best}` };
      }
      const isShort = isSame && (typeof value === 'bigint' || reads(value.toPrecision(usualDigits), value, from));
      return { ...exactly, observations: isShort ? [] : [observe('decimal-digits', isSame ? 'all' : 'fewer')] };
    },
  };
}

/** A number with as few digits as read back in its type. */
function written(value: number | bigint, from: Format): string {
  if (typeof value === 'number' && from.kind === 'float' && Number.isFinite(value)) {
    for (let digits = 1; digits < 17; digits++) {
      const short = Number(value.toPrecision(digits));
      if (roundDouble(short, from) === value) return Object.is(value, -0) ? '-0' : String(short);
    }
  }
  return String(value).replace('Infinity', 'INF');
}

/** The number that an input held: a machine number of its type. */
function scalarOf(x: Exact, from: Format): number | bigint {
  if (typeof x === 'number') return from.kind === 'float' ? x : BigInt(x);
  return from.kind === 'float' ? d.toNumber(x.lo) : d.toInteger(x.lo);
}

function reads(text: string, value: number | bigint, from: Format): boolean {
  if (typeof value === 'bigint') return /^[+-]?\d+$/.test(text) && BigInt(text.replace('+', '')) === value;
  const number = numberIn(text);
  if (number === undefined) return false;
  return Object.is(from.kind === 'float' ? roundDouble(number, from) : number, value) || (number === 0 && value === 0);
}

function readsShorter(text: string, value: number | bigint): boolean {
  const digits = /^[+-]?(\d+(?:\.\d*)?)/.exec(text)?.[1]?.replace('.', '').replace(/^0+/, '').length ?? 0;
  if (typeof value === 'bigint' || !Number.isFinite(value) || digits < usualDigits) return false;
  return numberIn(text) === Number(value.toPrecision(Math.min(digits, 100)));
}

/** The number that a decimal or a word writes; `undefined` of others. */
function numberIn(text: string): number | undefined {
  const word = /^([+-]?)(?:inf|infinity)$/i.exec(text);
  if (word) return word[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (/^[+-]?nan$/i.test(text)) return Number.NaN;
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}
