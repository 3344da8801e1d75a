import { type Format, formatOf, integerRange } from '../../oracles/numerics/dtype.ts';
import { largestFinite, leastNormal } from '../../oracles/numerics/rounding.ts';
import { elementCount, scalarsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { NumericScalar, Scalar } from '../../oracles/numerics/trait.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';
import type { ClassValue, NodeRun } from './class.ts';
import { describedTensor, isControl, namedInputs } from './inputs.ts';
import { magnitudeClass } from './sizes.ts';

/** Returns what describes the inputs that hold data. Tensors are asked about more than once. */
export function ofData(describe: (tensor: Tensor) => Iterable<ClassValue>) {
  const known = new WeakMap<Tensor, readonly ClassValue[]>();
  return function* (version: OperatorVersion, run: NodeRun): Iterable<ClassValue> {
    for (const { name, index } of namedInputs(version, run)) {
      const value = describedTensor(run.inputs[index]);
      if (!value || (index > 0 && isControl(version, index))) continue;
      const described = known.get(value) ?? [...describe(value)];
      known.set(value, described);
      for (const [dimension, where] of described) yield [{ ...dimension, of: name }, where];
    }
  };
}

/** What stands in the inputs that hold data, and where special values stand. */
export const valueClasses = ofData(ofElements);

function* ofElements(tensor: Tensor): Iterable<ClassValue> {
  const format = formatOf(tensor.dtype);
  const count = elementCount(tensor.dims);
  if (count === 0 || format.kind === 'complex') return;
  const element = scalarsOf(tensor);
  const kinds = kindsOf(format);
  const found = new Map<string, number[]>();
  let [negative, equal] = [0, 0];
  let greatest = -1;
  for (let i = 0; i < count; i++) {
    const x = element(i);
    for (const [kind, holds] of kinds) {
      if (!holds(x)) continue;
      const places = found.get(kind);
      if (places) places.push(i);
      else found.set(kind, [i]);
    }
    if (typeof x !== 'string') {
      if ((x as NumericScalar) < 0) negative++;
      const magnitude = Math.abs(Number(x));
      if (magnitude > greatest && magnitude < Number.POSITIVE_INFINITY) greatest = magnitude;
    }
    if (Object.is(x, element(0))) equal++;
  }
  const row = tensor.dims.at(-1) ?? 1;
  for (const [what, places] of found) yield [{ kind: 'values', what }, placeClass(places, count, row)];
  if (count > 1 && equal === count) yield [{ kind: 'equals' }, 'all'];
  if (greatest >= 0 && format.kind !== 'bool') yield [{ kind: 'greatest' }, magnitudeClass(greatest)];
  if (negative > 0) yield [{ kind: 'negatives' }, negative === count ? 'all' : 'some'];
}

/** The place of several elements that are not all at the ends of rows. */
export const severalPlaces = 'at several places';

/** Where some elements stand. @param row elements of a row */
export function placeClass(places: readonly number[], count: number, row: number): string {
  if (places.length === count) return 'everywhere';
  const [only] = places;
  if (places.length > 1) return places.every((i) => i % row === row - 1) ? 'at the ends of rows' : severalPlaces;
  return only === 0
    ? 'first'
    : only === count - 1
      ? 'last'
      : only! % row === row - 1
        ? 'at the end of a row'
        : 'within';
}

export type ElementKind<X = Scalar> = readonly [kind: string, holds: (x: X) => boolean];

const kinds = new Map<Format, readonly ElementKind[]>();

/** The kinds of elements of a format at which kernels are delicate. */
function kindsOf(format: Format): readonly ElementKind[] {
  const own = kinds.get(format) ?? (kindsIn(format) as readonly ElementKind[]);
  kinds.set(format, own);
  return own;
}

function kindsIn(format: Format): readonly ElementKind<never>[] {
  switch (format.kind) {
    case 'float':
      return floatKinds(format);
    case 'string':
      return stringKinds;
    default:
      return integerKinds(format);
  }
}

/** The kinds of floats at which kernels are delicate. */
export const kindsOfFloats: readonly string[] = kindsOf(formatOf('float32')).map(([kind]) => kind);

/** Lengths are those of UTF-8: libraries store fewer than 16 bytes in place. */
export const stringKinds: readonly ElementKind<string>[] = [
  ['empty strings', (x) => x === ''],
  ['strings from 16 bytes on', (x) => Buffer.byteLength(x) >= 16],
  ['white space', (x) => /\s/.test(x)],
  ['NUL', (x) => x.includes('\0')],
  ['code points of two or three bytes', (x) => /[\u0080-\ud7ff\ue000-\uffff]/.test(x)],
  ['code points of four bytes', (x) => /[\ud800-\udbff]/.test(x)],
  ['combining marks', (x) => /\p{M}/u.test(x)],
];

function floatKinds(format: Format & { kind: 'float' }): readonly ElementKind<NumericScalar>[] {
  const largest = largestFinite(format);
  const normal = leastNormal(format);
  const size = (x: NumericScalar) => Math.abs(x as number);
  return [
    ['NaN', (x) => Number.isNaN(x)],
    ['infinities', (x) => size(x) === Number.POSITIVE_INFINITY],
    ['-0', (x) => Object.is(x, -0)],
    ['subnormal numbers', (x) => size(x) > 0 && size(x) < normal],
    ['the largest number', (x) => size(x) === largest],
    ['halves', (x) => size(x) % 1 === 0.5],
    ['numbers from 2^24 on', (x) => size(x) >= 2 ** 24 && size(x) <= largest],
    ['numbers from 2^31 on', (x) => size(x) >= 2 ** 31 && size(x) <= largest],
    ['numbers from 2^53 on', (x) => size(x) >= 2 ** 53 && size(x) <= largest],
  ];
}

function integerKinds(format: Format): readonly ElementKind<NumericScalar>[] {
  if (format.kind !== 'integer') return [];
  const { min, max } = integerRange(format);
  const size = (x: NumericScalar) => (x < 0n ? -(x as bigint) : (x as bigint));
  const beyond = [24n, 31n, 53n].filter((bits) => max > 2n ** bits);
  return [
    ['ends of the range', (x) => x === max || (x === min && min < 0n)],
    ...(min === 0n ? [['upper half', (x) => (x as bigint) > max / 2n] satisfies ElementKind] : []),
    ...beyond.map((bits): ElementKind<NumericScalar> => [`numbers from 2^${bits} on`, (x) => size(x) >= 2n ** bits]),
  ];
}
