import type { DType } from '../numerics/dtype.ts';
import type { AttributeDeclaration, OperatorVersion } from '../operator.ts';
import { within } from '../within.ts';
import { argReductionClauses, type ClauseFeatures, type VersionFeatures } from './clauses.ts';
import { argReductionRules } from './rules.ts';

/** T of opsets 1 to 12: every numeric type. */
const beforeBfloat16: readonly DType[] = [
  'float16',
  'float32',
  'float64',
  'int8',
  'uint8',
  'int16',
  'uint16',
  'int32',
  'uint32',
  'int64',
  'uint64',
];
/** T from opset 13 on. */
const withBfloat16: readonly DType[] = ['float16', 'bfloat16', ...beforeBfloat16.slice(1)];

const integer = (name: string, value: number): AttributeDeclaration => ({ name, type: 'INT', default: value });

interface Schema extends VersionFeatures {
  readonly dtypes: readonly DType[];
}

const schemas: readonly Schema[] = [
  { since: 1, printsRange: false, forbidsEmptyData: false, selectsLastIndex: false, dtypes: beforeBfloat16 },
  { since: 11, printsRange: true, forbidsEmptyData: true, selectsLastIndex: false, dtypes: beforeBfloat16 },
  { since: 12, printsRange: true, forbidsEmptyData: false, selectsLastIndex: true, dtypes: beforeBfloat16 },
  { since: 13, printsRange: true, forbidsEmptyData: false, selectsLastIndex: true, dtypes: withBfloat16 },
];

/** Versions 1, 11, 12 (which brought select_last_index) and 13 of an arg-reduction. */
export function argReductionVersions(operator: ClauseFeatures): readonly OperatorVersion[] {
  return schemas.map((schema) => ({
    since: schema.since,
    attributes: [
      integer('axis', 0),
      integer('keepdims', 1),
      ...(schema.selectsLastIndex ? [integer('select_last_index', 0)] : []),
    ],
    inputs: [{ name: 'data', optional: false }],
    outputs: [{ name: 'reduced', dtype: 'int64' }],
    dtypes: schema.dtypes,
    clauses: argReductionClauses(operator, schema).flatMap((clause) => within(schema.dtypes, clause)),
    rules: argReductionRules(operator.name, schema),
  }));
}
