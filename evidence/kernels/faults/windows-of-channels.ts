import { linesOver, range } from '../../../oracles/arrays/lines.ts';
import type { Evaluate } from '../../../oracles/spec/node.ts';
import { values } from '../../../oracles/spec/node.ts';
import { inArithmetic, onNode } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { ofEach, ofEpsilon, ofMoments, withNumber } from './normalizations.ts';

const { 'float64 goes through float32': narrowed, 'the inverse of the root is good to ten bits': estimated } =
  ofEpsilon;
const {
  'sums are kept in bfloat16': inShort,
  'the variance is divided by one less than the count': lessOne,
  'what is left after blocks of 8 is not added': withoutTail,
} = ofMoments;

/** LRN with some of its parts in another way. */
const lrnWith =
  (
    window: (channel: number, size: number, channels: number) => readonly [number, number],
    share?: (size: number, count: number) => number,
    axis = 1,
  ) =>
  (): Evaluate =>
  (a, node) => {
    const x = node.input(0);
    const size = node.number('size');
    const lines = linesOver(x.dims, [axis]);
    const [alpha, beta, bias] = ['alpha', 'beta', 'bias'].map((name) => a.of(node.number(name)));
    return [
      values(x.dtype, x.dims, (index) => {
        const [line, channel] = [lines.lineOf(index), lines.placeOf(index)];
        const [first, last] = window(channel, size, lines.length);
        const inside = range(lines.length).filter((place) => place >= first && place <= last);
        const xs = inside.map((place) => x.at(lines.index(line, place)));
        const factor = a.divide(alpha!, a.of(share ? share(size, xs.length) : size));
        return a.divide(x.at(index), a.power(a.add(bias!, a.multiply(factor, a.dot(xs, xs))), beta!));
      }),
    ];
  };
const right = (channel: number, size: number) =>
  [channel - Math.floor((size - 1) / 2), channel + Math.ceil((size - 1) / 2)] as const;

/** Faults of LRN, and of MeanVarianceNormalization. */
export const channelWindowFaults: readonly Mutant[] = [
  ...ofEach(['LRN'], {
    'float64 goes through float32': narrowed,
    'the window is one channel too long': [
      'a bound that is included',
      lrnWith((c, size) => [right(c, size)[0], right(c, size)[1] + 1]),
    ],
    'the window is one channel too short': [
      'a bound that is not included',
      lrnWith((c, size) => [right(c, size)[0], right(c, size)[1] - 1]),
    ],
    'the longer half of an even window comes first': [
      'floor and ceil change places',
      lrnWith((c, size) => [c - Math.ceil((size - 1) / 2), c + Math.floor((size - 1) / 2)]),
    ],
    'the window begins at its channel': ['a window that looks ahead', lrnWith((c, size) => [c, c + size - 1])],
    'the window wraps round': [
      'channels modulo their number',
      lrnWith((c, size, n) => (right(c, size)[0] < 0 ? [0, n - 1] : right(c, size))),
    ],
    'alpha is not divided': ['Caffe without a window', lrnWith(right, () => 1)],
    'alpha is divided by what the window holds': [
      'a mean where the window is cut off',
      lrnWith(right, (_, count) => count),
    ],
    'the window goes along the instances': ['onnx.reference 1.23.1', lrnWith(right, undefined, 0)],
    'beta is not looked at': ['a constant in its place', withNumber('beta', () => 0.75)],
    'bias is not looked at': ['a constant in its place', withNumber('bias', () => 1)],
    'the default of alpha is 1': ['another default', withNumber('alpha', (value, isGiven) => (isGiven ? value : 1))],
    'beta counts half': ['a root that is taken twice', withNumber('beta', (value) => value / 2)],
    'it is multiplied and not divided': ['a sign of the exponent', withNumber('beta', (value) => -value)],
  }),
  ...ofEach(['MeanVarianceNormalization'], {
    'float64 goes through float32': narrowed,
    'sums are kept in bfloat16': inShort,
    'the inverse of the root is good to ten bits': estimated,
    'the variance is divided by one less than the count': lessOne,
    'what is left after blocks of 8 is not added': withoutTail,
    'axes are not looked at': [
      'kernels for images',
      onNode(({ attributes, inputs }) => (inputs[0]!.dims.length === 4 ? withAxes(attributes, [0, 2, 3]) : {})),
    ],
    'every instance is normalized by itself': [
      'InstanceNormalization under another name',
      onNode(({ attributes, inputs }) =>
        inputs[0]!.dims.length === 4 && !('axes' in attributes) ? withAxes(attributes, [2, 3]) : {},
      ),
    ],
    'an epsilon of 0.001 is added to the variance': [
      'the epsilon of others',
      inArithmetic((a) => ({ sqrt: (x) => a.sqrt(a.add(x, a.of(1e-3))) })),
    ],
    'the root is forgotten': ['the variance in place of the deviation', inArithmetic(() => ({ sqrt: (x) => x }))],
    'the last of the axes is left out': [
      'a loop that ends early',
      onNode((node) => {
        const axes = node.numbers('axes')!;
        return axes.length > 1 ? withAxes(node.attributes, axes.slice(0, -1)) : {};
      }),
    ],
  }),
];

function withAxes(attributes: Readonly<Record<string, unknown>>, value: readonly number[]) {
  return { attributes: { ...attributes, axes: { type: 'INTS' as const, value } } as never };
}
