import type { InputPlan } from '../../calls/draft-of-call.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { isCurrent, longLengths } from '../../cases/take-turns.ts';
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

/** One sample among zeros: each bin is a root of unity. */
export const impulse = (shape: string, place: number): InputPlan => {
  const dims = shape.split('x').map(Number);
  const count = dims.reduce((product, size) => product * size, 1);
  return filled(
    shape,
    Array.from({ length: count }, (_, i) => (i === place ? 1 : 0)),
  );
};

/** Few samples among zeros, the first and the last of a line and some within: long lines of them are cheap to judge. */
export const sparse = (shape: string): InputPlan => {
  const [, length, parts] = shape.split('x').map(Number) as [number, number, number];
  const places = [0, 1, Math.floor(length / 3), length - 1].map((place, i) => place * parts + (i % parts));
  return filled(
    shape,
    Array.from({ length: length * parts }, (_, i) => places.indexOf(i) + 1),
  );
};

/** Powers of two and others that are long. */
export const longTransforms = [128, ...longLengths().slice(3), 256, 512, 1024] as const;

const given = (length: number, dtype: 'int32' | 'int64' = 'int64') => filled('scalar', [length], { dtype });

/** Lengths of all kinds: of one factor, of several, powers of two, and primes. */
const lengthsOfTransforms = [
  2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 20, 24, 25, 27, 30, 31, 32, 36, 45, 60, 64,
] as const;

/** Finite numbers, whose sums are informative. */
export const finite = ['small', 'distinct', 'mixed', 'halves', 'zeros', 'negative', 'equal'] as const;

/** Sizes whose transformed dimension is not too long. */
export function shapeOf(draws: Draws, rank: number, axis: number, most: number): number[] {
  const dims = draws.sizes(rank, 1, Math.min(draws.room, 120));
  return dims.with(axis, draws.size(most, 1));
}

function drawCall(draws: Draws): NamedCall {
  const rank = draws.count(1, 4);
  const place = draws.count(0, rank - 1);
  const mode = draws.pick('plain', 'plain', 'inverse', 'onesided', 'onesided inverse');
  const parts = mode === 'onesided' ? 1 : mode === 'onesided inverse' ? 2 : draws.pick(1, 2);
  const dims = shapeOf(draws, rank, place, 40).map((size, i) =>
    i === place && mode === 'onesided inverse' ? Math.max(2, Math.min(size, 20)) : size,
  );
  const size = dims[place]!;
  const lengths =
    mode === 'onesided inverse'
      ? [2 * size - 2, 2 * size - 1, 2 * size, 2 * size + 5]
      : [size, size + 1, 2 * size, Math.max(1, size - 1), Math.ceil(size / 2), 8, 1];
  const length = draws.maybe(() => draws.pick(...lengths));
  const axis = draws.once(2) ? place : place - rank - 1;
  const isDefault = draws.context.version.since < 20 ? place === 1 : place === rank - 1;
  return {
    input: draws.data([...dims, parts], ...finite),
    axis: isDefault && draws.once(2) ? undefined : axis,
    dft_length:
      length === undefined ? undefined : draws.pick<NotatedInput>(length, given(length), given(length, 'int32')),
    inverse: mode.endsWith('inverse') ? 1 : draws.maybe(() => 0),
    onesided: mode.startsWith('onesided') ? 1 : draws.maybe(() => 0),
  };
}

const inverse = { inverse: 1 };
const onesided = { onesided: 1 };

const isTried = ({ dtype }: PlanContext): boolean => dtype === 'float32' || dtype === 'float64';

export const dftPlans: NamedPlans = {
  draw: drawCall,
  samples: [
    { input: '2x8x1', axis: 1, dft_length: 8, inverse: 0, onesided: 0 },
    { input: '1x6x2', axis: -2, inverse: 1 },
    { input: '3x5x2', axis: 0, dft_length: 4 },
    { input: '2x6x1', axis: 1, onesided: 1 },
  ],
  sizes: [
    each({ input: '1x8x1 2x6x1 1x5x1' }, { axis: 1 }),
    each({ input: '2x4x2 1x7x2 3x3x2' }, { axis: 1, inverse: 1 }),
    each({ input: '1x9x1 1x4x1' }, { axis: 1, onesided: 1 }),
  ],
  pairs: () => [
    { differs: 'inverse=1', calls: each({ inverse: [0, 1] }, { input: '2x6x2', axis: 1 }) },
    { differs: 'another axis', calls: each({ axis: [0, 1] }, { input: '4x4x2' }) },
  ],
  aliasCandidates: each({ input: '3x1x2' }, { axis: 1 }),
  plans: {
    definition: [
      { input: '1x8x1', axis: 1 },
      ...[1, 2, 3].map((place) => ({ input: impulse('1x8x1', place), axis: 1 })),
      ...[0, 3, 5].map((place) => ({ input: impulse('1x6x1', place), axis: 1 })),
      ...each({ input: '1x4x1 2x2x1 1x3x1 1x1x1 1x5x1 1x7x1 2x12x1' }, { axis: 1 }),
      { input: '1x16x1 mixed', axis: 1 },
      { input: impulse('1x12x1', 1), axis: 1 },
      { input: filled('1x8x1', [1]), axis: 1 },
      { input: filled('1x10x1', [1, -1]), axis: 1 },
    ],
    complex: [
      ...each({ input: '1x4x2 1x8x2 2x3x2 1x6x2 1x2x2 1x5x2 2x10x2' }, { axis: 1 }),
      ...[1, 3, 5, 6, 9].map((place) => ({ input: impulse('1x6x2', place), axis: 1 })),
      ...[3, 7].map((place) => ({ input: impulse('1x8x2', place), axis: 1 })),
      { input: '1x16x2 mixed', axis: 1 },
    ],
    inverse: [
      ...each({ input: '1x4x2 1x8x2 2x3x2 1x6x2 1x2x2 1x1x2 1x5x2' }, { axis: 1, ...inverse }),
      ...each({ input: '1x4x1 1x6x1 2x8x1' }, { axis: 1, ...inverse }),
      ...[2, 3, 5].map((place) => ({ input: impulse('1x8x2', place), axis: 1, ...inverse })),
      { input: '1x12x2 mixed', axis: 1, ...inverse },
    ],
    axes: [
      { input: '2x3x4x1' },
      { input: '4x3x2x2' },
      ...each({ axis: [0, 1, 2] }, { input: '2x3x4x1' }, { input: '3x4x2x2', ...inverse }),
      ...each({ axis: [0, 1] }, { input: '5x4x1' }, { input: '4x6x2' }),
      { input: '5x1', axis: 0 },
      { input: '4x2', axis: 0 },
      ...each({ axis: [0, 1, 2, 3] }, { input: '2x2x3x2x1' }),
      ...each({ axis: [0, 2] }, { input: '4x3x6x1', ...onesided }),
    ],
    'axis-negative': [
      ...each({ axis: [-2, -3, -4] }, { input: '2x3x4x1' }),
      ...each({ axis: [-2, -3] }, { input: '4x6x2' }, { input: '5x4x1', ...inverse }),
      { input: '6x1', axis: -2 },
      { input: '3x4x5x1', axis: -3, ...onesided },
      { input: '2x3x4x2', axis: -4, dft_length: 3 },
    ],
    longer: [
      ...varied({ input: '1x5x1', axis: 1 }, 'dft_length', 6, 8, 12, 5),
      ...varied({ input: '2x3x2', axis: 1 }, 'dft_length', 4, 9, given(8)),
      { input: '3x2x1', axis: 0, dft_length: 8 },
      { input: '1x4x2', axis: 1, dft_length: 6, ...inverse },
      { input: '1x5x1', axis: 1, dft_length: 8, ...onesided },
      { input: '2x6x1', axis: 1, dft_length: given(16, 'int32') },
    ],
    shorter: [
      ...varied({ input: '1x8x1', axis: 1 }, 'dft_length', 4, 5, 1, 7),
      ...varied({ input: '2x6x2', axis: 1 }, 'dft_length', 4, 3, given(2)),
      { input: '5x2x1', axis: 0, dft_length: 4 },
      { input: '1x6x2', axis: 1, dft_length: 4, ...inverse },
      { input: '1x9x1', axis: 1, dft_length: 6, ...onesided },
      { input: '2x9x1', axis: 1, dft_length: given(8, 'int32') },
    ],
    onesided: [
      ...each({ input: '1x4x1 1x5x1 1x8x1 2x6x1 1x7x1 1x1x1 1x2x1 1x3x1 1x9x1' }, { axis: 1, ...onesided }),
      ...[1, 3].map((place) => ({ input: impulse('1x6x1', place), axis: 1, ...onesided })),
      { input: '4x3x1', axis: 0, ...onesided },
      { input: '1x8x1', axis: 1, onesided: 0 },
      { input: '1x12x1 mixed', axis: 1, ...onesided },
    ],
    'onesided-inverse': [
      ...each({ input: '1x3x2 1x5x2 2x4x2 1x2x2 1x9x2' }, { axis: 1, ...inverse, ...onesided }),
      ...varied({ input: '1x3x2', axis: 1, ...inverse, ...onesided }, 'dft_length', 5, 4, 8, 7, 16),
      ...varied({ input: '2x5x2', axis: 1, ...inverse, ...onesided }, 'dft_length', 8, 9, given(12)),
      ...[0, 2, 3].map((place) => ({ input: impulse('1x4x2', place), axis: 1, ...inverse, ...onesided })),
      { input: '4x2x2', axis: 0, ...inverse, ...onesided },
      ...varied({ input: '4x3x2', axis: 0, ...inverse, ...onesided }, 'dft_length', 7, 6, 9),
      { input: '2x3x4x2', axis: 2, dft_length: 7, ...inverse, ...onesided },
      { input: '3x4x2x2', axis: 1, ...inverse, ...onesided },
    ],
    'any-length': (context) => [
      ...lengthsOfTransforms.map((n) => ({ input: `1x${n}x1`, axis: 1 })),
      ...(isTried(context) && isCurrent(context)
        ? [97, 100, 128, 120].map((n) => ({ input: `1x${n}x1`, axis: 1 }))
        : []),
      ...longTransforms.flatMap((n) => [
        ...each({ input: '1x3x1 1x2x2' }, { axis: 1, dft_length: n }),
        { input: '1x2x2', axis: 1, dft_length: n, ...inverse },
        { input: '1x3x1', axis: 1, dft_length: n, ...onesided },
        { input: '1x2x2', axis: 1, dft_length: n, ...inverse, ...onesided },
      ]),
      // lines without zeros behind them
      ...[128, 131, 256].flatMap((n) => [
        { input: sparse(`1x${n}x1`), axis: 1, ...onesided },
        { input: sparse(`1x${n}x2`), axis: 1 },
      ]),
      { input: '1x11x2', axis: 1 },
      { input: '1x18x2', axis: 1, ...inverse },
      { input: '1x33x1', axis: 1, ...onesided },
      { input: '1x40x2', axis: 1 },
    ],
    'size-zero': [
      { input: '0x4x1', axis: 1 },
      { input: '0x4x2', axis: 1, ...inverse },
      { input: '4x0x1', axis: 0 },
      { input: '0x4x1', axis: 1, ...onesided },
    ],
    accuracy: [
      ...['mixed', 'wide', 'large', 'halves'].map((kind) => ({ input: `1x16x1 ${kind}`, axis: 1 })),
      ...['mixed', 'wide'].map((kind) => ({ input: `2x9x2 ${kind}`, axis: 1 })),
      ...['mixed', 'halves'].map((kind) => ({ input: `1x10x2 ${kind}`, axis: 1, ...inverse })),
      { input: '1x20x1 mixed', axis: 1, ...onesided },
    ],
  },
  invalid: {
    'invalid-transformed-axis': (context) => [
      ...breaking({ input: '2x4x1', axis: 1 }, 'axis', -1, 2, 3, -4),
      ...(isCurrent(context) ? breaking({ input: '2x3x4x2', axis: 0 }, 'axis', -1, 3) : []),
    ],
    'invalid-parts': [
      ...breaking({ input: '2x4x1', axis: 1 }, 'input', '2x4x3', '2x4x4'),
      ...breaking({ input: '2x4x2', axis: 0, ...inverse }, 'input', '2x4x3', '2x4x5'),
    ],
    'invalid-onesided': [
      ...breaking({ input: '2x4x2', axis: 1, onesided: 0 }, 'onesided', 1),
      ...breaking({ input: '2x4x1', axis: 1, inverse: 1, onesided: 0 }, 'onesided', 1),
    ],
  },
};
