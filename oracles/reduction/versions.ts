import type { DType } from '../numerics/dtype.ts';
import type { AttributeDeclaration, OperatorVersion } from '../operator.ts';
import { within } from '../within.ts';
import { type ClauseFeatures, reductionClauses, type VersionFeatures } from './clauses.ts';

/** T of opsets 1 to 12: the high-precision numeric types. */
const beforeBfloat16: readonly DType[] = ['float16', 'float32', 'float64', 'int32', 'uint32', 'int64', 'uint64'];
/** T from opset 13 on. */
const withBfloat16: readonly DType[] = ['float16', 'bfloat16', ...beforeBfloat16.slice(1)];

const keepdims: AttributeDeclaration = { name: 'keepdims', type: 'INT', default: 1 };

interface Schema extends VersionFeatures {
  readonly dtypes: readonly DType[];
}

/** The schema versions that the arithmetic reductions share; the sentences on rank 0 and empty sets skip version 11. */
const schemas: Record<string, Schema> = {
  '1': { since: 1, axesFrom: 'attribute', printsRankZeroAndEmptySet: true, dtypes: beforeBfloat16 },
  '11': { since: 11, axesFrom: 'attribute', printsRankZeroAndEmptySet: false, dtypes: beforeBfloat16 },
  '13': { since: 13, axesFrom: 'attribute', printsRankZeroAndEmptySet: true, dtypes: withBfloat16 },
  '13 with axes input': { since: 13, axesFrom: 'input', printsRankZeroAndEmptySet: true, dtypes: withBfloat16 },
  '18': { since: 18, axesFrom: 'input', printsRankZeroAndEmptySet: true, dtypes: withBfloat16 },
};

function declare(operator: ClauseFeatures, schema: Schema): OperatorVersion {
  const { since, axesFrom, dtypes } = schema;
  const data = { name: 'data', optional: false };
  return {
    since,
    dtypes,
    attributes:
      axesFrom === 'attribute'
        ? [{ name: 'axes', type: 'INTS' }, keepdims]
        : [keepdims, { name: 'noop_with_empty_axes', type: 'INT', default: 0 }],
    inputs: axesFrom === 'attribute' ? [data] : [data, { name: 'axes', optional: true, dtypes: ['int64'] }],
    outputs: [{ name: 'reduced' }],
    clauses: reductionClauses(operator, schema).map((clause) => within(dtypes, clause)),
  };
}

/** Versions 1, 11 and 13 with axes as an attribute, 18 with axes as an input. */
export function axesInputSince18(operator: ClauseFeatures): readonly OperatorVersion[] {
  return ['1', '11', '13', '18'].map((key) => declare(operator, schemas[key]!));
}

/** Versions 1 and 11 with axes as an attribute, 13 with axes as an input: ReduceSum moved five opsets before the rest. */
export function axesInputSince13(operator: ClauseFeatures): readonly OperatorVersion[] {
  return ['1', '11', '13 with axes input'].map((key) => declare(operator, schemas[key]!));
}
