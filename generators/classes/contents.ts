import { type Format, formatOf } from '../../oracles/numerics/dtype.ts';
import { elementCount, elementsOf, scalarsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { NumericScalar } from '../../oracles/numerics/trait.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import { onlyAxis } from './axis.ts';
import type { ClassValue, NodeRun } from './class.ts';
import { describedTensor, isControl, isOrdered, namedInputs } from './inputs.ts';
import { type ElementKind, ofData, placeClass } from './values.ts';

const numberContents: readonly ElementKind<number>[] = [['zeros', (x) => x === 0]];

/** What stands in data of some kinds of types; numbers as doubles. */
const contentsIn: Partial<Readonly<Record<Format['kind'], readonly ElementKind<never>[]>>> = {
  integer: numberContents,
  float: [
    ...numberContents,
    ['numbers below 1 in magnitude', (x: number) => x > -1 && x < 1 && x !== 0],
    ['NaN or infinities', (x: number) => !Number.isFinite(x)],
  ],
  string: [
    ['capital letters', (x: string) => /\p{Lu}/u.test(x)],
    ['spaces at an end or in a row', (x: string) => /^\s|\s$|\s\s/.test(x)],
  ],
};

/** What stands in data that kernels need not branch on: what divides by zeros, or truncates fractions, is wrong there. */
export const contents = ofData(ofContents);

function* ofContents(tensor: Tensor): Iterable<ClassValue> {
  const kinds = contentsIn[formatOf(tensor.dtype).kind];
  if (!kinds) return;
  const count = elementCount(tensor.dims);
  const element = scalarsOf(tensor);
  const found = kinds.map((): number[] => []);
  let positive = 0;
  for (let i = 0; i < count; i++) {
    const x = element(i);
    const read = typeof x === 'string' ? x : Number(x);
    if (typeof read === 'number' && read > 0) positive++;
    for (let k = 0; k < kinds.length; k++) if ((kinds[k]![1] as (x: unknown) => boolean)(read)) found[k]!.push(i);
  }
  if (count > 0 && positive === count) yield [{ kind: 'positives' }, 'all'];
  const row = tensor.dims.at(-1) ?? 1;
  for (const [k, [what]] of kinds.entries())
    if (found[k]!.length > 0) yield [{ kind: 'contents', what }, placeClass(found[k]!, count, row)];
}

/** Whether numbers that say what to do need more than 32 bits. */
export function* farNumbers(version: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  for (const { name, index } of namedInputs(version, run)) {
    const value = run.inputs[index]?.value;
    if (value?.dtype !== 'int64' || index === 0 || !isControl(version, index)) continue;
    const isFar = elementsOf(value).some((x) => BigInt.asIntN(32, x as bigint) !== x);
    if (isFar) yield [{ kind: 'contents', what: 'numbers beyond 32 bits', of: name }, 'some'];
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
  const named = (['greatest', 'least'] as const).filter((what) => found[what]);
  // a call may turn the order around
  const all = named.length > 0 ? [...named, 'greatest or least'] : [];
  for (const what of all) yield [{ kind: 'ties', of: version.inputs[0]!.name, what }, 'some'];
}

/** Whether entries of an input that says what to do are equal along the only axis of a call: of indices, to what one place. */
export function* duplicates(version: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  const dims = describedTensor(run.inputs[0])?.dims ?? [];
  const axis = onlyAxis(version, run, dims.length);
  for (const { name, index } of namedInputs(version, run)) {
    const value = run.inputs[index]?.value;
    if (!axis || !value || index === 0 || value.dims.length !== dims.length || !isControl(version, index)) continue;
    const [size, step] = [value.dims[axis.place]!, elementCount(value.dims.slice(axis.place + 1))];
    const place = (x: number) => (x < 0 ? x + dims[axis.place]! : x);
    const places = elementsOf(value).map((x, i) => `${Math.floor(i / (size * step))} ${i % step} ${place(Number(x))}`);
    if (new Set(places).size < places.length) yield [{ kind: 'contents', what: 'duplicates', of: name }, 'some'];
  }
}

/** Whether elements of the first input equal a number among the attributes: a kernel may compare the other way. */
export function* thresholds(
  { attributes: declared, inputs: [first] }: OperatorVersion,
  run: NodeRun,
): Iterable<ClassValue> {
  const tensor = describedTensor(run.inputs[0]);
  if (!tensor || formatOf(tensor.dtype).kind !== 'float') return;
  for (const { name, type, default: usual } of declared) {
    if (type !== 'FLOAT') continue;
    const number = run.attributes[name]?.value ?? usual;
    const isEqual = typeof number === 'number' && elementsOf(tensor).some((x) => x === number);
    if (isEqual) yield [{ kind: 'contents', what: `elements equal to ${name}`, of: first!.name }, 'some'];
  }
}

/** What stands in texts among the attributes that are a language of their own. */
export function* texts({ attributes: declared }: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
  for (const { name, values } of declared) {
    const given = run.attributes[name];
    if ((given?.type !== 'STRING' && given?.type !== 'STRINGS') || values) continue;
    for (const [what, pattern] of textContents)
      if ([given.value].flat().some((text) => pattern.test(text))) yield [{ kind: 'contents', what, of: name }, 'some'];
  }
}

const textContents = [
  ["'->'", /->/],
  ["'...'", /\.\.\./],
  ['words with a letter twice', /(\p{L})[\p{L}\s.]*\1/u],
  ['capital letters', /\p{Lu}/u],
] as const;
