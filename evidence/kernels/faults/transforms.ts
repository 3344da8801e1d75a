import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { settingsOf } from '../../../oracles/operators/signal/dft.ts';
import { framesOf } from '../../../oracles/operators/signal/stft.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import { type Evaluate, Node, type NodeValues, values } from '../../../oracles/spec/node.ts';
import { eachOf, ofFirstLane, onNode, onOutputs, withoutTail } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import {
  type Algorithm,
  type Complex,
  dftBy,
  direct,
  fitted,
  mirrored,
  mixedRadix,
  type Root,
  rootInDoubles,
  stftBy,
  type TransformHabit,
} from '../transforms.ts';

const both = ['DFT', 'STFT'];

/** The same mistake of an algorithm in both operators. */
const ofAlgorithm = (name: string, source: string, algorithm: Algorithm): readonly Mutant[] => [
  { name: `DFT: ${name}`, source: [source], operators: ['DFT'], alter: dftBy({ algorithm }) },
  { name: `STFT: ${name}`, source: [source], operators: ['STFT'], alter: stftBy({ algorithm }) },
];

const ofDft = (name: string, source: string, alter: (correct: Evaluate) => Evaluate): Mutant => ({
  name: `DFT: ${name}`,
  source: [source],
  operators: ['DFT'],
  alter,
});

const ofStft = (name: string, source: string, alter: (correct: Evaluate) => Evaluate): Mutant => ({
  name: `STFT: ${name}`,
  source: [source],
  operators: ['STFT'],
  alter,
});

const ofBoth = (name: string, source: string, alter: (correct: Evaluate) => Evaluate): Mutant => ({
  name: `DFT and STFT: ${name}`,
  source: [source],
  operators: both,
  alter,
});

const right = mixedRadix(rootInDoubles);
const withHabit = (habit: Partial<TransformHabit>) => dftBy({ algorithm: right, ...habit });

/** Bins changed after the right transform. */
const afterwards =
  (change: (bins: readonly Complex[], sign: 1 | -1) => readonly Complex[]): Algorithm =>
  (xs, sign, r) =>
    change(right(xs, sign, r), sign);

const byRoot = (change: (p: number, n: number) => readonly [p: number, n: number]): Algorithm =>
  direct((p, n, sign, r) => rootInDoubles(...change(p, n), sign, r));

const conjugate = ([re, im]: Complex): Complex => [re, -im];
const isPowerOfTwo = (n: number) => (n & (n - 1)) === 0;

/** Bits in the opposite order. */
const reversed = (i: number, n: number): number => {
  let result = 0;
  for (let bit = 1; bit < n; bit *= 2) result = result * 2 + (Math.floor(i / bit) % 2);
  return result;
};

const withAttributes = (change: Attributes) =>
  onNode(({ attributes }) => ({ attributes: { ...attributes, ...change } }));
const int = (value: number) => ({ type: 'INT', value }) as const;

/** An input, or an attribute of the same name, left out. */
const withoutInput = (name: string) =>
  onNode(({ version, attributes, inputs }) => ({
    attributes: Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== name)),
    inputs: inputs.map((input, i) => (version.inputs[i]?.name === name ? undefined : input)),
  }));

/** The same node with another axis, as far as that is one. */
const onAxis =
  (change: (axis: number | undefined, rank: number) => number | undefined) =>
  (correct: Evaluate): Evaluate =>
  (a, node) => {
    const rank = node.input(0).dims.length;
    const at = node.version.inputs.findIndex(({ name }) => name === 'axis');
    const given = at < 0 ? (node.attributes.axis?.value as number | undefined) : node.inputs[at] && node.integer(at);
    const axis = change(given, rank);
    if (axis === given || axis === undefined || axis < -rank || axis > rank - 2 || axis === -1) return correct(a, node);
    const scalar = tensorOfScalars('int64', [], () => BigInt(axis));
    const input = { dtype: 'int64' as const, dims: [], tensor: scalar, at: () => a.of(axis) };
    const inputs = [node.input(0), node.inputs[1], ...(at < 0 ? [] : [input])];
    const attributes = at < 0 ? { ...node.attributes, axis: int(axis) } : node.attributes;
    return correct(a, new Node(node.version, attributes, inputs, node.outputs));
  };

/** All numbers times one that follows from the node. */
const scaled = (by: (node: Node<unknown>) => number) =>
  onOutputs((output, a, node) => {
    const factor = by(node as Node<unknown>);
    return factor === 1 ? output : eachOf(output, (x) => a.multiply(x, a.of(factor)));
  });

/** The bins of the axis that is transformed, in another number or order. */
const rebinned =
  (
    change: (bin: number, size: number, node: Node<unknown>) => number,
    sizeOf?: (size: number, node: Node<unknown>) => number,
  ) =>
  (correct: Evaluate): Evaluate =>
  <S>(a: Parameters<Evaluate>[0], node: Node<S>) => {
    const [output] = correct(a as never, node as never) as readonly NodeValues<S>[];
    const axis = node.version.inputs[0]!.name === 'signal' ? 2 : settingsOf(node).axis;
    const size = output!.dims[axis]!;
    const own = node as Node<unknown>;
    const dims = output!.dims.with(axis, sizeOf?.(size, own) ?? size);
    const inner = output!.dims.slice(axis + 1).reduce((product, n) => product * n, 1);
    return [
      values(output!.dtype, dims, (i) => {
        const [bin, rest] = [Math.floor(i / inner) % dims[axis]!, i % inner];
        const outer = Math.floor(i / (inner * dims[axis]!));
        const from = Math.min(Math.max(change(bin, size, own), 0), size - 1);
        return output!.at((outer * size + from) * inner + rest);
      }),
    ] as never;
  };

/** The parts of numbers changed; without an effect on what is real. */
const onParts = (change: (at: number, parts: number) => number) =>
  onOutputs((output) => {
    const parts = output.dims.at(-1)!;
    return parts === 1 ? output : eachOf(output, (_, i) => output.at(i - (i % parts) + change(i % parts, parts)));
  });

const isHalf = (node: Node<unknown>): boolean => {
  if (node.version.inputs[0]!.name === 'signal') return framesOf(node).isOnesided;
  const { isOnesided, isInverse } = settingsOf(node);
  return isOnesided && !isInverse;
};
const lengthOf = (node: Node<unknown>): number =>
  node.version.inputs[0]!.name === 'signal' ? framesOf(node).length : settingsOf(node).length;
const isInverse = (node: Node<unknown>): boolean => settingsOf(node).isInverse;

const roughly =
  (pi: number): Root =>
  (p, n, sign, r) => [r(Math.cos((2 * pi * p) / n)), r(sign * Math.sin((2 * pi * p) / n))];

/** Faults of transforms, of their lines and of their frames. */
export const transformFaults: readonly Mutant[] = [
  ...ofAlgorithm('turned the other way', 'the sign of the exponent', (xs, sign, r) => right(xs, sign > 0 ? -1 : 1, r)),
  ...ofAlgorithm('π is 3.14', 'a constant of three digits', direct(roughly(3.14))),
  ...ofAlgorithm(
    'roots of a turn of one more',
    'n + 1 in the place of n',
    byRoot((p, n) => [p, n + 1]),
  ),
  ...ofAlgorithm('roots of the second half are those of the first', 'a table of half a turn', (xs, sign, r) =>
    xs.length % 2 === 1 ? right(xs, sign, r) : byRoot((p, n) => [p % (n / 2), n])(xs, sign, r),
  ),
  ...ofAlgorithm(
    'roots go through float16',
    'a table of half precision',
    direct((p, n, sign) => {
      const [re, im] = rootInDoubles(p, n, sign, (x) => x);
      return [roundDouble(re, formatOf('float16')), roundDouble(im, formatOf('float16'))];
    }),
  ),
  ...ofAlgorithm('places of roots go through 8 bits', 'a counter that is too narrow', (xs, sign, r) =>
    xs.map((_, k) =>
      xs.reduce<Complex>(
        (sum, [re, im], j) => {
          const [c, s] = rootInDoubles(((j * k) % 256) % xs.length, xs.length, sign, r);
          return [r(sum[0] + re * c - im * s), r(sum[1] + re * s + im * c)];
        },
        [0, 0],
      ),
    ),
  ),
  ...ofAlgorithm('bits are not reversed for powers of two', 'a permutation that is left out', (xs, sign, r) =>
    isPowerOfTwo(xs.length)
      ? right(
          xs.map((_, i) => xs[reversed(i, xs.length)]!),
          sign,
          r,
        )
      : right(xs, sign, r),
  ),
  ...ofAlgorithm('lengths are raised to a power of two', 'radix 2 alone', (xs, sign, r) =>
    right(fitted(xs, 2 ** Math.ceil(Math.log2(xs.length))), sign, r).slice(0, xs.length),
  ),
  ...ofAlgorithm('lengths are cut to a power of two', 'radix 2 alone', (xs, sign, r) => {
    const some = right(xs.slice(0, 2 ** Math.floor(Math.log2(xs.length))), sign, r);
    return fitted(some, xs.length);
  }),
  ...ofAlgorithm('stages of three are those of their conjugates', 'a sign in a butterfly', (xs, sign, r) =>
    right(xs, xs.length % 3 === 0 && xs.length > 3 ? (sign > 0 ? -1 : 1) : sign, r),
  ),
  ...ofAlgorithm('odd bins of multiples of four are swapped', 'a butterfly of four', (xs, sign, r) => {
    const bins = right(xs, sign, r);
    const n = xs.length;
    return n % 4 === 0 ? bins.map((x, k) => (k % 2 === 0 ? x : bins[(k + n / 2) % n]!)) : bins;
  }),
  ...ofAlgorithm(
    'zero frequency in the middle',
    'fftshift',
    afterwards((bins) => bins.map((_, k) => bins[(k + Math.ceil(bins.length / 2)) % bins.length]!)),
  ),
  ...ofAlgorithm(
    'the mean is left out',
    'detrending',
    afterwards((bins) => bins.map((x, k): Complex => (k === 0 ? [0, 0] : x))),
  ),
  ...ofAlgorithm(
    'the bin in the middle is 0',
    'the end of a loop over half a spectrum',
    afterwards((bins) => bins.map((x, k): Complex => (2 * k === bins.length ? [0, 0] : x))),
  ),
  ...ofAlgorithm(
    'the second half is not conjugate',
    'half a spectrum copied',
    afterwards((bins) => bins.map((x, k) => (2 * k > bins.length ? conjugate(x) : x))),
  ),
  ...ofAlgorithm('imaginary parts of samples are not read', 'a kernel of real numbers', (xs, sign, r) =>
    right(
      xs.map(([re]): Complex => [re, 0]),
      sign,
      r,
    ),
  ),
  ...ofAlgorithm('samples are conjugates', 'a product with a conjugate', (xs, sign, r) =>
    right(xs.map(conjugate), sign, r),
  ),
  ofBoth(
    'parts swapped',
    'imaginary parts first',
    onParts((i, parts) => parts - 1 - i),
  ),
  ofBoth(
    'all real parts before all imaginary ones',
    'planes in the place of pairs',
    onOutputs((output) => {
      const [bins, parts] = output.dims.slice(-2) as [number, number];
      return eachOf(output, (_, i) => {
        const place = i % (bins * parts);
        return output.at(i - place + (place % bins) * parts + Math.floor(place / bins));
      });
    }),
  ),
  ofBoth('onesided is not read', 'an attribute that is not read', (correct) => (a, node) => {
    if (!isHalf(node as Node<unknown>)) return correct(a, node);
    return withAttributes({ onesided: int(0) })(correct)(a, node);
  }),
  ofBoth(
    'the last bin of half a spectrum is left out',
    'n / 2 bins',
    rebinned(
      (bin) => bin,
      (size, node) => (isHalf(node) && size > 1 ? size - 1 : size),
    ),
  ),
  ofBoth(
    'half a spectrum of an odd length has one bin more',
    '(n + 1) / 2 + 1 bins',
    rebinned(
      (bin) => bin,
      (size, node) => (isHalf(node) && lengthOf(node) % 2 === 1 ? size + 1 : size),
    ),
  ),
  ofBoth(
    'half a spectrum in falling order',
    'negative frequencies',
    rebinned((bin, size, node) => (isHalf(node) ? size - 1 - bin : bin)),
  ),
  ofBoth('vectors of four have the first number', 'a broadcast that is left', ofFirstLane),
  ofBoth('what comes after the last multiple of 8 is left out', 'vector loops without a tail', withoutTail),
  ofBoth(
    'divided by the length forwards',
    'norm=forward',
    scaled((node) => ((node.attributes.inverse?.value ?? 0) === 0 ? 1 / lengthOf(node) : 1)),
  ),
  ofBoth(
    'divided by the root of the length',
    'norm=ortho',
    scaled((node) =>
      node.version.inputs[0]!.name !== 'signal' && isInverse(node)
        ? Math.sqrt(lengthOf(node))
        : 1 / Math.sqrt(lengthOf(node)),
    ),
  ),
  ofDft(
    'the inverse is not divided',
    'libraries that leave it out',
    scaled((node) => (isInverse(node) ? lengthOf(node) : 1)),
  ),
  ofDft(
    'the inverse is divided by the samples that are given',
    'the length before zeros are added',
    scaled((node) => (isInverse(node) ? lengthOf(node) / settingsOf(node).from : 1)),
  ),
  ofDft('inverse is not read', 'an attribute that is not read', (correct) => (a, node) => {
    const { isOnesided } = settingsOf(node);
    return isOnesided ? correct(a, node) : withAttributes({ inverse: int(0) })(correct)(a, node);
  }),
  ofDft(
    'the axis is not read',
    'an attribute that became an input',
    onAxis((axis, rank) => (axis === undefined ? axis : rank > 2 ? 1 : axis)),
  ),
  ofDft('the default axis is that of the other version', 'the axis of opset 20', (correct) => (a, node) => {
    const isOlder = node.version.since < 20;
    return onAxis((axis) => axis ?? (isOlder ? -2 : 1))(correct)(a, node);
  }),
  ofDft(
    'a negative axis counts from the dimensions without parts',
    'a rank of one less',
    onAxis((axis) => (axis !== undefined && axis < 0 ? axis - 1 : axis)),
  ),
  ofDft(
    'the first axis is the second',
    'a batch that is thought to be there',
    onAxis((axis, rank) => (axis === 0 && rank > 2 ? 1 : axis)),
  ),
  ofDft(
    'lines of a batch are those of the first',
    'an offset that does not move on',
    onOutputs((output, _, node) => {
      const batch = output.dims[0]!;
      if (batch < 2 || settingsOf(node).axis === 0) return output;
      const size = output.dims.slice(1).reduce((product, n) => product * n, 1);
      return eachOf(output, (_, i) => output.at(i % size));
    }),
  ),
  ofDft('dft_length is not read', 'an input that is not read', withoutInput('dft_length')),
  ofDft(
    'zeros before the samples',
    'padding at the wrong end',
    withHabit({
      fitted: (xs, length) =>
        length > xs.length ? fitted([...fitted([], length - xs.length), ...xs], length) : fitted(xs, length),
    }),
  ),
  ofDft(
    'the last samples of a longer line',
    'a cut at the wrong end',
    withHabit({
      fitted: (xs, length) => fitted(xs.slice(Math.max(0, xs.length - length)), length),
    }),
  ),
  ofDft(
    'a longer line folded',
    'aliasing',
    withHabit({
      fitted: (xs, length) => {
        const result = fitted([], length).map(([re, im]): [number, number] => [re, im]);
        for (const [i, [re, im]] of xs.entries()) {
          result[i % length]![0] += re;
          result[i % length]![1] += im;
        }
        return result;
      },
    }),
  ),
  ofDft(
    'the last sample is repeated',
    'padding by the edge',
    withHabit({
      fitted: (xs, length) => Array.from({ length }, (_, i) => xs[Math.min(i, xs.length - 1)]!),
    }),
  ),
  ofDft(
    'half a spectrum is mirrored without a conjugate',
    'a sign',
    withHabit({
      mirrored: (half, length) => mirrored(half, length).map((x, k) => (2 * k > length ? conjugate(x) : x)),
    }),
  ),
  ofDft(
    'half a spectrum is not mirrored',
    'zeros in the other half',
    withHabit({
      mirrored: (half, length) => mirrored(half, length).map((x, k): Complex => (2 * k > length ? [0, 0] : x)),
    }),
  ),
  ofDft(
    'half a spectrum is mirrored with its last bin',
    'the bin in the middle counted twice',
    withHabit({
      mirrored: (half, length) =>
        mirrored(half, length).map(([re, im], k): Complex => (2 * k === length ? [2 * re, im] : [re, im])),
    }),
  ),
  ofDft(
    'the last bin that is given is that of the middle',
    'onnxruntime 1.30',
    withHabit({
      mirrored: (half, length) =>
        mirrored(half, length).map(
          ([re, im], k): Complex =>
            half.length - 1 < length / 2 && Math.min(k, length - k) === half.length - 1
              ? [k * 2 > length ? 0 : re, 0]
              : [re, im],
        ),
    }),
  ),
  ofDft('the default length from half a spectrum is odd', '2n - 1', (correct) => (a, node) => {
    const { isOnesided, isInverse: inverse, from } = settingsOf(node);
    if (!isOnesided || !inverse || node.inputs[1]) return correct(a, node);
    const length = tensorOfScalars('int64', [], () => BigInt(2 * from - 1));
    const input = { dtype: 'int64' as const, dims: [], tensor: length, at: () => a.of(2 * from - 1) };
    const inputs = [node.input(0), input, ...node.inputs.slice(2)];
    return correct(a, new Node(node.version, node.attributes, inputs, node.outputs));
  }),
  ofDft(
    'a transform of one sample is 0',
    'a recursion that ends too late',
    onOutputs((output, a, node) => (settingsOf(node).length === 1 ? eachOf(output, () => a.of(0)) : output)),
  ),
  ofDft(
    'the inverse is divided in float32',
    'onnxruntime 1.30',
    scaled((node) => (isInverse(node) ? Math.fround(1 / lengthOf(node)) * lengthOf(node) : 1)),
  ),
  ofStft(
    'the step is the length of a frame',
    'frames that do not overlap',
    onFrames(({ length, samples, step, frames }) => ({
      first: (frame) => Math.min(frame * (length < step ? step : length), samples - length),
      frames,
    })),
  ),
  ofStft(
    'frames begin one sample late',
    'a count from 1',
    onFrames(({ length, samples, step, frames }) => ({
      first: (frame) => Math.min(frame * step + 1, samples - length),
      frames,
    })),
  ),
  ofStft(
    'frames are centred',
    'center=True of torch.stft',
    onFrames(({ length, step, frames }) => ({
      first: (frame) => frame * step - Math.floor(length / 2),
      frames,
    })),
  ),
  ofStft(
    'the last frame is left out',
    'a count without its end',
    onFrames(({ step, frames }) => ({
      first: (frame) => frame * step,
      frames: Math.max(1, frames - 1),
    })),
  ),
  ofStft(
    'a frame that is not filled is added',
    'a count that is rounded up',
    onFrames(({ step, frames, samples, length }) => ({
      first: (frame) => frame * step,
      frames: Math.ceil((samples - length) / step) + 1 > frames ? frames + 1 : frames,
    })),
  ),
  ofStft('the window is not read', 'an input that is not read', (correct) => (a, node) => {
    if (!node.inputs[2]) return correct(a, node);
    const { length } = framesOf(node);
    const ones = tensorOfScalars(node.input(0).dtype, [length], () => 1);
    const window = { dtype: ones.dtype, dims: [length], tensor: ones, at: () => a.of(1) };
    return correct(a, new Node(node.version, node.attributes, node.inputs.with(2, window), node.outputs));
  }),
  ofStft(
    'the window is turned round',
    'a convolution',
    onWindow((i, n) => n - 1 - i),
  ),
  ofStft(
    'the window begins one number late',
    'a count from 1',
    onWindow((i, n) => (i + 1) % n),
  ),
  ofStft(
    'the window is read in steps of two for complex samples',
    'onnxruntime 1.30',
    (correct) => (a, node) =>
      node.input(0).dims[2] === 2 ? onWindow((i, n) => (2 * i) % n)(correct)(a, node) : correct(a, node),
  ),
  ofStft(
    'signals of a batch are the first',
    'an offset that does not move on',
    onNode((node) => {
      const [signal, ...rest] = node.inputs;
      const size = signal!.dims[1]! * signal!.dims[2]!;
      const tensor = signal!.tensor!;
      const data = tensor.data.map((_: unknown, i: number) => (tensor.data as unknown[])[i % size] as never);
      return {
        inputs: [
          { ...signal!, tensor: { ...tensor, data } as typeof tensor, at: (i: number) => signal!.at(i % size) },
          ...rest,
        ],
      };
    }),
  ),
  ofStft(
    'bins and frames are swapped',
    'the layout of torch.stft',
    onOutputs((output) => {
      const [, frames, bins] = output.dims as [number, number, number];
      return eachOf(output, (_, i) => {
        const [part, place] = [i % 2, Math.floor(i / 2)];
        const [batch, at] = [Math.floor(place / (frames * bins)), place % (frames * bins)];
        return output.at(((batch * frames + (at % frames)) * bins + Math.floor(at / frames)) * 2 + part);
      });
    }),
  ),
  ofStft(
    'onesided=0 is the default',
    "ONNX's shape inference",
    onNode(({ attributes }) => ({
      attributes: { onesided: int(0), ...attributes },
    })),
  ),
];

/** Frames that begin elsewhere, or of another number. */
function onFrames(
  change: (given: ReturnType<typeof framesOf>) => {
    readonly first: (frame: number) => number;
    readonly frames: number;
  },
) {
  return (_: Evaluate): Evaluate =>
    (a, node) => {
      const given = framesOf(node);
      const { batches, samples, parts, length } = given;
      const { first, frames } = change(given);
      const x = node.input(0);
      const place = (i: number) => {
        const [part, rest] = [i % parts, Math.floor(i / parts)];
        const [n, at] = [rest % length, Math.floor(rest / length)];
        const sample = first(at % frames) + n;
        return sample < 0 || sample >= samples ? -1 : (Math.floor(at / frames) * samples + sample) * parts + part;
      };
      const scalars = x.at;
      const dims = [batches, frames * length, parts];
      const tensor = tensorOfScalars(x.dtype, dims, (i) =>
        place(i) < 0 ? 0 : (scalars(place(i)) as unknown as number),
      );
      const signal = { dtype: x.dtype, dims, tensor, at: (i: number) => (place(i) < 0 ? a.of(0) : scalars(place(i))) };
      const step = tensorOfScalars(node.input(1).dtype, [], () => BigInt(length));
      const by = { dtype: step.dtype, dims: [], tensor: step, at: () => a.of(length) };
      const inputs = [signal, by, node.inputs[2], node.inputs[3]];
      const size = tensorOfScalars(node.input(1).dtype, [], () => BigInt(length));
      if (!inputs[2] && !inputs[3]) inputs[3] = { dtype: size.dtype, dims: [], tensor: size, at: () => a.of(length) };
      return stftBy({ algorithm: right })(_)(a, new Node(node.version, node.attributes, inputs, node.outputs));
    };
}

/** A window read from other places. */
function onWindow(from: (i: number, n: number) => number) {
  return onNode((node) => {
    const window = node.inputs[2];
    if (!window) return {};
    const n = window.dims[0]!;
    const { tensor: _, ...turned } = window;
    return { inputs: node.inputs.with(2, { ...turned, at: (i: number) => window.at(from(i, n)) }) };
  });
}
