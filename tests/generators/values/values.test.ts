import { expect, test } from 'vitest';
import { Random } from '../../../generators/cases/random.ts';
import { valueKinds, valuesOfKind } from '../../../generators/values/values.ts';
import { dtypes, formatOf, integerRange } from '../../../oracles/numerics/dtype.ts';
import { numbersOf } from '../../../oracles/numerics/tensor.ts';

test('integers that are drawn fit their type, those of two bits too', () => {
  for (const dtype of dtypes) {
    const format = formatOf(dtype);
    if (format.kind !== 'integer') continue;
    const { min, max } = integerRange(format);
    for (const kind of valueKinds) {
      const number = numbersOf(valuesOfKind(kind, dtype, [30], new Random(1)));
      const wrong = Array.from({ length: 30 }, (_, i) => number(i)).filter((x) => x < min || x > max);
      expect(wrong, `${kind} ${dtype}`).toEqual([]);
    }
  }
});
