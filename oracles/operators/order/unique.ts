import { placeOf } from '../../arrays/index-map.ts';
import { range } from '../../arrays/lines.ts';
import { elementCount, elementsOf } from '../../numerics/tensor.ts';
import type { NumericScalar } from '../../numerics/trait.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, numpy } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { realsAndStrings } from '../../spec/schemas/declaration.ts';
import { integers, knownTensor, moveElements } from '../movement/movement.ts';

/** An element that has an order. */
type SortedElement = NumericScalar | string;

/** Unique: the distinct elements, or slices along an axis, sorted or in the order of their first occurrence. */
export const unique = define({
  name: 'Unique',
  family: 'order',
  definition:
    'Y: the distinct elements, or slices along axis; X[indices] = Y, Y[inverse_indices] = X; counts: the occurrences of each',
  axes: [{ name: 'axis', since: 11 }],
  dtypes: realsAndStrings,
  copiesElements: true,
  evaluate: (a, node) => {
    const input = node.input(0);
    const elements = elementsOf(knownTensor(input)) as SortedElement[];
    if (elements.some(Number.isNaN)) throw new NotJudged('uniqueness of NaN');
    if (elements.some((x) => Object.is(x, -0)) && elements.some((x) => Object.is(x, 0))) {
      throw new NotJudged('uniqueness of zeros of both signs');
    }
    const isFlat = !node.has('axis');
    const dims = isFlat ? [elementCount(input.dims)] : input.dims;
    const axis = isFlat ? 0 : normalizeAxis(node.number('axis'), dims.length);
    const slices = range(dims[axis]!).map((): SortedElement[] => []);
    for (const [i, x] of elements.entries()) slices[placeOf(i, dims)[axis]!]!.push(x);
    const keys = slices.map((slice) => JSON.stringify(slice.map(String)));
    const firsts = range(slices.length).filter((i) => keys.indexOf(keys[i]!) === i);
    const order = !node.flag('sorted') ? firsts : firsts.toSorted((i, j) => compared(slices[i]!, slices[j]!));
    const inverse = keys.map((key) => order.findIndex((first) => keys[first] === key));
    const flat = { dtype: input.dtype, dims, at: (i: number) => input.at(i) };
    return [
      moveElements(flat, {
        dims: dims.with(axis, order.length),
        from: (place) => place.with(axis, order[place[axis]!]!),
      }),
      integers(a, order),
      integers(a, inverse),
      integers(
        a,
        order.map((_, k) => inverse.filter((one) => one === k).length),
      ),
    ].slice(0, node.outputs);
  },
  clauses: (schema) => {
    const { says, implies } = clausesOf(schema);
    return [
      says('definition', 'The output contains each distinct element once.'),
      says(
        'sorted',
        'With sorted=1, the values are in ascending order; strings by their code points, as in numpy.',
        'attribute sorted',
      ),
      says('unsorted', 'With sorted=0, the values are in the order of their first occurrence.', 'attribute sorted'),
      says('indices', 'indices are the positions of the first occurrences.', 'output indices'),
      says(
        'inverse',
        'inverse_indices are the positions of each element of X in Y, a list for any shape of X.',
        'output inverse_indices',
      ),
      says('counts', 'counts are the numbers of occurrences.', 'output counts'),
      says('slices', 'With axis, slices are compared lexicographically.', 'attribute axis'),
      implies('rank-zero', 'A tensor of rank 0 is treated as a list of one element.', numpy('unique')),
      implies('size-zero', 'If there are no elements, the outputs are empty.', numpy('unique')),
      implies('any-length', 'Every element is considered, for any number of elements.', numpy('unique')),
    ];
  },
});

/** Compares two slices by the first elements in which they differ. */
function compared(one: readonly SortedElement[], other: readonly SortedElement[]): number {
  const i = one.findIndex((x, k) => x !== other[k]);
  if (i < 0) return 0;
  const [x, y] = [one[i]!, other[i]!];
  // the order of UTF-8 bytes is that of code points; the order of UTF-16 units is not
  if (typeof x === 'string' && typeof y === 'string') return Buffer.compare(Buffer.from(x), Buffer.from(y));
  return x < y ? -1 : 1;
}
