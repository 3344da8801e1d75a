import { expect, test } from 'vitest';
import { BadInput } from '../../../oracles/bad-input.ts';
import { tensor } from '../../../oracles/numerics/tensor.ts';
import { findOperator, versionAt } from '../../../oracles/operators.ts';

const x = tensor('float32', [1, 2, 3], Float32Array.of(-1, -2, -3, -4, -5, -6));
const pRelu = findOperator('PRelu')!;

/** The true values of PRelu at an opset, with slopes in some shape. */
function values(opset: number, slopes: readonly number[], dims = [slopes.length]) {
  const slope = tensor('float32', dims, Float32Array.from(slopes));
  const [y] = pRelu.expect(versionAt(pRelu, opset), { attributes: {}, inputs: [x, slope] });
  return Array.from({ length: 6 }, (_, i) => y!.accept(i).best);
}

test('before opset 7 a slope is for one channel, or for all', () => {
  expect(values(6, [10, 100])).toEqual([-10, -20, -30, -400, -500, -600]);
  expect(values(6, [10])).toEqual([-10, -20, -30, -40, -50, -60]);
  expect(() => values(6, [1, 2, 3])).toThrow(BadInput);
});

test('from opset 7 on it is broadcast', () => {
  expect(values(7, [10, 100, 1000])).toEqual([-10, -200, -3000, -40, -500, -6000]);
  expect(values(7, [10, 100], [2, 1])).toEqual([-10, -20, -30, -400, -500, -600]);
});
