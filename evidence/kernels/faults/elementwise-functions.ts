import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import * as f from '../../../oracles/arithmetic/functions.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { largestFinite } from '../../../oracles/numerics/rounding.ts';
import { eachOf, inArithmetic, onNode, onOutputs, unary } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { fault, named, ofEach } from './elementwise-kernels.ts';

const odd = named('Asin Asinh Atan Atanh Ceil Erf LeakyRelu Mul Round Sin Sinh Softsign Sqrt Tan Tanh');
const unbounded = named('Atanh Cosh Div Exp Log Mul Pow Reciprocal Sinh Sqrt Sub Sum');
const ofFloat64 = named(
  'Acos Asin Atan Cos Elu Erf Exp Gelu Log Mish Selu Shrink Sigmoid Sin Softplus Swish SwiGLU Tan Tanh Div Mean Mul Pow Reciprocal Sub Sum',
);

type OneOfOne = <S>(a: Arithmetic<S>, x: S) => S;
const isNegative: OneOfOne = (a, x) => a.less(x, a.of(0));
const between = <S>(a: Arithmetic<S>, x: S, low: number, high: number): S =>
  a.minimum(a.maximum(x, a.of(low)), a.of(high));
/** Arguments are cut to a range before the function. */
const clamped = (name: string, source: string, low: number, high: number): Mutant =>
  fault(
    `${name}: arguments are cut to [${low}, ${high}]`,
    source,
    [name],
    onNode(({ inputs: [x, ...rest] }, a) => ({
      inputs: [x && eachOf(x, (one) => a.select(a.isNaN(one), one, between(a, one, low, high))), ...rest],
    })),
  );
const of = (name: string, source: string, kernel: OneOfOne): Mutant =>
  fault(name, source, [name.split(':')[0]!], unary(kernel));
/** Numbers go through integers of 32 bits. */
const throughInt32: Mutant['alter'] = onOutputs((output, a) =>
  eachOf(output, (x) => a.select(a.isNaN(x), a.of(0), between(a, x, -(2 ** 31), 2 ** 31 - 1))),
);

/** In types of 16 bits results that overflow are the largest number; infinities are kept. */
const saturatingIn16Bits: NonNullable<Mutant['alter']> = (correct) => (a, node) => {
  const format = formatOf(node.input(0).dtype);
  if (format.kind !== 'float' || format.bits !== 16) return correct(a, node);
  const most = largestFinite(format);
  return inArithmetic((own) => {
    type S = ReturnType<typeof own.of>;
    const isNumber = (x: S) => own.less(own.abs(x), own.of(Number.POSITIVE_INFINITY));
    const kept = (result: S, ...xs: readonly S[]) =>
      xs.reduce((soFar, x) => own.select(isNumber(x), soFar, result), between(own, result, -most, most));
    return {
      apply: (f, x) => kept(own.apply(f, x), x),
      power: (x, y) => kept(own.power(x, y), x, y),
    };
  })(correct)(a, node);
};

/** Approximations and shortcuts of functions that lose numbers at the ends of a range, near zero, or everywhere. */
export const elementwiseFunctionFaults: readonly Mutant[] = [
  ...ofEach(
    'zeros lose their sign',
    'sums of what a branch selects, as in onnxruntime and jax-js',
    odd,
    onOutputs((output, a) => eachOf(output, (x) => a.add(x, a.of(0)))),
  ),
  ...ofEach(
    'an infinity becomes the largest finite number of float32',
    'clamping before storing',
    unbounded,
    onOutputs((output, a) =>
      eachOf(output, (x) => a.select(a.isNaN(x), x, between(a, x, -3.4028234663852886e38, 3.4028234663852886e38))),
    ),
  ),
  ...ofEach(
    'in 16 bits what overflows becomes the largest number',
    'saturating conversions to bfloat16 and float16, which accelerators have as a mode',
    ['Cosh', 'Exp', 'Pow', 'Sinh'],
    saturatingIn16Bits,
  ),
  ...ofEach(
    'float64 goes through float32',
    "kernels of one float type: onnx.reference's Erf, onnxruntime's Shrink, most functions of jax-js",
    ofFloat64,
    onOutputs((output, a) => (output.dtype === 'float64' ? eachOf(output, (x) => a.round(x, 'float32')) : output)),
  ),
  ...ofEach(
    'through 32-bit integers',
    'conversions to integers and back (cvtps2dq)',
    ['Ceil', 'Floor', 'Round'],
    throughInt32,
  ),
  clamped('Exp', 'Cephes and Eigen clamp so', -88.3762626647949, 88.3762626647949),
  clamped('Exp', 'ranges of float16 for every type', -9.7, 11.09),
  clamped('Tanh', 'rational approximations of float16', -4.97, 4.97),
  clamped('Erf', 'the end of a polynomial', -2, 2),
  clamped('Sinh', 'the end of a table', -20, 20),
  clamped('Sigmoid', 'the end of a table', -8, 8),
  clamped('Log', 'arguments kept above 1e-12', 1e-12, Number.POSITIVE_INFINITY),
  clamped('Softplus', 'exponentials kept finite', -20, 20),
  clamped('Gelu', 'the end of a table', -4, 4),
  clamped('Mish', 'softplus that is cut', -20, 20),
  clamped('Atanh', 'arguments kept within the domain', -0.999999, 0.999999),
  clamped('Acos', 'arguments brought into the domain', -1, 1),
  clamped('Asin', 'arguments brought into the domain', -1, 1),
  clamped('Acosh', 'arguments brought into the domain', 1, Number.POSITIVE_INFINITY),
  of('Exp: as (1 + x/1024)^1024', 'fast exponentials', (a, x) =>
    a.power(a.add(a.of(1), a.divide(x, a.of(1024))), a.of(1024)),
  ),
  of('Log: of 0 a finite number', 'the smallest normal number in its place', (a, x) =>
    a.apply(f.log, a.select(a.equal(x, a.of(0)), a.of(2 ** -126), x)),
  ),
  of('Log: of negative numbers -∞', 'max(x, 0) before it', (a, x) =>
    a.apply(f.log, a.select(isNegative(a, x), a.of(0), x)),
  ),
  of('Sin: of small arguments x', 'a cut Taylor series', (a, x) =>
    a.select(a.less(a.abs(x), a.of(0.125)), x, a.apply(f.sin, x)),
  ),
  of('Sin: not reduced beyond 8192', 'Cody and Waite without Payne and Hanek', (a, x) =>
    a.select(a.less(a.of(8192), a.abs(x)), a.of(0), a.apply(f.sin, x)),
  ),
  of('Cos: not reduced beyond 8192', 'Cody and Waite without Payne and Hanek', (a, x) =>
    a.select(a.less(a.of(8192), a.abs(x)), a.of(1), a.apply(f.cos, x)),
  ),
  of('Cos: reduced with π of 24 bits', 'range reduction in the type', (a, x) => {
    const turn = a.of(6.2831854820251465);
    return a.apply(f.cos, a.subtract(x, a.multiply(turn, a.integral(a.divide(x, turn), 'floor'))));
  }),
  of('Atan: of an infinity NaN', 'x / √(1 + x²) on the way', (a, x) =>
    a.apply(f.asin, a.divide(x, a.sqrt(a.add(a.of(1), a.multiply(x, x))))),
  ),
  of('Acosh: as ln(x + √(x² - 1))', 'squares that overflow', (a, x) =>
    a.apply(f.log, a.add(x, a.sqrt(a.subtract(a.multiply(x, x), a.of(1))))),
  ),
  of('Atanh: as ½ ln((1 + x)/(1 - x))', 'the formula, which cancels near 0', (a, x) =>
    a.multiply(a.of(0.5), a.apply(f.log, a.divide(a.add(a.of(1), x), a.subtract(a.of(1), x)))),
  ),
  of('Cosh: as (eˣ + e⁻ˣ)/2', 'exponentials that overflow first', (a, x) =>
    a.multiply(a.of(0.5), a.add(a.apply(f.exp, x), a.apply(f.exp, a.negate(x)))),
  ),
  of('Tanh: as (e^2x - 1)/(e^2x + 1)', 'exponentials that overflow', (a, x) => {
    const power = a.apply(f.exp, a.multiply(a.of(2), x));
    return a.divide(a.subtract(power, a.of(1)), a.add(power, a.of(1)));
  }),
  of('Erf: by Abramowitz and Stegun 7.1.25', 'an error of 2.5e-5', (a, x) => {
    const t = a.divide(a.of(1), a.add(a.of(1), a.multiply(a.of(0.47047), a.abs(x))));
    const sum = a.multiply(
      t,
      a.add(a.of(0.3480242), a.multiply(t, a.add(a.of(-0.0958798), a.multiply(t, a.of(0.7478556))))),
    );
    const size = a.subtract(a.of(1), a.multiply(sum, a.apply(f.exp, a.negate(a.multiply(x, x)))));
    return a.select(isNegative(a, x), a.negate(size), size);
  }),
  of('Sqrt: as x·rsqrt(x)', 'the estimate of a processor: 0·∞', (a, x) => a.multiply(x, a.divide(a.of(1), a.sqrt(x)))),
  of('Reciprocal: of 0 it is 0', 'guards against division by zero', (a, x) =>
    a.select(a.equal(x, a.of(0)), a.of(0), a.divide(a.of(1), x)),
  ),
  of('Reciprocal: of -0 it is +∞', 'guards that add to x', (a, x) => a.divide(a.of(1), a.add(x, a.of(0)))),
  fault(
    'Div: by the reciprocal',
    '-ffast-math (-freciprocal-math)',
    ['Div'],
    inArithmetic((a) => ({ divide: (x, y) => a.multiply(x, a.divide(a.of(1), y)) })),
  ),
  fault(
    'Div: by 0 it is 0',
    'guards against division by zero',
    ['Div'],
    inArithmetic((a) => ({ divide: (x, y) => a.select(a.equal(y, a.of(0)), a.of(0), a.divide(x, y)) })),
  ),
  fault(
    'Pow: as e^(y·ln x)',
    'no powers of negative numbers',
    ['Pow'],
    inArithmetic((a) => ({ power: (x, y) => a.apply(f.exp, a.multiply(y, a.apply(f.log, x))) })),
  ),
  fault(
    'Pow: of the magnitude',
    'the sign of odd powers is lost',
    ['Pow'],
    inArithmetic((a) => ({ power: (x, y) => a.power(a.abs(x), y) })),
  ),
  fault(
    'Pow: NaN to the power of 0 is NaN',
    'NaN is looked for first',
    ['Pow'],
    inArithmetic((a) => ({ power: (x, y) => a.select(a.isNaN(x), x, a.power(x, y)) })),
  ),
  fault(
    'Pow: 1 to the power of NaN is NaN',
    "JavaScript's powers",
    ['Pow'],
    inArithmetic((a) => ({ power: (x, y) => a.select(a.isNaN(y), y, a.power(x, y)) })),
  ),
  fault(
    'Pow: 0 to the power of 0 is 0',
    'a branch for zeros',
    ['Pow'],
    inArithmetic((a) => ({ power: (x, y) => a.select(a.equal(x, a.of(0)), x, a.power(x, y)) })),
  ),
  of('Round: as trunc(x + 0.5)', 'conversions to integers', (a, x) => a.integral(a.add(x, a.of(0.5)), 'truncate')),
  of('Round: as ⌊x + 0.5⌋', "JavaScript's Math.round", (a, x) => a.integral(a.add(x, a.of(0.5)), 'floor')),
  of('Round: to zero', 'conversions to integers', (a, x) => a.integral(x, 'truncate')),
  of('Floor: to zero', 'conversions to integers', (a, x) => a.integral(x, 'truncate')),
  of('Ceil: to zero', 'conversions to integers', (a, x) => a.integral(x, 'truncate')),
  of('Sign: x/|x|', 'NaN at zero', (a, x) => a.divide(x, a.abs(x))),
  of('Sign: 1 at zero', 'the sign bit alone', (a, x) => a.select(isNegative(a, x), a.of(-1), a.of(1))),
  of('Abs: -0 stays', 'x < 0 ? -x : x', (a, x) => a.select(isNegative(a, x), a.negate(x), x)),
];
