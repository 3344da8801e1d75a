import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { InputPlan } from '../../calls/draft-of-call.ts';
import { breaking, filled, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';
import { drawPlanes, drawWindows, spatialSizes, type Window, type WindowCheck } from '../windows.ts';

/** Indices of some shape. */
const at = (shape: string, ...numbers: number[]): InputPlan => filled(shape, numbers, { dtype: 'int64' });
const unpool = (
  X: string | InputPlan,
  I: InputPlan,
  kernel_shape: readonly number[],
  more: NamedCall = {},
): NamedCall => ({
  X,
  I,
  kernel_shape,
  ...more,
});

const twice = { strides: [2, 2] };

/** How many elements there are before a pool that has some windows. */
const unpooled = ({ length, stride, size, begin, end }: Window): number => (length - 1) * stride + size - begin - end;

/** There is a place for each element, and no window of nothing but padding. */
const unpooling: WindowCheck = (window) =>
  Math.max(window.begin, window.end) < window.size && unpooled(window) >= window.length;

export const maxUnpool: NamedPlans = {
  draw: (draws) => {
    const spatial = spatialSizes(draws);
    const { sizes, sliding, attributes } = drawWindows(draws, spatial, { fits: unpooling, costOf: unpooled });
    const inferred = sliding.map((window) => unpooled(window));
    const [batches, channels] = drawPlanes(draws, elementCount(inferred));
    const dims = [batches, channels, ...spatial];
    // through each channel by itself, or through all of them
    const [own, all] = draws.once(3) ? [dims, [batches, channels, ...inferred]] : [spatial, inferred];
    const [count, places] = [elementCount(own), elementCount(all)];
    const turn = draws.detail(0, places - 1);
    const isFalling = draws.once(2);
    const numbers = Array.from({ length: elementCount(dims) }, (_, i) => {
      const at = isFalling ? count - 1 - (i % count) : i % count;
      return Math.floor(i / count) * places + ((Math.floor((at * places) / count) + turn) % places);
    });
    const shape = [batches, channels, ...inferred.map((size) => size + draws.pick(0, 0, 1, 2))];
    return {
      X: draws.data(dims, ...(draws.once(3) ? [] : (['distinct', 'mixed'] as const))),
      I: { dims, numbers, dtype: 'int64' },
      kernel_shape: sizes,
      ...attributes,
      output_shape: draws.once(3) ? shape : undefined,
    };
  },
  samples: [
    unpool('1x1x2x2', at('1x1x2x2', 5, 7, 13, 15), [2, 2], {
      ...twice,
      pads: [0, 0, 0, 0],
      output_shape: [1, 1, 4, 4],
    }),
    unpool('1x2x3', at('1x2x3', 0, 3, 5, 7, 8, 11), [2], { strides: [2] }),
    unpool('2x1x2x2', at('2x1x2x2', 0, 2, 8, 10, 21, 23, 29, 31), [2, 2], twice),
  ],
  sizes: [
    [
      unpool('1x1x2x2', at('1x1x2x2', 5, 7, 13, 15), [2, 2], twice),
      unpool('1x1x1x2', at('1x1x1x2', 1, 6), [2, 2], twice),
      unpool('2x1x2x2', at('2x1x2x2', 0, 2, 8, 10, 21, 23, 29, 31), [2, 2], twice),
    ],
  ],
  plans: {
    definition: [
      unpool('1x1x2x2', at('1x1x2x2', 0, 3, 9, 14), [2, 2], twice),
      unpool('1x1x1x1', at('1x1x1x1', 4), [3, 3]),
      unpool('1x1x4', at('1x1x4', 1, 2, 5, 6), [2], { strides: [2] }),
      unpool('1x1x2x3', at('1x1x2x3', 2, 1, 5, 3, 11, 9), [2, 2]),
      // windows that overlap name an element twice
      unpool(filled('1x1x2', [5]), at('1x1x2', 2, 2), [3], { strides: [2] }),
      unpool(filled('1x1x2x2', [7, 7, 3, 3]), at('1x1x2x2', 2, 2, 12, 12), [3, 3], twice),
      unpool(filled('1x2x3', [4, 4, 4, 6, 6, 6]), at('1x2x3', 2, 2, 2, 9, 9, 9), [3], { strides: [1] }),
    ],
    'all-channels': [
      unpool('1x2x2x2', at('1x2x2x2', 0, 3, 9, 14, 16, 19, 25, 30), [2, 2], twice),
      unpool('2x2x2', at('2x2x2', 1, 2, 4, 7, 8, 10, 13, 15), [2], { strides: [2] }),
      // elements of one channel in another
      unpool('1x2x2', at('1x2x2', 6, 2, 1, 4), [2], { strides: [2] }),
    ],
    strides: [
      unpool('1x1x2x2', at('1x1x2x2', 0, 4, 10, 19), [2, 2], { strides: [2, 3] }),
      unpool('1x1x3', at('1x1x3', 0, 4, 7), [2], { strides: [3] }),
      unpool('1x1x3', at('1x1x3', 0, 1, 3), [2]),
    ],
    pads: [
      unpool('1x1x2x2', at('1x1x2x2', 0, 1, 2, 3), [2, 2], { ...twice, pads: [1, 1, 1, 1] }),
      unpool('1x1x3', at('1x1x3', 0, 2, 4), [2], { strides: [2], pads: [1, 0] }),
      unpool('1x1x2x3', at('1x1x2x3', 0, 2, 3, 7, 8, 11), [2, 2], { ...twice, pads: [0, 1, 1, 0] }),
    ],
    'any-rank': [
      unpool('1x1x2x1x2', at('1x1x2x1x2', 0, 3, 17, 30), [2, 2, 2], { strides: [2, 2, 2] }),
      unpool('2x1x3', at('2x1x3', 0, 2, 5, 6, 9, 10), [2], { strides: [2] }),
    ],
    'output-shape': [
      unpool('1x1x2x2', at('1x1x2x2', 5, 7, 13, 15), [2, 2], { ...twice, output_shape: [1, 1, 4, 4] }),
      unpool('1x1x2x2', at('1x1x2x2', 5, 7, 13, 15), [2, 2], { ...twice, output_shape: [1, 1, 5, 5] }),
      unpool('1x1x3', at('1x1x3', 0, 3, 5), [2], { strides: [2], output_shape: [1, 1, 7] }),
    ],
  },
  invalid: {
    'invalid-window-rank': breaking(
      unpool('1x1x2x2', at('1x1x2x2', 5, 7, 13, 15), [2, 2], twice),
      'kernel_shape',
      [2],
      [2, 2, 2],
    ),
    'invalid-indices-shape': breaking(
      unpool('1x1x2x2', at('1x1x2x2', 5, 7, 13, 15), [2, 2], twice),
      'I',
      at('1x1x4', 5, 7, 13, 15),
      at('1x1x2x1', 5, 7),
    ),
  },
};
