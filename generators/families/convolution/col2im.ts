import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { breaking, filled, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';
import { longNumbers } from '../contraction/edges.ts';
import { countsOf, drawPlanes, drawWindows, elementsIn, spatialSizes } from '../windows.ts';

const image = (
  input: string,
  image_shape: readonly number[],
  block_shape: readonly number[],
  more: NamedCall = {},
): NamedCall => ({
  input,
  image_shape,
  block_shape,
  ...more,
});

export const col2Im: NamedPlans = {
  draw: (draws) => {
    const spatial = spatialSizes(draws, 2);
    const windows = drawWindows(draws, spatial);
    const [batches, channels] = drawPlanes(draws, elementsIn(windows) + elementCount(spatial));
    const columns = channels * elementCount(windows.sizes);
    return {
      ...image('1', spatial, windows.sizes, windows.attributes),
      input: draws.summands([batches, columns, elementCount(countsOf(windows))]),
    };
  },
  samples: [
    image('1x4x6', [3, 4], [2, 2]),
    image('2x8x4', [3, 3], [2, 2], { strides: [1, 1], pads: [0, 0, 0, 0], dilations: [1, 1] }),
    image('1x6x4', [4, 6], [2, 3], { strides: [2, 3] }),
  ],
  sizes: [[image('1x4x6', [3, 4], [2, 2]), image('2x4x6', [3, 4], [2, 2])]],
  pairs: () => [
    {
      differs: 'other dilations',
      calls: [
        image('1x4x4', [4, 4], [2, 2], { strides: [2, 2] }),
        image('1x4x4', [4, 4], [2, 2], { dilations: [2, 2] }),
      ],
    },
  ],
  aliasCandidates: [image('1x1x6', [2, 3], [1, 1])],
  plans: {
    definition: ({ dtype }) => [
      ...longNumbers(dtype).map((numbers) => ({
        ...image('1x4x6', [3, 4], [2, 2]),
        input: filled('1x4x6', numbers),
      })),
      image('1x4x6', [3, 4], [2, 2]),
      image('2x4x6 distinct', [3, 4], [2, 2]),
      image('1x18x4', [4, 4], [3, 3]),
      image('1x6x1', [2, 3], [2, 3]),
      image('2x3x20', [4, 5], [1, 1]),
      image('3x20x5', [2, 9], [2, 5]),
    ],
    strides: [
      image('1x4x4', [4, 4], [2, 2], { strides: [2, 2] }),
      image('1x4x6', [5, 4], [2, 2], { strides: [3, 1] }),
      image('1x4x2', [3, 5], [2, 2], { strides: [2, 3] }),
    ],
    pads: [
      image('1x4x9', [3, 3], [2, 2], { pads: [1, 1, 0, 0] }),
      image('2x4x6', [3, 3], [2, 2], { pads: [1, 0, 0, 0] }),
      image('1x4x6', [3, 3], [2, 2], { pads: [0, 1, 0, 0] }),
      image('1x4x6', [3, 3], [2, 2], { pads: [0, 0, 0, 1] }),
      image('1x4x20', [3, 4], [2, 2], { pads: [1, 1, 1, 1] }),
      image('1x6x9', [3, 3], [2, 3], { pads: [1, 1, 0, 1] }),
      image('1x4x6', [3, 4], [2, 2], { pads: [1, 0, 0, 1], strides: [1, 2] }),
    ],
    dilations: [
      image('1x4x4', [4, 4], [2, 2], { dilations: [2, 2] }),
      image('1x4x6', [4, 5], [2, 2], { dilations: [1, 3] }),
      image('1x6x4', [5, 6], [3, 2], { dilations: [2, 2], strides: [1, 1] }),
      image('1x4x12', [4, 5], [2, 2], { dilations: [2, 3], pads: [1, 1, 0, 1] }),
    ],
    'any-rank': [image('1x8x8', [3, 3, 3], [2, 2, 2]), image('2x8x2', [2, 2, 3], [2, 2, 2])],
    accuracy: [image('1x18x4 mixed', [4, 4], [3, 3]), image('2x16x9 mixed', [6, 6], [4, 4])],
    'special-values': [
      image('1x4x6 special', [3, 4], [2, 2]),
      { ...image('1x4x6', [3, 4], [2, 2]), input: filled('1x4x6', [1, Number.NaN, 3, Number.POSITIVE_INFINITY, 5]) },
      image('1x4x6 zeros', [3, 4], [2, 2]),
    ],
  },
  invalid: {
    'invalid-blocks': [
      ...breaking(image('1x4x6', [3, 4], [2, 2]), 'image_shape', [4, 4], [3, 3]),
      ...breaking(image('1x4x6', [3, 4], [2, 2]), 'block_shape', [2, 1], [3, 2]),
    ],
  },
};
