/** Runs consecutive nodes of a network as models of their own, as a runtime optimizes them, and judges the outputs of each. */
import { expectGraphValues } from '../../oracles/graph/expect.ts';
import type { Graph, GraphNode } from '../../oracles/graph/graph.ts';
import { inputNamesOf, outputNamesOf } from '../../oracles/graph/resolve.ts';
import { type Comparison, compare } from '../../oracles/judge/comparator.ts';
import { isTensor, type Value } from '../../oracles/numerics/value.ts';
import type { ExpectedValue } from '../../oracles/spec/operator.ts';
import type { Backend } from '../../src/backends/backend.ts';
import { constantsOf, type Network } from '../../src/run/network/network.ts';
import { sampleOf } from '../../src/run/network/sample.ts';
import { Effort } from '../../src/run/trial/effort.ts';
import { modelOf } from '../../vectors/onnx/encode.ts';
import { encodeModel, type ModelSpec } from '../../vectors/onnx/model.ts';
import { decodeBytes, encodeValues } from '../../vectors/onnx/value-proto.ts';

/** Consecutive nodes of a network, with the values that they read. */
export interface Segment {
  /** the place of its first node in the network */
  readonly first: number;
  readonly spec: ModelSpec;
  readonly inputs: ReadonlyMap<string, Value>;
  /** judges the outputs of the segment; `undefined` if the limit is reached before the first element */
  readonly judge: (outputs: readonly Value[]) => Comparison;
}

/** How segments are judged. */
export interface SegmentSettings {
  readonly elements: number;
  readonly seed: number;
  /** seconds of processor time for a segment */
  readonly limit: number;
}

/**
 * Returns a segment of a network.
 * @param values all values of a run of the network
 * @throws BadInput for a node that the oracle does not know
 */
export function segmentOf(
  network: Network,
  values: ReadonlyMap<string, Value>,
  [first, end]: readonly [number, number],
  { elements, seed, limit }: SegmentSettings,
): Segment {
  const { model } = network;
  const nodes = network.nodes.slice(first, end) as readonly GraphNode[];
  const own = new Set(nodes.flatMap(outputNamesOf));
  const later = new Set([...model.nodes.slice(end).flatMap(inputNamesOf), ...model.outputs.map(({ name }) => name)]);
  const constants = constantsOf(network);
  const read = new Map(
    nodes
      .flatMap((node) => inputNamesOf(node))
      .filter((name) => name !== '' && !own.has(name))
      .map((name) => [name, network.given.get(name) ?? values.get(name)!]),
  );
  const fixed = [...read].flatMap(([name, value]) =>
    constants.has(name) && isTensor(value) ? [[name, value] as const] : [],
  );
  const graph: Graph = { nodes, initializers: new Map(fixed), outputs: [...own].filter((name) => later.has(name)) };
  const inputs = new Map([...read].filter(([name]) => !graph.initializers.has(name)));
  const effort = new Effort(network.origin, { nodes }, { limit });
  const expected = effort.during((): readonly ExpectedValue[] => expectGraphValues(graph, inputs, effort.watch));
  return {
    first,
    spec: modelOf([{ model: 0, name: 'segment', opset: model.opset, graph, values: inputs, outputs: expected }]),
    inputs,
    judge: (outputs) => effort.during(() => compare(expected, outputs, 'native', sampleOf(elements, seed))),
  };
}

/** Runs a segment, or one with a fault in its place. @throws Error if the runtime fails */
export async function outputsOf(
  backend: Backend,
  { inputs, spec: { outputs } }: Segment,
  spec: ModelSpec,
): Promise<readonly Value[]> {
  const answer = await backend.run({
    model: encodeModel(spec),
    inputs: encodeValues(inputs),
    outputs: outputs.map(({ name }) => name),
  });
  if (answer.kind !== 'outputs') throw new Error('message' in answer ? answer.message : answer.kind);
  return answer.outputs.map((one) => decodeBytes(one));
}
