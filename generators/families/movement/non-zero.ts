import { type Format, formatOf, integerRange } from '../../../oracles/numerics/dtype.ts';
import { filled, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';
import { inEveryType } from '../row-calls.ts';

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;

/** Of floats NaN, infinities, zeros of either sign and the least numbers; of integers those whose low bits are 0. */
function special(format: Format): readonly NamedCall[] {
  if (format.kind === 'integer') {
    const powers = [7n, 8n, 16n, 24n, 31n, 32n, 62n].filter((e) => 2n ** e <= integerRange(format).max);
    return [{ X: filled(`2x${powers.length + 1}`, [...powers.map((e) => 2n ** e), 0n, 1n]), ...inEveryType }];
  }
  if (format.kind !== 'float') return [];
  const least = 2 ** format.minExponent;
  return [
    { X: filled('3x5', [nan, 0, 1, -0, inf, -inf]) },
    { X: filled('4', [nan, 0]) },
    { X: filled('2x4', [0, 0, nan]) },
    { X: filled('6', [0, least, 0, -least]) },
  ];
}

export const nonZero: NamedPlans = {
  samples: [{ X: filled('2x3', [1, 0, 2, 0, 0, 3]) }, { X: filled('2x3', [0, 1, 1, 0, 3, 1]) }, { X: '3x4 small' }],
  sizes: [
    [{ X: '2x3 small' }, { X: '4x5 small' }, { X: '3x33 small' }],
    [{ X: '9 small' }, { X: '40 small' }],
  ],
  aliasCandidates: [],
  plans: {
    'any-shape': [
      { X: filled('65', [1, 0, 0]) },
      { X: filled('3x17', [0, 1]) },
      { X: filled('2x3x1x2x2', [0, 1, 1]) },
      { X: filled('1x2x1x2x1x2x1x2', [1, 0, 0]) },
      { X: filled('129', [...Array<number>(128).fill(0), 1]) },
      { X: filled('2x3x2x3', [0, 1, 0, 0, 1]) },
      { X: filled('1x3x9x11', [0, 1, 0, 0, 1, 1, 0]) },
      { X: filled('1030', [...Array<number>(290).fill(0), 1]) },
    ],
    'row-major': [
      { X: filled('2x2', [1, 1, 1, 1]) },
      { X: filled('3x4', [0, 1, 0, 0, 1]) },
      { X: filled('2x3x4', [1, 0, 0, 1, 1, 0, 0]) },
    ],
    'nothing-there': [{ X: '5 zeros' }, { X: filled('2x3', [0]) }],
    everything: [{ X: filled('4', [1]) }, { X: filled('2x3', [1]) }],
    'special-values': ({ dtype }) => [
      ...special(formatOf(dtype)),
      { X: '40 special' },
      { X: '3x5 special' },
      { X: '8 zeros' },
    ],
    'rank-zero': [{ X: filled('scalar', [1]) }, { X: filled('scalar', [0]) }],
    'size-zero': [{ X: '0' }, { X: '2x0x3' }, { X: '0x3' }, { X: '3x0' }],
  },
  draw: (draws) => ({
    X: draws.data(draws.sizes(draws.count(0, 6)), ...draws.pick([], ['small', 'zeros', 'special'] as const)),
  }),
};
