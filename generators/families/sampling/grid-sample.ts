import { formatOf } from '../../../oracles/numerics/dtype.ts';
import type { InputPlan } from '../../calls/draft-of-call.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { longLengths } from '../../cases/take-turns.ts';
import type { Draws } from '../../covering/draws.ts';
import { breaking, filled, type NamedCall, type NamedPlans, shapesOf } from '../../notation/call-notation.ts';

/** A call in the words of the newest version: data, the shape of the samples, and the numbers of their locations, again and again. */
interface GridCall extends Readonly<Record<string, unknown>> {
  readonly X: string;
  readonly to: string;
  readonly at?: readonly number[];
  readonly mode?: 'linear' | 'cubic' | 'nearest';
}

/** Numbers between the ends, and beyond them, with which coordinates do not round; their counts are not multiples of a rank. */
const within = [-0.75, 0.5, 0.25, -0.375, 0.75, 0, -0.5];
const beyond = [1.25, -1.5, 0.5, -2.25, 2, -0.75, 1.75, -3.5, 0.25, 0.125, -1.25];
const far = [7, -9.5, 0.25, -12, 20.5, 3, -0.5];
const huge = [3e4, -5e4, 0.25, 1e6, -3e7, 0.5, 2e9, -1e30, -0.25, 1, -4e18];
const ends = [-1, 1, 0.5, 1, -1, 0, 1];
const signedZeros = [-0, 0.5, 0, -0.25, 2 ** -140, -0.75];
/** Where coordinates round. */
const uneven = [0.1, -0.63, 0.87, 0.333, -0.9, 1.3, -1.45];

/** What the text of a version has for a call; nothing where it lacks something. */
function written({ version, dtype }: PlanContext, { X, to, at = within, ...settings }: GridCall): readonly NamedCall[] {
  const [{ dims }] = shapesOf(X) as [InputPlan];
  const isFirst = version.since < 20;
  const { mode } = settings;
  const { kind } = formatOf(dtype);
  if (isFirst && dims.length !== 4) return [];
  // between integers is interpolated linearly, and judged where no coordinate rounds
  const isExact = mode === 'linear' && at !== huge && at !== uneven;
  if (mode !== 'nearest' && kind !== 'float' && (kind === 'bool' || !isExact)) return [];
  const grid = filled([dims[0], ...shapesOf(to)[0]!.dims, dims.length - 2].join('x'), at);
  return [{ X, grid, ...settings, ...(isFirst && mode && mode !== 'nearest' && { mode: `bi${mode}` }) }];
}

const calls =
  (...some: readonly GridCall[]) =>
  (context: PlanContext): readonly NamedCall[] =>
    some.flatMap((one) => written(context, one));

const finite = ['distinct', 'small', 'mixed', 'mixed', 'wide', 'halves', 'equal', 'negative'] as const;
const paddings = ['zeros', 'border', 'reflection'] as const;
const nearest = { mode: 'nearest' } as const;
const linear = { mode: 'linear' } as const;
const cubic = { mode: 'cubic' } as const;
const corners = { align_corners: 1 };

/** Each call with both readings of the ends, for each padding that is named. */
const padded = (names: readonly string[], ...some: readonly GridCall[]): readonly GridCall[] =>
  names.flatMap((padding_mode) =>
    some.flatMap((one) => [
      { ...one, padding_mode },
      { ...one, padding_mode, ...corners },
    ]),
  );

/** Mode nearest for types other than floats; for floats, the given modes. */
const samples = (context: PlanContext): readonly NamedCall[] => {
  const isFloat = formatOf(context.dtype).kind === 'float';
  const mode = isFloat ? linear : nearest;
  return calls(
    { X: '1x2x4x5 distinct', to: '3x2', ...mode },
    { X: '2x1x3x4 distinct', to: '2x3', at: beyond, ...nearest, padding_mode: 'border' },
    { X: '1x1x5x3 distinct', to: '2x2', at: beyond, ...mode, padding_mode: 'reflection', ...corners },
    { X: '2x2x3x3 distinct', to: '1x4', at: within, ...(isFloat ? cubic : nearest) },
  )(context);
};

function drawCall(draws: Draws): NamedCall {
  const { version, dtype } = draws.context;
  const isFloat = formatOf(dtype).kind === 'float';
  const rank = version.since < 20 ? 2 : draws.pick(1, 2, 2, 2, 3, 4);
  const mode = draws.pick(...(isFloat ? (['linear', 'linear', 'cubic', 'nearest'] as const) : (['nearest'] as const)));
  // a cubic reads four elements along each dimension
  const work = mode === 'nearest' ? 600 : mode === 'linear' ? 300 : 400 / 4 ** Math.max(0, rank - 1);
  const spatial = draws.sizesOrLong(rank, 1, 300);
  const [instances, channels] = [
    draws.pick(1, 1, 2, 3, draws.size(9, 1)),
    draws.pick(1, 1, 2, 3, 4, draws.size(20, 1)),
  ];
  const to = draws.sizes(rank, 1, Math.max(1, Math.floor(work / instances / channels)));
  const palette = draws.pick(
    within,
    within,
    beyond,
    beyond,
    ends,
    far,
    signedZeros,
    [0.25],
    ...(isFloat ? [uneven] : []),
  );
  const numbers = Array.from({ length: 997 }, () => palette[draws.detail(0, palette.length - 1)]!);
  const dims = [instances, channels, ...spatial];
  return {
    X: mode === 'nearest' ? draws.data(dims) : draws.data(dims, ...finite),
    grid: { dims: [instances, ...to, rank], numbers },
    mode: mode !== 'nearest' && version.since < 20 ? `bi${mode}` : mode,
    padding_mode: draws.maybe(() => draws.pick(...paddings)),
    align_corners: draws.maybe(() => draws.pick(0, 1)),
  };
}

export const gridSample: NamedPlans = {
  draw: drawCall,
  samples,
  sizes: [
    calls(...['1x1x3x3', '1x2x4x5', '2x3x6x5'].map((shape) => ({ X: `${shape} distinct`, to: '2x3', ...nearest }))),
    calls(...['2x3', '4x1', '5x7'].map((to) => ({ X: '1x1x3x4 distinct', to, ...nearest }))),
  ],
  pairs: (context) => [
    {
      differs: 'other corners',
      calls: calls(
        { X: '1x1x4x4 distinct', to: '2x3', ...nearest },
        { X: '1x1x4x4 distinct', to: '2x3', ...nearest, ...corners },
      )(context),
    },
  ],

  plans: {
    definition: calls(
      { X: '2x3x4x5 distinct', to: '3x4', at: beyond, ...nearest, padding_mode: 'border' },
      { X: '2x2x3x5 distinct', to: '4x2', at: within, ...nearest },
      { X: '1x1x1x1 distinct', to: '2x2', at: within, ...nearest },
      { X: '1x3x7x2 distinct', to: '1x1', at: [0.25, -0.75], ...nearest },
      { X: '3x1x2x8 special', to: '2x5', at: within, ...nearest },
      { X: '1x1x6x6 wide', to: '6x6', at: uneven, ...nearest },
    ),
    order: calls(
      { X: '1x1x2x7 distinct', to: '1x5', at: [0.75, -0.5, -0.5, 0.5, 0.25], ...nearest },
      { X: '1x2x5x3 distinct', to: '3x2', at: [-0.75, 0.5, 0.75, -0.5], ...nearest, ...corners },
      { X: '1x1x3x4x5 distinct', to: '2x2x2', at: within, ...nearest },
      { X: '1x1x5x2 distinct', to: '2x2', at: [0.5, -0.75, -0.25], ...nearest },
    ),
    instances: calls(
      { X: '3x2x4x5 distinct', to: '2x3', at: beyond, ...nearest, padding_mode: 'reflection' },
      { X: '2x3x3x4 distinct', to: '3x3', at: within, ...nearest, ...corners },
      { X: '4x1x2x2 distinct', to: '1x2', at: within, ...nearest },
    ),
    corners: calls(
      ...[0, 1].flatMap((align_corners) => [
        { X: '1x1x4x5 distinct', to: '3x3', at: within, ...nearest, align_corners },
        { X: '1x2x3x6 distinct', to: '2x4', at: beyond, ...nearest, padding_mode: 'reflection', align_corners },
        { X: '1x1x1x4 distinct', to: '2x2', at: within, ...nearest, align_corners },
      ]),
    ),
    nearest: calls(
      { X: '2x2x5x4 distinct', to: '3x3', at: beyond, ...nearest, padding_mode: 'reflection', ...corners },
      ...padded(
        paddings,
        { X: '1x1x3x5 distinct', to: '4x4', at: beyond, ...nearest },
        { X: '1x2x4x7 special', to: '3x3', at: uneven, ...nearest },
      ),
    ),
    // 0 lies between the elements of an even number; with aligned corners others do
    halfway: calls(
      { X: '1x1x4x6 distinct', to: '3x3', at: [0, 0.5, -0.5, 0.25, -1, 1, 0.75], ...nearest },
      { X: '1x1x5x3 distinct', to: '3x3', at: [-0.75, 0.25, 0.75, -0.5, 0.5], ...nearest, ...corners },
      { X: '1x2x2x8 distinct', to: '2x4', at: [0, -0.125, 0.625, 0, 0.375], ...nearest, padding_mode: 'border' },
      { X: '1x1x7 distinct', to: '9', at: [-0.5, -0.25, 0, 0.25, 0.5], ...nearest, ...corners },
    ),
    'any-rank': calls(
      { X: '2x2x3x4x5 distinct', to: '2x3x2', at: beyond, ...nearest, padding_mode: 'reflection' },
      { X: '1x2x7 distinct', to: '5', at: beyond, ...nearest, padding_mode: 'border' },
      { X: '2x1x2x3x2x3 distinct', to: '2x1x2x2', at: within, ...nearest },
      { X: '1x1x3x3x3 distinct', to: '2x2x2', at: within, ...nearest, ...corners },
      ...padded(
        paddings,
        { X: '1x1x3x4x3 distinct', to: '2x3x2', at: beyond, ...nearest },
        { X: '1x1x3x4x3 small', to: '2x3x2', at: beyond, ...linear },
        { X: '2x1x5 small', to: '7', at: beyond, ...linear },
      ),
    ),
    linear: calls(
      { X: '2x3x4x5 small', to: '3x3', at: beyond, ...linear, padding_mode: 'reflection' },
      { X: '1x2x5x4 small', to: '3x3', at: within, ...linear },
      ...padded(
        paddings,
        { X: '1x1x4x3 distinct', to: '3x3', at: beyond, ...linear },
        { X: '2x2x3x5 mixed', to: '2x3', at: uneven, ...linear },
      ),
      { X: '1x2x3x4x5 small', to: '2x2x3', at: within, ...linear },
      { X: '1x2x3x2x4 small', to: '2x3x2', at: beyond, ...linear, padding_mode: 'border' },
      { X: '2x1x8 distinct', to: '9', at: beyond, ...linear },
      { X: '1x1x1x1 distinct', to: '3x3', at: beyond, ...linear },
    ),
    cubic: calls(
      { X: '2x2x5x6 small', to: '3x3', at: within, ...cubic },
      ...padded(
        paddings,
        { X: '1x1x4x5 small', to: '3x3', at: beyond, ...cubic },
        { X: '1x2x6x5 mixed', to: '2x3', at: uneven, ...cubic },
      ),
      { X: '1x1x8 small', to: '9', at: beyond, ...cubic, padding_mode: 'reflection' },
      { X: '1x1x4x3x5 small', to: '1x2x2', at: within, ...cubic, ...corners },
      { X: '1x1x1x2 small', to: '2x3', at: within, ...cubic, padding_mode: 'border' },
    ),
    'cubic-coefficient': calls(
      // halfway between elements, where the outer ones have a weight of -3/32
      { X: '1x1x4x4 small', to: '3x3', at: [0, 0, 0.5, 0, 0, -0.5, 0.5], ...cubic },
      { X: '1x1x5x5 small', to: '2x2', at: [0.25, -0.25, -0.75, 0.75, 0.25], ...cubic, ...corners },
      { X: '1x1x8x8 small', to: '3x3', at: [0.25, 0, -0.25, 0.125, 0.5], ...cubic, padding_mode: 'reflection' },
    ),
    zeros: calls(
      ...padded(
        ['zeros'],
        { X: '1x2x3x4 distinct', to: '4x3', at: beyond, ...nearest },
        { X: '1x1x4x3 distinct', to: '3x3', at: far, ...nearest },
        { X: '1x1x4x3 distinct', to: '4x4', at: huge, ...nearest },
        { X: '1x1x4x3 distinct', to: '4x4', at: huge, ...linear },
        { X: '2x1x3x3 distinct', to: '2x4', at: ends, ...linear },
      ),
    ),
    border: calls(
      ...padded(
        ['border'],
        { X: '1x2x3x4 distinct', to: '4x3', at: beyond, ...nearest },
        { X: '1x1x4x3 distinct', to: '3x3', at: far, ...nearest },
        { X: '1x1x4x3 distinct', to: '4x4', at: huge, ...nearest },
        { X: '1x1x4x3 distinct', to: '4x4', at: huge, ...linear },
        { X: '2x1x3x3 distinct', to: '2x4', at: ends, ...linear },
        { X: '1x1x4x3 distinct', to: '3x3', at: far, ...linear },
      ),
    ),
    reflection: calls(
      ...padded(
        ['reflection'],
        { X: '1x2x3x4 distinct', to: '4x3', at: beyond, ...nearest },
        { X: '1x1x4x3 distinct', to: '3x3', at: far, ...nearest },
        { X: '1x1x5x7 distinct', to: '4x4', at: [1.25, -1.375, 3.75, -4.25, 2.625], ...nearest },
        { X: '2x1x3x3 distinct', to: '2x4', at: ends, ...linear },
        { X: '1x1x1x2 distinct', to: '3x2', at: beyond, ...nearest },
        { X: '1x1x4x3 distinct', to: '3x3', at: far, ...linear },
      ),
    ),
    'any-count': (context) => {
      const mode = formatOf(context.dtype).kind === 'float' ? linear : nearest;
      return calls(
        ...longLengths().flatMap((count): GridCall[] => [
          { X: '1x1x3x4 distinct', to: `1x${count}`, at: beyond, ...mode },
          { X: '1x1x4x3 distinct', to: `${count}x1`, at: beyond, ...mode, padding_mode: 'border' },
          { X: `1x${count}x2x3 distinct`, to: '1x2', ...mode },
          { X: `${count}x1x2x2 distinct`, to: '1x1', ...mode, ...corners },
          { X: `1x1x2x${count} distinct`, to: '2x5', at: beyond, ...mode, padding_mode: 'reflection' },
          { X: '1x1x2x2x2 distinct', to: `${count}x1x1`, ...mode },
        ]),
        ...longLengths(261).map(
          (count): GridCall => ({
            ...{ X: `1x2x4x${count} small`, to: `1x${count}`, padding_mode: 'border' },
            ...(mode === linear ? cubic : nearest),
          }),
        ),
      )(context);
    },
    integers: calls(
      { X: '1x2x4x5 small', to: '3x4', at: within, ...linear },
      { X: '1x2x3x4x3 distinct', to: '2x3x2', at: within, ...linear },
      { X: '2x1x3x3x3 distinct', to: '3x2x2', at: beyond, ...linear, padding_mode: 'border' },
      { X: '2x1x3x4 distinct', to: '3x3', at: beyond, ...linear, padding_mode: 'border' },
      { X: '1x1x5x3 distinct', to: '3x3', at: within, ...linear, ...corners },
      { X: '1x1x4 distinct', to: '7', at: beyond, ...linear, padding_mode: 'reflection' },
    ),
    'size-zero': calls(
      { X: '1x2x3x4', to: '0x2', ...nearest },
      { X: '0x2x3x4', to: '2x2', ...nearest },
      { X: '2x0x3x4', to: '2x3', ...nearest },
    ),
    accuracy: calls(
      ...['mixed', 'wide', 'large', 'halves'].map((kind) => ({
        ...{ X: `1x2x4x5 ${kind}`, to: '3x3', at: uneven, ...linear },
        padding_mode: 'border',
      })),
      ...['mixed', 'halves'].map((kind) => ({ X: `1x1x6x5 ${kind}`, to: '3x3', at: uneven, ...cubic })),
      { X: '1x1x300x2 mixed', to: '3x5', at: uneven, ...linear, padding_mode: 'reflection' },
      { X: '1x1x4x4 mixed', to: '4x4', at: [0.001, -0.999, 0.501, 0.25 + 2 ** -20], ...linear },
    ),
    // elements at locations of NaN or infinity are not judged, all others are
    'no-location': calls(
      ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].flatMap((x) =>
        (['nearest', 'linear'] as const).map((mode) => ({
          ...{ X: '1x2x4x3 distinct', to: '3x3', mode },
          at: [0.25, x, 0.5, -0.25, 0.75, 0.25, -0.5, x, 0, 0.5, -0.75],
        })),
      ),
    ),
  },
  invalid: {
    'invalid-grid': (context) => {
      const [valid] = calls({ X: '2x1x3x4', to: '2x3', ...nearest })(context);
      return breaking(valid!, 'grid', ...['1x2x3x2', '2x2x3x3', '2x2x3x1', '2x6x2', '2x2x3x2x2'].map(zeros));
    },
    'invalid-rank': (context) => {
      const [valid] = calls({ X: '1x1x3x4', to: '2x3', ...nearest })(context);
      return [
        {
          valid: valid!,
          broken: [
            { ...valid!, X: '1x1x2x3x4', grid: zeros('1x2x2x3x3') },
            { ...valid!, X: '1x1x4', grid: zeros('1x3x1') },
          ],
        },
      ];
    },
  },
};

const zeros = (shape: string): InputPlan => filled(shape, [0]);
