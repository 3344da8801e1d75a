import { expectGraphValues } from '../../oracles/graph/expect.ts';
import type { Body, Graph, GraphNode } from '../../oracles/graph/graph.ts';
import { givenBy } from '../../oracles/graph/resolve.ts';
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
import { answered, type SessionAdapter, Unsupported } from '../backends/adapter.ts';
import { printable } from './tensors.ts';

/** The attributes that a node has, by name: no defaults are filled in. */
export type KernelAttributes = Readonly<Record<string, AttributeValue['value']>>;

/** Of which operator a kernel is asked. */
export interface KernelNode {
  /** outside ai.onnx with its domain before it */
  readonly operator: string;
  /** the opset since which this version of the operator is in force; outside ai.onnx the version of the domain */
  readonly version: number;
  readonly opset: number;
  /** the names of the outputs that are wanted, in the order of the operator's; '' is one that is not */
  readonly outputs: readonly string[];
  /** the graphs of the node by name, each as a function of its inputs: the oracle computes them, with the values around the node */
  readonly graphs: Readonly<Record<string, (...inputs: readonly Value[]) => readonly Value[]>>;
}

/**
 * One operator as a function of its inputs, in the order of the operator's (`undefined` for one that is left out), and of its
 * attributes. It returns the only output, or a list of all. What it throws is an error of the case; an error whose name is
 * 'Unsupported' counts neither for nor against. An operator that takes sequences or optionals is given these as well: its function takes
 * each {@link Value}.
 */
export type Kernel = (
  inputs: readonly (Tensor | undefined)[],
  attributes: KernelAttributes,
  node: KernelNode,
) => Value | readonly Value[] | Promise<Value | readonly Value[]>;

/** @throws BadInput for what is no function */
export function refuseNoKernel(kernel: unknown): void {
  if (typeof kernel === 'function') return;
  throw new BadInput(`a kernel is a function of the inputs and the attributes, not ${kernel}`);
}

/**
 * A runtime that knows what a kernel does; the oracle computes the other nodes of a model in which it is asked for some.
 * @param operators those that it is asked for, if not all: sessions have models of others too
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
            // one too many is seen where the answer is judged
            if (nodes.length === 1) return all;
            for (const [place, name] of givenBy(node).entries()) if (all[place]) values.set(name, all[place]);
          }
          return outputs.map((name) => values.get(name)!);
        },
      };
    },
  };
}

type KnownNode = GraphNode | UnknownModel;

/** What a kernel is called with. */
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
    // tensors alone, if the operator takes no others
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

/** The inputs of a graph by name. @throws BadInput for another number of them */
function named(name: string, { inputs }: Body, given: readonly Value[]): readonly (readonly [string, Value])[] {
  if (given.length === inputs.length) return inputs.map((input, i) => [input, given[i]!]);
  throw new BadInput(`${name} has ${plural(inputs.length, 'input')}, and was given ${given.length}`);
}

/** The values that a node gives which the kernel is not asked for. @throws Unsupported where the oracle does not know it */
function computed(known: KnownNode, values: ReadonlyMap<string, Value>): readonly Value[] {
  if ('unknown' in known) throw new Unsupported(`the oracle does not know ${known.unknown}`);
  return run({ nodes: [known], initializers: new Map(), outputs: givenBy(known) }, new Map(values));
}

/** The oracle's own answers, as a kernel reads them. @throws Unsupported where it has none */
function run(graph: Graph, values: ReadonlyMap<string, Value>): readonly Value[] {
  return answered(() => expectGraphValues(graph, values).map((expected) => readable(referenceValue(expected))!));
}
