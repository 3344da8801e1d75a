import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { type FloatFormat, type Format, formatOf, integerRange } from '../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../oracles/numerics/rounding.ts';
import { elementCount, scalarsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';
import type { ExpectedOutput } from '../../oracles/spec/operator.ts';

/**
 * Returns the oracle's answer with one wrong element: the last one whose wrong value is not accepted, if possible a finite one.
 * @returns `undefined` if there is none: no output has elements, or all elements admit any value
 */
export function withWrongElement(expected: readonly ExpectedOutput[]): readonly Tensor[] | undefined {
  const tensors = expected.map(referenceTensor);
  for (const isWanted of [hasValue, (x: Scalar) => !hasValue(x)]) {
    for (const [output, t] of tensors.entries()) {
      const value = scalarsOf(t);
      const store = formatOf(t.dtype).writer(t.data);
      for (let i = elementCount(t.dims) - 1; i >= 0; i--) {
        const right = value(i);
        if (!isWanted(right)) continue;
        store(i, farFrom(right, formatOf(t.dtype)));
        if (!expected[output]!.accept(i).judge(value(i)).accepted) return tensors;
        store(i, right);
      }
    }
  }
  return undefined;
}

/** Whether a scalar is not NaN or infinite. */
const hasValue = (x: Scalar): boolean => typeof x !== 'number' || Number.isFinite(x);

/** Returns about 2x, or x/2 where the format ends before: outside the tolerance of any comparing program. */
function farFrom(x: Scalar, format: Format): Scalar {
  if (typeof x === 'string') return `${x}?`;
  if (typeof x === 'object') return { re: 2 * x.re + 1, im: x.im };
  if (typeof x === 'number') {
    if (!hasValue(x)) return 1;
    const far = roundDouble(x < 0 ? 2 * x - 1 : 2 * x + 1, format as FloatFormat);
    return Number.isFinite(far) ? far : x / 2;
  }
  if (format.kind !== 'integer') return 1n - x;
  const { min, max } = integerRange(format);
  const far = x < 0n ? 2n * x - 1n : 2n * x + 1n;
  return far >= min && far <= max ? far : x / 2n;
}
