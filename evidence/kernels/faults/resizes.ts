import { placeOf } from '../../../oracles/arrays/index-map.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { elementCount, elementsOf } from '../../../oracles/numerics/tensor.ts';
import type { AttributeValue } from '../../../oracles/spec/declaration.ts';
import type { Node } from '../../../oracles/spec/node.ts';
import { eachOf, ofFirstLane, onNode, onOutputs, withoutTail } from '../alter.ts';
import { changeList } from '../call-changes.ts';
import type { Mutant } from '../mutant.ts';
import { readFrom, withoutAttributes } from '../views.ts';

const both = ['Resize', 'Upsample'];
const formula = 'coordinate_transformation_mode';

const textIn = <S>(node: Node<S>, name: string): string | undefined => (node.has(name) ? node.string(name) : undefined);

/** An attribute that is a text read as another one. */
const readAs = (name: string, others: Readonly<Record<string, string>>) =>
  onNode((node) => {
    const other = others[textIn(node, name) ?? ''];
    const value: AttributeValue = { type: 'STRING', value: other! };
    return other === undefined ? {} : { attributes: { ...node.attributes, [name]: value } };
  });

/** The numbers of an input, or `undefined` where it is left out or empty. */
function listOf<S>(node: Node<S>, name: string): readonly number[] | undefined {
  const at = node.version.inputs.findIndex((input) => input.name === name);
  const list = node.inputs[at]?.tensor && elementsOf(node.inputs[at].tensor).map(Number);
  return list && list.length > 0 ? list : undefined;
}

/** Each scale changed, given the size that it goes with. */
const rescaled = (change: (scale: number, size: number) => number) =>
  changeList('scales', (scales, node) => {
    const axes = node.numbers('axes') ?? scales.map((_, i) => i);
    return scales.map((scale, i) => change(scale, node.input(0).dims.at(axes[i]!)!));
  });

/** Dimensions that become longer or shorter. */
const changes = (from: readonly number[], to: readonly number[]) => from.map((size, i) => size !== to[i]);

const name = (text: string, operators: readonly string[] = ['Resize']) => `${operators.join(' and ')}: ${text}`;

const misread = (
  text: string,
  source: string,
  attribute: string,
  others: Readonly<Record<string, string>>,
): Mutant => ({
  name: name(text),
  source: [source],
  operators: ['Resize'],
  alter: readAs(attribute, others),
});

/** Faults of kernels that take samples at other places. */
export const resizeFaults: readonly Mutant[] = [
  misread('half_pixel is asymmetric', 'opset 10 and Upsample', formula, { half_pixel: 'asymmetric' }),
  misread('asymmetric is half_pixel', 'an attribute that is not read', formula, { asymmetric: 'half_pixel' }),
  misread('align_corners is half_pixel', 'an attribute that is not read', formula, { align_corners: 'half_pixel' }),
  misread('align_corners is asymmetric', 'the scale in the place of (n - 1) / (m - 1)', formula, {
    align_corners: 'asymmetric',
  }),
  misread('pytorch_half_pixel of one element is half_pixel', 'onnx.reference: op_resize.py', formula, {
    pytorch_half_pixel: 'half_pixel',
  }),
  misread('half_pixel_symmetric is half_pixel', 'versions before 19', formula, { half_pixel_symmetric: 'half_pixel' }),
  misread('tf_half_pixel_for_nn is half_pixel', 'a half that is subtracted anyway', formula, {
    tf_half_pixel_for_nn: 'half_pixel',
  }),
  misread('a region is not looked at', 'an attribute that is not read', formula, {
    tf_crop_and_resize: 'align_corners',
  }),
  misread('round_prefer_floor is floor', 'a cast to integers', 'nearest_mode', { round_prefer_floor: 'floor' }),
  misread('round_prefer_floor is round_prefer_ceil', 'std::round', 'nearest_mode', {
    round_prefer_floor: 'round_prefer_ceil',
  }),
  misread('round_prefer_ceil is round_prefer_floor', 'an attribute that is not read', 'nearest_mode', {
    round_prefer_ceil: 'round_prefer_floor',
  }),
  misread('floor is ceil', 'words swapped', 'nearest_mode', { floor: 'ceil' }),
  misread('ceil is floor', 'only two values of the attribute are implemented', 'nearest_mode', { ceil: 'floor' }),
  misread('ceil is round_prefer_ceil', 'only two values of the attribute are implemented', 'nearest_mode', {
    ceil: 'round_prefer_ceil',
  }),
  misread('cubic is linear', 'a mode that is not implemented', 'mode', { cubic: 'linear' }),
  misread('not_larger is not_smaller', 'words swapped', 'keep_aspect_ratio_policy', {
    not_larger: 'not_smaller',
    not_smaller: 'not_larger',
  }),
  misread('the ratio of lengths is not kept', 'versions before 18', 'keep_aspect_ratio_policy', {
    not_larger: 'stretch',
    not_smaller: 'stretch',
  }),
  {
    name: name('linear takes the nearest element', both),
    source: ['a mode that is not read'],
    operators: both,
    alter: readAs('mode', { linear: 'nearest', bilinear: 'nearest' }),
  },
  ...(
    [
      ['cubic_coeff_a', 'the coefficient of the cubic is -0.75', 'a constant of PyTorch'],
      ['exclude_outside', 'what lies beyond the data has a weight', 'an attribute that is not read'],
      ['antialias', 'nothing is filtered', 'versions before 18'],
      ['extrapolation_value', 'outside of the data is 0', 'an attribute that is not read'],
    ] as const
  ).map(
    ([attribute, text, source]): Mutant => ({
      name: name(text),
      source: [source],
      operators: ['Resize'],
      alter: withoutAttributes(attribute),
    }),
  ),
  {
    name: name('the coefficient of the cubic is -0.5'),
    source: ['a constant of OpenCV and TensorFlow'],
    operators: ['Resize'],
    alter: onNode((node) =>
      node.has('cubic_coeff_a') && node.number('cubic_coeff_a') === -0.75
        ? { attributes: { ...node.attributes, cubic_coeff_a: { type: 'FLOAT', value: -0.5 } } }
        : {},
    ),
  },
  {
    name: name('axes are taken in rising order'),
    source: ['a set in the place of a list'],
    operators: ['Resize'],
    alter: onNode((node) => {
      const { axes } = node.attributes;
      if (axes?.type !== 'INTS') return {};
      const rank = node.input(0).dims.length;
      const value = axes.value.map((axis) => (axis < 0 ? axis + rank : axis)).toSorted((a, b) => a - b);
      return { attributes: { ...node.attributes, axes: { type: 'INTS', value } } };
    }),
  },
  {
    name: name('the ends of a region follow each other by dimension'),
    source: ['[start, end] of each dimension, as other frameworks have them'],
    operators: ['Resize'],
    alter: changeList('roi', (roi) => {
      const half = roi.length / 2;
      return roi.map((_, i) => (i < half ? roi[2 * i]! : roi[2 * (i - half) + 1]!));
    }),
  },
  {
    name: name('a region is not turned round'),
    source: ['ends that are sorted'],
    operators: ['Resize'],
    alter: changeList('roi', (roi) => {
      const half = roi.length / 2;
      return roi.map((x, i) => (i < half ? Math.min(x, roi[i + half]!) : Math.max(x, roi[i - half]!)));
    }),
  },
  {
    name: name('with a scale of 1 a region is not looked at'),
    source: ['onnxruntime 1.30: upsample.cc'],
    operators: ['Resize'],
    alter: (correct) => (a, node) => {
      const sizes = listOf(node, 'sizes');
      const { dims } = node.input(0);
      const crops = textIn(node, formula) === 'tf_crop_and_resize' && !node.attributes.axes;
      return crops && sizes && !changes(dims, sizes).includes(true) ? [node.input(0)] : correct(a, node);
    },
  },
  {
    name: name('what lies outside of the data is at their ends'),
    source: ['coordinates that are clamped before they are looked at'],
    operators: ['Resize'],
    alter: changeList('roi', (roi) => roi.map((x) => Math.min(Math.max(x, 0), 1))),
  },
  {
    name: name('the scale is that of the lengths'),
    source: ['m / n in the place of the scale that is given'],
    operators: ['Resize'],
    alter: rescaled((scale, size) => {
      const ratio = Math.fround(Math.floor(size * scale) / size);
      return Math.floor(Math.fround(ratio * size)) === Math.floor(size * scale) ? ratio : scale;
    }),
  },
  {
    name: name('a length is rounded to nearest'),
    source: ['std::round in the place of floor'],
    operators: ['Resize'],
    alter: rescaled((scale, size) => {
      const length = Math.round(size * scale);
      return length === Math.floor(size * scale) ? scale : Math.fround((length + 2 ** -10) / size);
    }),
  },
  {
    name: name('scales are given from the last dimension on', both),
    source: ['width before height'],
    operators: both,
    alter: (correct) => (a, node) => {
      const scales = listOf(node, 'scales');
      if (!scales || node.attributes.axes || scales.length < 2 || scales.at(-1) === scales.at(-2))
        return correct(a, node);
      return changeList('scales', (all) => [...all.slice(0, -2), all.at(-1)!, all.at(-2)!])(correct)(a, node);
    },
  },
  {
    name: name('only the last two dimensions are resized'),
    source: ['images alone are thought of'],
    operators: ['Resize'],
    alter: changeList('scales', (scales, node) =>
      node.attributes.axes ? scales : scales.map((x, i) => (i < scales.length - 2 ? 1 : x)),
    ),
  },
  {
    name: name('only the last dimension is interpolated', both),
    source: ['a loop of one turn'],
    operators: both,
    alter: onOutputs((output, _, node) => {
      const isLinear = ['linear', 'bilinear'].includes(node.string('mode'));
      const rows = output.dims.at(-2);
      if (!isLinear || rows === undefined || rows < 2) return output;
      const width = output.dims.at(-1)!;
      return eachOf(output, (x, i) => (Math.floor(i / width) % 2 === 1 ? output.at(i - width) : x));
    }),
  },
  {
    name: name('the last element of a row has the value before it', both),
    source: ['a border that is not handled'],
    operators: both,
    alter: onOutputs((output) => {
      const width = output.dims.at(-1) ?? 1;
      return width < 2 ? output : eachOf(output, (x, i) => (i % width === width - 1 ? output.at(i - 1) : x));
    }),
  },
  {
    name: name('elements come from the other end of a row', both),
    source: ['coordinates counted from the end'],
    operators: both,
    alter: onNode((node) => {
      const [x, ...others] = node.inputs;
      const width = x!.dims.at(-1) ?? 1;
      const { tensor: _, ...turned } = readFrom(x!, (at) => at.with(-1, width - 1 - at.at(-1)!));
      return { inputs: [{ ...turned, tensor: x!.tensor }, ...others] };
    }),
  },
  {
    name: name('channels have the elements of the first', both),
    source: ['an offset that does not move on'],
    operators: both,
    alter: onOutputs((output) => {
      const [first, second, ...rest] = output.dims;
      if (rest.length === 0 || first === undefined || second === undefined) return output;
      const size = elementCount(rest);
      return eachOf(output, (_, i) => output.at(i % size));
    }),
  },
  {
    name: name('-0 becomes 0 among nearest elements', both),
    source: ['onnx.reference: elements are multiplied by weights'],
    operators: both,
    alter: onOutputs((output, a, node) =>
      node.string('mode') === 'nearest' ? eachOf(output, (x) => (Object.is(x, -0) ? a.of(0) : x)) : output,
    ),
  },
  {
    name: name('64-bit integers go through float64 among nearest elements', both),
    source: ['onnx.reference: elements are multiplied by weights'],
    operators: both,
    alter: onOutputs((output, _, node) => {
      const { kind, bits } = formatOf(output.dtype);
      if (kind !== 'integer' || bits < 64 || node.string('mode') !== 'nearest') return output;
      return eachOf(output, (x) => {
        const near = BigInt(Math.min(Number(x as unknown as bigint), Number(2n ** 63n) - 1024));
        return near as unknown as typeof x;
      });
    }),
  },
  {
    name: name('vectors of four have the first element', both),
    source: ['a broadcast that is left'],
    operators: both,
    alter: ofFirstLane,
  },
  {
    name: name('what comes after the last multiple of 8 is left out', both),
    source: ['vector loops without a tail'],
    operators: both,
    alter: withoutTail,
  },
  {
    name: name('the output is transposed', both),
    source: ['rows and columns swapped'],
    operators: both,
    alter: onOutputs((output) => {
      const [rows, columns] = output.dims.slice(-2) as [number, number];
      if (output.dims.length < 2 || rows === columns) return output;
      const turned = output.dims.with(-2, columns).with(-1, rows);
      return eachOf(output, (_, i) => {
        const place = placeOf(i, output.dims);
        const at = Math.floor(i / (rows * columns)) * rows * columns + place.at(-1)! * turned.at(-1)! + place.at(-2)!;
        return output.at(at);
      });
    }),
  },
];
