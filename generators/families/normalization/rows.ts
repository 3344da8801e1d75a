import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import type { InputPlan } from '../../calls/draft-of-call.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { lengths, pinned, takeTurns } from '../../cases/take-turns.ts';
import type { Draws } from '../../covering/draws.ts';
import { filled, type NamedCall } from '../../notation/call-notation.ts';
import { usualKinds } from '../../values/values.ts';

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;

/** A call whose input has some shape and given numbers, or numbers of some kind. */
type CallOf = (shape: string, numbers?: readonly number[]) => NamedCall;

/**
 * Rows of which one pass, by squares less the squared mean, loses the variance: numbers next to each other whose squares have more
 * digits than their type, and in float16 many whose squares add up to more than it holds.
 */
export function farRows({ dtype }: PlanContext): readonly (readonly number[])[] {
  const { precision } = formatOf(dtype) as FloatFormat;
  const least = 2 ** Math.floor((precision + 7) / 2);
  const many = Array.from({ length: 1024 }, (_, i) => 8 + ((i * 17) % 512) / 128);
  const near = [
    [0, 1, 2, 3],
    [2, 0, 5, 1, 3],
    [-1, -3, -2, -6, -1, -4],
  ].map((steps) => steps.map((step) => (step < 0 ? step - least : step + least)));
  return [...near, ...(dtype === 'float16' ? [many] : [])];
}

/**
 * A long row whose sum is 0 and whose squares add up to what its type holds, in any order: however few digits that has, no evaluation rounds before
 * it divides. No number is next to one like it at the end.
 */
function exactRow(count: number, { dtype }: PlanContext): readonly number[] {
  const { precision } = formatOf(dtype) as FloatFormat;
  const numbers = [1, -2, 2, -1];
  const every = Math.ceil((2.5 * count) / 2 ** precision);
  const groups = Math.floor(count / (every * numbers.length));
  const fromEnd = (i: number) =>
    i % every === 0 && i / every < groups * numbers.length ? numbers[(i / every) % 4]! : 0;
  return Array.from({ length: count }, (_, i) => fromEnd(count - 1 - i));
}

/**
 * What is tried of all operators that bring rows to mean 0 and variance 1, by calls in which the last dimension of a shape of
 * four, 1x2x1xN, is a row.
 */
export const rowPlans = (call: CallOf) => ({
  'constant-rows': [0, 1, -3, 0.1, 1000].flatMap((value) =>
    ['1x2x1x4', '1x2x1x3'].map((shape) => call(shape, [value])),
  ),
  'offset-rows': [10, 100, 1000, 10_000].flatMap((offset) => [
    call(
      '1x1x1x8',
      [1, 2, 3, 4, 4, 3, 2, 1].map((x) => x + offset),
    ),
    call(
      '1x1x1x4',
      [0, 1, 3, 0.5].map((x) => x - offset),
    ),
  ]),
  'far-rows': (context: PlanContext) => farRows(context).map((row) => call(`1x1x1x${row.length}`, row)),
  'any-length': (context: PlanContext) => [
    ...takeTurns(lengths.slice(0, 21), context, 5).map((n) => call(`1x${n > 32 ? 1 : 2}x1x${n}`)),
    call('1x5x1x17'),
    ...pinned([call('1x1x1x1031', exactRow(1031, context))], context),
    // one element that all others differ from
    ...[0, 16, 32].map((at) => call('1x1x1x33', Array<number>(33).fill(1).with(at, 9))),
  ],
  'special-values': [nan, inf, -inf].flatMap((one) =>
    [0, 3].map((at) => call('1x2x1x4', [1, 2, 3, 4, 4, 3, 2, 1].with(at, one))),
  ),
});

/** The dimensions from an axis on: '3x4' of '2x3x4' for 1. */
export const fromAxis = (shape: string, axis: number): string => shape.split('x').slice(axis).join('x');

/** Calls for rows that begin at each axis of shapes of several ranks. */
export const fromEachAxis = (call: (shape: string, axis: number) => NamedCall): readonly NamedCall[] => [
  call('4', 0),
  call('3x4', 1),
  call('3x4', 0),
  call('2x3x4', 2),
  call('2x3x4', 1),
  call('2x3x4', 0),
  call('2x1x3x2', 2),
];

/** Rows that begin at an axis, and shapes of what goes along them: of a row, of some of its dimensions, or repeated. */
export function drawRows(draws: Draws) {
  const dims = sizesOf(draws, draws.count(1, 5));
  const axis = draws.maybe(() => draws.axis('axis', dims.length));
  const row = dims.slice(axis ?? -1);
  const shape = (): readonly number[] => {
    if (!draws.once(3)) return row;
    return dims.slice(draws.count(0, dims.length)).map((size) => (draws.once(2) ? 1 : size));
  };
  return { dims, axis, shape };
}

/** The sizes of data that are normalized, none of them 0. */
export const sizesOf = (draws: Draws, rank: number, room = draws.room): number[] =>
  draws.sizes(rank, 1, Math.min(room, 2000));

/**
 * What is added to a variance, left out now and then, and the data that scale and shift. Where roots may be exact these have few
 * digits and add up to no zero: the oracle tells no zero, and no number halfway between two others, from those next to it.
 */
export function parametersOf(draws: Draws) {
  const epsilon = draws.maybe(() => draws.pick(0, 1e-12, 1e-5, 1e-3, 1, 2.3));
  const isExact = Number.isInteger(epsilon);
  const factor = (dims: readonly number[]): InputPlan => (isExact ? { dims, kind: 'small' } : draws.summands(dims));
  const shift = (dims: readonly number[]): InputPlan =>
    isExact ? { dims, kind: 'small', map: (x) => Number(x) + 0.125 } : draws.summands(dims);
  return { epsilon, factor, shift };
}

/** Data that are normalized: of usual size mostly; in types of few digits small integers often, whose sums keep them. */
export function rowsOf(draws: Draws, dims: readonly number[]): InputPlan {
  const { precision } = formatOf(draws.context.dtype) as FloatFormat;
  if (precision < 24 && draws.once(2)) return { dims, kind: 'small' };
  return draws.data(dims, ...(draws.once(3) ? [] : usualKinds));
}

/** The type of stage one, which is left out now and then. */
export const stashOf = (draws: Draws, ...types: readonly number[]): number | undefined =>
  draws.once(3) ? draws.pick(...types) : undefined;

/** An input of some shape: of numbers of its usual kind, or of given ones. */
export const inputOf = (shape: string, numbers?: readonly number[]) => (numbers ? filled(shape, numbers) : shape);
