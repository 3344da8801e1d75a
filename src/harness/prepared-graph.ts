import { type Comparison, compare } from '../../oracles/acceptance/comparator.ts';
import { excuseOfCall } from '../../oracles/excuse.ts';
import { withExplanations } from '../../oracles/explanations/hypotheses.ts';
import { callOfNode, expectGraph } from '../../oracles/graph/expect.ts';
import type { Graph } from '../../oracles/graph/graph.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { Clause, ExpectedOutput } from '../../oracles/operator.ts';
import type { ModelSpec } from '../../vectors/model.ts';
import { encodeTensor } from '../../vectors/tensor-proto.ts';
import { type CaseDescription, inputsInWords, sizeOf } from './description.ts';
import { faultQuestion } from './graph-fault.ts';
import type { PreparedModel } from './prepared-model.ts';

/** A model that somebody else made, with the values of its inputs by name. */
export interface GivenModel {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly model: ModelSpec;
  readonly graph: Graph;
  readonly inputs: ReadonlyMap<string, Tensor>;
}

/** What models of several nodes stand under in reports, with their opset as the version. */
export const graphName = 'graph';

export const operatorIn = ({ nodes }: Graph): string | undefined =>
  nodes.length === 1 ? nodes[0]!.operator.name : undefined;

/** Operators that are named; of more nodes the others are counted. */
const namedNodes = 6;

/** "graph of Abs, ReduceSum". */
function graphInWords({ nodes }: Graph): string {
  const names = nodes.map(({ operator }) => operator.name);
  const more = names.length > namedNodes ? ` and ${names.length - namedNodes} more` : '';
  return `graph of ${names.slice(0, namedNodes).join(', ')}${more}`;
}

/** What is said of a model and its inputs. */
export function describeGraph(
  {
    id,
    model,
    graph,
    inputs,
  }: Pick<GivenModel, 'id' | 'graph' | 'inputs'> & { readonly model: Pick<ModelSpec, 'opset'> },
  clause: Clause,
): CaseDescription {
  const first = graph.nodes[0]?.inputs[0] ?? '';
  const { dtype, dims } = inputs.get(first) ?? graph.initializers.get(first) ?? expectGraph(graph, inputs)[0]!;
  const single = operatorIn(graph);
  const what = single ? '' : `${graphInWords(graph)}, `;
  return {
    id,
    operator: single ?? graphName,
    version: single ? graph.nodes[0]!.version.since : model.opset,
    dtype,
    clause,
    opset: model.opset,
    dataClass: 'given',
    summary: `opset ${model.opset}, ${what}data ${dtype}[${dims}]`,
    facts: { words: [], measures: { rank: dims.length } },
    size: sizeOf([...inputs.values()]),
  };
}

/** What a run of a graph may answer. */
export interface ExpectedRun {
  readonly expected: readonly ExpectedOutput[];
  /** Adds to a comparison of an answer what would explain it. */
  readonly explained: (comparison: Comparison, answer: readonly Tensor[]) => Comparison;
}

/** A model whose answers the oracle judges. */
export type PreparedGraph = PreparedModel & ExpectedRun;

/**
 * A model ready to be put to a backend.
 * @throws as {@link expectRun}
 */
export function prepareGraph(
  { bytes, model, graph, inputs }: GivenModel,
  about: CaseDescription,
  { expected, explained }: ExpectedRun = expectRun(graph, inputs),
): PreparedGraph {
  const named = [...inputs].map(([name, tensor]) => ({ name, tensor }));
  return {
    about,
    inputs: () => inputsInWords(named),
    request: {
      model: bytes,
      inputs: named.map(({ name, tensor }) => ({ name, bytes: encodeTensor(tensor, name) })),
      outputs: model.outputs.map((output) => output.name),
    },
    ...(!operatorIn(graph) && { faultQuestion: () => faultQuestion(model, graph, inputs) }),
    expected,
    excuse: excuseOfGraph(graph, inputs),
    judge: (outputs, loosest) => explained(compare(expected, outputs, loosest), outputs),
    explained,
  };
}

/** Why a refusal breaks nothing: as far as the types of the values are given. */
function excuseOfGraph({ nodes, initializers }: Graph, given: ReadonlyMap<string, Tensor>): string | undefined {
  const known = new Map([...initializers, ...given]);
  const excuses = nodes.map((node) => excuseOfCall(node.version, callOfNode(node, known)));
  return excuses.find((excuse) => excuse !== undefined);
}

/**
 * Asks the oracle what the outputs may be, and what would explain others; of several nodes nothing is known that would.
 * @throws BadInput if the model is not legal for these inputs, NotJudged if the oracle has no answer
 */
export function expectRun(graph: Graph, given: ReadonlyMap<string, Tensor>): ExpectedRun {
  const expected = expectGraph(graph, given);
  const [node, ...others] = graph.nodes;
  if (!node || others.length > 0) return { expected, explained: ofSeveral };
  const question = { ...node, call: callOfNode(node, new Map([...graph.initializers, ...given])) };
  return { expected, explained: (comparison, answer) => withExplanations(comparison, question, expected, answer) };
}

/** Each node chooses for itself where the text leaves a choice. */
function ofSeveral(comparison: Comparison): Comparison {
  const { problem, message: _, ...rest } = comparison;
  return problem === 'inconsistency' ? { ...rest, accepted: true } : comparison;
}
