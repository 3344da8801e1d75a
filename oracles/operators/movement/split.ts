import { sliceMap, span } from '../../arrays/index-map.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Node } from '../../spec/node.ts';
import { moveElements, movement } from './movement.ts';

/** Split: consecutive parts of a dimension. */
export const split = movement({
  name: 'Split',
  definition: 'consecutive parts of the input along axis, with the lengths in split',
  axes: [{ name: 'axis', since: 11 }],
  evaluate: (_, node) => {
    const input = node.input(0);
    if (!node.has('axis')) throw new NotJudged('a split without axis, for which the version has no default');
    const axis = node.axis('axis', input.dims.length);
    const lengths = lengthsOf(node, input.dims[axis]!);
    const starts = lengths.map((_, k) => total(lengths.slice(0, k)));
    const spansOf = (k: number) =>
      input.dims.map((size, i) =>
        i === axis ? { start: starts[k]!, step: 1, count: lengths[k]! } : span(size, 0, size),
      );
    return lengths.map((_, k) => moveElements(input, sliceMap(spansOf(k))));
  },
  says: ({ since, attributes }) => ({
    'equal-parts': ['Without split, the parts have equal sizes.', 'summary'],
    'lengths-given': ['The parts have the lengths in split.', 'split'],
    'length-zero': ['A part may have no elements.', 'split', 'implied'],
    'axis-given': ['The dimension axis is split.', 'attribute axis'],
    'one-output': ['A single part equals the input.', 'outputs: 1 or more'],
    'size-zero': ['An empty dimension has empty parts.', 'split', 'implied'],
    ...(attributes.some(({ name }) => name === 'num_outputs') && {
      'last-smaller': [
        'If num_outputs does not divide the dimension, the last part is smaller.',
        'attribute num_outputs',
      ],
      'invalid-choice': ['Exactly one of split and num_outputs is given.', 'summary'],
    }),
    ...(since >= 13 && {
      'invalid-split': ['The lengths add up to the dimension, and none is negative.', 'input split'],
    }),
  }),
});

/** Returns the length of each part. */
function lengthsOf<S>(node: Node<S>, size: number): readonly number[] {
  const given = node.list('split');
  const count = node.has('num_outputs') ? node.number('num_outputs') : undefined;
  const mayCount = node.version.attributes.some(({ name }) => name === 'num_outputs');
  if (mayCount && (given === undefined) === (count === undefined)) {
    throw new BadInput('not one of split and num_outputs is given');
  }
  if (!given) return equalLengths(size, node.outputs, count);
  if (total(given) !== size || given.some((length) => length < 0)) {
    throw new BadInput(`lengths [${given}] do not split a dimension of size ${size}`);
  }
  if (given.length !== node.outputs) throw new BadInput(`${given.length} lengths for ${node.outputs} outputs`);
  return given;
}

/**
 * Returns the lengths of a number of parts, only the last of which may be smaller.
 * @throws NotJudged if the text does not define the remainder, or further outputs
 */
function equalLengths(size: number, outputs: number, count: number | undefined): readonly number[] {
  const length = Math.ceil(size / outputs);
  const last = size - (outputs - 1) * length;
  const isOpen = last !== length && (count === undefined || last <= 0);
  if (isOpen || (count ?? outputs) !== outputs) {
    throw new NotJudged('… outputs of a dimension of size … in … parts', outputs, size, count ?? outputs);
  }
  return Array.from({ length: outputs }, (_, k) => (k < outputs - 1 ? length : last));
}

const total = (lengths: readonly number[]): number => lengths.reduce((sum, length) => sum + length, 0);
