import { formatOf } from '../../numerics/dtype.ts';
import type { OperatorVersion } from '../../operator.ts';
import { declarationOf } from '../../schemas/declaration.ts';
import { schemasInForce } from '../../schemas/schemas.ts';
import { within } from '../../within.ts';
import { type ClauseFeatures, reductionClauses, type VersionFeatures } from './clauses.ts';
import { reductionRules } from './rules.ts';

/** Every version of a reduction: what its schema declares, and the clauses and rules that come with that. */
export function reductionVersions(operator: ClauseFeatures): readonly OperatorVersion[] {
  return schemasInForce(operator.name).map((schema) => {
    const declared = declarationOf(schema);
    const { since, dtypes } = declared;
    const integers = dtypes.filter((dtype) => formatOf(dtype).kind === 'integer');
    const contested = operator.mayRefuseIntegers && integers.length > 0 ? integers : undefined;
    const version: VersionFeatures = {
      since,
      axesFrom: declared.inputs.some(({ name }) => name === 'axes') ? 'input' : 'attribute',
      // one version of each lacks the sentences on rank 0 and empty sets: 12 of the extrema, 11 of the others
      printsRankZeroAndEmptySet: since !== (operator.isExtremum ? 12 : 11),
      ...(contested && { contested }),
      ...(since === 11 && operator.isExtremum && { infersAsVersion1: true }),
    };
    return {
      ...declared,
      ...(since === 1 && {
        formerTypes: { until: '1.2.1', said: 'float types only in 1.0 and 1.1, no float16 in 1.2' },
      }),
      clauses: reductionClauses(operator, version).flatMap((clause) => within(dtypes, clause)),
      ...(contested && {
        contested: { dtypes: contested, policy: 'integer-logarithm', uncontested: 'float32' },
      }),
      rules: reductionRules(operator.name, version),
    };
  });
}
