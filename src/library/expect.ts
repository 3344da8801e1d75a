import type { Graph } from '../../oracles/graph/graph.ts';
import type { Value } from '../../oracles/numerics/value.ts';
import { BadInput, NotJudged } from '../../oracles/spec/bad-input.ts';
import type { Clause } from '../../oracles/spec/operator.ts';
import { readJudgedPart } from '../../vectors/onnx/graph.ts';
import { decodeModel, requiredInputs } from '../../vectors/onnx/model.ts';
import { checkNames } from '../options/read.ts';
import { Effort, type EffortSettings } from '../run/trial/effort.ts';
import { describeGraph, prepareGraph } from '../run/trial/prepare-graph.ts';
import { Expected } from './expected.ts';
import type { RequiredOptions } from './options.ts';
import type { NamedValues } from './printing.ts';
import { checkedValue, refuseNoTensors } from './tensors.ts';
import type { Verdict } from './verdict.ts';

/** The clause by which answers to the user's own models are judged. */
const definition: Clause = {
  id: 'definition',
  text: 'The answer is one that the definitions of the operators admit.',
  source: { document: 'Changelog.md', place: 'the operators of the model' },
  level: 'specified',
};

/** The oracle's limits for a model: `limit` in seconds of processor time, by default 30; and the listener to its progress. */
export interface ExpectOptions extends EffortSettings {
  /** the name of the model in lines of progress */
  readonly name?: string | undefined;
}

const ofEffort = ['limit', 'onProgress', 'name'];

/**
 * Returns the accepted outputs of a model.
 * @param model a ModelProto whose operators the oracle knows
 * @param inputs the graph inputs that no initializer gives a value: by name, or a list in the order of the graph
 * @throws BadInput if the model cannot be read, is not valid for these inputs, or an input is missing; NotJudged, a subclass,
 *   if every output depends on operators that the oracle does not know; LimitReached, a NotJudged, if it takes too long
 */
export function expect(
  model: Uint8Array,
  inputs: NamedValues | readonly Value[] = {},
  options: ExpectOptions = {},
): Expected {
  checkNames(options, ofEffort);
  const decoded = decodeModel(model, 'the model');
  const part = readJudgedPart(decoded);
  if ('unknown' in part) throw new NotJudged('the oracle does not know …', part.unknown);
  const { graph } = part;
  const id = nameOf(graph, decoded.opset);
  const given = {
    id,
    bytes: model,
    model: decoded,
    ...part,
    effort: new Effort(options.name ?? id, graph, options),
    inputs: byName(
      inputs,
      decoded.inputs.map(({ name }) => name),
      requiredInputs(decoded).map(({ name }) => name),
    ),
  };
  return new Expected(prepareGraph(given, describeGraph(given, definition)), part);
}

/**
 * Judges the outputs of a model.
 * @param outputs the outputs by name, or a list in the order of the model's outputs
 * @throws BadInput as {@link expect}, and for outputs that are not values
 */
export function judge(
  model: Uint8Array,
  inputs: NamedValues | readonly Value[],
  outputs: NamedValues | readonly Value[],
  options: RequiredOptions & ExpectOptions = {},
): Verdict {
  const { limit, onProgress, name, ...required } = options;
  return expect(model, inputs, { limit, onProgress, name }).judge(outputs, required);
}

const nameOf = ({ nodes }: Graph, opset: number): string =>
  nodes.length === 1 ? `${nodes[0]!.operator.name}-${nodes[0]!.version.since}` : `graph of opset ${opset}`;

function byName(
  inputs: NamedValues | readonly Value[],
  known: readonly string[],
  required: readonly string[],
): ReadonlyMap<string, Value> {
  refuseNoTensors(inputs, 'the inputs');
  const given: ReadonlyMap<string, Value> =
    inputs instanceof Map
      ? inputs
      : new Map(
          Array.isArray(inputs) ? inputs.map((one, i) => [required[i] ?? `input ${i}`, one]) : Object.entries(inputs),
        );
  const stranger = [...given.keys()].find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw new BadInput(`the model has no input '${stranger}'; it has ${known.join(', ') || 'none'}`);
  const values = new Map(Array.from(given, ([name, value]) => [name, checkedValue(value, name)]));
  const missing = required.find((name) => !given.has(name));
  if (missing !== undefined) throw new BadInput(`the input '${missing}' is missing`);
  return values;
}
