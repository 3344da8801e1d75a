import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import * as f from '../../../oracles/arithmetic/functions.ts';
import type { Values } from '../../../oracles/node.ts';
import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import { eachOf, onNode, onOutputs, unary } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { fault, named, ofEach } from './elementwise-kernels.ts';

/** Numbers of a float tensor below the normal range are halved. */
function halved<S, V extends Values<S>>(given: V, a: Arithmetic<S>): Values<S> {
  const { kind, precision, minExponent } = formatOf(given.dtype) as FloatFormat;
  if (kind !== 'float') return given;
  const leastNormal = a.of(2 ** (minExponent + precision - 1));
  return eachOf(given, (x) => a.select(a.less(a.abs(x), leastNormal), a.multiply(x, a.of(0.5)), x));
}

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
];
