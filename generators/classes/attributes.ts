import { bodiesIn, inputNamesOf } from '../../oracles/graph/resolve.ts';
import { dtypeOfCode, formatOf } from '../../oracles/numerics/dtype.ts';
import { elementCount, elementsOf } from '../../oracles/numerics/tensor.ts';
import { isSequence } from '../../oracles/numerics/value.ts';
import {
  type AttributeDeclaration,
  type AttributeValue,
  inputAt,
  type Subgraph,
} from '../../oracles/spec/declaration.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import type { ClassValue, NodeRun } from './class.ts';
import { describedTensor, isControl, namedInputs } from './inputs.ts';
import { absent, valueOfAxis } from './notation.ts';
import { sizeClass } from './sizes.ts';
import { stringKinds } from './values.ts';

/** Attributes, and inputs of integers that say what to do as attributes do: absent or the default, their signs, order and ends. */
export function* attributeClasses(version: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  const [leader] = run.inputs;
  const rank = describedTensor(leader)?.dims.length ?? 0;
  const length = leader?.held && isSequence(leader.held) ? leader.held.elements.length : undefined;
  for (const declared of version.attributes) yield* ofAttribute(declared, run.attributes[declared.name], version, rank);
  for (const { name, index } of namedInputs(version, run)) {
    const value = run.inputs[index]?.value;
    // data are not left out
    const saysWhatToDo = index > 0 || version.inputs[0]!.optional;
    if (!value || !saysWhatToDo) continue;
    const count = elementCount(value.dims);
    if (isTruth(version, index)) {
      if (count === 1) yield [{ kind: 'attribute', of: name }, elementsOf(value)[0] ? 'true' : 'false'];
    } else if (isControl(version, index)) {
      const numbers = elementsOf(value).map(Number);
      const isList = value.dims.length > 0;
      if (count > mostListed) yield* signsOf(name, numbers);
      else yield* ofIntegers(name, numbers, isList, isAxis(version, name) ? rank : undefined);
      if (length !== undefined && count === 1) yield [{ kind: 'place', of: name }, axisClass(numbers[0]!, length)];
    }
  }
}

/** Whether an input is a truth value whatever the types of others are. */
const isTruth = (version: OperatorVersion, index: number): boolean =>
  (inputAt(version, index)?.dtypes ?? []).join() === 'bool';

/** A list that is longer holds data: of indices, only their signs are a class. */
const mostListed = 64;

/** Entries of a list of names, each described. */
const mostPlaces = 3;

const isAxis = ({ axes = [] }: OperatorVersion, name: string): boolean => axes.some((axis) => axis.name === name);

function* ofAttribute(
  { name, default: usual, values, ofType }: AttributeDeclaration,
  given: AttributeValue | undefined,
  version: OperatorVersion,
  rank: number,
): Iterable<ClassValue> {
  if (!given) {
    yield [{ kind: 'attribute', of: name }, absent];
    return;
  }
  const { type, value } = given;
  if (usual !== undefined) yield [{ kind: 'default', of: name }, isEqual(value, usual) ? 'given' : 'not taken'];
  if (type === 'TENSOR') yield [{ kind: 'type', of: name }, formatOf(value.dtype).kind];
  else if (type === 'STRING') {
    if (values) yield [{ kind: 'attribute', of: name }, value];
    else yield* ofText(name, value);
  } else if (type === 'GRAPH') yield* ofGraph(name, value);
  else if (type === 'STRINGS') {
    yield [{ kind: 'length', of: name }, sizeClass(value.length)];
    if (values)
      for (const [at, one] of value.slice(0, mostPlaces).entries()) yield [{ kind: 'entry', of: name, at }, one];
  } else if (type === 'FLOAT') yield [{ kind: 'attribute', of: name }, floatClass(value)];
  else if (type === 'FLOATS') yield [{ kind: 'length', of: name }, sizeClass(value.length)];
  else if (type === 'INT' && ofType) yield [{ kind: 'type', of: name }, dtypeOfCode(value) ?? 'of another code'];
  else if (type === 'INT' || type === 'INTS')
    yield* ofIntegers(name, [value].flat(), type === 'INTS', isAxis(version, name) ? rank : undefined);
}

/** A text that is not one of a few: a language of its own. */
function* ofText(name: string, text: string): Iterable<ClassValue> {
  yield [{ kind: 'length', of: name }, sizeClass(text.length)];
  for (const [what, holds] of stringKinds)
    if (text !== '' && holds(text)) yield [{ kind: 'values', what, of: name }, 'some'];
}

function* ofGraph(name: string, graph: Subgraph): Iterable<ClassValue> {
  const { nodes, initializers, outputs } = graph;
  yield [{ kind: 'nodes', of: name }, sizeClass(nodes.length)];
  yield [{ kind: 'results', of: name }, sizeClass(outputs.length)];
  yield [{ kind: 'constants', of: name }, initializers.length > 0 ? 'some' : 'none'];
  yield [{ kind: 'outside', of: name }, sizeClass(outsideOf(graph).size)];
  yield [
    { kind: 'graphs', of: name },
    nodes.some(({ attributes }) => bodiesIn(attributes).length > 0) ? 'some' : 'none',
  ];
}

/** The values that a graph reads and does not give. */
function outsideOf(graph: Subgraph): ReadonlySet<string> {
  const own = new Set(given(graph));
  return new Set(graph.nodes.flatMap(inputNamesOf).filter((name) => name !== '' && !own.has(name)));
}

/** All values that a graph and those in it give. */
const given = ({ inputs, initializers, nodes }: Subgraph): readonly string[] => [
  ...[...inputs, ...initializers].map(({ name }) => name),
  ...nodes.flatMap(({ outputs, attributes }) => [
    ...outputs,
    ...bodiesIn(attributes).flatMap(([, body]) => given(body)),
  ]),
];

/** Whether a value is the default; floats of a model are those of float32. */
const isEqual = (value: AttributeValue['value'], usual: AttributeValue['value']): boolean =>
  String(value) === String(typeof usual === 'number' ? Math.fround(usual) : usual) || String(value) === String(usual);

/**
 * A list of one has the class of a number, and those of lists that do not compare entries.
 * @param rank present where they name dimensions
 */
function* ofIntegers(
  name: string,
  list: readonly number[],
  isList: boolean,
  rank: number | undefined,
): Iterable<ClassValue> {
  const [first, second] = list;
  if (list.length === 1)
    yield [{ kind: 'attribute', of: name }, rank === undefined ? integerClass(first!) : axisClass(first!, rank)];
  if (!isList) return;
  yield [{ kind: 'length', of: name }, sizeClass(list.length)];
  if (first === undefined) return;
  yield entriesOf(name, list);
  if (second === undefined) return;
  yield [{ kind: 'order', of: name }, orderClass(rank === undefined ? list : list.map((x) => (x < 0 ? x + rank : x)))];
  yield* signsOf(name, list);
  if (list.includes(0)) yield [{ kind: 'zeros', of: name }, 'some'];
}

const entriesOf = (name: string, list: readonly number[]): ClassValue => [
  { kind: 'entries', of: name },
  list.every((x) => x === list[0]) ? `all ${integerClass(list[0]!)}` : 'unequal',
];

/** Whether the entries of lists that hold data are equal. */
export function* longLists(version: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  for (const { name, index } of namedInputs(version, run)) {
    const value = run.inputs[index]?.value;
    if (value && index > 0 && isControl(version, index) && elementCount(value.dims) > mostListed)
      yield entriesOf(name, elementsOf(value).map(Number));
  }
}

function* signsOf(name: string, list: readonly number[]): Iterable<ClassValue> {
  if (list.some((x) => x < 0)) yield [{ kind: 'signs', of: name }, list.every((x) => x < 0) ? 'negative' : 'mixed'];
}

function axisClass(axis: number, rank: number): string {
  const place = axis < 0 ? axis + rank : axis;
  const where =
    place === rank - 1 ? 'the last' : place === 0 ? 'the first' : place >= rank ? 'the end' : 'in the middle';
  return valueOfAxis({ place: where, isFromEnd: axis < 0 });
}

function integerClass(x: number): string {
  if (x < -1) return Number.isSafeInteger(x) && x > -(2 ** 31) ? 'negative' : 'far below zero';
  if (x > 2 ** 31) return 'far above zero';
  return x === -1 ? '-1' : sizeClass(x);
}

function floatClass(x: number): string {
  if (!Number.isFinite(x)) return String(x);
  if (x === 0 || Math.abs(x) === 1) return Object.is(x, -0) ? '-0' : String(x);
  return `${x < 0 ? 'negative' : 'positive'}, ${Math.abs(x) < 1 ? 'below' : 'above'} 1`;
}

function orderClass(list: readonly number[]): string {
  if (new Set(list).size < list.length) return 'with equal ones';
  const isSorted = (sign: number) => list.every((x, i) => i === 0 || sign * (x - list[i - 1]!) > 0);
  return isSorted(1) ? 'rising' : isSorted(-1) ? 'falling' : 'mixed';
}
