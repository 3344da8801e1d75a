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
  /** of a STRING, or of each in STRINGS: the values that the text names; any if absent */
  readonly values?: readonly string[];
}

/** An input that an operator version declares. */
export interface InputDeclaration {
  readonly name: string;
  readonly optional: boolean;
  /** every type that the schema admits, judged or not; absent for an operator without a schema */
  readonly types?: readonly ValueType[];
  /** the dtypes that the input may have; the type variable T of the version when absent */
  readonly dtypes?: readonly DType[];
  /** the type variable of which it is; absent: of one type whatever the others are */
  readonly variable?: string;
  /** the last input may stand any number of times: with one type, or each with its own */
  readonly variadic?: 'homogeneous' | 'heterogeneous';
  /** of a variadic one: how often it stands at least; 1 if absent */
  readonly least?: number;
}

/** An output that an operator version declares. */
export interface OutputDeclaration {
  readonly name: string;
  /** every type that the schema admits, judged or not; absent for an operator without a schema */
  readonly types?: readonly ValueType[];
  /** the dtype of the output whatever the inputs are; that of its type variable when absent */
  readonly dtype?: DType;
  /** the dtypes that it may have, where no input is of its type variable */
  readonly dtypes?: readonly DType[];
  /** the type variable of which it is */
  readonly variable?: string;
  readonly optional?: true;
  /** the last output may stand any number of times */
  readonly variadic?: 'homogeneous' | 'heterogeneous';
}

/** What the type variables of a version stand for in one case: `{ T1: 'float32', T2: 'int8' }`. */
export type Binding = Readonly<Record<string, DType>>;

/** A node as a model has it: by the name of its operator, and those of values; '' is an input or output that is left out. */
export interface WrittenNode {
  readonly opType: string;
  /** absent and '' both mean ai.onnx; '' is written out, as ONNX does for the nodes of an expanded function */
  readonly domain?: string;
  readonly name?: string;
  readonly attributes: Attributes;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** A graph as a model has it, without the values of its inputs. */
export interface WrittenGraph {
  readonly nodes: readonly WrittenNode[];
  /** what nodes call the inputs, constants among them */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** The type of a value, and what is known of its shape. */
export interface DeclaredType {
  /** of the value, or of the tensors in it */
  readonly dtype: DType;
  /** a number, the name of a symbolic dimension, or '' for an unknown one; `undefined`: not even the rank is known */
  readonly dims: readonly (number | string)[] | undefined;
  /** what the tensors are in, from the outside in; absent: the value is a tensor */
  readonly within?: readonly Holder[];
}

/** A value as a graph declares it. */
export interface ValueInfo extends DeclaredType {
  readonly name: string;
}

/** A tensor and the name that its file gives it, '' for none. */
export interface NamedTensor {
  readonly name: string;
  readonly tensor: Tensor;
}

/** A graph that is the value of an attribute, such as a body of control flow. Its nodes may read values of the graph around it. */
export interface Subgraph {
  readonly name: string;
  readonly nodes: readonly WrittenNode[];
  /** of a body, types follow from the graph around it, and need not be declared */
  readonly inputs: readonly (ValueInfo | Pick<ValueInfo, 'name'>)[];
  readonly outputs: readonly (ValueInfo | Pick<ValueInfo, 'name'>)[];
  readonly initializers: readonly NamedTensor[];
}

/**
 * What the oracle is asked: one node with the values of its inputs, which are tensors unless more is said; `undefined`
 * stands for an omitted optional input.
 */
export interface Call<V extends Value = Tensor> {
  readonly attributes: Attributes;
  readonly inputs: readonly (V | undefined)[];
  /** the nodes between inputs and outputs, where it is not one of the operator */
  readonly graph?: WrittenGraph;
  /** how many outputs are asked for; as far as the last that is not optional if absent */
  readonly outputs?: number;
}

/** What a version declares of an input: of those at the end of a variadic one the same. */
export function inputAt({ inputs }: Pick<Declaration, 'inputs'>, index: number): InputDeclaration | undefined {
  const last = inputs.at(-1);
  return inputs[index] ?? (last?.variadic ? last : undefined);
}

/** The name of an input in a model: those of a variadic one are numbered. Invalid models may have more than are declared. */
export function inputName(version: Pick<Declaration, 'inputs'>, index: number): string {
  const declared = inputAt(version, index);
  if (!declared) return `undeclared_${index}`;
  return declared.variadic ? `${declared.name}_${index}` : declared.name;
}

/** What a version declares of an output: of those at the end of a variadic one the same. */
export function outputAt({ outputs }: Pick<Declaration, 'outputs'>, index: number): OutputDeclaration | undefined {
  const last = outputs.at(-1);
  return outputs[index] ?? (last?.variadic ? last : undefined);
}

/** The name of an output in a model: those of a variadic one are numbered. */
export function outputName(version: Pick<Declaration, 'outputs'>, index: number): string {
  const { name, variadic } = outputAt(version, index)!;
  return variadic ? `${name}_${index}` : name;
}

/** How many outputs a call asks for: as far as the last that is not optional, if it does not say. */
export function outputsOf({ outputs }: Pick<Declaration, 'outputs'>, call: Pick<Call, 'outputs'>): number {
  return call.outputs ?? Math.max(1, outputs.findLastIndex(({ optional }) => !optional) + 1);
}

/** An attribute or input that names dimensions: one, or a list of them. */
export interface AxisDeclaration {
  readonly name: string;
  /** the first version whose text gives the range, and counts negative axes from the last dimension */
  readonly since: number;
  /** the first version whose shape inference refuses what lies outside of the range; all of them do if absent */
  readonly refusedSince?: number;
  /** how many dimensions there are to name, by the shapes of the inputs and the number of axes; the rank of the first input if absent */
  readonly rank?: (inputs: readonly (readonly number[])[], axes: number) => number;
  /** the end of the last dimension may be named as well: the axis may be the rank */
  readonly end?: true;
}

/** What the schema of one operator version declares. */
export interface Declaration {
  readonly since: number;
  readonly attributes: readonly AttributeDeclaration[];
  readonly inputs: readonly InputDeclaration[];
  readonly outputs: readonly OutputDeclaration[];
  /** what the type variable T may be, or else the first one, or else the first input, in the order of the dtype table */
  readonly dtypes: readonly DType[];
}
