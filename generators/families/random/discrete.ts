import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { breaking, filled, type NamedCall, type NamedPlans, varied } from '../../notation/call-notation.ts';
import { drawSeed, outputTypeCodes, withEachOutputType } from './types.ts';

const seeds = [0, 1, 7.5, -3, 123_456];

const [quarters, halves, certain] = [[0.25, 0.75, 0.5], [0.5], [0, 1, 1, 0, 0.5]];
const chances = (shape: string, numbers: readonly number[] = quarters, call: NamedCall = {}): NamedCall => ({
  input: filled(shape, numbers, { form: 'input' }),
  ...call,
});
/** Probabilities far from each other, and shapes large enough to show their distribution. */
const many = [quarters, [0.125], [0.875], [0.9375, 0.0625], [0.3125], halves, [0, 0.5, 1]];
const large = ['10000', '100x101', '7x1500', '2x5003', '11x30x40'];

export const bernoulli: NamedPlans = {
  // models of other types hold the same numbers
  samples: [chances('2x3', [0, 1, 1]), chances('2x3', [1, 0, 0]), chances('7', certain)],
  sizes: [['2x3', '4x1', '3x7'].map((shape) => chances(shape))],
  plans: {
    distribution: many.flatMap((numbers, i) => [chances(large[i % large.length]!, numbers), chances('500', numbers)]),
    independence: large.map((shape) => chances(shape, halves)),
    certain: ['5', '3x7', '2x2x3', '65', '300'].flatMap((shape) =>
      [[0, 1], [0], [1], certain].map((numbers) => chances(shape, numbers)),
    ),
    'any-shape': ['scalar', '1', '3', '2x1x3', '1x2x1x2x2', '300'].map((shape) => chances(shape)),
    'size-zero': ['0', '2x0x3'].map((shape) => chances(shape)),
    seed: seeds.map((seed, i) => chances(large[i]!, quarters, { seed })),
    'type-given': withEachOutputType(() => chances('100x101', [0.25, 0.75, 1, 0])),
    'type-of-input': [chances('3x5'), chances('100x100')],
  },
  invalid: {
    'invalid-probability': breaking(
      chances('3'),
      'input',
      ...[1.5, -0.5, 2, Number.NaN].map((x) => filled('3', [0.5, x, 0.25], { form: 'input' })),
    ),
    'invalid-output-type': breaking(chances('3', quarters, { dtype: 1 }), 'dtype', 8, 14),
  },
  draw: (draws) => {
    const dims = draws.once(4)
      ? draws.pick(...large)
      : draws.emptied(draws.sizes(draws.count(0, 5))).join('x') || 'scalar';
    return chances(dims, draws.pick(...many, certain, [0, 1], [0], [1], [1, 0.5], [0, 0, 0.25], [-0, 1], [-0]), {
      dtype: draws.maybe(() => draws.pick(...outputTypeCodes(draws.context))),
      seed: draws.maybe(() => drawSeed(draws)),
    });
  },
};

const never = Number.NEGATIVE_INFINITY;
const outcomes = (
  shape: string,
  numbers: readonly number[],
  sample_size?: number,
  call: NamedCall = {},
): NamedCall => ({
  input: filled(shape, numbers, { form: 'input' }),
  sample_size,
  ...call,
});
/** Rows of log-probabilities: unnormalized, of few and of many outcomes, the first, the last or one between them the likeliest. */
const rows: readonly (readonly [shape: string, numbers: readonly number[]])[] = [
  ['1x3', [0, 1, 2]],
  ['1x4', [-1, 2, 0, 1]],
  ['1x2', [3, 2]],
  ['1x5', [-2, -2, -2, -2, -2]],
  ['1x3', [-100, -101, -99]],
  ['1x17', [1, 0.5, 0, -0.5]],
  ['2x3', [0, 1, 2, 2, 0, -1]],
  ['1x1', [0.5]],
];

export const multinomial: NamedPlans = {
  samples: [
    outcomes('2x3', [0, 1, 1, 1, 0, 0], 5),
    outcomes('2x3', [1, 0, 0, 0, 1, 1], 2),
    outcomes('1x4', [0, 1, 2, 3], 9),
  ],
  sizes: [['2x3', '3x2', '1x7'].map((shape) => outcomes(shape, [0, 1, 2, 2, 0, -1], 4))],
  plans: {
    distribution: rows.flatMap(([shape, numbers]) => [outcomes(shape, numbers, 10_000), outcomes(shape, numbers, 600)]),
    independence: [
      ...['1x2', '1x4', '1x8'].map((shape) => outcomes(shape, [0], 10_000)),
      ...['50x2', '200x4'].map((shape) => outcomes(shape, [0], 200)),
      // no more samples than outcomes: an outcome may come again
      ...[2, 3, 4].map((size) => outcomes('3000x4', [0, 1, 2, 0, 1], size)),
      outcomes('5000x2', [0], 2),
      outcomes('400x17', [0], 17),
    ],
    certain: [
      outcomes('1x3', [0, never, 1], 100),
      outcomes('2x3', [never, 0, 1, 1, 0, never], 100),
      outcomes('2x4', [never, 0, never, never], 9),
      outcomes('1x3', [never, never, 3], 33),
    ],
    batches: [
      outcomes('3x3', [0, never, never, never, 0, never, never, never, 0], 7),
      outcomes('2x4', [0, 1, 2, 3, 3, 2, 1, 0], 4000),
      outcomes('5x2', [3, 0, 0, 3], 1000),
    ],
    'sample-size': [1, 2, 7, 65, 1000].map((size) => outcomes('2x3', [0, 1, 2], size)),
    'size-zero': [outcomes('0x3', [0], 4)],
    seed: varied(outcomes('1x4', [0, 1, 2, 0], 10_000), 'seed', ...seeds),
    'type-given': withEachOutputType(() => outcomes('2x4', [0, 1, 2, 0, 3], 5000)),
  },
  invalid: {
    'invalid-rank': breaking(
      outcomes('2x3', [0, 1, 2], 2),
      'input',
      ...['3', '1x2x3', 'scalar'].map((shape) => filled(shape, [0, 1, 2], { form: 'input' })),
    ),
    'invalid-output-type': breaking(outcomes('2x3', [0, 1, 2], 2, { dtype: 7 }), 'dtype', 1, 9),
  },
  draw: (draws) => {
    const [batches, many] = draws.sizesOrLong(2, 1, draws.pick(60, 300)) as [number, number];
    const dims = draws.once(16) ? `0x${many}` : `${batches}x${many}`;
    // float16 has no number that is far above the others
    const far = formatOf(draws.context.dtype).bits > 16 ? 2 ** 33 : 2 ** 14;
    const [shape, numbers] = draws.pick(
      ...rows,
      ['2x3', [never, 0, 1, 1, 0, never]] as const,
      ['3x2', [3, 0, 0, 3]] as const,
      ['1500x4', [0]] as const,
      ['1000x8', [0, 1, 0, 2, 1]] as const,
      ...[
        ...[[0], [0.5], [-0], [-1, -2, -0.5], [-9, -0, -9], [1, 2, 3, -1], [1.5, -0.5]],
        ...[
          [2, never, never],
          [never, 0, never, 1],
          [far, 0, -far],
          [-far, -1, -far],
        ],
      ].map((numbers) => [dims, draws.turned(numbers)] as const),
    );
    return outcomes(
      shape,
      numbers,
      shape.includes('00x')
        ? draws.pick(2, 3, 4)
        : draws.pick(undefined, 0, 1, 2, 7, 64, ...(batches < 8 ? [600, 5000] : [])),
      {
        dtype: draws.maybe(() => draws.pick(...outputTypeCodes(draws.context))),
        seed: draws.maybe(() => drawSeed(draws)),
      },
    );
  },
};
