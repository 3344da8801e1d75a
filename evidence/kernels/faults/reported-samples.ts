import { indexOf, placeOf } from '../../../oracles/arrays/index-map.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { toNumber } from '../../../oracles/numerics/rational.ts';
import { elementCount, elementsOf, tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { resizingsOf } from '../../../oracles/operators/resize/dimensions.ts';
import type { AttributeValue } from '../../../oracles/spec/declaration.ts';
import type { Node } from '../../../oracles/spec/node.ts';
import { eachOf, onNode, onOutputs } from '../alter.ts';
import { readAt, refusedIf } from '../call-changes.ts';
import type { Mutant } from '../mutant.ts';
import { selecting } from '../non-max-suppression-variants.ts';
import type { Alter } from '../variant.ts';

const resizes = ['Resize', 'Upsample'];

const text = (value: string): AttributeValue => ({ type: 'STRING', value });
const textIn = <S>(node: Node<S>, name: string): string | undefined => (node.has(name) ? node.string(name) : undefined);
const isNearest = <S>(node: Node<S>): boolean => textIn(node, 'mode') === 'nearest';
const isShort = <S>(node: Node<S>): boolean => formatOf(node.input(0).dtype).bits <= 8;
const isInteger = <S>(node: Node<S>): boolean => formatOf(node.input(0).dtype).kind === 'integer';

/** The same kernel with some texts among the attributes, where a node of a version that has them is meant. */
const withTexts = (texts: Readonly<Record<string, string>>, isMeant: (node: Node<unknown>) => boolean): Alter =>
  onNode((node) => {
    if (!isMeant(node as Node<unknown>)) return {};
    const known = Object.entries(texts).filter(([name]) => node.version.attributes.some((one) => one.name === name));
    return {
      attributes: { ...node.attributes, ...Object.fromEntries(known.map(([name, value]) => [name, text(value)])) },
    };
  });

/** Whether all dimensions become as long as they were, or twice, three times … as long. */
const isMultiple = (node: Node<unknown>): boolean =>
  resizingsOf(node).every((one) => !one || (!one.region && Number.isInteger(toNumber(one.scale))));

/** An optional input that has a number where it is left out. */
const filledIn = (place: number, number: bigint): Alter =>
  onNode(({ inputs }, a) => {
    if (inputs[place]) return {};
    const tensor = tensorOfScalars('int64', [1], () => number);
    const given = { dtype: tensor.dtype, dims: tensor.dims, tensor, at: () => a.of(number) };
    const padded = Array.from({ length: Math.max(place + 1, inputs.length) }, (_, i) => inputs[i]);
    return { inputs: padded.with(place, given) };
  });

/** Samples and boxes: what was reported of runtimes, taken as it came. */
export const reportedSampleFaults: readonly Mutant[] = [
  {
    name: 'Resize: linear leaves out what other dimensions than the last two have more',
    source: ['microsoft/onnxruntime issue 12019'],
    operators: resizes,
    alter: onOutputs((output, a, node) => {
      if (isNearest(node)) return output;
      const outer = elementCount(node.input(0).dims.slice(0, -2));
      const written = outer * elementCount(output.dims.slice(-2));
      return eachOf(output, (y, i) => (i < written ? y : a.of(0)));
    }),
  },
  {
    name: 'Resize: nearest by integers repeats elements, whatever the formula',
    source: ['sonos/tract pull 2554'],
    operators: ['Resize'],
    alter: withTexts(
      { coordinate_transformation_mode: 'asymmetric', nearest_mode: 'floor' },
      (node) => isNearest(node) && isMultiple(node),
    ),
  },
  {
    name: 'Resize: asymmetric by integers goes down, whatever nearest_mode is',
    source: ['apache/tvm pulls 16137 and 18838'],
    operators: ['Resize'],
    alter: withTexts(
      { nearest_mode: 'floor' },
      (node) => isNearest(node) && textIn(node, 'coordinate_transformation_mode') === 'asymmetric' && isMultiple(node),
    ),
  },
  {
    name: 'Resize: half_pixel that is rounded down reads what lies before the first element',
    source: ['iree-org/iree issue 24264'],
    operators: ['Resize'],
    alter: onOutputs((output, a, node) => {
      const x = node.input(0);
      const isMeant =
        isNearest(node) &&
        textIn(node, 'coordinate_transformation_mode') === 'half_pixel' &&
        textIn(node, 'nearest_mode') === 'floor';
      if (!isMeant) return output;
      const resizings = resizingsOf(node);
      return eachOf(output, (y, index) => {
        const at = placeOf(index, output.dims).map((c, i) => {
          const one = resizings[i];
          return one ? Math.floor((c + 0.5) / toNumber(one.scale) - 0.5) : c;
        });
        if (at.every((c) => c >= 0)) return y;
        const before = indexOf(at, x.dims);
        return before < 0 ? a.of(0) : x.at(before);
      });
    }),
  },
  {
    name: 'Resize: without nearest_mode it is floor',
    source: ['onnx/tensorflow-onnx issue 2168'],
    operators: ['Resize'],
    alter: withTexts({ nearest_mode: 'floor' }, ({ attributes }) => !attributes.nearest_mode),
  },
  {
    name: 'Resize: without coordinate_transformation_mode it is asymmetric',
    source: ['a sibling of onnx/tensorflow-onnx issue 2168'],
    operators: ['Resize'],
    alter: withTexts(
      { coordinate_transformation_mode: 'asymmetric' },
      ({ attributes }) => !attributes.coordinate_transformation_mode,
    ),
  },
  {
    name: 'Resize: linear of integers has weights of integers',
    source: ['apache/tvm pull 2490, without promotion'],
    operators: resizes,
    alter: withTexts({ mode: 'nearest', nearest_mode: 'floor' }, (node) => !isNearest(node) && isInteger(node)),
  },
  {
    name: 'Resize: a cubic of 8 bits excludes what lies outside',
    source: ['pytorch/pytorch pull 118389'],
    operators: ['Resize'],
    alter: onNode((node) =>
      textIn(node, 'mode') === 'cubic' && isShort(node)
        ? { attributes: { ...node.attributes, exclude_outside: { type: 'INT', value: 1 } } }
        : {},
    ),
  },
  {
    name: 'Resize: places are counted in the type of the data',
    source: ['pytorch/pytorch issue 106674'],
    operators: resizes,
    alter: onOutputs((output, _, node) =>
      isNearest(node) && isShort(node) ? readAt(output, output.dims, (at) => at.map((c) => c % 256)) : output,
    ),
  },
  {
    name: 'Resize: not_smaller is unknown',
    source: ['microsoft/onnxruntime pull 13890: a word with a letter less'],
    operators: ['Resize'],
    alter: refusedIf((node) => textIn(node, 'keep_aspect_ratio_policy') === 'not_smaller'),
  },
  {
    name: 'RoiAlign: without sampling_ratio it is 1',
    source: ['openvinotoolkit/openvino issue 37826'],
    operators: ['RoiAlign'],
    alter: onNode(({ attributes }) =>
      attributes.sampling_ratio ? {} : { attributes: { ...attributes, sampling_ratio: { type: 'INT', value: 1 } } },
    ),
  },
  {
    name: 'NonMaxSuppression: without a limit it is 100',
    source: ['apache/tvm issue 19544, pull 19547'],
    operators: ['NonMaxSuppression'],
    alter: filledIn(2, 100n),
  },
  {
    name: 'NonMaxSuppression: limit and thresholds without a dimension are refused',
    source: ['onnx/onnx-tensorflow pull 624'],
    operators: ['NonMaxSuppression'],
    alter: refusedIf(({ inputs }) => inputs.slice(2).some((input) => input?.dims.length === 0)),
  },
  {
    name: 'NonMaxSuppression: boxes are counted among those of high scores',
    source: ['Idein/onnion pull 11'],
    operators: ['NonMaxSuppression'],
    alter: (correct) => (a, node) => {
      const [rows] = correct(a, node);
      const [scores, least] = [node.input(1), node.inputs[4]?.tensor];
      if (!least) return [rows!];
      const [all, threshold] = [elementsOf(scores.tensor!).map(Number), Number(elementsOf(least)[0])];
      const [, classes, count] = scores.dims as [number, number, number];
      return [
        eachOf(rows!, (x, i) => {
          if (i % 3 < 2) return x;
          const [image, own, box] = [rows!.at(i - 2), rows!.at(i - 1), x].map(Number) as [number, number, number];
          const first = (image * classes + own) * count;
          return a.of(BigInt(all.slice(first, first + box).filter((score) => score >= threshold).length));
        }),
      ];
    },
  },
  {
    name: 'NonMaxSuppression: boxes apart in both directions have something in common',
    source: ['mystic123/tensorflow-yolo-v3 issue 84'],
    operators: ['NonMaxSuppression'],
    alter: selecting({ shared: (length) => length }),
  },
];
