import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { linesAlong, range } from '../../../oracles/arrays/lines.ts';
import { type InputValues, Node, values } from '../../../oracles/spec/node.ts';
import { eachOf, inArithmetic, onNode, onOutputs } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { ofEach, ofEpsilon, ofMoments, overflowing, withNumber } from './normalizations.ts';

const {
  'what is left after blocks of 8 is not added': withoutTail,
  'sums are kept in bfloat16': inShort,
  'the variance is divided by one less than the count': lessOne,
} = ofMoments;
const { 'float64 goes through float32': narrowed, 'the inverse of the root is good to ten bits': estimated } =
  ofEpsilon;
const both = {
  'what is left after blocks of 8 is not added': withoutTail,
  'sums are kept in bfloat16': inShort,
  'float64 goes through float32': narrowed,
} as const;

/** Faults of kernels that divide rows by a norm, or by the root of a mean of squares. */
export const rowNormFaults: readonly Mutant[] = [
  ...ofEach(['RMSNormalization'], {
    ...both,
    ...ofEpsilon,
    'the mean of the squares is divided by one less than the count': lessOne,
    'the sum of the squares is no mean': [
      'a norm in its place',
      inArithmetic((a) => ({ dot: (xs, ys) => a.multiply(a.dot(xs, ys), a.of(xs.length)) })),
    ],
    'the mean is subtracted': [
      'LayerNormalization under another name',
      onNode((node, a) => {
        const x = node.input(0);
        const [length, count] = [x.dims.at(-1)!, a.of(x.dims.at(-1)!)];
        const mean = (index: number) =>
          a.divide(a.sum(range(length).map((i) => x.at(index - (index % length) + i))), count);
        return { inputs: [eachOf(x, (one, index) => a.subtract(one, mean(index))), node.input(1)] };
      }),
    ],
    'scale is offset by 1': [
      'weights that are kept as their distance from 1',
      onNode(({ inputs: [x, scale] }, a) => ({ inputs: [x!, eachOf(scale!, (one) => a.add(one, a.of(1)))] })),
    ],
    'squares beyond 65504 overflow': ['onnx.reference 1.23.1', overflowing],
    'only the last dimension is normalized': [
      'kernels for axis=-1',
      onNode(({ attributes, inputs }) =>
        inputs[1]!.dims.length <= 1 ? { attributes: { ...attributes, axis: { type: 'INT' as const, value: -1 } } } : {},
      ),
    ],
    'the default of the axis is 1': [
      'the default of Softmax',
      onNode(({ attributes, inputs }) =>
        'axis' in attributes || inputs[0]!.dims.length < 2
          ? {}
          : { attributes: { ...attributes, axis: { type: 'INT' as const, value: 1 } } },
      ),
    ],
    'scale is taken by its first element': [
      'a stride of 0',
      onNode(({ inputs: [x, scale] }) => ({ inputs: [x!, eachOf(scale!, () => scale!.at(0))] })),
    ],
  }),
  ...ofEach(['LpNormalization'], {
    ...both,
    'the inverse of the root is good to ten bits': estimated,
    'p=1 sums the elements with their signs': [
      'onnx.reference 1.23.1',
      inArithmetic((a) => ({ abs: (x) => x, dot: (xs, ys) => a.dot(xs, ys) })),
    ],
    'p is not looked at': ['kernels for p=2', withNumber('p', () => 2)],
    'the default of p is 1': ['another default', withNumber('p', (value, isGiven) => (isGiven ? value : 1))],
    'the last axis whatever axis says': ['kernels for rows', withNumber('axis', () => -1)],
    'the first axis whatever axis says': ['kernels for columns', withNumber('axis', () => 0)],
    'an epsilon is added to the norm': [
      'PyTorch’s normalize',
      inArithmetic((a) => ({ divide: (x, y) => a.divide(x, a.add(y, a.of(1e-3))) })),
    ],
    'the norm of all elements is taken': [
      'one norm for the tensor',
      (correct) =>
        <S>(a: Arithmetic<S>, node: Node<S>) => {
          const x = node.input(0);
          const flat: InputValues<S> = {
            ...eachOf<S, InputValues<S>>(x, (one) => one),
            dims: [x.dims.reduce((product, size) => product * size, 1)],
          };
          const { axis: _, ...attributes } = node.attributes;
          const [y] = correct(a, new Node(node.version, attributes, [flat], 1));
          return [values(x.dtype, x.dims, (index) => y!.at(index))];
        },
    ],
    'an infinity stays one under an infinite norm': [
      'a product with a reciprocal that is kept from being 0',
      inArithmetic((a) => ({
        divide: (x, y) => a.select(a.equal(a.abs(x), a.of(Number.POSITIVE_INFINITY)), x, a.divide(x, y)),
      })),
    ],
    'the root is forgotten': ['squares in place of a norm', inArithmetic(() => ({ sqrt: (x) => x }))],
    'a norm of zero gives NaN': [
      'ONNX 1.0 to 1.20',
      onOutputs((output, a, node) => {
        const x = node.input(0);
        const lines = linesAlong(x.dims, node.axis('axis', x.dims.length));
        return eachOf(output, (y, index) => {
          const line = range(lines.length).map((place) => a.abs(x.at(lines.index(lines.lineOf(index), place))));
          return a.select(a.equal(a.sum(line), a.of(0)), a.of(Number.NaN), y);
        });
      }),
    ],
  }),
];
