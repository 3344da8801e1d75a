import type { DType } from '../numerics/dtype.ts';
import type { Clause } from './operator.ts';

/** Restricts a clause to the dtypes of a version; returns an empty list if no dtype is left. */
export function restrictToDTypes(versionDTypes: readonly DType[], clause: Clause): readonly Clause[] {
  if (!clause.dtypes) return [clause];
  const dtypes = versionDTypes.filter((dtype) => clause.dtypes!.includes(dtype));
  return dtypes.length > 0 ? [{ ...clause, dtypes }] : [];
}
