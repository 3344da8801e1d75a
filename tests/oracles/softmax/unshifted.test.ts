import { expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { type FloatName, tensorOf } from '../call.ts';

/** What answers tell of the shift, in the place of the first element; false where they fail. */
function reported(name: string, dtype: FloatName, xs: readonly number[]) {
  const operator = findOperator(name)!;
  const inputs = [tensorOf(dtype, xs, [1, xs.length])];
  const [output] = operator.expect(versionAt(operator, newestOpset), { attributes: {}, inputs });
  return (got: number) => {
    const verdict = output!.accept(0).judge(got);
    if (!verdict.accepted) return false;
    return verdict.observations.filter(({ policy }) => policy === 'softmax-shift').map(({ choice }) => choice);
  };
}
const { fround } = Math;
const share = fround(1 / (1 + Math.exp(-1)));

it('an inaccurate answer is not a choice where exponentials overflow', () => {
  const softmax = reported('Softmax', 'float32', [100, 99]);
  expect([0.5, 0.73, 0.7311, 0, Infinity].map(softmax)).toEqual([false, false, false, false, false]);
  // both infinite; or accurate, as by exponentials in a wider type
  expect([Number.NaN, share].map(softmax)).toEqual([['not-shifted'], []]);
  expect([0, Number.NaN, fround(1 / (1 + Math.exp(6)))].map(reported('Softmax', 'float32', [86, 92]))).toEqual([
    ['not-shifted'],
    false,
    [],
  ]);
  const logarithm = reported('LogSoftmax', 'float32', [100, 101]);
  expect([-1.5, -1.31, -700, 0].map(logarithm)).toEqual([false, false, false, false]);
  expect([-Infinity, Number.NaN].map(logarithm)).toEqual([['not-shifted'], ['not-shifted']]);
});

it('a type that holds the exponentials may be taken, or none', () => {
  const softmax = reported('Softmax', 'float16', [12, 100]);
  expect([0, Number.NaN, 0.5].map(softmax)).toEqual([[], ['not-shifted'], false]);
  const beyondAll = reported('Softmax', 'float64', [1000, 999]);
  expect([1 / (1 + Math.exp(-1)), Number.NaN, 0.7].map(beyondAll)).toEqual([['shifted'], ['not-shifted'], false]);
});

it('where exponentials vanish an answer has the digits that are left of them', () => {
  const softmax = reported('Softmax', 'float32', [-100, -101]);
  const quanta = (x: number) => Math.round(Math.exp(x) * 2 ** 149);
  const rough = fround(quanta(-100) / (quanta(-100) + quanta(-101)));
  expect([rough, Infinity, 0.5, 0, Number.NaN].map(softmax)).toEqual([
    ['not-shifted'],
    ['not-shifted'],
    false,
    false,
    false,
  ]);
  expect([Number.NaN, 0.5, share].map(reported('Softmax', 'float32', [-200, -201]))).toEqual([
    ['not-shifted'],
    false,
    [],
  ]);
});

it('a zero is not a sign of an overflow where the number that would overflow has a share', () => {
  const operator = findOperator('Softmax')!;
  const inputs = [tensorOf('float32', [5, 90], [1, 2])];
  const expected = operator.expect(versionAt(operator, newestOpset), { attributes: {}, inputs });
  const judged = (answer: readonly number[]) => compare(expected, [tensorOf('float32', answer, [1, 2])]).accepted;
  expect(
    [
      [0, Number.NaN],
      [fround(Math.exp(-85)), 1],
      [0, 1],
    ].map(judged),
  ).toEqual([true, true, false]);
});
