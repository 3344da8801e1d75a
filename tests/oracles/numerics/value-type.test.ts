import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dtypes } from '../../../oracles/numerics/dtype.ts';
import { formatType, parseType } from '../../../oracles/numerics/value-type.ts';

const anyType = fc.record({
  dtype: fc.constantFrom(...dtypes),
  within: fc.array(fc.constantFrom('sequence' as const, 'optional' as const), { maxLength: 4 }),
});

it('reads what it writes', () => {
  fc.assert(
    fc.property(anyType, (type) => {
      expect(parseType(formatType(type))).toEqual(type);
    }),
  );
});

it('finds the tensors within', () =>
  expect(parseType('optional(seq(int4))')).toEqual({ dtype: 'int4', within: ['optional', 'sequence'] }));

it.each(['', 'float', 'map(int64,float32)', 'seq()', 'seq(float32', 'seq(real)', 'sequence(float32)'])(
  'refuses %j',
  (text) => expect(() => parseType(text)).toThrow(RangeError),
);
