import { expect, test } from 'vitest';
import { nearTensor, referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import { type DType, formatOf } from '../../../oracles/numerics/dtype.ts';
import { tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { findOperator } from '../../../oracles/operators.ts';
import type { ExpectedOutput } from '../../../oracles/spec/operator.ts';

const add = findOperator('Add')!;

/** The expected sum of n numbers and as many others, without rounding in doubles. @param read is called for each exact answer */
function sumOf(dtype: DType, n: number, read: () => void) {
  const isFloat = formatOf(dtype).kind === 'float';
  const data = tensorOfScalars(dtype, [n], (i) => (isFloat ? i / 8 : BigInt(i)));
  const [sum] = add.expect(add.versions.at(-1)!, { attributes: {}, inputs: [data, data] }) as [ExpectedOutput];
  const accept = (i: number) => {
    read();
    return sum.accept(i);
  };
  return { ...sum, accept };
}

test.each([
  ['float32', 4096, true],
  ['float32', 4097, false],
  ['int64', 4097, true],
] as const)('%s[%i] is read exactly: %s', (dtype, n, isExact) => {
  let [exact, watched] = [0, 0];
  const near = nearTensor(
    sumOf(dtype, n, () => exact++),
    () => watched++,
  );
  expect({ exact: exact > 0, watched }).toEqual({ exact: isExact, watched: n });
  expect(near).toEqual(referenceTensor(sumOf(dtype, n, () => {})));
});
