import { expect, it } from 'vitest';
import { NotJudged } from '../../../oracles/bad-input.ts';
import { findOperator } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

const operator = findOperator('OneHot')!;

/** The lines of indices of float32, of depth 3, with 0 and 1 for off and on. */
function lines(since: number, ...indices: number[]) {
  const version = operator.versions.find((one) => one.since === since)!;
  const inputs = [tensorOf('float32', indices), tensorOf('int64', [3n], []), tensorOf('float32', [0, 1])];
  const [output] = operator.expect(version, { attributes: {}, inputs });
  return indices.map((_, i) => [0, 1, 2].map((k) => output!.accept(3 * i + k).best));
}

it.each([
  [9, 0.5, [1, 0, 0]],
  [9, 1.75, [0, 1, 0]],
  [9, -0.5, [1, 0, 0]],
  [11, -1.5, [0, 0, 1]],
  [11, 3.25, [0, 0, 0]],
])('version %i casts the index %d to int64', (since, index, line) => expect(lines(since, index)).toEqual([line]));

it.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 63])('the index %d is not judged', (index) =>
  expect(() => lines(11, index)).toThrow(NotJudged),
);
