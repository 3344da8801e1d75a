import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { linesOver, range } from '../../../oracles/arrays/lines.ts';
import type { DType } from '../../../oracles/numerics/dtype.ts';
import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { byDefinition, normalizedRows } from '../../../oracles/operators/normalization/standardize.ts';
import type { AttributeValue } from '../../../oracles/spec/declaration.ts';
import { type InputValues, Node, type NodeValues, values } from '../../../oracles/spec/node.ts';
import { eachOf, inArithmetic, onNode, onOutputs } from '../alter.ts';
import type { Mutant } from '../mutant.ts';

type Alter = NonNullable<Mutant['alter']>;

/** A fault that each of some operators can have. */
export const ofEach = (
  operators: readonly string[],
  faults: Readonly<Record<string, readonly [source: string, alter: Alter]>>,
): readonly Mutant[] =>
  operators.flatMap((operator) =>
    Object.entries(faults).map(([name, [source, alter]]) => ({
      name: `${operator}: ${name}`,
      source: [source],
      operators: [operator],
      alter,
    })),
  );

/** The node with another value of an attribute that it has, or has a default for. */
export const withNumber = (name: string, change: (value: number, isGiven: boolean) => number): Alter =>
  onNode((node) => {
    if (!node.has(name)) return {};
    const { type } = node.version.attributes.find((attribute) => attribute.name === name)!;
    const value = change(node.number(name), name in node.attributes);
    return { attributes: { ...node.attributes, [name]: { type, value } as AttributeValue } };
  });

/** What rounds, or leaves out, in sums and in sums of products. */
const ofTerms = (change: <S>(xs: readonly S[]) => readonly S[]): Alter =>
  inArithmetic((a) => ({
    sum: (xs) => a.sum(change(xs)),
    dot: (xs, ys) => a.dot(change(xs), change(ys)),
  }));

/** Sums that are rounded to a type at each step. */
const summedIn = (dtype: DType): Alter =>
  inArithmetic((a) => {
    const sum = <S>(xs: readonly S[]) =>
      xs.reduce((total, x) => a.round(a.add(total as never, x as never), dtype) as never, a.of(0) as never);
    return { sum, dot: (xs, ys) => sum(xs.map((x, i) => a.multiply(x, ys[i]!))) };
  });

/** Faults of all that subtracts means and divides by deviations. */
export const ofMoments = {
  'the variance is divided by one less than the count': [
    'the variance of a sample',
    inArithmetic((a) => ({
      dot: (xs, ys) => a.multiply(a.dot(xs, ys), a.divide(a.of(xs.length), a.of(Math.max(1, xs.length - 1)))),
    })),
  ],
  'the sum of squares begins with their number': [
    'accumulators that are not cleared',
    inArithmetic((a) => ({ dot: (xs, ys) => a.add(a.dot(xs, ys), a.of(xs.length)) })),
  ],
  'what is left after blocks of 8 is not added': [
    'unrolled loops without a tail',
    ofTerms((xs) => (xs.length < 8 ? xs : xs.slice(0, xs.length - (xs.length % 8)))),
  ],
  'sums are kept in bfloat16': ['accumulators of 16 bits', summedIn('bfloat16')],
} as const satisfies Readonly<Record<string, readonly [string, Alter]>>;

/** Faults of all that has an epsilon below a root. */
export const ofEpsilon = {
  'epsilon is added to the root': [
    'the other place for epsilon',
    (correct) => (a, node) => {
      const epsilon = node.number('epsilon');
      const none = { ...node.attributes, epsilon: { type: 'FLOAT', value: 0 } as const };
      const changed = <S>(own: typeof a): typeof a => ({
        ...own,
        in: (dtype) => changed<S>(own.in(dtype)),
        sqrt: (x) => own.add(own.sqrt(x), own.of(epsilon)),
      });
      return correct(changed(a), new Node(node.version, none, node.inputs, node.outputs));
    },
  ],
  'the default of epsilon is 0.001': [
    'TF: another default',
    withNumber('epsilon', (value, isGiven) => (isGiven ? value : 0.001)),
  ],
  'epsilon is not looked at': ['a constant in its place', withNumber('epsilon', () => 1e-5)],
  'the inverse of the root is good to ten bits': [
    'estimates of 1/√x without a step of Newton',
    inArithmetic((a) => ({ sqrt: (x) => a.multiply(a.sqrt(x), a.of(1 + 2 ** -10)) })),
  ],
  'float64 goes through float32': [
    'kernels for one type',
    onOutputs((output, a) => (output.dtype === 'float64' ? eachOf(output, (x) => a.round(x, 'float32')) : output)),
  ],
} as const satisfies Readonly<Record<string, readonly [string, Alter]>>;

/** Faults of all that has a scale and a shift for each channel. */
const ofChannels = {
  'scale and shift change places': [
    'inputs in another order',
    onNode(({ inputs: [x, scale, shift, ...rest] }) => ({ inputs: [x!, shift!, scale!, ...rest] })),
  ],
  'the shift is scaled as well': [
    '(x + B)·scale',
    onNode(({ inputs: [x, scale, shift, ...rest] }, a) => ({
      inputs: [x!, scale!, eachOf(shift!, (one, index) => a.multiply(one, scale!.at(index))), ...rest],
    })),
  ],
  'the first channel’s scale is taken for all': [
    'a stride of 0',
    onNode(({ inputs: [x, scale, ...rest] }) => ({ inputs: [x!, eachOf(scale!, () => scale!.at(0)), ...rest] })),
  ],
  'shifts are read backwards': [
    'a negative stride',
    onNode(({ inputs: [x, scale, shift, ...rest] }) => ({
      inputs: [x!, scale!, eachOf(shift!, (_, index) => shift!.at(shift!.dims[0]! - 1 - index)), ...rest],
    })),
  ],
} as const satisfies Readonly<Record<string, readonly [string, Alter]>>;

/** Rows that other dimensions make, scaled and shifted by channel. */
const inOtherRows =
  (axesOf: (rank: number) => readonly number[]): Alter =>
  () =>
  (a, node) => {
    const [x, scale, shift] = [node.input(0), node.input(1), node.input(2)];
    const { dims, dtype } = x;
    const channel = linesOver(
      dims,
      range(dims.length).filter((axis) => axis !== 1),
    ).lineOf;
    const { at } = normalizedRows(
      a,
      {
        x,
        rows: linesOver(dims, axesOf(dims.length)),
        stash: dtype,
        epsilon: node.number('epsilon'),
        scale: (index) => scale.at(channel(index) % scale.dims[0]!),
        shift: (index) => shift.at(channel(index) % shift.dims[0]!),
      },
      byDefinition,
    );
    return [values(dtype, dims, at)];
  };

/** Group g has the channels g, g + G, g + 2G … */
const interleaved: Alter =
  (correct) =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const x = node.input(0);
    const [channels, groups] = [x.dims[1]!, node.number('num_groups')];
    const size = elementCount(x.dims.slice(2));
    const [each, all] = [channels / groups, channels * size];
    const place = (index: number, move: (channel: number) => number) => {
      const channel = Math.floor(index / size) % channels;
      return Math.floor(index / all) * all + move(channel) * size + (index % size);
    };
    const gathered = eachOf<S, InputValues<S>>(x, (_, index) =>
      x.at(place(index, (c) => (c % each) * groups + Math.floor(c / each))),
    );
    const [y] = correct(a, new Node(node.version, node.attributes, [gathered, ...node.inputs.slice(1)], 1));
    return [
      eachOf<S, NodeValues<S>>(y!, (_, index) =>
        y!.at(place(index, (c) => (c % groups) * each + Math.floor(c / groups))),
      ),
    ];
  };

/** Elements of 16-bit types whose squares are beyond float16 become infinite. */
export const overflowing: Alter = onNode(({ inputs: [x, ...rest] }, a) => ({
  inputs: [
    x!.dtype === 'float16'
      ? eachOf(x!, (one) => a.select(a.less(a.of(255), a.abs(one)), a.of(Number.POSITIVE_INFINITY), one))
      : x!,
    ...rest,
  ],
}));

export const normalizationFaults: readonly Mutant[] = [
  ...ofEach(['BatchNormalization', 'GroupNormalization', 'InstanceNormalization'], {
    ...ofMoments,
    ...ofEpsilon,
    ...ofChannels,
  }),
  ...ofEach(['InstanceNormalization'], {
    'statistics are those of the whole batch': [
      'BatchNormalization under another name',
      inOtherRows((rank) => range(rank).filter((axis) => axis !== 1)),
    ],
    'statistics are those of an instance': [
      'LayerNormalization under another name',
      inOtherRows((rank) => range(rank).slice(1)),
    ],
    'only the last dimension is normalized': ['kernels for rows', inOtherRows((rank) => [rank - 1])],
  }),
  ...ofEach(['GroupNormalization'], {
    'statistics are those of an instance': [
      'LayerNormalization under another name',
      inOtherRows((rank) => range(rank).slice(1)),
    ],
    'statistics are those of a channel': [
      'InstanceNormalization under another name',
      inOtherRows((rank) => range(rank).slice(2)),
    ],
    'every so manieth channel is of a group': ['channels and groups in another order', interleaved],
    'scales of groups are read as those of channels': [
      'version 18 as version 21',
      onNode(({ inputs: [x, scale, bias], version }) =>
        version.since < 21
          ? { inputs: [x!, eachOf(scale!, (one, index) => (index === 0 ? one : scale!.at(index - 1))), bias!] }
          : {},
      ),
    ],
    'squares beyond 65504 overflow': ['stage one in the type of the data', overflowing],
  }),
];
