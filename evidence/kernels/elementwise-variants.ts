import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import * as f from '../../oracles/arithmetic/functions.ts';
import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import { isRepresentable, largestFinite, roundDouble } from '../../oracles/numerics/rounding.ts';
import { operators } from '../../oracles/operators.ts';
import type { Evaluate, Node } from '../../oracles/spec/node.ts';
import { eachOf, inArithmetic, onNode, unary } from './alter.ts';
import { computedCandidate, plain, type Style, wider } from './computed.ts';
import { named } from './faults/elementwise-kernels.ts';
import type { Candidate } from './implementation.ts';

const elementwise = operators
  .filter(({ family, copiesElements }) => family === 'elementwise' && !copiesElements)
  .map(({ name }) => name);
const extrema = named('Celu Clip HardSigmoid Max Min Relu');
const functions = named(
  'Acos Acosh Asin Asinh Atan Atanh Celu Cos Cosh Elu Erf Exp Gelu Log Mish Selu Sigmoid Sin Sinh Softplus SwiGLU Swish Tan Tanh',
);

const leastNormal = ({ minExponent, precision }: FloatFormat): number => 2 ** (minExponent + precision - 1);

/** Results below the normal range are zeros of their sign. */
const flushedResults: Style = {
  ...plain,
  change(a, own) {
    const flush = (x: number) => (Math.abs(x) < leastNormal(own) ? x * 0 : x);
    const binary = (['add', 'subtract', 'multiply', 'divide', 'power', 'remainder'] as const).map((name) => [
      name,
      (x: number, y: number) => flush(a[name](x, y)),
    ]);
    return {
      ...Object.fromEntries(binary),
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

/** Products of up to 32 bits are not rounded before they are used: doubles hold them. */
const fused: Style = { ...plain, change: (_, own) => (own.bits < 64 ? { multiply: (x, y) => x * y } : {}) };

/** Functions that miss what rounds by a unit in the last place more, within their range and not across zero. */
export const missing = (units: number): Style => ({
  ...plain,
  change: (a, own) => ({
    apply(g, x) {
      const [value, result] = [g.inDoubles(x), a.apply(g, x)];
      if (isRepresentable(value, own) || !Number.isFinite(result)) return result;
      const unit = 2 ** Math.max(Math.floor(Math.log2(Math.abs(value))) - own.precision + 1, own.minExponent);
      const missed = roundDouble(result + units * unit, own);
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
  style: Style,
  alter = (correct: Evaluate): Evaluate => correct,
): Candidate => computedCandidate(`elements ${name}`, own, alter, style);

/** Another kernel of the operator that its name begins with. */
const as = (name: string, kernel: <S>(a: Arithmetic<S>, x: S, node: Node<S>) => S, style = plain): Candidate =>
  variant(name, [name.split(' ')[0]!], style, unary(kernel));
/** The same for types that have a wider one, in which a formula loses nothing that shows. */
const inWider = (name: string, kernel: <S>(a: Arithmetic<S>, x: S) => S): Candidate => ({
  ...as(`${name} in a wider type`, kernel, wider),
  dtypes: ['float32', 'float16', 'bfloat16'],
});

const alpha = <S>(a: Arithmetic<S>, node: Node<S>): S => a.of(node.number('alpha'));
const isNegative = <S>(a: Arithmetic<S>, x: S): S => a.less(x, a.of(0));
const half = <S>(a: Arithmetic<S>, x: S): S => a.multiply(a.of(0.5), x);
const withSignOf = <S>(a: Arithmetic<S>, x: S, size: S): S =>
  a.select(a.equal(x, a.of(0)), x, a.select(isNegative(a, x), a.negate(size), size));
const logistic = <S>(a: Arithmetic<S>, x: S): S => a.divide(a.of(1), a.add(a.of(1), a.apply(f.exp, a.negate(x))));
const byTanh = <S>(a: Arithmetic<S>, x: S): S => a.add(half(a, a.apply(f.tanh, half(a, x))), a.of(0.5));
const bySides = <S>(a: Arithmetic<S>, x: S): S => {
  const above = logistic(a, a.abs(x));
  return a.select(isNegative(a, x), a.subtract(a.of(1), above), above);
};
const tanhByExp = <S>(a: Arithmetic<S>, x: S): S => {
  const power = a.apply(f.exp, a.multiply(a.of(2), a.abs(x)));
  return withSignOf(a, x, a.subtract(a.of(1), a.divide(a.of(2), a.add(power, a.of(1)))));
};
const softplus = <S>(a: Arithmetic<S>, x: S): S => a.apply(f.log, a.add(a.of(1), a.apply(f.exp, x)));
const relu6 = <S>(a: Arithmetic<S>, x: S): S => a.minimum(a.maximum(a.add(x, a.of(3)), a.of(0)), a.of(6));
const expMinus1 = <S>(a: Arithmetic<S>, x: S): S => a.subtract(a.apply(f.exp, x), a.of(1));
/** 1 + erf(x/√2), or 1 + tanh(√(2/π)(x + 0.044715x³)). */
const onePlusGate = <S>(a: Arithmetic<S>, x: S, node: Node<S>): S => {
  const cubic = a.add(x, a.multiply(a.of(0.044715), a.multiply(x, a.multiply(x, x))));
  const gate =
    node.string('approximate') === 'tanh'
      ? a.apply(f.tanh, a.multiply(a.of(Math.sqrt(2 / Math.PI)), cubic))
      : a.apply(f.erf, a.multiply(x, a.of(Math.SQRT1_2)));
  return a.add(a.of(1), gate);
};

/** Correct kernels of elementwise operators as runtimes have them. */
export const elementwiseVariants: readonly Candidate[] = [
  variant('with subnormal results flushed', elementwise, flushedResults),
  variant('with subnormal operands flushed', elementwise, plain, flushedOperands),
  variant('with all that is subnormal flushed', elementwise, flushedResults, flushedOperands),
  variant('with products fused', elementwise, fused),
  variant('with functions a unit above', functions, missing(1)),
  variant('with functions a unit below', functions, missing(-1)),
  variant('with integers clamped', elementwise, { ...plain, integers: 'saturate' }),
  variant(
    'with the first of equal zeros, NaN kept',
    extrema,
    extremaBy((x, best) => x > best, 'propagates'),
  ),
  variant(
    'with the last of equal zeros, NaN passed over',
    extrema,
    extremaBy((x, best) => x >= best, 'ignored'),
  ),
  variant(
    'by reciprocals',
    ['Mean', 'Softsign'],
    plain,
    inArithmetic((a) => ({ divide: (x, y) => a.multiply(x, a.divide(a.of(1), y)) })),
  ),
  variant(
    'Mean of quotients',
    ['Mean'],
    plain,
    inArithmetic((a) => ({ sum: (xs) => a.sum(xs.map((x) => a.divide(x, a.of(xs.length)))), divide: (x) => x })),
  ),
  variant(
    'Pow, squares as products',
    ['Pow'],
    plain,
    inArithmetic((a) => ({ power: (x, y) => a.select(a.equal(y, a.of(2)), a.multiply(x, x), a.power(x, y)) })),
  ),
  as('Sigmoid by tanh', byTanh),
  as('Sigmoid by what is left of 1', bySides),
  as('Sigmoid as eˣ/(1 + eˣ) below 0', (a, x) => {
    const power = a.apply(f.exp, a.negate(a.abs(x)));
    return a.divide(a.select(isNegative(a, x), power, a.of(1)), a.add(a.of(1), power));
  }),
  as('Swish as a product', (a, x, node) => a.multiply(x, logistic(a, a.multiply(alpha(a, node), x)))),
  as('Swish by tanh', (a, x, node) => a.multiply(x, byTanh(a, a.multiply(alpha(a, node), x)))),
  as('Tanh by eˣ', tanhByExp),
  inWider('Tanh by eˣ', tanhByExp),
  {
    ...as('Exp as a power of 2', (a, x) => a.apply(f.exp2, a.multiply(x, a.of(Math.LOG2E)))),
    dtypes: ['float32', 'float16', 'bfloat16'],
  },
  inWider('Exp as a power of 2', (a, x) => a.apply(f.exp2, a.multiply(x, a.of(Math.LOG2E)))),
  inWider('Asinh by ln(1 + …), and by ln 2x where that is the same', (a, x) => {
    const [size, square] = [a.abs(x), a.multiply(x, x)];
    const rest = a.divide(square, a.add(a.of(1), a.sqrt(a.add(a.of(1), square))));
    const far = a.add(a.apply(f.log, size), a.of(Math.LN2));
    const near = a.apply(f.log1p, a.add(size, rest));
    return withSignOf(a, x, a.select(a.less(size, a.of(2 ** 12)), near, far));
  }),
  inWider('Acosh by two roots', (a, x) => {
    const roots = a.multiply(a.sqrt(a.subtract(x, a.of(1))), a.sqrt(a.add(x, a.of(1))));
    // halves, so that the sum of both stays in a range that is not wider
    return a.add(a.apply(f.log, a.add(half(a, x), half(a, roots))), a.of(Math.LN2));
  }),
  inWider('Atanh as half a difference', (a, x) =>
    half(a, a.subtract(a.apply(f.log1p, x), a.apply(f.log1p, a.negate(x)))),
  ),
  inWider('Acos by an arc tangent', (a, x) =>
    a.multiply(a.of(2), a.apply(f.atan, a.sqrt(a.divide(a.subtract(a.of(1), x), a.add(a.of(1), x))))),
  ),
  as('Tan as sin/cos', (a, x) => a.divide(a.apply(f.sin, x), a.apply(f.cos, x))),
  as('Gelu as it stands', (a, x, node) => a.multiply(half(a, x), onePlusGate(a, x, node))),
  as('Gelu halved last', (a, x, node) => half(a, a.multiply(x, onePlusGate(a, x, node)))),
  as('Softplus as it stands', softplus),
  as('Softplus in parts', (a, x) => a.add(a.maximum(x, a.of(0)), a.apply(f.log1p, a.apply(f.exp, a.negate(a.abs(x)))))),
  as('Mish as it stands', (a, x) => a.multiply(x, a.apply(f.tanh, softplus(a, x)))),
  as('Mish by eˣ', (a, x) => a.multiply(x, tanhByExp(a, softplus(a, x)))),
  as('Elu by eˣ - 1', (a, x, node) => a.select(isNegative(a, x), a.multiply(alpha(a, node), expMinus1(a, x)), x)),
  as('Selu by γα(eˣ - 1)', (a, x, node) => {
    const gamma = a.of(node.number('gamma'));
    const below = a.multiply(a.multiply(gamma, alpha(a, node)), expMinus1(a, x));
    return a.select(isNegative(a, x), below, a.multiply(gamma, x));
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
  as('HardSigmoid with the lower end first', (a, x, node) => {
    const value = a.add(a.multiply(alpha(a, node), x), a.of(node.number('beta')));
    return a.minimum(a.of(1), a.maximum(a.of(0), value));
  }),
  as('Relu keeps -0', (a, x) => a.select(isNegative(a, x), a.of(0), x)),
  as('Relu by a comparison', (a, x) => a.select(a.less(a.of(0), x), x, a.of(0))),
  as('Sign by comparisons', (a, x) => a.subtract(a.less(a.of(0), x), isNegative(a, x))),
  as('Ceil as -⌊-x⌋', (a, x) => a.negate(a.integral(a.negate(x), 'floor'))),
  as('Floor as -⌈-x⌉', (a, x) => a.negate(a.integral(a.negate(x), 'ceil'))),
  as('Round by what leaves no bits for a fraction', (a, x, node) => {
    const size = a.abs(x);
    const large = a.of(2 ** ((formatOf(node.input(0).dtype) as FloatFormat).precision - 1));
    const rounded = a.subtract(a.add(size, large), large);
    return withSignOf(a, x, a.select(a.less(size, large), rounded, size));
  }),
  as('Abs by a comparison', (a, x) => a.add(a.select(isNegative(a, x), a.negate(x), x), a.of(0))),
  as('Neg as a product', (a, x) => a.multiply(x, a.of(-1))),
];
