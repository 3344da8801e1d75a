import { expect, test } from 'vitest';
import { type DType, formatOf } from '../../../oracles/numerics/dtype.ts';
import { tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { findOperator } from '../../../oracles/operators.ts';

const operator = findOperator('QuantizeLinear')!;

const scalarOf = (dtype: DType, value: number) => tensorOfScalars(dtype, [], () => value);

/** What may stand for a number in units of a scale, in a type. */
function quantized(x: number, scale: number, to: DType, since = 25) {
  const version = operator.versions.find((one) => one.since === since)!;
  const [output] = operator.expect(version, {
    attributes: { output_dtype: { type: 'INT', value: formatOf(to).code } },
    inputs: [scalarOf('float32', x), scalarOf('float32', scale)],
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
  const [output] = operator.expect(version, {
    attributes: {},
    inputs: [scalarOf('float32', 1 + 2 ** -23), scalarOf('float32', 0.5), scalarOf('float6e3m2', 2.5)],
  });
  // 4.5 + 2^-22 in float32 is 4.5
  expect([4, 5, 6].map((got) => output!.accept(0).judge(got).accepted)).toEqual([true, true, false]);
});

test.each(['float8e4m3fn', 'float8e5m2', 'float4e2m1', 'float6e3m2'] as const)(
  'next to a zero point of %s that is 0, -0 becomes either zero',
  (to) => {
    const judged = (x: number, zero?: number) => {
      const inputs = [
        scalarOf('float32', x),
        scalarOf('float32', 1),
        ...(zero === undefined ? [] : [scalarOf(to, zero)]),
      ];
      const attributes = { output_dtype: { type: 'INT', value: formatOf(to).code } } as const;
      const [output] = operator.expect(operator.versions.at(-1)!, { attributes, inputs });
      return [0, -0].map((got) => output!.accept(0).judge(got).accepted);
    };
    expect(judged(-0, 0)).toEqual([true, true]);
    expect(judged(-0)).toEqual([false, true]);
    expect(judged(0, 0)).toEqual([true, false]);
    expect(judged(-1, 1)).toEqual([true, false]);
  },
);
