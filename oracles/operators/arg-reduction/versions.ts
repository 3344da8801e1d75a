import type { OperatorVersion } from '../../operator.ts';
import { declarationOf } from '../../schemas/declaration.ts';
import { schemasInForce } from '../../schemas/schemas.ts';
import { within } from '../../within.ts';
import { argReductionClauses, type ClauseFeatures, type VersionFeatures } from './clauses.ts';
import { argReductionRules } from './rules.ts';

/** Every version of an arg-reduction: what its schema declares, and the clauses and rules that come with that. */
export function argReductionVersions(operator: ClauseFeatures): readonly OperatorVersion[] {
  return schemasInForce(operator.name).map((schema) => {
    const declared = declarationOf(schema);
    const { since, attributes, dtypes } = declared;
    const version: VersionFeatures = {
      since,
      printsRange: since >= 11,
      // this sentence came with version 11 and went with version 12
      forbidsEmptyData: since === 11,
      selectsLastIndex: attributes.some(({ name }) => name === 'select_last_index'),
    };
    return {
      ...declared,
      ...(since === 1 && { formerTypes: { until: '1.1.2', said: 'float types only' } }),
      clauses: argReductionClauses(operator, version).flatMap((clause) => within(dtypes, clause)),
      rules: argReductionRules(operator.name, version),
    };
  });
}
