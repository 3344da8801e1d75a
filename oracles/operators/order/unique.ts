import { placeOf } from '../../arrays/index-map.ts';
import { range } from '../../arrays/lines.ts';
import { elementCount, elementsOf } from '../../numerics/tensor.ts';
import type { NumericScalar } from '../../numerics/trait.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, numpy } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { realsAndStrings } from '../../spec/schemas/declaration.ts';
import { integers, knownTensor, moved } from '../movement/movement.ts';

/** An element that has an order. */
type SortedElement = NumericScalar | string;

/** Unique: what differs among the elements, or the slices along an axis: sorted, or in the order in which it appears. */
export const unique = define({
  name: 'Unique',
  family: 'order',
  definition:
    'Y: the elements, or slices along axis, that differ; X[indices] = Y, Y[inverse_indices] = X, and how often each is there',
  axes: [{ name: 'axis', since: 11 }],
  dtypes: realsAndStrings,
  copiesElements: true,
  evaluate: (a, node) => {
    const input = node.input(0);
    const elements = elementsOf(knownTensor(input)) as SortedElement[];
    if (elements.some(Number.isNaN)) throw new NotJudged('NaN among what is to be unique');
    if (elements.some((x) => Object.is(x, -0)) && elements.some((x) => Object.is(x, 0))) {
      throw new NotJudged('zeros of both signs among what is to be unique');
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
      moved(flat, { dims: dims.with(axis, order.length), from: (place) => place.with(axis, order[place[axis]!]!) }),
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
      says('definition', 'Each element that differs comes out once.'),
      says('sorted', 'With sorted=1 the values rise; strings by their code points, as in numpy.', 'attribute sorted'),
      says('unsorted', 'With sorted=0 they come in the order in which they first appear.', 'attribute sorted'),
      says('indices', 'indices are where each first appears.', 'output indices'),
      says(
        'inverse',
        'inverse_indices are where each element went, a list whatever the shape of X.',
        'output inverse_indices',
      ),
      says('counts', 'counts are how often each is there.', 'output counts'),
      says('slices', 'With axis slices are compared, the first elements first.', 'attribute axis'),
      implies('rank-zero', 'A tensor of rank 0 is a list of one.', numpy('unique')),
      implies('size-zero', 'Of nothing, nothing is unique.', numpy('unique')),
      implies('any-length', 'Every element counts, however many there are.', numpy('unique')),
    ];
  },
});

/** The order of two slices: that of the first elements in which they differ. */
function compared(one: readonly SortedElement[], other: readonly SortedElement[]): number {
  const i = one.findIndex((x, k) => x !== other[k]);
  if (i < 0) return 0;
  const [x, y] = [one[i]!, other[i]!];
  // UTF-8 has the order of code points, UTF-16 has not
  if (typeof x === 'string' && typeof y === 'string') return Buffer.compare(Buffer.from(x), Buffer.from(y));
  return x < y ? -1 : 1;
}
