import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { floatRows, integerRows, specialRows } from '../rows.ts';

/** Data that is exact in every order, for any dtype. */
const gridClasses = ['grid', 'grid-near-limit', 'one-hot', 'ones'] as const;

/** Data that exists for one clause: operators without the clause have no use for it. */
const clauseOf: Readonly<Record<string, string>> = {
  uneven: 'integer-rounding' /* results that are no integers */,
};

/** The kinds of data that the suite must try with a reduction of these clauses in a dtype. */
export function reductionData(dtype: DType, clauses: readonly string[]): string[] {
  const { kind } = formatOf(dtype);
  const rows = kind === 'float' ? { ...floatRows, ...specialRows } : kind === 'integer' ? integerRows : {};
  return [...gridClasses, ...Object.keys(rows)].filter((name) => {
    const clause = clauseOf[name];
    return clause === undefined || clauses.includes(clause);
  });
}
