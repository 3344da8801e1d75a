import { each, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';
import { inputOf, rowPlans, rowsOf, sizesOf } from './rows.ts';

/** Rows that the last dimension makes. */
const rows = rowPlans((shape, numbers): NamedCall => ({ X: inputOf(shape, numbers), axes: [3] }));

export const meanVarianceNormalization: NamedPlans = {
  draw: (draws) => {
    const dims = sizesOf(draws, draws.count(1, 5));
    const isGiven = dims.length < 4 || draws.once(2);
    const axes = isGiven ? draws.axes('axes', dims.length, draws.count(1, dims.length)) : undefined;
    return { X: rowsOf(draws, dims), axes };
  },
  samples: [{ X: '2x3x2x2' }, { X: '3x2x1x4' }, { X: '1x2x4x3' }],
  sizes: [each({ X: '2x3x2x2 1x3x4x1 4x3x1x3' })],
  pairs: () => [{ differs: 'other axes', calls: each({ axes: [[0], [1]] }, { X: '3x3' }) }],
  plans: {
    definition: [
      ...['mixed', 'small', 'distinct', 'wide'].map((kind) => ({ X: `2x2x2x4 ${kind}` })),
      ...[2, 4, 5].map((count) => ({ X: `2x${count} small`, axes: [1] })),
    ],
    axes: ({ version }) => [
      ...each({ axes: [[0], [1], [2], [3], [0, 2], [1, 3], [1, 2, 3], [0, 1, 2, 3], [2, 3]] }, { X: '2x3x2x4' }),
      ...each({ axes: [[0], [0, 1], [1]] }, { X: '4x3' }),
      { X: '2x3x4', axes: [0, 2] },
      { X: '5', axes: [0] },
      { X: '2x2x3x2x2', axes: [0, 2, 3, 4] },
      // what is left out means 0, 2 and 3
      ...each({ X: '2x3x2x2x2 1x2x3x2x2 2x1x2x3x3' }),
      // the body reduces by axes that may count from the end
      ...(version.since < 13 ? [] : each({ axes: [[-1], [0, -1]] }, { X: '2x3x4' })),
    ],
    'constant-rows': rows['constant-rows'],
    'offset-rows': rows['offset-rows'],
    'far-rows': rows['far-rows'],
    'any-length': rows['any-length'],
    'special-values': rows['special-values'],
  },
};
