import type { Graph, GraphNode } from '../../oracles/graph/graph.ts';
import { inputNamesOf, nodesWithin } from '../../oracles/graph/resolve.ts';
import { type FloatFormat, formatOf, integerRange } from '../../oracles/numerics/dtype.ts';
import { largestFinite, leastNormal } from '../../oracles/numerics/rounding.ts';
import { elementCount, numbersOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { NumericScalar } from '../../oracles/numerics/trait.ts';
import { isTensor, tensorsIn, type Value } from '../../oracles/numerics/value.ts';
import { isOfTensors } from '../../oracles/spec/expect-values.ts';
import type { Program, RunInputs } from './program.ts';
import { widths } from './shapes.ts';

/**
 * The classes of a program, as words that coverage counts and findings compare. Operators, versions, dtypes, clauses and attributes
 * follow the name of their kind: `operator Add`, `version Add-14`, `dtype float32`, `clause Add/broadcast`, `attribute axis`, `no
 * attribute axis`; all other words are {@link generalClasses}.
 */
export function classesOf({ graph, runs, from = [] }: Program): readonly string[] {
  const [first] = runs as [RunInputs];
  const values = new Map<string, Value>([...graph.initializers, ...first]);
  return [
    ...new Set([
      ...nodesWithin(graph).flatMap((node) => [...ofNode(node, values)]),
      ...from.map((cell) => cell.split('/')).map(([operator, , , clause]) => `clause ${operator}/${clause}`),
      ...[graph.initializers, ...runs].flatMap((some) =>
        Array.from<Value>(some.values()).flatMap((value) => tensorsIn(value).flatMap(wordsOf)),
      ),
      ...ofGraph(graph, first),
      ...ofRuns(runs),
    ]),
  ];
}

/** The words that do not concern a particular operator, version, dtype, clause or attribute. */
export const generalClasses: readonly string[] = [
  ...['rank 0', 'rank 1', 'rank 2', 'rank 3', 'rank 4', 'rank 5 or more', 'size 0', 'a dimension of 1'],
  ...widths.map((width) => `a dimension around ${width}`),
  ...['a dimension of thousands', 'more than 1000 elements'],
  ...['NaN', 'an infinity', '-0', 'a subnormal number', 'the end of the range', 'fractions', 'negative numbers'],
  ...['all zero', 'all equal', 'one special value', 'special values among others', 'only special values'],
  ...[
    'inputs of different shapes',
    'inputs of different ranks',
    'a negative axis',
    'an input left out',
    'several outputs',
  ],
  ...['a constant input', 'no input at run time', 'several nodes', 'a node twice', 'a value read twice'],
  ...[
    'types that change',
    'an intermediate value as output',
    'a value that is not a tensor',
    'a graph in a node',
    'a graph in a graph in a node',
    'a value from outside',
    'several runs',
    'symbolic dimensions',
    'the first run again',
  ],
];

function* ofNode({ operator, version, attributes, inputs, outputs }: GraphNode, values: RunInputs) {
  yield `operator ${operator.name}`;
  yield `version ${operator.name}-${version.since}`;
  for (const { name } of version.attributes) yield attributes[name] ? `attribute ${name}` : `no attribute ${name}`;
  if (version.inputs.some(({ variadic }, i) => !variadic && !inputs[i])) yield 'an input left out';
  if (outputs.length > 1) yield 'several outputs';
  const shapes = inputs.flatMap((name) =>
    values.has(name) ? tensorsIn(values.get(name)!).map(({ dims }) => dims) : [],
  );
  if (new Set(shapes.map(String)).size > 1) yield 'inputs of different shapes';
  if (new Set(shapes.map(({ length }) => length)).size > 1) yield 'inputs of different ranks';
  const isNegative = (version.axes ?? []).some(({ name }) => {
    const input = values.get(inputs[version.inputs.findIndex((declared) => declared.name === name)] ?? '');
    const axes =
      input && isTensor(input)
        ? Array.from(input.data as ArrayLike<NumericScalar>)
        : [attributes[name]?.value ?? []].flat();
    return axes.some((axis) => Number(axis) < 0);
  });
  if (isNegative) yield 'a negative axis';
}

function* ofGraph({ nodes, initializers, outputs }: Graph, run: RunInputs) {
  if (initializers.size > 0) yield 'a constant input';
  if (run.size === 0) yield 'no input at run time';
  if (nodes.length > 1) yield 'several nodes';
  const reads = nodes.flatMap(({ inputs }) => inputs.filter((name) => name !== ''));
  if (new Set(nodes.map(({ operator, inputs }) => `${operator.name} ${inputs}`)).size < nodes.length)
    yield 'a node twice';
  if (new Set(reads).size < reads.length) yield 'a value read twice';
  const bodies = nodes.flatMap((node) => Object.values(node.bodies ?? {}));
  if (bodies.length > 0) yield 'a graph in a node';
  if (bodies.some((body) => body.nodes.some((node) => node.bodies))) yield 'a graph in a graph in a node';
  const within = new Set(bodies.flatMap((body) => body.nodes.flatMap(inputNamesOf)));
  if (nodes.some((node) => node.outputs.some((name) => within.has(name)))) yield 'a value from outside';
  if (nodes.some(({ operator }) => !isOfTensors(operator) && !operator.unfold)) yield 'a value that is not a tensor';
  if (outputs.some((name) => reads.includes(name))) yield 'an intermediate value as output';
  const dtypes = [...initializers.values(), ...run.values()].map(({ dtype }) => dtype);
  if (nodes.length > 1 && new Set(dtypes).size > 1) yield 'types that change';
}

function* ofRuns(runs: Program['runs']) {
  if (runs.length === 1) return;
  const [first, ...others] = runs as [RunInputs, ...RunInputs[]];
  yield 'several runs';
  const shapes = (run: RunInputs) =>
    Array.from(run.values(), (value) => tensorsIn(value).map(({ dims }) => `[${dims}]`)).join();
  if (others.some((run) => shapes(run) !== shapes(first))) yield 'symbolic dimensions';
  if (others.some((run) => [...run].every(([name, tensor]) => first.get(name) === tensor))) yield 'the first run again';
}

/** Words already computed: programs share tensors, and are classified more than once. */
const known = new WeakMap<Tensor, readonly string[]>();

function wordsOf(tensor: Tensor): readonly string[] {
  const words = known.get(tensor) ?? [...ofTensor(tensor)];
  known.set(tensor, words);
  return words;
}

function* ofTensor(tensor: Tensor) {
  const { dtype, dims } = tensor;
  const count = elementCount(dims);
  yield `dtype ${dtype}`;
  yield dims.length < 5 ? `rank ${dims.length}` : 'rank 5 or more';
  if (dims.includes(1)) yield 'a dimension of 1';
  for (const width of widths) if (dims.some((dim) => Math.abs(dim - width) <= 1)) yield `a dimension around ${width}`;
  if (dims.some((dim) => dim > 1025)) yield 'a dimension of thousands';
  if (count > 1000) yield 'more than 1000 elements';
  if (count === 0) yield 'size 0';
  const { kind } = formatOf(dtype);
  if (count > 0 && kind !== 'string' && kind !== 'complex') yield* ofNumbers(tensor, count);
}

function* ofNumbers(tensor: Tensor, count: number) {
  const format = formatOf(tensor.dtype);
  const number = numbersOf(tensor);
  const kinds = new Set<string>();
  const isSpecial = format.kind === 'float' ? specialFloat(format) : specialInteger(tensor.dtype);
  let [specials, equal] = [0, 0];
  for (let i = 0; i < count; i++) {
    const x = number(i);
    const special = isSpecial(x);
    if (special) {
      kinds.add(special);
      specials++;
    } else if (format.kind === 'float' && !Number.isInteger(x)) kinds.add('fractions');
    if (x < 0) kinds.add('negative numbers');
    if (Object.is(x, number(0))) equal++;
  }
  yield* kinds;
  if (count > 1 && equal === count) yield Number(number(0)) === 0 ? 'all zero' : 'all equal';
  if (specials === 0) return;
  if (count > 2 && specials === 1) yield 'one special value';
  yield specials === count ? 'only special values' : 'special values among others';
}

/** Returns a function that gives the word for a special float; `undefined` for a usual one. */
function specialFloat(format: FloatFormat): (x: NumericScalar) => string | undefined {
  const largest = largestFinite(format);
  const normal = leastNormal(format);
  return (x) => {
    const magnitude = Math.abs(x as number);
    if (Number.isNaN(x)) return 'NaN';
    if (magnitude === 0) return Object.is(x, -0) ? '-0' : undefined;
    if (magnitude < normal) return 'a subnormal number';
    if (magnitude < largest) return undefined;
    return magnitude === largest ? 'the end of the range' : 'an infinity';
  };
}

/** Returns the same function for integers; truth values are all usual. */
function specialInteger(dtype: Tensor['dtype']): (x: NumericScalar) => string | undefined {
  const format = formatOf(dtype);
  if (format.kind !== 'integer') return () => undefined;
  const { min, max } = integerRange(format);
  return (x) => (x === max || (x === min && min < 0n) ? 'the end of the range' : undefined);
}
