import { type FloatFormat, formatOf, intoRange } from '../../oracles/numerics/dtype.ts';
import { add, dyadic, fromNumber } from '../../oracles/numerics/dyadic.ts';
import { isRepresentable, roundToFloat } from '../../oracles/numerics/rounding.ts';
import { elementCount, scalarsOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';
import type { Random } from '../cases/random.ts';

/**
 * A tensor with numbers near those of another one at the same places: equal ones, the next ones of the type, and zeros of the other sign.
 * Comparisons and differences are delicate there. The other one must have elements; they are read again until the tensor is full.
 */
export function tensorNear(other: Tensor, dims: readonly number[], random: Random): Tensor {
  const [at, count] = [scalarsOf(other), elementCount(other.dims)];
  const next = nextIn(other);
  return tensorOfScalars(other.dtype, dims, (i) => next(at(i % count), random.pick([-1, 0, 0, 1])));
}

/** The number some steps above another one; the same where the type has none. */
function nextIn({ dtype }: Tensor): (x: Scalar, steps: number) => Scalar {
  const format = formatOf(dtype);
  if (format.kind === 'integer') return (x, steps) => intoRange((x as bigint) + BigInt(steps), format, 'saturate');
  if (format.kind === 'float') return (x, steps) => nextFloat(x as number, steps, format);
  return (x) => x;
}

function nextFloat(x: number, steps: number, format: FloatFormat): number {
  if (x === 0) return format.hasMinusZero && steps === 0 ? -x : x;
  if (!Number.isFinite(x) || steps === 0) return x;
  const beyond = add(fromNumber(x), dyadic(BigInt(steps), format.minExponent - 1));
  const y = roundToFloat(beyond, format, steps > 0 ? 'up' : 'down');
  return Number.isFinite(y) && isRepresentable(y, format) ? y : x;
}
