import { compare, floor, isDyadic, over, plus, type Rational, rational, times } from '../../numerics/rational.ts';
import { elementsOf } from '../../numerics/tensor.ts';
import { normalizeAxis } from '../../spec/attributes.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Node } from '../../spec/node.ts';
import type { Resizing } from './coordinates.ts';

/** Returns the numbers of an attribute or input by its name; `undefined` if it is absent or empty. */
function numbersIn<S>(node: Node<S>, name: string): readonly number[] | undefined {
  const index = node.version.inputs.findIndex((input) => input.name === name);
  const input = node.inputs[index];
  if (!input) return node.numbers(name)?.map(Math.fround);
  if (!input.tensor) throw new NotJudged('a tensor […] that another node computes with rounding', input.dims);
  if (input.dims.length !== 1) throw new NotJudged('a list input of shape […]', input.dims);
  const list = elementsOf(input.tensor).map(Number);
  return list.length > 0 ? list : undefined;
}

/**
 * Returns the resizing of each dimension; `undefined` for one that axes does not list.
 * @throws BadInput for scales, sizes or regions that are not valid
 * @throws NotJudged for lengths and regions that the text leaves open
 */
export function resizingsOf<S>(node: Node<S>): readonly (Resizing | undefined)[] {
  const { dims } = node.input(0);
  const given = node.numbers('axes')?.map((axis) => normalizeAxis(axis, dims.length));
  const axes = given ?? dims.map((_, i) => i);
  if (new Set(axes).size < axes.length) throw new NotJudged('an axis that is listed twice');
  const [scales, sizes, roi] = [scalesOf(node), numbersIn(node, 'sizes'), numbersIn(node, 'roi')];
  if ((scales === undefined) === (sizes === undefined)) {
    throw new BadInput(`${scales ? 'both' : 'neither'} of scales and sizes are given`);
  }
  const list = (scales ?? sizes)!;
  if (list.length !== axes.length)
    throw new BadInput(`${list.length} ${scales ? 'scales' : 'sizes'} for ${axes.length} dimensions`);
  const lengths = axes.map((axis) => dims[axis]!);
  const found = scales
    ? lengths.map((from, i) => resizingByScale(from, scales[i]!))
    : resizingsToSizes(node, lengths, sizes!);
  const isCropped =
    node.has('coordinate_transformation_mode') && node.string('coordinate_transformation_mode').includes('crop');
  if (isCropped && !roi) throw new NotJudged('a crop without a region');
  if (isCropped && roi!.length !== 2 * axes.length)
    throw new BadInput(`roi has ${roi!.length} numbers for ${axes.length} dimensions; it must have two for each`);
  const endless = isCropped && roi!.find((x) => !Number.isFinite(x));
  if (typeof endless === 'number') throw new BadInput(`roi contains ${endless}, which is not finite`);
  const all = found.map((resizing, i): Resizing => {
    if (!isCropped) return resizing;
    const [start, end] = [rational(roi![i]!), rational(roi![axes.length + i]!)];
    const isWhole = start.p === 0n && compare(end, rational(1)) === 0;
    if (scales && !isWhole) throw new NotJudged('a length from both a scale and a region');
    return { ...resizing, region: [start, end] };
  });
  return dims.map((_, axis) => all[axes.indexOf(axis)]);
}

/** Returns the scales of a node, which some versions have under other names. */
function scalesOf<S>(node: Node<S>): readonly number[] | undefined {
  if (!node.has('height_scale')) return numbersIn(node, 'scales');
  if (node.input(0).dims.length !== 4)
    throw new BadInput(`data of ${node.input(0).dims.length} dimensions; they must have 4`);
  return [1, 1, node.number('height_scale'), node.number('width_scale')];
}

function resizingByScale(from: number, scale: number): Resizing {
  if (!(scale > 0) || !Number.isFinite(scale))
    throw new BadInput(`a scale of ${scale}; it must be positive and finite`);
  const exact = times(rational(from), rational(scale));
  const to = Number(floor(exact));
  if (Math.floor(Math.fround(from * scale)) !== to) throw new NotJudged('a length that depends on a rounding');
  return resizing(from, to, rational(scale));
}

function resizing(from: number, to: number, scale: Rational): Resizing {
  if (to < 0) throw new BadInput(`an output length is ${to}; it must be 0 or more`);
  if ((from === 0) !== (to === 0)) throw new NotJudged('a dimension of … that becomes one of …', from, to);
  return { from, to, scale };
}

/** Returns the resizing to given sizes, or to sizes with the same scale for all dimensions, by keep_aspect_ratio_policy. */
function resizingsToSizes<S>(node: Node<S>, lengths: readonly number[], sizes: readonly number[]): readonly Resizing[] {
  const policy = node.has('keep_aspect_ratio_policy') ? node.string('keep_aspect_ratio_policy') : 'stretch';
  const ratios = lengths.map((from, i) => (from === 0 ? rational(1) : over(rational(sizes[i]!), rational(from))));
  if (policy === 'stretch') return lengths.map((from, i) => resizing(from, sizes[i]!, ratios[i]!));
  const sign = policy === 'not_larger' ? -1 : 1;
  const scale = ratios.reduce((best, ratio) => (Math.sign(compare(ratio, best)) === sign ? ratio : best));
  return lengths.map((from) => {
    const exact = plus(times(scale, rational(from)), rational(0.5));
    if (exact.q === 1n && !isDyadic(scale)) throw new NotJudged('a length that depends on a rounding');
    return resizing(from, Number(floor(exact)), scale);
  });
}
