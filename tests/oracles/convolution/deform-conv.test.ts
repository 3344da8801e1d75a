import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { type FloatName, tensorOf, values } from '../call.ts';

const { fround } = Math;

/** Whether an answer of DeformConv stands: one image, one filter of one element, offsets of the first dimension before the others. */
function judged(dtype: FloatName, dims: readonly number[], x: readonly number[], offsets: readonly number[]) {
  const operator = findOperator('DeformConv')!;
  const inputs = [
    tensorOf(dtype, x, [1, 1, ...dims]),
    tensorOf(dtype, [1], [1, 1, ...dims.map(() => 1)]),
    tensorOf(dtype, offsets, [1, dims.length, ...dims]),
  ];
  const expected = operator.expect(versionAt(operator, newestOpset), { attributes: {}, inputs });
  return (answer: readonly number[]) => compare(expected, [tensorOf(dtype, answer, [1, 1, ...dims])]).accepted;
}

it('an offset of whole elements is an index, which is right where the type of the data does not hold it', () => {
  const length = 260;
  const x = Array.from({ length }, (_, i) => (i % 7) - 3);
  const moved = x.map((_, i) => x[i + 1] ?? 0);
  const offsets = [...x.map(() => 1), ...x.map(() => 0)];
  const stands = judged('bfloat16', [length, 1], x, offsets);
  // 257 is 256 in bfloat16, as if one element before the one that is read
  expect([moved, moved.with(256, 2 * x[257]! - x[258]!), moved.with(256, x[256]!)].map(stands)).toEqual([
    true,
    false,
    false,
  ]);
});

it('differences stand in either order of the dimensions, in all places together', () => {
  const large = fc.integer({ min: -(2 ** 24), max: 2 ** 24 }).map((n) => n * 256);
  const quarter = fc.constantFrom(0.25, 0.5, 0.75);
  const [values, offsets] = [large, quarter].map((one) => fc.array(one, { minLength: 8, maxLength: 8 }));
  const between = (from: number, to: number, past: number) => fround(from + fround(past * fround(to - from)));
  fc.assert(
    fc.property(values!, offsets!, fc.boolean(), (x, past, isLastFirst) => {
      const at = (row: number, column: number) => (row < 2 && column < 2 ? x[2 * row + column]! : 0);
      const answer = [0, 1, 2, 3].map((i) => {
        const [row, column, down, right] = [i >> 1, i & 1, past[i]!, past[4 + i]!];
        const inRow = (r: number) => between(at(r, column), at(r, column + 1), right);
        const inColumn = (c: number) => between(at(row, c), at(row + 1, c), down);
        return isLastFirst
          ? between(inRow(row), inRow(row + 1), down)
          : between(inColumn(column), inColumn(column + 1), right);
      });
      expect(judged('float32', [2, 2], x.slice(0, 4), past)(answer)).toBe(true);
    }),
    { numRuns: 100 },
  );
});

/** As many offsets of 0 as a row of places has, for windows of some elements. */
const unmoved = (elements: number, places: number) => [Array(2 * elements).fill([Array(places).fill(0)])];

it.each([
  ['moves by strides', { strides: [1, 2] }, [[[[10]]]], unmoved(1, 2), [10, 40]],
  ['has dilations between its elements', { dilations: [1, 2] }, [[[[1, 10]]]], unmoved(2, 1), [41]],
  ['begins before the data with pads', { pads: [0, 1, 0, 0] }, [[[[1, 10]]]], unmoved(2, 3), [10, 21, 42]],
])('a window %s', (_, attributes, filter, offsets, result) =>
  expect(values('DeformConv', attributes, [[[[[1, 2, 4]]]], filter, offsets])).toEqual([[[result]]]),
);

it('each element of a window has an offset of its own, in the order of the window', () => {
  // the second element is read one column further on, at the first place alone
  const offsets = [[[[0, 0]], [[0, 0]], [[0, 0]], [[1, 0]]]];
  expect(values('DeformConv', {}, [[[[[1, 2, 4]]]], [[[[1, 10]]]], offsets])).toEqual([[[[41, 42]]]]);
});

it('each group of offsets is that of its channels, and each group of filters too', () => {
  const x = [[[[1, 2]], [[3, 4]]]];
  // the first channel is read at columns 1 and 1, the second at 1 and 0
  const offsets = [[[[0, 0]], [[1, 0]], [[0, 0]], [[1, -1]]]];
  expect(values('DeformConv', { offset_group: 2 }, [x, [[[[1]], [[10]]]], offsets])).toEqual([[[[42, 32]]]]);
  expect(values('DeformConv', { group: 2 }, [x, [[[[1]]], [[[10]]]], unmoved(1, 2)])).toEqual([[[[1, 2]], [[30, 40]]]]);
});
