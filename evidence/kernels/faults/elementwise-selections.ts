import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import {
  alignedLeft,
  eachOf,
  inArithmetic,
  ofFirstLane,
  onceOnly,
  onNode,
  onOutputs,
  unary,
  withoutTail,
} from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { fault, named, ofEach } from './elementwise-kernels.ts';

const comparisons = ['Equal', 'Greater', 'GreaterOrEqual', 'Less', 'LessOrEqual'];
const logic = ['And', 'Or', 'Xor'];
const bits = ['BitwiseAnd', 'BitwiseOr', 'BitwiseXor'];
const ofLanes = named('And BitwiseNot Ceil Clip IsInf IsNaN Not Relu Shrink Sign ThresholdedRelu');

/** Integers by their low 32 bits. */
const in32Bits = onNode(({ inputs }, a) => ({
  inputs: inputs.map((input) =>
    input?.dtype.endsWith('int64') ? eachOf(input, (x) => a.bitwise('and', x, a.of(0xffff_ffff))) : input,
  ),
}));

/** Faults of elementwise operators that compare, select or turn bits rather than compute. */
export const elementwiseSelectionFaults: readonly Mutant[] = [
  ...ofEach(
    'the tail after the last multiple of 8 is left out',
    'vector loops without a tail',
    ['BitShift', 'BitwiseNot', 'GreaterOrEqual', 'IsInf', 'IsNaN', 'LessOrEqual', 'PRelu', 'Shrink', 'ThresholdedRelu'],
    withoutTail,
  ),
  ...ofEach('the first of four lanes decides for all', 'branches that a vector takes together', ofLanes, ofFirstLane),
  ...ofEach(
    'the shorter operand is walked as if it began at the first dimension',
    'broadcasting aligned at the left',
    [...comparisons, ...logic, ...bits, 'Max', 'Min', 'PRelu'],
    alignedLeft,
  ),
  ...ofEach(
    'an operand of one element meets the first element only',
    'broadcasting of scalars (onnxruntime issue 8880)',
    ['BitwiseOr', 'BitwiseXor', 'Max', 'Min', 'Or', 'Xor'],
    onceOnly,
  ),
  ...ofEach(
    'operands are compared as float32',
    'comparisons after a common conversion',
    comparisons,
    onNode(({ inputs }, a) => ({
      inputs: inputs.map((input) => input && eachOf(input, (x) => a.round(x, 'float32'))),
    })),
  ),
  ...ofEach(
    'NaN makes it true',
    'the opposite comparison, negated',
    ['GreaterOrEqual', 'LessOrEqual', 'Equal'],
    (correct) => (a, node) => {
      const hasNaN = (i: number) =>
        inArithmetic((own) => ({ equal: (x, y) => own.isNaN(own.add(x, y)) }))(correct)(a, node)[0]!.at(i);
      return correct(a, node).map((output) => eachOf(output, (x, i) => a.select(hasNaN(i), a.of(1), x)));
    },
  ),
  ...ofEach(
    'integers of 64 bits by their low half',
    'integers of JavaScript and of GPUs',
    ['Abs', 'BitShift', 'BitwiseNot', 'Sign', ...bits],
    in32Bits,
  ),
  fault('Greater: equal is greater', 'the wrong comparison', ['Greater'], inArithmetic(orEqual)),
  fault('Less: equal is less', 'the wrong comparison', ['Less'], inArithmetic(orEqual)),
  fault(
    'BitShift: always to the left',
    'the direction is not looked at',
    ['BitShift'],
    onNode(() => ({ attributes: { direction: { type: 'STRING', value: 'LEFT' } } })),
  ),
  fault(
    'BitwiseNot: the sign turned over',
    'negation, which is one more',
    ['BitwiseNot'],
    unary((a, x) => a.negate(x)),
  ),
  fault(
    'Not: of the bits of a byte',
    'what is true stays true',
    ['Not'],
    onOutputs((output, a) => eachOf(output, () => a.of(1))),
  ),
  fault(
    'IsNaN: infinities too',
    'a look at the exponent alone',
    ['IsNaN'],
    unary((a, x) => a.isNaN(a.subtract(x, x))),
  ),
  fault(
    'IsNaN: never',
    'x ≠ x, compiled with -ffast-math',
    ['IsNaN'],
    unary((a) => a.of(0)),
  ),
  fault(
    'IsInf: NaN too',
    'a look at the exponent alone',
    ['IsInf'],
    (correct) => (a, node) =>
      correct(a, node).map((output) => eachOf(output, (x, i) => a.select(a.isNaN(node.input(0).at(i)), a.of(1), x))),
  ),
  fault(
    'PRelu: as max(0, x) + slope·min(0, x)',
    'the formula, in which infinite slopes meet zeros',
    ['PRelu'],
    inArithmetic((a) => ({
      less: () => a.of(1),
      multiply: (slope, x) => a.add(a.maximum(a.of(0), x), a.multiply(slope, a.minimum(a.of(0), x))),
    })),
  ),
  fault(
    'PRelu: the first slope for all',
    'kernels of a single slope',
    ['PRelu'],
    onNode(({ inputs: [x, slope] }) => ({ inputs: [x!, eachOf(slope!, () => slope!.at(0))] })),
  ),
  fault(
    'Relu: cut at 6',
    'Relu6 in its place',
    ['Relu'],
    onOutputs((output, a) => eachOf(output, (x) => a.minimum(x, a.of(6)))),
  ),
  fault(
    'Ceil: one more than floor',
    'integers are not looked at',
    ['Ceil'],
    unary((a, x) => a.add(a.integral(x, 'floor'), a.of(1))),
  ),
  fault('Shrink: at λ too', '≤ in the place of <', ['Shrink'], inArithmetic(orEqual)),
];

/** Less, or equal. */
function orEqual<S>(a: Arithmetic<S>) {
  return { less: (x: S, y: S) => a.select(a.equal(x, y), a.of(1), a.less(x, y)) };
}
