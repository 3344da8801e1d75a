import type { Draws } from '../covering/draws.ts';
import { filled, type NamedCall, type NotatedInput } from '../notation/call-notation.ts';

/** For what each type shows on its own: no other has the same limits. */
export const inEveryType: NamedCall = { suite: 'standard' };

/**
 * Calls over rows of data, each in a word: `'3x4x2/0,2'` is a shape and the axes of its rows, `'3x4/'` an empty list of axes, `'3x4'`
 * no axes. Every other one removes its dimensions.
 * @param name of the axes
 * @param kind of data; the usual one if absent
 */
export const rowCalls =
  (name: string) =>
  (words: string, kind = '', more: NamedCall = {}): NamedCall[] =>
    words.split(' ').map((word, i) => {
      const [shape, axes] = word.split('/');
      const listed = axes === '' ? [] : axes?.split(',').map(Number);
      const given: NotatedInput = listed && name === 'axis' ? listed[0] : listed;
      return {
        data: `${shape} ${kind}`.trim(),
        [name]: given,
        ...(i % 2 === 1 && { keepdims: 0 }),
        ...more,
      };
    });

/** The same calls, with integers that say what to do given at run time. */
export const withRunTimeIntegers = (name: string, calls: readonly NamedCall[]): NamedCall[] =>
  calls.map((call) => {
    const numbers = call[name] as readonly number[];
    return { ...call, [name]: filled(`${numbers.length}`, numbers, { dtype: 'int64', form: 'input' }) };
  });

/** Kept and reduced dimensions in every arrangement that kernels treat apart, of unequal sizes, so that exchanged ones show. */
export const axisArrangements =
  '3x5x2x4/1,3 3x5/1 3x5/0 3x5/0,1 3x5x2/1 3x5x2/0,2 3x5x2/2 3x5x2/0 3x5x2/1,2 3x5x2/0,1 3/0 3x5x2x4/0,2 3x5x2x4/0,3 3x5x2x4/1,2 ' +
  '3x5x2x4x3/1,3 3x5x2x4x3/0,2,4 3x5x2x4x3x2/2,5 3x5x2x4x3x2/0,2,4';

/** Layouts of one axis for which kernels have paths of their own, or that such a path takes for another one. */
export const riskyAxisLayouts =
  // ones before or behind the axis: the same elements in the same order, and yet another reduction
  '1x1x7/2 1x9/1 7x1x1/0 1x1x7/0 7x1x1/2 1x6x4/1 1x5x5/2 1x5x5/1 5x4x1/0 ' +
  // equal dimensions, where exchanged ones keep the shape
  '4x4x4/1 16x16/0 16x16/1 4x5x4/1 3x4x4x3/1 3x4x4x3/2 8x3x8/0';

/** Columns, and rows of one element, whose number is not a multiple of the width of a vector. */
export const columnLayouts = '7x67/0 301x17/0 3x37x41/1 70x1/1 5x130/0 1030x5/0';

/** A call of a reduction over a list of axes, or over one; not over an empty set, for which the text rarely gives a value. */
export function drawReduction(draws: Draws): NamedCall {
  const dims = draws.sizes(draws.count(draws.declares('axis') ? 1 : 0, 6), 1);
  const rank = dims.length;
  const flags = ['keepdims', 'noop_with_empty_axes', 'select_last_index'].filter((name) => draws.declares(name));
  return {
    data: draws.data(dims),
    ...(draws.declares('axis') && { axis: draws.maybe(() => draws.axis('axis', rank)) }),
    ...(draws.declares('axes') && { axes: draws.maybe(() => draws.axes('axes', rank)) }),
    ...Object.fromEntries(flags.map((name) => [name, draws.maybe(() => draws.pick(0, 1))])),
  };
}
