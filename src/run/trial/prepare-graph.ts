import type { ModelForm } from '../../../generators/cases/proposal.ts';
import { callOfNode, expectGraphValues } from '../../../oracles/graph/expect.ts';
import type { Graph } from '../../../oracles/graph/graph.ts';
import { toWrittenNode } from '../../../oracles/graph/resolve.ts';
import { type Comparison, compare } from '../../../oracles/judge/comparator.ts';
import { withExplanations } from '../../../oracles/judge/explanations/hypotheses.ts';
import type { Tier } from '../../../oracles/judge/tier.ts';
import { admitsNearlyAnything } from '../../../oracles/judge/vacuous.ts';
import { elementCount, type Tensor } from '../../../oracles/numerics/tensor.ts';
import { tensorsIn, type Value } from '../../../oracles/numerics/value.ts';
import { hasType } from '../../../oracles/spec/declaration.ts';
import { excuseOfCall } from '../../../oracles/spec/excuse.ts';
import { graphName } from '../../../oracles/spec/graph-operator.ts';
import type { Clause, ExpectedOutput, ExpectedValue } from '../../../oracles/spec/operator.ts';
import type { ModelSpec, ValueInfo } from '../../../vectors/onnx/model.ts';
import { encodeValues } from '../../../vectors/onnx/value-proto.ts';
import type { RunRequest } from '../../backends/backend.ts';
import { type CaseDescription, formatInputs, sizeOf } from './description.ts';
import { type Effort, unlessLimited } from './effort.ts';
import { faultQuestion } from './graph-fault.ts';
import type { Prepared, PreparedRun } from './prepared.ts';

/** A graph as a model, with the values of its inputs by name. */
export interface GraphModel {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly model: ModelSpec;
  /** how the bytes are written; in the usual form if absent */
  readonly form?: ModelForm | undefined;
  readonly graph: Graph;
  readonly inputs: ReadonlyMap<string, Value>;
  /** why outputs of the model are missing in the graph, by name */
  readonly unjudged?: ReadonlyMap<string, string>;
  /** describes a node that the oracle does not know; absent if there is none */
  readonly firstUnknown?: string;
  /** the oracle's limits; none if absent */
  readonly effort?: Effort;
}

/** Returns the operator of a graph of a single node, unless that runs graphs itself. */
export const operatorIn = ({ nodes: [node, ...others] }: Graph): string | undefined =>
  node && others.length === 0 && !node.operator.unfold ? node.operator.name : undefined;

/** The number of operators to name; further ones are counted. */
const namedNodes = 6;

/** Formats the operators of a graph: "graph of Abs, ReduceSum". */
function formatNodes({ nodes }: Graph): string {
  const names = nodes.map(({ operator }) => operator.name);
  const more = names.length > namedNodes ? ` and ${names.length - namedNodes} more` : '';
  return `graph of ${names.slice(0, namedNodes).join(', ')}${more}`;
}

/** An output whose shape the model declares. */
type DeclaredShape = ValueInfo & Pick<Tensor, 'dims'>;

/** Describes a model and its inputs. */
export function describeGraph(
  {
    id,
    model,
    graph,
    inputs,
  }: Pick<GraphModel, 'id' | 'graph' | 'inputs'> & {
    readonly model: Pick<ModelSpec, 'opset'> & Partial<Pick<ModelSpec, 'outputs'>>;
  },
  clause: Clause,
): CaseDescription {
  const first = graph.nodes[0]?.inputs[0] ?? '';
  const [given] = inputs.values();
  const declared = model.outputs?.find(
    (output): output is DeclaredShape => hasType(output) && (output.dims?.every(Number.isInteger) ?? false),
  );
  const value =
    inputs.get(first) ?? graph.initializers.get(first) ?? given ?? declared ?? expectGraphValues(graph, inputs)[0]!;
  const [{ dims } = { dims: [] }] = tensorsIn<Pick<Tensor, 'dtype' | 'dims'>>(value);
  const { dtype } = value;
  const single = operatorIn(graph);
  const what = single ? '' : `${formatNodes(graph)}, `;
  return {
    id,
    operator: single ?? graphName,
    version: single ? graph.nodes[0]!.version.since : model.opset,
    dtype,
    clause,
    opset: model.opset,
    dataClass: 'given',
    summary: `opset ${model.opset}, ${what}data ${dtype}[${dims}]`,
    size: sizeOf([...inputs.values()]),
  };
}

/** The accepted outputs of a run of a graph. */
export interface ExpectedRun {
  readonly expected: readonly ExpectedValue[];
  /** Adds possible explanations to the comparison of an answer. */
  readonly explained: (comparison: Comparison, answer: readonly Value[]) => Comparison;
}

/** A model whose answers the oracle judges. */
export interface PreparedGraph extends Prepared<RunRequest> {
  readonly runs: readonly [PreparedRun & Pick<ExpectedRun, 'expected'>];
}

/** Returns the request for a model. */
export function requestOf({ bytes, model, inputs }: Pick<GraphModel, 'bytes' | 'model' | 'inputs'>): RunRequest {
  return {
    model: bytes,
    inputs: encodeValues(inputs),
    outputs: model.outputs.map((output) => output.name),
    ...(model.outputs.some(({ within }) => within) && { hasValues: true }),
  };
}

/**
 * Prepares a model for a backend.
 * @throws as {@link expectRun}
 */
export function prepareGraph(
  given: GraphModel,
  about: CaseDescription,
  { expected, explained }: ExpectedRun = expectRun(given.graph, given.inputs, given.effort),
): PreparedGraph {
  const { model, form, graph, inputs, effort, firstUnknown, unjudged = new Map() } = given;
  const request = requestOf(given);
  const named = [...inputs].map(([name, value]) => ({ name, value }));
  const places = graph.outputs.map((name) => request.outputs.indexOf(name));
  const during = <T>(work: () => T): T => (effort ? effort.during(work) : work());
  const { operator, version, dtype } = about;
  const run = {
    what: '',
    cell: { operator, version, dtype },
    values: inputs,
    expected,
    excuse: firstUnknown === undefined ? excuseOfGraph(graph, inputs) : `the oracle does not know ${firstUnknown}`,
    during,
    judge: (outputs: readonly Value[], loosest?: Tier) =>
      during(() => {
        const answer = unjudged.size === 0 ? outputs : places.map((place) => outputs[place]!);
        const comparison = compare(expected, answer, loosest);
        const more = unlessLimited(
          () => openIn(expected, explained(comparison, answer)),
          () => comparison,
        );
        return withWhatIsLeft(more, unjudged, request.outputs.length);
      }),
  };
  return {
    about,
    request,
    runs: [run],
    inputs: () => formatInputs(named),
    // nodes are asked about in the usual form, which may be right where another one is wrong
    ...(operator === graphName && !form && { faultQuestion: () => faultQuestion(model, graph, inputs, effort) }),
  };
}

/** Returns why a refusal is excused, as far as the types of the values are known. */
function excuseOfGraph({ nodes, initializers }: Graph, given: ReadonlyMap<string, Value>): string | undefined {
  const known = new Map<string, Value>([...initializers, ...given]);
  const excuses = nodes.map((node) => excuseOfCall(node.version, callOfNode(node, known)));
  return excuses.find((excuse) => excuse !== undefined);
}

/** Adds the outputs that are not judged. */
function withWhatIsLeft(own: Comparison, unjudged: ReadonlyMap<string, string>, outputs: number): Comparison {
  if (unjudged.size === 0) return own;
  const each = [...unjudged].map(([name, why]) => `${name}: ${why}`);
  const left = `${unjudged.size} of ${outputs} outputs: ${each.join(', ')}`;
  return { ...own, unjudged: [left, ...(own.unjudged === undefined ? [] : [own.unjudged])].join('; ') };
}

/** The number of elements of an output to check, spread evenly. */
const sampled = 64;

/** Adds to an accepted answer how many outputs admit nearly any value in more than half of their elements. */
function openIn(expected: readonly ExpectedValue[], comparison: Comparison): Comparison {
  if (!comparison.accepted || comparison.unjudged !== undefined) return comparison;
  const open = expected.filter((value) => tensorsIn(value).some((output) => isOpen(output))).length;
  return open === 0 ? comparison : { ...comparison, open: { outputs: open, of: expected.length } };
}

/** Whether most elements of an output admit nearly any value. @param most the greatest number of elements to check */
export function isOpen({ dtype, dims, accept, range }: ExpectedOutput, most = sampled): boolean {
  const count = elementCount(dims);
  const looked = Math.min(count, most);
  const places = Array.from({ length: looked }, (_, i) => Math.floor((i * count) / looked));
  const admits = (i: number) => admitsNearlyAnything(accept(i), dtype, range && (() => range(i)));
  // half of the elements decide: most outputs are not open
  return places.slice(0, Math.ceil(looked / 2)).some(admits) && 2 * places.filter(admits).length > looked;
}

/**
 * Returns the accepted outputs, and for a single node the explanations of wrong ones.
 * @throws BadInput if the model is not valid for these inputs, NotJudged if the oracle has no answer, LimitReached at a limit
 */
export function expectRun(graph: Graph, given: ReadonlyMap<string, Value>, effort?: Effort): ExpectedRun {
  const expected = effort
    ? effort.during(() => expectGraphValues(graph, given, effort.watch))
    : expectGraphValues(graph, given);
  const [node, ...others] = graph.nodes;
  if (!node || others.length > 0) return { expected, explained: acceptInconsistency };
  const values = new Map<string, Value>([...graph.initializers, ...given]);
  // graphs within a node may read any value of the outer graph
  const call = node.operator.unfold
    ? {
        attributes: {},
        inputs: [...values.values()],
        graph: { nodes: [toWrittenNode(node)], inputs: [...values.keys()], outputs: graph.outputs },
      }
    : callOfNode(node, values);
  const question = { ...node, call };
  return { expected, explained: (comparison, answer) => withExplanations(comparison, question, expected, answer) };
}

/** Accepts inconsistent choices: each node of a graph may choose differently. */
function acceptInconsistency(comparison: Comparison): Comparison {
  const { problem, message: _, ...rest } = comparison;
  return problem === 'inconsistency' ? { ...rest, accepted: true } : comparison;
}
