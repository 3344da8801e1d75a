import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { findOperator, versionAt } from '../../oracles/operators.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { AttributeValue } from '../../oracles/spec/declaration.ts';
import { decodeModel } from '../../vectors/onnx/model.ts';
import { type SessionAdapter, Unsupported } from '../backends/adapter.ts';
import { printable } from './tensors.ts';

/** The attributes that a node has, by name: no defaults are filled in. */
export type KernelAttributes = Readonly<Record<string, AttributeValue['value']>>;

/** Of which operator a kernel is asked. */
export interface KernelNode {
  readonly operator: string;
  /** the opset since which this version of the operator is in force */
  readonly version: number;
  readonly opset: number;
  /** the names of the outputs that are wanted, in the order of the operator's; '' is one that is not */
  readonly outputs: readonly string[];
}

/**
 * One operator as a function of its inputs, in the order of the operator's (`undefined` for one that is left out), and of its
 * attributes. It returns the only output, or a list of all. What it throws is an error of the case; an error whose name is
 * 'Unsupported' counts neither for nor against.
 */
export type Kernel = (
  inputs: readonly (Tensor | undefined)[],
  attributes: KernelAttributes,
  node: KernelNode,
) => Tensor | readonly Tensor[] | Promise<Tensor | readonly Tensor[]>;

const oneNode =
  'a kernel is asked models of one node with tensors; those of sequences and optionals have more: judge them through an adapter';

/** @throws BadInput for what is no function */
export function refuseNoKernel(kernel: unknown): void {
  if (typeof kernel === 'function') return;
  throw new BadInput(`a kernel is a function of the inputs and the attributes, not ${kernel}`);
}

/**
 * A runtime that knows what a kernel does.
 * @param operators those that it is asked for, if not all: sessions have models of others too
 */
export function kernelAdapter(kernel: Kernel, operators?: ReadonlySet<string>): SessionAdapter {
  refuseNoKernel(kernel);
  return {
    name: kernel.name || 'kernel',
    version: 'kernel',
    prepare(bytes) {
      const { nodes, initializers, opset } = decodeModel(bytes, 'the model');
      const [node, ...others] = nodes;
      if (!node || others.length > 0) throw new Unsupported(oneNode);
      if (operators?.has(node.opType) === false) {
        throw new Unsupported(`the kernel is asked for ${[...operators].join(', ')}, not for ${node.opType}`);
      }
      const operator = findOperator(node.opType, node.domain);
      const about = {
        operator: node.opType,
        version: operator ? versionAt(operator, opset).since : opset,
        opset,
        outputs: node.outputs,
      };
      const attributes = Object.fromEntries(Object.entries(node.attributes).map(([name, { value }]) => [name, value]));
      const constants = initializers.map(({ name, tensor }) => [name, tensor] as const);
      return {
        async run(given) {
          const values = new Map([...constants, ...given]);
          const inputs = node.inputs.map((name) => {
            const value = values.get(name);
            return value && printable(value);
          });
          const returned = await kernel(inputs, attributes, about);
          return Array.isArray(returned) ? returned : [returned as Tensor];
        },
      };
    },
  };
}
