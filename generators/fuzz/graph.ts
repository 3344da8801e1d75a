import { expectGraph } from '../../oracles/graph/expect.ts';
import { elementCount, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { Operator } from '../../oracles/spec/operator.ts';
import { realDTypes } from '../../oracles/spec/schemas/declaration.ts';
import type { Random } from '../cases/random.ts';
import { isControl } from '../classes/inputs.ts';
import { usualReaders } from '../families/graphs.ts';
import { fits, type Piece } from './drawn-node.ts';
import { type Draw, drawPiece } from './node.ts';
import type { Program } from './program.ts';
import type { Sketch } from './program-builder.ts';
import { otherAttributes, otherIntegers } from './settings.ts';
import { reshaped } from './shapes.ts';
import { succeeds } from './validate.ts';

/** Elements of a value of a graph: each is computed for the nodes that read it. */
export const maxElements = 300;

const attempts = 8;

/** Nodes after the first, for a graph of some size. */
export function extend(sketch: Sketch, nodes: number, draw: Draw): void {
  for (let i = 0; sketch.nodes.length < nodes && i < nodes * 2; i++) {
    if (sketch.pieces.some((piece) => !isSmall(piece))) return;
    sketch.compute();
    if (draw.random.integer(0, 6) === 0) repeat(sketch, draw);
    else follow(sketch, draw);
  }
}

const isSmall = (piece: Piece): boolean =>
  piece.cell.operator.evaluate !== undefined &&
  piece.inputs.every(({ value }) => !value || elementCount(value.dims) <= maxElements);

/** A node once more on the same values: as it is, or with an attribute changed. */
function repeat(sketch: Sketch, { random }: Draw): void {
  const at = random.integer(0, sketch.nodes.length - 1);
  const [node, piece] = [sketch.nodes[at]!, sketch.pieces[at]!];
  const change = random.pick([otherAttributes, otherIntegers]);
  const changed = change(piece, random, maxElements);
  const hasSameInputs = changed?.inputs.every((input, i) => input === piece.inputs[i]);
  const other = changed && hasSameInputs && fits(changed, maxElements * 8) ? changed : piece;
  sketch.add(other, new Map(node.inputs.flatMap((name, i) => (name === '' ? [] : [[i, name]]))));
}

/** A node that reads a value that is there. */
function follow(sketch: Sketch, draw: Draw): void {
  const { pool, tally, random } = draw;
  const { unread } = sketch;
  const readable = [...sketch.values.keys()].filter((name) => isReadable(sketch.values.get(name)!));
  const preferred = unread.filter((name) => readable.includes(name));
  if (readable.length === 0) return;
  for (let i = 0; i < attempts; i++) {
    const name = random.pick(preferred.length > 0 && random.integer(0, 9) < 8 ? preferred : readable);
    const value = sketch.values.get(name)!;
    const readers = pool.readersOf(value.dtype, sketch.opset);
    if (readers.size === 0) continue;
    const operator = tally.rarest(chosenAmong([...readers.keys()], name, sketch, random), (own) => own, random);
    const reader = random.pick(readers.get(operator)!);
    const own = drawPiece([reader], { ...draw, room: Math.min(draw.room, maxElements), isFitted: true });
    if (!own) continue;
    const places = own.inputs.flatMap(({ value: other }, k) =>
      other?.dtype === value.dtype && !isControl(own.cell.version, k) ? [k] : [],
    );
    if (places.length === 0) continue;
    const place = random.pick(places);
    const fitted = fitting(own, place, value, random);
    if (!fitted) continue;
    const [piece, reads] = sharing(fitted, place, name, sketch, random);
    if (succeeds(() => sketch.add(piece, reads))) return;
  }
}

/** Of the operators that may read a value every second time those that optimizers look for behind the one that gives it. */
function chosenAmong(all: readonly Operator[], name: string, { nodes }: Sketch, random: Random): readonly Operator[] {
  const giver = nodes.find(({ outputs }) => outputs.includes(name));
  const names = giver && usualReaders().get(giver.operator.name);
  const usual = names ? all.filter((operator) => names.has(operator.name)) : [];
  return usual.length > 0 && random.boolean() ? usual : all;
}

const isReadable = ({ dtype, dims }: Tensor): boolean =>
  elementCount(dims) <= maxElements && realDTypes.includes(dtype);

/** A piece with a value in one of its places, and other data of shapes that go with it; `undefined` where nothing is legal. */
function fitting(piece: Piece, place: number, value: Tensor, random: Random): Piece | undefined {
  const from = piece.inputs[place]!.value!.dims;
  const to = value.dims;
  const isSameRank = from.length === to.length;
  const renamed = (dims: readonly number[]): readonly number[] => {
    if (String(dims) === String(from)) return to;
    return isSameRank ? dims.map((dim) => (from.includes(dim) ? to[from.indexOf(dim)]! : dim)) : dims;
  };
  const tries = [renamed, () => to, (dims: readonly number[]) => dims];
  for (const dimsOf of tries) {
    const other = reshaped(piece, (dims, i) => (i === place ? to : dimsOf(dims)), random, maxElements);
    if (!other) continue;
    const whole = { ...other, inputs: other.inputs.with(place, { form: 'input', value }) };
    if (fits(whole, maxElements * 4)) return whole;
  }
  return undefined;
}

/** Lets other inputs of a piece read values that are there, too, of the same type and shape. */
function sharing(
  piece: Piece,
  place: number,
  name: string,
  { values }: Sketch,
  random: Random,
): readonly [Piece, ReadonlyMap<number, string>] {
  const reads = new Map([[place, name]]);
  const inputs = piece.inputs.map((input, i) => {
    const own = input.value;
    if (i === place || !own || isControl(piece.cell.version, i)) return input;
    const alike = [...values].filter(([, { dtype, dims }]) => dtype === own.dtype && String(dims) === String(own.dims));
    if (alike.length === 0 || random.integer(0, 9) < 4) {
      return { ...input, form: random.boolean() ? ('input' as const) : ('initializer' as const) };
    }
    const [other, value] = random.pick(alike);
    reads.set(i, other);
    return { form: 'input' as const, value };
  });
  return [{ ...piece, inputs }, reads];
}

/** Whether the oracle has an answer to a graph: to strings made of values that are rounded it has none. */
export const isJudged = ({ graph, runs }: Program): boolean => succeeds(() => expectGraph(graph, runs[0]!));
