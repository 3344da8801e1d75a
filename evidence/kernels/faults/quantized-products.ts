import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import type { Evaluate } from '../../../oracles/spec/node.ts';
import { eachOf, halvesAway, inArithmetic, onNode } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { onInput, readFrom, withPadding } from '../views.ts';
import { windowFaultsOf } from './convolutions.ts';

const integers = ['MatMulInteger', 'ConvInteger'];
const linear = ['QLinearMatMul', 'QLinearConv'];
const all = [...integers, ...linear];
const convolutions = ['ConvInteger', 'QLinearConv'];
const products = ['MatMulInteger', 'QLinearMatMul'];
/** the places of inputs that are a zero point of the left, of the right, and a scale of the right */
const places = <S>(inputs: readonly S[]) => (inputs.length > 4 ? { left: 2, right: 5 } : { left: 2, right: 3 });

/** Another number in the place of one that an input has: by whether there are scales. */
const onZeroPoint =
  (side: 'left' | 'right', change: <S>(a: Arithmetic<S>, zero: S) => S) =>
  (correct: Evaluate): Evaluate =>
  (a, node) =>
    onInput(places(node.inputs)[side], (zero) => eachOf(zero, (x) => change(a, x as never) as never))(correct)(a, node);

const rounding = (change: <S>(a: Arithmetic<S>, x: S) => S) => inArithmetic((a) => ({ integral: (x) => change(a, x) }));

/** The product of pairs, added up in 16 bits that saturate: instructions of x86 without VNNI. */
const saturatingPairs = inArithmetic((a) => ({
  dot: (xs, ys) => {
    const pairs = Array.from({ length: Math.ceil(xs.length / 2) }, (_, i) =>
      a.dot(xs.slice(2 * i, 2 * i + 2), ys.slice(2 * i, 2 * i + 2)),
    );
    return a.sum(pairs.map((x) => a.maximum(a.of(-32768), a.minimum(a.of(32767), x))));
  },
}));

/** Faults of sums of products of quantized numbers. */
export const quantizedProductFaults: readonly Mutant[] = [
  ...windowFaultsOf(convolutions, 'quantized convolution'),
  ...(['left', 'right'] as const).flatMap((side): Mutant[] => [
    {
      name: `quantized: the zero point of the ${side} is not subtracted`,
      source: ['symmetric kernels'],
      operators: all,
      alter: onZeroPoint(side, (a) => a.of(0)),
    },
    {
      name: `quantized: the zero point of the ${side} is added`,
      source: ['a sign'],
      operators: all,
      alter: onZeroPoint(side, (a, zero) => a.negate(zero)),
    },
  ]),
  {
    name: 'quantized: zero points of columns are all the first',
    source: ['a vector that is taken for a scalar'],
    operators: all,
    alter: (correct) => (a, node) =>
      onInput(places(node.inputs).right, (zero) => readFrom(zero, (at) => at.map(() => 0)))(correct)(a, node),
  },
  {
    name: 'quantized: zero points of rows are all the first',
    source: ['a vector that is taken for a scalar'],
    operators: products,
    alter: onInput(2, (zero) => readFrom(zero, (at) => at.map(() => 0))),
  },
  {
    name: 'quantized: numbers above 127 are negative',
    source: ['uint8 that is read as int8'],
    operators: all,
    alter: onNode(({ inputs }, a) => ({
      inputs: inputs.map((x, i) =>
        x?.dtype === 'uint8' && i === 0
          ? eachOf(x, (v) => a.select(a.less(a.of(127), v), a.subtract(v, a.of(256)), v))
          : x,
      ),
    })),
  },
  {
    name: 'quantized: pairs of products saturate at 16 bits',
    source: ['vpmaddubsw'],
    operators: integers,
    alter: saturatingPairs,
  },
  {
    name: 'quantized: differences from the zero point wrap at 8 bits',
    source: ['subtraction in the type'],
    operators: integers,
    alter: inArithmetic((a) => ({
      subtract: (x, y) => {
        const difference = a.subtract(x, y);
        return a.select(a.less(difference, a.of(-128)), a.add(difference, a.of(256)), difference);
      },
    })),
  },
  {
    name: 'quantized: sums saturate at 16 bits',
    source: ['accumulators of microcontrollers'],
    operators: integers,
    alter: inArithmetic((a) => ({
      dot: (xs, ys) => a.maximum(a.of(-32768), a.minimum(a.of(32767), a.dot(xs, ys))),
    })),
  },
  {
    name: 'quantized: sums are kept in float32',
    source: ['a convolution of floats in the place of one of integers'],
    operators: ['QLinearConv'],
    alter: inArithmetic((a) => ({ dot: (xs, ys) => a.round(a.dot(xs, ys), 'float32') })),
  },
  {
    name: 'quantized: padding is 0 and not the zero point',
    source: ['padding before the zero point is subtracted'],
    operators: convolutions,
    alter: withPadding((a) => a.of(0)),
  },
  {
    name: 'quantized: the last product is left out where their number is odd',
    source: ['pairs without a tail'],
    operators: all,
    alter: inArithmetic((a) => ({
      dot: (xs, ys) => (xs.length > 2 && xs.length % 2 ? a.dot(xs.slice(0, -1), ys.slice(0, -1)) : a.dot(xs, ys)),
    })),
  },
  {
    name: 'requantized: halves are rounded away from zero',
    source: ['C’s round'],
    operators: linear,
    alter: rounding(halvesAway),
  },
  {
    name: 'requantized: halves are rounded up',
    source: ['floor(x + 0.5)'],
    operators: linear,
    alter: rounding((a, x) => a.integral(a.add(x, a.of(0.5)), 'floor')),
  },
  {
    name: 'requantized: fractions are cut off',
    source: ['a cast'],
    operators: linear,
    alter: rounding((a, x) => a.integral(x, 'truncate')),
  },
  {
    name: 'requantized: rounded after the zero point is added',
    source: ['onnx.reference 1.23.1'],
    operators: linear,
    alter: (correct) => (a, node) => {
      const zero = node.input(7).at(0);
      const shifted: typeof a = {
        ...a,
        integral: (x, mode) => a.subtract(a.integral(a.add(x, zero), mode), zero),
      };
      return correct(shifted, node);
    },
  },
  {
    name: 'requantized: results wrap',
    source: ['a cast for a clamp'],
    operators: linear,
    alter: inArithmetic(() => ({ maximum: (x) => x, minimum: (x) => x })),
  },
  {
    name: 'requantized: the lower end is that of uint8',
    source: ['a clamp of the other type'],
    operators: linear,
    alter: inArithmetic((a) => ({ maximum: (x) => a.maximum(x, a.of(0)) })),
  },
  {
    name: 'requantized: the zero point of the output is left out',
    source: ['symmetric kernels'],
    operators: linear,
    alter: onNode(({ inputs }, a) => ({
      inputs: inputs.map((x, i) => (i === 7 && x ? eachOf(x, () => a.of(0)) : x)),
    })),
  },
  {
    name: 'requantized: the factor is rounded to 8 bits',
    source: ['multipliers of fixed point that are too short'],
    operators: linear,
    alter: inArithmetic((a) => ({ divide: (x, y) => a.multiply(x, a.round(a.divide(a.of(1), y), 'bfloat16')) })),
  },
  {
    name: 'requantized: scales of filters and columns are all the first',
    source: ['a vector that is taken for a scalar'],
    operators: linear,
    alter: onInput(4, (scale) => readFrom(scale, (at) => at.map(() => 0))),
  },
  {
    name: 'requantized: scales of rows are all the first',
    source: ['a vector that is taken for a scalar'],
    operators: ['QLinearMatMul'],
    alter: onInput(1, (scale) => readFrom(scale, (at) => at.map(() => 0))),
  },
  {
    name: 'requantized: the bias is left out',
    source: ['an optional input that is not read'],
    operators: ['QLinearConv'],
    alter: onInput(8, () => undefined),
  },
  {
    name: 'requantized: the bias of the first channel is added to all',
    source: ['a bias that is taken for a scalar'],
    operators: ['QLinearConv'],
    alter: onInput(8, (bias) => readFrom(bias, () => [0])),
  },
];
