import { indexOf } from '../../../oracles/arrays/index-map.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { elementsOf, tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import type { Node } from '../../../oracles/spec/node.ts';
import { ofFirstLane, onNode, onOutputs, withoutTail } from '../alter.ts';
import { type MaxRoiPoolHabit, maxRoiPooled } from '../max-roi-pool-variants.ts';
import type { Mutant } from '../mutant.ts';
import { type Ends, type NmsHabit, type ScoredRow, selecting } from '../non-max-suppression-variants.ts';
import { isShifted, type RoiAlignHabit, roiAligned, sampledAt } from '../roi-align-variants.ts';
import type { Alter } from '../variant.ts';
import { onInput, readFrom, withoutAttributes } from '../views.ts';

/** An input of known numbers with others in their place. */
const withTensor = (
  place: number,
  other: (numbers: readonly number[], node: Node<unknown>) => readonly number[],
): Alter =>
  onNode(<S>(node: Node<S>) => {
    const { tensor, dims, dtype } = node.input(place);
    const given = elementsOf(tensor!).map(Number);
    const numbers = other(given, node as Node<unknown>);
    const format = formatOf(dtype);
    const scalar = (i: number) =>
      format.kind === 'float' ? roundDouble(numbers[i]!, format) : BigInt(Math.trunc(numbers[i]!));
    const changed = tensorOfScalars(dtype, dims, scalar);
    return { inputs: node.inputs.with(place, { ...node.input(place), tensor: changed }) };
  });

/** Each group of numbers in an input taken for another one. */
const grouped = (place: number, size: number, other: (numbers: readonly number[]) => readonly number[]): Alter =>
  withTensor(place, (numbers) =>
    Array.from({ length: numbers.length / size }, (_, i) => other(numbers.slice(size * i, size * i + size))).flat(),
  );

/** One attribute, or both of two, taken for the other. */
const exchanged = (one: string, other: string): Alter =>
  onNode(({ attributes: { [one]: first, [other]: second, ...attributes } }) => ({
    attributes: { ...attributes, ...(second && { [one]: second }), ...(first && { [other]: first }) },
  }));

const allOfFirstChannel: Alter = onInput(0, (x) => readFrom(x, ([n, _, ...rest]) => [n!, 0, ...rest]));
const lastColumnIsThatBefore: Alter = onOutputs((output) =>
  readFrom(output, (at) =>
    at.at(-1)! > 0 && at.at(-1) === output.dims.at(-1)! - 1 ? at.with(-1, at.at(-1)! - 1) : at,
  ),
);

type Faults<Habit> = Readonly<Record<string, readonly [source: string, fault: Habit | Alter]>>;

const meanOrMost = (samples: readonly number[], isMean: boolean): number =>
  samples.length === 0 ? 0 : isMean ? samples.reduce((sum, x) => sum + x, 0) / samples.length : Math.max(...samples);

const detectron = 'samples as Detectron had them before its version 2';

const roiAlignFaults: Faults<RoiAlignHabit> = {
  'coordinates are moved before version 16 as well': [
    'onnx.reference: op_roi_align.py',
    { shift: (node) => (node.has('coordinate_transformation_mode') ? (isShifted(node) ? 0.5 : 0) : 0.5) },
  ],
  'coordinates are moved only where the mode is given': [
    'PR onnx#3625: the default that changed at version 16',
    { shift: (node) => (node.attributes.coordinate_transformation_mode && isShifted(node) ? 0.5 : 0) },
  ],
  'coordinates are never moved': ['an attribute that is not read', { shift: () => 0 }],
  'coordinates are always moved': [
    'an attribute that is not read',
    { shift: (node) => (node.has('coordinate_transformation_mode') ? 0.5 : 0) },
  ],
  'coordinates are moved twice': [
    'aligned by the exporter and by the kernel',
    { shift: (node) => (isShifted(node) ? 1 : 0) },
  ],
  'coordinates are moved the other way': ['a sign', { shift: (node) => (isShifted(node) ? -0.5 : 0) }],
  'coordinates are moved before they are scaled': [
    'an order of steps',
    { sideOf: ([from, to], scale, shift) => ({ from: (from - shift) * scale, to: (to - shift) * scale }) },
  ],
  'only the first corner is moved': [
    'a shift that is left out',
    { sideOf: ([from, to], scale, shift) => ({ from: from * scale - shift, to: to * scale }) },
  ],
  'corners are rounded': [
    'RoI pooling in the place of RoiAlign',
    {
      sideOf: ([from, to], scale, shift) => ({
        from: Math.round(from * scale - shift),
        to: Math.round(to * scale - shift),
      }),
    },
  ],
  'a region is longer by one': [
    detectron,
    { sideOf: ([from, to], scale, shift) => ({ from: from * scale - shift, to: to * scale - shift + 1 }) },
  ],
  'a region is y before x': [
    'TensorFlow: boxes of crop_and_resize',
    grouped(1, 4, ([x1, y1, x2, y2]) => [y1!, x1!, y2!, x2!]),
  ],
  'a region is a corner, a width and a height': [
    'COCO: boxes as x, y, width and height',
    grouped(1, 4, ([x1, y1, x2, y2]) => [x1!, y1!, x1! + x2!, y1! + y2!]),
  ],
  'both ends of x come first': ['an order of ends', grouped(1, 4, ([a, b, c, d]) => [a!, c!, b!, d!])],
  'all regions are of the first image': ['a batch of one', withTensor(2, (numbers) => numbers.map(() => 0))],
  'each region is of the image of its own number': [
    'batch_indices that are not read',
    withTensor(2, (numbers, node) => numbers.map((_, i) => i % node.input(0).dims[0]!)),
  ],
  'spatial_scale is not looked at': ['an attribute that is not read', withoutAttributes('spatial_scale')],
  'regions are divided by spatial_scale': [
    'a stride in the place of a scale',
    { sideOf: ([from, to], scale, shift) => ({ from: from / scale - shift, to: to / scale - shift }) },
  ],
  'sampling_ratio is not looked at': ['an attribute that is not read', withoutAttributes('sampling_ratio')],
  'the adaptive grid has one sample': [
    'a grid that is not adapted',
    { countOf: (_, ratio) => (ratio > 0 ? ratio : 1) },
  ],
  'the adaptive grid has two samples': [
    'a default of other libraries',
    { countOf: (_, ratio) => (ratio > 0 ? ratio : 2) },
  ],
  'the adaptive grid is rounded down': [
    'floor in the place of ceil',
    { countOf: (step, ratio) => (ratio > 0 ? ratio : Math.max(1, Math.floor(step))) },
  ],
  'the adaptive grid is that of the whole region': [
    'a quotient that is left out',
    { countOf: (_, ratio, length) => (ratio > 0 ? ratio : Math.ceil(length)) },
  ],
  'samples lie at the beginning of their parts': ['a half that is left out', { within: (i) => i }],
  'samples go from one end of a cell to the other': [
    'corners that are aligned',
    { within: (i, count) => (count === 1 ? 0.5 : (i * count) / (count - 1)) },
  ],
  'samples outside are those of the border': [
    'border padding without an end',
    { sampled: (x, length) => Math.min(Math.max(x, 0), length - 1) },
  ],
  'samples less than an element outside are nothing': [
    'a border of zeros',
    { sampled: (x, length) => (x < 0 || x > length - 1 ? 'outside' : x) },
  ],
  'samples before the first element are blended with zeros': [
    'padding with zeros',
    {
      sampled: (x, length) => (x <= -1 || x >= length ? 'outside' : x),
      tapsAt: (x) => [
        [Math.floor(x), 1 - (x - Math.floor(x))],
        [Math.floor(x) + 1, x - Math.floor(x)],
      ],
    },
  ],
  'samples outside do not count': [
    'a mean of what is inside',
    {
      pooled: (samples, isMean) =>
        meanOrMost(
          samples.filter((one) => one !== undefined),
          isMean,
        ),
    },
  ],
  'the last element is left out at the border': [
    'a limit that is one too low',
    {
      sampled: (x, length) => {
        const at = sampledAt(x, length);
        return at === 'outside' ? at : Math.min(at, Math.max(0, length - 2));
      },
    },
  ],
  'the elements around a sample are its maximum, without their weights': [
    'ORT-6146: max of the elements around',
    { sampleOf: (_, xs) => Math.max(...xs) },
  ],
  'a maximum begins at 0': [
    'an accumulator that is 0',
    {
      pooled: (samples, isMean) =>
        isMean
          ? meanOrMost(
              samples.map((one) => one ?? 0),
              true,
            )
          : Math.max(0, ...samples.map((one) => one ?? 0)),
    },
  ],
  'the mode is not looked at': ['an attribute that is not read', withoutAttributes('mode')],
  'the maximum is that of the first sample': [
    'an index that does not move on',
    { pooled: (samples, isMean) => meanOrMost(isMean ? samples.map((one) => one ?? 0) : [samples[0] ?? 0], isMean) },
  ],
  'the nearest element is sampled': [
    'nearest in the place of linear',
    { tapsAt: (x, length) => [[Math.min(Math.floor(x + 0.5), length - 1), 1]] },
  ],
  'the element before a sample is taken': ['coordinates that are truncated', { tapsAt: (x) => [[Math.floor(x), 1]] }],
  'weights are exchanged': [
    'the weight of the other neighbour',
    {
      tapsAt: (x, length) => {
        const low = Math.min(Math.floor(x), length - 1);
        const past = low === length - 1 ? 0 : x - low;
        return [
          [low, past],
          [Math.min(low + 1, length - 1), 1 - past],
        ];
      },
    },
  ],
  'height and width of the output are exchanged': [
    'width before height',
    (correct) => (a, node) => {
      const [output] = exchanged('output_height', 'output_width')(correct)(a, node);
      const { dims } = output!;
      const own = [...dims.slice(0, 2), dims[3]!, dims[2]!];
      return [{ ...output!, dims: own }];
    },
  ],
  'moved regions are one element long at least': [
    'a least size that came with unmoved ones',
    { least: (length) => Math.max(length, 1) },
  ],
  'inverted regions have the length of others': [
    'a magnitude',
    { least: (length, isMoved) => (isMoved ? Math.abs(length) : Math.max(length, 1)) },
  ],
  'coordinates are kept in half precision': [
    'compressed coordinates',
    {
      sideOf: ([from, to], scale, shift) => {
        const half = (x: number) => roundDouble(x, formatOf('float16'));
        return { from: half(from * scale - shift), to: half(to * scale - shift) };
      },
    },
  ],
  'all channels have the data of the first': ['a channel stride of 0', allOfFirstChannel],
  'the last column of cells is that before it': ['a border that is not handled', lastColumnIsThatBefore],
  'vectors of four have the first sample': ['a broadcast that is left', ofFirstLane],
  'what comes after the last multiple of 8 is left out': ['vector loops without a tail', withoutTail],
};

const maxRoiPoolFaults: Faults<MaxRoiPoolHabit> = {
  'the last corner does not belong to the region': [
    'an end that is left out',
    { lengthOf: (first, last) => Math.max(last - first, 1) },
  ],
  'corners are rounded down': ['a cast', { cornerOf: (end, scale) => Math.floor(end * scale) }],
  'the last corner is rounded up': [
    'a box that holds all',
    { cornerOf: (end, scale, isLast) => (isLast ? Math.ceil : Math.floor)(end * scale) },
  ],
  'corners are rounded before they are scaled': [
    'an order of steps',
    { cornerOf: (end, scale) => Math.round(Math.round(end) * scale) },
  ],
  'cells do not overlap': [
    'floor for both ends',
    {
      cellOf: (cell, step) => [
        Math.floor(cell * step),
        Math.max(Math.floor(cell * step) + 1, Math.floor((cell + 1) * step)),
      ],
    },
  ],
  'cells are of one length, rounded up': [
    'a stride of integers',
    { cellOf: (cell, step) => [cell * Math.ceil(step), (cell + 1) * Math.ceil(step)] },
  ],
  'elements outside are those of the border': [
    'a clamp',
    { elementAt: (index, length) => Math.min(Math.max(index, 0), length - 1) },
  ],
  'elements outside are 0': ['a map that is padded', { greatest: (xs) => Math.max(0, ...xs) }],
  'an empty cell is the least number': ['a maximum of nothing', { onEmpty: Number.NEGATIVE_INFINITY }],
  'a maximum begins with the least finite number': [
    'onnxruntime: std::numeric_limits::lowest',
    { greatest: (xs) => xs.reduce((most, x) => (x > most ? x : most), -3.4028234663852886e38) },
  ],
  'the corners of inverted regions are exchanged': [
    'sorted corners',
    grouped(1, 5, ([image, a, b, c, d]) => [
      image!,
      Math.min(a!, c!),
      Math.min(b!, d!),
      Math.max(a!, c!),
      Math.max(b!, d!),
    ]),
  ],
  'a cell is the mean of its elements': [
    'another pool',
    { greatest: (xs) => xs.reduce((sum, x) => sum + x, 0) / xs.length },
  ],
  'a region is y before x': [
    'rows before columns',
    grouped(1, 5, ([image, x1, y1, x2, y2]) => [image!, y1!, x1!, y2!, x2!]),
  ],
  'a region is a corner, a width and a height': [
    'boxes as x, y, width and height',
    grouped(1, 5, ([image, x1, y1, x2, y2]) => [image!, x1!, y1!, x1! + x2!, y1! + y2!]),
  ],
  'all regions are of the first image': ['a batch of one', grouped(1, 5, ([_, ...rest]) => [0, ...rest])],
  'spatial_scale is not looked at': ['an attribute that is not read', withoutAttributes('spatial_scale')],
  'regions are divided by spatial_scale': [
    'a stride in the place of a scale',
    { cornerOf: (end, scale) => Math.round(end / scale) },
  ],
  'all channels have the data of the first': ['a channel stride of 0', allOfFirstChannel],
  'the last column of cells is that before it': ['a border that is not handled', lastColumnIsThatBefore],
  'vectors of four have the first maximum': ['a broadcast that is left', ofFirstLane],
  'what comes after the last multiple of 8 is left out': ['vector loops without a tail', withoutTail],
};

const rowsOf = (scored: readonly ScoredRow[]) => scored.map(({ row }) => row);

/** The ends of a box, where its corners are taken as they come. */
const endsAsGiven = ([p, q, s, t]: readonly number[], isByCenter: boolean): Ends =>
  isByCenter ? { x: [p! - s! / 2, p! + s! / 2], y: [q! - t! / 2, q! + t! / 2] } : { y: [p!, s!], x: [q!, t!] };

const sortedEnds = (p: number, s: number) => [Math.min(p, s), Math.max(p, s)] as const;

const nmsFaults: Faults<NmsHabit> = {
  'lengths of boxes are longer by 1': [
    'areas of pixels, as in py-faster-rcnn',
    { lengthOf: (low, high) => high - low + 1 },
  ],
  'a box that overlaps by just iou_threshold is suppressed': [
    'ONNX-7615: at least in the place of above',
    { isAbove: (overlap, threshold) => overlap >= threshold && overlap > 0 },
  ],
  'what boxes have in common is divided by the lesser one': [
    'another measure',
    { overlap: (common, one, other) => common / Math.min(one, other) },
  ],
  'what boxes have in common is divided by the selected one': [
    'another measure',
    { overlap: (common, one) => common / one },
  ],
  'what boxes have in common is divided by the sum of both': [
    'a union that counts twice',
    { overlap: (common, one, other) => common / (one + other) },
  ],
  'iou_threshold is not looked at': ['a default of 0.5', { threshold: () => 0.5 }],
  'without iou_threshold it is 0.5': ['a default of another library', { threshold: (given) => given ?? 0.5 }],
  'corners are not sorted': ['a box that is not flipped', { endsOf: endsAsGiven }],
  'the corners of a box are x1, x2, y1 and y2': [
    'an order of ends',
    {
      endsOf: ([p, q, s, t], isByCenter) =>
        isByCenter ? endsAsGiven([p!, q!, s!, t!], true) : { x: sortedEnds(p!, q!), y: sortedEnds(s!, t!) },
    },
  ],
  'center_point_box is not looked at': [
    'an attribute that is not read',
    { endsOf: ([p, q, s, t]) => ({ y: sortedEnds(p!, s!), x: sortedEnds(q!, t!) }) },
  ],
  'a center comes with its height first': [
    'y before x',
    {
      endsOf: ([p, q, s, t], isByCenter) =>
        isByCenter
          ? { x: [p! - t! / 2, p! + t! / 2], y: [q! - s! / 2, q! + s! / 2] }
          : { y: sortedEnds(p!, s!), x: sortedEnds(q!, t!) },
    },
  ],
  'a center is a corner': [
    'x, y, width and height of COCO',
    {
      endsOf: ([p, q, s, t], isByCenter) =>
        isByCenter ? { x: [p!, p! + s!], y: [q!, q! + t!] } : { y: sortedEnds(p!, s!), x: sortedEnds(q!, t!) },
    },
  ],
  'boxes are clipped to what is positive': [
    'boxes of images',
    {
      endsOf: (box, isByCenter) => {
        const { x, y } = isByCenter
          ? endsAsGiven(box, true)
          : { y: sortedEnds(box[0]!, box[2]!), x: sortedEnds(box[1]!, box[3]!) };
        const clip = ([low, high]: readonly [number, number]) => [Math.max(low, 0), Math.max(high, 0)] as const;
        return { x: clip(x), y: clip(y) };
      },
    },
  ],
  'boxes are clipped to 0 and 1': [
    'normalized boxes alone',
    {
      endsOf: (box, isByCenter) => {
        const { x, y } = isByCenter
          ? endsAsGiven(box, true)
          : { y: sortedEnds(box[0]!, box[2]!), x: sortedEnds(box[1]!, box[3]!) };
        const clip = ([low, high]: readonly [number, number]) =>
          [Math.min(Math.max(low, 0), 1), Math.min(Math.max(high, 0), 1)] as const;
        return { x: clip(x), y: clip(y) };
      },
    },
  ],
  'a box whose score is score_threshold is left out': [
    'onnxruntime and onnx.reference: above in the place of at least',
    { isKept: (score, threshold) => threshold === undefined || score > threshold },
  ],
  'score_threshold is not looked at': ['an input that is not read', { isKept: () => true }],
  'without score_threshold it is 0': [
    'a default that the text does not have',
    { isKept: (score, threshold) => score >= (threshold ?? 0) },
  ],
  'the boxes of the lowest scores come first': ['a queue of the least', { before: (one, other) => one - other }],
  'boxes are selected in their order': ['boxes that are taken for sorted', { before: () => 0 }],
  'scores are compared in half precision': [
    'compressed scores',
    { before: (one, other) => roundDouble(other, formatOf('float16')) - roundDouble(one, formatOf('float16')) },
  ],
  'scores are compared by their magnitude': [
    'bits of floats as integers',
    { before: (one, other) => Math.abs(other) - Math.abs(one) },
  ],
  'boxes that are suppressed suppress others': ['all pairs at once', { suppressedSuppress: true }],
  'no more boxes than the limit are looked at': ['the highest scores first, as TopK', { limitsFirst: true }],
  'the limit is one of each image': ['a counter that goes on', { limitsImages: true }],
  'the limit is not looked at': ['an input that is not read', { limit: (given) => (given > 0 ? 1e9 : 0) }],
  'a limit of 0 means all boxes': ['0 as unlimited', { limit: (given) => (given === 0 ? 1e9 : given) }],
  'the limit is read as 32 bits': [
    'int64 data read as int32',
    { limit: (given) => Number(BigInt.asIntN(32, BigInt(given))) },
  ],
  'classes suppress each other': ['one list of boxes for all classes', { acrossClasses: true }],
  'all images have the boxes of the first': ['a batch stride of 0', { boxesOf: () => 0 }],
  'all classes have the scores of the first': ['a class stride of 0', { scoresOf: (image) => [image, 0] }],
  'scores are of classes first': [
    'an order of dimensions',
    onInput(1, (scores) =>
      scores.dims[0] === scores.dims[1]
        ? { ...readFrom(scores, ([image, own, box]) => [own!, image!, box!]), tensor: exchangedTensor(scores) }
        : scores,
    ),
  ],
  'a row is class, image and box': [
    'an order of columns',
    { rows: (all) => all.map(({ row: [image, own, box] }) => [own, image, box] as const) },
  ],
  'a row is image, box and class': [
    'an order of columns',
    { rows: (all) => all.map(({ row: [image, own, box] }) => [image, box, own] as const) },
  ],
  'rows are sorted by classes first': [
    'loops that are exchanged',
    { rows: (all) => rowsOf(all).toSorted((one, other) => one[1] - other[1]) },
  ],
  'rows are sorted by scores': [
    'OpenVINO: sort_result_descending',
    { rows: (all) => rowsOf(all.toSorted((one, other) => other.score - one.score)) },
  ],
  'rows of a class are sorted by boxes': [
    'a mask of boxes',
    {
      rows: (all) => rowsOf(all).toSorted((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2]),
    },
  ],
  'boxes are counted through all images': [
    'an offset that is left',
    (correct) => (a, node) => {
      const [output] = correct(a, node);
      const count = node.input(0).dims[1]!;
      const { at } = output!;
      return [
        { ...output!, at: (i) => (i % 3 === 2 ? a.of(BigInt(Number(at(i)) + Number(at(i - 2)) * count)) : at(i)) },
      ];
    },
  ],
  'the last box is left out': [
    'a limit that is one too low',
    (correct) => (a, node) => {
      const [output] = correct(a, node);
      const rows = output!.dims[0]!;
      return rows > 1 ? [{ ...output!, dims: [rows - 1, 3] }] : [output!];
    },
  ],
};

/** A tensor of as many images as classes, with these exchanged. */
function exchangedTensor({ tensor }: Parameters<Parameters<typeof onInput>[1]>[0]) {
  const elements = elementsOf(tensor!) as readonly number[];
  const [images, classes, count] = tensor!.dims as [number, number, number];
  return tensorOfScalars(tensor!.dtype, tensor!.dims, (i) => {
    const [image, own, box] = [Math.floor(i / (classes * count)), Math.floor(i / count) % classes, i % count];
    return elements[indexOf([own, image, box], [images, classes, count])]!;
  });
}

const mutantsOf = <Habit>(
  operator: string,
  faults: Faults<Habit>,
  kernel: (habit: Habit) => Alter,
): readonly Mutant[] =>
  Object.entries(faults).map(([name, [source, fault]]) => ({
    name: `${operator}: ${name}`,
    source: [source],
    operators: [operator],
    alter: typeof fault === 'function' ? (fault as Alter) : kernel(fault),
  }));

/** Faults of kernels that take samples of regions, their maxima, or boxes that overlap no others. */
export const regionFaults: readonly Mutant[] = [
  ...mutantsOf('RoiAlign', roiAlignFaults, roiAligned),
  ...mutantsOf('MaxRoiPool', maxRoiPoolFaults, maxRoiPooled),
  ...mutantsOf('NonMaxSuppression', nmsFaults, selecting),
];
