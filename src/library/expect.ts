import { BadInput, NotJudged } from '../../oracles/bad-input.ts';
import type { Graph } from '../../oracles/graph/graph.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { Clause } from '../../oracles/operator.ts';
import { readGraph } from '../../vectors/graph.ts';
import { decodeModel, requiredInputs } from '../../vectors/model.ts';
import { describeGraph, prepareGraph } from '../harness/prepared-graph.ts';
import { Expected } from './expected.ts';
import type { RequiredOptions } from './options.ts';
import type { NamedTensors } from './printing.ts';
import { refuseNoTensors, tensorOf } from './tensors.ts';
import type { Verdict } from './verdict.ts';

/** What answers to models of one's own are judged by. */
const definition: Clause = {
  id: 'definition',
  text: 'The answer is one that the definitions of the operators admit.',
  source: { document: 'Changelog.md', place: 'the operators of the model' },
  level: 'specified',
};

/**
 * What the answer to a model may be.
 * @param model a ModelProto whose operators the oracle knows
 * @param inputs the graph inputs that no initializer gives a value: by name, or a list in the order of the graph
 * @throws BadInput if the model cannot be read, is not legal for these inputs, or one is missing; NotJudged, which is a
 *   BadInput, for operators that the oracle does not know
 */
export function expect(model: Uint8Array, inputs: NamedTensors | readonly Tensor[] = {}): Expected {
  const decoded = decodeModel(model, 'the model');
  const graph = readGraph(decoded);
  if ('unknown' in graph) throw new NotJudged('the oracle does not know …', graph.unknown);
  const given = {
    id: nameOf(graph, decoded.opset),
    bytes: model,
    model: decoded,
    graph,
    inputs: byName(
      inputs,
      decoded.inputs.map(({ name }) => name),
      requiredInputs(decoded).map(({ name }) => name),
    ),
  };
  return new Expected(prepareGraph(given, describeGraph(given, definition)));
}

/**
 * Whether the outputs of a model are right.
 * @param outputs by name, or a list in the order of the model's outputs
 * @throws BadInput as {@link expect} does, and for outputs that are no tensors
 */
export function judge(
  model: Uint8Array,
  inputs: NamedTensors | readonly Tensor[],
  outputs: NamedTensors | readonly Tensor[],
  options: RequiredOptions = {},
): Verdict {
  return expect(model, inputs).judge(outputs, options);
}

const nameOf = ({ nodes }: Graph, opset: number): string =>
  nodes.length === 1 ? `${nodes[0]!.operator.name}-${nodes[0]!.version.since}` : `graph of opset ${opset}`;

function byName(
  inputs: NamedTensors | readonly Tensor[],
  known: readonly string[],
  required: readonly string[],
): ReadonlyMap<string, Tensor> {
  refuseNoTensors(inputs, 'the inputs');
  const given: ReadonlyMap<string, Tensor> =
    inputs instanceof Map
      ? inputs
      : new Map(
          Array.isArray(inputs) ? inputs.map((one, i) => [required[i] ?? `input ${i}`, one]) : Object.entries(inputs),
        );
  const stranger = [...given.keys()].find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw new BadInput(`the model has no input '${stranger}'; it has ${known.join(', ') || 'none'}`);
  const tensors = new Map(Array.from(given, ([name, value]) => [name, tensorOf(value, name)]));
  const missing = required.find((name) => !given.has(name));
  if (missing !== undefined) throw new BadInput(`the input '${missing}' is missing`);
  return tensors;
}
