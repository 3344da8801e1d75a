import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import { elementCount, elementsOf, scalarsOf } from '../../oracles/numerics/tensor.ts';
import type { NumericScalar } from '../../oracles/numerics/trait.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import type { ClassValue, NodeRun } from './class.ts';
import { describedTensor, isControl, namedInputs } from './inputs.ts';

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
  for (const { name, ofType } of declared) {
    const given = run.attributes[name];
    if (given?.type === 'INT' && !ofType && given.value > 1)
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
    const divided = division(size, number);
    if (number > 1 && divided) yield [{ kind: 'count', what, of: version.inputs[0]!.name, to: name }, divided];
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

/** The only attribute that names an axis of the first input, and the place of that axis. */
function onlyAxis({ axes = [], attributes }: OperatorVersion, run: NodeRun, rank: number) {
  const [name, ...others] = axes.map((axis) => axis.name);
  const declared = attributes.find((one) => one.name === name);
  if (!declared || others.length > 0) return undefined;
  const value = run.attributes[declared.name]?.value ?? declared.default;
  if (typeof value !== 'number') return undefined;
  const place = value < 0 ? value + rank : value;
  return place >= 0 && place < rank ? { name: declared.name, place } : undefined;
}

/** How a size compares with a count; `undefined` for what is usual, a larger multiple. */
function division(size: number, count: number): string | undefined {
  if (size === count) return 'equal to';
  return size < count ? 'below' : size % count === 0 ? undefined : 'not a multiple of';
}

/** Whether numbers that say what to do need more than 32 bits. */
export function* farNumbers(version: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  for (const { name, index } of namedInputs(version, run)) {
    const value = run.inputs[index]?.value;
    if (value?.dtype !== 'int64' || index === 0 || !isControl(version, index)) continue;
    const isFar = elementsOf(value).some((x) => BigInt.asIntN(32, x as bigint) !== x);
    if (isFar) yield [{ kind: 'values', what: 'numbers beyond 32 bits', of: name }, 'some'];
  }
}

/** Whether the greatest or the least elements along the only axis of a call stand there several times. */
export function* ties(version: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  const tensor = describedTensor(run.inputs[0]);
  const axis = onlyAxis(version, run, tensor?.dims.length ?? 0);
  if (!tensor || !axis || !isOrdered(tensor.dtype)) return;
  const { dims } = tensor;
  const element = scalarsOf(tensor) as (i: number) => NumericScalar;
  const [size, step] = [dims[axis.place]!, elementCount(dims.slice(axis.place + 1))];
  const found = { greatest: false, least: false };
  for (let row = 0; row < elementCount(dims) / size; row++) {
    const start = Math.floor(row / step) * step * size + (row % step);
    let [least, greatest, ofLeast, ofGreatest] = [element(start), element(start), 1, 1];
    for (let k = 1; k < size; k++) {
      const x = element(start + k * step);
      if (x > greatest) [greatest, ofGreatest] = [x, 1];
      else if (x === greatest) ofGreatest++;
      if (x < least) [least, ofLeast] = [x, 1];
      else if (x === least) ofLeast++;
    }
    found.greatest ||= ofGreatest > 1;
    found.least ||= ofLeast > 1;
  }
  const named = [...(found.greatest ? ['the greatest'] : []), ...(found.least ? ['the least'] : [])];
  if (named.length > 0) yield [{ kind: 'ties', of: version.inputs[0]!.name }, named.join(' and ')];
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

const isOrdered = (dtype: DType): boolean => ['float', 'integer'].includes(formatOf(dtype).kind);
