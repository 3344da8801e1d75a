import { expect, test } from 'vitest';
import type { DType } from '../../../oracles/numerics/dtype.ts';
import { tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { findOperator } from '../../../oracles/operators.ts';

test.each<DType>(['bfloat16', 'float16', 'float32', 'float64'])('Softmax of large numbers of %s', (dtype) => {
  const { versions, expect: accept } = findOperator('Softmax')!;
  const large = dtype === 'float16' ? 2 ** 15 : 2 ** 40;
  const accepted = (xs: readonly number[], got: number) => {
    const inputs = [tensorOfScalars(dtype, [xs.length], (i) => xs[i]!)];
    const [output] = accept(versions.at(-1)!, { attributes: {}, inputs });
    return output!.accept(xs.length - 1).judge(got).accepted;
  };
  expect([0, 0.5, 1].map((got) => accepted([large, large], got))).toEqual([false, true, false]);
  expect([0, 0.5, 1].map((got) => accepted([large, 0], got))).toEqual([true, false, false]);
});
