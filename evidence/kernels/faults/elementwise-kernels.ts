import { asin, exp, log } from '../../../oracles/arithmetic/functions.ts';
import { type Node, values } from '../../../oracles/spec/node.ts';
import { eachOf, halvesAway, inArithmetic, onNode, onOutputs, unary, withoutTail } from '../alter.ts';
import type { Mutant } from '../mutant.ts';

/** Names in one string. */
export const named = (names: string): readonly string[] => names.split(' ');

const swapped = onNode(({ inputs: [first, second, ...rest] }) => ({ inputs: [second, first, ...rest] }));
/** Attributes are not looked at. */
const withDefaults = onNode(() => ({ attributes: {} }));
const isBroadcast = <S>({ inputs }: Node<S>) => new Set(inputs.map((input) => `${input?.dims}`)).size > 1;

const unaryFloats = named(
  'Acos Acosh Asin Asinh Atan Atanh Ceil Cos Cosh Erf Exp Floor Log Reciprocal Round Sin Sinh Sqrt Tan Tanh',
);
const gates = named('Celu Elu Gelu HardSigmoid HardSwish LeakyRelu Mish Selu Softplus Softsign SwiGLU Swish');
const ofIntegers = named('Abs Div Max Min Mod Mul Sub');
const several = named(
  'And BitwiseAnd BitwiseOr BitwiseXor Div Equal Greater Less Max Mean Min Mod Mul Or Pow Sub Sum Xor',
);
const withAttributes = named('Celu Elu Gelu HardSigmoid IsInf LeakyRelu Selu Shrink Swish ThresholdedRelu');

export const fault = (
  name: string,
  source: string,
  operators: readonly string[],
  alter: NonNullable<Mutant['alter']>,
): Mutant => ({ name, source: [source], operators, alter });

/** Faults of what kernels of elementwise operators compute: each operator of a list is to be caught. */
export const ofEach = (
  name: string,
  source: string,
  operators: readonly string[],
  alter: NonNullable<Mutant['alter']>,
) => operators.map((operator) => fault(`${operator}: ${name}`, source, [operator], alter));

export const elementwiseKernelFaults: readonly Mutant[] = [
  ...ofEach(
    'the tail after the last multiple of 8 is left out',
    'vector loops without a tail',
    [...unaryFloats, ...gates, ...several, 'Abs', 'Clip', 'Not', 'Relu', 'Sign'],
    withoutTail,
  ),
  ...ofEach(
    'NaN becomes 0',
    'comparisons in the place of arithmetic (TVM #19572)',
    // what is 0 where maxima and minima pass over NaN
    [...unaryFloats, ...gates.filter((name) => name !== 'Celu'), 'Abs', 'Div', 'Mul', 'Sub', 'Sum', 'Mean'],
    onOutputs((output, a) => eachOf(output, (x) => a.select(a.isNaN(x), a.of(0), x))),
  ),
  ...ofEach(
    'computed in float16',
    'half precision of GPUs',
    [...unaryFloats.filter((name) => name !== 'Ceil'), ...gates, 'Div', 'Mul', 'Sub', 'Sum', 'Mean', 'Pow'],
    onOutputs((output, a) => eachOf(output, (x) => a.round(x, 'float16'))),
  ),
  ...ofEach(
    'operands are swapped',
    'operands exchanged for broadcasting (onnx2tf PR #109, Paddle PR #47307)',
    ['Div', 'Greater', 'GreaterOrEqual', 'Less', 'LessOrEqual', 'Mod', 'Pow', 'Sub'],
    (correct) => (a, node) => (isBroadcast(node) ? swapped(correct)(a, node) : correct(a, node)),
  ),
  ...ofEach('attributes are not looked at', 'defaults built into kernels', withAttributes, withDefaults),
  ...ofEach(
    'integers go through float32',
    'Eigen without integer paths (onnxruntime PR #25280)',
    ofIntegers,
    (correct) => (a, node) =>
      correct(a, node).map((output) =>
        output.dtype.includes('int') ? eachOf(output, (x) => a.round(x, 'float32')) : output,
      ),
  ),
  fault(
    'Clip: crossed bounds give min',
    'maximum after minimum (ONNX issue 6165)',
    ['Clip'],
    (correct) => (a, node) => {
      const [x, low, high] = node.inputs;
      if (!low || !high) return correct(a, node);
      return [values(x!.dtype, x!.dims, (i) => a.maximum(a.minimum(x!.at(i), high.at(0)), low.at(0)))];
    },
  ),
  fault(
    'Div: quotients are rounded down',
    'floor division (onnx.reference of ONNX 1.20)',
    ['Div'],
    inArithmetic((a) => ({ integral: (x) => a.integral(x, 'floor') })),
  ),
  fault('Round: halves away from zero', "C's round", ['Round'], unary(halvesAway)),
  fault(
    'Log: of the magnitude',
    'logarithms of complex numbers',
    ['Log'],
    unary((a, x) => a.apply(log, a.abs(x))),
  ),
  fault(
    'Sqrt: of the magnitude',
    'roots guarded against NaN',
    ['Sqrt'],
    unary((a, x) => a.sqrt(a.abs(x))),
  ),
  fault(
    'Sinh: as (eˣ - e⁻ˣ)/2',
    'the formula, which cancels near 0',
    ['Sinh'],
    unary((a, x) => a.multiply(a.of(0.5), a.subtract(a.apply(exp, x), a.apply(exp, a.negate(x))))),
  ),
  fault(
    'Asinh: as ln(x + √(x² + 1))',
    'the formula, which cancels below 0',
    ['Asinh'],
    unary((a, x) => a.apply(log, a.add(x, a.sqrt(a.add(a.multiply(x, x), a.of(1)))))),
  ),
  fault(
    'Acos: as π/2 - asin',
    'the formula with π in float16',
    ['Acos'],
    unary((a, x) => a.subtract(a.of(1.5703125), a.apply(asin, x))),
  ),
  fault(
    'Softplus: without 1',
    'large arguments only',
    ['Softplus'],
    unary((a, x) => a.maximum(x, a.of(0))),
  ),
  fault(
    'ThresholdedRelu: at the threshold',
    'x ≥ α, as the texts of recurrent operators have it',
    ['ThresholdedRelu'],
    unary((a, x, node) => a.select(a.less(x, a.of(node.number('alpha'))), a.of(0), x)),
  ),
];
