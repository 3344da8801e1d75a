import { type DType, formatOf, isDType } from '../../../oracles/numerics/dtype.ts';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import type { Attributes, AttributeValue, WrittenGraph, WrittenNode } from '../../../oracles/spec/declaration.ts';
import type { OperatorVersion } from '../../../oracles/spec/operator.ts';
import type { InputPlan } from '../../calls/calls.ts';
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

/**
 * Reads a graph: `x 2x3; W 3x2 small; b int64 = 1 0; a = Conv(x, W, pads=[1,1]); y = Relu(a)`. Values come first, each with its dtype
 * (T if absent), its shape and the kind of its data, or the numbers in it; those with a capital are constants. Nodes follow in
 * order; a named argument is an attribute, or else an input that is constant, as the version in force has it. The outputs are
 * the values that no node reads, or those behind `->`.
 * @returns `undefined` where an operator does not exist at the opset, or has no such attribute or input
 */
export function readGraph(text: string, place: NotationContext): GraphPlan | undefined {
  const [body = '', listed] = text.split('->');
  const statements = body.split(';').map((statement) => statement.trim());
  const values = new Map<string, InputPlan>();
  const nodes: WrittenNode[] = [];
  for (const statement of statements) {
    const [, left, opType, args] = /^([\w, ]+) = (\w+)\((.*)\)$/.exec(statement) ?? [];
    if (opType === undefined) {
      const [name, plan] = givenValue(statement);
      values.set(name, plan);
      continue;
    }
    const node = nodeOf(opType, names(left!), args!, values, place);
    if (!node) return undefined;
    nodes.push(node);
  }
  const read = new Set(nodes.flatMap(({ inputs }) => inputs));
  const unread = nodes.flatMap(({ outputs }) => outputs).filter((name) => name !== '' && !read.has(name));
  return {
    graph: { nodes, inputs: [...values.keys()], outputs: listed === undefined ? unread : names(listed) },
    inputs: [...values.values()],
  };
}

const names = (list: string): string[] => list.split(',').map((name) => name.trim());

/** `x int64 2x3 small`, `s scalar = 0.5`, `k int64 = 0 2 1`. @throws Error for anything else */
function givenValue(statement: string): [string, InputPlan] {
  const [left = '', right] = statement.split(' = ');
  const [name = '', ...words] = left.split(' ');
  const dtype = isDType(words[0] ?? '') ? (words.shift() as DType) : undefined;
  const numbers = right?.split(' ').map(Number);
  const [plan] = words.length > 0 ? shapesOf(words.join(' ')) : [{ dims: [numbers!.length] }];
  const form = /^[A-Z]/.test(name) ? 'initializer' : 'input';
  return [
    name,
    { kind: 'small', map: withoutZero, ...plan!, ...(numbers && { numbers }), ...(dtype && { dtype }), form },
  ];
}

/** What sign a zero has is another question. */
const withoutZero = (x: number | bigint): number | bigint => (x === 0 ? 5 : x === 0n ? 5n : x);

/** A node; the constants among its arguments become values. */
function nodeOf(
  opType: string,
  outputs: readonly string[],
  args: string,
  values: Map<string, InputPlan>,
  { opset, dtype }: NotationContext,
): WrittenNode | undefined {
  const operator = findOperator(opType);
  if (!operator) throw new Error(`the catalogue has an operator ${opType} that nobody knows`);
  if (operator.versions[0]!.since > opset) return undefined;
  const version = versionAt(operator, opset);
  const inputs: string[] = [];
  const attributes: Record<string, AttributeValue> = {};
  for (const arg of args.split(/,\s*(?![^[]*\])/)) {
    const [name = '', value] = arg.trim().split('=');
    if (value === undefined) {
      inputs.push(name);
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
