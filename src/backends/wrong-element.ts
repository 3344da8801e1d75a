import type { Scalar } from '../../oracles/acceptance/acceptance.ts';
import { bestTensor, storing } from '../../oracles/acceptance/best.ts';
import { scalarsOf } from '../../oracles/acceptance/comparator.ts';
import { type Format, formatOf, integerRange } from '../../oracles/numerics/dtype.ts';
import { largestFinite } from '../../oracles/numerics/rounding.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { ExpectedOutput } from '../../oracles/operator.ts';

/**
 * The oracle's answer, wrong in one element: the last one, finite if there is such, whose wrong value is not accepted.
 * @returns `undefined` if there is none: no output has elements, or in all of them anything may stand
 */
export function withWrongElement(expected: readonly ExpectedOutput[]): readonly Tensor[] | undefined {
  const tensors = expected.map(bestTensor);
  for (const isWanted of [hasValue, (x: Scalar) => !hasValue(x)]) {
    for (const [output, t] of tensors.entries()) {
      const value = scalarsOf(t);
      const data = t.data as unknown as (number | bigint)[];
      const store = storing(t.dtype);
      for (let i = data.length - 1; i >= 0; i--) {
        const right = data[i]!;
        if (!isWanted(value(i))) continue;
        data[i] = store(farFrom(value(i), formatOf(t.dtype)));
        if (!expected[output]!.accept(i).judge(value(i)).accepted) return tensors;
        data[i] = right;
      }
    }
  }
  return undefined;
}

const hasValue = (x: Scalar): boolean => Number.isFinite(Number(x));

/** About twice as far from 0, or half where the format ends before: no tolerance of a comparing program takes it for x. */
function farFrom(x: Scalar, format: Format): Scalar {
  if (typeof x === 'number') {
    if (!hasValue(x)) return 1;
    const far = x < 0 ? 2 * x - 1 : 2 * x + 1;
    return format.kind !== 'float' || Math.abs(far) <= largestFinite(format) ? far : x / 2;
  }
  if (format.kind !== 'integer') return 1n - x;
  const { min, max } = integerRange(format);
  const far = x < 0n ? 2n * x - 1n : 2n * x + 1n;
  return far >= min && far <= max ? far : x / 2n;
}
