import type { DType } from '../../numerics/dtype.ts';
import { parseType, type ValueType } from '../../numerics/value-type.ts';
import registry from './ai.onnx.json' with { type: 'json' };
import formerly from './withdrawn.json' with { type: 'json' };

/** The type of an attribute: a name in `AttributeProto.AttributeType`. */
export type AttributeType =
  | 'FLOAT'
  | 'INT'
  | 'STRING'
  | 'TENSOR'
  | 'GRAPH'
  | 'GRAPHS'
  | 'SPARSE_TENSOR'
  | 'TYPE_PROTO'
  | 'FLOATS'
  | 'INTS'
  | 'STRINGS';

/** An attribute as a schema declares it: without `required` and without `default` it is optional. */
export interface SchemaAttribute {
  readonly name: string;
  readonly type: AttributeType;
  readonly required?: true;
  readonly default?: number | string | readonly number[] | readonly string[];
}

/** An input or output as a schema declares it. */
export interface Parameter {
  readonly name: string;
  /** a type variable of the schema, or a type: `int64`, `seq(float32)`, `optional(float32)` */
  readonly type: string;
  readonly optional?: true;
  /** the last one may stand any number of times: with one type, or each with its own */
  readonly variadic?: 'homogeneous' | 'heterogeneous';
  /** of a variadic one: how often it stands at least */
  readonly least?: number;
}

/** One version of an operator of ai.onnx that is in force. */
export interface Schema {
  readonly name: string;
  readonly since: number;
  readonly deprecated?: never;
  readonly attributes: readonly SchemaAttribute[];
  readonly inputs: readonly Parameter[];
  readonly outputs: readonly Parameter[];
  /** by type variable, the types that it may stand for, separated by spaces */
  readonly types: Readonly<Record<string, string>>;
  /** the version has a function body */
  readonly function?: true;
  /** by type variable, types that are admitted together and for which no body is well typed; the rest may be anything */
  readonly illTyped?: readonly Readonly<Record<string, string>>[];
  /** it was in force, and is marked deprecated now */
  readonly withdrawn?: true;
}

/** A version that takes an operator out of force. */
export interface Deprecation {
  readonly name: string;
  readonly since: number;
  readonly deprecated: true;
}

/** Every version of every operator of ai.onnx, by name and then from old to new. */
export const schemas = registry.schemas as unknown as readonly (Schema | Deprecation)[];

/** What the documents said of versions that they came to call deprecated after these had been in force. */
const withdrawn = formerly.schemas as unknown as readonly Schema[];

/** Every version as it was while it was in force, if it ever was. */
const history = schemas.map((schema): Schema | Deprecation => {
  const before = withdrawn.find(({ name, since }) => schema.name === name && schema.since === since);
  return before ? { ...before, withdrawn: true } : schema;
});

/** The names of all operators of ai.onnx, in alphabetical order. */
export const operatorNames: readonly string[] = [...new Set(schemas.map(({ name }) => name))];

/** The versions of an operator from old to new; none if there is no such operator. */
export function schemasOf(name: string): readonly (Schema | Deprecation)[] {
  return schemas.filter((schema) => schema.name === name);
}

/** The versions of an operator that were in force, from old to new. */
export function schemasInForce(name: string): readonly Schema[] {
  return history.filter((schema): schema is Schema => schema.name === name && !schema.deprecated);
}

/**
 * One version of an operator that was in force.
 * @throws RangeError if there is none: a mistake in our own tables
 */
export function schemaOf(name: string, since: number): Schema {
  const found = schemasInForce(name).find((schema) => schema.since === since);
  if (!found) throw new RangeError(`ai.onnx has no ${name}-${since}`);
  return found;
}

/** The lists of types by their text: parameters of hundreds of schemas share some dozens. */
const typeLists = new Map<string, readonly ValueType[]>();

/** The types that an input or output may have, each of them. */
export function typesOf(schema: Schema, { type }: Pick<Parameter, 'type'>): readonly ValueType[] {
  const text = schema.types[type] ?? type;
  const types = typeLists.get(text) ?? text.split(' ').map(parseType);
  typeLists.set(text, types);
  return types;
}

/** The dtypes that the tensors of an input or output may have, whatever holds them. */
export const dtypesOf = (schema: Schema, parameter: Pick<Parameter, 'type'>): readonly DType[] => [
  ...new Set(typesOf(schema, parameter).map(({ dtype }) => dtype)),
];
