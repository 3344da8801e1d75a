// biome-ignore-all format: matrices stay on a line
import { expect, test } from 'vitest';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { type Nested, values } from '../call.ts';

const x = [[[-1, -2, -3], [-4, -5, -6]]];
const pRelu = (opset: number, slopes: Nested) => values('PRelu', {}, [x, slopes], { opset });

test('before opset 7 a slope is for one channel, or for all', () => {
  expect(pRelu(6, [10, 100])).toEqual([[[-10, -20, -30], [-400, -500, -600]]]);
  expect(pRelu(6, [10])).toEqual([[[-10, -20, -30], [-40, -50, -60]]]);
  expect(() => pRelu(6, [1, 2, 3])).toThrow(BadInput);
});

test('from opset 7 on it is broadcast', () => {
  expect(pRelu(7, [10, 100, 1000])).toEqual([[[-10, -200, -3000], [-40, -500, -6000]]]);
  expect(pRelu(7, [[10], [100]])).toEqual([[[-10, -20, -30], [-400, -500, -600]]]);
});
