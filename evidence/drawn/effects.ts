import type { Random } from '../../generators/cases/random.ts';
import type { NodeRun } from '../../generators/classes/class.ts';
import { type DType, type FloatFormat, formatOf, intoRange } from '../../oracles/numerics/dtype.ts';
import { largestFinite, roundDouble } from '../../oracles/numerics/rounding.ts';
import { elementCount, scalarsOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import { isSame, type Scalar } from '../../oracles/numerics/trait.ts';
import type { Asked } from './asked.ts';

/** What a faulty kernel does. */
export interface Effect {
  /** in a few words: `the last element is zero` */
  readonly what: string;
  /** its outputs; `undefined` where it comes to nothing. @param right the outputs of a right kernel */
  apply(asked: Asked, right: (run: NodeRun) => readonly Tensor[]): readonly Tensor[] | undefined;
}

/** What happens to the elements of a tensor. */
interface Change {
  readonly what: string;
  /** the wrong elements in the place of the right ones; `undefined` where it comes to nothing */
  readonly elements: (tensor: Tensor) => ((i: number) => Scalar) | undefined;
}

/** Whether a change makes another tensor of one. */
export function isChangedBy({ elements }: Change, tensor: Tensor): boolean {
  const [wrong, right] = [elements(tensor), scalarsOf(tensor)];
  if (!wrong) return false;
  for (let i = 0; i < elementCount(tensor.dims); i++) if (!isSame(wrong(i), right(i))) return true;
  return false;
}

function changed({ elements }: Change, tensor: Tensor): Tensor | undefined {
  const wrong = elements(tensor);
  return wrong && tensorOfScalars(tensor.dtype, tensor.dims, wrong);
}

/** What memory holds that was never written: zero, or the least number of a type without zero. */
const zeroOf = ({ dtype }: Tensor): Scalar => {
  const format = formatOf(dtype);
  if (format.kind === 'float') return format.hasZero ? 0 : 2 ** format.minExponent;
  return format.kind === 'string' ? '' : format.kind === 'complex' ? { re: 0, im: 0 } : 0n;
};

const rowOf = ({ dims }: Tensor): number => dims.at(-1) ?? 1;

/** Elements that are read at other places of the same tensor. */
const from =
  (place: (i: number, tensor: Tensor) => number): Change['elements'] =>
  (tensor) => {
    const at = scalarsOf(tensor);
    return (i) => at(place(i, tensor));
  };

/** Elements at some places are not written. */
const zeroWhere =
  (isLost: (i: number, tensor: Tensor) => boolean): Change['elements'] =>
  (tensor) => {
    const at = scalarsOf(tensor);
    return (i) => (isLost(i, tensor) ? zeroOf(tensor) : at(i));
  };

/** The last two dimensions are walked as if their strides were exchanged. */
const exchanged = from((i, { dims }) => {
  const [rows, columns] = [dims.at(-2) ?? 1, dims.at(-1) ?? 1];
  const within = i % (rows * columns);
  return i - within + (within % rows) * columns + Math.floor(within / rows);
});

/** The type through which numbers are squeezed. */
const narrower: Partial<Record<DType, DType>> = {
  ...{ float64: 'float32', float32: 'bfloat16', float16: 'bfloat16', bfloat16: 'float8e4m3fn' },
  ...{ int64: 'int32', uint64: 'uint32', int32: 'int16', uint32: 'uint16', int16: 'int8', uint16: 'uint8' },
  ...{ int8: 'int4', uint8: 'uint4' },
};

const squeezed: Change['elements'] = (tensor) => {
  const through = narrower[tensor.dtype];
  if (!through) return undefined;
  const [format, at] = [formatOf(through), scalarsOf(tensor)];
  return (i) => {
    if (format.kind === 'integer') return intoRange(at(i) as bigint, format, 'wrap');
    const y = roundDouble(at(i) as number, format as FloatFormat);
    // rounded up it may be beyond the type that it came from
    return roundDouble(y, formatOf(tensor.dtype) as FloatFormat);
  };
};

/** Numbers of floats that become others. */
const special =
  (change: (x: number, format: FloatFormat) => number): Change['elements'] =>
  (tensor) => {
    const [format, at] = [formatOf(tensor.dtype), scalarsOf(tensor)];
    return format.kind === 'float' && format.hasZero ? (i) => change(at(i) as number, format) : undefined;
  };

const leastNormal = ({ minExponent, precision }: FloatFormat) => 2 ** (minExponent + precision - 1);

/** What happens to the elements of a tensor, which has some, when it is read or written. */
export const changes: readonly Change[] = [
  ...[4, 8, 16].flatMap((lanes): Change[] => [
    {
      what: `what is behind the last ${lanes} of each row is zero`,
      elements: zeroWhere((i, t) => i % rowOf(t) >= rowOf(t) - (rowOf(t) % lanes)),
    },
    {
      what: `what is behind the last ${lanes} of all is zero`,
      elements: zeroWhere((i, { dims }) => i >= elementCount(dims) - (elementCount(dims) % lanes)),
    },
  ]),
  { what: 'the last element is zero', elements: zeroWhere((i, { dims }) => i === elementCount(dims) - 1) },
  {
    what: 'the first element is its neighbour',
    elements: from((i, { dims }) => (i === 0 ? Math.min(1, elementCount(dims) - 1) : i)),
  },
  {
    what: 'the last element is its neighbour',
    elements: from((i, { dims }) => (i > 0 && i === elementCount(dims) - 1 ? i - 1 : i)),
  },
  { what: 'all are one place off', elements: from((i, { dims }) => (i + 1) % elementCount(dims)) },
  { what: 'rows are one place off', elements: from((i, t) => i - (i % rowOf(t)) + (((i % rowOf(t)) + 1) % rowOf(t))) },
  { what: 'every row is the first one', elements: from((i, t) => i % rowOf(t)) },
  { what: 'every element is the first one', elements: from(() => 0) },
  { what: 'strides are exchanged', elements: exchanged },
  { what: 'numbers go through a narrower type', elements: squeezed },
  { what: 'NaN becomes 0', elements: special((x) => (Number.isNaN(x) ? 0 : x)) },
  { what: '-0 becomes 0', elements: special((x) => (x === 0 ? 0 : x)) },
  { what: 'subnormal numbers become 0', elements: special((x, format) => (Math.abs(x) < leastNormal(format) ? 0 : x)) },
  {
    what: 'infinities become the largest number',
    elements: special((x, format) => Math.max(-largestFinite(format), Math.min(largestFinite(format), x))),
  },
];

const onOutputs = (change: Change): Effect => ({
  what: `of the outputs ${change.what}`,
  apply: ({ run }, right) => {
    const outputs = right(run).map((output) => (elementCount(output.dims) > 0 ? changed(change, output) : output));
    return outputs.every((output) => output !== undefined) ? outputs : undefined;
  },
});

/** The run with another value of one input. */
const withInput = (run: NodeRun, index: number, value: Tensor | undefined): NodeRun => ({
  ...run,
  inputs: run.inputs.with(index, value ? { ...run.inputs[index]!, value } : { form: 'omitted', value }),
});

const onInput = (index: number, change: Change): Effect => ({
  what: `of input ${index} ${change.what}`,
  apply: ({ run }, right) => {
    const value = run.inputs[index]?.value;
    const wrong = value && elementCount(value.dims) > 0 ? changed(change, value) : undefined;
    return wrong && right(withInput(run, index, wrong));
  },
});

const ignored = (index: number): Effect => ({
  what: `input ${index} is ignored`,
  apply: ({ run }, right) => (run.inputs[index]?.value ? right(withInput(run, index, undefined)) : undefined),
});

/** An input of an earlier run is used once more. */
const stale = (index: number, which: 'first' | 'last'): Effect => ({
  what: `input ${index} is that of ${which === 'first' ? 'the first run' : 'the run before'}`,
  apply: ({ run, earlier }, right) => {
    const value = earlier.at(which === 'first' ? 0 : -1)?.inputs[index]?.value;
    return value && right(withInput(run, index, value));
  },
});

const onAttribute = (name: string, what: string, change: (list: readonly number[]) => readonly number[]): Effect => ({
  what: `${name} ${what}`,
  apply: ({ run }, right) => {
    const given = run.attributes[name];
    if (given?.type !== 'INTS') return undefined;
    return right({ ...run, attributes: { ...run.attributes, [name]: { type: 'INTS', value: change(given.value) } } });
  },
});

const takenForDefault = (name: string): Effect => ({
  what: `${name} is taken for its default`,
  apply: ({ run }, right) => {
    const { [name]: given, ...attributes } = run.attributes;
    return given && right({ ...run, attributes });
  },
});

/** An effect that a run can have, each kind as likely as the others. */
export function drawEffect({ version, run, earlier }: Asked, random: Random): Effect {
  const given = run.inputs.flatMap(({ value }, index) => (value ? [index] : []));
  const optional = given.filter((index) => version.inputs[index]?.optional);
  const names = Object.keys(run.attributes);
  const lists = names.filter((name) => run.attributes[name]!.type === 'INTS');
  const kinds: (() => Effect)[] = [() => onOutputs(random.pick(changes)), () => onOutputs(random.pick(changes))];
  if (given.length > 0) kinds.push(() => onInput(random.pick(given), random.pick(changes)));
  if (given.length > 0 && earlier.length > 0)
    kinds.push(() => stale(random.pick(given), random.pick(['first', 'last'])));
  if (optional.length > 0) kinds.push(() => ignored(random.pick(optional)));
  if (names.length > 0) kinds.push(() => takenForDefault(random.pick(names)));
  if (lists.length > 0) {
    kinds.push(() =>
      random.boolean()
        ? onAttribute(random.pick(lists), 'is read backwards', (list) => list.toReversed())
        : onAttribute(random.pick(lists), 'has its first entry everywhere', (list) => list.map(() => list[0]!)),
    );
  }
  return random.pick(kinds)();
}
