import { clone, toBinary } from '@bufbuild/protobuf';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import {
  type AttributeProto,
  AttributeProtoSchema,
  type FunctionProto,
  type GraphProto,
  type ModelProto,
  ModelProtoSchema,
  type NodeProto,
  NodeProtoSchema,
  type TensorProto,
} from './proto/onnx_pb.ts';
import { parseMessage } from './proto/parse.ts';

/** The maximum number of nodes of a model, including those that represent others. */
const maxNodes = 100_000;

/** The nodes that a node represents, which compute its outputs. */
interface Inside {
  readonly nodes: readonly NodeProto[];
  readonly initializers: readonly TensorProto[];
  /** the names of the node's inputs and outputs in it, in order */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** its names already belong to the graph */
  readonly isOfGraph: boolean;
}

/**
 * Returns the same model without calls of its own functions, and without nodes that represent a graph in their attributes. The
 * nodes that they run replace them, and keep the names of their values unless others have them. A part that passes on a value
 * without a node is not inlined.
 * @param chosen the attribute that represents a node, by the first output of the node
 * @returns the same bytes if there is nothing to inline
 * @throws BadInput for bytes that are not a ModelProto, functions that call themselves or share a name, and calls with more inputs or
 *   outputs than their function has
 */
export function inlined(bytes: Uint8Array, chosen: ReadonlyMap<string, string>, origin: string): Uint8Array {
  const model = parseMessage(ModelProtoSchema, bytes, origin, true);
  const { graph } = model;
  if (!graph) return bytes;
  const inliner = new Inliner(model, origin);
  const expansions = new Map(graph.node.map((node) => [node, graphOf(node, chosen.get(node.output[0] ?? ''))]));
  const { nodes, initializers } = inliner.open(graph.node, expansions);
  if (!inliner.hasOpened) return bytes;
  graph.node = [...nodes];
  graph.initializer.push(...initializers);
  return toBinary(ModelProtoSchema, model);
}

/** Returns the graph of an attribute. */
function graphOf({ attribute }: NodeProto, name: string | undefined): Inside | undefined {
  const graph = attribute.find((one) => one.name === name)?.g;
  if (!graph || graph.sparseInitializer.length > 0) return undefined;
  const outputs = graph.output.map((one) => one.name);
  return { nodes: graph.node, initializers: graph.initializer, inputs: [], outputs, isOfGraph: true };
}

const isOfOnnx = (domain: string): boolean => domain === '' || domain === 'ai.onnx';

const domainOf = (domain: string): string => (isOfOnnx(domain) ? '' : domain);

const formatName = ({ domain, name, overload }: FunctionProto): string =>
  [domain, name, overload].filter((part) => part !== '').join('.');

class Inliner {
  readonly #model: ModelProto;
  readonly #origin: string;
  /** the number of values with each name */
  readonly #names: Map<string, number>;
  #count = 0;
  hasOpened = false;

  constructor(model: ModelProto, origin: string) {
    this.#model = model;
    this.#origin = origin;
    this.#names = counted(namesIn(model.graph!));
  }

  /**
   * Replaces nodes that represent others, in graphs among attributes as well.
   * @param expansions returns the nodes that a node represents
   */
  open(
    nodes: readonly NodeProto[],
    expansions: ReadonlyMap<NodeProto, Inside | undefined> = new Map(),
  ): Pick<Inside, 'nodes' | 'initializers'> {
    const opened: NodeProto[] = [];
    const initializers: TensorProto[] = [];
    // a stack, the next node last: replacements are inlined as well
    const waiting = nodes.toReversed();
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (++this.#count > maxNodes)
        throw new BadInput(`${this.#origin}: more than ${maxNodes} nodes, or a function calls itself`);
      const inside = expansions.get(node) ?? this.#functionOf(node);
      if (inside && isOfNodes(inside)) {
        this.hasOpened = true;
        const own = this.#inPlaceOf(node, inside);
        initializers.push(...own.initializers);
        waiting.push(...own.nodes.toReversed());
        continue;
      }
      for (const graph of node.attribute.flatMap(graphsIn)) {
        const own = this.open(graph.node);
        graph.node = [...own.nodes];
      }
      opened.push(node);
    }
    return { nodes: opened, initializers };
  }

  /** Returns the nodes of a call of a function of the model; `undefined` for other nodes, and if the function has other opsets. */
  #functionOf(node: NodeProto): Inside | undefined {
    const [found, another] = this.#model.functions.filter(
      ({ name, domain, overload }) =>
        name === node.opType && domainOf(domain) === domainOf(node.domain) && overload === node.overload,
    );
    if (!found) return undefined;
    if (another) throw new BadInput(`${this.#origin}: two functions are called ${formatName(found)}`);
    for (const [what, given, most] of [
      ['inputs', node.input, found.input.length],
      ['outputs', node.output, found.output.length],
    ] as const)
      if (given.length > most)
        throw new BadInput(
          `${this.#origin}: a call of ${formatName(found)} has ${given.length} ${what}, its function ${most}`,
        );
    if (!this.#hasOpsetsOf(found)) return undefined;
    const attributes = new Map([...found.attributeProto, ...node.attribute].map((one) => [one.name, one]));
    return {
      nodes: found.node.map((one) => withAttributes(clone(NodeProtoSchema, one), attributes)),
      initializers: [],
      inputs: found.input,
      outputs: found.output,
      isOfGraph: false,
    };
  }

  /** Adds the imports of a function, unless the model imports another version. */
  #hasOpsetsOf({ opsetImport }: FunctionProto): boolean {
    const own = new Map(this.#model.opsetImport.map(({ domain, version }) => [domainOf(domain), version]));
    if (opsetImport.some(({ domain, version }) => (own.get(domainOf(domain)) ?? version) !== version)) return false;
    this.#model.opsetImport.push(...opsetImport.filter(({ domain }) => !own.has(domainOf(domain))));
    return true;
  }

  /** Returns the replacement of a node, with its own names, and otherwise only unused ones. */
  #inPlaceOf(node: NodeProto, inside: Inside): Pick<Inside, 'nodes' | 'initializers'> {
    const { nodes, initializers, inputs, outputs, isOfGraph } = inside;
    const names = new Map<string, string>([['', '']]);
    for (const [i, name] of inputs.entries()) names.set(name, node.input[i] ?? '');
    for (const [i, outer] of node.output.entries())
      if (outer !== '' && i < outputs.length) names.set(outputs[i]!, outer);
    const prefix = node.output.find((name) => name !== '') ?? node.opType;
    for (const [name, count] of counted([...initializers.map((one) => one.name), ...nodes.flatMap(namesOfNode)])) {
      if (names.has(name)) continue;
      const others = (this.#names.get(name) ?? 0) - (isOfGraph ? count : 0);
      const own = others === 0 ? name : this.#unused(`${prefix}/${name}`);
      names.set(name, own);
      this.#names.set(own, count);
    }
    for (const one of initializers) one.name = names.get(one.name)!;
    return { nodes: nodes.map((one) => renamed(one, names)), initializers };
  }

  #unused(wanted: string): string {
    let name = wanted;
    for (let i = 2; this.#names.has(name); i++) name = `${wanted}_${i}`;
    return name;
  }
}

/** Returns whether nodes compute the outputs, each a different one. */
function isOfNodes({ nodes, outputs }: Inside): boolean {
  const given = new Set(nodes.flatMap(({ output }) => output));
  return outputs.every((name) => given.delete(name));
}

const graphsIn = ({ g, graphs }: AttributeProto): readonly GraphProto[] => [...(g ? [g] : []), ...graphs];

/** Returns the names of the values that a node, or a graph within it, defines. */
const namesOfNode = ({ output, attribute }: NodeProto): readonly string[] => [
  ...output.filter((name) => name !== ''),
  ...attribute.flatMap(graphsIn).flatMap(namesIn),
];

const namesIn = ({ input, initializer, sparseInitializer, node }: GraphProto): readonly string[] => [
  ...[...input, ...initializer, ...valuesOf(sparseInitializer)].map(({ name }) => name),
  ...node.flatMap(namesOfNode),
];

/** Returns the tensors that hold the names of sparse ones. */
const valuesOf = (sparse: GraphProto['sparseInitializer']): readonly TensorProto[] =>
  sparse.flatMap(({ values }) => values ?? []);

function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Renames the values of a node, in graphs within as well. */
function renamed(node: NodeProto, names: ReadonlyMap<string, string>): NodeProto {
  const own = (name: string) => names.get(name) ?? name;
  const inGraph = (graph: GraphProto): void => {
    const constants = [...graph.initializer, ...valuesOf(graph.sparseInitializer)];
    for (const value of [...graph.input, ...graph.output, ...graph.valueInfo, ...constants]) {
      value.name = own(value.name);
    }
    for (const one of graph.node) renamed(one, names);
  };
  node.input = node.input.map(own);
  node.output = node.output.map(own);
  for (const graph of node.attribute.flatMap(graphsIn)) inGraph(graph);
  return node;
}

/** Returns a node of a function with the caller's attributes. Those that the caller omits are omitted. */
function withAttributes(node: NodeProto, given: ReadonlyMap<string, AttributeProto>): NodeProto {
  node.attribute = node.attribute.flatMap((attribute) => {
    if (attribute.refAttrName === '') {
      for (const graph of graphsIn(attribute)) for (const one of graph.node) withAttributes(one, given);
      return [attribute];
    }
    const value = given.get(attribute.refAttrName);
    return value ? [Object.assign(clone(AttributeProtoSchema, value), { name: attribute.name })] : [];
  });
  return node;
}
