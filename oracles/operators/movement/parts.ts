import { padMap } from '../../arrays/index-map.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { moveElements, movement, withZero } from './movement.ts';

/** Compress: the slices along an axis, or the elements, where a condition is true. */
export const compress = movement({
  name: 'Compress',
  definition: 'the slices of the input along axis, or its elements in order, for which condition is true',
  axes: [{ name: 'axis', since: 11 }],
  evaluate: (_, node) => {
    const input = node.input(0);
    const { dims } = input;
    if (dims.length === 0) throw new BadInput('an input of rank 0');
    const axis = node.has('axis') ? normalizeAxis(node.number('axis'), dims.length) : undefined;
    const kept = node.integers(1).flatMap((condition, i) => (condition === 0 ? [] : [i]));
    const size = axis === undefined ? elementCount(dims) : dims[axis]!;
    if (node.input(1).dims.length !== 1) throw new BadInput(`a condition of rank ${node.input(1).dims.length}`);
    if (elementCount(node.input(1).dims) > size) throw new NotJudged('a condition longer than the dimension');
    if (axis !== undefined) {
      return [
        moveElements(input, {
          dims: dims.with(axis, kept.length),
          from: (place) => place.with(axis, kept[place[axis]!]!),
        }),
      ];
    }
    const flat = { dtype: input.dtype, dims: [size], at: (i: number) => input.at(i) };
    return [moveElements(flat, { dims: [kept.length], from: ([i]) => [kept[i!]!] })];
  },
  says: () => ({
    'axis-given': ['Slices along axis are kept if condition is true.', 'attribute axis'],
    'axis-absent': ['Without axis, the input is flattened first.', 'attribute axis'],
    'condition-shorter': ['Elements beyond the end of condition are left out.', 'input condition'],
    'nothing-kept': ['If no condition is true, the dimension has size 0.', 'compress', 'implied'],
    'size-zero': ['Empty tensors are accepted.', 'compress', 'implied'],
  }),
});

/** ReverseSequence: reverses the first steps of each batch, up to its length. */
export const reverseSequence = movement({
  name: 'ReverseSequence',
  definition: 'the first sequence_lens[b] steps of each batch in reverse order, the others unchanged',
  evaluate: (_, node) => {
    const input = node.input(0);
    const { dims } = input;
    const [batch, time] = [node.number('batch_axis'), node.number('time_axis')];
    if (dims.length < 2) throw new BadInput(`a shape [${dims}] without batch and time`);
    if (Math.min(batch, time) !== 0 || Math.max(batch, time) !== 1) {
      throw new BadInput(`batch_axis ${batch} and time_axis ${time} are not 0 and 1`);
    }
    const lengths = node.integers(1);
    if (`${node.input(1).dims}` !== `${[dims[batch]]}`)
      throw new BadInput(`[${node.input(1).dims}] lengths for [${dims}]`);
    if (lengths.some((length) => length < 0 || length > dims[time]!))
      throw new NotJudged('lengths […] of […]', lengths, dims);
    const turned = (place: readonly number[]) => {
      const length = lengths[place[batch]!]!;
      return place[time]! < length ? place.with(time, length - 1 - place[time]!) : place;
    };
    return [moveElements(input, { dims, from: turned })];
  },
  says: () => ({
    'each-batch': ['Each batch has its own length.', 'input sequence_lens'],
    'short-lengths': ['A length of 0 or 1 leaves a batch unchanged.', 'flip', 'implied'],
    'axes-swapped': ['Batches may come first, and time second.', 'attributes batch_axis and time_axis'],
    'size-zero': ['Empty tensors remain empty.', 'flip', 'implied'],
    'invalid-axes': ['batch_axis and time_axis are 0 and 1, or 1 and 0.', 'attributes: one is 0 and the other 1'],
    'invalid-lengths': ['There is one length for each batch.', 'input sequence_lens'],
  }),
});

/** CenterCropPad: crops each dimension to its centre, or pads it with zeros on both sides. */
export const centerCropPad = movement({
  name: 'CenterCropPad',
  dtypes: withZero,
  definition: 'each dimension cropped or padded to its size in shape; an odd element is removed or added at the end',
  axes: [{ name: 'axes', since: 18 }],
  evaluate: (a, node) => {
    const input = node.input(0);
    const { dims } = input;
    const axes = node.numbers('axes')?.map((axis) => normalizeAxis(axis, dims.length)) ?? dims.map((_, i) => i);
    const shape = node.list('shape')!;
    if (shape.length !== axes.length) throw new BadInput(`${shape.length} sizes for ${axes.length} axes`);
    if (new Set(axes).size < axes.length) throw new NotJudged('an axis that is listed twice');
    const sizes = dims.map((size, i) => (axes.includes(i) ? shape[axes.indexOf(i)]! : size));
    const before = dims.map((size, i) => Math.sign(sizes[i]! - size) * Math.floor(Math.abs(sizes[i]! - size) / 2));
    const behind = dims.map((size, i) => sizes[i]! - size - before[i]!);
    return [moveElements(input, padMap(dims, before, behind), a.in(input.dtype).of(0))];
  },
  says: () => ({
    crops: ['A dimension that is too long is cut equally at both ends; an odd element is cut at the end.', 'summary'],
    pads: ['A dimension that is too short gets zeros at both ends; an odd zero is added at the end.', 'summary'],
    'crops-and-pads': ['One dimension may be cropped and another padded.', 'summary'],
    'axes-given': ['Only the dimensions in axes change.', 'attribute axes'],
    'index-type': ['Sizes are int32 or int64.', 'type constraints of Tind'],
    'size-zero': ['An empty tensor becomes padding only.', 'pad', 'implied'],
    'invalid-shape-length': ['There is one size for each axis.', 'input shape'],
  }),
});
