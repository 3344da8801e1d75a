import type { ProposedNode } from '../../../generators/cases/node-in.ts';
import { classRecordOf } from '../../../generators/classes/classes.ts';
import { callOfNode, expectGraphValues } from '../../../oracles/graph/expect.ts';
import { firstAtFault, type NodeFault } from '../../../oracles/graph/fault.ts';
import type { Graph, GraphNode } from '../../../oracles/graph/graph.ts';
import { bodiesIn, outputNamesOf, toWrittenNode } from '../../../oracles/graph/resolve.ts';
import { compare, type Problem } from '../../../oracles/judge/comparator.ts';
import { withExplanations } from '../../../oracles/judge/explanations/hypotheses.ts';
import type { SeenInAnswer } from '../../../oracles/judge/explanations/wrong-elements.ts';
import { areTensors, isTensor, type Value } from '../../../oracles/numerics/value.ts';
import type { CaseResult } from '../../../reports/schema.ts';
import { infoOf } from '../../../vectors/onnx/encode.ts';
import { encodeModel, type ModelSpec } from '../../../vectors/onnx/model.ts';
import { encodeValues } from '../../../vectors/onnx/value-proto.ts';
import type { Answer, RunRequest } from '../../backends/backend.ts';
import { decodeValues } from './decode-values.ts';
import { Effort, unlessLimited } from './effort.ts';

/** A question that finds the node at fault when the outputs of a graph are wrong. */
export interface FaultQuestion {
  readonly request: RunRequest;
  /** Judges the nodes by the answer. */
  readonly blame: (answer: Answer) => Blame;
}

/** The node at fault in a few words, and the question whether it is wrong as a model of its own. */
export interface Blame {
  readonly text: string;
  /** each node is right, given what the others gave */
  readonly isOfGraph?: true;
  readonly alone?: {
    readonly problem: Problem | undefined;
    readonly request: RunRequest;
    /** Returns the node as a case of its operator; `undefined` if its answer is right, or none. */
    readonly judge: (answer: Answer) => CaseOfNode | undefined;
  };
}

type CaseOfNode = Pick<CaseResult, 'atFault' | 'classes' | 'explanations' | keyof SeenInAnswer>;

/** Returns the question for a model: the same model, with all values between its nodes as outputs. */
export function faultQuestion(
  model: ModelSpec,
  graph: Graph,
  given: ReadonlyMap<string, Value>,
  effort = new Effort('', graph, { limit: Number.POSITIVE_INFINITY }),
): FaultQuestion {
  const names = graph.nodes.flatMap(outputNamesOf);
  const expected = expectGraphValues({ ...graph, outputs: names }, given);
  const outputs = names.map((name, i) => infoOf(name, [expected[i]!]));
  return {
    request: {
      model: encodeModel({ ...model, outputs }),
      inputs: encodeValues(given),
      outputs: names,
      ...(!areTensors(expected) && { hasValues: true }),
    },
    blame(answer) {
      const read = answer.kind === 'outputs' && decodeValues(names, answer.outputs);
      if (!read || !read.ok)
        return { text: 'the wrong node is not known: the backend did not return intermediate values' };
      const computed = names.map((name, i) => [name, read.value[i]!] as const);
      const values = new Map<string, Value>([...graph.initializers, ...given, ...computed]);
      const fault = unlessLimited(
        () => effort.during(() => firstAtFault(graph, values, effort.watch)),
        (why) => why,
      );
      if (typeof fault === 'string') return { text: `the wrong node is not known: ${fault}` };
      if (!fault)
        return {
          text: 'when asked for the values between its nodes, the backend computes each node rightly',
          isOfGraph: true,
        };
      const place = graph.nodes.indexOf(fault.node) + 1;
      const { node, comparison } = fault;
      const text = `the first node at fault is ${node.operator.name}, ${place} of ${graph.nodes.length}: ${comparison.message}`;
      // what runs graphs needs values from outside
      if (bodiesIn(node.attributes).length > 0 || comparison.problem === 'outputs') return { text };
      return { text, alone: nodeAlone(fault, { model, values, constants: graph.initializers }) };
    },
  };
}

/** A graph with the values of all its nodes. */
interface Evaluated {
  readonly model: ModelSpec;
  readonly values: ReadonlyMap<string, Value>;
  readonly constants: Graph['initializers'];
}

/** Returns the question whether a node is wrong in the same way in a model without the others. */
function nodeAlone(
  { node, expected, comparison: { problem } }: NodeFault,
  { model, values, constants }: Evaluated,
): NonNullable<Blame['alone']> {
  const read = [...new Set(node.inputs)].filter((name) => name !== '' && !constants.has(name));
  const given = new Map(read.map((name) => [name, values.get(name)!]));
  const names = outputNamesOf(node);
  const own: ModelSpec = {
    ...model,
    nodes: [toWrittenNode(node)],
    inputs: read.map((name) => infoOf(name, [given.get(name)!])),
    outputs: names.map((name, i) => infoOf(name, [expected[i]!])),
    initializers: model.initializers.filter(({ name }) => node.inputs.includes(name)),
  };
  const hasValues = !areTensors([...given.values(), ...expected]);
  return {
    problem,
    request: {
      model: encodeModel(own),
      inputs: encodeValues(given),
      outputs: names,
      ...(hasValues && { hasValues }),
    },
    judge(answer) {
      const outputs = answer.kind === 'outputs' && decodeValues(names, answer.outputs);
      const comparison = outputs && outputs.ok && compare(expected, outputs.value);
      if (!comparison || comparison.accepted || comparison.problem !== problem) return undefined;
      const call = callOfNode(node, values);
      const asked = { ...node, call };
      const { explanations, seen } = withExplanations(comparison, asked, expected, outputs.value);
      const { dtype } = call.inputs.find((value) => value !== undefined) ?? expected[0]!;
      return {
        atFault: { operator: node.operator.name, version: node.version.since, dtype },
        classes: classRecordOf(node.version, proposalOf(node, values, constants)),
        ...(explanations && { explanations }),
        ...seen,
      };
    },
  };
}

/** Describes a node of a graph as a proposal does. */
function proposalOf(
  { attributes, inputs, outputs }: GraphNode,
  values: ReadonlyMap<string, Value>,
  constants: Graph['initializers'],
): ProposedNode {
  const given = inputs.map((name, i) => {
    const value = name === '' ? undefined : values.get(name);
    const form = value === undefined ? 'omitted' : constants.has(name) ? 'initializer' : 'input';
    const first = inputs.indexOf(name);
    return {
      form,
      ...(value && !isTensor(value) ? { value: undefined, held: value } : { value }),
      ...(value && first < i && { sameAs: first }),
    } as const;
  });
  return { attributes, inputs: given, outputs: outputs.length };
}
