import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import { indexOf, placeOf } from '../../oracles/arrays/index-map.ts';
import { gatedCell } from '../../oracles/operators/recurrent/gru.ts';
import {
  directionsOf,
  type LayerDirection,
  layer,
  type RecurrentCell,
  type States,
} from '../../oracles/operators/recurrent/layer.ts';
import { memoryCell } from '../../oracles/operators/recurrent/lstm.ts';
import { simpleCell } from '../../oracles/operators/recurrent/rnn.ts';
import { type Evaluate, type InputValues, Node, type NodeValues } from '../../oracles/spec/node.ts';
import { eachOf } from './alter.ts';
import type { Alter } from './variant.ts';

const cells = [simpleCell, gatedCell, memoryCell];

/** The cell of a node, by how many gates its weights have. */
export function cellOf<S>(node: Node<S>): RecurrentCell {
  const rows = node.input(1).dims[1]! / node.input(2).dims.at(-1)!;
  return cells.find(({ gates }) => gates === rows) ?? simpleCell;
}

/** The elements of an output changed one by one. */
export const eachElement = <S>(given: NodeValues<S>, change: (x: S, index: number) => S): InputValues<S> =>
  eachOf<S, NodeValues<S>>(given, change);

type Step = <S>(direction: LayerDirection<S>, x: readonly S[], states: States<S>, cell: RecurrentCell) => States<S>;

/** The same layer with another step, which may go by the right one. */
export const withStep =
  (step: Step): Alter =>
  () =>
  (a, node) => {
    const cell = cellOf(node);
    return layer({ ...cell, step: (direction, x, states) => step(direction, x, states, cell) })(a, node);
  };

/** The same layer, whose steps see something else. */
export const seeing = (change: <S>(direction: LayerDirection<S>) => Partial<LayerDirection<S>>): Alter =>
  withStep((direction, x, states, cell) => cell.step({ ...direction, ...change(direction) }, x, states));

/** Where an element of Y lies. */
export interface StepPlace {
  readonly step: number;
  readonly direction: number;
  readonly sequence: number;
  readonly unit: number;
}

export const isBatchFirst = <S>(node: Node<S>): boolean => node.has('layout') && node.number('layout') === 1;

/** How many steps there are. */
export const stepsOf = <S>(node: Node<S>): number => node.input(0).dims[isBatchFirst(node) ? 1 : 0]!;

/** How many sequences there are. */
export const batchOf = <S>(node: Node<S>): number => node.input(0).dims[isBatchFirst(node) ? 0 : 1]!;

/** The length of each sequence. */
export const lengthsOf = <S>(node: Node<S>): readonly number[] =>
  node.inputs[4] ? node.integers(4) : Array<number>(batchOf(node)).fill(stepsOf(node));

export function placeInY<S>(node: Node<S>, index: number, dims: readonly number[]): StepPlace {
  const [first, second, third, unit] = placeOf(index, dims) as [number, number, number, number];
  return isBatchFirst(node)
    ? { step: second, direction: third, sequence: first, unit }
    : { step: first, direction: second, sequence: third, unit };
}

export function indexInY<S>(
  node: Node<S>,
  { step, direction, sequence, unit }: StepPlace,
  dims: readonly number[],
): number {
  const place = isBatchFirst(node) ? [sequence, step, direction, unit] : [step, direction, sequence, unit];
  return indexOf(place, dims);
}

/** Where an element of the last states, or of the first, lies. */
export function placeInState<S>(node: Node<S>, index: number, dims: readonly number[]): Omit<StepPlace, 'step'> {
  const [first, second, unit] = placeOf(index, dims) as [number, number, number];
  return isBatchFirst(node)
    ? { direction: second, sequence: first, unit }
    : { direction: first, sequence: second, unit };
}

export const indexInState = <S>(
  node: Node<S>,
  { direction, sequence, unit }: Omit<StepPlace, 'step'>,
  dims: readonly number[],
): number => indexOf(isBatchFirst(node) ? [sequence, direction, unit] : [direction, sequence, unit], dims);

/** The right outputs of a node, all of them. */
interface Outputs<S> {
  readonly a: Arithmetic<S>;
  readonly node: Node<S>;
  readonly y: NodeValues<S>;
  readonly states: readonly NodeValues<S>[];
}

function allOutputs<S>(correct: Evaluate, a: Arithmetic<S>, node: Node<S>): Outputs<S> {
  const { version, attributes, inputs } = node;
  const [y, ...states] = correct(a, new Node(version, attributes, inputs, version.outputs.length));
  return { a, node, y: y!, states };
}

/** Y with elements that are read from elsewhere, or are others. */
export const onY =
  (change: <S>(outputs: Outputs<S>, place: StepPlace & { readonly index: number }) => S): Alter =>
  (correct) =>
  (a, node) => {
    const outputs = allOutputs(correct, a, node);
    const { y, states } = outputs;
    const changed = eachElement(y, (_, index) => change(outputs, { ...placeInY(node, index, y.dims), index }));
    return [changed, ...states].slice(0, node.outputs);
  };

/** The last states with elements that are read from elsewhere, or are others. @param which H is 0, the cell 1 */
export const onLast =
  (
    change: <S>(
      outputs: Outputs<S> & { readonly last: NodeValues<S> },
      place: Omit<StepPlace, 'step'> & { readonly index: number },
    ) => S,
    which: readonly number[] = [0, 1],
  ): Alter =>
  (correct) =>
  (a, node) => {
    const outputs = allOutputs(correct, a, node);
    const changed = outputs.states.map((last, i) =>
      which.includes(i)
        ? eachElement(last, (_, index) =>
            change({ ...outputs, last }, { ...placeInState(node, index, last.dims), index }),
          )
        : last,
    );
    return [outputs.y, ...changed].slice(0, node.outputs);
  };

/** Data with the steps of each sequence in the opposite order. */
export function turnedSteps<S>(node: Node<S>): InputValues<S> {
  const x = node.input(0);
  const lengths = lengthsOf(node);
  return eachElement(x, (_, index) => {
    const [first, second, feature] = placeOf(index, x.dims) as [number, number, number];
    const [step, sequence] = isBatchFirst(node) ? [second, first] : [first, second];
    const length = lengths[sequence]!;
    const other = step < length ? length - 1 - step : step;
    return x.at(indexOf(isBatchFirst(node) ? [sequence, other, feature] : [other, sequence, feature], x.dims));
  });
}

/** What a layer gives whose directions all go the other way. */
export const goingBack =
  (correct: Evaluate): Evaluate =>
  (a, node) => {
    const inputs = [turnedSteps(node), ...node.inputs.slice(1)];
    const { y, states } = allOutputs(correct, a, new Node(node.version, node.attributes, inputs, node.outputs));
    const lengths = lengthsOf(node);
    const back = eachElement(y, (own, index) => {
      const place = placeInY(node, index, y.dims);
      const length = lengths[place.sequence]!;
      return place.step < length ? y.at(indexInY(node, { ...place, step: length - 1 - place.step }, y.dims)) : own;
    });
    return [back, ...states].slice(0, node.outputs);
  };

/** Outputs of one layer in some directions, and of another in the rest. */
export const inDirections =
  (isOfOther: (direction: number, isReverse: readonly boolean[]) => boolean, other: Alter): Alter =>
  (correct) =>
  (a, node) => {
    const [own, others] = [correct(a, node), other(correct)(a, node)];
    const isReverse = directionsOf(node);
    return own.map((output, i) =>
      eachElement(output, (x, index) => {
        const { direction } = i === 0 ? placeInY(node, index, output.dims) : placeInState(node, index, output.dims);
        return isOfOther(direction, isReverse) ? others[i]!.at(index) : x;
      }),
    );
  };
