import { copiedElement } from '../../judge/copied-element.ts';
import { formatOf } from '../../numerics/dtype.ts';
import { type Tensor, tensor } from '../../numerics/tensor.ts';
import { isOptional, isSequence, isTensor, type Shaped, type ValueOf } from '../../numerics/value.ts';
import type { WrittenNode } from '../../spec/declaration.ts';
import { expectValues } from '../../spec/expect-values.ts';
import type { ExpectedOutput, ExpectedValue } from '../../spec/operator.ts';
import { sequenceAt } from './places.ts';

/** The nodes that convert tensors to a value, or a value to tensors. */
export interface TensorConversion<T> {
  readonly nodes: readonly WrittenNode[];
  readonly constants: readonly (readonly [name: string, value: Tensor])[];
  /** the tensors that the nodes read or return, by name */
  readonly tensors: readonly (readonly [name: string, tensor: T])[];
}

const node = (opType: string, inputs: readonly string[], output: string, attributes = {}): WrittenNode => ({
  opType,
  inputs,
  outputs: [output],
  attributes,
});

/** Returns whether operators of an opset can convert a value to tensors: they support the types of its sequences. */
export function isConvertible<T extends Shaped>(value: ValueOf<T>, opset: number): boolean {
  if (isOptional(value)) return !value.content || isConvertible<T>(value.content, opset);
  if (isTensor(value)) return true;
  const version = sequenceAt.versions.findLast(({ since }) => since <= opset);
  return version?.dtypes.includes(value.dtype) ?? false;
}

/** Returns the nodes that create a value from tensors: a runtime whose interface has only tensors computes it inside of a model. */
export function nodesFromTensors<T extends Shaped>(name: string, value: ValueOf<T>): TensorConversion<T> {
  if (isTensor(value)) return { nodes: [], constants: [], tensors: [[name, value]] };
  if (isSequence(value)) {
    const tensors = value.elements.map((one, i) => [`${name}_${i}`, one] as const);
    const names = tensors.map(([one]) => one);
    const dtype = { type: 'INT', value: formatOf(value.dtype).code };
    const made = names.length > 0 ? node('SequenceConstruct', names, name) : node('SequenceEmpty', [], name, { dtype });
    return { nodes: [made], constants: [], tensors };
  }
  if (!value.content) {
    const [, ...within] = value.within;
    const type = { dtype: value.dtype, dims: undefined, within };
    return {
      nodes: [node('Optional', [], name, { type: { type: 'TYPE_PROTO', value: type } })],
      constants: [],
      tensors: [],
    };
  }
  const content = nodesFromTensors<T>(`${name}_content`, value.content);
  return { ...content, nodes: [...content.nodes, node('Optional', [`${name}_content`], name)] };
}

const number = (x: number): Tensor => tensor('int64', [], new BigInt64Array([BigInt(x)]));

/**
 * Returns the nodes that convert a value to tensors, with the acceptance of each: the tensors in the value, the length of a sequence,
 * and whether an optional has content.
 */
export function nodesToTensors(name: string, value: ExpectedValue): TensorConversion<ExpectedOutput> {
  if (isTensor(value)) return { nodes: [], constants: [], tensors: [[name, value]] };
  if (isOptional(value)) {
    const has = [`${name}_has_content`, scalar('bool', value.content ? 1n : 0n)] as const;
    const asked = node('OptionalHasElement', [name], has[0]);
    if (!value.content) return { nodes: [asked], constants: [], tensors: [has] };
    const content = nodesToTensors(`${name}_content`, value.content);
    const taken = node('OptionalGetElement', [name], `${name}_content`);
    return { ...content, nodes: [asked, taken, ...content.nodes], tensors: [has, ...content.tensors] };
  }
  const length = [`${name}_length`, scalar('int64', BigInt(value.elements.length))] as const;
  const places = [...value.elements.keys()];
  return {
    nodes: [
      node('SequenceLength', [name], length[0]),
      ...places.map((i) => node('SequenceAt', [name, `${name}_at_${i}`], `${name}_${i}`)),
    ],
    constants: places.map((i) => [`${name}_at_${i}`, number(i)]),
    tensors: [length, ...value.elements.map((one, i) => [`${name}_${i}`, one] as const)],
  };
}

const scalar = (dtype: 'bool' | 'int64', value: bigint): ExpectedOutput => ({
  dtype,
  dims: [],
  accept: () => copiedElement(value),
});

/** Returns the accepted outputs of a model that converts its outputs to tensors; outputs that are tensors are unchanged. */
export const answersInTensors = (expected: readonly ExpectedValue[]): readonly ExpectedOutput[] =>
  expected.flatMap((value) => nodesToTensors('', value).tensors.map(([, tensor]) => tensor));

/** The same for a call. @throws BadInput if it is not legal at this version */
export const expectInTensors = (...call: Parameters<typeof expectValues>): readonly ExpectedOutput[] =>
  answersInTensors(expectValues(...call));
