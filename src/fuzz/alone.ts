import type { Program } from '../../generators/fuzz/program.ts';
import { bestTensor } from '../../oracles/acceptance/best.ts';
import { expectGraph } from '../../oracles/graph/expect.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';

/** The nodes of a program each by itself, on the values that they read there: of each run by itself, then of all runs. */
export function* partsOf(program: Program): Iterable<Program> {
  const { graph, runs } = program;
  const single = runs.map((run) => ({ ...program, runs: [run] }));
  if (graph.nodes.length === 1) {
    if (runs.length > 1) yield* single;
    return;
  }
  for (const one of single) yield* nodesOf(one);
  if (runs.length > 1) yield* nodesOf(program);
}

function nodesOf({ opset, graph, runs }: Program): Program[] {
  const computed = runs.map((run) => valuesIn(graph, run));
  return graph.nodes.map((node) => {
    const read = [...new Set(node.inputs.filter((name) => name !== ''))];
    const isConstant = (name: string) => graph.initializers.has(name);
    return {
      opset,
      graph: {
        nodes: [node],
        initializers: new Map(read.filter(isConstant).map((name) => [name, graph.initializers.get(name)!])),
        outputs: node.outputs.filter((name) => name !== ''),
      },
      runs: computed.map(
        (values) => new Map(read.filter((name) => !isConstant(name)).map((name) => [name, values.get(name)!])),
      ),
    };
  });
}

/** All values of a graph that its nodes read. */
function valuesIn(graph: Program['graph'], run: ReadonlyMap<string, Tensor>): ReadonlyMap<string, Tensor> {
  const read = new Set(graph.nodes.flatMap(({ inputs }) => inputs));
  const names = graph.nodes.flatMap(({ outputs }) => outputs.filter((name) => read.has(name) && name !== ''));
  const expected = expectGraph({ ...graph, outputs: names }, run);
  return new Map([...graph.initializers, ...run, ...names.map((name, i) => [name, bestTensor(expected[i]!)] as const)]);
}
