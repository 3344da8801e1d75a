import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import type { Evaluate, InputValues } from '../../../oracles/spec/node.ts';
import { eachOf, ofFirstLane, onNode, onOutputs, withoutTail } from '../alter.ts';
import { numbered } from '../call-changes.ts';
import type { Mutant } from '../mutant.ts';
import { formulas, inOwnType, type MelHabit, melsOf, usualMels, windowOf } from '../signals.ts';
import { withoutAttributes } from '../views.ts';

const all = ['HannWindow', 'HammingWindow', 'BlackmanWindow'] as const;

const byFormula = (operator: string, name: string, source: string, formula: (angle: number) => number): Mutant => ({
  name: `${operator}: ${name}`,
  source: [source],
  operators: [operator],
  alter: windowOf(formula),
});

const ofWindows = (name: string, source: string, alter: (correct: Evaluate) => Evaluate): Mutant => ({
  name: `windows: ${name}`,
  source: [source],
  operators: all,
  alter,
});

/** Faults of windows. */
export const windowFunctionFaults: readonly Mutant[] = [
  ofWindows('symmetric ones are periodic', 'an attribute that is not read', withoutAttributes('periodic')),
  ofWindows(
    'periodic ones are symmetric',
    'numpy.hanning and the like have no other',
    numbered('periodic', () => 0),
  ),
  ofWindows(
    'symmetric is the default',
    'a default of scipy.signal',
    onNode(({ attributes }) => ({ attributes: { periodic: { type: 'INT', value: 0 }, ...attributes } })),
  ),
  ofWindows(
    'the type of the output is not looked at',
    'an attribute that is not read',
    withoutAttributes('output_datatype'),
  ),
  ...all.map(
    (operator): Mutant => ({
      name: `${operator}: a window of two numbers more, without its ends`,
      source: ['windows without zeros'],
      operators: [operator],
      alter: windowOf(formulas[operator], (k, whole) => (2 * Math.PI * (k + 1)) / (whole + 2)),
    }),
  ),
  ofWindows(
    'the second half is that of a periodic window turned round',
    'a mirror that is off by one',
    onOutputs((output, _, node) => {
      const [size] = output.dims as [number];
      if (node.flag('periodic')) return eachOf(output, (x, i) => (2 * i <= size ? x : output.at(size - 1 - i)));
      return eachOf(output, (x, i) => (2 * i <= size - 1 ? x : output.at(Math.min(size - i, size - 1))));
    }),
  ),
  ofWindows(
    'the last number is 0',
    'a loop that ends too early',
    onOutputs((output, a) => eachOf(output, (x, i) => (i === output.dims[0]! - 1 ? a.of(0) : x))),
  ),
  ofWindows('vectors of four have the first number', 'a broadcast that is left', ofFirstLane),
  ofWindows('what comes after the last multiple of 8 is left out', 'vector loops without a tail', withoutTail),
  ofWindows(
    'a window of one is 1',
    'torch.hann_window(1) and numpy.hanning(1)',
    onOutputs((output, a) => (output.dims[0] === 1 ? eachOf(output, () => a.of(1)) : output)),
  ),
  ofWindows(
    'numbers go through float16',
    'a type of the hardware',
    onOutputs((output, a) => {
      const { kind, bits } = formatOf(output.dtype);
      if (kind !== 'float' || bits < 32) return output;
      return eachOf(output, (x) => a.round(x, 'float16'));
    }),
  ),
  ...all.map(
    (operator): Mutant => ({
      name: `${operator}: numbers of 16 bits are computed in their type`,
      source: ['onnx.reference'],
      operators: [operator],
      alter: windowOf(formulas[operator], inOwnType),
    }),
  ),
  ofWindows(
    'sizes go through 8 bits',
    'a counter that is too narrow',
    onOutputs((output) => eachOf(output, (_, i) => output.at(i % 256))),
  ),
  ...all.map(
    (operator): Mutant => ({
      name: `${operator}: integers are rounded to nearest`,
      source: ['a cast that rounds'],
      operators: [operator],
      alter: (correct) => (a, node) =>
        formatOf(node.dtype('output_datatype')).kind === 'float'
          ? correct(a, node)
          : windowOf((x) => Math.round(formulas[operator](x)))(correct)(a, node),
    }),
  ),
  byFormula('HannWindow', 'the sine, not its square', 'torch.signal.windows.cosine', (x) => Math.sin(x / 2)),
  byFormula('HannWindow', 'half an angle', 'π in the place of 2π', (x) => 0.5 - 0.5 * Math.cos(x / 2)),
  byFormula('HannWindow', 'upside down', 'a sign', (x) => 0.5 + 0.5 * Math.cos(x)),
  byFormula('HannWindow', "Hamming's coefficients", 'names confused', (x) => (25 - 21 * Math.cos(x)) / 46),
  byFormula('HammingWindow', 'coefficients of two digits', 'torch, numpy and scipy', (x) => 0.54 - 0.46 * Math.cos(x)),
  byFormula('HammingWindow', 'coefficients of four digits', 'TensorFlow.js', (x) => 0.5435 - 0.4565 * Math.cos(x)),
  byFormula('HammingWindow', "Hann's coefficients", 'names confused', (x) => 0.5 - 0.5 * Math.cos(x)),
  byFormula(
    'BlackmanWindow',
    'the exact coefficients',
    'scipy.signal: blackman is not the exact window of Blackman',
    (x) => (7938 - 9240 * Math.cos(x) + 1430 * Math.cos(2 * x)) / 18608,
  ),
  byFormula(
    'BlackmanWindow',
    'the second cosine has the first angle',
    'an angle that is not doubled',
    (x) => 0.42 - 0.42 * Math.cos(x),
  ),
  byFormula(
    'BlackmanWindow',
    'the second cosine is subtracted',
    'a sign',
    (x) => 0.42 - 0.5 * Math.cos(x) - 0.08 * Math.cos(2 * x),
  ),
  byFormula('BlackmanWindow', 'without the second cosine', "Hann's function body", (x) => 0.42 - 0.5 * Math.cos(x)),
];

const mels = (name: string, source: string, change: Partial<MelHabit>): Mutant => ({
  name: `MelWeightMatrix: ${name}`,
  source: [source],
  operators: ['MelWeightMatrix'],
  alter: melsOf(change),
});

const ofMels = (name: string, source: string, alter: (correct: Evaluate) => Evaluate): Mutant => ({
  name: `MelWeightMatrix: ${name}`,
  source: [source],
  operators: ['MelWeightMatrix'],
  alter,
});

const { weight } = usualMels;

/** Faults of the matrix of bands. */
export const melFaults: readonly Mutant[] = [
  mels('one step fewer, so that the last band ends at the upper edge', 'librosa, TensorFlow', { steps: (n) => n + 1 }),
  mels('as many steps as bands', 'an edge that is left out', { steps: (n) => Math.max(n, 1) }),
  mels('bins of a transform of one sample less', 'dft_length in the place of dft_length + 1', {
    bin: (x, length, rate) => Math.floor((length * x) / rate),
  }),
  mels('bins are rounded to nearest', 'round in the place of floor', {
    bin: (x, length, rate) => Math.round(((length + 1) * x) / rate),
  }),
  mels("Slaney's scale", 'the default of librosa', {
    mel: (x) => (x < 1000 ? (3 * x) / 200 : 15 + (27 * Math.log(x / 1000)) / Math.log(6.4)),
    hertz: (x) => (x < 15 ? (200 * x) / 3 : 1000 * Math.exp(((x - 15) * Math.log(6.4)) / 27)),
  }),
  mels('1125·ln(1 + f/700) and its inverse with 1127', 'two forms of the scale mixed', {
    mel: (x) => 1125 * Math.log(1 + x / 700),
    hertz: (x) => 700 * (Math.exp(x / 1127) - 1),
  }),
  mels('bands at equal steps of frequency', 'a scale that is left out', { mel: (x) => x, hertz: (x) => x }),
  mels('triangles of equal area', 'norm=slaney of librosa', {
    weight: (bin, first, highest, last) => (2 * weight(bin, first, highest, last)) / Math.max(1, last - first),
  }),
  mels('the falling side is left out', 'the second loop', {
    weight: (bin, first, highest, last) => (bin > highest ? 0 : weight(bin, first, highest, last)),
  }),
  mels('the rising side is left out', 'the first loop', {
    weight: (bin, first, highest, last) => (bin < highest ? 0 : weight(bin, first, highest, last)),
  }),
  mels('a band between equal bins is empty', 'a quotient of 0', {
    weight: (bin, first, highest, last) => (first === highest ? 0 : weight(bin, first, highest, last)),
  }),
  mels('a band without a falling side has none at its peak', 'a loop that ends before the peak', {
    weight: (bin, first, highest, last) => (bin === highest && last > highest ? 0 : weight(bin, first, highest, last)),
  }),
  mels('the last bin of a band has a share of it', 'an end that is counted', {
    weight: (bin, first, highest, last) => weight(bin, first, highest, last + 1),
  }),
  ofMels(
    'the lower edge is 0',
    'an input that is not read',
    onNode(({ inputs }) => ({ inputs: inputs.with(3, zeroOf(inputs[3]!)) })),
  ),
  ofMels(
    'bands and bins swapped',
    'the matrix of librosa, which is multiplied from the left',
    onOutputs((output) => {
      const [rows, columns] = output.dims as [number, number];
      return eachOf(output, (_, i) => output.at(((i % rows) * columns + Math.floor(i / rows)) % (rows * columns)));
    }),
  ),
  ofMels(
    'the bands in falling order',
    'a loop from the end',
    onOutputs((output) => {
      const bands = output.dims[1]!;
      return eachOf(output, (_, i) => output.at(i - (i % bands) + bands - 1 - (i % bands)));
    }),
  ),
  ofMels(
    'the type of the output is not looked at',
    'an attribute that is not read',
    withoutAttributes('output_datatype'),
  ),
  ofMels('vectors of four have the first weight', 'a broadcast that is left', ofFirstLane),
  ofMels(
    'the last bin has no weights',
    'half a spectrum of dft_length / 2 bins',
    onOutputs((output, a) => {
      const [rows, bands] = output.dims as [number, number];
      return eachOf(output, (x, i) => (i >= Math.floor((rows - 1) / 2) * bands ? a.of(0) : x));
    }),
  ),
];

/** An input that holds 0. */
const zeroOf = <S>(given: InputValues<S>): InputValues<S> => ({
  ...given,
  tensor: tensorOfScalars(given.dtype, [], () => 0),
});
