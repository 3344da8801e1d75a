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

/** The declaration of an attribute in a schema: without `required` and without `default` it is optional. */
export interface SchemaAttribute {
  readonly name: string;
  readonly type: AttributeType;
  readonly required?: true;
  readonly default?: number | string | readonly number[] | readonly string[];
  /** its number is the code of a dtype */
  readonly ofType?: true;
}

/** The declaration of an input or output in a schema. */
export interface Parameter {
  readonly name: string;
  /** a type variable of the schema, or a type: `int64`, `seq(float32)`, `optional(float32)` */
  readonly type: string;
  readonly optional?: true;
  /** the last one may be repeated: with one type, or each with its own */
  readonly variadic?: 'homogeneous' | 'heterogeneous';
  /** the minimum number of a variadic one */
  readonly least?: number;
}

/** One version of an operator that is in force. */
export interface Schema {
  readonly name: string;
  readonly since: number;
  /** present for other domains than ai.onnx: see `ForeignSchema` */
  readonly opset?: number;
  readonly document?: string;
  readonly deprecated?: never;
  readonly attributes: readonly SchemaAttribute[];
  readonly inputs: readonly Parameter[];
  readonly outputs: readonly Parameter[];
  /** the types of each type variable, separated by spaces */
  readonly types: Readonly<Record<string, string>>;
  /** the version has a function body */
  readonly function?: true;
  /** combinations of types, by type variable, that are allowed but for which no body is well typed; other variables may have any type */
  readonly illTyped?: readonly Readonly<Record<string, string>>[];
  /** it was in force, and is now marked deprecated */
  readonly withdrawn?: true;
}

/** A version that deprecates an operator. */
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
