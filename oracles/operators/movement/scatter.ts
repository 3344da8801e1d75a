import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { elementsAt, tuplesAt } from '../../arrays/gathered.ts';
import { type IndexMap, indexOf, placeOf } from '../../arrays/index-map.ts';
import { numericDTypes } from '../../numerics/dtype.ts';
import { elementCount, holdsNaN, scalarsOf } from '../../numerics/tensor.ts';
import { isSame } from '../../numerics/trait.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Call } from '../../spec/declaration.ts';
import { type InputValues, type Node, type NodeValues, values } from '../../spec/node.ts';
import type { Schema } from '../../spec/schemas/schemas.ts';
import { firstOfNegative, indices } from './indices.ts';
import { movement } from './movement.ts';

type Combine = <S>(a: Arithmetic<S>, xs: readonly [S, ...S[]]) => S;

const none = 'none';

/** Returns whether updates are combined with the data. */
const hasReduction = ({ attributes }: Call): boolean => (attributes.reduction?.value ?? none) !== none;

/** The functions that combine an element and its updates, by name. */
const reductions: Readonly<Record<string, Combine>> = {
  [none]: (_, xs) => xs.at(-1)!,
  add: (a, xs) => a.sum(xs),
  mul: (a, xs) => a.product(xs),
  max: (a, xs) => xs.reduce(a.maximum),
  min: (a, xs) => xs.reduce(a.minimum),
};

/** Returns data with updates at the positions of a map, which gives the source from which a gather would read each update. */
function scattered<S>(a: Arithmetic<S>, node: Node<S>, updates: InputValues<S>, map: IndexMap): NodeValues<S> {
  const data = node.input(0);
  const mode = node.has('reduction') ? node.string('reduction') : none;
  const combine = reductions[mode];
  if (!combine) throw new BadInput(`unknown reduction '${mode}'`);
  if (`${updates.dims}` !== `${map.dims}`) throw new BadInput(`updates [${updates.dims}] for places [${map.dims}]`);
  const writers = new Map<number, number[]>();
  for (let k = 0; k < elementCount(map.dims); k++) {
    const index = indexOf(map.from(placeOf(k, map.dims))!, data.dims);
    writers.set(index, [...(writers.get(index) ?? []), k]);
  }
  if (mode === none) checkOrder(updates, [...writers.values()]);
  else if (!numericDTypes.includes(data.dtype)) throw new NotJudged('a reduction of …', data.dtype);
  if (mode === 'max' || mode === 'min') for (const x of [data, updates]) checkNumbers(x);
  return values(data.dtype, data.dims, (i) => {
    const own = (writers.get(i) ?? []).map((k) => updates.at(k));
    return own.length === 0 ? data.at(i) : combine(a, [data.at(i), ...own]);
  });
}

/**
 * Checks for conflicting updates.
 * @throws NotJudged if several different updates replace an element: the text does not define their order
 */
function checkOrder<S>({ tensor }: InputValues<S>, writers: readonly (readonly number[])[]): void {
  const several = writers.filter((own) => own.length > 1);
  const update = tensor && scalarsOf(tensor);
  if (several.some(([first, ...others]) => !update || others.some((k) => !isSame(update(k), update(first!))))) {
    throw new NotJudged('equal indices with different updates');
  }
}

/**
 * Checks for NaN.
 * @throws NotJudged for NaN: the text does not define its order among numbers
 */
function checkNumbers<S>({ tensor, dims }: InputValues<S>): void {
  if (!tensor) throw new NotJudged('extrema of […] that another node computes with rounding', dims);
  if (holdsNaN(tensor)) throw new NotJudged('the extremum of NaN and a number');
}

const shared = {
  'size-zero': ['If indices is empty, the output equals data.', 'put_along_axis', 'implied'],
  'invalid-updates-shape': ['Updates have the shape that indices require.', 'input updates'],
} as const;

const negative = {
  'indices-negative': ['A negative index counts from the end.', 'input indices'],
  'invalid-indices-out-of-range': ['An index is in [-s, s-1].', 'input indices: it is an error'],
} as const;

const addition = {
  'reduction-none': ['none: the update replaces the element.', 'attribute reduction'],
  'reduction-add': ['add: all updates of an element are added to it.', 'attribute reduction', 'of numbers'],
  'reduction-mul': ['mul: the element is multiplied by all its updates.', 'attribute reduction', 'of numbers'],
} as const;

const extrema = {
  'reduction-max': ['max: the greatest of the element and all its updates.', 'attribute reduction', 'of numbers'],
  'reduction-min': ['min: the least of the element and all its updates.', 'attribute reduction', 'of numbers'],
} as const;

const reductionsSince = (since: number) => ({ ...(since >= 16 && addition), ...(since >= 18 && extrema) });
const attributeValues = ({ since }: Schema) => ({
  reduction: Object.keys(reductions).filter((name) => since >= 18 || (name !== 'max' && name !== 'min')),
});

const elements = (name: string) =>
  movement({
    name,
    definition: 'data with data[.., indices[.., i, ..], ..] = updates[.., i, ..], in the dimension axis',
    axes: [{ name: 'axis', since: 9 }],
    computes: hasReduction,
    attributeValues,
    evaluate: (a, node) => {
      const { dims } = node.input(0);
      return [scattered(a, node, node.input(2), elementsAt(dims, node.axis('axis', dims.length), indices(node)))];
    },
    says: ({ since }) => ({
      'axis-given': ['Indices are positions along axis.', 'attribute axis'],
      'index-type': ['Indices are int32 or int64.', 'type constraints of Tind'],
      'indices-smaller': ['Data without indices are unchanged.', 'put_along_axis', 'implied'],
      ...(since >= firstOfNegative && negative),
      ...reductionsSince(since),
      ...shared,
    }),
  });

/** Scatter: the former name of ScatterElements. */
export const scatter = elements('Scatter');

/** ScatterElements: data with an update for each index. */
export const scatterElements = elements('ScatterElements');

/** ScatterND: data with a slice of updates for each tuple of indices. */
export const scatterND = movement({
  name: 'ScatterND',
  definition: 'data with data[indices[i..]..., ..] = updates[i.., ..]',
  computes: hasReduction,
  attributeValues,
  evaluate: (a, node) => [scattered(a, node, node.input(2), tuplesAt(node.input(0).dims, 0, indices(node)))],
  says: ({ since }) => ({
    'tuple-length': ['The size of the last dimension of indices is the number of indexed dimensions.', 'summary'],
    'indices-any-rank': ['The other dimensions of indices are those of the updates, before the slices.', 'summary'],
    ...negative,
    ...reductionsSince(since),
    ...shared,
  }),
});

/** TensorScatter: a cache with an update from a start index, which each batch has separately. */
export const tensorScatter = movement({
  name: 'TensorScatter',
  definition: 'past_cache with past_cache[b, .., w[b] + i, ..] = update[b, .., i, ..], in the dimension axis',
  evaluate: (a, node) => {
    const { dims } = node.input(0);
    const update = node.input(1);
    const axis = normalizeAxis(node.number('axis'), dims.length);
    if (axis === 0) throw new BadInput('axis is that of the batch');
    const size = dims[axis]!;
    const starts = node.inputs[2]
      ? node.integers(2)
      : dims.slice(0, 1).flatMap((count) => Array<number>(count).fill(0));
    const isCircular = node.string('mode') === 'circular';
    if (!isCircular && node.string('mode') !== 'linear') throw new BadInput(`unknown mode '${node.string('mode')}'`);
    if (starts.length !== dims[0]) throw new BadInput(`${starts.length} write_indices for a batch of ${dims[0]}`);
    if (starts.some((start) => start < 0)) throw new NotJudged('negative write_indices');
    if (!isCircular && starts.some((start) => start + update.dims[axis]! > size)) {
      throw new BadInput(`write_indices [${starts}] reach beyond a cache of size ${size}`);
    }
    const map: IndexMap = {
      dims: dims.with(axis, update.dims[axis]!),
      from: (place) => place.with(axis, (starts[place[0]!]! + place[axis]!) % size),
    };
    return [scattered(a, node, update, map)];
  },
  says: () => ({
    'axis-given': ['The update is written along axis.', 'attribute axis'],
    'each-batch': ['Each batch has its own write index.', 'input write_indices'],
    circular: ['In circular mode, positions beyond the end continue at the beginning.', 'attribute mode'],
    'size-zero': ['An update without elements changes nothing.', 'copy', 'implied'],
    'invalid-write-indices': ['In linear mode, the update ends within the cache.', 'input write_indices'],
  }),
});
