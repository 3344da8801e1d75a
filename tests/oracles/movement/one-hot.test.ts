import { expect, it } from 'vitest';
import { NotJudged } from '../../../oracles/spec/bad-input.ts';
import { tensorOf, values } from '../call.ts';

/** The line of an index of float32, of depth 3, with 0 and 1 for off and on. */
const line = (opset: number, index: number) =>
  values('OneHot', {}, [[index], tensorOf('int64', [3n], []), [0, 1]], { opset });

it.each([
  [9, 0.5, [1, 0, 0]],
  [9, 1.75, [0, 1, 0]],
  [9, -0.5, [1, 0, 0]],
  [11, -1.5, [0, 0, 1]],
  [11, 3.25, [0, 0, 0]],
])('version %i casts the index %d to int64', (opset, index, elements) =>
  expect(line(opset, index)).toEqual([elements]),
);

it.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 63])('the index %d is not judged', (index) =>
  expect(() => line(11, index)).toThrow(NotJudged),
);
