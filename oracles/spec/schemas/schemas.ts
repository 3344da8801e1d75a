import type { DType } from '../../numerics/dtype.ts';
import { parseType, type ValueType } from '../../numerics/value-type.ts';
import registry from './ai.onnx.json' with { type: 'json' };
import { foreignSchemas } from './other-domains.ts';
import type { Deprecation, Parameter, Schema } from './schema.ts';
import formerly from './withdrawn.json' with { type: 'json' };

export type * from './schema.ts';

/** Every version of every operator of ai.onnx, by name and then from old to new; then those of other domains. */
export const schemas: readonly (Schema | Deprecation)[] = [
  ...(registry.schemas as unknown as readonly (Schema | Deprecation)[]),
  ...foreignSchemas,
];

/** Schemas of versions that were in force before the documents marked them deprecated. */
const withdrawn = formerly.schemas as unknown as readonly Schema[];

/** Every version that was ever in force, with its schema of that time. */
const history = schemas.map((schema): Schema | Deprecation => {
  const before = withdrawn.find(({ name, since }) => schema.name === name && schema.since === since);
  return before ? { ...before, withdrawn: true } : schema;
});

/** The names of all operators, in alphabetical order, those of ai.onnx first. */
export const operatorNames: readonly string[] = [...new Set(schemas.map(({ name }) => name))];

/** Returns the versions of an operator from old to new; empty if there is no such operator. */
export function schemasOf(name: string): readonly (Schema | Deprecation)[] {
  return schemas.filter((schema) => schema.name === name);
}

/** Returns the versions of an operator that were in force, from old to new. */
export function schemasInForce(name: string): readonly Schema[] {
  return history.filter((schema): schema is Schema => schema.name === name && !schema.deprecated);
}

/**
 * Returns one version of an operator that was in force.
 * @throws RangeError if there is none: a mistake in our own tables
 */
export function schemaOf(name: string, since: number): Schema {
  const found = schemasInForce(name).find((schema) => schema.since === since);
  if (!found) throw new RangeError(`there is no ${name}-${since}`);
  return found;
}

/** Lists of types by their text: hundreds of schemas share a few dozen. */
const typeLists = new Map<string, readonly ValueType[]>();

/** Returns all types that an input or output may have. */
export function typesOf(schema: Schema, { type }: Pick<Parameter, 'type'>): readonly ValueType[] {
  const text = schema.types[type] ?? type;
  const types = typeLists.get(text) ?? text.split(' ').map(parseType);
  typeLists.set(text, types);
  return types;
}

/** Returns the dtypes of the tensors of an input or output, in any container. */
export const dtypesOf = (schema: Schema, parameter: Pick<Parameter, 'type'>): readonly DType[] => [
  ...new Set(typesOf(schema, parameter).map(({ dtype }) => dtype)),
];
