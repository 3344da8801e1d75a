import { expect, test } from 'vitest';
import { inputValuesOf } from '../../../../oracles/judge/explanations/input-values.ts';
import { judgedElements } from '../../../../oracles/judge/explanations/signs.ts';
import { tensorOfScalars } from '../../../../oracles/numerics/tensor.ts';
import { findOperator, newestOpset, versionAt } from '../../../../oracles/operators.ts';

/** The values of the input of Neg at wrong and right elements, if a kernel is wrong for some of them. */
function valuesOf(values: readonly number[], isWrong: (x: number) => boolean) {
  const operator = findOperator('Neg')!;
  const version = versionAt(operator, newestOpset);
  const inputs = [tensorOfScalars('float32', [values.length], (i) => values[i]!)];
  const expected = operator.expect(version, { attributes: {}, inputs });
  const answer = tensorOfScalars('float32', [values.length], (i) => (isWrong(values[i]!) ? 99 : -values[i]!));
  return inputValuesOf(judgedElements(expected, [answer], inputs), version, inputs);
}

test('the ends at wrong elements, and what is next to them at right ones', () => {
  const all = Array.from({ length: 60 }, (_, i) => i - 30);
  const [found] = valuesOf(all, (x) => x >= 20);
  expect(found).toMatchObject({ input: 'X', wrong: [20, 29] });
  // 8 below the numbers, 8 within the magnitudes and 8 next to them
  const [below, within, next] = [
    [12, 13, 14, 15, 16, 17, 18, 19],
    [-28, -27, -26, -25, -24, -23, -22, -21],
    [-19, -18, -17, -16],
  ];
  expect(found!.right).toEqual([-30, ...within, ...next, ...below]);
  expect(valuesOf(all, (x) => Math.abs(x) < 5)[0]).toMatchObject({ wrong: [-4, 0, 4] });
});

test('an input with a value that is not finite at a wrong element is left out', () => {
  expect(valuesOf([1, Number.NaN, 2], Number.isNaN)).toEqual([]);
  expect(valuesOf([1, Number.NaN, 2], (x) => x === 2)).toEqual([{ input: 'X', wrong: [2], right: [1] }]);
});

test('an answer without a wrong element has none', () => {
  expect(valuesOf([1, 2], () => false)).toEqual([]);
});
