import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { elementCount, elementsOf, scalarsOf } from '../../oracles/numerics/tensor.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import { onlyAxis } from './axis.ts';
import type { ClassValue, NodeRun } from './class.ts';
import { describedTensor, isControl, isOrdered, namedInputs } from './inputs.ts';
import { alignment, unlike } from './shapes.ts';
import { divisibility, sizeClass } from './sizes.ts';

/** Whether the floats of inputs are of one type: kernels that are written for one type read others wrongly, or not at all. */
export function* floatTypes(_: OperatorVersion, { inputs }: NodeRun): Iterable<ClassValue> {
  const types = inputs.flatMap((input) => describedTensor(input)?.dtype ?? []).filter(isFloat);
  if (types.length > 1) yield [{ kind: 'floats' }, new Set(types).size > 1 ? 'several types' : 'one type'];
}

const isFloat = (dtype: DType): boolean => formatOf(dtype).kind === 'float';

/**
 * Compares lists that have a number or two for each dimension behind the first two of the first input, as a window has: a kernel may
 * rely on strides that are within the window, or on smaller pads. Of the two ends of a dimension the larger one counts.
 */
export function* attributeRelations({ attributes: declared }: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  const [first] = run.inputs;
  const rank = ((first && describedTensor(first)?.dims.length) ?? 0) - 2;
  const lists = declared.flatMap(({ name }) => {
    const given = run.attributes[name];
    const list = given?.type === 'INTS' && rank > 0 ? perDimension(given.value, rank) : undefined;
    return list ? [{ name, list }] : [];
  });
  for (const [i, { name, list }] of lists.entries())
    for (const other of lists.slice(0, i))
      yield [{ kind: 'relation', of: name, to: other.name }, relationOf(list, other.list)];
}

/** Whether sizes among the attributes are even: a window of even size has no middle. */
export function* parities({ attributes: declared }: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  for (const { name, ofType, default: usual } of declared) {
    const given = run.attributes[name];
    // where the default is above 1, 1 is a size as well
    const least = typeof usual === 'number' && usual > 1 ? 1 : 2;
    if (given?.type === 'INT' && !ofType && given.value >= least)
      yield [{ kind: 'parity', of: name }, given.value % 2 === 0 ? 'even' : 'odd'];
  }
}

/** Returns a number for each dimension; `undefined` if there are neither one nor two. */
function perDimension(list: readonly number[], rank: number): readonly number[] | undefined {
  if (list.length === rank) return list;
  return list.length === 2 * rank ? list.slice(0, rank).map((x, i) => Math.max(x, list[i + rank]!)) : undefined;
}

function relationOf(own: readonly number[], others: readonly number[]): string {
  const signs = own.map((x, i) => Math.sign(x - others[i]!));
  return signs.includes(1) ? 'somewhere above' : signs.includes(0) ? 'somewhere equal to' : 'everywhere below';
}

/** The dimensions that are compared with the next one: of batches with channels, and of rows with columns. */
const compared = [0, -2] as const;

/** How sizes compare with those next to them: a kernel may take one for the other. */
export function* proportions(version: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  for (const { name, index } of namedInputs(version, run)) {
    const dims = describedTensor(run.inputs[index])?.dims ?? [];
    // of two dimensions the first is the last but one
    for (const at of compared)
      if (dims.length > (at === 0 ? 2 : 1))
        yield [{ kind: 'proportion', of: name, at }, comparison(dims.at(at)!, dims.at(at + 1)!)];
  }
}

const comparison = (a: number, b: number): string => (a < b ? 'below' : a === b ? 'equal to' : 'above');

/** How counts among the attributes compare with each other, and with the number of what they divide. */
export function* counts(version: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  const all = version.attributes.flatMap(({ name, default: usual, ofType }) => {
    const given = run.attributes[name];
    const isCount = given?.type === 'INT' && given.value > 0 && !ofType && usual !== 0;
    return isCount && !version.axes?.some((axis) => axis.name === name) ? [{ name, number: given.value }] : [];
  });
  yield* comparedWithEarlier(all);
  const whole = dividedSize(version, run);
  if (!whole) return;
  const { what, size } = whole;
  for (const { name, number } of all) {
    yield [{ kind: 'count', what, of: version.inputs[0]!.name, to: name }, division(size, number)];
  }
}

/** Compares each of some numbers with those before it. */
function* comparedWithEarlier(all: readonly { name: string; number: number }[]): Iterable<ClassValue> {
  for (const [i, { name, number }] of all.entries())
    for (const other of all.slice(0, i))
      yield [{ kind: 'compared', of: name, to: other.name }, comparison(number, other.number)];
}

/** The size along the only axis of a call; without axes that of the channels. */
function dividedSize(version: OperatorVersion, run: NodeRun): { what: string; size: number } | undefined {
  const dims = describedTensor(run.inputs[0])?.dims ?? [];
  const axis = onlyAxis(version, run, dims.length);
  if (axis) return { what: `size along ${axis.name}`, size: dims[axis.place]! };
  return version.axes?.length || dims.length < 2 ? undefined : { what: 'size at 1', size: dims[1]! };
}

/** How a size compares with a count. */
function division(size: number, count: number): string {
  if (size === count) return 'equal to';
  return size < count ? 'below' : size % count === 0 ? 'a larger multiple of' : 'not a multiple of';
}

/** How inputs of one number behind the first compare, such as the bounds of a range. */
export function* scalars(version: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  const all = namedInputs(version, run).flatMap(({ name, index }) => {
    const value = index > 0 ? describedTensor(run.inputs[index]) : undefined;
    if (!value || !isOrdered(value.dtype) || elementCount(value.dims) !== 1) return [];
    const number = Number(scalarsOf(value)(0));
    return Number.isNaN(number) ? [] : [{ name, number }];
  });
  yield* comparedWithEarlier(all);
}

/** How the outer dimensions of later inputs go along those of the first one: of stacks of matrices, whose own sizes differ. */
export function* stacks(version: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  const leader = describedTensor(run.inputs[0])?.dims ?? [];
  for (const { name, index } of namedInputs(version, run)) {
    const dims = describedTensor(run.inputs[index])?.dims ?? [];
    if (index === 0 || Math.min(dims.length, leader.length) < 2 || alignment(dims, leader) !== unlike) continue;
    const outer = alignment(dims.slice(0, -2), leader.slice(0, -2));
    if (outer !== unlike) yield [{ kind: 'stack', of: name, to: version.inputs[0]!.name }, outer];
  }
}

/** How the last sizes of inputs that say what to do compare with the rank of the first input: of shapes, lists of axes, and places of elements. */
export function* coverings(version: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  const leader = describedTensor(run.inputs[0])?.dims;
  for (const { name, index } of namedInputs(version, run)) {
    const size = describedTensor(run.inputs[index])?.dims.at(-1);
    if (leader && index > 0 && size !== undefined && isControl(version, index))
      yield [{ kind: 'covering', of: name, to: version.inputs[0]!.name }, comparison(size, leader.length)];
  }
}

/** Where inputs without elements stand among those of a variadic input: a kernel may stop at them. */
export function* emptyInputs(version: OperatorVersion, { inputs }: NodeRun): Iterable<ClassValue> {
  const declared = version.inputs.at(-1);
  if (!declared?.variadic) return;
  const counts = inputs
    .slice(version.inputs.length - 1)
    .map((input) => elementCount(describedTensor(input)?.dims ?? []));
  const [first, last] = [counts.indexOf(0), counts.findLastIndex((count) => count > 0)];
  if (first >= 0 && last >= 0)
    yield [{ kind: 'emptyInputs', of: declared.name }, first < last ? 'before others' : 'last'];
}

/** The list that names dimensions of the first input, each counted from the front; `undefined` if there is none. */
function namedDimensions(
  version: OperatorVersion,
  run: NodeRun,
): { name: string; places: readonly number[] } | undefined {
  const rank = describedTensor(run.inputs[0])?.dims.length ?? 0;
  const [name, ...others] = (version.axes ?? []).map((axis) => axis.name);
  if (name === undefined || others.length > 0) return undefined;
  const given = run.inputs[version.inputs.findIndex((input) => input.name === name)]?.value;
  const usual = version.attributes.find((one) => one.name === name)?.default;
  const list = given ? elementsOf(given).map(Number) : [run.attributes[name]?.value ?? usual ?? []].flat();
  const places = list.map((axis) => Number(axis) + (Number(axis) < 0 ? rank : 0));
  return places.length > 0 && places.every((place) => place >= 0 && place < rank) ? { name, places } : undefined;
}

/** How many elements a line along the named dimensions has, and whether a list of them leaves out others in between. */
export function* lines(version: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  const named = namedDimensions(version, run);
  if (!named) return;
  const { name: of, places } = named;
  const size = elementCount(places.map((place) => describedTensor(run.inputs[0])!.dims[place]!));
  yield [{ kind: 'line', of }, sizeClass(size)];
  if (size > 2) yield [{ kind: 'lineDivisors', of }, divisibility(size)];
  if (places.length < 2) return;
  const sorted = places.toSorted((a, b) => a - b);
  const isGapless = sorted.every((place, i) => i === 0 || place === sorted[i - 1]! + 1);
  yield [{ kind: 'gaps', of }, isGapless ? 'none' : 'some'];
}

/** Whether a list that orders the dimensions is its own inverse. */
export function* inverses({ attributes: declared, axes = [] }: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  const rank = describedTensor(run.inputs[0])?.dims.length ?? 0;
  for (const { name } of declared) {
    const given = run.attributes[name];
    if (given?.type !== 'INTS' || rank < 2 || axes.some((axis) => axis.name === name)) continue;
    const order = given.value;
    if (order.toSorted((a, b) => a - b).join() !== [...Array(rank).keys()].join()) continue;
    yield [{ kind: 'selfInverse', of: name }, order.every((place, i) => order[place] === i) ? 'itself' : 'another'];
  }
}
