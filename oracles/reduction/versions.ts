import type { DType } from '../numerics/dtype.ts';
import type { AttributeDeclaration, OperatorVersion } from '../operator.ts';
import { within } from '../within.ts';
import { type ClauseFeatures, reductionClauses, type VersionFeatures } from './clauses.ts';
import { reductionRules } from './rules.ts';

/** T of opsets 1 to 12: the high-precision numeric types. */
const numbers: readonly DType[] = ['float16', 'float32', 'float64', 'int32', 'uint32', 'int64', 'uint64'];
/** T of the logarithms from opset 28 on. */
export const floats: readonly DType[] = ['float16', 'bfloat16', 'float32', 'float64'];
/** T from opset 13 on. */
const withBfloat16: readonly DType[] = [...floats, ...numbers.slice(3)];
/** T of the extrema from version 12 on, which brought 8-bit integers; 13 brought bfloat16, 20 truth values. */
const small: readonly DType[] = ['int8', 'uint8'];
const contested: readonly DType[] = numbers.slice(3);

const keepdims: AttributeDeclaration = { name: 'keepdims', type: 'INT', default: 1 };

interface Schema extends VersionFeatures {
  readonly dtypes: readonly DType[];
}

/** The schema versions that the reductions share; the sentences on rank 0 and empty sets skip version 11 of most. */
const schemas = {
  '1': { since: 1, axesFrom: 'attribute', printsRankZeroAndEmptySet: true, dtypes: numbers },
  '11': { since: 11, axesFrom: 'attribute', printsRankZeroAndEmptySet: false, dtypes: numbers },
  '13': { since: 13, axesFrom: 'attribute', printsRankZeroAndEmptySet: true, dtypes: withBfloat16 },
  '13 with axes input': { since: 13, axesFrom: 'input', printsRankZeroAndEmptySet: true, dtypes: withBfloat16 },
  '18': { since: 18, axesFrom: 'input', printsRankZeroAndEmptySet: true, dtypes: withBfloat16 },
  '28 of floats': { since: 28, axesFrom: 'input', printsRankZeroAndEmptySet: true, dtypes: floats },
} as const satisfies Record<string, Schema>;

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
    clauses: reductionClauses(operator, schema).flatMap((clause) => within(dtypes, clause)),
    ...(schema.contested && {
      contested: { dtypes: schema.contested, policy: 'integer-logarithm', uncontested: 'float32' },
    }),
    rules: reductionRules(operator.name, schema),
  };
}

/** Versions 1, 11 and 13 with axes as an attribute, 18 with axes as an input. */
export function axesInputSince18(operator: ClauseFeatures): readonly OperatorVersion[] {
  return (['1', '11', '13', '18'] as const).map((key) => declare(operator, schemas[key]));
}

/** Versions 1 and 11 with axes as an attribute, 13 with axes as an input: ReduceSum moved five opsets before the rest. */
export function axesInputSince13(operator: ClauseFeatures): readonly OperatorVersion[] {
  return (['1', '11', '13 with axes input'] as const).map((key) => declare(operator, schemas[key]));
}

/**
 * The versions of {@link axesInputSince18}, whose integers a backend may refuse (a function body cannot take their
 * logarithm), and version 28, which has no integers.
 */
export function floatsOnlySince28(operator: ClauseFeatures): readonly OperatorVersion[] {
  const before = (['1', '11', '13', '18'] as const).map((key) => declare(operator, { ...schemas[key], contested }));
  return [...before, declare(operator, schemas['28 of floats'])];
}

/** Versions 1, 11, 12 and 13 with axes as an attribute, 18 and 20 with axes as an input; other types in 12, 13 and 20. */
export function extremumVersions(operator: ClauseFeatures): readonly OperatorVersion[] {
  const list: readonly Schema[] = [
    schemas['1'],
    { ...schemas['11'], printsRankZeroAndEmptySet: true, infersAsVersion1: true },
    { ...schemas['11'], since: 12, dtypes: [...numbers, ...small] },
    { ...schemas['13'], dtypes: [...withBfloat16, ...small] },
    { ...schemas['18'], dtypes: [...withBfloat16, ...small] },
    { ...schemas['18'], since: 20, dtypes: [...withBfloat16, ...small, 'bool'] },
  ];
  return list.map((schema) => declare(operator, schema));
}
