import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { placeOf } from '../../arrays/index-map.ts';
import { range } from '../../arrays/lines.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { type Evaluate, memoized, type Node, type NodeValues, values } from '../../spec/node.ts';
import { checkShape } from '../convolution/convolution.ts';
import { ignoreNaN } from '../elementwise/extrema.ts';
import { anyZero } from '../elementwise/numbers.ts';
import { type Activation, type ActivationName, activate } from './activations.ts';
import { activationsOf } from './attributes.ts';

/** An interpretation of a layer: choices where the text is silent, and the forms in which activation functions are computed. */
export interface Reading {
  /** how the states are multiplied by R: version 1 writes H·R, later ones H·Rᵀ */
  readonly recurrence?: 'as-written' | 'transposed';
  /** the functions that alpha and beta belong to: only those with such a coefficient, or all of them by position */
  readonly coefficients?: 'by-function' | 'by-position';
  /** the elements of Y beyond the length of a sequence */
  readonly padding?: '0' | 'last-state';
  /** the last state of a sequence without steps */
  readonly noSteps?: 'initial' | '0';
  /** which of two coupled gates is 1 less the other */
  readonly coupling?: 'forget-gate' | 'input-gate';
  /** whether the cell is clipped before its activation function */
  readonly cell?: 'clipped' | 'as-it-is';
  /** the treatment of NaN by the maxima and minima in some functions and in clipping */
  readonly nan?: 'propagates' | 'ignored';
  /** the number of a form for functions that are not computed by their definition; `any`: all forms of all functions */
  readonly forms?: Partial<Record<ActivationName, number>> | 'any';
}

/** The states of all units of one sequence, after a step or before the first: H, and the cell if there is one. */
export type States<S> = readonly (readonly S[])[];

/** One direction of a layer: what its cell computes with. */
export interface LayerDirection<S> {
  readonly arithmetic: Arithmetic<S>;
  readonly node: Node<S>;
  readonly reading: Reading;
  /** the number of units */
  readonly units: number;
  /** applies an activation function, by its place in the list: f, g, h */
  activation(place: number, x: S): S;
  /** clips x to the threshold, if there is one */
  clipped(x: S): S;
  /** the terms of an element of Xₜ·Wᵀ */
  ofInput(gate: number, unit: number, x: readonly S[]): Terms<S>;
  /** the terms of an element of H·Rᵀ */
  ofState(gate: number, unit: number, h: readonly S[]): Terms<S>;
  /** the bias of W (0) or R (1), as a term; empty if there is none */
  bias(which: 0 | 1, gate: number, unit: number): Terms<S>;
  /** an element of another input, which has one number for each unit of some gates; `undefined` if it is absent */
  weight(input: number, gate: number, unit: number): S | undefined;
}

/** Pairs of factors, whose products are added. */
export type Terms<S> = readonly (readonly [S, S])[];

/** Returns the sum of the products of all terms, added in any order. */
export function sumOfTerms<S>(a: Arithmetic<S>, ...terms: readonly Terms<S>[]): S {
  const [xs, ys]: [S[], S[]] = [[], []];
  for (const some of terms) {
    for (const pair of some) {
      xs.push(pair[0]);
      ys.push(pair[1]);
    }
  }
  return a.dot(xs, ys);
}

/** Returns (1 - share)·one + share·other, as the text writes it or as one + share·(other - one). */
export const blend = <S>(a: Arithmetic<S>, share: S, one: S, other: S): S =>
  a.either([
    () => a.add(a.multiply(a.subtract(a.of(1), share), one), a.multiply(share, other)),
    () => a.add(one, a.multiply(share, a.subtract(other, one))),
  ]);

/** The cell of a recurrent operator: its gates, its states and one step. */
export interface RecurrentCell {
  /** the number of gates in W, R and B */
  readonly gates: number;
  /** the indices of the inputs that are states before the first step */
  readonly initial: readonly number[];
  /** the default activation functions of a direction */
  readonly functions: readonly ActivationName[];
  /** the index of the input with the weights from the cell to the gates, and the number of these gates */
  readonly peepholes?: { readonly input: number; readonly gates: number };
  /** returns the states after a step */
  step<S>(direction: LayerDirection<S>, x: readonly S[], states: States<S>): States<S>;
}

/** The sizes of a layer. */
interface LayerSizes {
  readonly steps: number;
  readonly batch: number;
  readonly features: number;
  readonly directions: number;
  readonly units: number;
  /** whether the batch is the first dimension */
  readonly isBatchFirst: boolean;
  /** the number of steps of each sequence */
  readonly lengths: readonly number[];
}

/** Returns for each direction whether it goes from the end to the beginning. */
export const directionsOf = <S>(node: Node<S>): readonly boolean[] =>
  ({ reverse: [true], bidirectional: [false, true] })[node.string('direction')] ?? [false];

/** @throws BadInput for shapes, lengths and attributes that do not match, NotJudged for a negative clip */
function sizesOf<S>(node: Node<S>, cell: RecurrentCell): LayerSizes {
  const [x, w, r] = [node.input(0), node.input(1), node.input(2)];
  if (x.dims.length !== 3)
    throw new BadInput(`data of ${x.dims.length} dimensions; they must have three: steps, sequences and features`);
  const isBatchFirst = node.has('layout') && node.flag('layout');
  const [steps, batch] = (isBatchFirst ? [x.dims[1], x.dims[0]] : x.dims) as [number, number];
  const features = x.dims[2]!;
  const directions = directionsOf(node).length;
  const units = r.dims.at(-1)!;
  checkShape('weights W', w.dims, [directions, cell.gates * units, features]);
  checkShape('weights R', r.dims, [directions, cell.gates * units, units]);
  checkShape('a bias', node.inputs[3]?.dims, [directions, 2 * cell.gates * units]);
  checkShape('lengths', node.inputs[4]?.dims, [batch]);
  const ofStates = isBatchFirst ? [batch, directions, units] : [directions, batch, units];
  for (const input of cell.initial) checkShape('a state', node.inputs[input]?.dims, ofStates);
  const { input: ofPeepholes, gates } = cell.peepholes ?? { input: -1, gates: 0 };
  checkShape('peepholes', node.inputs[ofPeepholes]?.dims, [directions, gates * units]);
  if (node.has('hidden_size') && node.number('hidden_size') !== units) {
    throw new BadInput(`hidden_size is ${node.number('hidden_size')} where R has ${units} units`);
  }
  if (node.has('clip') && !(node.number('clip') >= 0)) throw new NotJudged('a clip of …', node.number('clip'));
  const lengths = node.inputs[4] ? node.integers(4) : Array<number>(batch).fill(steps);
  const wrong = lengths.find((length) => length < 0 || length > steps);
  if (wrong !== undefined) throw new BadInput(`a sequence of ${wrong} steps in data of ${steps} steps`);
  return { steps, batch, features, directions, units, isBatchFirst, lengths };
}

function directionOf<S>(
  arithmetic: Arithmetic<S>,
  node: Node<S>,
  cell: RecurrentCell,
  { units, features }: LayerSizes,
  place: number,
  activations: readonly Activation[],
  reading: Reading,
): LayerDirection<S> {
  const a = arithmetic;
  const [w, r] = [node.input(1), node.input(2)];
  const rows = cell.gates * units;
  const ofW = memoized(rows, (row) => range(features).map((i) => a.factor(w.at((place * rows + row) * features + i))));
  const ofR = memoized(rows, (row) =>
    range(units).map((i) => {
      const [gate, unit] = [Math.floor(row / units), row % units];
      const [from, to] = reading.recurrence === 'as-written' ? [i, unit] : [unit, i];
      return a.factor(r.at((place * rows + gate * units + from) * units + to));
    }),
  );
  const threshold = node.has('clip') ? a.of(node.number('clip')) : undefined;
  return {
    ...{ arithmetic, node, reading, units },
    activation(which, x) {
      const one = activations[which]!;
      return activate(a, one, x, reading.forms === 'any' ? 'any' : reading.forms?.[one.name]);
    },
    clipped: (x) => (threshold === undefined ? x : a.minimum(a.maximum(x, a.negate(threshold)), threshold)),
    ofInput(gate, unit, x) {
      const weights = ofW(gate * units + unit);
      return x.map((one, i) => [a.factor(one), weights[i]!]);
    },
    ofState(gate, unit, h) {
      const weights = ofR(gate * units + unit);
      return h.map((one, i) => [a.factor(one), weights[i]!]);
    },
    bias(which, gate, unit) {
      const bias = node.inputs[3]?.at(place * 2 * rows + which * rows + gate * units + unit);
      return bias === undefined ? [] : [[a.of(1), bias]];
    },
    weight(input, gate, unit) {
      const count = node.inputs[input]?.dims[1];
      return count === undefined ? undefined : node.input(input).at(place * count + gate * units + unit);
    },
  };
}

/** Returns the states of a sequence after a number of steps of a direction. */
type StatesAfter<S> = (direction: number, sequence: number, count: number) => States<S>;

/** Computes the states of a node. */
export type LayerRecurrence = <S>(a: Arithmetic<S>, node: Node<S>) => StatesAfter<S>;

/** Returns the computation of the states of a layer, by a given interpretation. */
export const recurrence =
  (cell: RecurrentCell, reading: Reading = {}): LayerRecurrence =>
  <S>(given: Arithmetic<S>, node: Node<S>) => {
    const a = reading.nan === 'ignored' ? ignoreNaN(given) : given;
    const sizes = sizesOf(node, cell);
    const { steps, batch, features, directions, units, isBatchFirst, lengths } = sizes;
    const isReverse = directionsOf(node);
    const activations = activationsOf(node, cell.functions, reading.coefficients);
    const x = node.input(0);
    const inputAt = (step: number, sequence: number): readonly S[] => {
      const row = isBatchFirst ? sequence * steps + step : step * batch + sequence;
      return range(features).map((i) => x.at(row * features + i));
    };
    const stateAt = (sequence: number, direction: number): number =>
      (isBatchFirst ? sequence * directions + direction : direction * batch + sequence) * units;
    const before = (direction: number, sequence: number): States<S> =>
      cell.initial.map((input) =>
        range(units).map((unit) => node.inputs[input]?.at(stateAt(sequence, direction) + unit) ?? a.of(0)),
      );
    const runs = memoized(directions * batch, (index): ((count: number) => States<S>) => {
      const [direction, sequence] = [Math.floor(index / batch), index % batch];
      const one = directionOf(a, node, cell, sizes, direction, activations[direction]!, reading);
      const states = [before(direction, sequence)];
      const length = lengths[sequence]!;
      return (count) => {
        for (let done = states.length - 1; done < count; done++) {
          const step = isReverse[direction] ? length - 1 - done : done;
          const next = cell.step(one, inputAt(step, sequence), states.at(-1)!);
          states.push(next.map((some) => some.map(a.carried)));
        }
        return states[count]!;
      };
    });
    return (direction, sequence, count) => runs(direction * batch + sequence)(count);
  };

/** The same for the nodes of one call: states are computed once in each arithmetic. */
export function recurrenceOfCall(cell: RecurrentCell, reading: Reading): LayerRecurrence {
  const make = recurrence(cell, reading);
  const known = new Map<unknown, unknown>();
  return <S>(a: Arithmetic<S>, node: Node<S>) => {
    const states = (known.get(a) as StatesAfter<S> | undefined) ?? make(a, node);
    known.set(a, states);
    return states;
  };
}

/** Returns the evaluation of a layer: Y, then the last value of each state. */
export const layer =
  (cell: RecurrentCell, reading: Reading = {}, statesOf = recurrence(cell, reading)): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const { steps, batch, directions, units, isBatchFirst, lengths } = sizesOf(node, cell);
    const isReverse = directionsOf(node);
    const { dtype } = node.input(0);
    const made = statesOf(a, node);
    const after: StatesAfter<S> = (direction, sequence, count) =>
      count === 0 && reading.noSteps === '0'
        ? cell.initial.map(() => range(units).map(() => a.of(0)))
        : made(direction, sequence, count);
    const dims = isBatchFirst ? [batch, steps, directions, units] : [steps, directions, batch, units];
    const all = values(dtype, dims, (index) => {
      const place = placeOf(index, dims) as [number, number, number, number];
      const [sequence, step, direction] = isBatchFirst ? place : [place[2], place[0], place[1]];
      const length = lengths[sequence]!;
      if (step < length) {
        return after(direction, sequence, isReverse[direction] ? length - step : step + 1)[0]![place[3]]!;
      }
      return reading.padding === 'last-state' ? after(direction, sequence, length)[0]![place[3]]! : anyZero(a);
    });
    const ofLast = isBatchFirst ? [batch, directions, units] : [directions, batch, units];
    const last = cell.initial.map((_, state): NodeValues<S> => {
      return values(dtype, ofLast, (index) => {
        const place = placeOf(index, ofLast) as [number, number, number];
        const [sequence, direction] = isBatchFirst ? place : [place[1], place[0]];
        return after(direction, sequence, lengths[sequence]!)[state]![place[2]]!;
      });
    });
    return [all, ...last].slice(0, node.outputs);
  };
