import { formatOf } from '../../../oracles/numerics/dtype.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { lengths, takeTurns } from '../../cases/take-turns.ts';
import {
  breaking,
  each,
  filled,
  type NamedCall,
  type NamedPlans,
  withKind,
  withLarge,
} from '../../notation/call-notation.ts';
import { drawSizes, factorData, workOf } from './draw.ts';
import { edges, sparse, factors as weights } from './edges.ts';
import { unsigned } from './mat-mul.ts';

const turned = each({ transA: [0, 1], transB: [0, 1] });

/** Matrices of m rows, n columns and k products each, turned or not. */
const matrices = (m: number, k: number, n: number, { transA = 0, transB = 0 }: NamedCall = {}): NamedCall => ({
  A: transA ? `${k}x${m}` : `${m}x${k}`,
  B: transB ? `${n}x${k}` : `${k}x${n}`,
  ...(transA ? { transA } : {}),
  ...(transB ? { transB } : {}),
});

const [nan, infinity] = [Number.NaN, Number.POSITIVE_INFINITY];

/** A C of another shape than the result, as the version has it broadcast. */
const withBroadcastC = ({ version }: PlanContext, call: NamedCall): NamedCall =>
  version.attributes.some(({ name }) => name === 'broadcast') ? { ...call, broadcast: 1 } : call;

/** Attributes and sizes that meet: kernels are written for some of them, and lose the others. */
const combined: readonly NamedCall[] = [
  { A: '1x7', B: '7x6', C: '1x6', alpha: 2, beta: 3 },
  { A: '5x7', B: '7x1', C: '5x1', alpha: 3, beta: 2 },
  { A: '5x1', B: '1x6', C: '5x6', alpha: 2, beta: 3 },
  { A: '17x12', B: '12x9', C: '17x9', alpha: 2, beta: 3 },
  { A: '12x17', B: '9x12', C: '17x9', alpha: 3, beta: 2, transA: 1, transB: 1 },
  { A: sparse('140x17'), B: weights('140x9'), C: '9', alpha: 2, beta: 3, transA: 1 },
  { A: sparse('3x140'), B: weights('5x140'), C: '3x5', alpha: 3, beta: 2, transB: 1 },
  { A: '5x6', B: '9x6', C: '1x9', alpha: 2, beta: 2, transB: 1 },
  { A: '6x5', B: '6x4', C: '5x1', alpha: 2, beta: 3, transA: 1 },
  { A: '6x5', B: '4x6', C: 'scalar', alpha: 3, beta: 2, transA: 1, transB: 1 },
  { A: '5x6', B: '4x6', C: '1x1', alpha: 2, beta: 3, transB: 1 },
  { A: '9x17', B: '9x4', C: '1', alpha: 2, beta: 3, transA: 1 },
  { A: '9x20', B: '11x9', C: '20x11', alpha: 2, beta: 0, transA: 1, transB: 1 },
  { A: '9x5', B: '9x10', C: '5x10', alpha: -2, beta: 1, transA: 1 },
];

export const gemm: NamedPlans = {
  draw: (draws) => {
    const { context } = draws;
    const [m, k, n] = drawSizes(draws, workOf(draws));
    const format = formatOf(context.dtype);
    const isFloat = format.kind === 'float';
    const others = isFloat ? [-1, 0.5, -0.25, 1.7] : format.kind === 'integer' && format.signed ? [-1, 5] : [5];
    // what is not 0 is true
    const turn = () => draws.maybe(() => draws.pick(0, 1, 1, 1, draws.pick(-1, 2, 256)));
    const factor = () => draws.maybe(() => draws.pick(0, 1, 2, 3, ...others));
    const [transA, transB] = [turn(), turn()];
    // sums are multiplied once more, and C is added
    const length = 8 * k;
    const [A, B] = factorData(draws, [transA ? [k, m] : [m, k], transB ? [n, k] : [k, n]], length);
    const isOptional = context.version.inputs[2]!.optional;
    const C = draws.pick([m, n], [m, n], [n], [1, n], [m, 1], [1], [1, 1], []);
    const isWhole = String(C) === String([m, n]);
    const call = {
      ...{ A, B, transA, transB, alpha: factor(), beta: factor() },
      ...(!(isOptional && draws.once(4)) && { C: draws.once(3) ? draws.data(C) : draws.data(C, 'small') }),
    };
    return isWhole && draws.once(2) ? call : withBroadcastC(context, call);
  },
  samples: [
    { A: '2x3', B: '3x4', C: '2x4' },
    { A: '3x2', B: '2x3', C: '3x3', alpha: 2, beta: 3 },
    { A: '3x3', B: '3x2', C: '3x2', transA: 1 },
    { A: '2x5', B: '4x5', C: '2x4', transB: 1, alpha: -1 },
  ],
  sizes: [
    [
      { A: '2x3', B: '3x2', C: '2x2' },
      { A: '3x2', B: '2x4', C: '3x4' },
      { A: '5x7', B: '7x3', C: '5x3' },
    ],
  ],
  pairs: () => [
    {
      differs: 'transB',
      calls: [
        { A: '2x3', B: '3x3', C: '2x3' },
        { A: '2x3', B: '3x3', C: '2x3', transB: 1 },
      ],
    },
  ],
  aliasCandidates: [{ A: '2x3', B: filled('3x3', [1, 0, 0, 0, 1, 0, 0, 0, 1]), C: filled('2x3', [0]) }],
  plans: {
    // one at a time, tiles, and what is left of them
    definition: (context) => [
      { A: '9x37', B: '37x17', C: '9x17' },
      { A: '1x1', B: '1x1', C: '1x1' },
      { A: '1x5', B: '5x1', C: '1x1' },
      { A: '5x1', B: '1x4', C: '5x4' },
      { A: '4x4', B: '4x4', C: '4x4' },
      { A: '7x5', B: '5x3', C: '7x3' },
      { A: '9x8', B: '8x17', C: '9x17' },
      { A: '17x4', B: '4x9', C: '17x9' },
      { A: '18x17', B: '17x19', C: '18x19' },
      { A: '3x4 distinct', B: '4x5 distinct', C: '3x5 distinct' },
      { A: '67x9', B: '9x70', C: '67x70' },
      { A: '35x7', B: '7x33', C: '35x33' },
      { A: '33x6', B: '6x5', C: '33x5' },
      ...unsigned(context, '2x2', '2x2').map((call) => ({ ...call, C: '2x2' })),
    ],
    transposed: [
      { A: '3x3', B: '3x3', C: '3x3', transA: 1 },
      // what is not 0 is true
      { A: '3x2', B: '3x4', C: '2x4', transA: 2 },
      { A: '2x3', B: '4x3', C: '2x4', transB: -1 },
      { A: '3x3', B: '3x3', C: '3x3', transA: -1, transB: 2 },
      { A: '3x3', B: '3x3', C: '3x3', transA: 4 },
      { A: '3x3', B: '3x3', C: '3x3', transB: 256 },
      ...turned.flatMap((how) => [
        ...[
          [2, 3, 4],
          [3, 3, 3],
          [5, 2, 1],
          [1, 4, 3],
          [9, 17, 5],
        ].map(([m, k, n]) => ({
          ...matrices(m!, k!, n!, how),
          C: `${m}x${n}`,
        })),
        withKind('mixed', { ...matrices(4, 5, 3, how), C: '4x3' }),
      ]),
    ],
    factors: (context) => {
      const { dtype } = context;
      const fractions = formatOf(dtype).kind === 'float' ? [0.5, 0.25] : [4, 5];
      return [
        withBroadcastC(context, { A: '5x5', B: '5x5', C: '5', alpha: 3, beta: 2, transB: 1 }),
        ...each({ alpha: [2, -1, fractions[0]!], beta: [3, -2, fractions[1]!] }, { A: '2x3', B: '3x4', C: '2x4' }),
        ...each({ alpha: [0, 1], beta: [0] }, { A: '3x2', B: '2x3', C: '3x3' }),
        { A: '3x2', B: '2x3', C: '3x3', alpha: 0 },
        { A: '3x2', B: '3x2', C: '3x3', alpha: 4, transB: 1 },
        { A: '2x3', B: '2x3', C: '3x3', beta: 2, transA: 1 },
        ...combined.map((call) => withBroadcastC(context, call)),
        ...(formatOf(dtype).kind === 'float'
          ? [withKind('mixed', { A: '3x4', B: '4x2', C: '3x2', alpha: 0.1, beta: 1.7 })]
          : []),
      ];
    },
    broadcast: (context) =>
      [
        { A: '3x3', B: '3x3', C: '3x1', beta: 2, transA: 1, transB: 1 },
        ...['4', '1', 'scalar', '1x4', '3x1', '1x1'].map((C) => ({ A: '3x2', B: '2x4', C })),
        ...['3', '3x1', '1x3'].map((C) => ({ A: '3x3', B: '3x3', C, beta: 2 })),
        { A: '5x9', B: '17x9', C: '17', transB: 1 },
        { A: '2x5', B: '2x4', C: '5x1', transA: 1, alpha: 3 },
        { A: '1x3', B: '3x1', C: '1' },
        { A: '5x3', B: '4x5', C: '4', transA: 1, transB: 1 },
        { A: '6x9', B: '7x6', C: '7', transA: 1, transB: 1, alpha: 2, beta: 3 },
        { A: '3x3', B: '3x3', C: '3', transA: 1, transB: 1 },
      ].map((call) => withBroadcastC(context, call)),
    'omitted-c': [
      { A: '2x3', B: '3x4' },
      { A: '3x2', B: '4x3', transA: 1, transB: 1 },
      { A: '2x3', B: '3x4', alpha: 2, beta: 0 },
    ],
    'nothing-to-add': (context) => [
      // C alone is left, however it is broadcast
      ...['3x1', '3', '1x3', 'scalar'].map((C) =>
        withBroadcastC(context, { A: '3x0', B: '0x3', C, alpha: 3, beta: 2 }),
      ),
      withBroadcastC(context, { A: '0x2', B: '3x0', C: '2x1', transA: 1, transB: 1 }),
      { A: '2x0', B: '0x3', C: '2x3' },
      { A: '2x0', B: '0x3', C: '2x3', beta: 2, alpha: 3 },
      { A: '0x3', B: '3x2', C: '0x2' },
      { A: '2x3', B: '3x0', C: '2x0' },
      { A: '0x2', B: '3x0', C: '2x3', transA: 1, transB: 1 },
    ],
    'any-length': withLarge(
      (context) => [
        { A: sparse('2x301'), B: weights('301x3'), C: '2x3' },
        ...takeTurns(lengths, context, 6)
          .filter((k) => k <= 1100)
          .map((k) => ({ A: `2x${k}`, B: `${k}x1`, C: '2x1' })),
        ...[17, 65].map((k) => ({ A: `${k}x3`, B: `5x${k}`, C: '3x5', transA: 1, transB: 1 })),
      ],
      [{ A: '265x2 small', B: '2x269 small', C: '269' }],
    ),
    accuracy: [
      withKind('mixed', { A: '4x11', B: '11x3', C: '4x3', alpha: 0.7, beta: 1.3 }),
      ...[2, 10, 33, 100].map((k) => withKind('mixed', { A: `2x${k}`, B: `${k}x2`, C: '2x2' })),
      withKind('wide', { A: '2x5', B: '5x2', C: '2x2' }),
      // C cancels what is before it
      { A: '1x40 mixed', B: filled('40x1', [1, -1, 3, -3]), C: '1x1 mixed', beta: 100 },
      withKind('mixed', { A: '7x9', B: '5x9', C: '7x5', transB: 1, alpha: 0.3, beta: 1.1 }),
    ],
    'special-values': (context) => [
      ...[0, 1, 3, 5].flatMap((from) => [
        { A: edges(context, '3x4', from), B: '4x3', C: '3x3' },
        { A: '3x4', B: edges(context, '4x3', from), C: '3x3' },
        { A: '3x4', B: '4x3', C: edges(context, '3x3', from) },
      ]),
      { A: '2x3', B: '3x2', C: filled('2x2', [nan, infinity, 1, 2]), beta: 0 },
      { A: filled('2x3', [nan, 1, 2, 3, infinity, 4]), B: '3x2', C: '2x2', alpha: 0 },
      { A: '2x3 zeros', B: '3x2 zeros', C: '2x2 zeros' },
    ],
  },
  invalid: {
    'invalid-inner-dimension': breaking({ A: '2x3', B: '3x2', C: '2x2' }, 'B', '4x2', '2x2'),
    'invalid-matrix': breaking({ A: '2x3', B: '3x2', C: '2x2' }, 'B', '3', '1x3x2'),
    'invalid-expansion': breaking({ A: '2x3', B: '3x2', C: '2x2' }, 'C', '3x2', '2x3', '2x2x2'),
  },
};
