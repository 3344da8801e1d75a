import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import { broadcastIndex } from '../../oracles/arrays/broadcast.ts';
import { type DType, formatOf, type IntegerFormat, integerRange } from '../../oracles/numerics/dtype.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { findOperator } from '../../oracles/operators.ts';
import { type InputValues, Node, type NodeValues, values } from '../../oracles/spec/node.ts';
import type { Candidate } from './implementation.ts';
import { type Alter, variant } from './variant.ts';

/** A sum of integers in units of the output, each operation rounded. */
type Rescale = <S>(a: Arithmetic<S>, round: (x: S) => S, sum: S, scales: readonly [left: S, right: S, output: S]) => S;

const oneFactor: Rescale = (a, round, sum, [left, right, output]) =>
  round(a.multiply(sum, round(a.divide(round(a.multiply(left, right)), output))));
const dividedLast: Rescale = (a, round, sum, [left, right, output]) =>
  round(a.divide(round(a.multiply(sum, round(a.multiply(left, right)))), output));
const oneByOne: Rescale = (a, round, sum, [left, right, output]) =>
  round(a.divide(round(a.multiply(round(a.multiply(sum, left)), right)), output));

/** Integer sums by the operator for these, brought into units of the output in the type of the scales, or in another one. */
const requantized =
  (sums: 'MatMulInteger' | 'ConvInteger', rescale: Rescale, computedIn?: DType): Alter =>
  () =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const [x, ofX, zeroOfX, w, ofW, zeroOfW, ofY, zeroOfY] = node.inputs as readonly InputValues<S>[];
    const bias = node.inputs[8];
    const [sum] = findOperator(sums)!.evaluate!(
      a,
      new Node(node.version, node.attributes, [x, w, zeroOfX, zeroOfW], 1),
    ) as [NodeValues<S>];
    const { dims } = sum;
    const channel = (index: number) => Math.floor(index / elementCount(dims.slice(2))) % dims[1]!;
    const isMatrix = sums === 'MatMulInteger';
    // a vector is a row or a column, whose dimension the product lacks
    const [isRow, isColumn] = [x, w].map((operand) => isMatrix && operand!.dims.length === 1);
    const ahead = isColumn ? dims.length : dims.length - 1;
    const full = [...dims.slice(0, ahead), ...(isRow ? [1] : []), ...dims.slice(ahead), ...(isColumn ? [1] : [])];
    // rows have a scale each as a vector, or in a dimension of their own
    const rows = ofX!.dims.length === 1 && ofX!.dims[0] !== 1 ? [...ofX!.dims, 1] : ofX!.dims;
    const left = isMatrix && elementCount(rows) > 1 ? broadcastIndex(rows, full) : () => 0;
    const columns = isMatrix ? (index: number) => broadcastIndex(ofW!.dims, full)(index) : channel;
    const right = elementCount(ofW!.dims) > 1 ? columns : () => 0;
    const type = computedIn ?? ofX!.dtype;
    const { min, max } = integerRange(formatOf(zeroOfY!.dtype) as IntegerFormat);
    return [
      values(zeroOfY!.dtype, dims, (index) => {
        const total = bias ? a.add(sum.at(index), bias.at(channel(index))) : sum.at(index);
        const scales = [ofX!.at(left(index)), ofW!.at(right(index)), ofY!.at(0)] as const;
        const y = rescale(a, (one) => a.round(one, type), total, scales);
        const shifted = a.add(a.integral(y, 'nearest-even'), zeroOfY!.at(0));
        return a.maximum(a.minimum(shifted, a.of(max)), a.of(min));
      }),
    ];
  };

const both = (how: string, rescale: Rescale, computedIn?: DType): readonly Candidate[] => [
  variant('QLinearMatMul', how, requantized('MatMulInteger', rescale, computedIn)),
  variant('QLinearConv', how, requantized('ConvInteger', rescale, computedIn)),
];

/** Correct kernels of products of quantized numbers, as runtimes have them. */
export const quantizedVariants: readonly Candidate[] = [
  ...both('by one factor in the type of the scales', oneFactor),
  ...both('by one factor in float32', oneFactor, 'float32'),
  ...both('by one factor in float64', oneFactor, 'float64'),
  ...both('divided last', dividedLast),
  ...both('scaled one by one', oneByOne),
];
