import { formatOf, integerRange } from '../../oracles/numerics/dtype.ts';
import { isRepresentable } from '../../oracles/numerics/rounding.ts';
import { elementCount, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';
import type { Random } from '../random.ts';
import { specialNumbers, valueKinds, valuesOfKind } from '../values.ts';
import { dataOf, type Mutation } from './shapes.ts';
import { mapped, resampled } from './tensors.ts';

/** Other data in an input: some of those that it had, of another kind, or special values among them. */
export const otherValues: Mutation = (piece, random) => {
  const data = dataOf(piece).filter(({ value }) => elementCount(value.dims) > 0);
  if (data.length === 0) return undefined;
  const { index, value } = random.pick(data);
  const changed = random.pick([redrawn, redrawn, scattered, scattered, scattered, resampledAsIs])(value, random);
  return { ...piece, inputs: piece.inputs.with(index, { ...piece.inputs[index]!, value: changed }) };
};

const resampledAsIs = (tensor: Tensor, random: Random): Tensor => resampled(tensor, tensor.dims, random);

/** Data of some kind, whatever they were. */
function redrawn(tensor: Tensor, random: Random): Tensor {
  const { dtype, dims } = tensor;
  return formatOf(dtype).kind === 'string' ? tensor : valuesOfKind(random.pick(valueKinds), dtype, dims, random);
}

/** Special values at some places: one, the first or the last of each row, every second, all. */
function scattered(tensor: Tensor, random: Random): Tensor {
  const specials = specialsOf(tensor);
  if (specials.length === 0) return tensor;
  const special = random.pick(specials);
  const row = tensor.dims.at(-1) ?? 1;
  const only = random.integer(0, elementCount(tensor.dims) - 1);
  const last = elementCount(tensor.dims) - 1;
  const layouts: readonly ((i: number) => boolean)[] = [
    (i) => i === only,
    (i) => i === last,
    (i) => i % row === 0,
    (i) => i % row === row - 1,
    (i) => i % 2 === 1,
    () => true,
  ];
  const isThere = random.pick(layouts);
  return mapped(tensor, (x, i) => (isThere(i) ? special : x));
}

/** Values at which kernels are delicate, those most so more often. */
function specialsOf({ dtype }: Tensor): readonly Scalar[] {
  const format = formatOf(dtype);
  if (format.kind === 'float') {
    const all = specialNumbers(format).filter((x) => isRepresentable(x, format));
    const delicate = all.filter((x) => !Number.isFinite(x) || x === 0 || x === 1);
    return [...delicate, ...delicate, ...all];
  }
  if (format.kind === 'bool') return [0n, 1n];
  if (format.kind !== 'integer') return [];
  const { min, max } = integerRange(format);
  return [min, max, 0n, 1n, ...(format.signed ? [-1n] : [])];
}
