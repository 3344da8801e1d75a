import { indexOf, placeOf } from '../../oracles/arrays/index-map.ts';
import { formatOf, type IntegerFormat, intoRange } from '../../oracles/numerics/dtype.ts';
import { elementCount, scalarsOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';
import { tensorsIn, type Value } from '../../oracles/numerics/value.ts';
import type { Random } from '../cases/random.ts';
import { valuesOfKind } from '../values/values.ts';

/** Returns a tensor with each element changed. */
export function mapElements(tensor: Tensor, to: (x: Scalar, index: number) => Scalar): Tensor {
  const scalar = scalarsOf(tensor);
  return tensorOfScalars(tensor.dtype, tensor.dims, (i) => to(scalar(i), i));
}

/** Returns an integer tensor of the same shape with other numbers; those out of range are wrapped. */
export function withIntegers({ dtype, dims }: Tensor, numbers: readonly number[]): Tensor {
  const format = formatOf(dtype) as IntegerFormat;
  return tensorOfScalars(dtype, dims, (i) => intoRange(BigInt(numbers[i]!), format, 'wrap'));
}

/**
 * Returns a tensor of another shape whose elements are picked from a tensor, so that they are likely legal. An empty tensor gets small
 * numbers.
 */
export function resample(tensor: Tensor, dims: readonly number[], random: Random): Tensor {
  const { dtype } = tensor;
  const count = elementCount(tensor.dims);
  if (count === 0) {
    return formatOf(dtype).kind === 'string'
      ? tensorOfScalars(dtype, dims, () => '0')
      : valuesOfKind('small', dtype, dims, random);
  }
  const scalar = scalarsOf(tensor);
  return tensorOfScalars(dtype, dims, () => scalar(random.integer(0, count - 1)));
}

/** The part of a tensor that begins at `start` and has the shape `dims`. */
export function sliceOf(tensor: Tensor, start: readonly number[], dims: readonly number[]): Tensor {
  const scalar = scalarsOf(tensor);
  return tensorOfScalars(tensor.dtype, dims, (i) =>
    scalar(
      indexOf(
        placeOf(i, dims).map((x, axis) => x + start[axis]!),
        tensor.dims,
      ),
    ),
  );
}

/** The number of elements in all tensors of some values. */
export const elementsIn = (values: Iterable<Value | undefined>): number =>
  Array.from(values, (value) => (value ? tensorsIn(value) : []))
    .flat()
    .reduce((sum, { dims }) => sum + elementCount(dims), 0);
