import { placeOf } from '../../arrays/index-map.ts';
import { elementsOf } from '../../numerics/tensor.ts';
import { values } from '../../spec/node.ts';
import { realDTypes } from '../../spec/schemas/declaration.ts';
import { knownTensor, movement } from './movement.ts';

/** NonZero: the indices of the nonzero elements, in row-major order, one column for each. */
export const nonZero = movement({
  name: 'NonZero',
  dtypes: realDTypes, // whether a string or a complex number is zero the text does not say
  definition: 'a column with the coordinates of each element that is not 0',
  evaluate: (a, node) => {
    const { dims } = node.input(0);
    const found = elementsOf(knownTensor(node.input(0))).flatMap((x, i) => (Number(x) === 0 ? [] : [placeOf(i, dims)]));
    const count = found.length;
    return [values('int64', [dims.length, count], (i) => a.of(BigInt(found[i % count]![Math.floor(i / count)]!)))];
  },
  says: () => ({
    'row-major': ['Columns are in the order of the elements, the last dimension fastest.', 'summary'],
    'nothing-there': ['If all elements are zero, there are no columns.', 'nonzero', 'implied'],
    everything: ['If no element is zero, there is a column for each.', 'nonzero', 'implied'],
    'special-values': ['NaN, infinities and subnormal numbers are not zero; -0 is.', 'nonzero', 'implied'],
    'rank-zero': ['A tensor of rank 0 gives columns without rows.', 'summary: a scalar'],
    'size-zero': ['An empty tensor gives no columns.', 'nonzero', 'implied'],
  }),
});
