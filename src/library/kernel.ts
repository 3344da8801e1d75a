import { expectGraphValues } from '../../oracles/graph/expect.ts';
import type { Body, Graph, GraphNode } from '../../oracles/graph/graph.ts';
import { outputNamesOf } from '../../oracles/graph/resolve.ts';
import { referenceValue } from '../../oracles/judge/reference-tensor.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { mapTensors, type Value } from '../../oracles/numerics/value.ts';
import { findOperator, versionAt } from '../../oracles/operators.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { AttributeValue, WrittenNode } from '../../oracles/spec/declaration.ts';
import { operatorName } from '../../oracles/spec/operator-name.ts';
import { plural } from '../../reports/view/plural.ts';
import { readNodes, type UnknownModel } from '../../vectors/onnx/graph.ts';
import { type DecodedModel, decodeModel } from '../../vectors/onnx/model.ts';
import { oracleAnswer, type SessionAdapter, Unsupported } from '../backends/adapter.ts';
import { printable } from './tensors.ts';

/** The given attributes of a node, by name, without defaults. */
export type KernelAttributes = Readonly<Record<string, AttributeValue['value']>>;

/** The node that a kernel computes. */
export interface KernelNode {
  /** the operator; outside ai.onnx preceded by its domain */
  readonly operator: string;
  /** the opset since which this version of the operator is in force; outside ai.onnx the version of the domain */
  readonly version: number;
  readonly opset: number;
  /** the names of the outputs in the operator's order; '' for an output that is not wanted */
  readonly outputs: readonly string[];
  /** the graphs of the node by name, each as a function of its inputs; the oracle computes them, with outer values */
  readonly graphs: Readonly<Record<string, (...inputs: readonly Value[]) => readonly Value[]>>;
}

/**
 * One operator as a function of its inputs and attributes. Inputs are in the operator's order; an omitted input is
 * `undefined`. The function returns the only output, or a list of all. If it throws, the case ends in an error; an error named
 * 'Unsupported' means that the case is not supported. For an operator of sequences or optionals, it must accept any
 * {@link Value}.
 */
export type Kernel = (
  inputs: readonly (Tensor | undefined)[],
  attributes: KernelAttributes,
  node: KernelNode,
) => Value | readonly Value[] | Promise<Value | readonly Value[]>;

/** @throws BadInput if the kernel is not a function */
export function refuseNoKernel(kernel: unknown): void {
  if (typeof kernel === 'function') return;
  throw new BadInput(`a kernel is a function of the inputs and the attributes, not ${kernel}`);
}

/**
 * Returns a runtime that computes nodes with a kernel. In a graph of several nodes, the oracle computes the others.
 * @param operators the operators of the kernel, all if absent: sessions also have models of others
 */
export function kernelAdapter(kernel: Kernel, operators?: ReadonlySet<string>): SessionAdapter {
  refuseNoKernel(kernel);
  const isAsked = (node: WrittenNode) => operators?.has(operatorName(node)) !== false;
  return {
    name: kernel.name || 'kernel',
    version: 'kernel',
    values: true,
    prepare(bytes) {
      const model = decodeModel(bytes, 'the model');
      const { nodes, initializers } = model;
      if (!nodes.some(isAsked)) {
        const others = new Set(nodes.map(operatorName));
        throw new Unsupported(
          `the kernel is asked for ${[...operators!].join(', ')}, not for ${[...others].join(', ')}`,
        );
      }
      const known = readNodes(model);
      const constants = initializers.map(({ name, tensor }) => [name, tensor] as const);
      return {
        async run(given, outputs) {
          const values = new Map<string, Value>([...constants, ...given]);
          for (const [i, node] of nodes.entries()) {
            const gives = isAsked(node)
              ? await kernel(...argumentsOf(node, known[i]!, values, model))
              : computed(known[i]!, values);
            const all: readonly Value[] = Array.isArray(gives) ? gives : [gives];
            // too many outputs are noticed when the answer is judged
            if (nodes.length === 1) return all;
            for (const [place, name] of outputNamesOf(node).entries()) if (all[place]) values.set(name, all[place]);
          }
          return outputs.map((name) => values.get(name)!);
        },
      };
    },
  };
}

type KnownNode = GraphNode | UnknownModel;

/** Returns the arguments for a kernel. */
function argumentsOf(
  node: WrittenNode,
  known: KnownNode,
  values: ReadonlyMap<string, Value>,
  { opset, opsets }: DecodedModel,
): Parameters<Kernel> {
  const { attributes, inputs, outputs } = node;
  const name = operatorName(node);
  const operator = findOperator(name);
  const bodies = 'unknown' in known ? {} : (known.bodies ?? {});
  const graphs = Object.entries(bodies).map(([name, body]) => [
    name,
    (...given: readonly Value[]) => run(body, new Map([...values, ...named(name, body, given)])),
  ]);
  const plain = Object.entries(attributes).map(([name, { value }]) => [name, value]);
  return [
    // only tensors, if the operator accepts no other values
    inputs.map((name) => readable(values.get(name))) as readonly (Tensor | undefined)[],
    Object.fromEntries(plain),
    {
      operator: name,
      version: operator ? versionAt(operator, opsets).since : opset,
      opset,
      outputs,
      graphs: Object.fromEntries(graphs),
    },
  ];
}

const readable = (value: Value | undefined): Value | undefined => value && mapTensors(value, printable);

/** Returns the inputs of a graph by name. @throws BadInput for a wrong number of inputs */
function named(name: string, { inputs }: Body, given: readonly Value[]): readonly (readonly [string, Value])[] {
  if (given.length === inputs.length) return inputs.map((input, i) => [input, given[i]!]);
  throw new BadInput(`${name} has ${plural(inputs.length, 'input')}, and was given ${given.length}`);
}

/** Returns the outputs of a node that the kernel does not compute. @throws Unsupported if the oracle does not know the node */
function computed(known: KnownNode, values: ReadonlyMap<string, Value>): readonly Value[] {
  if ('unknown' in known) throw new Unsupported(`the oracle does not know ${known.unknown}`);
  return run({ nodes: [known], initializers: new Map(), outputs: outputNamesOf(known) }, new Map(values));
}

/** Returns the oracle's own answers, in the form of a kernel's inputs. @throws Unsupported if it has none */
function run(graph: Graph, values: ReadonlyMap<string, Value>): readonly Value[] {
  return oracleAnswer(() => expectGraphValues(graph, values).map((expected) => readable(referenceValue(expected))!));
}
