import type { DType } from '../numerics/dtype.ts';
import type { Clause } from './operator.ts';

/** A clause with only those of its dtypes that a version with `versionDTypes` has; nothing if it has none of them. */
export function restrictToDTypes(versionDTypes: readonly DType[], clause: Clause): readonly Clause[] {
  if (!clause.dtypes) return [clause];
  const dtypes = versionDTypes.filter((dtype) => clause.dtypes!.includes(dtype));
  return dtypes.length > 0 ? [{ ...clause, dtypes }] : [];
}
