import { expect, it } from 'vitest';
import { tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { findOperator } from '../../../oracles/operators.ts';

it('has the range of as many elements as an image has', () => {
  const operator = findOperator('DynamicQuantizeLinear')!;
  const x = tensorOfScalars('float32', [300_000], (i) => (i === 299_999 ? 255 : i % 2));
  const [y, scale, zero] = operator.expect(operator.versions[0]!, { attributes: {}, inputs: [x] });
  const last = y!.accept(299_999);
  expect([last.best, scale!.accept(0).best, zero!.accept(0).best]).toEqual([255n, 1, 0n]);
  expect(last.judge(255n).accepted).toBe(true);
});
