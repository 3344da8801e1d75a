import type { Scalar } from '../../oracles/acceptance/acceptance.ts';
import type { Request } from './stages.ts';

/** Operators that answer where an element stands: read from Operators.md, not from the oracle. */
const wanted: Readonly<Record<string, 'largest' | 'smallest'>> = { ArgMax: 'largest', ArgMin: 'smallest' };

/** True for an operator with one axis, whose output holds indices. */
export const givesIndices = (operator: string): boolean => operator in wanted;

/** What an implementation does where the specification leaves it open. */
export interface IndexChoices {
  /** which NaN wins, if any does */
  readonly nan: 'first' | 'last' | 'ignored';
  /** which of several extremes is meant where select_last_index does not exist */
  readonly ties: 'first' | 'last';
}

/** The index of the extreme of a slice, by sorting (the oracle searches); 0 where there is none. */
export function indexIn(
  terms: readonly Scalar[],
  { operator, selectLast }: Pick<Request, 'operator' | 'selectLast'>,
  { nan, ties }: IndexChoices,
): bigint {
  const places = [...terms.keys()];
  const nans = places.filter((k) => Number.isNaN(terms[k]));
  if (nans.length > 0 && nan !== 'ignored') return BigInt(nans.at(nan === 'first' ? 0 : -1)!);
  const sign = wanted[operator] === 'largest' ? -1 : 1;
  const order = (a: number, b: number) => sign * (terms[a]! < terms[b]! ? -1 : terms[a]! > terms[b]! ? 1 : 0);
  const numbers = places.filter((k) => !Number.isNaN(terms[k])).sort(order); // stable: equal ones stay in order
  const extremes = numbers.filter((k) => order(k, numbers[0]!) === 0);
  return BigInt(extremes.at((selectLast ?? ties === 'last') ? -1 : 0) ?? 0);
}
