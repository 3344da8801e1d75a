import { expect, test } from 'vitest';
import { Random } from '../../../generators/cases/random.ts';
import { tensorNear } from '../../../generators/values/near.ts';
import { tensorOf, valuesOfKind } from '../../../generators/values/values.ts';
import { type FloatFormat, formatOf, integerRange } from '../../../oracles/numerics/dtype.ts';
import { isRepresentable } from '../../../oracles/numerics/rounding.ts';
import { elementsOf } from '../../../oracles/numerics/tensor.ts';

const floats = ['float16', 'bfloat16', 'float32', 'float64'] as const;

test.each(floats)('%s: numbers near others are equal or the next ones of the type', (dtype) => {
  const format = formatOf(dtype) as FloatFormat;
  for (const kind of ['mixed', 'wide', 'special', 'small'] as const) {
    const other = valuesOfKind(kind, dtype, [200], new Random(1));
    const numbers = elementsOf(tensorNear(other, [200], new Random(2))).map(Number);
    for (const [i, x] of elementsOf(other).map(Number).entries()) {
      const y = numbers[i]!;
      if (Object.is(x, y) || x === y) continue;
      const between = x / 2 + y / 2;
      expect(isRepresentable(y, format), `${y}`).toBe(true);
      expect(between === x || between === y || !isRepresentable(between, format), `${x} and ${y}`).toBe(true);
    }
  }
});

test('they are also zeros of the other sign, and integers that differ by 1', () => {
  const zeros = elementsOf(tensorNear(tensorOf('float32', [50], [0, -0]), [50], new Random(1)));
  expect(new Set(zeros.map((x, i) => Object.is(x, i % 2 === 0 ? 0 : -0)))).toEqual(new Set([true, false]));
  const { max } = integerRange({ bits: 64, signed: true });
  const integers = elementsOf(tensorNear(tensorOf('int64', [1], [max]), [50], new Random(1)));
  expect(new Set(integers)).toEqual(new Set([max, max - 1n]));
});

test('another shape takes the numbers again', () => {
  const strings = tensorNear(tensorOf('string', [2], ['a', 'b']), [5], new Random(1));
  expect(elementsOf(strings)).toEqual(['a', 'b', 'a', 'b', 'a']);
});
