import { indexOf, placeOf } from '../../arrays/index-map.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Node } from '../../spec/node.ts';

/**
 * Returns the index of the scale (the second input) and of the zero point for each element of the first input. There is one for the
 * tensor, one for each index along axis, or one for each block of these.
 * @throws BadInput for a scale of another shape, and for a zero point of another shape than the scale
 * @throws NotJudged for data of rank 1 with a list of scales, for a list of one scale, and for blocks with one scale
 */
export function placesOfScales<S>(node: Node<S>): (index: number) => number {
  const { dims } = node.input(0);
  const scales = node.input(1).dims;
  const zeros = node.inputs[2]?.dims ?? scales;
  const block = node.has('block_size') ? node.number('block_size') : 0;
  const fail = () => new BadInput(`scales [${scales}] and zero points [${zeros}] do not match data [${dims}]`);
  // with one scale for the tensor, ONNX's own vectors have a zero point of shape [1]
  const isOne = scales.length === 0 && zeros.length <= 1 && elementCount(zeros) === 1;
  if (block !== 0 && (isOne || `${scales}` === '1')) throw new NotJudged('blocks with a single scale');
  if (isOne) return () => 0;
  if (`${zeros}` !== `${scales}`) throw fail();
  if (!node.has('axis') || `${scales}` === '1' || (dims.length === 1 && block === 0)) {
    throw new NotJudged('scales […] for data […]', scales, dims);
  }
  const axis = normalizeAxis(node.number('axis'), dims.length);
  if (block === 0) {
    if (`${scales}` !== `${[dims[axis]]}`) throw fail();
    return (index) => placeOf(index, dims)[axis]!;
  }
  if (block < 0 || `${scales}` !== `${dims.with(axis, Math.ceil(dims[axis]! / block))}`) throw fail();
  return (index) => {
    const place = placeOf(index, dims);
    return indexOf(place.with(axis, Math.floor(place[axis]! / block)), scales);
  };
}

/** Returns the texts of clauses about scales, for both operators. */
export const scaleWords = (since: number, scale: string) => ({
  ...(since >= 13 && {
    'per-axis': ['A list of scales has one scale for each index along axis.', `input ${scale}`] as const,
  }),
  ...(since >= 21 && {
    blocked: [
      'With block_size, each block along axis has its own scale; the last block may be shorter.',
      'summary',
    ] as const,
  }),
});
