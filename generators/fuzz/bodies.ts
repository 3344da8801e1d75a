import type { Graph } from '../../oracles/graph/graph.ts';
import { bodiesIn, inputNamesOf, resolveNode, toWrittenNode } from '../../oracles/graph/resolve.ts';
import type { Value } from '../../oracles/numerics/value.ts';
import { findOperator, versionAt } from '../../oracles/operators.ts';
import type { WrittenNode } from '../../oracles/spec/declaration.ts';
import { encloseByOperator } from '../families/control/enclosing.ts';
import { maxElements } from './graph.ts';
import type { DrawContext } from './node.ts';
import { isInForce } from './pool.ts';
import type { Program } from './program.ts';
import { pruned, valuesOf } from './shrink-graphs.ts';
import { elementsIn } from './tensors.ts';
import { isLegal } from './validate.ts';

/** The greatest number of nodes that are moved into a graph together. */
const maxNodes = 4;

/**
 * Moves the last nodes of a program into the graph of one node, which reads values from outside. Its operator is one that was rarely
 * drawn. The moved nodes may have graphs themselves. Returns `undefined` if the result is not legal.
 */
export function enclosed(program: Program, { pool, tally, random }: DrawContext): Program | undefined {
  const { opset, graph, runs } = program;
  const operators = [...pool.operators].flatMap(([own, signatures]) =>
    encloseByOperator[own.name] && signatures.some(isInForce(opset)) ? [own] : [],
  );
  const [run] = runs as [ReadonlyMap<string, Value>];
  const values = valuesOf(graph, run);
  if (operators.length === 0 || [...values.values()].some((value) => elementsIn([value]) > maxElements))
    return undefined;
  const operator = tally.rarest(operators, (own) => own, random);
  const { nodes, initializers } = graph;
  const first = nodes.length - random.integer(1, Math.min(nodes.length, maxNodes));
  const [before, within] = [nodes.slice(0, first), nodes.slice(first)];
  const own = new Set(within.flatMap(({ outputs }) => outputs));
  const reads = new Set(within.flatMap(inputNamesOf).filter((name) => values.has(name) && !own.has(name)));
  const wanted = graph.outputs.filter((name) => own.has(name));
  if (wanted.length === 0) return undefined;
  const elsewhere = new Set([...before.flatMap(inputNamesOf), ...graph.outputs]);
  const constants = [...initializers].flatMap(([name, tensor]) =>
    reads.has(name) && !elsewhere.has(name) && opset >= firstWithOwnConstants && random.integer(0, 2) === 0
      ? [{ name, tensor }]
      : [],
  );
  const inside = new Set(constants.map(({ name }) => name));
  const named = (names: Iterable<string>) => new Map(Array.from(names, (name) => [name, values.get(name)!] as const));
  const enclosure = encloseByOperator[operator.name]!({
    nodes: within.map(toWrittenNode),
    reads: named([...reads].filter((name) => !inside.has(name))),
    outputs: named(wanted),
    constants,
    since: versionAt(operator, opset).since,
    random,
    fresh: freshIn(graph, run),
  });
  if (!enclosure) return undefined;
  const { node, given } = enclosure;
  const whole = pruned({
    ...program,
    graph: {
      ...graph,
      nodes: [...before, resolveNode(node, opset, findOperator)],
      initializers: new Map([...initializers].filter(([name]) => !inside.has(name))),
    },
    runs: [new Map([...run, ...given])],
  });
  return isLegal(whole) ? whole : undefined;
}

/** The first opset at which a graph may have constants that are not among its inputs: IR version 4. */
const firstWithOwnConstants = 9;

/** Returns a function that makes names that no value of a program has, not even within graphs. */
function freshIn({ nodes, initializers }: Graph, run: ReadonlyMap<string, Value>): (name: string) => string {
  const taken = new Set([...initializers.keys(), ...run.keys(), ...nodes.map(toWrittenNode).flatMap(namesIn)]);
  return (name) => {
    for (let i = 1; ; i++) {
      const one = i === 1 ? name : `${name}${i}`;
      if (taken.has(one)) continue;
      taken.add(one);
      return one;
    }
  };
}

const namesIn = ({ inputs, outputs, attributes }: WrittenNode): readonly string[] => [
  ...inputs,
  ...outputs,
  ...bodiesIn(attributes).flatMap(([, body]) => [
    ...[...body.inputs, ...body.initializers].map(({ name }) => name),
    ...body.nodes.flatMap(namesIn),
  ]),
];
