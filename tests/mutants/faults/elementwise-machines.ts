import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import type { Values } from '../../../oracles/node.ts';
import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import { eachOf, onNode, onOutputs } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { named, ofEach } from './elementwise-kernels.ts';

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
];
