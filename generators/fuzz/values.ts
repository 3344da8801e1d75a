import { formatOf, integerRange } from '../../oracles/numerics/dtype.ts';
import { isRepresentable } from '../../oracles/numerics/rounding.ts';
import { elementCount, elementsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';
import type { Random } from '../cases/random.ts';
import { redrawnKinds, specialNumbers, valuesOfKind } from '../values/values.ts';
import { dataOf, type Mutation, widths } from './shapes.ts';
import { mapElements, resample } from './tensors.ts';

/** Replaces the data of an input in one of several ways. */
const byOneOf =
  (ways: () => readonly TensorChange[]): Mutation =>
  (drawnNode, random) => {
    const data = dataOf(drawnNode).filter(({ value }) => elementCount(value.dims) > 0);
    if (data.length === 0) return undefined;
    const { index, value } = random.pick(data);
    const changed = random.pick(ways())(value, random);
    return { ...drawnNode, inputs: drawnNode.inputs.with(index, { ...drawnNode.inputs[index]!, value: changed }) };
  };

/** Replaces the data of an input: by some of its own elements, by another kind of data, or with special values among them. */
export const otherValues: Mutation = byOneOf(() => changes);

/** Replaces the data of an input by data with elements that stand out, for example at the ends and borders of long rows. */
export const outlierValues: Mutation = byOneOf(() => [scattered, scattered, peaked, peaked, nearby, redrawn]);

type TensorChange = (tensor: Tensor, random: Random) => Tensor;

const resampledAsIs: TensorChange = (tensor, random) => resample(tensor, tensor.dims, random);

/** Replaces data by data of a random kind; strings are kept. */
function redrawn(tensor: Tensor, random: Random): Tensor {
  const { dtype, dims } = tensor;
  return formatOf(dtype).kind === 'string' ? tensor : valuesOfKind(random.pick(redrawnKinds), dtype, dims, random);
}

/** Puts a special value at some {@link places}. */
function scattered(tensor: Tensor, random: Random): Tensor {
  const specials = specialsOf(tensor);
  if (specials.length === 0) return tensor;
  const special = random.pick(specials);
  const isThere = places(tensor.dims, random);
  return mapElements(tensor, (x, i) => (isThere(i) ? special : x));
}

/**
 * Puts the greatest or the least number at some {@link places}, where it stands out or ties. Elsewhere it is replaced by the opposite
 * extreme.
 */
function peaked(tensor: Tensor, random: Random): Tensor {
  const { kind } = formatOf(tensor.dtype);
  if (kind === 'string' || kind === 'complex') return tensor;
  const sorted = elementsOf(tensor)
    .filter((x) => !Number.isNaN(x))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const [least, greatest] = [sorted[0], sorted.at(-1)];
  if (least === undefined || least === greatest) return tensor;
  const [peak, other] = random.boolean() ? [greatest!, least] : [least, greatest!];
  const isThere = places(tensor.dims, random);
  return mapElements(tensor, (x, i) => (isThere(i) ? peak : x === peak || Number.isNaN(x) ? other : x));
}

/** Numbers that differ in their last bits only; 64-bit integers may differ in bits that float64 cannot hold. */
function nearby(tensor: Tensor, random: Random): Tensor {
  const format = formatOf(tensor.dtype);
  if (format.kind === 'float' && format.bits > 8) {
    const sign = random.pick([1, -1]);
    return mapElements(tensor, () => sign * (1 + random.integer(0, 3) * 2 ** (1 - format.precision)));
  }
  if (format.kind !== 'integer' || format.bits < 64) return redrawn(tensor, random);
  const high = random.below(2n ** 31n) << 32n;
  const low = random.pick([
    [0n, 1n, 2n, 3n],
    [0n, 1n, 2n ** 31n - 1n, 2n ** 31n, 2n ** 32n - 1n],
  ]);
  const sign = format.signed && random.boolean() ? -1n : 1n;
  return mapElements(tensor, () => sign * (high + random.pick(low)));
}

const changes: readonly TensorChange[] = [
  redrawn,
  redrawn,
  scattered,
  scattered,
  scattered,
  resampledAsIs,
  peaked,
  nearby,
];

/**
 * Draws places in a tensor: one, every second, all, or a part along a dimension (mostly the last). Such a part is an end, a border, a
 * block, or the elements before or after a border.
 */
function places(dims: readonly number[], random: Random): (i: number) => boolean {
  const count = elementCount(dims);
  const axis = random.integer(0, 3) > 0 ? dims.length - 1 : random.integer(-1, dims.length - 1);
  const size = dims[axis] ?? count;
  const stride = axis < 0 ? 1 : elementCount(dims.slice(axis + 1));
  const at = (i: number) => Math.floor(i / stride) % size;
  const block = random.pick(widths.filter((width) => width < Math.max(size, 8)));
  const border = Math.min(
    size - 1,
    block * random.integer(1, Math.max(1, Math.floor(size / block))) + random.integer(-1, 1),
  );
  const only = random.integer(0, count - 1);
  const layouts: readonly ((i: number) => boolean)[] = [
    (i) => i === only,
    (i) => i === count - 1,
    (i) => at(i) === 0,
    (i) => at(i) === 0,
    (i) => at(i) === size - 1,
    (i) => at(i) === size - 1,
    (i) => at(i) === border,
    (i) => at(i) === border,
    (i) => at(i) >= border,
    (i) => at(i) < border,
    (i) => at(i) < block,
    (i) => at(i) < block,
    (i) => at(i) >= size - block,
    (i) => at(i) >= size - block,
    (i) => i % 2 === 1,
    () => true,
    () => true,
    () => true,
  ];
  return random.pick(layouts);
}

/** Values at which kernels often fail, with the most delicate ones repeated. */
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
