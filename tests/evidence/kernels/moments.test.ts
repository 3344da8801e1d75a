import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { corrected, ofSquares } from '../../../evidence/kernels/normalization-variants.ts';
import { machineIn } from '../../../oracles/arithmetic/machine.ts';
import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';

const machineOf = (dtype: 'bfloat16' | 'float32') => machineIn(formatOf(dtype) as FloatFormat);
/** Numbers of which no three have a sum beyond the range of float32, and most have squares beyond it. */
const large = fc.float({ min: -Math.fround(1e38), max: Math.fround(1e38), noNaN: true });

describe.each(Object.entries({ corrected, ofSquares }))(
  'the variance is a number that is not negative: %s',
  (_, moments) => {
    test('of finite numbers whose squares are infinite', () => {
      fc.assert(
        fc.property(fc.array(large, { minLength: 1, maxLength: 3 }), (xs) => {
          expect(moments(machineOf('float32'), xs).variance).toBeGreaterThanOrEqual(0);
        }),
      );
      expect(moments(machineOf('float32'), [Math.fround(3e38)]).variance).toBe(0);
    });

    test('of equal numbers, whose mean is rounded', () => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: -255, max: 255 }), (length, x) => {
          expect(moments(machineOf('bfloat16'), Array(length).fill(x)).variance).toBeGreaterThanOrEqual(0);
        }),
      );
    });
  },
);
