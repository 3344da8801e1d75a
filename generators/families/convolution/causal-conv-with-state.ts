import {
  breaking,
  each,
  filled,
  type NamedCall,
  type NamedPlans,
  varied,
  withKind,
} from '../../notation/call-notation.ts';
import { edges, factors, sparse } from '../contraction/edges.ts';
import { drawPlanes } from '../windows.ts';

const activations = ['none', 'silu', 'swish'];
/** Whose gates tell them from their neighbours, and are far from 0 and 1. */
const gentle = [0.5, -1, 0.25, 2, -0.5, 1, -2];
const tail: NamedCall = { input: '2x3x5', weight: '3x1x3', bias: '3', past_state: '2x3x2' };

export const causalConvWithState: NamedPlans = {
  draw: (draws) => {
    const size = draws.pick(1, 2, 3, 4, 4, 5, draws.count(6, 40));
    const length = draws.size(draws.pick(20, 100, 600), 1);
    const [batches, channels] = drawPlanes(draws, size * length);
    const [input, weight, state] = [
      [batches, channels, length],
      [channels, 1, size],
      [batches, channels, size - 1],
    ];
    const past_state = draws.maybe(() => draws.summands(state));
    // without a state there is padding
    const isPadded = !past_state && size > 1;
    return {
      input: draws.summands(input, isPadded && String(input) === String(weight)),
      weight: draws.summands(weight, isPadded),
      bias: draws.maybe(() => draws.summands([channels])),
      past_state,
      activation: draws.maybe(() => draws.pick(...activations)),
    };
  },
  samples: [
    tail,
    { input: '2x3x4', weight: '3x1x2' },
    { input: '1x2x5', weight: '2x1x4', bias: '2', activation: 'silu' },
  ],
  sizes: [
    ['2x3x5', '1x3x4', '2x3x9'].map((input) => ({ input, weight: '3x1x3' })),
    ['1x1x1', '1x1x6', '2x1x3'].map((input) => ({ input, weight: '1x1x3', bias: '1' })),
  ],
  sameShapeCalls: ['1x1x3', '1x1x5', '1x1x2'].map((shape) => ({ input: shape, weight: shape })),
  pairs: () => [
    {
      differs: 'another activation',
      calls: each({ activation: ['none', 'silu'] }, { input: '1x2x5', weight: '2x1x3' }),
    },
    {
      differs: 'a state',
      calls: [
        { input: '1x2x5', weight: '2x1x3' },
        { input: '1x2x5', weight: '2x1x3', past_state: '1x2x2' },
      ],
    },
  ],
  plans: {
    definition: [
      tail,
      { input: '1x1x1', weight: '1x1x1' },
      { input: '1x1x6 distinct', weight: '1x1x3 distinct' },
      { input: '3x5x7', weight: '5x1x4', past_state: '3x5x3' },
      { input: '1x2x35', weight: '2x1x4', bias: '2' },
      { input: '2x17x3', weight: '17x1x2', past_state: '2x17x1' },
      { input: '1x1x9', weight: '1x1x7', past_state: '1x1x6', bias: '1' },
      { input: sparse('1x1x40'), weight: factors('1x1x33'), past_state: sparse('1x1x32') },
      // beyond the blocks and the lanes of kernels
      { input: '1x2x300', weight: '2x1x4', past_state: '1x2x3' },
      { input: '2x70x3', weight: '70x1x3', bias: '70', past_state: '2x70x2' },
      { input: '1x20x67', weight: '20x1x5', bias: '20' },
      { input: '0x2x3', weight: '2x1x2' },
    ],
    channels: [
      { input: '1x37x67', weight: '37x1x3', bias: '37', past_state: '1x37x2' },
      { input: '2x4x5', weight: '4x1x3' },
      { input: '3x3x3', weight: '3x1x3', bias: '3', past_state: '3x3x2' },
      { input: '2x2x3 distinct', weight: '2x1x2 distinct', past_state: '2x2x1 distinct' },
      { input: '4x9x2', weight: '9x1x2', bias: '9' },
    ],
    'past-state': [
      { input: '2x2x70 small', weight: '2x1x5', past_state: '2x2x4', activation: 'swish' },
      { input: '1x2x4', weight: '2x1x3' },
      { input: '1x2x4', weight: '2x1x3', past_state: filled('1x2x2', [0]) },
      { input: '1x2x4', weight: '2x1x3', past_state: '1x2x2 distinct' },
      { input: '2x3x1', weight: '3x1x4', past_state: '2x3x3 distinct' },
      { input: '2x3x1', weight: '3x1x4' },
      { input: '2x2x3', weight: '2x1x1', past_state: '2x2x0' },
      { input: '1x1x2', weight: '1x1x5', bias: '1', past_state: '1x1x4' },
      { input: '1x2x6', weight: '2x1x5', past_state: '1x2x4', activation: 'swish' },
    ],
    'present-state': [
      { input: '2x2x2 distinct', weight: '2x1x5', past_state: '2x2x4 distinct' },
      { input: '1x3x131 distinct', weight: '3x1x4' },
      { input: '1x2x5 distinct', weight: '2x1x3' },
      // fewer data than the state is long: what was there moves on
      ...[1, 2, 3].map((length) => ({
        input: `2x2x${length} distinct`,
        weight: '2x1x4',
        past_state: '2x2x3 distinct',
      })),
      ...[1, 2].map((length) => ({ input: `1x3x${length} distinct`, weight: '3x1x4' })),
      { input: '1x2x3', weight: '2x1x1' },
      { input: '2x2x4 special', weight: filled('2x1x3', [0, 1, 0]), past_state: '2x2x2' },
      { input: '1x2x4 distinct', weight: '2x1x3', activation: 'silu' },
      { input: '1x2x0', weight: '2x1x3', past_state: '1x2x2 distinct' },
    ],
    bias: [
      { input: '2x70x4 small', weight: '70x1x3', bias: '70', past_state: '2x70x2', activation: 'silu' },
      { input: '1x4x3', weight: '4x1x2', bias: '4 distinct' },
      { input: '2x3x3', weight: '3x1x3', bias: '3', past_state: '2x3x2' },
      { input: '1x3x4', weight: filled('3x1x2', [0]), bias: '3' },
      { input: '2x2x2', weight: '2x1x2', bias: '2' },
      { input: '1x67x2', weight: '67x1x3', bias: '67 distinct' },
    ],
    activation: [
      { input: filled('2x2x9', gentle), weight: filled('2x1x2', [1, 0.5]), activation: 'silu' },
      { input: '1x3x67 mixed', weight: '3x1x4 mixed', bias: '3', activation: 'swish' },
      ...each({ activation: activations }, { input: '2x2x5 mixed', weight: '2x1x3 mixed', bias: '2 mixed' }),
      ...each({ activation: activations }, { input: filled('1x2x4', gentle), weight: filled('2x1x2', [1, 0.5]) }),
      ...varied(
        { input: filled('1x1x5', [20, -20, 90, -90, 700]), weight: filled('1x1x1', [1]) },
        'activation',
        'silu',
        'swish',
      ),
      { input: '1x3x4 small', weight: '3x1x2', past_state: '1x3x1', bias: '3', activation: 'silu' },
      { input: '1x2x3 zeros', weight: '2x1x2', activation: 'swish' },
    ],
    accuracy: [
      withKind('mixed', tail),
      withKind('mixed', { input: '1x2x9', weight: '2x1x7', activation: 'silu' }),
      withKind('mixed', { input: '1x1x40', weight: '1x1x33', bias: '1' }),
      withKind('wide', { input: '1x2x4', weight: '2x1x2' }),
    ],
    'special-values': (context) => [
      ...[0, 1, 3, 5].flatMap((from) => [
        { input: edges(context, '1x2x4', from), weight: '2x1x2', past_state: '1x2x1' },
        { input: '1x2x3', weight: '2x1x2', past_state: edges(context, '1x2x1', from) },
        { input: '1x2x4', weight: edges(context, '2x1x2', from), past_state: '1x2x1' },
      ]),
      { input: '1x2x3', weight: '2x1x2', bias: edges(context, '2', 0) },
      ...varied({ input: edges(context, '1x1x4', 0), weight: filled('1x1x1', [1]) }, 'activation', 'silu', 'none'),
      { input: '1x2x3 zeros', weight: '2x1x2 zeros', past_state: '1x2x1' },
    ],
  },
  invalid: {
    'invalid-weight': breaking({ input: '1x2x4', weight: '2x1x3' }, 'weight', '1x1x3', '3x1x3', '2x2x3', '2x3'),
    'invalid-bias': breaking(tail, 'bias', '2', '1', '4'),
    'invalid-past-state': breaking(tail, 'past_state', '2x3x3', '2x3x1', '1x3x2', '2x1x2'),
  },
};
