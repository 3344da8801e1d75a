import { bodiesIn, inputNamesOf } from '../../../oracles/graph/resolve.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import type { Subgraph, WrittenNode } from '../../../oracles/spec/declaration.ts';

/** The number of names of a cycle that a message lists. */
const namedValues = 6;

/** Returns the names of values computed by the graphs within a node. */
export const namesWithin = ({ attributes }: Pick<WrittenNode, 'attributes'>): readonly string[] =>
  bodiesIn(attributes).flatMap(([, { nodes, inputs, initializers }]) => [
    ...[...inputs, ...initializers].map(({ name }) => name),
    ...nodes.flatMap((node) => [...node.outputs, ...namesWithin(node)]),
  ]);

/** The parts of a graph that define its values; the graph belongs to a model or a node. */
interface Givers extends Pick<Subgraph, 'nodes'> {
  readonly inputs: readonly { readonly name: string }[];
  readonly initializers: readonly { readonly name: string }[];
}

/**
 * Checks that a graph, and those within its nodes, are acyclic and define each name once (IR.md, Graphs).
 * @param origin the model's name in messages
 * @throws BadInput that names the values
 */
export function checkGraph(graph: Givers, origin: string): void {
  checkOwnValues(graph, origin);
  for (const { opType, attributes } of graph.nodes)
    for (const [name, body] of bodiesIn(attributes)) checkGraph(body, `${origin}, in ${name} of ${opType}`);
}

function checkOwnValues({ nodes, inputs, initializers }: Givers, origin: string): void {
  const givers = new Map<string, string>();
  for (const { name } of [...inputs, ...initializers]) givers.set(name, 'an input or initializer');
  const producers = new Map<string, number>();
  for (const [place, { opType, outputs }] of nodes.entries()) {
    const own = `node ${place + 1} (${opType})`;
    for (const name of outputs.filter((one) => one !== '')) {
      const other = givers.get(name);
      if (other !== undefined) {
        throw new BadInput(`${origin}: not a valid model: both ${other} and ${own} give '${name}'; rename one of them`);
      }
      givers.set(name, own);
      producers.set(name, place);
    }
  }
  const needs = nodes.map((node) => {
    const within = new Set(namesWithin(node));
    return inputNamesOf(node).filter((name) => producers.has(name) && !within.has(name));
  });
  const cycle = cycleIn(needs, producers);
  if (cycle.length === 0) return;
  const more = cycle.length > namedValues ? ', …' : '';
  const shown = cycle.slice(0, namedValues).map((name) => `'${name}'`);
  throw new BadInput(`${origin}: not a valid model: values need each other in a cycle: ${shown.join(', ')}${more}`);
}

/** Returns values that form a cycle: each needs the next, and the last needs the first. Empty if there is no cycle. */
function cycleIn(needs: readonly (readonly string[])[], producers: ReadonlyMap<string, number>): readonly string[] {
  const readers = new Map<number, number[]>();
  const open = needs.map(({ length }) => length);
  for (const [place, names] of needs.entries()) {
    for (const name of names) {
      const producer = producers.get(name)!;
      const own = readers.get(producer) ?? [];
      own.push(place);
      readers.set(producer, own);
    }
  }
  const ready = open.flatMap((count, place) => (count === 0 ? [place] : []));
  for (let place = ready.pop(); place !== undefined; place = ready.pop()) {
    for (const reader of readers.get(place) ?? []) if (--open[reader]! === 0) ready.push(reader);
  }
  let place = open.findIndex((count) => count > 0);
  if (place < 0) return [];
  // each remaining node needs another remaining one, so following them ends in a cycle
  const path: string[] = [];
  for (;;) {
    const name = needs[place]!.find((one) => open[producers.get(one)!]! > 0)!;
    if (path.includes(name)) return path.slice(path.indexOf(name));
    path.push(name);
    place = producers.get(name)!;
  }
}
