import { boundsIn } from '../arithmetic/bounds-arithmetic.ts';
import {
  allValuesOf,
  beforeRounding,
  boundOf,
  hasOneValue,
  storedOrFused,
  union,
  type ValueSet,
  widenByAccuracy,
} from '../arithmetic/value-set.ts';
import { withAcceptance } from '../judge/accepting.ts';
import { copiedElement } from '../judge/copied-element.ts';
import { copiedValues } from '../judge/evaluated-outputs.ts';
import { valuesOfTensor } from '../judge/evaluations.ts';
import { referenceTensor } from '../judge/reference-tensor.ts';
import { factorsOf } from '../judge/tensor-cores.ts';
import { type ReducedTier, reducedTiers } from '../judge/tier.ts';
import { withinBounds, withoutChoices } from '../judge/within-bounds.ts';
import { type DType, formatOf } from '../numerics/dtype.ts';
import { allocate, elementCount, scalarsOf, type Tensor } from '../numerics/tensor.ts';
import {
  areTensors,
  isSequence,
  isTensor,
  mapTensors,
  sequenceOf,
  tensorsIn,
  type Value,
  type ValueOf,
} from '../numerics/value.ts';
import { BadInput, NotJudged } from '../spec/bad-input.ts';
import type { Call } from '../spec/declaration.ts';
import { evaluationOf, expectValues, tensorOutputs } from '../spec/expect-values.ts';
import { checkCall, tensorCall } from '../spec/legality.ts';
import { type EvaluateValues, type InputValues, memoized, Node, type NodeValues, once, values } from '../spec/node.ts';
import type { ExpectedOutput, ExpectedValue, Operator, OperatorVersion } from '../spec/operator.ts';
import type { GraphRunner } from '../spec/unfold.ts';
import type { Body, Graph, GraphNode } from './graph.ts';

/** A tensor of a graph. Everything except `expected` is computed when another node reads it. */
interface GraphTensor extends Pick<Tensor, 'dtype' | 'dims'> {
  /** its acceptance */
  readonly expected: ExpectedOutput;
  /** its best value: each node computed exactly and rounded once */
  readonly tensor: () => Tensor;
  /** whether every correct implementation returns the same bits, however it evaluates the earlier nodes */
  readonly isCertain: () => boolean;
  /** the results of all legal evaluations of the nodes up to this one, with reduced factors if a tier allows them */
  readonly bounds: (tier?: ReducedTier) => InputValues<ValueSet>;
}

type GraphValue = ValueOf<GraphTensor>;

/** Called before each element is computed, with the index of its node in the graph. An exception stops the work. */
export type Watch = (node: number) => void;

const unwatched: Watch = () => {};

/** Callbacks and limits for the evaluation of a graph. */
export interface Supervision {
  /** called for each call of a node, also in bodies, before its outputs are read. An exception stops the work. */
  readonly onCall?: (node: GraphNode, call: Call<Value>, expected: readonly ExpectedValue[]) => void;
  /** called for each run of a graph in a node, with the best values of its inputs */
  readonly onRun?: (body: Body, inputs: readonly Value[]) => void;
  /** the maximum number of runs of bodies; a graph with more is not judged */
  readonly mostRuns?: number;
}

/**
 * Returns the acceptance of the outputs of a graph, from the values of its inputs by name. The best answer computes each node
 * exactly and rounds it once. A node may also read any value that legal evaluations of earlier nodes give, rounded to its type
 * or, if operations are fused, unrounded.
 * @param watch is called during the work, now and when acceptances are read later
 * @param supervision for a first evaluation of a graph: cached values are not used
 * @throws BadInput if a node is not a legal call, or reads a value that no earlier node gives; NotJudged for strings and
 * complex numbers computed from rounded values
 */
export function expectGraphValues(
  graph: Graph,
  inputs: ReadonlyMap<string, Value>,
  watch: Watch = unwatched,
  supervision?: Supervision,
): readonly ExpectedValue[] {
  const known = valuesOf(graph, inputs, watch, supervision);
  // relations between the outputs of a node can be judged only if all of them are outputs of the graph
  const last = graph.nodes.at(-1);
  const areOfOneNode = !last?.operator.unfold && String(graph.outputs) === String(last?.outputs);
  const isOfOneNode = graph.nodes.length < 2 && !last?.operator.unfold;
  const accepted = ({ expected }: GraphTensor): ExpectedOutput => {
    if (areOfOneNode) return expected;
    const own = byElements(expected);
    return isOfOneNode ? own : acceptWithoutChoices(own);
  };
  return graph.outputs.map((name) => mapTensors(named(name, known), accepted));
}

/**
 * As {@link expectGraphValues}, for a graph whose outputs are tensors.
 * @throws BadInput if one is not
 */
export const expectGraph = (
  graph: Graph,
  inputs: ReadonlyMap<string, Value>,
  watch?: Watch,
): readonly ExpectedOutput[] => tensorOutputs(expectGraphValues(graph, inputs, watch));

interface GraphEvaluation extends Pick<Graph, 'nodes' | 'initializers'> {
  readonly values: ReadonlyMap<string, GraphValue>;
}

/** The latest evaluation for each map of inputs; its values are also reused for other outputs. */
const evaluations = new WeakMap<ReadonlyMap<string, Value>, GraphEvaluation>();

/** Returns all values of a graph by name. */
function valuesOf(
  { nodes, initializers }: Graph,
  inputs: ReadonlyMap<string, Value>,
  watch: Watch,
  supervision: Supervision | undefined,
): ReadonlyMap<string, GraphValue> {
  const last = supervision ? undefined : evaluations.get(inputs);
  if (last?.nodes === nodes && last.initializers === initializers) return last.values;
  const values = new Map<string, GraphValue>();
  for (const [name, value] of [...initializers, ...inputs]) values.set(name, mapTensors(value, certainTensor));
  const work = watch === unwatched ? () => undefined : (place: number) => () => watch(place);
  evaluateNodes(nodes, values, work, { mostRuns, ...supervision, count: 0 });
  evaluations.set(inputs, { nodes, initializers, values });
  return values;
}

/** The default maximum number of runs of bodies in one evaluation of a graph, at all levels of nesting. */
const mostRuns = 10_000;

/** The number of runs so far, and their supervision. */
interface Runs extends Required<Pick<Supervision, 'mostRuns'>>, Omit<Supervision, 'mostRuns'> {
  count: number;
}

/**
 * Adds the outputs of nodes to the values.
 * @param watchOf returns the callback for a node, by its index
 */
function evaluateNodes(
  nodes: readonly GraphNode[],
  values: Map<string, GraphValue>,
  watchOf: (place: number) => (() => void) | undefined,
  runs: Runs,
): void {
  for (const [place, node] of nodes.entries()) {
    const outputs = outputsOf(node, values, watchOf(place), runs);
    for (const [i, name] of node.outputs.entries()) if (name !== '' && outputs[i]) values.set(name, outputs[i]);
  }
}

const byElements = ({ given: _, ...own }: ExpectedOutput): ExpectedOutput => own;

/** Returns an output without observations: those of other outputs may belong to other operators. */
const acceptWithoutChoices = (output: ExpectedOutput): ExpectedOutput =>
  withAcceptance(output, (accept) => memoized(elementCount(output.dims), (index) => withoutChoices(accept(index))));

/** The acceptance of the outputs of a node for some inputs. */
interface Expectation {
  readonly inputs: readonly (Value | undefined)[];
  readonly expected: readonly ExpectedValue[];
}

/** The latest expectations of nodes: those computed when a program is drawn are reused to judge the answers to it. */
const expectations = new WeakMap<GraphNode, readonly Expectation[]>();

/** The maximum number of expectations kept for a node. */
const maxStoredExpectations = 4;

/** Stores the acceptance of the outputs of a node for {@link expectNode}. Its inputs must not be modified later. */
export function storeExpectation(node: GraphNode, { inputs }: Call<Value>, expected: readonly ExpectedValue[]): void {
  expectations.set(node, [{ inputs, expected }, ...(expectations.get(node) ?? [])].slice(0, maxStoredExpectations));
}

/**
 * Returns the acceptance of the outputs of a node.
 * @param call as returned by {@link callOfNode}
 * @throws BadInput if it is not a legal call
 */
export function expectNode(node: GraphNode, call: Call<Value>): readonly ExpectedValue[] {
  const same = ({ inputs }: Expectation) =>
    inputs.length === call.inputs.length && inputs.every((input, i) => input === call.inputs[i]);
  return expectations.get(node)?.find(same)?.expected ?? expectValues(node.operator, node.version, call);
}

const best = new WeakMap<ExpectedOutput, Tensor>();

/** Returns the best answer that later nodes read: the same tensor each time. */
export function cachedReference(output: ExpectedOutput): Tensor {
  const known = best.get(output) ?? referenceTensor(output);
  best.set(output, known);
  return known;
}

/** Returns the call of a node, from the values that it reads. */
export function callOfNode<V extends Value>(node: GraphNode, values: ReadonlyMap<string, V>): Call<V> {
  const inputs = node.inputs.map((name) => values.get(name));
  return { attributes: node.attributes, inputs, outputs: node.outputs.length };
}

function named(name: string, known: ReadonlyMap<string, GraphValue>): GraphValue {
  const value = known.get(name);
  if (!value) throw new BadInput(`no node computes the value '${name}' before it is read`);
  return value;
}

/** Returns the graph tensor of an input or a constant. */
function certainTensor(tensor: Tensor): GraphTensor {
  const { dtype, dims } = tensor;
  const scalar = scalarsOf(tensor);
  return {
    dtype,
    dims,
    expected: { dtype, dims, accept: (index) => copiedElement(scalar(index)) },
    tensor: () => tensor,
    isCertain: () => true,
    bounds: () => valuesOfTensor(tensor, (x) => boundOf(x as number)),
  };
}

/** Returns a tensor whose elements the text leaves undefined. */
function undefinedTensor({ dtype, dims }: Pick<GraphTensor, 'dtype' | 'dims'>): GraphTensor {
  const tensor = { dtype, dims, data: allocate(dtype, elementCount(dims)) };
  const any = allValuesOf(formatOf(dtype));
  return { ...certainTensor(tensor), isCertain: () => false, bounds: () => values(dtype, dims, () => any) };
}

/** Returns a function that computes a value at most once for each reduced tier, and for none. */
function perTier<T>(compute: (tier: ReducedTier | undefined) => T): (tier?: ReducedTier) => T {
  const known = new Map([undefined, ...reducedTiers].map((tier) => [tier, once(() => compute(tier))]));
  return (tier) => known.get(tier)!();
}

/** Returns an output that calls `watch` before each acceptance is read. */
export function withWatch(output: ExpectedOutput, watch: (() => void) | undefined): ExpectedOutput {
  if (!watch) return output;
  return withAcceptance(output, (accept) => (index) => {
    watch();
    return accept(index);
  });
}

/** Returns the outputs of a node. */
function outputsOf(
  node: GraphNode,
  known: ReadonlyMap<string, GraphValue>,
  watch: (() => void) | undefined,
  runs: Runs,
): readonly GraphValue[] {
  const { operator, outputs } = node;
  const inputs = node.inputs.map((name) => (name === '' ? undefined : named(name, known)));
  if (operator.unfold) {
    checkCall(node.version, { attributes: node.attributes, inputs: inputs.map((input) => input && form(input)) });
    return operator.unfold(
      { version: node.version, attributes: node.attributes, inputs, outputs: outputs.length },
      runnerOf(node, known, watch, runs),
    );
  }
  const read = <T extends Pick<Tensor, 'dtype' | 'dims'>>(as: (input: GraphTensor) => T) =>
    inputs.map((input) => input && mapTensors(input, as));
  const call: Call<Value> = {
    attributes: node.attributes,
    inputs: read(({ tensor }) => tensor()),
    outputs: outputs.length,
  };
  const areCertain = once(() =>
    inputs.every((input) => !input || tensorsIn(input).every(({ isCertain }) => isCertain())),
  );
  const readsDraws = inputs.some((input) => input && tensorsIn(input).some(({ expected }) => expected.ofChance));
  const inBounds = boundsOfNode(node, call, (tier) => read(({ bounds }) => bounds(tier)), watch);
  const ofAnything = boundsOfNode(node, call, () => read(ofAny));
  /**
   * @param place the index of the tensor in its output
   * @param isAlone whether it is the only tensor there
   */
  const givenTensor = (one: ExpectedOutput, output: number, place: number, isAlone: boolean): GraphTensor => {
    const own = withWatch(one, watch);
    const { dtype, dims } = own;
    const { kind } = formatOf(dtype);
    const isFloat = kind === 'float';
    if ((kind === 'string' || kind === 'complex') && !areCertain()) {
      throw new NotJudged('… computed from rounded values, for which there are no bounds', dtype);
    }
    // the cache of elements takes much memory and is not needed after rounding, but recomputing many elements is slow
    const forNow = () => (isAlone ? withWatch(tensorsIn(expectNode(node, call)[output]!)[place]!, watch) : own);
    const tensor = once(() => (expectations.has(node) ? cachedReference(one) : referenceTensor(forNow())));
    // rounded floats may also stay unrounded in fused operations
    const isCertain = once(
      () =>
        areCertain() &&
        (operator.copiesElements === true || !isFloat) &&
        isEach(dims, forNow().accept, ({ isExactInAnyOrder }) => isExactInAnyOrder),
    );
    const raw = perTier((tier) => inBounds(output, place, dtype, tier));
    // the evaluation throws if shapes depend on rounded values
    if (evaluationOf(operator) && !areCertain()) raw();
    // a node that reads random values may read any
    if (own.ofChance) return { ...undefinedTensor(own), expected: own, tensor };
    /** integers may be known although they are computed from uncertain floats: dimensions, for example */
    const knownIntegers = once(() => {
      const areKnown = !isFloat && kind !== 'string' && isEach(dims, raw().at, hasOneValue);
      return areKnown ? tensor() : undefined;
    });
    return {
      dtype,
      dims,
      expected: areCertain()
        ? own
        : {
            dtype,
            dims,
            accept: memoized(elementCount(dims), (i) => withinBounds(own.accept(i), () => raw().at(i), dtype)),
            range: (i) => ofAnything(output, place, dtype).at(i),
            reduced: (tier) => (i) => [{ choices: [], bound: raw(tier).at(i) }],
            ...(readsDraws && { ofChance: true }),
          },
      tensor,
      isCertain,
      bounds: perTier((tier) =>
        isCertain()
          ? valuesOfTensor(tensor(), (x) => boundOf(x as number))
          : {
              ...values(dtype, dims, (i) => storedOrFused(raw(tier).at(i), formatOf(dtype))),
              // the bits of rounded floats and of NaN are unknown
              get tensor() {
                return knownIntegers();
              },
            },
      ),
    };
  };
  const expected = expectNode(node, call);
  runs.onCall?.(node, call, expected);
  return expected.map((value, output) =>
    mapTensors(value, (tensor, place) => givenTensor(tensor, output, place, isTensor(value))),
  );
}

/** Returns the runner for a node that runs graphs, with the values around it. */
function runnerOf(
  { bodies = {} }: GraphNode,
  around: ReadonlyMap<string, GraphValue>,
  watch: (() => void) | undefined,
  runs: Runs,
): GraphRunner<GraphValue> {
  const bodyOf = (name: string): Body => {
    const body = bodies[name];
    if (!body) throw new BadInput(`the attribute ${name} is missing`);
    return body;
  };
  const tensorOf = (value: GraphValue): GraphTensor => {
    if (!isTensor(value)) throw new BadInput('a value is not a tensor, but must be one');
    return value;
  };
  return {
    run(name, inputs) {
      watch?.();
      if (runs.count++ === runs.mostRuns) throw new NotJudged('more than … runs of a body', runs.mostRuns);
      const body = bodyOf(name);
      if (body.inputs.length !== inputs.length) {
        throw new BadInput(`the graph ${name} has ${body.inputs.length} inputs, but ${inputs.length} are given`);
      }
      runs.onRun?.(
        body,
        inputs.map((input) => mapTensors(input, ({ tensor }) => tensor())),
      );
      const values = new Map(around);
      const add = (own: string, value: GraphValue) => {
        // IR.md, Graphs: names are unique among those of the graphs around
        if (around.has(own)) throw new BadInput(`the name '${own}' in ${name} also exists in the graph around it`);
        values.set(own, value);
      };
      for (const [own, tensor] of body.initializers) add(own, certainTensor(tensor));
      for (const [i, own] of body.inputs.entries()) add(own, inputs[i]!);
      const shadowing = body.nodes.flatMap(({ outputs }) => outputs).find((own) => own !== '' && around.has(own));
      if (shadowing !== undefined)
        throw new BadInput(`the name '${shadowing}' in ${name} also exists in the graph around it`);
      evaluateNodes(body.nodes, values, () => watch, runs);
      const outputs = body.outputs.map((own) => named(own, values));
      for (const tensor of outputs.flatMap((value) => tensorsIn(value))) settle(tensor);
      return outputs;
    },
    declared: (name) => bodyOf(name).declared,
    known: (value) => mapTensors(value, knownTensor),
    constant: (value) => mapTensors(value, certainTensor),
    anything: (like) => undefinedTensor(tensorOf(like)),
    copied: (evaluate, inputs) =>
      outputsOf(copyingNode(evaluate, inputs.length), numbered(inputs), watch, { mostRuns, count: 0 })[0]!,
    dtype: ({ dtype }) => dtype,
    dims: (value) => tensorOf(value).dims,
    elements: (value) => (isSequence(value) ? value.elements : undefined),
    sequence: (dtype, elements) => sequenceOf(dtype, elements.map(tensorOf)),
  };
}

/** Computes a tensor now, so that later runs of a body do not compute it recursively. */
function settle(tensor: GraphTensor): void {
  tensor.tensor();
  if (tensor.isCertain()) return;
  const { dims, at } = tensor.bounds();
  for (let i = 0; i < elementCount(dims); i++) at(i);
}

/**
 * Returns the tensor if it is the same in every correct implementation.
 * @throws NotJudged if it is not
 */
function knownTensor({ isCertain, tensor, bounds }: GraphTensor): Tensor {
  const known = isCertain() ? tensor() : bounds().tensor;
  if (!known) throw new NotJudged('a condition or count that depends on rounding');
  return known;
}

const numbered = (inputs: readonly GraphValue[]): ReadonlyMap<string, GraphValue> =>
  new Map(inputs.map((input, i) => [String(i), input]));

/** Returns a node that copies elements, of an operator that is not part of any model. */
function copyingNode(evaluate: EvaluateValues, inputs: number): GraphNode {
  const names = Array.from({ length: inputs }, (_, i) => String(i));
  const version = { since: 1, attributes: [], inputs: [], outputs: [], dtypes: [], clauses: [] };
  const expect = (_: OperatorVersion, call: Call<Value>) => copiedValues(evaluate, version, call, 1);
  const operator: Operator = {
    name: '',
    family: '',
    definition: '',
    copiesElements: true,
    versions: [version],
    expect: (own, call) => tensorOutputs(expect(own, call)),
    ofValues: { expect, evaluate },
  };
  return { operator, version, attributes: {}, inputs: names, outputs: ['0'] };
}

/** Returns a value with the same type and shapes, without elements. */
const form = (value: GraphValue): Value =>
  mapTensors(value, ({ dtype, dims }) => ({ dtype, dims, data: allocate(dtype, 0) }));

/** Returns whether all elements of a shape satisfy a condition. */
function isEach<T>(dims: readonly number[], at: (index: number) => T, is: (element: T) => boolean): boolean {
  const count = elementCount(dims);
  for (let i = 0; i < count; i++) if (!is(at(i))) return false;
  return true;
}

/** Returns the bounds of a tensor with any elements: only its type, its shape and certain values are kept. */
function ofAny(tensor: GraphTensor): InputValues<ValueSet> {
  const own = tensor.bounds();
  const wholeRange = allValuesOf(formatOf(own.dtype));
  return tensor.isCertain() ? own : { ...own, at: () => wholeRange, tensor: own.tensor };
}

/** Returns the bounds of all legal evaluations of a node, including choices of policies, on inputs known by bounds. */
function boundsOfNode(
  { operator, version, attributes }: GraphNode,
  call: Call<Value>,
  inputs: (tier?: ReducedTier) => readonly (ValueOf<InputValues<ValueSet>> | undefined)[],
  watch: () => void = () => {},
) {
  const node = perTier((tier) => new Node(version, attributes, inputs(tier), call.outputs!));
  return (output: number, place: number, dtype: DType, tier?: ReducedTier): NodeValues<ValueSet> => {
    const format = formatOf(dtype);
    const arithmetic = boundsIn(
      format.kind === 'float' ? format : formatOf('float64'),
      undefined,
      factorsOf(dtype, tier),
    );
    const others = areTensors(call.inputs) ? (operator.otherEvaluations?.(version, tensorCall(call)) ?? []) : [];
    const evaluations = [evaluationOf(operator)!, ...others];
    const all = evaluations.map((evaluate) => tensorsIn(evaluate(arithmetic, node(tier))[output]!)[place]!);
    const { accuracy } = operator;
    return values(dtype, all[0]!.dims, (index) => {
      watch();
      const result = all.map((one) => one.at(index)).reduce(union);
      return accuracy && format.kind === 'float' ? widenByAccuracy(result, accuracy, format) : result;
    });
  };
}

/**
 * Returns the acceptance of the outputs of a node, from all values around it by name.
 * @param watch is called during the work on graphs within the node
 */
export const expectNodeAmong = (
  node: GraphNode,
  values: ReadonlyMap<string, Value>,
  watch?: () => void,
): readonly ExpectedValue[] =>
  node.operator.unfold
    ? expectGraphValues({ nodes: [node], initializers: new Map(), outputs: node.outputs }, values, watch)
    : expectValues(node.operator, node.version, callOfNode(node, values));

/**
 * As {@link expectNodeAmong}, for runtimes that fuse nodes and may not round their results to the types of the values: each
 * float computed by a node may be any value that rounds to it. Nodes that run graphs are judged as before.
 * @param isAsItIs returns whether a value, by its name, is not the output of a node
 * @throws BadInput as {@link expectNodeAmong}, and for shapes that depend on such floats
 */
export function expectNodeUnrounded(
  node: GraphNode,
  values: ReadonlyMap<string, Value>,
  isAsItIs: (name: string) => boolean,
  watch?: () => void,
): readonly ExpectedValue[] {
  const expected = expectNodeAmong(node, values, watch);
  if (!evaluationOf(node.operator)) return expected;
  const call = callOfNode(node, values);
  const wider = (tensor: Tensor): InputValues<ValueSet> => {
    const format = formatOf(tensor.dtype);
    if (format.kind !== 'float') return valuesOfTensor(tensor, (x) => boundOf(x as number));
    return { ...valuesOfTensor(tensor, (x) => beforeRounding(x as number, format)), tensor: undefined };
  };
  const asItIs = (tensor: Tensor) => valuesOfTensor(tensor, (x) => boundOf(x as number));
  const inputs = call.inputs.map((value, i) => value && mapTensors(value, isAsItIs(node.inputs[i]!) ? asItIs : wider));
  const bounds = boundsOfNode(node, call, () => inputs);
  return expected.map((value, output) =>
    mapTensors(value, (one, place) => {
      const inBounds = once(() => bounds(output, place, one.dtype));
      const { dtype } = one;
      return withAcceptance(byElements(one), (accept) => (i) => withinBounds(accept(i), () => inBounds().at(i), dtype));
    }),
  );
}
