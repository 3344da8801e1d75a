import type { DType } from '../numerics/dtype.ts';
import type { Tensor } from '../numerics/tensor.ts';
import type { Value } from '../numerics/value.ts';
import type { Holder, ValueType } from '../numerics/value-type.ts';

/** An attribute as NodeProto carries it; `type` is the name in `AttributeProto.AttributeType`. */
export type AttributeValue =
  | { readonly type: 'INT'; readonly value: number }
  | { readonly type: 'INTS'; readonly value: readonly number[] }
  | { readonly type: 'FLOAT'; readonly value: number }
  | { readonly type: 'FLOATS'; readonly value: readonly number[] }
  | { readonly type: 'STRING'; readonly value: string }
  | { readonly type: 'STRINGS'; readonly value: readonly string[] }
  | { readonly type: 'TENSOR'; readonly value: Tensor }
  | { readonly type: 'TYPE_PROTO'; readonly value: DeclaredType }
  | { readonly type: 'GRAPH'; readonly value: Subgraph }
  | { readonly type: 'GRAPHS'; readonly value: readonly Subgraph[] };

export type Attributes = Readonly<Record<string, AttributeValue>>;

/** An attribute that an operator version declares. */
export interface AttributeDeclaration {
  readonly name: string;
  readonly type: AttributeValue['type'];
  readonly required?: true;
  /** absent: optional without default, or required */
  readonly default?: AttributeValue['value'];
  /** the values that the text names for a STRING, or for each element of STRINGS; any if absent */
  readonly values?: readonly string[];
  /** for an INT: it is the code of a dtype */
  readonly ofType?: true;
}

/** An input that an operator version declares. */
export interface InputDeclaration {
  readonly name: string;
  readonly optional: boolean;
  /** every type that the schema admits, judged or not; absent for an operator without a schema */
  readonly types?: readonly ValueType[];
  /** the dtypes of the input; those of type variable T of the version if absent */
  readonly dtypes?: readonly DType[];
  /** its type variable; if absent, its type does not depend on other inputs */
  readonly variable?: string;
  /** the last input may be repeated: with one type, or each with its own */
  readonly variadic?: 'homogeneous' | 'heterogeneous';
  /** the minimum number of inputs of a variadic one; 1 if absent */
  readonly least?: number;
}

/** An output that an operator version declares. */
export interface OutputDeclaration {
  readonly name: string;
  /** every type that the schema admits, judged or not; absent for an operator without a schema */
  readonly types?: readonly ValueType[];
  /** the dtype of the output, if it does not depend on the inputs; that of its type variable if absent */
  readonly dtype?: DType;
  /** the dtypes of the output, if no input has its type variable */
  readonly dtypes?: readonly DType[];
  /** its type variable */
  readonly variable?: string;
  readonly optional?: true;
  /** the last output may be repeated */
  readonly variadic?: 'homogeneous' | 'heterogeneous';
}

/** The dtypes of the type variables of a version in one case: `{ T1: 'float32', T2: 'int8' }`. */
export type Binding = Readonly<Record<string, DType>>;

/** A node of a model, with the names of its operator and values; '' is an omitted input or output. */
export interface WrittenNode {
  readonly opType: string;
  /** absent and '' both mean ai.onnx; '' is written to the model, as ONNX does for the nodes of an expanded function */
  readonly domain?: string;
  readonly name?: string;
  readonly attributes: Attributes;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** A graph of a model, without the values of its inputs. */
export interface WrittenGraph {
  readonly nodes: readonly WrittenNode[];
  /** the names of the inputs, including constants */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** The type of a value, and its shape as far as it is known. */
export interface DeclaredType {
  /** the dtype of the value, or of the tensors in it */
  readonly dtype: DType;
  /** each a number, the name of a symbolic dimension, or '' if unknown; `undefined` if even the rank is unknown */
  readonly dims: readonly (number | string)[] | undefined;
  /** the containers of the tensors, outermost first; absent for a tensor */
  readonly within?: readonly Holder[];
}

/** The declaration of a value in a graph. */
export interface ValueInfo extends DeclaredType {
  readonly name: string;
}

/** The declaration of a value whose type may be absent, since it follows from the graph. */
export interface OpenValueInfo extends Omit<DeclaredType, 'dtype' | 'dims'> {
  readonly name: string;
  readonly dtype?: DType | undefined;
  readonly dims?: DeclaredType['dims'];
}

/** Returns true if a value is declared with its type. */
export const hasType = (info: OpenValueInfo): info is ValueInfo => info.dtype !== undefined;

/** A tensor and its name in a file, '' if it has none. */
export interface NamedTensor {
  readonly name: string;
  readonly tensor: Tensor;
}

/** A graph as the value of an attribute, such as a body of control flow. Its nodes may read values of the outer graph. */
export interface Subgraph {
  readonly name: string;
  readonly nodes: readonly WrittenNode[];
  /** the types of a body follow from the outer graph, and need not be declared */
  readonly inputs: readonly OpenValueInfo[];
  readonly outputs: readonly OpenValueInfo[];
  readonly initializers: readonly NamedTensor[];
}

/**
 * A question to the oracle: one node with the values of its inputs, which are tensors by default. `undefined` is an omitted
 * optional input.
 */
export interface Call<V extends Value = Tensor> {
  readonly attributes: Attributes;
  readonly inputs: readonly (V | undefined)[];
  /** the nodes between inputs and outputs, if they are not one node of the operator */
  readonly graph?: WrittenGraph;
  /** the number of requested outputs; up to the last that is not optional if absent */
  readonly outputs?: number;
}

/** Returns the declaration of an input; all inputs of a variadic one share theirs. */
export function inputAt({ inputs }: Pick<Declaration, 'inputs'>, index: number): InputDeclaration | undefined {
  const last = inputs.at(-1);
  return inputs[index] ?? (last?.variadic ? last : undefined);
}

/** Returns the name of an input in a model; those of a variadic one are numbered. Invalid models may have more inputs than are declared. */
export function inputName(version: Pick<Declaration, 'inputs'>, index: number): string {
  const declared = inputAt(version, index);
  if (!declared) return `undeclared_${index}`;
  return declared.variadic ? `${declared.name}_${index}` : declared.name;
}

/** Returns the declaration of an output; all outputs of a variadic one share theirs. */
export function outputAt({ outputs }: Pick<Declaration, 'outputs'>, index: number): OutputDeclaration | undefined {
  const last = outputs.at(-1);
  return outputs[index] ?? (last?.variadic ? last : undefined);
}

/** Returns the name of an output in a model; those of a variadic one are numbered. */
export function outputName(version: Pick<Declaration, 'outputs'>, index: number): string {
  const { name, variadic } = outputAt(version, index)!;
  return variadic ? `${name}_${index}` : name;
}

/** Returns the number of outputs that a call requests; by default up to the last that is not optional. */
export function outputsOf({ outputs }: Pick<Declaration, 'outputs'>, call: Pick<Call, 'outputs'>): number {
  return call.outputs ?? Math.max(1, outputs.findLastIndex(({ optional }) => !optional) + 1);
}

/** An attribute or input that names dimensions: one, or a list of them. */
export interface AxisDeclaration {
  readonly name: string;
  /** the first opset whose text gives the range, and counts negative axes from the last dimension */
  readonly since: number;
  /** the first opset whose shape inference rejects axes outside the range; all do if absent */
  readonly refusedSince?: number;
  /** returns the number of dimensions, from the shapes of the inputs and the number of axes; the rank of the first input if absent */
  readonly rank?: (inputs: readonly (readonly number[])[], axes: number) => number;
  /** the axis may equal the rank, which means the end of the last dimension */
  readonly end?: true;
}

/** The declarations in the schema of one operator version. */
export interface Declaration {
  readonly since: number;
  /** the first opset of ai.onnx whose models import this version of another domain; absent for ai.onnx */
  readonly opset?: number;
  readonly attributes: readonly AttributeDeclaration[];
  readonly inputs: readonly InputDeclaration[];
  readonly outputs: readonly OutputDeclaration[];
  /** the dtypes of type variable T, or else of the first variable, or else of the first input, in the order of the dtype table */
  readonly dtypes: readonly DType[];
}
