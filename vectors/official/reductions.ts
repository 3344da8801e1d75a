import { reduceL1 } from '../../oracles/operators/reduction/l1.ts';
import { reduceL2 } from '../../oracles/operators/reduction/l2.ts';
import { reduceLogSum } from '../../oracles/operators/reduction/log-sum.ts';
import { reduceLogSumExp } from '../../oracles/operators/reduction/log-sum-exp.ts';
import { reduceMax } from '../../oracles/operators/reduction/max.ts';
import { reduceMean } from '../../oracles/operators/reduction/mean.ts';
import { reduceMin } from '../../oracles/operators/reduction/min.ts';
import { reduceProd } from '../../oracles/operators/reduction/prod.ts';
import { reduceSum } from '../../oracles/operators/reduction/sum.ts';
import { reduceSumSquare } from '../../oracles/operators/reduction/sum-square.ts';
import { countingData, type Data, drawnData, emptyData, listedData } from './data.ts';
import { axesInputSince13, axesInputSince18, boolSince20 } from './history.ts';
import type { NumpyArithmetic } from './numpy/arithmetic.ts';
import type { ReductionTest, ReductionTests } from './reduction-recipe.ts';
import type { Timeline } from './releases.ts';

const ascending = countingData([3, 2, 2]);
const mixed = listedData([3, 2, 2], [5, 1, 20, 2, 30, 1, 40, 2, 55, 1, 60, 2]);
/** the twelve values that all tests named random share */
const random = drawnData([3, 2, 2], (stream, count) => stream.uniform(-10, 10, count));
const fractions = (skipped: number) => drawnData([3, 4, 5], (stream, count) => stream.random(count), { skipped });
const truths = listedData([4, 2], [1, 1, 1, 0, 0, 1, 0, 0]);
const nothing = emptyData([2, 0, 4]);

interface Common {
  readonly prefix: string;
  /** the data that are not random */
  readonly example: Data;
  /** the reduced axis */
  readonly axis: 1 | 2;
  /** the axes that mean "all axes", in versions where axes are an input */
  readonly all: readonly number[] | undefined;
}

/** Returns the tests that all operators but one have, with example data and with random data. */
function common({ prefix, example, axis, all }: Common): ReductionTest[] {
  const kept = axis === 2 ? 'keep_dims' : 'keepdims';
  const ways: readonly (Pick<ReductionTest, 'axes' | 'keepdims' | 'since'> & { readonly way: string })[] = [
    { way: 'do_not_keepdims', axes: [axis], keepdims: 0, since: '1.2.1' },
    { way: kept, axes: [axis], keepdims: 1, since: '1.2.1' },
    { way: 'default_axes_keepdims', ...(all && { axes: all }), keepdims: 1, since: '1.2.1' },
    { way: `negative_axes_${kept}`, axes: [axis - 3], keepdims: 1, since: '1.6.0' },
  ];
  return ways.flatMap(({ way, ...asked }) => [
    { name: `${prefix}_${way}_example`, data: example, ...asked },
    { name: `${prefix}_${way}_random`, data: random, ...asked },
  ]);
}

const emptySet = (prefix: string): ReductionTest => ({
  name: `${prefix}_empty_set`,
  data: nothing,
  axes: [1],
  keepdims: 1,
  since: '1.15.0',
});

const boolInputs = (prefix: string): ReductionTest => ({
  name: `${prefix}_bool_inputs`,
  data: truths,
  dtype: [['1.15.0', 'bool']],
  axes: [1],
  keepdims: 1,
  since: '1.15.0',
});

const noop = { axes: [], keepdims: 1, noop: 1 } as const;
/** From 1.8 to 1.16 a test that reduces nothing had this name. */
const mislabelled: ReductionTest = {
  name: 'reduce_sum_negative_axes_keepdims_random',
  data: random,
  ...noop,
  since: '1.8.0',
  until: '1.16.2',
};

const float64Since1_12: NonNullable<ReductionTest['dtype']> = [
  ['1.2.1', 'float32'],
  ['1.12.0', 'float64'],
];

/**
 * Differences on a machine with AVX-512, for which numpy 1.24 has a separate exp and log. The files of each release were
 * written on different machines.
 */
const avx512: NumpyArithmetic = { lastPlaces: [0, 0, 2, 0, 0, -1] };
const since1_12: Timeline<NumpyArithmetic> = [
  ['1.12.0', { lastPlaces: [0, 0, 0, 0, 0, -1] }],
  ['1.13.0', {}],
  ['1.15.0', avx512],
  ['1.17.0', {}],
  ['1.18.0', avx512],
  ['1.19.0', {}],
];
const logSumExpArithmetic = ({ name, data, axes }: ReductionTest): Timeline<NumpyArithmetic> => {
  if (!axes?.length) return [];
  if (data === mixed)
    return [
      ['1.12.0', { lastPlaces: [1, 1, 0, 1, 0, 1] }],
      ['1.13.0', {}],
    ];
  return name.includes('negative') ? since1_12 : [['1.3.0', { steps: 'float64' }], ...since1_12];
};

/** Between the files of 1.11 and 1.12, numpy introduced its own logarithm. */
const vectorLogSince1_12: Timeline<NumpyArithmetic> = [['1.12.0', { log: 'vector' }]];

/** The tests of the ten reductions. */
export const reductions: readonly ReductionTests[] = [
  {
    operator: reduceL1,
    formula: (np, xs) => np.sum(np.abs(xs)),
    writings: axesInputSince18,
    tests: [...common({ prefix: 'reduce_l1', example: ascending, axis: 2, all: [] }), emptySet('reduce_l1')],
  },
  {
    operator: reduceL2,
    formula: (np, xs) => np.sqrt(np.sum(np.square(xs))),
    writings: axesInputSince18,
    tests: [...common({ prefix: 'reduce_l2', example: ascending, axis: 2, all: [] }), emptySet('reduce_l2')],
  },
  {
    operator: reduceLogSum,
    formula: (np, xs) => np.log(np.sum(xs)),
    writings: axesInputSince18,
    tests: (
      [
        { name: 'reduce_log_sum_desc_axes', data: fractions(0), axes: [2, 1], keepdims: 0, since: '1.2.1' },
        { name: 'reduce_log_sum_asc_axes', data: fractions(60), axes: [0, 1], keepdims: 0, since: '1.2.1' },
        { name: 'reduce_log_sum_default', data: fractions(0), axes: [], since: '1.2.1' },
        { name: 'reduce_log_sum_negative_axes', data: fractions(0), axes: [-2], since: '1.6.0' },
        emptySet('reduce_log_sum'),
        {
          name: 'reduce_log_sum',
          data: fractions(0),
          axes: [2, 1],
          keepdims: 0,
          since: '1.2.1',
          until: '1.12.0',
          leftover: { since: '1.2.1', opset: 6 },
        },
      ] satisfies ReductionTest[]
    ).map((test) => ('leftover' in test ? test : { ...test, arithmetic: vectorLogSince1_12 })),
  },
  {
    operator: reduceLogSumExp,
    formula: (np, xs) => np.log(np.sum(np.exp(xs))),
    writings: axesInputSince18,
    tests: [
      ...common({ prefix: 'reduce_log_sum_exp', example: mixed, axis: 1, all: [] }).map((test) => ({
        ...test,
        dtype: float64Since1_12,
        arithmetic: logSumExpArithmetic(test),
      })),
      emptySet('reduce_log_sum_exp'),
    ],
  },
  {
    operator: reduceMax,
    formula: (np, xs) => np.max(xs),
    writings: boolSince20,
    tests: [
      ...common({ prefix: 'reduce_max', example: mixed, axis: 1, all: undefined }).map((test) => ({
        ...test,
        name: test.name.replace('default_axes_keepdims_example', 'default_axes_keepdim_example'), // as ONNX has it
      })),
      boolInputs('reduce_max'),
      { ...emptySet('reduce_max'), since: '1.17.0' },
    ],
  },
  {
    operator: reduceMean,
    formula: (np, xs) => np.mean(xs),
    writings: axesInputSince18,
    tests: common({ prefix: 'reduce_mean', example: mixed, axis: 1, all: [] }),
  },
  {
    operator: reduceMin,
    formula: (np, xs) => np.min(xs),
    writings: boolSince20,
    tests: [
      ...common({ prefix: 'reduce_min', example: mixed, axis: 1, all: undefined }),
      boolInputs('reduce_min'),
      emptySet('reduce_min'),
    ],
  },
  {
    operator: reduceProd,
    formula: (np, xs) => np.prod(xs),
    writings: axesInputSince18,
    tests: [...common({ prefix: 'reduce_prod', example: ascending, axis: 1, all: undefined }), emptySet('reduce_prod')],
  },
  {
    operator: reduceSum,
    formula: (np, xs) => np.sum(xs),
    writings: axesInputSince13,
    tests: [
      ...common({ prefix: 'reduce_sum', example: ascending, axis: 1, all: [] }).flatMap(
        (test): readonly ReductionTest[] =>
          test.name === mislabelled.name
            ? [{ ...test, until: '1.7.0' }, mislabelled, { ...test, since: '1.17.0' }]
            : [test],
      ),
      { name: 'reduce_sum_empty_axes_input_noop_example', data: ascending, ...noop, since: '1.8.0' },
      {
        name: 'reduce_sum_empty_axes_input_noop_random',
        data: random,
        ...noop,
        since: '1.8.0',
        until: '1.12.0',
        leftover: { since: '1.8.0', opset: 13 },
      },
      { name: 'reduce_sum_empty_axes_input_noop', data: random, ...noop, since: '1.17.0' },
      emptySet('reduce_sum'),
      { ...emptySet('reduce_sum'), name: 'reduce_sum_empty_set_non_reduced_axis_zero', axes: [2] },
    ],
  },
  {
    operator: reduceSumSquare,
    formula: (np, xs) => np.sum(np.square(xs)),
    writings: axesInputSince18,
    tests: [
      ...common({ prefix: 'reduce_sum_square', example: ascending, axis: 1, all: [] }),
      emptySet('reduce_sum_square'),
    ],
  },
];
