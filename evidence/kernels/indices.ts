import type { NumericScalar } from '../../oracles/numerics/trait.ts';

/** Operators that answer where an element stands: read from Operators.md, not from the oracle. */
const wanted: Readonly<Record<string, 'largest' | 'smallest'>> = { ArgMax: 'largest', ArgMin: 'smallest' };

/** True for an operator with one axis, whose output holds indices. */
export const givesIndices = (operator: string): boolean => operator in wanted;

/** What an implementation does where the specification leaves it open. */
export interface IndexChoices {
  /** which NaN wins, if any does, or that it wins in the first place alone */
  readonly nan: 'first' | 'last' | 'ignored' | 'if-first';
  /** which of several extremes is meant where select_last_index does not exist */
  readonly ties: 'first' | 'last';
}

/** The index of the extreme of a slice, by value first and place then (the oracle keeps places); 0 where there is none. */
export function indexIn(
  terms: readonly NumericScalar[],
  { operator, selectLast }: { readonly operator: string; readonly selectLast: boolean | undefined },
  { nan, ties }: IndexChoices,
): bigint {
  const isMissing = (x: NumericScalar) => Number.isNaN(x);
  const firstNaN = terms.findIndex(isMissing);
  if (firstNaN === 0 && nan === 'if-first') return 0n;
  if (firstNaN >= 0 && (nan === 'first' || nan === 'last'))
    return BigInt(nan === 'first' ? firstNaN : terms.findLastIndex(isMissing));
  const numbers = firstNaN < 0 ? terms : terms.filter((x) => !isMissing(x));
  if (numbers.length === 0) return 0n;
  const largest = wanted[operator] === 'largest';
  const extreme = numbers.reduce((a, b) => ((largest ? b > a : b < a) ? b : a));
  return BigInt((selectLast ?? ties === 'last') ? terms.lastIndexOf(extreme) : terms.indexOf(extreme));
}
