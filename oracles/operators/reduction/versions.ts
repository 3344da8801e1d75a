import { formatOf } from '../../numerics/dtype.ts';
import { versionsOf } from '../../spec/define.ts';
import type { OperatorVersion } from '../../spec/operator.ts';
import { type ReductionFeatures, reductionClauses } from './clauses.ts';

/** Returns all versions of a reduction: the declarations of its schema, with their clauses and rules. */
export const reductionVersions = (operator: ReductionFeatures): readonly OperatorVersion[] =>
  versionsOf({
    name: operator.name,
    clauses: (schema) => reductionClauses(operator, schema),
    // ReduceMax-11 and ReduceMin-11 have the shape inference of version 1, which accepts any axis
    axes: [{ name: 'axes', since: 11, ...(operator.isExtremum && { refusedSince: 12 }) }],
    formerTypes: { until: '1.2.1', said: 'float types only in 1.0 and 1.1, no float16 in 1.2' },
    contested: (dtypes) => {
      const integers = dtypes.filter((dtype) => formatOf(dtype).kind === 'integer');
      return operator.mayRefuseIntegers && integers.length > 0
        ? { dtypes: integers, policy: 'integer-logarithm', uncontested: 'float32' }
        : undefined;
    },
  });
