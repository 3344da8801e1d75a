import { nodeIn, type SurroundedNode, withNodeIn } from '../../generators/cases/node-in.ts';
import type { ProposedInput } from '../../generators/cases/proposal.ts';
import type { Random } from '../../generators/cases/random.ts';
import { describedTensor } from '../../generators/classes/inputs.ts';
import { inputNamesOf } from '../../oracles/graph/resolve.ts';
import { type DType, type FloatFormat, formatOf, intoRange } from '../../oracles/numerics/dtype.ts';
import { largestFinite, roundDouble } from '../../oracles/numerics/rounding.ts';
import { elementCount, scalarsOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import { isSame, type Scalar } from '../../oracles/numerics/trait.ts';
import { isOptional, isSequence, isTensor, mapTensors, tensorsIn, type Value } from '../../oracles/numerics/value.ts';
import type { AttributeValue } from '../../oracles/spec/declaration.ts';
import type { Asked } from './asked.ts';

/** What a faulty kernel does. */
export interface Effect {
  /** in a few words: `the last element is zero` */
  readonly what: string;
  /** its outputs; `undefined` if nothing changes. @param right the outputs of a right kernel */
  apply(asked: Asked, right: (run: SurroundedNode) => readonly Value[]): readonly Value[] | undefined;
}

/** What happens to the elements of a tensor. */
interface Change {
  readonly what: string;
  /** the wrong elements in the place of the right ones; `undefined` if nothing changes */
  readonly elements: (tensor: Tensor) => ((i: number) => Scalar) | undefined;
}

/** Whether a change makes another tensor of one. */
export function isChangedBy({ elements }: Change, tensor: Tensor): boolean {
  const [wrong, right] = [elements(tensor), scalarsOf(tensor)];
  if (!wrong) return false;
  for (let i = 0; i < elementCount(tensor.dims); i++) if (!isSame(wrong(i), right(i))) return true;
  return false;
}

/** The value with each of its nonempty tensors changed; `undefined` if nothing changes. */
function changed({ elements }: Change, value: Value): Value | undefined {
  const given = tensorsIn(value).filter(({ dims }) => elementCount(dims) > 0);
  const wrong = new Map(given.map((tensor) => [tensor, elements(tensor)]));
  if (given.length === 0 || [...wrong.values()].some((to) => to === undefined)) return undefined;
  return mapTensors(value, (tensor) => {
    const to = wrong.get(tensor);
    return to ? tensorOfScalars(tensor.dtype, tensor.dims, to) : tensor;
  });
}

/** What happens to a value that is not a tensor. */
interface HolderChange {
  readonly what: string;
  /** `undefined` if nothing changes */
  readonly apply: (value: Value) => Value | undefined;
}

const ofSequence = (what: string, change: (elements: readonly Tensor[]) => readonly Tensor[]): HolderChange => ({
  what,
  apply: (value) => {
    if (isTensor(value)) return undefined;
    if (isSequence(value)) return { ...value, elements: change(value.elements) };
    const { content } = value;
    return content && isSequence(content)
      ? { ...value, content: { ...content, elements: change(content.elements) } }
      : undefined;
  },
});

/** What happens to the tensors of a sequence, and to what an optional holds. */
const holderChanges: readonly HolderChange[] = [
  ofSequence('the last tensor is missing', (all) => all.slice(0, -1)),
  ofSequence('the first tensor is missing', (all) => all.slice(1)),
  ofSequence('there are none', () => []),
  ofSequence('tensors are in the other order', (all) => all.toReversed()),
  ofSequence('the first tensor is behind the last', (all) => [...all.slice(1), ...all.slice(0, 1)]),
  ofSequence('the last tensor is there twice', (all) => [...all, ...all.slice(-1)]),
  ofSequence('every tensor is the first one', (all) => all.map(() => all[0]!)),
  {
    what: 'an optional holds nothing',
    apply: (value) => (!isTensor(value) && isOptional(value) ? { ...value, content: undefined } : undefined),
  },
];

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
const changes: readonly Change[] = [
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

/** Strings that become others. */
const ofStrings = (what: string, change: (text: string) => string): Change => ({
  what,
  elements: (tensor) => {
    const at = scalarsOf(tensor);
    return tensor.dtype === 'string' ? (i) => change(at(i) as string) : undefined;
  },
});

/** A text in UTF-8 that is read in Latin-1. */
const bytesAsCharacters = (text: string): string => Buffer.from(text).toString('latin1');

/** What happens to strings when they are read or written. */
const stringChanges: readonly Change[] = [
  ofStrings('strings end at a NUL', (text) => text.replace(/\0.*/s, '')),
  ofStrings('strings end after 15 bytes', (text) => Buffer.from(text).subarray(0, 15).toString()),
  ofStrings('white space around strings is cut off', (text) => text.trim()),
  ofStrings('strings are composed', (text) => text.normalize('NFC')),
  ofStrings('bytes of strings are characters', bytesAsCharacters),
  ofStrings('characters of four bytes are lost', (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')),
];

/** All that may happen to a tensor. */
export const allChanges: readonly Change[] = [...changes, ...stringChanges];

const onOutputs = (change: Change): Effect => ({
  what: `of the outputs ${change.what}`,
  apply: ({ run }, right) => {
    const all = right(run);
    const outputs = all.map((output) => changed(change, output) ?? output);
    return outputs.some((output, i) => output !== all[i]) ? outputs : undefined;
  },
});

const onHolders = ({ what, apply }: HolderChange): Effect => ({
  what: `of the outputs ${what}`,
  apply: ({ run }, right) => {
    const all = right(run);
    const outputs = all.map((output) => apply(output) ?? output);
    return outputs.some((output, i) => output !== all[i]) ? outputs : undefined;
  },
});

/** A value among the inputs of a node. */
const inputOf = (value: Value): ProposedInput =>
  isTensor(value) ? { form: 'input', value } : { form: 'input', value: undefined, held: value };

const valueOfInput = (run: SurroundedNode, index: number): Value | undefined => {
  const { value, held } = nodeIn(run).inputs[index] ?? {};
  return held ?? value;
};

/** The run with another value of one input. */
const withInput = (run: SurroundedNode, index: number, value: Value | undefined): SurroundedNode =>
  withNodeIn(run, (node) => {
    const own = node.inputs[index]!;
    const form = own.form === 'omitted' ? 'input' : own.form;
    const changed: ProposedInput = value ? { ...inputOf(value), form } : { form: 'omitted', value: undefined };
    return { ...node, inputs: node.inputs.with(index, changed) };
  });

const onInput = (index: number, change: Change): Effect => ({
  what: `of input ${index} ${change.what}`,
  apply: ({ run }, right) => {
    const value = valueOfInput(run, index);
    const wrong = value && changed(change, value);
    return wrong && right(withInput(run, index, wrong));
  },
});

const onHolder = (index: number, { what, apply }: HolderChange): Effect => ({
  what: `of input ${index} ${what}`,
  apply: ({ run }, right) => {
    const value = valueOfInput(run, index);
    const wrong = value && apply(value);
    return wrong && right(withInput(run, index, wrong));
  },
});

/** What a graph of the node reads around it, by its place among the inputs of the graph around. */
const fromOutside = (place: number, change: Change): Effect => ({
  what: `of the value ${place} from outside ${change.what}`,
  apply: ({ run }, right) => {
    const { value } = run.inputs[place] ?? {};
    const wrong = value && changed(change, value);
    return wrong && isTensor(wrong)
      ? right({ ...run, inputs: run.inputs.with(place, { ...run.inputs[place]!, value: wrong }) })
      : undefined;
  },
});

/** The numbers that say what to do are one off. */
const oneOff: Change = { what: 'numbers are one too large', elements: (tensor) => shifted(tensor, 1n) };
const oneLess: Change = { what: 'numbers are one too small', elements: (tensor) => shifted(tensor, -1n) };

function shifted(tensor: Tensor, by: bigint): ReturnType<Change['elements']> {
  const format = formatOf(tensor.dtype);
  const at = scalarsOf(tensor);
  return format.kind === 'integer' ? (i) => intoRange((at(i) as bigint) + by, format, 'wrap') : undefined;
}

const otherTruth: Change = {
  what: 'truth values are the others',
  elements: (tensor) => {
    const at = scalarsOf(tensor);
    return formatOf(tensor.dtype).kind === 'bool' ? (i) => (at(i) ? 0n : 1n) : undefined;
  },
};

const ignored = (index: number): Effect => ({
  what: `input ${index} is ignored`,
  apply: ({ run }, right) => (valueOfInput(run, index) ? right(withInput(run, index, undefined)) : undefined),
});

/** An input of an earlier run is used once more. */
const stale = (index: number, which: 'first' | 'last'): Effect => ({
  what: `input ${index} is that of ${which === 'first' ? 'the first run' : 'the run before'}`,
  apply: ({ run, earlier }, right) => {
    const before = earlier.at(which === 'first' ? 0 : -1);
    const value = before && valueOfInput(before, index);
    return value && right(withInput(run, index, value));
  },
});

const onAttribute = (name: string, what: string, change: (given: AttributeValue) => AttributeValue): Effect => ({
  what: `${name} ${what}`,
  apply: ({ run }, right) => {
    const given = nodeIn(run).attributes[name];
    if (!given) return undefined;
    const value = change(given);
    return right(withNodeIn(run, (node) => ({ ...node, attributes: { ...node.attributes, [name]: value } })));
  },
});

const onList = (name: string, what: string, change: <T>(list: readonly T[]) => readonly T[]): Effect =>
  onAttribute(name, what, (given) =>
    given.type === 'INTS' || given.type === 'STRINGS'
      ? ({ ...given, value: change<number | string>(given.value) } as AttributeValue)
      : given,
  );

const onText = (name: string, { what, change }: { what: string; change: (text: string) => string }): Effect =>
  onAttribute(name, what, (given) => {
    if (given.type === 'STRING') return { ...given, value: change(given.value) };
    return given.type === 'STRINGS' ? { ...given, value: given.value.map(change) } : given;
  });

/** What happens to a text that says what to do. */
const textChanges = [
  { what: 'ends after its first character', change: (text: string) => Array.from(text)[0] ?? '' },
  { what: 'is read in small letters', change: (text: string) => text.toLowerCase() },
  { what: 'is read as bytes', change: bytesAsCharacters },
];

const takenForDefault = (name: string): Effect => ({
  what: `${name} is taken for its default`,
  apply: ({ run }, right) => {
    const { [name]: given, ...attributes } = nodeIn(run).attributes;
    return given && right(withNodeIn(run, (node) => ({ ...node, attributes })));
  },
});

/** A graph of the node runs in the place of another one. */
const takenForGraph = (name: string, other: string): Effect => ({
  what: `${name} is taken for ${other}`,
  apply: ({ run }, right) => {
    const { [other]: graph } = nodeIn(run).attributes;
    return graph && right(withNodeIn(run, (node) => ({ ...node, attributes: { ...node.attributes, [name]: graph } })));
  },
});

/** An effect that a run can have, each kind as likely as the others. */
export function drawEffect({ version, run, earlier }: Asked, random: Random): Effect {
  const { inputs, attributes } = nodeIn(run);
  const given = inputs.flatMap(({ value, held }, index) => (value || held ? [index] : []));
  const held = given.filter((index) => inputs[index]!.held);
  const saying = given.filter((index) => {
    const { value } = inputs[index]!;
    return value && elementCount(value.dims) === 1 && ['integer', 'bool'].includes(formatOf(value.dtype).kind);
  });
  const optional = given.filter((index) => version.inputs[index]?.optional);
  const names = Object.keys(attributes);
  const isFree = (name: string) => !version.attributes.find((one) => one.name === name)?.values;
  const texts = names.filter((name) => ['STRING', 'STRINGS'].includes(attributes[name]!.type) && isFree(name));
  const lists = names.filter((name) => attributes[name]!.type === 'INTS' || attributes[name]!.type === 'STRINGS');
  const ofText = given.filter((index) => describedTensor(inputs[index])?.dtype === 'string');
  const graphs = names.filter((name) => attributes[name]!.type === 'GRAPH');
  const settings = names.filter((name) => attributes[name]!.type !== 'GRAPH');
  const outside = placesOutside(run);
  const kinds: (() => Effect)[] = [() => onOutputs(random.pick(changes)), () => onOutputs(random.pick(changes))];
  if (held.length > 0) kinds.push(() => onHolder(random.pick(held), random.pick(holderChanges)));
  if (version.outputs.some(({ types = [] }) => types.some(({ within }) => within.length > 0))) {
    kinds.push(() => onHolders(random.pick(holderChanges)));
  }
  if (graphs.length > 0 || held.length > 0) {
    if (saying.length > 0) kinds.push(() => onInput(random.pick(saying), random.pick([oneOff, oneLess, otherTruth])));
  }
  if (outside.length > 0) kinds.push(() => fromOutside(random.pick(outside), random.pick(changes)));
  if (graphs.length > 1) {
    const [one, other] = random.shuffle(graphs) as [string, string];
    kinds.push(() => takenForGraph(one, other));
  }
  if (given.length > 0) kinds.push(() => onInput(random.pick(given), random.pick(changes)));
  if (given.length > 0 && earlier.length > 0)
    kinds.push(() => stale(random.pick(given), random.pick(['first', 'last'])));
  if (optional.length > 0) kinds.push(() => ignored(random.pick(optional)));
  if (settings.length > 0) kinds.push(() => takenForDefault(random.pick(settings)));
  if (lists.length > 0) {
    kinds.push(() =>
      random.boolean()
        ? onList(random.pick(lists), 'is read backwards', (list) => list.toReversed())
        : onList(random.pick(lists), 'has its first entry everywhere', (list) => list.map(() => list[0]!)),
    );
  }
  if (texts.length > 0) kinds.push(() => onText(random.pick(texts), random.pick(textChanges)));
  if (ofText.length > 0) {
    kinds.push(() => onInput(random.pick(ofText), random.pick(stringChanges)));
    kinds.push(() => onOutputs(random.pick(stringChanges)));
  }
  return random.pick(kinds)();
}

/** The places, among the inputs of a graph, of those that graphs of its nodes read and no node does. */
function placesOutside({ graph }: SurroundedNode): readonly number[] {
  if (!graph) return [];
  const direct = new Set(graph.nodes.flatMap(({ inputs }) => inputs));
  const within = new Set(graph.nodes.flatMap(inputNamesOf).filter((name) => !direct.has(name)));
  return graph.inputs.flatMap((name, place) => (within.has(name) ? [place] : []));
}
