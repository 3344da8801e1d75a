import { type DType, formatOf, integerRange } from '../../../oracles/numerics/dtype.ts';
import { largestFinite } from '../../../oracles/numerics/rounding.ts';
import type { Scalar } from '../../../oracles/numerics/trait.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { rotateBy } from '../../cases/take-turns.ts';
import {
  atRunTime,
  filled,
  type NamedCall,
  type NamedPlans,
  varied,
  whereInputsDecide,
  withLarge,
} from '../../notation/call-notation.ts';

type Pads = readonly [data: string, pads: readonly number[], axes?: readonly number[] | undefined];

/** Values to fill with that go through no other type unharmed. */
const fills = (dtype: DType): readonly Scalar[] => {
  const format = formatOf(dtype);
  if (format.kind === 'integer') {
    const { min, max } = integerRange(format);
    return [min, max, max - 1n];
  }
  if (format.kind === 'float') return [0.1, -0, Number.NaN, Number.POSITIVE_INFINITY, largestFinite(format)];
  return format.kind === 'complex' ? [{ re: 0.1, im: -2 }] : [0];
};

/** Calls in a mode, in the names that a version has: what fills is an attribute or an input. */
const padded =
  (mode: string, ...list: Pads[]) =>
  ({ version: { attributes, inputs } }: PlanContext): NamedCall[] => {
    const name = attributes.some((attribute) => attribute.name === 'paddings') ? 'paddings' : 'pads';
    const fill =
      inputs.length > 1 ? { constant_value: filled('scalar', [1], { form: 'initializer' }) } : { value: 1.5 };
    return list.map(([data, pads, axes]) => ({ data, [name]: pads, mode, ...(mode === 'constant' && fill), axes }));
  };

/** Nothing but whole rows, planes or images is added: kernels take these for longer rows. */
const outer: readonly Pads[] = [
  ['3x2x4', [2, 0, 0, 1, 0, 0]],
  ['3x4', [1, 0, 2, 0]],
  ['2x3x2x3', [0, 1, 0, 0, 0, 2, 0, 0]],
  ['2x3x4x1x2', [1, 0, 2, 0, 0, 1, 0, 1, 0, 0]],
];

/** Calls in a mode, with whole rows besides. */
const withRows = (mode: string, ...list: Pads[]) => {
  const [plain, rows] = [padded(mode, ...list), padded(mode, ...outer)];
  return (context: PlanContext): NamedCall[] => [
    ...plain(context),
    ...rows(context).map((call, i) => ({ ...call, ...(i === 0 && { suite: 'quick' }) })),
  ];
};

export const pad: NamedPlans = {
  samples: (context) => [
    ...padded('constant', ['2x3', [1, 0, 0, 2], context.version.inputs.length > 3 ? [0, 1] : undefined])(context),
    ...padded('constant', ['2x3', [0, 2, 1, 1]], ['4', [1, 3]])(context),
    ...padded('edge', ['2x3', [0, 2, 1, 1]])(context),
  ],
  sizes: [
    padded('constant', ['2x3', [1, 0, 0, 2]], ['3x4', [1, 0, 0, 2]], ['6x7', [1, 0, 0, 2]]),
    whereInputsDecide(
      ...varied({ data: '2x3' }, 'pads', atRunTime(1, 0, 0, 2), atRunTime(0, 2, 1, 0), atRunTime(2, 1, 0, 3)),
    ),
  ],
  pairs: (context) => [
    {
      differs: 'another mode',
      calls: ['edge', 'reflect'].flatMap((mode) => padded(mode, ['3x4', [1, 2, 0, 1]])(context)),
    },
  ],
  aliasCandidates: padded('constant', ['2x3', [0, 0, 0, 0]]),
  plans: {
    'any-shape': withLarge(
      padded(
        'constant',
        ['33', [1, 31]],
        ['3x17', [0, 3, 2, 13]],
        ['2x40', [1, 2, 0, 1]],
        ['2x1x2x3x2', [1, 0, 2, 0, 1, 0, 1, 0, 2, 0]],
        ['2x3x2x3', [1, 0, 2, 1, 0, 2, 1, 1]],
        ['1x3x9x11', [0, 1, 2, 0, 0, 0, 1, 2]],
        ['3', [130, 128]],
      ),
      padded('constant', ['251x279', [0, 1, 0, 1]]),
    ),
    'mode-constant': withRows(
      'constant',
      ['2x3', [1, 2, 3, 4]],
      ['3', [0, 0]],
      ['3', [2, 0]],
      ['2x2x2', [0, 1, 0, 2, 0, 1]],
      ['2x1x3x1x2x2', [0, 1, 0, 2, 1, 0, 1, 0, 2, 0, 0, 1]],
    ),
    'constant-given': ({ dtype }) =>
      fills(dtype).map((x) => ({ data: '2x3', pads: [1, 0, 1, 2], constant_value: filled('scalar', [x]) })),
    'mode-edge': withRows(
      'edge',
      ['2x3', [1, 2, 3, 4]],
      ['3', [4, 5]],
      ['1', [2, 1]],
      ['2x2x2', [0, 1, 2, 2, 0, 1]],
      ['2x3x2x3', [1, 2, 0, 1, 2, 1, 1, 3]],
      ['2x1x2x3x2', [1, 1, 2, 0, 1, 0, 1, 0, 2, 1]],
    ),
    'mode-reflect': withRows(
      'reflect',
      ['3x4', [1, 2, 2, 3]],
      ['4', [3, 3]],
      ['4', [0, 2]],
      ['3x2x4', [2, 1, 1, 0, 1, 3]],
      ['2x2x3x4', [0, 0, 2, 1, 0, 0, 1, 3]],
      ['3x2x3x2', [2, 1, 1, 0, 1, 0, 2, 1]],
      ['2x3x2x3x2', [1, 1, 0, 2, 1, 0, 2, 1, 1, 1]],
    ),
    'mode-reflect-again': padded(
      'reflect',
      ['3x2', [0, 2, 0, 0]], // the example of the text
      ['3', [3, 4]],
      ['2', [1, 3]],
      ['2x3', [2, 0, 0, 5]],
      ['2x4x2', [0, 4, 1, 2, 0, 3]],
    ),
    'mode-wrap': withRows(
      'wrap',
      ['3x4', [1, 2, 3, 4]],
      ['4', [3, 1]],
      ['3', [5, 0]],
      ['2', [1, 7]],
      ['1x2', [3, 0, 2, 0]],
      ['2x3x2x3', [1, 2, 0, 4, 2, 1, 3, 1]],
      ['2x1x2x3x2', [1, 1, 2, 0, 1, 0, 1, 0, 2, 1]],
    ),
    'pads-negative': (context) => [
      ...padded(
        'constant',
        ['5', [-1, -2]],
        ['4x5', [-1, 0, 0, -2]],
        ['4', [-1, 2]],
        ['3x3', [-1, 1, 1, -1]],
        ['2x3', [-1, 0, -1, 0]],
      )(context),
      ...['edge', 'reflect'].flatMap((mode) => padded(mode, ['6', [-1, -2]], ['4x5', [-1, -2, -1, -1]])(context)),
      // of one dimension elements are removed, of another repeated
      ...['edge', 'reflect', ...(context.version.since >= 19 ? ['wrap'] : [])].flatMap((mode) =>
        padded(mode, ['3x3', [-1, 1, 0, 0]], ['3x5', [2, -1, 1, -2]], ['4x3x2', [0, 2, -1, -3, 1, 0]])(context),
      ),
      // of dimensions that int32 names
      ...(context.version.inputs.some(({ name }) => name === 'axes') ? ['reflect', 'edge', 'constant'] : []).map(
        (mode, i) => ({
          data: '4x5',
          pads: [-1, 1, 0, 2],
          axes: { dims: [2], numbers: [1, 0], dtype: 'int32' as const },
          mode,
          ...(i === 0 && { suite: 'quick' }),
        }),
      ),
    ],
    'axes-given': (context) => [
      ...padded('constant', ['2x3x4', [1, 2], [1]], ['2x3x4', [1, 0, 2, 3], [2, 0]])(context),
      ...padded('reflect', ['2x3x4', [2, 1], [2]], ['2x3x4', [2, 1], [-2]])(context),
      ...padded('edge', ['2x3x4', [1, 0, 2, 3], [-1, -3]])(context),
      ...padded('constant', ['2x3', [], []])(context),
      { data: '2x3x4', pads: [1, 2], axes: { dims: [1], numbers: [1], dtype: 'int32' }, suite: 'quick' },
    ],
    'rank-zero': padded('constant', ['scalar', []]),
    'size-zero': (context) => [
      ...padded(
        'constant',
        ['0', [2, 1]],
        ['2x0', [0, 1, 1, 2]],
        ['0x3', [1, 0, 1, 2]],
        ['3x0', [-1, 2, -2, -1]],
      )(context),
      ...['edge', 'reflect', ...(context.version.since >= 19 ? ['wrap'] : [])].flatMap((mode) =>
        padded(mode, ['0x3', [0, 1, 0, 2]], ['3x0', [2, 0, 1, 0]])(context),
      ),
    ],
  },
  draw: (draws) => {
    const dims = draws.sizesOrLong(draws.count(1, 5), 1, 120);
    const mode = draws.pick('constant', 'constant', ...draws.modes('mode'));
    const axes = draws.declares('axes')
      ? draws.maybe(() => draws.axes('axes', dims.length, draws.count(1, dims.length)))
      : undefined;
    const padded = axes ? axes.map((axis) => dims.at(axis)!) : dims;
    const isCropped = mode === 'constant' && draws.once(3);
    const end = (size: number) => {
      const most = mode === 'reflect' ? size - 1 : mode === 'constant' ? 9 : size;
      return isCropped && draws.once(2)
        ? -draws.count(0, size >> 1)
        : draws.pick(0, 0, draws.count(0, Math.min(most, 9)));
    };
    // now and then all is removed at one end, and as much or more put at the other
    const ends = padded.map((size) =>
      isCropped && draws.once(4)
        ? rotateBy([-size, size + draws.count(0, 2)], draws.count(0, 1))
        : [end(size), end(size)],
    );
    const pads = [0, 1].flatMap((which) => ends.map((both) => both[which]!));
    const fill = mode === 'constant' && draws.once(2) ? draws.data([]) : undefined;
    const isInput = draws.declares('constant_value');
    return {
      data: draws.data(dims),
      [draws.declares('paddings') ? 'paddings' : 'pads']: pads,
      mode: mode === 'constant' ? draws.maybe(() => mode) : mode,
      axes,
      ...(fill && (isInput ? { constant_value: fill } : { value: draws.pick(1.5, -2, 0.1) })),
    };
  },
};
