import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import * as f from '../../../oracles/arithmetic/functions.ts';
import { type DType, type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import { largestFinite } from '../../../oracles/numerics/rounding.ts';
import { bitsAt, scalarsOf, type Tensor, tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import type { InputValues, NodeValues } from '../../../oracles/spec/node.ts';
import { eachOf, onNode, onOutputs, unary } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { fault, named, ofEach } from './elementwise-kernels.ts';

/** Numbers of a float tensor below the normal range are halved. */
function halved<S, V extends NodeValues<S>>(given: V, a: Arithmetic<S>): NodeValues<S> {
  const { kind, precision, minExponent } = formatOf(given.dtype) as FloatFormat;
  if (kind !== 'float') return given;
  const leastNormal = a.of(2 ** (minExponent + precision - 1));
  return eachOf(given, (x) => a.select(a.less(a.abs(x), leastNormal), a.multiply(x, a.of(0.5)), x));
}

/** The least normal number of a float type. */
function leastNormal(dtype: DType): number {
  const { precision, minExponent } = formatOf(dtype) as FloatFormat;
  return 2 ** (minExponent + precision - 1);
}

/** From the bits of NaN to whether a kernel takes them for something else. */
type Overlooked = (bits: bigint, format: FloatFormat) => boolean;
const unusual: Overlooked = (bits, { name }) =>
  bits !==
  bitsAt(
    tensorOfScalars<DType>(name, [], () => Number.NaN),
    0,
  );
const negative: Overlooked = (bits, { bits: width }) => bits >> BigInt(width - 1) === 1n;
const signaling: Overlooked = (bits, { bits: width, precision }) =>
  width > 8 && ((bits >> BigInt(precision - 2)) & 1n) === 0n;

/** The places of NaN that are overlooked. */
function overlookedIn(tensor: Tensor, isOverlooked: Overlooked): (index: number) => boolean {
  const format = formatOf(tensor.dtype);
  const scalar = scalarsOf(tensor);
  return (index) =>
    format.kind === 'float' &&
    Number.isNaN(scalar(index)) &&
    isOverlooked(bitsAt(tensor, index), format as FloatFormat);
}

/** NaN of some patterns become a number before they come to the kernel. */
const overlooking = (isOverlooked: Overlooked, instead: number) =>
  onNode(({ inputs }, a) => ({
    inputs: inputs.map((input) => {
      const { tensor } = (input ?? {}) as InputValues<unknown>;
      if (!input || !tensor) return input;
      const is = overlookedIn(tensor, isOverlooked);
      return eachOf(input, (x, i) => (is(i) ? a.of(instead) : x));
    }),
  }));

/** What instructions of machines, and conversions to types that they have, make of numbers. */
export const elementwiseMachineFaults: readonly Mutant[] = [
  ...ofEach(
    'subnormal operands are halved',
    'conversions to a wider type that take the exponent of subnormal numbers for one less than it is',
    named('Abs Neg Relu LeakyRelu Sinh Sqrt Add Softsign'),
    onNode(({ inputs }, a) => ({ inputs: inputs.map((input) => input && halved(input, a)) })),
  ),
  ...ofEach(
    'subnormal results are halved',
    'powers of two that are put together from bits, without those of subnormal numbers',
    named('Exp Mul'),
    onOutputs((output, a) => halved(output, a)),
  ),
  fault(
    'Tanh: beyond ±9 it is ±1 in every type',
    'the end of a rational approximation of float32 (Eigen)',
    ['Tanh'],
    unary((a, x) => {
      const isFar = a.less(a.of(9), a.abs(x));
      return a.select(isFar, a.select(a.less(x, a.of(0)), a.of(-1), a.of(1)), a.apply(f.tanh, x));
    }),
  ),
  fault(
    'Softplus: above 20 it is x in every type',
    "PyTorch's threshold",
    ['Softplus'],
    unary((a, x) =>
      a.select(
        a.less(a.of(20), x),
        x,
        a.add(a.maximum(x, a.of(0)), a.apply(f.log1p, a.apply(f.exp, a.negate(a.abs(x))))),
      ),
    ),
  ),
  fault(
    'Softplus: above 10 it is x in every type',
    'a threshold for float16',
    ['Softplus'],
    onOutputs((output, a, node) =>
      eachOf(output, (right, i) => a.select(a.less(a.of(10), node.input(0).at(i)), node.input(0).at(i), right)),
    ),
  ),
  fault(
    'IsNaN: NaN in its usual pattern alone',
    'a comparison of bits with one constant',
    ['IsNaN'],
    overlooking(unusual, 1),
  ),
  fault(
    'IsNaN: negative NaN are none',
    'bits above those of infinity, as signed integers',
    ['IsNaN'],
    overlooking(negative, 1),
  ),
  fault('IsNaN: signaling NaN are none', 'a look at the quiet bit', ['IsNaN'], overlooking(signaling, 1)),
  fault('Relu: negative NaN become 0', 'a mask made of the sign bit', ['Relu'], overlooking(negative, 0)),
  ...ofEach(
    'negative NaN count as the least number',
    'floats compared as integers',
    ['Max', 'Min'],
    overlooking(negative, Number.NEGATIVE_INFINITY),
  ),
  fault(
    'Exp: the last normal numbers are 0',
    'powers of two put together from bits, and one exponent too few (XNNPACK, Cephes)',
    ['Exp'],
    onOutputs((output, a) => {
      const least = a.of(leastNormal(output.dtype) * 8);
      return eachOf(output, (x) => a.select(a.less(x, least), a.of(0), x));
    }),
  ),
  fault(
    'Exp: the last numbers are infinite',
    'a threshold that is rounded down',
    ['Exp'],
    onOutputs((output, a) => {
      const most = a.of(largestFinite(formatOf(output.dtype) as FloatFormat) / 2);
      return eachOf(output, (x) => a.select(a.less(most, x), a.of(Number.POSITIVE_INFINITY), x));
    }),
  ),
  fault(
    'Round: as ⌊x + 0.5⌋, and odd halves one less',
    'a sum that rounds',
    ['Round'],
    unary((a, x) => {
      const up = a.integral(a.add(x, a.of(0.5)), 'floor');
      const isOdd = a.less(a.multiply(a.of(2), a.integral(a.multiply(up, a.of(0.5)), 'floor')), up);
      const even = a.select(isOdd, a.subtract(up, a.of(1)), up);
      const near = a.select(a.equal(a.subtract(up, x), a.of(0.5)), even, up);
      return a.select(a.equal(near, a.of(0)), a.multiply(x, a.of(0)), near);
    }),
  ),
  ...ofEach(
    'of float64 beyond 2³¹ it is 0',
    'a number of turns in 32 bits',
    ['Sin', 'Cos'],
    onOutputs((output, a, node) =>
      output.dtype === 'float64'
        ? eachOf(output, (right, i) => a.select(a.less(a.of(2 ** 31), a.abs(node.input(0).at(i))), a.of(0), right))
        : output,
    ),
  ),
];
