import { type DType, formatOf } from '../../oracles/numerics/dtype.ts';
import type { InputPlan } from '../calls/draft-of-call.ts';
import type { PlanContext } from '../cases/proposal.ts';
import { isCurrent, lengthBeyondPlaces } from '../cases/take-turns.ts';
import type { Draws } from '../covering/draws.ts';
import { breaking, filled, type NamedCall, type NamedPlans, plansFrom, withLarge } from '../notation/call-notation.ts';
import { byOperator, familyOf } from '../notation/derived.ts';

/** A call in the words of the newest version; others have fewer. */
interface ResizeCall extends Readonly<Record<string, unknown>> {
  readonly X: string | InputPlan;
  readonly scales?: readonly number[];
  readonly sizes?: readonly number[] | '';
  readonly roi?: readonly number[];
  /** float32 if absent */
  readonly typeOfRoi?: DType;
}

const nothing = filled('0', [1], { dtype: 'float32', form: 'initializer' });
const floats = (
  list: readonly number[] | undefined,
  form: 'initializer' | 'input' = 'initializer',
  dtype: DType = 'float32',
) => list && filled(`${list.length}`, list, { dtype, form });

/** Whether the weights of a call have few bits, so that no kernel rounds a sum between integers before it becomes one. */
const keepsBits = ({ scales, sizes, roi, ...settings }: ResizeCall): boolean =>
  scales !== undefined &&
  !(sizes || roi || settings.exclude_outside || settings.antialias) &&
  scales.every((scale) => Math.log2(scale) % 1 === 0) &&
  [undefined, 'half_pixel', 'asymmetric'].includes(settings[coordinates] as string | undefined);

/** What the text of a version has for a call; nothing where it lacks something. */
function written({ version, operator, dtype }: PlanContext, call: ResizeCall): readonly NamedCall[] {
  const { X, scales, sizes, roi, typeOfRoi, atRunTime, suite, ...settings } = call;
  const declared = new Set([...version.attributes, ...version.inputs].map(({ name }) => name));
  const needed = [...Object.keys(settings), ...(sizes !== undefined ? ['sizes'] : []), ...(roi ? ['roi'] : [])];
  if (needed.some((name) => !declared.has(name))) return [];
  if (operator.name === 'Upsample' && scales?.some((scale) => scale < 1)) return [];
  const weighs = settings.mode !== undefined && settings.mode !== 'nearest';
  const { kind, bits } = formatOf(dtype);
  const isWeighed = kind === 'float' ? bits >= 16 : kind === 'integer' && bits >= 8 && keepsBits(call);
  if (weighs && !isWeighed) return [];
  if (operator.name === 'Upsample' && version.since === 1) {
    if (scales?.length !== 4 || scales[0] !== 1 || scales[1] !== 1 || settings.mode === 'cubic') return [];
    const mode = settings.mode === 'linear' ? { mode: 'bilinear' } : {};
    return [{ X, height_scale: scales[2]!, width_scale: scales[3]!, ...settings, ...mode } as NamedCall];
  }
  const { values: modes = [] } = version.attributes.find(({ name }) => name === 'coordinate_transformation_mode') ?? {};
  const ways = version.attributes.find(({ name }) => name === 'mode')!.values!;
  const { mode, [coordinates]: formula } = settings;
  if ((formula && !modes.includes(formula as string)) || (mode && !ways.includes(mode as string))) return [];
  if (weighs && formula === 'tf_half_pixel_for_nn') return [];
  const form = atRunTime ? 'input' : 'initializer';
  const isAttribute = version.attributes.some(({ name }) => name === 'scales');
  const areRequired = version.inputs.some(({ name, optional }) => name === 'roi' && !optional);
  return [
    {
      X,
      ...(scales ? { scales: isAttribute ? scales : floats(scales, form) } : areRequired ? { scales: nothing } : {}),
      ...(roi ? { roi: floats(roi, form, typeOfRoi) } : areRequired ? { roi: nothing } : {}),
      ...(sizes === '' && { sizes }),
      ...(sizes && { sizes: filled(`${sizes.length}`, sizes, { dtype: 'int64', form }) }),
      ...settings,
      suite,
    } as NamedCall,
  ];
}

const calls =
  (...some: readonly ResizeCall[]) =>
  (context: PlanContext): readonly NamedCall[] =>
    some.flatMap((one) => written(context, one));

const withEach = (name: string, list: readonly unknown[], ...some: readonly ResizeCall[]): readonly ResizeCall[] =>
  list.flatMap((value) => some.map((one) => ({ ...one, [name]: value })));

const linear = { mode: 'linear' };
const cubic = { mode: 'cubic' };
/** Each with weights of two elements, and of four. */
const weighing = (...some: readonly ResizeCall[]): readonly ResizeCall[] =>
  withEach('mode', ['linear', 'cubic'], ...some);
const coordinates = 'coordinate_transformation_mode';
const forNearest = { [coordinates]: 'tf_half_pixel_for_nn' };
const crop = { [coordinates]: 'tf_crop_and_resize' };
const modes = [
  'half_pixel',
  'pytorch_half_pixel',
  'asymmetric',
  'align_corners',
  'half_pixel_symmetric',
  'tf_half_pixel_for_nn',
];
/** Those by which an element of a dimension that stays is its own nearest, however that is rounded. */
const staying = modes.filter((name) => name !== 'tf_half_pixel_for_nn');
const policy = 'keep_aspect_ratio_policy';
const nearestModes = ['round_prefer_floor', 'round_prefer_ceil', 'floor', 'ceil'];

/** Small integers whose sums and products are exact, in types with arithmetic. */
const data = (shape: string): string => `${shape} distinct`;

/** Results so long that the type of the data cannot tell their last places apart, along either of two dimensions. */
function beyondPlaces(context: PlanContext): readonly NamedCall[] {
  const length = lengthBeyondPlaces(context);
  if (length === undefined || !isCurrent(context)) return [];
  const hasFormulas = context.version.attributes.some(({ name }) => name === coordinates);
  const settings = hasFormulas ? { [coordinates]: 'asymmetric', nearest_mode: 'floor' } : {};
  return calls(
    { X: data(`1x1x1x${length / 2}`), scales: [1, 1, 1, 2], ...settings },
    { X: data(`1x1x${length / 2}x1`), scales: [1, 1, 2, 1], ...settings },
    // an odd length, and one that shrinks
    { X: data(`1x1x1x${length + 1}`), scales: [1, 1, 1, 0.5], ...settings },
  )(context).map((call) => ({ ...call, suite: 'standard' }));
}

/** The plainest calls; of versions that have axes, some with these. */
const samples = (context: PlanContext): readonly NamedCall[] => {
  const axes = context.version.attributes.some(({ name }) => name === 'axes') ? { axes: [2, 3] } : undefined;
  const of = (list: readonly number[]) => (axes ? list.slice(2) : list);
  return calls(
    { X: data('1x1x2x3'), scales: [1, 1, 2, 2] },
    { X: data('1x2x4x3'), scales: of([1, 1, 3, 2]), ...axes },
    // by halves the other dimension has places in the middle of two elements
    { X: data('1x1x3x10'), sizes: of([1, 1, 6, 5]), ...axes },
    { X: data('1x1x4x4'), scales: [1, 1, 2, 4], ...linear },
  )(context);
};

function drawCall(draws: Draws): NamedCall {
  const { context } = draws;
  const { version, dtype } = context;
  const { kind, bits } = formatOf(dtype);
  const isFloat = kind === 'float' && bits >= 16;
  const isInteger = kind === 'integer' && bits >= 8;
  const isPlain = !draws.declares(coordinates);
  const rank = version.since === 1 ? 4 : draws.count(1, 5);
  const dims = draws.sizesOrLong(rank, 1, 300);
  const resizes = dims.map((_, i) => i >= rank - 2 || (version.since > 1 && draws.once(4)));
  const weighing = ['linear', ...(isPlain ? [] : ['cubic'])];
  const mode = isFloat
    ? draws.pick('nearest', ...weighing)
    : isInteger && draws.once(2)
      ? draws.pick(...weighing)
      : 'nearest';
  const keeps = isInteger && mode !== 'nearest';
  const least = version.attributes.some(({ name }) => name === 'height_scale') ? 1 : 0;
  const scales = dims.map((size, i) => {
    if (!resizes[i] || (version.since === 1 && i < 2)) return 1;
    const whole = draws.pick(1, 2, 3, 4);
    const any = keeps
      ? draws.pick(1, 2, 2, 0.5)
      : isPlain && mode === 'nearest'
        ? whole
        : draws.pick(whole, 0.5, 1.5, 2.5, 0.25);
    const some = context.operator.name === 'Upsample' && any < 1 ? 1 / any : any;
    return size * some < 1 || some < least ? 1 : some;
  });
  const call: ResizeCall = {
    X: {
      dims,
      kind:
        mode !== 'nearest'
          ? draws.pick('distinct', 'small', keeps ? 'small' : 'mixed')
          : draws.pick('distinct', 'mixed', 'special'),
    },
    scales,
    ...(mode !== 'nearest' || draws.once(2) ? { mode } : {}),
  };
  if (isPlain)
    return written(context, { ...call, atRunTime: draws.once(4) || undefined })[0] ?? written(context, { ...call })[0]!;
  const open = draws.modes(coordinates).filter((name) => name !== 'tf_crop_and_resize');
  const isCropped = draws.once(5);
  const axes = draws.declares('axes') && draws.once(3) ? axesOf(draws, resizes) : undefined;
  const ofAxes = <T>(list: readonly T[]): readonly T[] => (axes ? axes.map((axis) => list.at(axis)!) : list);
  const sizes = dims.map((size, i) => (resizes[i] ? draws.pick(size, 2 * size, Math.ceil(size / 2), size + 1) : size));
  const bySizes = isCropped || draws.once(2);
  const region = isCropped
    ? [
        ...ofAxes(dims.map(() => draws.pick(0, 0.25, 0.5, -0.5))),
        ...ofAxes(dims.map(() => draws.pick(1, 0.75, 0.5, 1.5))),
      ]
    : undefined;
  const { scales: own, ...rest } = call;
  const all = {
    ...rest,
    ...(bySizes ? { sizes: ofAxes(sizes) } : { scales: ofAxes(own!) }),
    ...(axes && { axes }),
    ...(bySizes && draws.declares(policy) && draws.once(3) && isKept(ofAxes(dims))
      ? { [policy]: draws.pick(...draws.modes(policy)) }
      : {}),
    ...(region && { roi: region }),
    ...(isCropped ? crop : draws.once(3) ? {} : { [coordinates]: draws.pick(...open) }),
    ...(isCropped && draws.once(2)
      ? { extrapolation_value: draws.context.dtype === 'bool' ? draws.pick(0, 1, 1) : draws.pick(0, 7, 2) }
      : {}),
    ...(mode === 'nearest' && draws.once(2) ? { nearest_mode: draws.pick(...nearestModes) } : {}),
    ...(mode === 'cubic' && draws.once(2) ? { cubic_coeff_a: draws.pick(-0.5, -0.75) } : {}),
    ...(mode !== 'nearest' && draws.once(4) ? { exclude_outside: 1 } : {}),
    ...(mode !== 'nearest' && draws.declares('antialias') && draws.once(4) ? { antialias: 1 } : {}),
    ...(draws.once(4) ? { atRunTime: true } : {}),
  } as ResizeCall;
  const fits = written(context, all)[0];
  return fits && !isOpen(all, dims) ? fits : written(context, call)[0]!;
}

/** Whether a ratio may be kept: of many dimensions, and long ones, wrong ratios would make far too many elements. */
const isKept = (lengths: readonly number[]): boolean => lengths.length < 3 && Math.max(...lengths) < 32;

/** The dimensions that are resized, and perhaps others, in any order and from either end. */
const axesOf = (draws: Draws, resizes: readonly boolean[]): number[] => {
  const places = draws.some(
    [...resizes.keys()].filter((i) => resizes[i] || draws.once(3)),
    resizes.length,
  );
  const counted = draws.countsBack('axes') && draws.once(3);
  return places.map((place) => (counted && draws.once(2) ? place - resizes.length : place));
};

/** Whether a length is no integer where formulas have it, or is one element of them. */
const isOpen = ({ scales, [coordinates]: mode }: ResizeCall, dims: readonly number[]): boolean =>
  (mode === 'align_corners' || mode === 'pytorch_half_pixel') &&
  (scales ?? []).some((scale, i) => !Number.isInteger(scale * dims[i]!));

const resize: NamedPlans = {
  draw: drawCall,
  samples,
  sizes: [
    calls(...['1x1x2x3', '1x1x4x3', '1x2x3x3'].map((shape) => ({ X: data(shape), scales: [1, 1, 2, 2] }))),
    calls(...['1x1x2x3', '1x1x7x5', '2x3x3x4'].map((shape) => ({ X: data(shape), scales: [1, 1, 2, 2], ...linear }))),
  ],
  pairs: (context) => [
    {
      differs: 'other scales',
      calls: calls({ X: data('1x1x4x4'), scales: [1, 1, 2, 2] }, { X: data('1x1x4x4'), scales: [1, 1, 4, 2] })(context),
    },
  ],
  aliasCandidates: calls({ X: data('1x1x3x4'), scales: [1, 1, 1, 1] }),
  plans: {
    definition: withLarge(
      calls(
        { X: data('1x1x3x4'), scales: [1, 1, 2, 3] },
        { X: data('2x3x2x2'), scales: [1, 1, 4, 2] },
        { X: data('1x1x4x4'), scales: [1, 1, 0.5, 0.5], [coordinates]: 'half_pixel' },
        { X: data('5'), scales: [2] },
        { X: data('3x5'), scales: [1.5, 0.75], [coordinates]: 'half_pixel' },
        {
          X: data('1x1x5x7'),
          scales: [1, 1, 0.6, 1.7],
          [coordinates]: 'asymmetric',
          nearest_mode: 'round_prefer_ceil',
        },
        { X: '2x2x3 special', scales: [1, 2, 2] },
        { X: '1x1x2x4 wide', scales: [1, 1, 3, 2], atRunTime: true },
      ),
      [{ X: data('1x1x131x137'), scales: [1, 1, 2, 2] }],
    ),
    nearest: (context) => [
      ...calls(
        ...withEach(
          'scales',
          [
            [1, 1, 2, 2],
            [1, 1, 3, 3],
            [1, 1, 4, 1],
            [1, 1, 1, 5],
          ],
          { X: data('1x1x3x4'), mode: 'nearest' },
          { X: '2x1x2x3 special' },
        ),
        ...withEach('sizes', [[7], [3], [20], [1]], { X: data('5') }, { X: data('11'), mode: 'nearest' }),
        // in the middle of two elements
        { X: data('8'), sizes: [4], suite: 'quick' },
        { X: data('3x8'), sizes: [6, 4], mode: 'nearest' },
      )(context),
      ...beyondPlaces(context),
    ],
    linear: calls(
      ...withEach(
        'scales',
        [
          [1, 1, 2, 2],
          [1, 1, 2, 4],
          [1, 1, 1, 2],
          [1, 1, 4, 1],
        ],
        { X: data('1x1x3x4'), ...linear },
        { X: '2x3x2x2 mixed', ...linear },
      ),
      ...withEach(
        'scales',
        [
          [1, 1, 0.5, 0.5],
          [1, 1, 1.5, 2.5],
          [1, 1, 0.6, 1.7],
        ],
        { X: data('1x1x4x4'), ...linear },
        { X: '1x2x5x6 mixed', ...linear },
      ),
      { X: data('7'), scales: [2], ...linear },
      { X: data('1x1x3x1x1'), scales: [1, 1, 2, 1, 1], ...linear },
      { X: data('1x2x1x3x1'), scales: [1, 1, 3, 2, 2], ...linear },
      { X: data('1x1x3x4'), scales: [1, 1, 2, 2], ...linear, atRunTime: true },
    ),
    integers: calls(
      { X: '1x1x4x4 small', scales: [1, 1, 0.5, 0.5], ...cubic },
      { X: data('1x1x4x5'), scales: [1, 1, 2, 2], ...cubic },
      { X: data('1x1x5x4'), scales: [1, 1, 2, 2], ...cubic },
      // places that 8 bits do not hold
      { X: data('1x1x1x140'), scales: [1, 1, 2, 2] },
      { X: '7 small', scales: [2], ...cubic, cubic_coeff_a: -0.5 },
      { X: data('1x1x150x1'), scales: [1, 1, 2, 2] },
      { X: data('1x1x2x160'), scales: [1, 1, 2, 2] },
      ...withEach(
        'scales',
        [
          [1, 1, 2, 2],
          [1, 1, 2, 4],
          [1, 1, 0.5, 1],
        ],
        { X: data('1x1x4x3'), ...linear },
        { X: '1x2x4x4 small', ...linear },
        { X: data('1x1x4x5'), ...linear, [coordinates]: 'asymmetric' },
      ),
    ),
    'several-dimensions': calls(
      { X: data('2x3'), scales: [2, 3] },
      { X: data('2x3x4'), scales: [2, 1, 2] },
      { X: data('2x2x2'), scales: [2, 2, 3] },
      { X: data('1x2x1x2x3'), scales: [1, 2, 2, 1, 2] },
      { X: data('2x1x2x1x2x2'), scales: [1, 1, 2, 3, 2, 2] },
      { X: data('2x3'), sizes: [5, 4], [coordinates]: 'align_corners' },
      { X: data('3x2x4'), sizes: [2, 4, 7] },
      { X: data('1x2x3x2'), scales: [1, 1, 2, 3] },
      { X: data('2x1x2x4'), scales: [1, 1, 5, 2] },
      // dimensions that are not the last ones
      { X: data('1x2x3x2'), scales: [1, 2, 2, 1] },
      { X: data('3x2'), scales: [2, 1] },
      { X: data('2x3x2x2'), scales: [2, 1, 1, 1] },
      { X: data('2x2x3'), sizes: [2, 5, 3] },
    ),
    unchanged: calls(
      { X: data('1x1x3x4'), scales: [1, 1, 1, 1] },
      { X: data('1x1x3x4'), scales: [1, 1, 1, 2] },
      { X: data('3x4'), sizes: [3, 4] },
      ...withEach(coordinates, modes, { X: data('2x5'), sizes: [2, 5] }),
      ...withEach(coordinates, staying, { X: data('2x5'), scales: [1, 1], nearest_mode: 'ceil' }),
    ),
    'size-zero': calls(
      { X: '0x3', scales: [1, 2] },
      { X: '1x0x2x2', scales: [1, 1, 2, 2] },
      { X: '2x0', scales: [2, 3] },
    ),
    accuracy: calls(
      ...['mixed', 'wide', 'large', 'halves'].map((kind) => ({
        X: `1x2x4x5 ${kind}`,
        scales: [1, 1, 1.75, 2.25],
        ...linear,
      })),
      ...['mixed', 'wide', 'halves'].map((kind) => ({ X: `1x1x6x5 ${kind}`, scales: [1, 1, 0.75, 1.7], ...cubic })),
      { X: '301 mixed', scales: [1.3], ...linear },
    ),
    coordinates: calls(
      ...withEach(
        coordinates,
        modes,
        { X: data('7'), sizes: [4] },
        { X: data('4'), sizes: [9] },
        { X: data('1x1x4x6'), scales: [1, 1, 2, 0.5] },
      ),
      // of lengths that are not integers, and of one element
      ...withEach(
        coordinates,
        ['half_pixel_symmetric', 'half_pixel', 'asymmetric'],
        { X: data('7'), scales: [0.75] },
        { X: data('7'), scales: [0.75], ...cubic },
        { X: data('1x1x5x7'), scales: [1, 1, 1.5, 0.6], ...cubic },
        { X: '1x2x5x3 mixed', scales: [1, 1, 1.5, 0.75], ...linear },
      ),
      ...withEach(
        coordinates,
        ['pytorch_half_pixel', 'half_pixel'],
        { X: data('7'), sizes: [1] },
        { X: data('1x1x4x5'), sizes: [1, 1, 1, 3], ...linear },
        { X: data('5x4'), sizes: [2, 1], ...cubic },
      ),
      // channels last, as exporters of other layouts write them
      ...withEach(
        coordinates,
        modes,
        ...weighing({ X: data('1x3x4x2'), sizes: [1, 5, 7, 2] }, { X: data('1x4x3x2'), scales: [1, 0.5, 2, 1] }),
      ),
    ),
    'nearest-mode': calls(
      ...withEach(
        'nearest_mode',
        nearestModes,
        { X: data('8'), sizes: [5] },
        { X: data('8'), scales: [0.5] },
        { X: data('5'), scales: [2], [coordinates]: 'asymmetric' },
        { X: data('6'), scales: [0.25], [coordinates]: 'asymmetric' },
        { X: data('5'), sizes: [9], [coordinates]: 'align_corners' },
      ),
    ),
    'for-nearest': calls(
      { X: data('1x1x4x5'), scales: [1, 1, 2, 2], ...forNearest },
      { X: data('7'), sizes: [4], ...forNearest },
      ...withEach('nearest_mode', nearestModes, { X: data('5'), scales: [2], ...forNearest }),
      { X: data('1x1x3x8'), scales: [1, 1, 1.5, 0.25], ...forNearest },
    ),
    sizes: calls(
      // 31 / 7 in float32, times 7, is below 31
      ...withEach('sizes', [[31], [62]], { X: data('7') }, { X: data('14'), [coordinates]: 'align_corners' }),
      ...withEach(
        'sizes',
        [
          [1, 1, 2, 3],
          [1, 1, 7, 5],
          [1, 1, 4, 8],
          [1, 1, 1, 1],
        ],
        { X: data('1x1x4x4') },
        { X: data('1x1x4x4'), [coordinates]: 'asymmetric', nearest_mode: 'floor' },
      ),
      { X: data('1x1x3x3'), sizes: [1, 1, 6, 6], atRunTime: true },
    ),
    cubic: calls(
      ...withEach(
        'scales',
        [
          [1, 1, 2, 2],
          [1, 1, 4, 1],
          [1, 1, 0.5, 0.5],
          [1, 1, 1.5, 0.75],
          [1, 1, 0.8, 1.7],
        ],
        { X: data('1x1x4x5'), ...cubic },
      ),
      ...withEach(coordinates, modes, { X: data('1x1x4x4'), sizes: [1, 1, 7, 6], ...cubic }),
      { X: data('9'), scales: [2], ...cubic },
      { X: data('3x1x2'), scales: [2, 2, 2], ...cubic },
    ),
    'cubic-coefficient': calls(
      ...withEach('cubic_coeff_a', [-0.5, -1, 0.25, 0], { X: data('1x1x4x4'), scales: [1, 1, 2, 2], ...cubic }),
    ),
    'omitted-sizes': calls(
      { X: data('1x1x2x3'), scales: [1, 1, 2, 2] },
      { X: data('1x1x2x3'), scales: [1, 1, 2, 3], sizes: '' },
    ),
    'omitted-scales': calls({ X: data('1x1x2x3'), sizes: [1, 1, 4, 5] }, { X: data('3x5'), sizes: [6, 10] }),
    'omitted-roi': calls({ X: data('1x1x2x3'), scales: [1, 1, 2, 2] }, { X: data('3x5'), sizes: [6, 10] }),
    'exclude-outside': calls(
      ...withEach(
        'exclude_outside',
        [1],
        { X: data('1x1x4x4'), scales: [1, 1, 2, 2], ...cubic },
        { X: data('5'), scales: [0.6], ...cubic },
        { X: data('3x3'), scales: [2, 4], ...cubic },
        { X: data('6'), sizes: [4], ...cubic, cubic_coeff_a: -0.5 },
        { X: data('1x4x4x2'), scales: [1, 2, 0.5, 1], ...cubic },
      ),
    ),
    region: calls(
      { X: data('8'), roi: [0.25, 0.75], sizes: [5], ...crop },
      { X: data('5'), roi: [0, 1], typeOfRoi: 'float16', sizes: [9], ...crop },
      { X: data('5'), roi: [1, 0], typeOfRoi: 'float64', sizes: [5], ...crop },
      { X: data('9'), roi: [0.5, 0.5], sizes: [1], ...crop },
      { X: data('1x1x5x5'), roi: [0, 0, 0.25, 0.5, 1, 1, 0.75, 1], sizes: [1, 1, 3, 5], ...crop },
      { X: data('5x9'), roi: [0.25, 0.75, 0.75, 0.25], sizes: [5, 3], ...crop, atRunTime: true },
      ...withEach(
        'mode',
        ['linear', 'cubic'],
        { X: data('9'), roi: [0.25, 0.75], sizes: [9], ...crop },
        { X: data('5x5'), roi: [0, 0.5, 1, 1], sizes: [5, 5], ...crop },
      ),
    ),
    extrapolation: calls(
      { X: data('5'), roi: [-0.5, 1.5], sizes: [9], ...crop, extrapolation_value: 7 },
      { X: data('5'), roi: [-0.5, 1.5], sizes: [9], ...crop },
      { X: data('5x5'), roi: [0.5, 0, 2, 1], sizes: [7, 5], ...crop, extrapolation_value: 2 },
      { X: data('5'), roi: [2, 3], sizes: [3], ...crop, extrapolation_value: 3 },
      { X: data('9'), roi: [0.5, 1.25], sizes: [7], ...crop, extrapolation_value: 1 },
      ...weighing(
        { X: data('5'), roi: [-0.5, 1.5], sizes: [9], ...crop, extrapolation_value: 7 },
        { X: data('5x5'), roi: [0.5, 0, 2, 1], sizes: [7, 5], ...crop, extrapolation_value: 2 },
        { X: data('5x3'), roi: [-0.25, 1.25], sizes: [7], axes: [0], ...crop, extrapolation_value: -3 },
      ),
    ),
    axes: calls(
      { X: data('1x1x3x4'), scales: [2, 3], axes: [2, 3] },
      { X: data('1x1x3x4'), scales: [2, 3], axes: [3, 2] },
      { X: data('3x4x2'), scales: [2], axes: [0] },
      { X: data('3x4x2'), sizes: [5, 6], axes: [2, 0] },
      { X: data('3x4x2'), sizes: [2], axes: [1] },
      { X: data('5x9'), roi: [0.25, 0.75], sizes: [5], axes: [1], ...crop },
      { X: data('5x9'), roi: [0, 0.25, 1, 0.75], sizes: [3, 5], axes: [1, 0], ...crop },
      ...weighing(
        { X: data('1x2x3x4'), scales: [2, 3], axes: [3, 2] },
        { X: data('3x4x2'), sizes: [5, 6], axes: [2, 0] },
        { X: data('5x9'), roi: [0, 0.25, 1, 0.75], sizes: [3, 5], axes: [1, 0], ...crop },
        { X: data('5x9x2'), roi: [0.75, 0.25], sizes: [5], axes: [1], ...crop },
        { X: data('6x1x8'), scales: [0.5, 0.75], axes: [2, 0], antialias: 1 },
      ),
    ),
    antialias: calls(
      ...withEach(
        'antialias',
        [1],
        { X: data('8'), scales: [0.5], ...linear },
        { X: data('9'), scales: [0.6], ...linear },
        { X: data('1x1x4x8'), scales: [1, 1, 0.5, 0.25], ...linear },
        { X: data('5'), scales: [2], ...linear },
        { X: data('8'), scales: [0.5], ...cubic },
        { X: data('1x1x6x6'), sizes: [1, 1, 3, 4], ...cubic },
        { X: data('12'), scales: [0.25], ...cubic, exclude_outside: 1 },
        { X: data('10'), scales: [0.6], ...cubic, cubic_coeff_a: -0.5 },
        // one dimension shorter, the other as it is or longer
        { X: data('3x8'), sizes: [3, 4], ...linear, suite: 'quick' },
        ...weighing(
          { X: data('8x3'), sizes: [4, 6] },
          { X: data('3x9'), sizes: [5, 4] },
          { X: data('4x2x8'), scales: [1.5, 0.5], axes: [0, 2] },
        ),
        { X: data('9'), scales: [0.5], ...cubic, cubic_coeff_a: -0.5 },
        { X: data('1x1x6x8'), sizes: [1, 1, 4, 5], ...cubic, cubic_coeff_a: -1 },
      ),
    ),
    'aspect-ratio': calls(
      ...withEach(
        'keep_aspect_ratio_policy',
        ['not_larger', 'not_smaller', 'stretch'],
        { X: data('1x1x2x4'), sizes: [3, 5], axes: [2, 3] },
        { X: data('2x4'), sizes: [7, 8] },
        { X: data('4x6'), sizes: [2, 2], [coordinates]: 'asymmetric', nearest_mode: 'floor' },
        { X: data('3x5x2'), sizes: [6, 5], axes: [0, 1] },
        { X: data('2x4'), sizes: [12, 4], axes: [1, 0] },
        ...weighing(
          { X: data('2x4'), sizes: [3, 8] },
          { X: data('2x3x4'), sizes: [12, 4], axes: [2, 1], atRunTime: true },
        ),
      ),
    ),
  },
  invalid: {
    'invalid-scales': (context) => {
      const [valid] = calls({ X: data('1x1x2x3'), scales: [1, 1, 2, 2] })(context);
      const wrong = [
        [2, 2],
        [1, 1, 2, 2, 1],
      ].map((scales) => calls({ X: data('1x1x2x3'), scales })(context)[0]!.scales);
      return breaking(valid!, 'scales', ...wrong);
    },
    'invalid-choice': (context) => {
      const [valid] = calls({ X: data('1x1x2x3'), scales: [1, 1, 2, 2] })(context);
      return breaking(valid!, 'sizes', filled('4', [1, 1, 4, 6], { dtype: 'int64', form: 'initializer' }));
    },
  },
};

/** Operators that take samples of their data at other places. */
export const resizeFamily = familyOf(
  byOperator({ Resize: plansFrom(() => 'distinct', resize), Upsample: plansFrom(() => 'distinct', resize) }),
);
