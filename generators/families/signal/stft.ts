import type { Draws } from '../../covering/draws.ts';
import {
  breaking,
  each,
  filled,
  type NamedCall,
  type NamedPlans,
  type NotatedInput,
  varied,
} from '../../notation/call-notation.ts';
import { finite, impulse, longTransforms, sparse } from './dft.ts';

const given = (x: number, dtype: 'int32' | 'int64' = 'int64') => filled('scalar', [x], { dtype });

function drawCall(draws: Draws): NamedCall {
  const length = draws.size(24, 1);
  const samples = length + draws.pick(0, 1, 3, length, 2 * length, 17);
  const batches = draws.pick(1, 1, 2, 3);
  const isOnesided = draws.pick(undefined, 0, 1);
  const parts = isOnesided === 0 ? draws.pick(1, 2) : 1;
  const how = draws.pick('window', 'length', 'both');
  const scalar = draws.pick<(x: number) => NotatedInput>(
    (x) => x,
    given,
    (x) => given(x, 'int32'),
  );
  return {
    signal: draws.data([batches, samples, parts], ...finite),
    frame_step: scalar(draws.pick(1, 2, Math.max(1, Math.floor(length / 2)), length, length + 1)),
    window: how === 'length' ? undefined : draws.data([length], 'small', 'mixed', 'distinct'),
    frame_length: how === 'window' ? undefined : scalar(length),
    onesided: isOnesided,
  };
}

const framed = { frame_step: 4, frame_length: 8 };
const whole = { onesided: 0 };

export const stftPlans: NamedPlans = {
  draw: drawCall,
  samples: [
    { signal: '1x16x1', frame_step: 4, window: '8 distinct', frame_length: 8, onesided: 1 },
    { signal: '2x12x1', frame_step: 3, window: '6 distinct', frame_length: 6, onesided: 0 },
    { signal: '1x10x1', frame_step: 2, frame_length: 4 },
  ],
  sizes: [
    each({ signal: '1x16x1 2x12x1 1x20x1' }, framed),
    each({ signal: '1x9x1 2x6x1' }, { frame_step: 2, window: '5 distinct', onesided: 0 }),
  ],
  pairs: () => [
    { differs: 'another step', calls: each({ frame_step: [2, 3] }, { signal: '1x12x1', frame_length: 4 }) },
    { differs: 'onesided=0', calls: each({ onesided: [1, 0] }, { signal: '1x12x1', ...framed }) },
  ],
  aliasCandidates: [{ signal: '1x4x2', frame_step: 1, frame_length: 1, onesided: 0 }],
  sameShapeCalls: [],
  plans: {
    definition: [
      { signal: '1x16x1', ...framed },
      { signal: '1x16x1', frame_step: 1, frame_length: 4 },
      { signal: '1x12x1', frame_step: 6, frame_length: 4 },
      { signal: '1x9x1', frame_step: 3, frame_length: 3, ...whole },
      ...[3, 5, 8].map((place) => ({ signal: impulse('1x12x1', place), frame_step: 3, frame_length: 6, ...whole })),
      { signal: '1x20x1 mixed', frame_step: 5, window: '8 mixed', frame_length: 8 },
      { signal: '1x11x1', frame_step: given(2, 'int32'), frame_length: given(5, 'int32') },
    ],
    frames: [
      ...varied({ signal: '1x17x1', frame_length: 8 }, 'frame_step', 1, 2, 3, 4, 5, 8, 9, 10),
      { signal: '1x8x1', frame_step: 3, frame_length: 8 },
      { signal: '1x9x1', frame_step: 100, frame_length: 4 },
      { signal: '1x15x1', frame_step: 4, frame_length: 7, ...whole },
    ],
    window: [
      ...each(
        { window: ['8 distinct', '8 mixed', filled('8', [0, 1, 2, 4, 4, 2, 1, 0])] },
        { signal: '1x16x1', ...framed },
      ),
      { signal: '2x9x1', frame_step: 2, window: filled('4', [1, 2, 3, 4]), ...whole },
      { signal: '1x12x2', frame_step: 4, window: '4 distinct', ...whole },
      { signal: impulse('1x8x1', 3), frame_step: 1, window: '5 distinct', frame_length: 5, ...whole },
      { signal: '1x7x1', frame_step: 1, window: '3 distinct', frame_length: 3 },
    ],
    'no-window': [
      { signal: '1x16x1', ...framed },
      { signal: '1x10x1', frame_step: 3, frame_length: 5, ...whole },
      { signal: '2x9x2', frame_step: 2, frame_length: 3, ...whole },
      { signal: '1x9x1', frame_step: 2, window: '', frame_length: 4 },
    ],
    'length-of-window': [
      ...each({ window: ['4 distinct', '5 distinct', '8 distinct'] }, { signal: '1x16x1', frame_step: 3 }),
      { signal: '2x8x2', frame_step: 2, window: '6 distinct', ...whole },
    ],
    'whole-signal': [
      { signal: '1x8x1', frame_step: 2 },
      { signal: '2x5x1', frame_step: 1, ...whole },
      { signal: '1x6x2', frame_step: 3, ...whole },
    ],
    complex: [
      ...each({ signal: '1x8x2 2x10x2 1x7x2' }, { frame_step: 3, frame_length: 4, ...whole }),
      ...[1, 4, 7].map((place) => ({ signal: impulse('1x6x2', place), frame_step: 2, frame_length: 3, ...whole })),
      { signal: '1x12x2 mixed', frame_step: 4, frame_length: 8, ...whole },
    ],
    onesided: [
      ...each({ onesided: [0, 1, undefined] }, { signal: '1x12x1', frame_step: 4, frame_length: 6 }),
      ...each(
        { onesided: [0, 1] },
        { signal: '1x10x1', frame_step: 3, frame_length: 5 },
        { signal: '1x6x1', frame_step: 2, frame_length: 1 },
      ),
      { signal: '2x9x1', frame_step: 2, window: '7 distinct' },
    ],
    'any-length': [
      ...[1, 2, 3, 5, 6, 7, 9, 10, 12, 15, 16, 17, 24, 31, 32].map((frame_length) => ({
        signal: `1x${frame_length + 3}x1`,
        frame_step: 2,
        frame_length,
      })),
      ...longTransforms.flatMap((n) => [
        ...(n < 513 ? [{ signal: sparse(`1x${n}x1`), frame_step: n, frame_length: n }] : []),
        ...(n < 257 ? [{ signal: sparse(`1x${n}x2`), frame_step: 1, window: `${n} distinct`, ...whole }] : []),
        // as many frames
        { signal: sparse(`1x${2 * n}x1`), frame_step: 2, frame_length: 3 },
      ]),
      ...[33, 64].flatMap((n) => [
        { signal: `1x${n + 3}x1`, frame_step: 3, window: `${n} distinct`, ...whole },
        { signal: `1x${n}x2`, frame_step: 1, frame_length: n, ...whole },
      ]),
      // as of speech
      { signal: sparse('1x720x1'), frame_step: 160, window: '400 distinct', frame_length: 400 },
    ],
    batches: [
      ...each({ signal: '2x8x1 3x7x1 5x6x1' }, { frame_step: 2, frame_length: 4 }),
      ...each({ signal: '2x8x2 3x5x2' }, { frame_step: 2, frame_length: 4, ...whole }),
    ],
    'size-zero': [
      { signal: '0x8x1', frame_step: 2, frame_length: 4 },
      { signal: '0x8x2', frame_step: 2, frame_length: 4, ...whole },
    ],
    accuracy: [
      ...['mixed', 'wide', 'large', 'halves'].map((kind) => ({ signal: `1x12x1 ${kind}`, ...framed })),
      ...['mixed', 'halves'].map((kind) => ({ signal: `1x9x1 ${kind}`, frame_step: 2, window: `5 ${kind}` })),
    ],
  },
  invalid: {
    'invalid-parts': [
      ...breaking({ signal: '1x8x1', ...framed }, 'signal', '1x8x3', '1x8x4'),
      ...breaking({ signal: '1x8x2', ...framed, ...whole }, 'signal', '1x8x3'),
    ],
    'invalid-window-length': breaking(
      { signal: '1x16x1', frame_step: 4, window: '8', frame_length: 8 },
      'window',
      '4',
      '9',
      '2x4',
      '8x1',
    ),
  },
};
