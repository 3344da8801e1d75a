import type { DType } from '../../oracles/numerics/dtype.ts';
import type { Candidate } from './implementation.ts';
import { formulas, inDoubles, melsOf, windowOf } from './signals.ts';
import {
  bluestein,
  byConjugates,
  dftBy,
  direct,
  mixedRadix,
  packed,
  rader,
  rootInDoubles,
  rootInFloat32,
  stftBy,
  type TransformHabit,
} from './transforms.ts';
import { type Alter, variant } from './variant.ts';

const f = Math.fround;
/** What function bodies compute, in their order and type. */
const inFloat32 = (numerators: readonly number[], over: number) => (angle: number) =>
  numerators.reduce((sum, x, i) => f(sum + f(f(x / over) * f(Math.cos(f(i * angle))))), 0);
const angleInFloat32 = (k: number, whole: number) => f(k * f(f(2 * Math.PI) / whole));

const windows: readonly (readonly [keyof typeof formulas, string, Alter])[] = [
  ...(['HannWindow', 'HammingWindow', 'BlackmanWindow'] as const).map(
    (name) => [name, 'in float64', windowOf(formulas[name])] as const,
  ),
  ['HannWindow', 'as its body', windowOf(inFloat32([1, -1], 2), angleInFloat32, f)],
  ['HammingWindow', 'as its body', windowOf(inFloat32([25, -21], 46), angleInFloat32, f)],
  ['BlackmanWindow', 'as its body', windowOf(inFloat32([42, -50, 8], 100), angleInFloat32, f)],
  ['HannWindow', 'by the square of a sine', windowOf((x) => Math.sin(x / 2) ** 2)],
  [
    'HannWindow',
    'by the square of a sine in float32',
    windowOf(
      (x) => f(f(Math.sin(f(x / 2))) ** 2),
      (k, whole) => f(f(f(Math.PI) * 2 * k) / whole),
      f,
    ),
  ],
  [
    'BlackmanWindow',
    'by the square of a cosine',
    windowOf((x) => 0.34 - 0.5 * Math.cos(x) + 0.16 * Math.cos(x) ** 2, inDoubles, f),
  ],
];

const mels: readonly (readonly [string, string, Alter])[] = [
  ['MelWeightMatrix', 'in float64', melsOf({})],
  [
    'MelWeightMatrix',
    'by natural logarithms',
    melsOf({
      mel: (x) => (2595 / Math.LN10) * Math.log1p(x / 700),
      hertz: (x) => 700 * Math.expm1((x * Math.LN10) / 2595),
    }),
  ],
  [
    'MelWeightMatrix',
    'in float32',
    melsOf({
      mel: (x) => f(2595 * f(Math.log10(f(1 + f(x / 700))))),
      hertz: (x) => f(700 * f(f(10 ** f(f(x) / 2595)) - 1)),
      bin: (x, length, rate) => Math.floor(f(f((length + 1) * x) / rate)),
    }),
  ],
];

/** Fast transforms of every kind, and slow ones. */
const habits: Readonly<Record<string, TransformHabit>> = {
  'by direct sums': { algorithm: direct(rootInDoubles) },
  'by direct sums, with roots of float32': { algorithm: direct(rootInFloat32) },
  'by a stage for each prime': { algorithm: mixedRadix(rootInDoubles) },
  'by a stage for each prime, with roots of float32': { algorithm: mixedRadix(rootInFloat32) },
  'in float64': { algorithm: mixedRadix(rootInDoubles), inDoubles: true },
  'by direct sums in float64': { algorithm: direct(rootInDoubles), inDoubles: true },
  "by Bluestein's convolution in float64": { algorithm: bluestein(rootInDoubles), inDoubles: true },
  'by half a transform of packed numbers': { algorithm: packed(rootInDoubles) },
  'by half a transform of packed numbers in float64': { algorithm: packed(rootInDoubles), inDoubles: true },
  'with an inverse by conjugates, times 1/n': {
    algorithm: byConjugates(mixedRadix(rootInDoubles)),
    scaling: 'reciprocal',
  },
  'with samples that are divided first': { algorithm: mixedRadix(rootInDoubles), scaling: 'first' },
};

/** Convolutions, which no type of 16 bits has room for. */
const convolutions: Readonly<Record<string, TransformHabit>> = {
  "by Bluestein's convolution": { algorithm: bluestein(rootInDoubles) },
  "by Bluestein's convolution, with roots of float32": { algorithm: bluestein(rootInFloat32) },
  "by a stage for each prime, and Rader's convolution for primes": { algorithm: mixedRadix(rootInDoubles, rader) },
};

const wide: readonly DType[] = ['float32', 'float64'];
const narrow: readonly DType[] = ['float32', 'float16', 'bfloat16'];

const transforms = (['DFT', 'STFT'] as const).flatMap((operator) => {
  const by = operator === 'DFT' ? dftBy : stftBy;
  const all = (own: Readonly<Record<string, TransformHabit>>, dtypes: readonly DType[]): readonly Candidate[] =>
    Object.entries(own).map(([how, habit]) => ({
      ...variant(operator, how, by(habit)),
      // roots of float32 are none of float64
      dtypes: dtypes.filter((dtype) => dtype !== 'float64' || !how.includes('roots of float32')),
    }));
  return [...all(habits, [...narrow, 'float64']), ...all(convolutions, wide)];
});

/** Correct kernels of signals, as runtimes have them. */
export const signalVariants: readonly Candidate[] = [
  ...[...windows, ...mels].map(([operator, how, alter]) => variant(operator, how, alter)),
  ...transforms,
];
