import { type DType, floatDTypes, formatOf } from '../../numerics/dtype.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import { clausesOf } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Node, values } from '../../spec/node.ts';
import type { Source } from '../../spec/operator.ts';
import { dtypesOf } from '../../spec/schemas/schemas.ts';
import { inType, numberOf, outputTypeRule } from './scalars.ts';

/** The mel scale of the text, and its inverse. */
const mel = (hertz: number): number => 2595 * Math.log10(1 + hertz / 700);
const hertz = (mels: number): number => 700 * (10 ** (mels / 2595) - 1);

/** The error in float32 of a frequency, relative to it plus 700: two functions and ten roundings, of a power below 100. */
const relativeError = 2 ** -17;

/** The inputs: the size of the matrix and the frequencies of its bands. */
interface Bands {
  readonly count: number;
  readonly length: number;
  readonly rate: number;
  readonly lower: number;
  readonly upper: number;
}

/** Returns the inputs. @throws NotJudged for inputs that make no sense in the formulas */
function bandsOf<S>(node: Node<S>): Bands {
  const [count, length, rate, lower, upper] = [0, 1, 2, 3, 4].map((i) => numberOf(node, i)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (count < 0 || length < 1 || rate < 1)
    throw new NotJudged('… bands for a transform of … samples at … Hz', count, length, rate);
  if (!(lower >= 0 && lower < upper && upper <= rate / 2))
    throw new NotJudged('bands from … to … Hz at a sample rate of … Hz', lower, upper, rate);
  return { count, length, rate, lower, upper };
}

/**
 * Returns the bins where bands begin, have their peaks and end, at equal steps of the mel scale. The last band ends before the upper
 * edge.
 * @throws NotJudged if rounding may lead to another bin, or a bin is beyond the spectrum
 */
function edgesOf({ count, length, rate, lower, upper }: Bands): readonly number[] {
  const step = (mel(upper) - mel(lower)) / (count + 2);
  return Array.from({ length: count + 2 }, (_, i) => {
    const frequency = i === 0 ? lower : hertz(mel(lower) + i * step);
    const bins = (length + 1) / rate;
    const error = frequency === 0 ? 0 : (frequency + 700) * bins * relativeError;
    const bin = Math.floor(frequency * bins);
    if (Math.floor(frequency * bins - error) !== bin || Math.floor(frequency * bins + error) !== bin)
      throw new NotJudged('an edge of a band near the border between two bins');
    if (bin > length / 2) throw new NotJudged('a band beyond the spectrum');
    return bin;
  });
}

/** Returns the type in which weights, which are quotients, are computed. */
const widened = (dtype: DType): DType =>
  formatOf(dtype).bits > 32 && formatOf(dtype).kind === 'float' ? dtype : 'float32';

const integers: readonly string[] = ['definition', 'output-datatype', 'output-type', 'peaks'];

/** The source of the positions of bands: the text defines only the scale and the form of a band. */
const reference: Source = {
  document: 'onnx/reference/ops/op_mel_weight_matrix.py',
  place: '_run, with the data of test_melweightmatrix',
};

/** MelWeightMatrix: triangular weights that sum the bins of a spectrum to bands. */
export const melWeightMatrix = define({
  name: 'MelWeightMatrix',
  family: 'mel-scale',
  definition:
    'band i rises from bin e(i) to 1 at e(i+1) and falls to e(i+2), where e(i) = ⌊(dft_length + 1)·f(i) / sample_rate⌋, and f(i) are bands + 2 equal steps of 2595·log10(1 + f/700)',
  evaluate(a, node) {
    const dtype = node.dtype('output_datatype');
    const bands = bandsOf(node);
    const { count, length } = bands;
    const edges = count > 0 ? edgesOf(bands) : [];
    const computed = widened(dtype);
    const float = a.in(computed);
    return [
      values(dtype, [Math.floor(length / 2) + 1, count], (index) => {
        const [bin, band] = [Math.floor(index / count), index % count];
        const [first, highest, last] = edges.slice(band, band + 3) as [number, number, number];
        const weight = (part: number, of: number) => float.divide(float.of(part), float.of(of));
        if (bin === highest) return inType(a, float.of(1), computed, dtype);
        if (first < bin && bin < highest) return inType(a, weight(bin - first, highest - first), computed, dtype);
        if (highest < bin && bin < last) return inType(a, weight(last - bin, last - highest), computed, dtype);
        return a.in(dtype).of(0);
      }),
    ];
  },
  bindings: (schema) => [
    ...dtypesOf(schema, { type: 'T3' }).map((T3) => ({ T1: 'int64' as const, T2: 'float32' as const, T3 })),
    { T1: 'int32', T2: 'float64', T3: 'float32' },
    { T1: 'int64', T2: 'float16', T3: 'float32' },
    { T1: 'int32', T2: 'bfloat16', T3: 'float32' },
  ],
  tries: (clause, { T2, T3 }) => {
    if (clause === 'default-output-datatype') return T3 === 'float32';
    if (T2 !== 'float32') return clause === 'definition' || clause === 'output-type';
    return floatDTypes.includes(T3!) || integers.includes(clause);
  },
  rules: (schema) => [outputTypeRule(schema)],
  clauses: (schema) => {
    const { says, implies } = clausesOf(schema);
    return [
      implies(
        'definition',
        'Bands are triangles between bins at equal steps of the mel scale; there are two more steps than bands.',
        reference,
      ),
      says('peaks', 'The greatest weight of each band is 1.', 'summary'),
      says('edges', 'The first band begins at the lower edge.', 'input lower_edge_hertz'),
      says('spectrum', 'There is a row for each bin of a onesided spectrum of dft_length samples.', 'input dft_length'),
      says('output-datatype', 'output_datatype is the type of the output.', 'attribute output_datatype'),
      implies('narrow-bands', 'A band between equal bins consists only of its peak.', reference),
      implies('any-count', 'Every band and bin is computed, for any number of them.', reference),
      implies('size-zero', 'If there are no bands, the output is empty.', {
        document: 'numpy',
        place: 'arrays of size 0',
      }),
    ];
  },
});
