import { exp, log } from '../../../oracles/arithmetic/functions.ts';
import { lineByLine } from '../../../oracles/operators/softmax/lines.ts';
import { Node } from '../../../oracles/spec/node.ts';
import { eachOf, inArithmetic, onNode, onOutputs } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { ofEach, ofEpsilon, ofMoments, withNumber } from './normalizations.ts';

const { 'what is left after blocks of 8 is not added': withoutTail, 'sums are kept in bfloat16': inShort } = ofMoments;
const { 'float64 goes through float32': narrowed } = ofEpsilon;

/** Faults of kernels that take the numbers of a line together, but for Softmax. */
export const softmaxFaults: readonly Mutant[] = [
  ...ofEach(['LogSoftmax', 'Hardmax'], {
    'one axis at every version': [
      'onnx.reference 1.23.1',
      (correct) => (a, node) => {
        const version = { ...node.version, since: Math.max(13, node.version.since) };
        return correct(a, new Node(version, node.attributes, node.inputs, node.outputs));
      },
    ],
    'a matrix at every version': [
      'kernels older than version 13',
      (correct) => (a, node) => {
        const version = { ...node.version, since: Math.min(11, node.version.since) };
        return correct(a, new Node(version, node.attributes, node.inputs, node.outputs));
      },
    ],
    'the default axis is 0': ['another default', withNumber('axis', (value, isGiven) => (isGiven ? value : 0))],
    'the last axis whatever axis says': ['kernels for rows', withNumber('axis', () => -1)],
  }),
  ...ofEach(['LogSoftmax'], {
    'what is left after blocks of 8 is not added': withoutTail,
    'sums are kept in bfloat16': inShort,
    'float64 goes through float32': narrowed,
    'the maximum is looked for from 0 on, and exponentials vanish': [
      'CANDLE-4eeaf20',
      () =>
        lineByLine((a, xs) => {
          const most = xs.reduce(a.maximum, a.of(0));
          const shifted = xs.map((x) => a.subtract(x, most));
          const total = a.apply(log, a.sum(shifted.map((x) => a.apply(exp, x))));
          return shifted.map((x) => a.subtract(x, total));
        }),
    ],
    'the maximum is not taken from the result': [
      'a shift that is undone by halves',
      () =>
        lineByLine((a, xs) => {
          const most = xs.reduce(a.maximum);
          const total = a.apply(log, a.sum(xs.map((x) => a.apply(exp, a.subtract(x, most)))));
          return xs.map((x) => a.subtract(x, total));
        }),
    ],
    'the logarithm is to base 2': [
      'log2 in the place of log',
      inArithmetic((a) => ({
        apply: (f, x) => (f === log ? a.multiply(a.apply(f, x), a.of(Math.LOG2E)) : a.apply(f, x)),
      })),
    ],
    'no logarithm is taken': [
      'Softmax under another name',
      onOutputs((output, a) => eachOf(output, (x) => a.apply(exp, x))),
    ],
    'a little is added before the logarithm': [
      'an epsilon against -Infinity',
      onOutputs((output, a) => eachOf(output, (x) => a.apply(log, a.add(a.apply(exp, x), a.of(1e-3))))),
    ],
    'exponentials of less than -10 are 0': [
      'tables of exponentials that end early',
      onOutputs((output, a) =>
        eachOf(output, (x) => a.select(a.less(x, a.of(-10)), a.of(Number.NEGATIVE_INFINITY), x)),
      ),
    ],
    'the first sum is taken for all lines': [
      'a scratch value that is kept',
      onNode(({ inputs: [x] }, a) => ({
        inputs: [eachOf(x!, (one, index) => (index === 0 ? a.add(one, a.of(1)) : one))],
      })),
    ],
  }),
  ...ofEach(['Hardmax'], {
    'of equal maxima the last is meant': [
      'comparisons with ≥',
      () =>
        lineByLine((a, xs) => {
          const most = xs.reduce(a.maximum);
          return xs.map((x, i) =>
            xs.slice(i + 1).reduce((one, other) => a.select(a.equal(other, most), a.of(0), one), a.equal(x, most)),
          );
        }),
    ],
    'all maxima are 1': [
      'x = max x',
      () =>
        lineByLine((a, xs) => {
          const most = xs.reduce(a.maximum);
          return xs.map((x) => a.equal(x, most));
        }),
    ],
    'the minimum is meant': [
      'a sign',
      onNode(({ inputs: [x] }, a) => ({ inputs: [eachOf(x!, (one) => a.negate(one))] })),
    ],
    'magnitudes are compared': [
      'abs before max',
      onNode(({ inputs: [x] }, a) => ({ inputs: [eachOf(x!, (one) => a.abs(one))] })),
    ],
    'only the first line has a 1': [
      'a pointer that is not moved',
      onOutputs((output, a) => eachOf(output, (x, i) => (i < output.dims.at(-1)! ? x : a.of(0)))),
    ],
    'the maximum is looked for from 0 on': [
      'registers that begin with 0',
      onOutputs((output, a, node) =>
        eachOf(output, (x, index) => a.select(a.less(node.input(0).at(index), a.of(0)), a.of(0), x)),
      ),
    ],
  }),
];
