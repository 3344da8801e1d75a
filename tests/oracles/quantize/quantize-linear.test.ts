import { expect, test } from 'vitest';
import { type DType, formatOf } from '../../../oracles/numerics/dtype.ts';
import { tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { findOperator } from '../../../oracles/operators.ts';

const operator = findOperator('QuantizeLinear')!;

/** What may stand for a number in units of a scale, in a type. */
function quantized(x: number, scale: number, to: DType, since = 25) {
  const scalar = (value: number) => tensorOfScalars('float32', [], () => value);
  const version = operator.versions.find((one) => one.since === since)!;
  const [output] = operator.expect(version, {
    attributes: { output_dtype: { type: 'INT', value: formatOf(to).code } },
    inputs: [scalar(x), scalar(scale)],
  });
  return (got: number) => output!.accept(0).judge(got).accepted;
}

test.each([
  // half way between 1 and 1.125, 1.25 and 1.5, 5 between 4 and 6
  ['float8e4m3fn', 1.0625, 1, 1.125],
  ['float8e5m2', 1.375, 1.5, 1.25],
  ['float4e2m1', 5, 4, 6],
] as const)('to %s %d is rounded to the even neighbour alone', (to, tie, right, wrong) => {
  for (const scale of [1, 0.25, 3]) {
    const accepts = quantized(tie * scale, scale, to);
    expect([accepts(right), accepts(wrong)]).toEqual([true, false]);
  }
});

test('a float with a zero point is the exact sum, or the sum in the type of the division', () => {
  const version = operator.versions.at(-1)!;
  const scalar = (dtype: DType, value: number) => tensorOfScalars(dtype, [], () => value);
  const [output] = operator.expect(version, {
    attributes: {},
    inputs: [scalar('float32', 1 + 2 ** -23), scalar('float32', 0.5), scalar('float6e3m2', 2.5)],
  });
  // 4.5 + 2^-22 in float32 is 4.5
  expect([4, 5, 6].map((got) => output!.accept(0).judge(got).accepted)).toEqual([true, true, false]);
});
