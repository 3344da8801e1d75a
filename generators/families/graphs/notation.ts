import { bodiesIn } from '../../../oracles/graph/resolve.ts';
import { type DType, formatOf, integerRange, isDType } from '../../../oracles/numerics/dtype.ts';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import type {
  Attributes,
  AttributeValue,
  Subgraph,
  WrittenGraph,
  WrittenNode,
} from '../../../oracles/spec/declaration.ts';
import type { OperatorVersion } from '../../../oracles/spec/operator.ts';
import type { InputPlan } from '../../calls/draft-of-call.ts';
import { attributeFrom, shapesOf } from '../../notation/call-notation.ts';
import { tensorOf } from '../../values/values.ts';

/** A graph, and what stands in its inputs. */
export interface GraphPlan {
  readonly graph: WrittenGraph;
  /** in the order of the names in the graph */
  readonly inputs: readonly InputPlan[];
}

/** Where a graph is read: what its operators mean there, and what T stands for. */
export interface NotationContext {
  readonly opset: number;
  readonly dtype: DType;
}

/** What a graph has that is read: nodes, and the values that stand before them. */
interface Statements {
  readonly nodes: readonly WrittenNode[];
  readonly values: ReadonlyMap<string, InputPlan>;
  /** the values that nobody reads, or those that are listed, with what is declared of them */
  readonly outputs: readonly string[];
}

/**
 * Reads a graph: `x 2x3; W 3x2 small; b int64 = 1 0; a = Conv(x, W, pads=[1,1]); y = Relu(a)`. Values come first, each with its dtype
 * (T if absent), its shape and the kind of its data, or the numbers in it; those with a capital are constants. Nodes follow in
 * order; a named argument is an attribute, or else an input that is constant, as the version in force has it. The outputs are
 * the values that no node reads, or those behind `->`.
 *
 * An attribute that is a graph stands in braces, its inputs before a colon: `{i, c, a: w = 1 2; b = Add(a, w) -> c, b float32 2}`. The
 * values in it are constants; of inputs and outputs dtype and shape may be declared.
 * @returns `undefined` where an operator does not exist at the opset, or has no such attribute or input
 */
export function readGraph(text: string, place: NotationContext): GraphPlan | undefined {
  const read = statementsIn(text, place);
  if (!read) return undefined;
  const { nodes, values, outputs } = read;
  const { dtype } = place;
  return {
    graph: { nodes, inputs: [...values.keys()], outputs },
    inputs: Array.from(values.values(), (plan) => inputOf({ dtype, ...plan })),
  };
}

/** What sign a zero has is another question: where the type has a 5, it is that. */
function inputOf({ dtype, ...plan }: InputPlan & Required<Pick<InputPlan, 'dtype'>>): InputPlan {
  const format = formatOf(dtype);
  const hasFive = format.kind !== 'integer' || integerRange(format).max >= 5n;
  const withoutZero = (x: number | bigint): number | bigint => (x === 0 ? 5 : x === 0n && hasFive ? 5n : x);
  return { dtype, ...plan, map: withoutZero };
}

function statementsIn(text: string, place: NotationContext): Statements | undefined {
  const [body = '', listed] = splitOutside(text, '->');
  const values = new Map<string, InputPlan>();
  const nodes: WrittenNode[] = [];
  for (const statement of splitOutside(body, ';').filter(Boolean)) {
    const [, left, opType, args] = /^([\w, ]+) = (\w+)\((.*)\)$/s.exec(statement) ?? [];
    if (opType === undefined) {
      const [name, plan] = givenValue(statement);
      values.set(name, plan);
      continue;
    }
    const node = nodeOf(opType, names(left!), args!, values, place);
    if (!node) return undefined;
    nodes.push(node);
  }
  const read = new Set(nodes.flatMap(valuesReadBy));
  const unread = nodes.flatMap(({ outputs }) => outputs).filter((name) => name !== '' && !read.has(name));
  return { nodes, values, outputs: listed === undefined ? unread : names(listed) };
}

/** Values that a node reads, also within its graphs: these may be their own. */
const valuesReadBy = ({ inputs, attributes }: WrittenNode): readonly string[] => [
  ...inputs,
  ...bodiesIn(attributes).flatMap(([, { nodes, outputs }]) => [
    ...nodes.flatMap(valuesReadBy),
    ...outputs.map(({ name }) => name),
  ]),
];

/** A graph in braces, as the value of an attribute. */
function subgraphIn(name: string, text: string, place: NotationContext): Subgraph | undefined {
  const [left = '', ...right] = splitOutside(text.slice(1, -1), ':');
  const read = statementsIn(right[0] ?? left, place);
  if (!read) return undefined;
  const info = (declared: string): Subgraph['inputs'][number] => {
    const [own = '', ...words] = declared.split(' ');
    const [type, shape] = words;
    if (type === undefined) return { name: own };
    const dtype = type === 'T' ? place.dtype : type;
    if (!isDType(dtype)) throw new Error(`'${declared}' declares no dtype`);
    return { name: own, dtype, dims: shape === undefined ? undefined : shapesOf(shape)[0]!.dims };
  };
  return {
    name,
    nodes: read.nodes,
    inputs: right.length > 0 ? names(left).filter(Boolean).map(info) : [],
    outputs: read.outputs.map(info),
    initializers: Array.from(read.values, ([own, { dtype = place.dtype, dims, numbers }]) => ({
      name: own,
      tensor: tensorOf(dtype, dims, numbers!),
    })),
  };
}

/** The parts of a text between separators that stand in no brackets, without the blanks around them. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let i = 0; i < text.length; i++) {
    if ('([{'.includes(text[i]!)) depth++;
    else if (')]}'.includes(text[i]!)) depth--;
    else if (depth === 0 && text.startsWith(separator, i)) {
      parts.push(text.slice(from, i).trim());
      from = i + separator.length;
    }
  }
  return [...parts, text.slice(from).trim()];
}

const names = (list: string): string[] => list.split(',').map((name) => name.trim());

/** A number; an integer beyond those that doubles tell apart as a bigint. */
const numberIn = (text: string): number | bigint =>
  /^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text)) ? BigInt(text) : Number(text);

/** `x int64 2x3 small`, `s scalar = 0.5`, `k int64 = 0 2 1`. @throws Error for anything else */
function givenValue(statement: string): [string, InputPlan] {
  const [left = '', right] = statement.split(' = ');
  const [name = '', ...words] = left.split(' ');
  const dtype = isDType(words[0] ?? '') ? (words.shift() as DType) : undefined;
  const numbers = right?.split(' ').map(numberIn);
  const [plan] = words.length > 0 ? shapesOf(words.join(' ')) : [{ dims: [numbers!.length] }];
  const form = /^[A-Z]/.test(name) ? 'initializer' : 'input';
  return [name, { kind: 'small', ...plan!, ...(numbers && { numbers }), ...(dtype && { dtype }), form }];
}

/** A node; the constants among its arguments become values. */
function nodeOf(
  opType: string,
  outputs: readonly string[],
  args: string,
  values: Map<string, InputPlan>,
  place: NotationContext,
): WrittenNode | undefined {
  const { opset, dtype } = place;
  const operator = findOperator(opType);
  if (!operator) throw new Error(`the catalogue has an operator ${opType} that nobody knows`);
  if (operator.versions[0]!.since > opset) return undefined;
  const version = versionAt(operator, opset);
  const inputs: string[] = [];
  const attributes: Record<string, AttributeValue> = {};
  for (const arg of args === '' ? [] : splitOutside(args, ',')) {
    const [, name = arg, value] = /^(\w+)=(.*)$/s.exec(arg) ?? [];
    if (value === undefined) {
      inputs.push(name);
      continue;
    }
    if (value.startsWith('{')) {
      const graph = subgraphIn(name, value, place);
      if (!graph) return undefined;
      attributes[name] = { type: 'GRAPH', value: graph };
      continue;
    }
    const given = argumentOf(value, dtype);
    const attribute = attributeOf(version, name, given, dtype);
    if (attribute) {
      attributes[name] = attribute;
      continue;
    }
    const index = version.inputs.findIndex((input) => input.name === name);
    if (index < 0) return undefined;
    while (inputs.length < index) inputs.push('');
    inputs[index] = `${outputs[0]}_${name}`;
    values.set(inputs[index], constantOf(version, index, given));
  }
  return { opType, attributes: attributes as Attributes, inputs, outputs };
}

type Argument = number | string | readonly number[];

/** `3`, `[0,1]`, `edge`; a dtype as its code. */
function argumentOf(text: string, dtype: DType): Argument {
  const name = text === 'T' ? dtype : text;
  if (isDType(name)) return formatOf(name).code;
  if (text.startsWith('[')) return text.slice(1, -1).split(',').filter(Boolean).map(Number);
  return Number.isNaN(Number(text)) && text !== 'NaN' ? text : Number(text);
}

function attributeOf(
  version: OperatorVersion,
  name: string,
  given: Argument,
  dtype: DType,
): AttributeValue | undefined {
  const declared = version.attributes.find((attribute) => attribute.name === name);
  if (!declared) return undefined;
  const { type } = declared;
  const list = [given].flat() as number[];
  if (type === 'TENSOR') return { type, value: tensorOf(dtype, [list.length], list) };
  return attributeFrom(type, list);
}

function constantOf({ inputs }: OperatorVersion, index: number, given: Argument): InputPlan {
  const { dtypes } = inputs[index]!;
  const dtype = (['int64', 'float32', 'bool'] as const).find((one) => dtypes?.includes(one));
  const numbers = [given].flat() as number[];
  return {
    dims: Array.isArray(given) ? [numbers.length] : [],
    numbers: numbers.length > 0 ? numbers : [0],
    ...(dtype && { dtype }),
    form: 'initializer',
  };
}
