import { renameValues } from '../../../oracles/graph/resolve.ts';
import { elementCount, scalarsOf, type Tensor, tensor, tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { isTensor, sequenceOf, type Value } from '../../../oracles/numerics/value.ts';
import type { NamedTensor, Subgraph, WrittenNode } from '../../../oracles/spec/declaration.ts';
import type { Random } from '../../cases/random.ts';

/** Nodes that are to become a graph of a node, and what is known of their values. */
export interface EnclosedNodes {
  readonly nodes: readonly WrittenNode[];
  /** what they read and do not give, by name */
  readonly reads: ReadonlyMap<string, Value>;
  /** what of theirs is wanted, by name */
  readonly outputs: ReadonlyMap<string, Value>;
  /** constants that nothing else reads */
  readonly constants: readonly NamedTensor[];
  readonly since: number;
  readonly random: Random;
  /** a name that nothing has */
  readonly fresh: (name: string) => string;
}

/** A node that runs them, with the values of inputs that it takes besides. Its outputs have the names of those of the part. */
export interface EnclosingNode {
  readonly node: WrittenNode;
  readonly given: ReadonlyMap<string, Value>;
}

/** Makes a part the graph of a node; `undefined` where it cannot be. */
type Enclose = (part: EnclosedNodes) => EnclosingNode | undefined;

const truth = (x: boolean): Value => tensor('bool', [], Uint8Array.of(x ? 1 : 0));
const integer = (x: number): Value => tensor('int64', [], BigInt64Array.of(BigInt(x)));

const copyOf = (input: string, output: string): WrittenNode => ({
  opType: 'Identity',
  attributes: {},
  inputs: [input],
  outputs: [output],
});

const isOfOneForm = (one: Value, other: Value): boolean =>
  isTensor(one) && isTensor(other) && one.dtype === other.dtype && String(one.dims) === String(other.dims);

/** What a graph has besides the part: inputs, nodes before it, and outputs before its own. */
interface GraphFrame {
  readonly inputs?: Subgraph['inputs'];
  /** what it reads in the place of values from outside */
  readonly instead?: ReadonlyMap<string, string>;
  readonly nodes?: readonly WrittenNode[];
  readonly first?: readonly string[];
}

/** The part as a graph, all of whose names are new; its outputs in an order. */
function graphOf(
  { nodes, constants, fresh }: EnclosedNodes,
  outputs: readonly string[],
  { inputs = [], instead = new Map(), nodes: before = [], first = [] }: GraphFrame = {},
): Subgraph {
  const own = new Map<string, string>(instead);
  const given = [...nodes.flatMap((node) => node.outputs), ...constants.map(({ name }) => name)];
  for (const name of given) if (name !== '') own.set(name, fresh(name));
  const bound = (node: WrittenNode): WrittenNode => renameValues(node, (name) => own.get(name) ?? inner(name));
  // names within graphs of the part itself are new in each copy, too
  const seen = new Map<string, string>();
  const isInner = namesWithin(nodes);
  const inner = (name: string): string => {
    if (!isInner.has(name)) return name;
    const known = seen.get(name) ?? fresh(name);
    seen.set(name, known);
    return known;
  };
  return {
    name: 'graph',
    inputs,
    nodes: [...before, ...nodes.map(bound)],
    outputs: [...first, ...outputs.map((name) => own.get(name)!)].map((name) => ({ name })),
    initializers: constants.map(({ name, tensor: value }) => ({ name: own.get(name)!, tensor: value })),
  };
}

/** Names that graphs of nodes give themselves. */
const namesWithin = (nodes: readonly WrittenNode[]): ReadonlySet<string> =>
  new Set(
    nodes.flatMap(({ attributes }) =>
      Object.values(attributes).flatMap((attribute) => {
        if (attribute.type !== 'GRAPH') return [];
        const { inputs, nodes: own, initializers } = attribute.value;
        return [
          ...[...inputs, ...initializers].map(({ name }) => name),
          ...own.flatMap(({ outputs }) => outputs),
          ...namesWithin(own),
        ];
      }),
    ),
  );

/** Some outputs with a value from outside each, of the same type and shape: what a run is given, and what it hands on. */
function carriedIn({ reads, outputs, random }: EnclosedNodes): ReadonlyMap<string, string> {
  const carried = new Map<string, string>();
  for (const [output, value] of outputs) {
    const alike = [...reads].filter(
      ([name, other]) => isOfOneForm(value, other) && ![...carried.values()].includes(name),
    );
    if (alike.length > 0 && random.integer(0, 2) > 0) carried.set(output, random.pick(alike)[0]);
  }
  return carried;
}

/** What is carried comes before what is stacked. */
const inOrder = ({ outputs }: EnclosedNodes, carried: ReadonlyMap<string, string>): readonly string[] => [
  ...carried.keys(),
  ...[...outputs.keys()].filter((name) => !carried.has(name)),
];

/** A tensor that the part reads, and others of its form: each run is given one of them. */
function rowsFor({
  reads,
  random,
}: EnclosedNodes): { readonly name: string; readonly rows: readonly Tensor[] } | undefined {
  const tensors = [...reads].flatMap(([name, value]) => (isTensor(value) ? [{ name, value }] : []));
  if (tensors.length === 0) return undefined;
  const { name, value } = random.pick(tensors);
  const [count, at] = [elementCount(value.dims), scalarsOf(value)];
  // the same elements from another one on
  const row = (start: number) => tensorOfScalars(value.dtype, value.dims, (i) => at((start + i) % count));
  return { name, rows: Array.from({ length: random.integer(1, 3) }, (_, i) => row(i)) };
}

const conditional: Enclose = (part) => {
  const { reads, outputs, since, random, fresh } = part;
  const names = [...outputs.keys()];
  const cond = fresh('cond');
  const chosen = random.boolean();
  const others = names.map((name) => {
    const value = outputs.get(name)!;
    const alike = [...reads].filter(([, other]) =>
      since < 11 ? isOfOneForm(value, other) : isTensor(value) && isTensor(other) && value.dtype === other.dtype,
    );
    return alike.length > 0 ? random.pick(alike)[0] : undefined;
  });
  const isCopied = others.every((name) => name !== undefined) && random.integer(0, 3) > 0;
  const copies = names.map((name) => fresh(name));
  const other: Subgraph = isCopied
    ? {
        name: 'other',
        inputs: [],
        nodes: copies.map((name, i) => copyOf(others[i]!, name)),
        outputs: copies.map((name) => ({ name })),
        initializers: [],
      }
    : graphOf(part, names);
  const own = graphOf(part, names);
  return {
    node: {
      opType: 'If',
      inputs: [cond],
      outputs: names,
      attributes: {
        then_branch: { type: 'GRAPH', value: chosen ? own : other },
        else_branch: { type: 'GRAPH', value: chosen ? other : own },
      },
    },
    given: new Map([[cond, truth(chosen)]]),
  };
};

const loop: Enclose = (part) => {
  const { outputs, since, random, fresh } = part;
  const carried = carriedIn(part);
  const names = inOrder(part, carried);
  const stacked = names.filter((name) => !carried.has(name));
  // the first version always carries something on, and has a condition
  if (stacked.some((name) => !isTensor(outputs.get(name)!)) || (since < 11 && carried.size === 0)) return undefined;
  const [most, cond, end] = [fresh('M'), fresh('cond'), fresh('ends')];
  const [run, now, next] = [fresh('run'), fresh('now'), fresh('next')];
  const isWhile = random.boolean();
  const isEnded = isWhile && random.integer(0, 3) === 0;
  const inner = [...carried].map(([, name]) => [name, fresh(name)] as const);
  const body = graphOf(part, names, {
    inputs: [
      { name: run, dtype: 'int64', dims: [] },
      { name: now, dtype: 'bool', dims: [] },
      ...inner.map(([, name]) => ({ name })),
    ],
    instead: new Map(inner),
    nodes: [copyOf(isEnded ? end : now, next)],
    first: [next],
  });
  return {
    node: {
      opType: 'Loop',
      inputs: [most, isWhile ? cond : '', ...carried.values()],
      outputs: names,
      attributes: { body: { type: 'GRAPH', value: body } },
    },
    given: new Map([
      [most, integer(random.integer(stacked.length > 0 ? 1 : 0, 3))],
      ...(isWhile ? [[cond, truth(true)] as const] : []),
      ...(isEnded ? [[end, truth(false)] as const] : []),
    ]),
  };
};

const scan: Enclose = (part) => {
  const { outputs, since, fresh } = part;
  const found = since < 9 ? undefined : rowsFor(part);
  if (!found) return undefined;
  const { name, rows } = found;
  const carried = new Map([...carriedIn(part)].filter(([, read]) => read !== name));
  const names = inOrder(part, carried);
  if (names.some((output) => !isTensor(outputs.get(output)!))) return undefined;
  const [along, row] = [fresh('rows'), fresh('row')];
  const inner = [...carried.values()].map((read) => [read, fresh(read)] as const);
  const body = graphOf(part, names, {
    inputs: [...inner.map(([, own]) => own), row].map((own) => ({ name: own })),
    instead: new Map([...inner, [name, row]]),
  });
  const [{ dtype, dims }] = rows as [Tensor];
  const size = elementCount(dims);
  const stack = tensorOfScalars(dtype, [rows.length, ...dims], (i) => scalarsOf(rows[Math.floor(i / size)]!)(i % size));
  return {
    node: {
      opType: 'Scan',
      inputs: [...carried.values(), along],
      outputs: names,
      attributes: { body: { type: 'GRAPH', value: body }, num_scan_inputs: { type: 'INT', value: 1 } },
    },
    given: new Map([[along, stack]]),
  };
};

const sequenceMap: Enclose = (part) => {
  const { outputs, fresh } = part;
  const found = rowsFor(part);
  if (!found || [...outputs.values()].some((value) => !isTensor(value))) return undefined;
  const { name, rows } = found;
  const [along, row] = [fresh('sequence'), fresh('row')];
  const names = [...outputs.keys()];
  const body = graphOf(part, names, { inputs: [{ name: row }], instead: new Map([[name, row]]) });
  return {
    node: {
      opType: 'SequenceMap',
      inputs: [along],
      outputs: names,
      attributes: { body: { type: 'GRAPH', value: body } },
    },
    given: new Map([[along, sequenceOf(rows[0]!.dtype, rows)]]),
  };
};

/** How nodes become the graph of a node, by its operator. */
export const encloseByOperator: Readonly<Record<string, Enclose>> = {
  If: conditional,
  Loop: loop,
  Scan: scan,
  SequenceMap: sequenceMap,
};
