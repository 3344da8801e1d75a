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

/** One version of an operator that is in force. */
export interface Schema {
  readonly name: string;
  readonly since: number;
  /** of another domain than ai.onnx: see `ForeignSchema` */
  readonly opset?: number;
  readonly document?: string;
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

/** A version of an operator outside ai.onnx. Its name has the domain before it, and `since` is a version of that domain. */
export interface ForeignSchema extends Schema {
  /** the first opset of ai.onnx at which models import this version of the domain */
  readonly opset: number;
  /** where its text can be read */
  readonly document: string;
}
