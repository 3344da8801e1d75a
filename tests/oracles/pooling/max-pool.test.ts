import { expect, it } from 'vitest';
import { computed, plain } from '../../../evidence/kernels/computed.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

it.each([
  [[Number.NaN, 0], 0n],
  [[3, Number.NaN, 5, Number.NaN], 1n],
  [[1, 4, 2], 1n],
])('the kernel finds the maximum of %j at %s', (x, place) => {
  const operator = findOperator('MaxPool')!;
  const call = {
    attributes: { kernel_shape: { type: 'INTS', value: [x.length] } as const },
    inputs: [tensorOf('float32', x, [1, 1, x.length])],
    outputs: 2,
  };
  const [, indices] = computed(operator.evaluate!, operator, versionAt(operator, newestOpset), call, plain);
  expect(indices!.data).toEqual(BigInt64Array.of(place));
});
