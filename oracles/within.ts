import type { DType } from './numerics/dtype.ts';
import type { Clause } from './operator.ts';

/** A clause with only those of its dtypes that the version has. */
export function within(dtypes: readonly DType[], clause: Clause): Clause {
  return clause.dtypes ? { ...clause, dtypes: dtypes.filter((dtype) => clause.dtypes!.includes(dtype)) } : clause;
}
