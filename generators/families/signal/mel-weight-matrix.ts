import { formatOf } from '../../../oracles/numerics/dtype.ts';
import type { InputForm, PlanContext } from '../../cases/proposal.ts';
import { longLengths } from '../../cases/take-turns.ts';
import { breaking, filled, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';

/** BandNumbers, length of the transform, samples a second, and edges, which any float type holds. */
type BandNumbers = readonly [bands: number, length: number, rate: number, lower: number, upper: number];

const names = ['num_mel_bins', 'dft_length', 'sample_rate', 'lower_edge_hertz', 'upper_edge_hertz'] as const;

const written = ({ types }: PlanContext, bands: BandNumbers, form: InputForm = 'initializer'): NamedCall => ({
  ...Object.fromEntries(names.map((name, i) => [name, filled('scalar', [bands[i]!], { form })])),
  output_datatype: formatOf(types.T3!).code,
});

const calls =
  (all: readonly BandNumbers[], form?: InputForm) =>
  (context: PlanContext): readonly NamedCall[] =>
    all.map((bands) => written(context, bands, form));

const usual: BandNumbers = [8, 64, 8000, 0, 3072];

export const melWeightMatrixPlans: NamedPlans = {
  draw: (draws) => {
    const length = draws.pick(16, 32, 64, 100, 129, 256, 514, 1024);
    const rate = draws.pick(4000, 8000, 16000);
    const lower = draws.pick(0, 128, 256, 512);
    const upper = lower + draws.pick(512, 1024, 1200);
    const bands = draws.pick(draws.count(0, 12), draws.size(length > 256 ? 4 : 40));
    return written(draws.context, [bands, length, rate, lower, upper], draws.pick('initializer', 'input'));
  },
  samples: (context) => [
    written(context, [4, 16, 8000, 0, 3072]),
    written(context, [8, 64, 8000, 256, 2048]),
    written(context, [3, 33, 16000, 128, 4096], 'input'),
  ],
  sizes: [
    calls(
      [
        [4, 16, 8000, 0, 3072],
        [5, 32, 8000, 0, 3072],
        [9, 64, 8000, 0, 3072],
      ],
      'input',
    ),
  ],
  pairs: (context) => [
    {
      differs: 'another lower edge',
      calls: [usual, [8, 64, 8000, 512, 3072] as BandNumbers].map((one) => written(context, one)),
    },
    {
      differs: 'another rate',
      calls: [usual, [8, 64, 16000, 0, 3072] as BandNumbers].map((one) => written(context, one)),
    },
  ],
  sameShapeCalls: (context) => [written(context, [16, 16, 8000, 0, 2048], 'input')],
  plans: {
    definition: calls([
      usual,
      [10, 128, 8192, 0, 3500],
      [20, 256, 16000, 64, 7400],
      [5, 50, 4096, 100, 1800],
      [40, 512, 16000, 0, 7680],
      [1, 16, 8000, 0, 3072],
      [2, 100, 8000, 500, 3072],
    ]),
    peaks: calls([
      [6, 64, 8000, 0, 2048],
      [12, 100, 8000, 128, 3584],
      [3, 256, 16000, 512, 4096],
    ]),
    edges: calls([
      [4, 64, 8000, 0, 2048],
      [4, 64, 8000, 512, 2048],
      [4, 64, 8000, 1024, 2048],
      [6, 128, 16000, 2048, 7168],
      [6, 128, 16000, 96, 7168],
    ]),
    spectrum: calls([
      [4, 33, 8000, 0, 2048],
      [4, 34, 8000, 0, 2048],
      [4, 63, 8000, 0, 2048],
      [5, 101, 16000, 256, 6144],
      [5, 300, 16000, 256, 6144],
      [7, 20, 2000, 0, 896],
    ]),
    'output-datatype': calls([usual, [5, 32, 8000, 128, 3072]]),
    'narrow-bands': calls([
      [20, 32, 8000, 0, 3072],
      [16, 16, 8000, 0, 2048],
      [30, 64, 16000, 64, 3584],
      [12, 24, 8000, 256, 1024],
    ]),
    'any-count': calls([
      ...longLengths(515).map((bands): BandNumbers => [bands, 16, 8000, 0, 3072]),
      ...longLengths().map((length): BandNumbers => [2, 2 * length, 8000, 256, 3072]),
      [80, 400, 16000, 0, 7680],
      [1, 4096, 44100, 0, 16384],
    ]),
    'size-zero': calls([
      [0, 16, 8000, 0, 3072],
      [0, 33, 16000, 128, 3072],
    ]),
  },
  invalid: {
    'invalid-output-datatype': (context) =>
      breaking(written(context, usual), 'output_datatype', formatOf('string').code, formatOf('bool').code, 0, 99),
  },
};
