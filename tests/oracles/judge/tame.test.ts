import { expect, test } from 'vitest';
import type { FloatDType } from '../../../oracles/numerics/dtype.ts';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

/** What is observed of the true value, rounded, of an operator over one row. */
function observed(name: string, xs: readonly number[], dtype: FloatDType = 'float32', ...more: readonly Tensor[]) {
  const operator = findOperator(name)!;
  const call = { attributes: {}, inputs: [tensorOf(dtype, xs), ...more] };
  const acceptance = operator.expect(versionAt(operator, newestOpset), call)[0]!.accept(0);
  const verdict = acceptance.judge(acceptance.best);
  return verdict.accepted ? verdict.observations.map(({ policy, choice }) => `${policy}: ${choice}`) : ['rejected'];
}

const finite = ['intermediate-range: finite'];

test.each([
  ['ReduceL2', [3, 4], []],
  ['ReduceL2', [1e30, 1e30], finite],
  ['ReduceL2', [1, -1e30, 1], finite],
  ['ReduceL2', [1e12, 1e12], []],
  ['ReduceSum', Array.from({ length: 5 }, (_, i) => (i < 3 ? 3e38 : -3e38)), finite],
  ['ReduceSum', [3, 4], []],
  ['Gelu', [1], []],
  ['Gelu', [3.4028234663852886e38], finite],
])('%s of %j', (name, xs, reported) => {
  expect(observed(name, xs)).toEqual(reported);
});

test.each([
  [1, []],
  [128, finite],
])('of %i terms, small as they are', (count, reported) => {
  expect(observed('ReduceL2', Array(count).fill(31), 'float16')).toEqual(reported);
});

test('what leaves the range however small its inputs are', () => {
  expect(observed('ReduceProd', [1e12, 1e12, 1e12, 1e12, 1e-12, 1e-12, 1e-12, 1e-12])).toEqual(finite);
});

test('one input near the ends of the range is enough', () => {
  const more = (...xs: readonly number[]) => xs.map((x) => tensorOf('float32', [x]));
  expect(observed('Sum', [1], 'float32', ...more(3e38, 3e38, -3e38))).toEqual(finite);
  expect(observed('Sum', [1], 'float32', ...more(3, 3, -3))).toEqual([]);
});
