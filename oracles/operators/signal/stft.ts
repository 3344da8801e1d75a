import { holdsInfinity, holdsNaN } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { memoized, type Node, values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import { numberOf, saysSince } from './scalars.ts';
import { binsOf } from './transform.ts';

/**
 * Returns the frames of a signal.
 * @throws BadInput for shapes that are not valid
 * @throws NotJudged for frames and spectra that the text leaves open
 */
export function framesOf<S>(node: Node<S>) {
  const { dims } = node.input(0);
  if (dims.length !== 3) throw new NotJudged('a signal of … dimensions', dims.length);
  const [batches, samples, parts] = dims as [number, number, number];
  if (parts !== 1 && parts !== 2)
    throw new BadInput(`the last dimension is ${parts}; it must be 1 for real or 2 for complex numbers`);
  const window = node.inputs[2];
  if (window && window.dims.length !== 1)
    throw new BadInput(`the window has the shape [${window.dims}]; it must have one dimension`);
  const length = node.inputs[3] ? numberOf(node, 3) : (window?.dims[0] ?? samples);
  if (window && window.dims[0] !== length)
    throw new BadInput(`a window of ${window.dims[0]} numbers does not match frames of ${length}`);
  const step = numberOf(node, 1);
  if (step < 1 || length < 1 || length > samples)
    throw new NotJudged('frames of … samples at steps of …, for … samples', length, step, samples);
  const isOnesided = node.flag('onesided');
  if (isOnesided && parts === 2) throw new NotJudged('half a spectrum of complex samples');
  const frames = Math.floor((samples - length) / step) + 1;
  const bins = isOnesided ? Math.floor(length / 2) + 1 : length;
  return { batches, samples, parts, window, length, step, frames, bins, isOnesided };
}

/** The release whose text defines the defaults of the window and of its length. */
const ofDefaults = '1.23';

/** STFT: the transforms of frames of a signal at equal steps. */
export const stft = define({
  name: 'STFT',
  family: 'signal',
  definition: 'y[b, f, k] = Σ x[b, f·step + n]·w[n]·e^(-2πi·kn/N) over n < N = frame_length',
  evaluate(a, node) {
    const x = node.input(0);
    const { batches, samples, parts, window, length, step, frames, bins } = framesOf(node);
    const ofFrame = memoized(batches * frames, (at) => {
      const first = Math.floor(at / frames) * samples + (at % frames) * step;
      const part = (n: number, i: number) => {
        const one = x.at((first + n) * parts + i);
        return window ? a.multiply(one, window.at(n)) : one;
      };
      const all = Array.from({ length }, (_, n) => ({ re: part(n, 0), ...(parts === 2 && { im: part(n, 1) }) }));
      return binsOf(a, x.dtype, { length, samples: all, sign: -1 });
    });
    return [
      values(x.dtype, [batches, frames, bins, 2], (index) => {
        const bin = Math.floor(index / 2);
        return ofFrame(Math.floor(bin / bins))(bin % bins, index % 2 === 0 ? 're' : 'im');
      }),
    ];
  },
  refine: (expected, _, { inputs: [x, , window] }) => {
    if ([x, window].some((one) => one && (holdsNaN(one) || holdsInfinity(one))))
      throw new NotJudged('a transform of infinities or NaN');
    return expected;
  },
  clauses: (schema) => {
    const { says, implies } = clausesOf(schema);
    return [
      says('definition', 'Each frame is transformed; frames begin frame_step samples apart.'),
      says('frames', 'All frames lie within the signal; samples after the last frame are ignored.'),
      says('window', 'The samples of a frame are multiplied by the elements of the window.', 'input window'),
      says('no-window', 'Without a window, the samples are transformed unchanged.', 'input window'),
      saysSince(
        ofDefaults,
        schema,
        'length-of-window',
        'Without frame_length, a frame has the length of the window.',
        'summary',
      ),
      saysSince(
        ofDefaults,
        schema,
        'whole-signal',
        'Without window and frame_length, the signal is one frame.',
        'summary',
      ),
      says('complex', 'With a last dimension of 2, the samples have real and imaginary parts.', 'input signal'),
      says(
        'onesided',
        'With onesided=0, the output contains all bins; with onesided=1, those up to the half.',
        'attribute onesided',
      ),
      says('any-length', 'Frames may have any length.', 'input frame_length'),
      says('batches', 'Each signal of a batch is transformed separately.', 'input signal'),
      implies('size-zero', 'If there are no signals, the output is empty.', {
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
      'invalid-parts',
      'The size of the last dimension is 1 for real numbers and 2 for complex ones.',
      'input signal',
      schema,
    ),
    saysSince(
      ofDefaults,
      schema,
      'invalid-window-length',
      'The window has one dimension, and the length of a frame.',
      'summary',
    ),
  ],
});
