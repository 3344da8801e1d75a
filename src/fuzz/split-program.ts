import type { Program } from '../../generators/fuzz/program.ts';
import { expectGraphValues } from '../../oracles/graph/expect.ts';
import type { GraphNode } from '../../oracles/graph/graph.ts';
import { inputNamesOf, outputNamesOf } from '../../oracles/graph/resolve.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { mapTensors, type Value } from '../../oracles/numerics/value.ts';
import { encodeValue } from '../../vectors/onnx/value-proto.ts';
import type { Answer } from '../backends/backend.ts';
import { decodeTensors } from '../run/trial/decode-values.ts';

/** Returns the runs of a program as separate programs. */
export const runsOf = (program: Program): readonly Program[] =>
  program.runs.map((run) => ({ ...program, runs: [run] }));

/** Returns the nodes of a program as separate programs, on the values that they read in it. */
export function nodesOf({ opset, graph, runs }: Program): readonly Program[] {
  const computed = runs.map((run) => valuesIn(graph, run));
  return graph.nodes.map((node) => nodeAlone(opset, graph, node, computed));
}

/** Returns a node as a program on the values of the graph, one map per run. */
function nodeAlone(
  opset: number,
  { initializers }: Program['graph'],
  node: GraphNode,
  values: readonly ReadonlyMap<string, Value>[],
): Program {
  const read = [...new Set(inputNamesOf(node))].filter((name) => values[0]!.has(name));
  const isConstant = (name: string) => initializers.has(name);
  return {
    opset,
    graph: {
      nodes: [node],
      initializers: new Map(read.filter(isConstant).map((name) => [name, initializers.get(name)!])),
      outputs: outputNamesOf(node),
    },
    runs: values.map((all) => new Map(read.filter((name) => !isConstant(name)).map((name) => [name, all.get(name)!]))),
  };
}

/** Returns all values of a graph that its nodes read. */
function valuesIn(graph: Program['graph'], run: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  const read = new Set(graph.nodes.flatMap(inputNamesOf));
  const names = graph.nodes.flatMap(({ outputs }) => outputs.filter((name) => read.has(name) && name !== ''));
  const expected = expectGraphValues({ ...graph, outputs: names }, run);
  return new Map<string, Value>([
    ...graph.initializers,
    ...run,
    ...names.map((name, i) => [name, mapTensors(expected[i]!, referenceTensor)] as const),
  ]);
}

/**
 * Returns the answer to a program of one run, computed node by node: each node is asked alone, with the answers of the nodes
 * before it as inputs. Returns `undefined` if a node cannot be asked.
 * @param ask runs a program of one node
 */
export async function nodeByNode(
  { opset, graph, runs }: Program,
  ask: (program: Program) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const values = new Map<string, Value>([...graph.initializers, ...runs[0]!]);
  for (const node of graph.nodes) {
    const answer = await ask(nodeAlone(opset, graph, node, [values]));
    if (answer?.kind !== 'outputs') return answer;
    const names = outputNamesOf(node);
    // for a value that is not a tensor, only its tensors are answered, so the next nodes cannot read it
    if (names.some((name) => !answer.outputs.some((output) => output.name === name))) return undefined;
    const tensors = decodeTensors(names, answer.outputs);
    if (!tensors.ok) return { kind: 'error', message: tensors.message };
    for (const [i, name] of names.entries()) values.set(name, tensors.value[i]!);
  }
  return {
    kind: 'outputs',
    outputs: graph.outputs.map((name) => ({ name, bytes: encodeValue(values.get(name)!, name) })),
  };
}
