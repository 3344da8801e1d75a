import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { linesAlong } from '../../arrays/lines.ts';
import { holdsInfinity, holdsNaN } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { memoized, type Node, values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import { numberOf, saysSince } from './scalars.ts';
import { binsOf, type Sample } from './transform.ts';

const axisOf = <S>(node: Node<S>): number => {
  const index = node.version.inputs.findIndex(({ name }) => name === 'axis');
  if (index < 0) return node.number('axis');
  return node.inputs[index] ? numberOf(node, index) : -2;
};

/** Returns the dimension to transform. @throws BadInput for the last one, which has real and imaginary parts, or out of range */
function dimensionOf<S>(node: Node<S>): number {
  const rank = node.input(0).dims.length;
  const axis = axisOf(node);
  const place = axis < 0 ? axis + rank : axis;
  if (place < 0 || place > rank - 2)
    throw new BadInput(`axis ${axis} is not one of the ${rank - 1} dimensions before the last`);
  return place;
}

/**
 * Returns the settings of a node: parts of its numbers, axis, direction, and lengths before and after.
 * @throws BadInput for shapes and attributes that are not valid
 * @throws NotJudged for lengths that the text does not define
 */
export function settingsOf<S>(node: Node<S>) {
  const { dims } = node.input(0);
  const parts = dims.at(-1);
  if (parts !== 1 && parts !== 2)
    throw new BadInput(`the last dimension is ${parts ?? 'missing'}; it must be 1 for real or 2 for complex numbers`);
  const axis = dimensionOf(node);
  const [isInverse, isOnesided] = [node.flag('inverse'), node.flag('onesided')];
  const from = dims[axis]!;
  if (isOnesided && isInverse !== (parts === 2))
    throw new BadInput(
      `onesided=1 with inverse=${isInverse ? 1 : 0} is not valid for ${parts === 2 ? 'complex' : 'real'} numbers`,
    );
  const usual = isInverse && isOnesided ? 2 * (from - 1) : from;
  const length = node.inputs[1] ? numberOf(node, 1) : usual;
  if (length < 1) throw new NotJudged('a transform of … samples', length);
  if (isInverse && isOnesided && from > Math.floor(length / 2) + 1)
    throw new NotJudged('half a spectrum of … bins for … samples', from, length);
  return { dims, parts, axis, isInverse, isOnesided, from, length };
}

/** Returns a whole spectrum from one half: the missing bins are conjugates. */
function mirrored<S>(half: (bin: number) => Sample<S>, length: number, negate: (x: S) => S): Sample<S>[] {
  return Array.from({ length }, (_, bin): Sample<S> => {
    if (bin === 0 || 2 * bin === length) return { re: half(bin).re };
    if (2 * bin < length) return half(bin);
    const { re, im } = half(length - bin);
    return { re, ...(im !== undefined && { im: negate(im) }) };
  });
}

/** The release that added sentences about half a spectrum to the texts of all versions. */
const ofHalves = '1.21';

/** DFT: the discrete Fourier transform along an axis. */
export const dft = define({
  name: 'DFT',
  family: 'signal',
  definition: 'y[k] = Σ x[n]·e^(-2πi·kn/N) over n < N, or x[n] = Σ y[k]·e^(2πi·kn/N) / N',
  evaluate<S>(a: Arithmetic<S>, node: Node<S>) {
    const x = node.input(0);
    const { dims, parts, axis, isInverse, isOnesided, from, length } = settingsOf(node);
    const isReal = isInverse && isOnesided;
    const outer = dims.slice(0, -1);
    const target = outer.with(axis, isOnesided && !isInverse ? Math.floor(length / 2) + 1 : length);
    const [lines, results] = [linesAlong(outer, axis), linesAlong(target, axis)];
    const ofLine = memoized(lines.count, (line) => {
      const sample = (i: number): Sample<S> => {
        if (i >= from) return { re: a.of(0) };
        const at = lines.index(line, i) * parts;
        return { re: x.at(at), ...(parts === 2 && { im: x.at(at + 1) }) };
      };
      const samples = isReal
        ? mirrored(sample, length, a.negate)
        : Array.from({ length: Math.min(from, length) }, (_, i) => sample(i));
      return binsOf(a, x.dtype, { length, samples, sign: isInverse ? 1 : -1 });
    });
    const kept = isReal ? 1 : 2;
    return [
      values(x.dtype, [...target, kept], (index) => {
        const place = Math.floor(index / kept);
        return ofLine(results.lineOf(place))(results.placeOf(place), index % kept === 0 ? 're' : 'im');
      }),
    ];
  },
  refine: (expected, _, { inputs: [x] }) => {
    if (holdsNaN(x!) || holdsInfinity(x!)) throw new NotJudged('a transform of infinities or NaN');
    return expected;
  },
  clauses: (schema) => {
    const { says, implies } = clausesOf(schema);
    const axis = schema.since < 20 ? 'attribute axis' : 'input axis';
    return [
      says('definition', 'Bin k is the sum of all samples, where sample n is rotated by -k·n/N of a turn.'),
      says('complex', 'With a last dimension of 2, the samples have real and imaginary parts.', 'input input'),
      says(
        'inverse',
        'With inverse=1, samples are rotated in the other direction, and the sum is divided by N.',
        'attribute inverse',
      ),
      says('axes', 'Any dimension except the last may be transformed.', axis),
      says('axis-negative', 'A negative axis counts from the last dimension.', axis),
      says('longer', 'A dft_length above the number of samples adds zeros.', 'input dft_length'),
      says('shorter', 'A dft_length below the number of samples selects the first ones.', 'input dft_length'),
      says('onesided', 'With onesided=1, the output contains the bins up to half of the length.', 'attribute onesided'),
      saysSince(
        ofHalves,
        schema,
        'onesided-inverse',
        'With inverse=1 and onesided=1, half a spectrum is transformed to real samples.',
        'attribute onesided',
      ),
      says('any-length', 'Any length is accepted: powers of two, primes and all others.', 'input dft_length'),
      implies('size-zero', 'If there are no lines, the output is empty.', {
        document: 'numpy',
        place: 'arrays of size 0',
      }),
      implies(
        'accuracy',
        'Rounding errors stay within the proven bound of any fast transform, or of a direct sum.',
        ieee754('4.3; docs/proofs.md'),
      ),
    ];
  },
  rules: (schema) => [
    rule(
      'invalid-transformed-axis',
      'The axis lies in [-r, -2] or [0, r-2] for r dimensions.',
      'axis: accepted range',
      schema,
    ),
    rule(
      'invalid-parts',
      'The size of the last dimension is 1 for real numbers and 2 for complex ones.',
      'input input',
      schema,
    ),
    saysSince(
      ofHalves,
      schema,
      'invalid-onesided',
      'onesided=1 requires real samples or, for the inverse, complex bins.',
      'attribute onesided',
    ),
  ],
});
