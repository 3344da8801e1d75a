import { mapElements } from '../../generators/fuzz/tensors.ts';
import { elementCount, elementsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';
import type { AttributeValue } from '../../oracles/spec/declaration.ts';
import { computedImplementation } from '../kernels/computed.ts';
import type { Candidate, Example, Implementation } from '../kernels/implementation.ts';

/** A faulty kernel of some operators. */
export type Faulty = Required<Pick<Candidate, 'name' | 'operators' | 'start'>>;

/** Computes the outputs of a node, given the correct kernel. */
type Kernel = (example: Example, right: Implementation) => readonly Tensor[];

/**
 * The same fault in each of some operators. @param operators names separated by spaces @param start called once per process; it holds the
 * state of the kernel
 */
export const faulty = (what: string, operators: string, start: () => Kernel): readonly Faulty[] =>
  operators.split(' ').map((operator) => ({
    name: `${operator}: ${what}`,
    operators: [operator],
    start: () => {
      const [kernel, right] = [start(), computedImplementation({})];
      return (example) => kernel(example, right);
    },
  }));

/** The place of an element. */
export interface Place {
  readonly count: number;
  readonly dims: readonly number[];
  readonly all: readonly Scalar[];
  readonly dtype: Tensor['dtype'];
  /** the index of the input or output */
  readonly index: number;
  readonly example: Example;
}

type Change = (x: Scalar, i: number, place: Place) => Scalar;

function changed(tensor: Tensor, index: number, example: Example, change: Change): Tensor {
  const { dims, dtype } = tensor;
  const place = { count: elementCount(dims), dims, all: elementsOf(tensor), dtype, index, example };
  return mapElements(tensor, (x, i) => change(x, i, place));
}

/** A kernel that writes wrong elements to its outputs. */
export const onResults =
  (change: Change): (() => Kernel) =>
  () =>
  (example, right) =>
    right(example).map((output, index) => changed(output, index, example, change));

/** A kernel that reads wrong elements from its inputs. */
export const onOperands =
  (change: Change): (() => Kernel) =>
  () =>
  (example, right) => {
    const inputs = example.proposal.inputs.map((input, index) =>
      input.value ? { ...input, value: changed(input.value, index, example, change) } : input,
    );
    return right({ ...example, proposal: { ...example.proposal, inputs } });
  };

/** A kernel that reads an attribute wrong; `undefined` means that it reads no attribute. */
export const onAttribute =
  (
    name: string,
    change: (value: AttributeValue['value'] | undefined, example: Example) => AttributeValue['value'] | undefined,
    type: AttributeValue['type'] = 'INT',
  ): (() => Kernel) =>
  () =>
  (example, right) => {
    const { [name]: given, ...rest } = example.proposal.attributes;
    const value = change(given?.value, example);
    const attributes = value === undefined ? rest : { ...rest, [name]: { type, value } as AttributeValue };
    return right({ ...example, proposal: { ...example.proposal, attributes } });
  };

/** The shape of an input, the first by default. */
export const dimsOf = ({ proposal }: Example, index = 0): readonly number[] =>
  proposal.inputs[index]?.value?.dims ?? [];

/** The value of an INT attribute. */
export const numberOf = ({ proposal }: Example, name: string): number | undefined =>
  proposal.attributes[name]?.value as number | undefined;
