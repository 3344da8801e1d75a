import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import * as f from '../../oracles/arithmetic/functions.ts';
import type { Evaluate, Node } from '../../oracles/node.ts';
import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { isRepresentable, largestFinite, roundDouble } from '../../oracles/numerics/rounding.ts';
import { operators } from '../../oracles/operators.ts';
import { eachOf, inArithmetic, onNode, unary } from './alter.ts';
import { computedCandidate, plain, type Style, wider } from './computed.ts';
import type { Candidate } from './suite.ts';

const elementwise = operators.filter(({ family, moves }) => family === 'elementwise' && !moves).map(({ name }) => name);
const extrema = ['Celu', 'Clip', 'HardSigmoid', 'Max', 'Min', 'Relu'];
const ofFunctions = [
  ...[
    'Acos',
    'Acosh',
    'Asin',
    'Asinh',
    'Atan',
    'Atanh',
    'Cos',
    'Cosh',
    'Erf',
    'Exp',
    'Log',
    'Sin',
    'Sinh',
    'Tan',
    'Tanh',
  ],
  ...['Celu', 'Elu', 'Gelu', 'Mish', 'Selu', 'Sigmoid', 'Softplus', 'SwiGLU', 'Swish'],
];

const leastNormal = ({ minExponent, precision }: FloatFormat): number => 2 ** (minExponent + precision - 1);

/** Results below the normal range are zeros of their sign. */
const flushedResults: Style = {
  ...plain,
  change: (a, own) => {
    const flush = (x: number) => (Math.abs(x) < leastNormal(own) ? x * 0 : x);
    return {
      add: (x, y) => flush(a.add(x, y)),
      subtract: (x, y) => flush(a.subtract(x, y)),
      multiply: (x, y) => flush(a.multiply(x, y)),
      divide: (x, y) => flush(a.divide(x, y)),
      power: (x, y) => flush(a.power(x, y)),
      remainder: (x, y) => flush(a.remainder(x, y)),
      apply: (g, x) => flush(a.apply(g, x)),
      sum: (xs) => xs.reduce((x, y) => flush(a.add(x, y))),
    };
  },
};

/** Subnormal operands are zeros of their sign. */
const flushedOperands = onNode(({ inputs }, a) => ({
  inputs: inputs.map((input) => {
    const format = input && formatOf(input.dtype);
    if (format?.kind !== 'float' || format.bits < 16) return input;
    const least = a.of(leastNormal(format));
    return eachOf(input!, (x) => a.select(a.less(a.abs(x), least), a.multiply(x, a.of(0)), x));
  }),
}));

/** Products that are added before they are rounded. */
const fused: Style = { ...plain, change: (_, own) => (own.bits < 64 ? { multiply: (x, y) => x * y } : {}) };

/** Functions that miss the true value by about a unit in the last place, where that is no number of the type. */
const missing = (by: number): Style => ({
  ...plain,
  change: (a, own) => ({
    apply(g, x) {
      const [value, result] = [g.inDoubles(x), a.apply(g, x)];
      if (isRepresentable(value, own) || !Number.isFinite(result)) return result;
      const unit = 2 ** Math.max(Math.floor(Math.log2(Math.abs(value))) - own.precision + 1, own.minExponent);
      const missed = roundDouble(result + by * unit, own);
      const [least, most] = g.range ?? [Number.NEGATIVE_INFINITY, largestFinite(own)];
      return missed < least || missed > most || Math.sign(missed) !== Math.sign(result) ? result : missed;
    },
  }),
});

/** Extrema that are chosen by a comparison. */
const extremaBy = (isBetter: (x: number, best: number) => boolean, ofNaN: 'propagates' | 'ignored'): Style => {
  const choose = (sign: number) => (x: number, y: number) => {
    const numbers = [x, y].filter((one) => !Number.isNaN(one));
    if (numbers.length < 2) return ofNaN === 'propagates' ? Number.NaN : (numbers[0] ?? Number.NaN);
    return isBetter(sign * y, sign * x) ? y : x;
  };
  return { ...plain, change: () => ({ maximum: choose(1), minimum: choose(-1) }) };
};

const variant = (
  name: string,
  own: readonly string[],
  alter: (correct: Evaluate) => Evaluate,
  style = plain,
): Candidate => computedCandidate(`elements ${name}`, own, alter, style);
const as = (name: string, kernel: <S>(a: Arithmetic<S>, x: S, node: Node<S>) => S, style = plain): Candidate =>
  variant(name, [name.split(' ')[0]!], unary(kernel), style);
const same = (evaluate: Evaluate): Evaluate => evaluate;

const alpha = <S>(a: Arithmetic<S>, node: Node<S>): S => a.of(node.number('alpha'));
const isNegative = <S>(a: Arithmetic<S>, x: S): S => a.less(x, a.of(0));
const logistic = <S>(a: Arithmetic<S>, x: S): S => a.divide(a.of(1), a.add(a.of(1), a.apply(f.exp, a.negate(x))));
const byTanh = <S>(a: Arithmetic<S>, x: S): S =>
  a.add(a.multiply(a.of(0.5), a.apply(f.tanh, a.multiply(a.of(0.5), x))), a.of(0.5));
const bySides = <S>(a: Arithmetic<S>, x: S): S => {
  const above = logistic(a, a.abs(x));
  return a.select(isNegative(a, x), a.subtract(a.of(1), above), above);
};
const tanhByExp = <S>(a: Arithmetic<S>, x: S): S => {
  const power = a.apply(f.exp, a.multiply(a.of(2), a.abs(x)));
  const size = a.subtract(a.of(1), a.divide(a.of(2), a.add(power, a.of(1))));
  return a.select(a.equal(x, a.of(0)), x, a.select(isNegative(a, x), a.negate(size), size));
};
const softplus = <S>(a: Arithmetic<S>, x: S): S => a.apply(f.log, a.add(a.of(1), a.apply(f.exp, x)));
const relu6 = <S>(a: Arithmetic<S>, x: S): S => a.minimum(a.maximum(a.add(x, a.of(3)), a.of(0)), a.of(6));
const expMinus1 = <S>(a: Arithmetic<S>, x: S): S => a.subtract(a.apply(f.exp, x), a.of(1));
const reciprocally = inArithmetic((a) => ({ divide: (x, y) => a.multiply(x, a.divide(a.of(1), y)) }));

/** Correct kernels of elementwise operators as runtimes have them. */
export const elementwiseVariants: readonly Candidate[] = [
  variant('with subnormal results flushed', elementwise, same, flushedResults),
  variant('with subnormal operands flushed', elementwise, flushedOperands),
  variant('with all that is subnormal flushed', elementwise, flushedOperands, flushedResults),
  variant('with products fused', elementwise, same, fused),
  variant('with functions a unit above', ofFunctions, same, missing(1)),
  variant('with functions a unit below', ofFunctions, same, missing(-1)),
  variant('with integers clamped', elementwise, same, { ...plain, integers: 'saturate' }),
  variant(
    'with the first of equal zeros, NaN kept',
    extrema,
    same,
    extremaBy((x, best) => x > best, 'propagates'),
  ),
  variant(
    'with the last of equal zeros, NaN passed over',
    extrema,
    same,
    extremaBy((x, best) => x >= best, 'ignored'),
  ),
  variant('by reciprocals', ['Mean', 'Softsign'], reciprocally),
  as('Sigmoid by tanh', byTanh),
  as('Sigmoid by what is left of 1', bySides),
  as('Sigmoid as eˣ/(1 + eˣ) below 0', (a, x) => {
    const power = a.apply(f.exp, a.negate(a.abs(x)));
    const above = a.divide(a.of(1), a.add(a.of(1), power));
    return a.select(isNegative(a, x), a.divide(power, a.add(a.of(1), power)), above);
  }),
  as('Swish as a product', (a, x, node) => a.multiply(x, logistic(a, a.multiply(alpha(a, node), x)))),
  as('Swish by tanh', (a, x, node) => a.multiply(x, byTanh(a, a.multiply(alpha(a, node), x)))),
  as('Tanh by eˣ', tanhByExp),
  as('Tanh by eˣ in a wider type', tanhByExp, wider),
  as('Tan as sin/cos', (a, x) => a.divide(a.apply(f.sin, x), a.apply(f.cos, x))),
  {
    ...as('Exp as a power of 2 in a wider type', (a, x) => a.apply(f.exp2, a.multiply(x, a.of(Math.LOG2E))), wider),
    dtypes: ['float32', 'float16', 'bfloat16'],
  },
  as('Softplus as it stands', softplus),
  as('Softplus in parts', (a, x) => a.add(a.maximum(x, a.of(0)), a.apply(f.log1p, a.apply(f.exp, a.negate(a.abs(x)))))),
  as('Mish as it stands', (a, x) => a.multiply(x, a.apply(f.tanh, softplus(a, x)))),
  as('Mish by eˣ', (a, x) => a.multiply(x, tanhByExp(a, softplus(a, x)))),
  as('Elu by eˣ - 1', (a, x, node) => a.select(isNegative(a, x), a.multiply(alpha(a, node), expMinus1(a, x)), x)),
  as('Selu by γα(eˣ - 1)', (a, x, node) => {
    const gamma = a.of(node.number('gamma'));
    return a.select(
      isNegative(a, x),
      a.multiply(a.multiply(gamma, alpha(a, node)), expMinus1(a, x)),
      a.multiply(gamma, x),
    );
  }),
  as('Celu by eˣ - 1', (a, x, node) => {
    const below = a.multiply(alpha(a, node), expMinus1(a, a.divide(x, alpha(a, node))));
    return a.add(a.maximum(a.of(0), x), a.minimum(a.of(0), below));
  }),
  as('HardSwish as x·relu6(x + 3)·(1/6)', (a, x) => a.multiply(a.multiply(x, relu6(a, x)), a.divide(a.of(1), a.of(6)))),
  as('HardSwish by branches', (a, x) => {
    const inside = a.divide(a.multiply(x, a.add(x, a.of(3))), a.of(6));
    const above = a.select(a.less(x, a.of(3)), inside, x);
    return a.select(a.less(x, a.of(-3)), a.multiply(x, a.of(0)), above);
  }),
  as('HardSigmoid, the lower end last', (a, x, node) => {
    const value = a.add(a.multiply(alpha(a, node), x), a.of(node.number('beta')));
    return a.minimum(a.of(1), a.maximum(a.of(0), value));
  }),
  as('Relu keeps -0', (a, x) => a.select(isNegative(a, x), a.of(0), x)),
  as('Relu by a comparison', (a, x) => a.select(a.less(a.of(0), x), x, a.of(0))),
  as('Sign by comparisons', (a, x) => a.subtract(a.less(a.of(0), x), isNegative(a, x))),
  as('LeakyRelu, 0 among what is multiplied', (a, x, node) =>
    a.select(a.less(a.of(0), x), x, a.multiply(alpha(a, node), x)),
  ),
  as('Ceil as -⌊-x⌋', (a, x) => a.negate(a.integral(a.negate(x), 'floor'))),
  as('Floor as -⌈-x⌉', (a, x) => a.negate(a.integral(a.negate(x), 'ceil'))),
  as('Abs by a comparison', (a, x) => a.add(a.select(isNegative(a, x), a.negate(x), x), a.of(0))),
  as('Neg as a product', (a, x) => a.multiply(x, a.of(-1))),
];
