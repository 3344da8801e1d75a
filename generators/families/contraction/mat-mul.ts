import { formatOf } from '../../../oracles/numerics/dtype.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { lengths, takeTurns } from '../../cases/take-turns.ts';
import { breaking, each, filled, type NamedCall, type NamedPlans, withLarge } from '../../notation/call-notation.ts';
import { drawFactors, factorData } from './draw.ts';
import { edges, factors, sparse } from './edges.ts';

/** Integers that no float type between holds, picked out by rows of zeros and ones. */
function* wideIntegers({ dtype }: PlanContext): Iterable<NamedCall> {
  const { kind, bits } = formatOf(dtype) as { kind: string; bits: number };
  for (const e of kind === 'integer' ? [53, 24] : []) {
    if (bits <= e) continue;
    const B = filled(
      '2x3',
      [1n, 3n, 5n].map((odd) => (1n << BigInt(e)) + odd),
    );
    yield* each({ A: [filled('2x2', [1, 1, 0, 1]), filled('2', [1, 0]), filled('1x2', [0, 1])] }, { B });
  }
}

/** Products and sums that 32 bits hold without a sign, and not with one. */
export const unsigned = ({ dtype }: PlanContext, left: string, right: string): readonly NamedCall[] =>
  dtype.startsWith('uint') && formatOf(dtype).bits >= 32
    ? [
        [40000, 1, 3, 50000],
        [1, 0, 0, 1],
        [70000, 0, 2, 30000],
      ].map((numbers) => ({
        A: filled(left, numbers),
        B: filled(
          right,
          [60000, 5, 7, 61001].map((x, i) => (numbers[0] === 1 ? 2 ** 31 + i : x)),
        ),
      }))
    : [];

export const matMul: NamedPlans = {
  draw: (draws) => {
    const { left, right, length } = drawFactors(draws);
    const [A, B] = factorData(draws, [left, right], length);
    return { A, B };
  },
  samples: [
    { A: '2x3', B: '3x2' },
    { A: '2x2x3', B: '3x4' },
    { A: '1x4 distinct', B: '4x1 distinct' },
  ],
  sizes: [
    [
      { A: '2x3', B: '3x2' },
      { A: '3x2', B: '2x4' },
      { A: '5x7', B: '7x3' },
    ],
    [40, 65].map((k) => ({ A: `1x${k}`, B: `${k}x1` })),
  ],
  sameShapeCalls: ['3x3', '2x4x4', '17x17'].map((shape) => ({ A: shape, B: shape })),
  aliasCandidates: ({ dtype }) => [
    { A: '2x3', B: filled('3x3', [1, 0, 0, 0, 1, 0, 0, 0, 1]) },
    ...(dtype === 'float32' ? [{ A: '2x3', B: '3x3' }] : []),
  ],
  plans: {
    // one at a time, tiles, and what is left of them
    definition: (context) => [
      ...wideIntegers(context),
      { A: '9x37', B: '37x21' },
      { A: '1x1', B: '1x1' },
      { A: '1x5', B: '5x1' },
      { A: '5x1', B: '1x4' },
      { A: '2x3', B: '3x4' },
      { A: '4x4', B: '4x4' },
      { A: '7x5', B: '5x3' },
      { A: '9x8', B: '8x17' },
      { A: '16x4', B: '4x5' },
      { A: '3x9', B: '9x33' },
      { A: '33x2', B: '2x3' },
      { A: '18x17', B: '17x19' },
      ...(['float32', 'float64', 'int64'].includes(context.dtype)
        ? [
            { A: '65x70', B: '70x67' },
            { A: '67x9', B: '9x130' },
          ]
        : []),
      { A: '3x4 distinct', B: '4x5 distinct' },
      ...[129, 261].map((k) => ({ A: sparse(`2x${k}`), B: factors(`${k}x2`) })),
      ...unsigned(context, '2x2', '2x2'),
    ],
    // either one the longer, sizes of 1 in any place
    stacks: [
      { A: '2x1x2x3', B: '3x3x2' },
      { A: '1x3x2x3', B: '2x1x3x2', suite: 'quick' },
      { A: '2x1x3x2', B: '1x3x2x2' },
      { A: '2x2x3', B: '2x3x4' },
      { A: '2x2x3', B: '3x4' },
      { A: '2x3', B: '2x3x4' },
      { A: '1x2x3', B: '3x3x2' },
      { A: '3x2x3', B: '1x3x2' },
      { A: '2x3x1x2x2', B: '1x2x2x3' },
      { A: '0x2x3', B: '1x3x2' },
      { A: '2x2x3', B: '3' },
      { A: '3', B: '2x3x2' },
      { A: '3x17x19', B: '19x21' },
      { A: '13x2x9', B: '13x9x5' },
    ],
    vectors: [
      { A: '2x1x2x4', B: '4' },
      { A: '3', B: '3' },
      { A: '1', B: '1' },
      { A: '3', B: '3x2' },
      { A: '2x3', B: '3' },
      { A: '4', B: '2x1x4x2' },
      { A: '2x1x2x4', B: '4' },
    ],
    'nothing-to-add': [
      { A: '2x0', B: '0x3' },
      { A: '0', B: '0' },
      { A: '2x2x0', B: '0x2' },
      { A: '0x3', B: '3x2' },
      { A: '2x3', B: '3x0' },
      { A: '0x3', B: '3' },
      { A: '2x0x3', B: '3' },
      { A: '3', B: '3x0' },
      { A: '2x0', B: '0' },
    ],
    'any-length': withLarge(
      (context) => [
        { A: sparse('2x301'), B: factors('301x2') },
        ...takeTurns(lengths, context, 6)
          .filter((k) => k <= 1100)
          .map((k) => ({ A: `2x${k}`, B: `${k}x1` })),
        ...[17, 65].map((k) => ({ A: `3x${k}`, B: `${k}x5` })),
      ],
      [{ A: '265x2 small', B: '2x269 small' }],
    ),
    accuracy: [
      ...[2, 3, 10, 33, 100].map((k) => ({ A: `2x${k} mixed`, B: `${k}x2 mixed` })),
      { A: '2x5 wide', B: '5x2 wide' },
      // products that cancel
      { A: '1x40 mixed', B: filled('40x1', [1, -1, 3, -3]) },
      { A: '7x9 mixed', B: '9x5 mixed' },
    ],
    'special-values': (context) => [
      ...[0, 1, 2, 3, 5, 7].flatMap((from) => [
        { A: edges(context, '3x4', from), B: '4x3' },
        { A: '3x4', B: edges(context, '4x3', from) },
      ]),
      { A: filled('2x3', [0, -0, 0]), B: edges(context, '3x2', 0) },
      { A: '2x3 zeros', B: '3x2 zeros' },
      ...[0, 16, 32].map((at) => ({
        A: filled('1x33', Array<number>(33).fill(1).with(at, Number.NaN)),
        B: filled('33x2', [1, 0]),
      })),
    ],
  },
  invalid: {
    'invalid-inner-dimension': breaking({ A: '2x3', B: '3x2' }, 'B', '4x2', '1x2'),
    'invalid-scalar': breaking({ A: '2x3', B: '3x2' }, 'B', 'scalar'),
  },
};
