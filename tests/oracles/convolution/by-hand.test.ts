// biome-ignore-all format: matrices stay on a line
import { describe, expect, it } from 'vitest';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { allValues, values } from '../call.ts';

/** One line of one channel, and one filter. */
const line = [[[1, 2, 3, 4, 5]]];
const filter = [[[1, 10]]];
const image = [[[
  [1, 2, 3],
  [4, 5, 6],
  [7, 8, 9],
]]];
const square = [[[
  [1, 10],
  [100, 1000],
]]];

describe('Conv', () => {
  it.each([
    ['lies on each window, and is not reversed', {}, [21, 32, 43, 54]],
    ['moves by strides', { strides: [2] }, [21, 43]],
    ['has dilations between its elements', { dilations: [2] }, [31, 42, 53]],
    ['begins before the data with pads, and ends behind them', { pads: [1, 2] }, [10, 21, 32, 43, 54, 5, 0]],
    ['takes the larger half of the padding at the end with SAME_UPPER', { auto_pad: 'SAME_UPPER' }, [21, 32, 43, 54, 5]],
    ['takes it at the begin with SAME_LOWER', { auto_pad: 'SAME_LOWER' }, [10, 21, 32, 43, 54]],
    ['is not padded with VALID', { auto_pad: 'VALID' }, [21, 32, 43, 54]],
  ])('%s', (_, attributes, result) => expect(values('Conv', attributes, [line, filter])).toEqual([[result]]));

  it('multiplies rows and columns of an image', () =>
    expect(values('Conv', {}, [image, square])).toEqual([[[[5421, 6532], [8754, 9865]]]]));

  it('has strides of rows before those of columns', () =>
    expect(values('Conv', { strides: [2, 1] }, [image, square])).toEqual([[[[5421, 6532]]]]));

  it('has dilations of rows before those of columns', () =>
    expect(values('Conv', { dilations: [1, 2] }, [image, square])).toEqual([[[[6431], [9764]]]]));

  it('has pads at the begin of all dimensions before those at the end', () =>
    expect(values('Conv', { pads: [1, 0, 0, 0] }, [image, square])).toEqual([[[[2100, 3200], [5421, 6532], [8754, 9865]]]]));

  it('adds channels up, and the bias of each filter', () =>
    expect(
      values('Conv', {}, [[[[1, 2], [3, 4]]], [[[1], [10]], [[100], [1000]]], [0.5, -1]]),
    ).toEqual([[[31.5, 42.5], [3099, 4199]]]));

  it('keeps groups apart', () =>
    expect(
      values('Conv', { group: 2 }, [[[[1, 2], [3, 4]]], [[[10]], [[100]]]]),
    ).toEqual([[[10, 20], [300, 400]]]));

  it('does the same to each image of a batch', () =>
    expect(values('Conv', {}, [[[[1, 2]], [[3, 4]]], filter])).toEqual([[[21]], [[43]]]));

  it('refuses weights of other channels', () =>
    expect(() => values('Conv', {}, [line, [[[1], [1]]]])).toThrow(BadInput));
});

describe('ConvTranspose', () => {
  const data = [[[1, 2, 3]]];
  it.each([
    ['spreads each element, and adds what falls together', {}, [1, 12, 23, 30]],
    ['has strides between the elements of the data', { strides: [3] }, [1, 10, 0, 2, 20, 0, 3, 30]],
    ['has dilations between those of the filter', { dilations: [2] }, [1, 2, 13, 20, 30]],
    ['cuts pads off', { pads: [1, 2] }, [12]],
    ['adds output_padding at the end', { strides: [2], output_padding: [1] }, [1, 10, 2, 20, 3, 30, 0]],
    ['cuts to output_shape, the odd element at the begin', { output_shape: [3] }, [12, 23, 30]],
    ['cuts the odd element at the end with SAME_UPPER', { auto_pad: 'SAME_UPPER' }, [1, 12, 23]],
  ])('%s', (_, attributes, result) => expect(values('ConvTranspose', attributes, [data, filter])).toEqual([[result]]));

  it('has weights by the channels of the data, and a bias for those of the output', () =>
    expect(
      values('ConvTranspose', {}, [[[[1], [2]]], [[[1], [10]], [[100], [1000]]], [0.5, -1]]),
    ).toEqual([[[201.5], [2009]]]));

  it('keeps groups apart', () =>
    expect(values('ConvTranspose', { group: 2 }, [[[[1], [2]]], [[[10]], [[100]]]])).toEqual([[[10], [200]]]));

  it('does the same to each part of a batch', () =>
    expect(values('ConvTranspose', {}, [[[[1]], [[2]]], filter])).toEqual([[[1, 10]], [[2, 20]]]));
});

describe('Col2Im', () => {
  it('adds blocks up where they meet', () =>
    // columns 1, 10 and 2, 20 lie on the elements 0, 1 and 1, 2 of the only row
    expect(
      values('Col2Im', {}, [[[[1, 2], [10, 20]]], [1n, 3n], [1n, 2n]]),
    ).toEqual([[[[1, 12, 20]]]]));

  it('has strides between blocks', () =>
    expect(
      values('Col2Im', { strides: [1, 3] }, [[[[1, 2], [10, 20]]], [1n, 5n], [1n, 2n]]),
    ).toEqual([[[[1, 10, 0, 2, 20]]]]));

  it('has dilations within blocks', () =>
    expect(
      values('Col2Im', { dilations: [1, 2] }, [[[[1, 2], [10, 20]]], [1n, 4n], [1n, 2n]]),
    ).toEqual([[[[1, 2, 10, 20]]]]));

  it('leaves out what lies on pads', () =>
    expect(
      values('Col2Im', { pads: [0, 1, 0, 0] }, [[[[1, 2], [10, 20]]], [1n, 2n], [1n, 2n]]),
    ).toEqual([[[[12, 20]]]]));
});

describe('DeformConv', () => {
  const deformed = (offsets: number[][], ...more: (number[] | number[][][][])[]) =>
    values('DeformConv', {}, [[[[[1, 2, 4]]]], [[[[10]]]], [offsets.map((row) => [row])], ...more]);

  it.each([
    ['is a convolution where offsets are 0', [[0, 0, 0], [0, 0, 0]], [10, 20, 40]],
    ['reads columns further on', [[0, 0, 0], [1, 1, 1]], [20, 40, 0]],
    ['reads between columns', [[0, 0, 0], [0.5, 0.25, -0.5]], [15, 25, 30]],
    ['reads beyond the only row by offsets that come first', [[0, 1, 0.5], [0, 0, 0]], [10, 0, 20]],
  ])('%s', (_, offsets, result) => expect(deformed(offsets)).toEqual([[[result]]]));

  it('adds a bias, and multiplies by a mask', () =>
    expect(
      deformed(
        [[0, 0, 0], [0, 0, 0]],
        [1],
        [[[[1, 0.5, 0]]]],
      ),
    ).toEqual([[[[11, 11, 1]]]]));
});

describe('CausalConvWithState', () => {
  const causal = (...inputs: Parameters<typeof values>[2]) =>
    allValues('CausalConvWithState', { activation: 'none' }, inputs, { outputs: 2 });

  it('sees what came before each element, and zeros before the first', () =>
    expect(causal([[[1, 2, 3]]], filter)).toEqual([[[[10, 21, 32]]], [[[3]]]]));

  it('sees the state before the first, and hands the end on', () =>
    expect(causal([[[1, 2, 3]]], filter, [0.5], [[[7]]])).toEqual([[[[17.5, 21.5, 32.5]]], [[[3]]]]));

  it('hands on a state of which data are too short to replace all', () =>
    expect(causal([[[3]]], [[[1, 10, 100]]], undefined, [[[1, 2]]])).toEqual([[[[321]]], [[[2, 3]]]]));

  it('has a filter for each channel', () =>
    expect(causal([[[1, 2], [3, 4]]], [[[1, 10]], [[100, 1000]]])).toEqual([[[[10, 21], [3000, 4300]]], [[[2], [4]]]]));

  it.each(['silu', 'swish'])('multiplies by its sigmoid with %s', (activation) =>
    expect(values('CausalConvWithState', { activation }, [[[[0.1]]], filter])).toEqual([[[expect.closeTo(1 / (1 + Math.exp(-1)), 6)]]]));
});
