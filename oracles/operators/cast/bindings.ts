import type { DType } from '../../numerics/dtype.ts';
import type { Binding } from '../../spec/declaration.ts';
import { isCurrentAmong } from '../../spec/newest-opset.ts';
import { dtypesOf, type Schema, schemasInForce } from '../../spec/schemas/schemas.ts';
import { hasNoRule } from './convert.ts';

/** A pair of types: from the first one to the second. */
type CastTypes = readonly [from: DType, to: DType];

/** Pairs with a separate path in kernels, or that a conversion through another type breaks. */
const delicate: readonly CastTypes[] = [
  ['float32', 'int32'],
  ['float32', 'float16'],
  ['float32', 'bool'],
  ['int64', 'float32'],
  ['float64', 'float16'],
  ['float64', 'bfloat16'],
  ['float16', 'float64'],
  ['bfloat16', 'float16'],
  ['float64', 'int64'],
  ['int64', 'float64'],
  ['uint64', 'float64'],
  ['int64', 'float16'],
  ['float16', 'int64'],
  ['uint8', 'float16'],
  ['int64', 'int8'],
  ['uint8', 'int8'],
  ['int8', 'uint64'],
  ['uint16', 'int16'],
  ['float64', 'bool'],
  ['float16', 'bool'],
  ['int64', 'bool'],
  ['bool', 'uint8'],
  ['string', 'float64'],
  ['string', 'int64'],
  ['string', 'float8e4m3fn'],
  ['float64', 'string'],
  ['int64', 'string'],
  ['float32', 'float8e4m3fn'],
  ['float32', 'float8e5m2'],
  ['float16', 'float8e5m2'],
  ['float32', 'float8e8m0'],
  ['float16', 'float8e4m3fn'],
  ['bfloat16', 'float8e5m2'],
  ['float8e4m3fn', 'float16'],
  ['float8e5m2fnuz', 'bfloat16'],
  ['float8e4m3fn', 'float8e5m2'],
  ['float16', 'float4e2m1'],
  ['int8', 'int4'],
  ['uint4', 'uint8'],
  ['uint8', 'uint2'],
];

/** Types that most networks cast between. */
const common: readonly DType[] = ['bool', 'uint8', 'int32', 'int64', 'float16', 'float32', 'float64'];

/** Pairs that a conversion through a third type rounds twice. */
const roundedTwice: readonly CastTypes[] = [['float64', 'float8e4m3fn']];

/** Returns whether a pair belongs to small suites: every type to and from a float and an integer, and the delicate pairs. */
export const isUsualPair = ({ T1, T2 }: Binding): boolean =>
  [T1, T2].some((type) => type === 'float32' || type === 'int32') ||
  delicate.some(([from, to]) => from === T1 && to === T2);

/** Whether a version of a cast is current. */
export const isCurrentSchema = (schema: Schema): boolean => isCurrentAmong(schema, schemasInForce(schema.name));

/**
 * Returns the pairs to test for a version. At a current version these are all if an attribute names the type, or else those
 * that a conversion through a third type rounds twice. At older ones these are new types to and from a float and an integer.
 * Delicate pairs, and those of the common types, are always included.
 */
export function pairsOf(schema: Schema): readonly Binding[] {
  const versions = schemasInForce(schema.name);
  const isByAttribute = schema.attributes.some(({ name }) => name === 'to');
  const index = versions.findIndex(({ since }) => since === schema.since);
  const types = dtypesOf(schema, { type: 'T1' });
  const before = index > 0 && !isCurrentSchema(schema) ? dtypesOf(versions[index - 1]!, { type: 'T1' }) : [];
  const fresh = types.filter((type) => !before.includes(type));
  const rich = fresh.flatMap((type): CastTypes[] => [
    ['float32', type],
    [type, 'float32'],
    ['int32', type],
    [type, 'int32'],
  ]);
  const others = isByAttribute ? types.flatMap((from) => types.map((to): CastTypes => [from, to])) : roundedTwice;
  const usual = common.flatMap((from) => common.filter((to) => to !== from).map((to): CastTypes => [from, to]));
  const pairs = [...delicate, ...usual, ...rich, ...(isCurrentSchema(schema) ? others : [])].filter(
    (pair) => pair.every((type) => types.includes(type)) && !hasNoRule(...pair),
  );
  const names = new Map(pairs.map(([T1, T2]) => [`${T1}-${T2}`, { T1, T2 }]));
  return [...names.values()];
}
