import { expect, test } from 'vitest';
import { correctCandidates } from '../../../evidence/kernels/candidates.ts';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import { tensorOf } from '../../oracles/call.ts';

/** What a right kernel answers to a call without attributes. */
function answerOf(kernel: string, operator: string, opset: number, inputs: readonly Tensor[]) {
  const implementation = correctCandidates.find(({ name }) => name === kernel)!.start();
  const proposal = { attributes: {}, inputs: inputs.map((value, i) => ({ name: `${i}`, value })) };
  return [...implementation({ cell: { operator: { name: operator } }, opset, proposal } as never)[0]!.data];
}

test('a kernel with quotients in float64 has them where the output is a float, too', () => {
  // half of the least number is zero in float32, of either sign with a zero point of 0
  const inputs = [tensorOf('float32', [2 ** -149]), tensorOf('float32', [-2], []), tensorOf('float8e4m3fn', [0], [])];
  const minusZero = 0x80;
  expect(answerOf('QuantizeLinear with quotients in float64', 'QuantizeLinear', 21, inputs)).toEqual([minusZero]);
});
