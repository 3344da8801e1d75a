import { type IndexSpan, sliceMap, span } from '../../arrays/index-map.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { moveElements, movement } from './movement.ts';

/** Slice: the elements between starts and ends of some dimensions. */
export const slice = movement({
  name: 'Slice',
  definition: 'data[.., starts[i]:ends[i]:steps[i], ..], in the dimensions axes[i]',
  axes: [{ name: 'axes', since: 11 }],
  evaluate: (_, node) => {
    const data = node.input(0);
    const scalar = node.inputs.slice(1).find((input) => input && input.dims.length !== 1);
    if (scalar) throw new BadInput(`[${scalar.dims}] is the shape of no list`);
    const [starts, ends] = [node.list('starts')!, node.list('ends')!];
    const steps = node.list('steps');
    const axes = (node.list('axes') ?? starts.map((_, i) => i)).map((axis) => normalizeAxis(axis, data.dims.length));
    if ([ends, axes, steps ?? starts].some((list) => list.length !== starts.length)) {
      throw new BadInput(`${starts.length} starts, ${ends.length} ends, ${axes.length} axes`);
    }
    if (new Set(axes).size < axes.length) throw new BadInput(`axes [${axes}] name a dimension twice`);
    const spans = data.dims.map((size, i): IndexSpan => {
      const k = axes.indexOf(i);
      return k < 0 ? span(size, 0, size) : span(size, starts[k]!, ends[k]!, steps?.[k]);
    });
    return [moveElements(data, sliceMap(spans))];
  },
  says: ({ since, inputs }) => ({
    'axes-given': ['Only the dimensions in axes are sliced, in any order.', 'axes'],
    'axes-absent': ['Without axes, the first dimensions are sliced.', 'axes'],
    'ends-negative': ['Negative starts and ends count from the end.', 'summary'],
    'ends-clamped': ['Ends beyond the size are clamped to it.', 'summary'],
    'nothing-left': ['If there is no element between the ends, the output is empty.', 'indexing', 'implied'],
    'size-zero': ['Empty tensors are sliced.', 'indexing', 'implied'],
    ...(inputs.length > 1 && {
      'index-type': ['Starts, ends, axes and steps are int32 or int64.', 'type constraints of Tind'],
      steps: ['Every steps[i]-th element is selected.', 'input steps'],
      'steps-negative': ['A negative step goes backward.', 'input steps'],
    }),
    ...(since >= 13 && {
      'start-clamped-backward': [
        'With a negative step, start is clamped to [0, d-1], and end to [-1, d-1].',
        'summary',
      ],
    }),
    ...(since >= 11 && { 'invalid-step': ['A step is not 0.', 'steps: cannot be 0'] }),
  }),
});
