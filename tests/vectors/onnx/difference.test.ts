import { expect, it } from 'vitest';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import { differenceOf } from '../../../vectors/onnx/difference.ts';
import { encodeTensor } from '../../../vectors/onnx/tensor-proto.ts';
import { tensorOf } from '../../oracles/call.ts';

const cases: readonly (readonly [string, Tensor, Tensor, string])[] = [
  [
    'across zero',
    tensorOf('float32', [1, -(2 ** -149)]),
    tensorOf('float32', [1, 2 ** -148]),
    'element 1 is -1.401298464324817e-45 where there has to be 2.802596928649634e-45, off by 3 units in the last place',
  ],
  [
    'in several elements',
    tensorOf('float64', [1, 2, 3]),
    tensorOf('float64', [1 + 2 ** -52, 2, 3 + 2 ** -50]),
    'element 2 is 3 where there has to be 3.000000000000001, off by 2 units in the last place; 2 of 3 elements differ',
  ],
  ['of integers', tensorOf('int32', [-1]), tensorOf('int32', [2]), 'element 0 is -1 where there has to be 2, off by 3'],
  ['of shape', tensorOf('int32', [1, 2]), tensorOf('int32', [1]), 'int32[2] where there has to be int32[1]'],
  ['of dtype', tensorOf('int32', [1]), tensorOf('bool', [1]), 'int32[1] where there has to be bool[1]'],
];

it.each(cases)('tensors that differ %s', (_, found, right, text) => {
  expect(differenceOf('output_0.pb', encodeTensor(found), encodeTensor(right))).toBe(text);
});

it('files that are not tensors, or hold the same values', () => {
  const right = encodeTensor(tensorOf('int32', [1]), 'data');
  expect(differenceOf('output_0.pb', right.slice(0, -1), right)).toMatch(/^a TensorProto that is cut off: /);
  expect(differenceOf('output_0.pb', encodeTensor(tensorOf('int32', [1]), 'atad'), right)).toBe(
    'the same values, but byte 6 is 0x61 where there has to be 0x64',
  );
  expect(differenceOf('model.onnx', right.slice(0, -1), right)).toBe(
    `${right.length - 1} bytes where there have to be ${right.length}`,
  );
});
