import { expectGraphValues } from '../../oracles/graph/expect.ts';
import { isTensor, typeOf, type Value } from '../../oracles/numerics/value.ts';
import { formatType } from '../../oracles/numerics/value-type.ts';
import { evaluationOf } from '../../oracles/spec/expect-values.ts';
import type { Operator } from '../../oracles/spec/operator.ts';
import { realDTypes } from '../../oracles/spec/schemas/declaration.ts';
import type { Random } from '../cases/random.ts';
import { fusedConsumers } from '../families/graphs.ts';
import { type DrawnNode, isUsable, valueIn } from './drawn-node.ts';
import { type DrawContext, drawNode } from './node.ts';
import type { Program } from './program.ts';
import type { ProgramBuilder } from './program-builder.ts';
import { otherAttributes, otherIntegers } from './settings.ts';
import { isData, reshaped } from './shapes.ts';
import { elementsIn } from './tensors.ts';
import { succeeds } from './validate.ts';

/** The greatest number of elements in a value of a graph: each is computed for the nodes that read it. */
export const maxElements = 300;

const attempts = 8;

/** Adds nodes to a program under construction until it has `nodes` of them, or no more fit. */
export function addNodes(builder: ProgramBuilder, nodes: number, draw: DrawContext): void {
  for (let i = 0; builder.nodes.length < nodes && i < nodes * 2; i++) {
    if (builder.added.some(({ drawnNode }) => !isSmall(drawnNode))) return;
    builder.compute();
    if (draw.random.integer(0, 6) === 0) repeat(builder, draw);
    else follow(builder, draw);
  }
}

const isSmall = (drawnNode: DrawnNode): boolean =>
  isForGraphs(drawnNode.cell.operator) &&
  drawnNode.inputs.every((input) => elementsIn([valueIn(input)]) <= maxElements);

/** True if an operator may occur in a graph of several nodes: the oracle evaluates it, or runs its graphs. */
export const isForGraphs = (operator: Operator): boolean =>
  evaluationOf(operator) !== undefined || operator.unfold !== undefined;

/** Adds a copy of a node on the same values, possibly with an attribute or integer changed. */
function repeat(builder: ProgramBuilder, { random }: DrawContext): void {
  const { drawnNode, names } = random.pick(builder.added);
  const change = random.pick([otherAttributes, otherIntegers]);
  const changed = change(drawnNode, random, maxElements);
  const hasSameInputs = changed?.inputs.every((input, i) => input === drawnNode.inputs[i]);
  const other = changed && hasSameInputs && isUsable(changed, maxElements * 8) ? changed : drawnNode;
  builder.add(other, new Map(names.flatMap((name, i) => (name === '' ? [] : [[i, name]]))));
}

/** Adds a node that reads an existing value. */
function follow(builder: ProgramBuilder, draw: DrawContext): void {
  const { pool, tally, random } = draw;
  const { unread } = builder;
  const readable = [...builder.values.keys()].filter((name) => isReadable(builder.values.get(name)!));
  const preferred = unread.filter((name) => readable.includes(name));
  if (readable.length === 0) return;
  for (let i = 0; i < attempts; i++) {
    const name = random.pick(preferred.length > 0 && random.integer(0, 9) < 8 ? preferred : readable);
    const value = builder.values.get(name)!;
    const readers = pool.readersOf(typeOf(value), builder.opset);
    if (readers.size === 0) continue;
    const operator = tally.rarest(chosenAmong([...readers.keys()], name, builder, random), (own) => own, random);
    const reader = random.pick(readers.get(operator)!);
    const own = drawNode([reader], { ...draw, room: Math.min(draw.room, maxElements), isFitted: true });
    if (!own) continue;
    const places = own.inputs.flatMap((input, k) => {
      const other = valueIn(input);
      return other && isOfSameType(other, value) && isData(own, k) ? [k] : [];
    });
    if (places.length === 0) continue;
    const place = random.pick(places);
    const fitted = fitting(own, place, value, random);
    if (!fitted) continue;
    const [drawnNode, reads] = sharing(fitted, place, name, builder, random);
    if (succeeds(() => builder.add(drawnNode, reads))) return;
  }
}

/**
 * Returns the operators that may read a value. Every second time it returns only those that optimizers look for after the producer of the
 * value.
 */
function chosenAmong(
  all: readonly Operator[],
  name: string,
  { nodes }: ProgramBuilder,
  random: Random,
): readonly Operator[] {
  const giver = nodes.find(({ outputs }) => outputs.includes(name));
  const names = giver && fusedConsumers().get(giver.operator.name);
  const usual = names ? all.filter((operator) => names.has(operator.name)) : [];
  return usual.length > 0 && random.boolean() ? usual : all;
}

const isReadable = (value: Value): boolean => elementsIn([value]) <= maxElements && realDTypes.includes(value.dtype);

const isOfSameType = (one: Value, other: Value): boolean => formatType(typeOf(one)) === formatType(typeOf(other));

/** Returns a drawn node with a value as one of its inputs, and other data of matching shapes; `undefined` if no such call is legal. */
function fitting(drawnNode: DrawnNode, place: number, value: Value, random: Random): DrawnNode | undefined {
  if (!isTensor(value)) {
    const whole = {
      ...drawnNode,
      inputs: drawnNode.inputs.with(place, { form: 'input', value: undefined, held: value }),
    };
    return isUsable(whole, maxElements * 4) ? whole : undefined;
  }
  const from = drawnNode.inputs[place]!.value!.dims;
  const to = value.dims;
  const isSameRank = from.length === to.length;
  const renamed = (dims: readonly number[]): readonly number[] => {
    if (String(dims) === String(from)) return to;
    return isSameRank ? dims.map((dim) => (from.includes(dim) ? to[from.indexOf(dim)]! : dim)) : dims;
  };
  const tries = [renamed, () => to, (dims: readonly number[]) => dims];
  for (const dimsOf of tries) {
    const other = reshaped(drawnNode, (dims, i) => (i === place ? to : dimsOf(dims)), random, maxElements);
    if (!other) continue;
    const whole = { ...other, inputs: other.inputs.with(place, { form: 'input', value }) };
    if (isUsable(whole, maxElements * 4)) return whole;
  }
  return undefined;
}

/** Lets other inputs of a drawn node read existing values of the same type and shape, too. */
function sharing(
  drawnNode: DrawnNode,
  place: number,
  name: string,
  { values }: ProgramBuilder,
  random: Random,
): readonly [DrawnNode, ReadonlyMap<number, string>] {
  const reads = new Map([[place, name]]);
  const inputs = drawnNode.inputs.map((input, i) => {
    const own = input.value;
    if (i === place || !own || !isData(drawnNode, i)) return input;
    const alike = [...values].flatMap(([other, value]) =>
      isTensor(value) && value.dtype === own.dtype && String(value.dims) === String(own.dims)
        ? [[other, value] as const]
        : [],
    );
    if (alike.length === 0 || random.integer(0, 9) < 4) {
      return { ...input, form: random.boolean() ? ('input' as const) : ('initializer' as const) };
    }
    const [other, value] = random.pick(alike);
    reads.set(i, other);
    return { form: 'input' as const, value };
  });
  return [{ ...drawnNode, inputs }, reads];
}

/** True if the oracle can judge a graph; it cannot judge strings made from rounded values. */
export const isJudged = ({ graph, runs }: Program): boolean => succeeds(() => expectGraphValues(graph, runs[0]!));
