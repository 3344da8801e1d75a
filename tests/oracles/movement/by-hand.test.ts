// biome-ignore-all format: matrices stay on a line
import { describe, expect, it } from 'vitest';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { allValues, tensorOf, values } from '../call.ts';

type Asked = Parameters<typeof values>;
type Row = readonly [title: string, operator: Asked[0], attributes: Asked[1], inputs: Asked[2], result: unknown];

/** What each row says about its operator. */
const rows = (...all: readonly Row[]) =>
  it.each(all)('%s: %s', (_, operator, attributes, inputs, result) => expect(values(operator, attributes, inputs)).toEqual(result));

const cube = [[[1, 2, 3], [4, 5, 6]]];
const scalar = (x: bigint) => tensorOf('int64', [x], []);
const six = [[1, 2, 3], [4, 5, 6]];
const nine = [[1, 2, 3], [4, 5, 6], [7, 8, 9]];

describe('a shape', () => {
  rows(
    ['reverses the dimensions without perm', 'Transpose', {}, [six], [[1, 4], [2, 5], [3, 6]]],
    ['takes dimension perm[i] for dimension i', 'Transpose', { perm: [2, 0, 1] }, [cube], [[[1, 4]], [[2, 5]], [[3, 6]]]],
    ['keeps the order of elements', 'Reshape', {}, [six, [3n, 2n]], [[1, 2], [3, 4], [5, 6]]],
    ['finds the size for -1', 'Reshape', {}, [six, [-1n, 2n]], [[1, 2], [3, 4], [5, 6]]],
    ['copies a size for 0', 'Reshape', {}, [six, [0n, 1n, -1n]], [[[1, 2, 3]], [[4, 5, 6]]]],
    ['makes rows of what lies before axis', 'Flatten', { axis: 2 }, [[[[1, 2], [3, 4]]]], [[1, 2], [3, 4]]],
    ['counts a negative axis from the end', 'Flatten', { axis: -2 }, [[[[1, 2], [3, 4]]]], [[1, 2, 3, 4]]],
    ['drops all sizes of 1', 'Squeeze', {}, [[[[1], [2]]]], [1, 2]],
    ['drops those of axes', 'Squeeze', {}, [[[[1], [2]]], [-1n]], [[1, 2]]],
    ['inserts sizes of 1 at places of the output', 'Unsqueeze', {}, [[1, 2], [0n, -1n]], [[[1], [2]]]],
    ['repeats a size of 1', 'Expand', {}, [[[1], [2]], [2n, 3n]], [[1, 1, 1], [2, 2, 2]]],
    ['adds dimensions in front', 'Expand', {}, [[1, 2], [2n, 1n]], [[1, 2], [1, 2]]],
    ['is repeated as a whole', 'Tile', {}, [[[1, 2], [3, 4]], [1n, 2n]], [[1, 2, 1, 2], [3, 4, 3, 4]]],
    ['has the sizes of dimensions', 'Shape', {}, [six], [2n, 3n]],
    ['has those from start to before end', 'Shape', { start: -2, end: 2 }, [[[[1, 2]]]], [1n]],
    ['is the number of elements', 'Size', {}, [six], 6n],
    ['is what it was', 'Identity', {}, [six], six],
  );
  it('refuses another number of elements', () => expect(() => values('Reshape', {}, [six, [4n]])).toThrow(BadInput));
});

describe('a part', () => {
  rows(
    ['lies from starts to before ends', 'Slice', {}, [[0, 1, 2, 3, 4], [1n], [3n]], [1, 2]],
    ['counts negative ends from the last', 'Slice', {}, [[0, 1, 2, 3, 4], [-3n], [-1n]], [2, 3]],
    ['is clamped', 'Slice', {}, [[0, 1, 2, 3, 4], [3n], [100n]], [3, 4]],
    ['takes steps', 'Slice', {}, [[0, 1, 2, 3, 4], [0n], [5n], [0n], [2n]], [0, 2, 4]],
    ['goes backward', 'Slice', {}, [[0, 1, 2, 3, 4], [-1n], [-100n], [0n], [-2n]], [4, 2, 0]],
    ['is of axes alone', 'Slice', {}, [six, [1n], [3n], [-1n]], [[2, 3], [5, 6]]],
    ['may be nothing', 'Slice', {}, [[0, 1, 2], [2n], [1n]], []],
    ['is kept where the condition is true', 'Compress', { axis: 1 }, [six, [true, false, true]], [[1, 3], [4, 6]]],
    ['is one of all elements without axis', 'Compress', {}, [six, [false, true, false, true]], [2, 4]],
    ['is turned in each batch', 'ReverseSequence', { time_axis: 0, batch_axis: 1 }, 
      [nine, [1n, 2n, 3n]], [[1, 5, 9], [4, 2, 6], [7, 8, 3]]],
    ['is turned in each row where batches come first', 'ReverseSequence', { time_axis: 1, batch_axis: 0 }, 
      [six, [3n, 2n]], [[3, 2, 1], [5, 4, 6]]],
    ['loses the odd element at the end', 'CenterCropPad', {}, [[1, 2, 3, 4, 5], [2n]], [2, 3]],
    ['gets the odd zero at the end', 'CenterCropPad', {}, [[1, 2], [5n]], [0, 1, 2, 0, 0]],
    ['follows along axis', 'Concat', { axis: -1 }, [[[1], [2]], [[3, 4], [5, 6]]], [[1, 3, 4], [2, 5, 6]]],
    ['keeps what lies above a diagonal', 'Trilu', {}, [nine], [[1, 2, 3], [0, 5, 6], [0, 0, 9]]],
    ['keeps what lies below', 'Trilu', { upper: 0 }, [nine, scalar(-1n)], [[0, 0, 0], [4, 0, 0], [7, 8, 0]]],
    ['is filled by a value', 'Pad', {}, [[1, 2], [1n, 2n], 9], [9, 1, 2, 9, 9]],
    ['is padded along axes alone', 'Pad', {}, [[[1, 2]], [1n, 0n], undefined, [-1n]], [[0, 1, 2]]],
  );
  it('splits into equal parts', () =>
    expect(allValues('Split', { num_outputs: 2 }, [[1, 2, 3]], { outputs: 2 })).toEqual([[1, 2], [3]]));
  it('splits by lengths along axis', () =>
    expect(allValues('Split', { axis: -1 }, [six, [1n, 2n]], { outputs: 2 })).toEqual([[[1], [4]], [[2, 3], [5, 6]]]));
});

describe('indices', () => {
  rows(
    ['gather rows', 'Gather', {}, [six, [1n, 0n, -1n]], [[4, 5, 6], [1, 2, 3], [4, 5, 6]]],
    ['gather columns with axis', 'Gather', { axis: 1 }, [six, [[2n, 0n]]], [[[3, 1]], [[6, 4]]]],
    ['gather one element each', 'GatherElements', { axis: 1 }, [six, [[2n, 0n], [1n, -1n]]], [[3, 1], [5, 6]]],
    ['gather by tuples', 'GatherND', {}, [six, [[1n, 0n], [0n, -1n]]], [4, 3]],
    ['gather slices by shorter tuples', 'GatherND', {}, [six, [[1n]]], [[4, 5, 6]]],
    ['gather in each batch', 'GatherND', { batch_dims: 1 }, [six, [[1n], [2n]]], [2, 6]],
    ['scatter along axis', 'ScatterElements', { axis: 1 }, [six, [[2n], [-3n]], [[70], [80]]], [[1, 2, 70], [80, 5, 6]]],
    ['add what is scattered', 'ScatterElements', { reduction: 'add' }, [[1, 2, 3], [1n, 1n], [10, 100]], [1, 112, 3]],
    ['multiply what is scattered', 'ScatterElements', { reduction: 'mul' }, [[1, 2, 3], [1n, 1n], [10, 100]], [1, 2000, 3]],
    ['keep the greatest', 'ScatterElements', { reduction: 'max' }, [[1, 2, 3], [0n, 1n, 2n], [2, 2, 2]], [2, 2, 3]],
    ['keep the least', 'ScatterElements', { reduction: 'min' }, [[1, 2, 3], [0n, 1n, 2n], [2, 2, 2]], [1, 2, 2]],
    ['scatter slices', 'ScatterND', {}, [six, [[1n]], [[7, 8, 9]]], [[1, 2, 3], [7, 8, 9]]],
    ['scatter by tuples', 'ScatterND', { reduction: 'add' }, 
      [six, [[0n, 2n], [0n, 2n]], [10, 100]], [[1, 2, 113], [4, 5, 6]]],
    ['write from a place of each batch', 'TensorScatter', { axis: 1 }, 
      [[[1, 2, 3], [4, 5, 6]], [[9], [8]], [2n, 0n]], [[1, 2, 9], [8, 5, 6]]],
    ['come round in circular mode', 'TensorScatter', { axis: 1, mode: 'circular' }, 
      [[[1, 2, 3]], [[8, 9]], [2n]], [[9, 2, 8]]],
    ['are on at the end', 'OneHot', {}, [[1n, -1n], scalar(3n), [0, 5]], [[0, 5, 0], [0, 0, 5]]],
    ['are on along axis', 'OneHot', { axis: 0 }, [[1n, 0n], scalar(2n), [0, 5]], [[0, 5], [5, 0]]],
    ['are those of what is not zero, a column each', 'NonZero', {}, [[[0, 7], [8, 9]]], [[0n, 1n, 1n], [1n, 0n, 1n]]],
  );
  it('scatter as ScatterElements was first called', () =>
    expect(values('Scatter', {}, [[1, 2, 3], [2n], [9]], { opset: 9 })).toEqual([1, 2, 9]));
  it('lie in the range of the axis', () => expect(() => values('Gather', {}, [six, [2n]])).toThrow(BadInput));
});

describe('blocks and constants', () => {
  const channels = [[1], [2], [3], [4], [5], [6], [7], [8]].map((pixel) => [pixel]);
  rows(
    ['have places before channels', 'DepthToSpace', { blocksize: 2 }, [[channels]], [[[[1, 3], [5, 7]], [[2, 4], [6, 8]]]]],
    ['have channels before places with CRD', 'DepthToSpace', { blocksize: 2, mode: 'CRD' }, 
      [[channels]], [[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]]],
    ['go back to channels', 'SpaceToDepth', { blocksize: 2 }, [[[[[1, 3], [5, 7]], [[2, 4], [6, 8]]]]], [channels]],
    ['fill a shape', 'ConstantOfShape', { value: tensorOf('int64', [7n]) }, [[2n, 1n]], [[7n], [7n]]],
    ['fill with 0 of float32 by default', 'ConstantOfShape', {}, [[2n]], [0, 0]],
    ['are ones on a diagonal', 'EyeLike', { k: 1 }, [six], [[0, 1, 0], [0, 0, 1]]],
    ['are ones below with a negative k', 'EyeLike', { k: -1 }, [six], [[0, 0, 0], [1, 0, 0]]],
    ['are lists of an attribute', 'Constant', { value_ints: [3, 4] }, [], [3n, 4n]],
    ['are a number of an attribute', 'Constant', { value_float: 0.5 }, [], 0.5],
    ['are bits that are read as another type', 'BitCast', { to: 6 }, [[1, -0]], [0x3f800000n, -(2n ** 31n)]],
  );
});
