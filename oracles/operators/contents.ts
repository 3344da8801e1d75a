import type { Operator } from '../operator.ts';
import { withSessionClauses } from '../sessions.ts';
import { argMax } from './arg-reduction/arg-max.ts';
import { argMin } from './arg-reduction/arg-min.ts';
import { cast, castLike } from './cast/cast.ts';
import { matMul } from './contraction/mat-mul.ts';
import { sigmoid } from './elementwise/activations.ts';
import { add, neg } from './elementwise/arithmetic.ts';
import { where } from './elementwise/where.ts';
import { concat } from './movement/concat.ts';
import { constant } from './movement/constant.ts';
import { gather } from './movement/gather.ts';
import { shape, size } from './movement/shape.ts';
import { transpose } from './movement/transpose.ts';
import { reduceL1 } from './reduction/l1.ts';
import { reduceL2 } from './reduction/l2.ts';
import { reduceLogSum } from './reduction/log-sum.ts';
import { reduceLogSumExp } from './reduction/log-sum-exp.ts';
import { reduceMax } from './reduction/max.ts';
import { reduceMean } from './reduction/mean.ts';
import { reduceMin } from './reduction/min.ts';
import { reduceProd } from './reduction/prod.ts';
import { reduceSum } from './reduction/sum.ts';
import { reduceSumSquare } from './reduction/sum-square.ts';
import { cumSum } from './scan/cum-sum.ts';
import { softmax } from './softmax/softmax.ts';

/** Every operator that the oracle knows, in the alphabetical order of Operators.md. */
export const operators: readonly Operator[] = [
  add, // Operators.md#Add
  argMax, // Operators.md#ArgMax
  argMin, // Operators.md#ArgMin
  cast, // Operators.md#Cast
  castLike, // Operators.md#CastLike
  concat, // Operators.md#Concat
  constant, // Operators.md#Constant
  cumSum, // Operators.md#CumSum
  gather, // Operators.md#Gather
  matMul, // Operators.md#MatMul
  neg, // Operators.md#Neg
  reduceL1, // Operators.md#ReduceL1
  reduceL2, // Operators.md#ReduceL2
  reduceLogSum, // Operators.md#ReduceLogSum
  reduceLogSumExp, // Operators.md#ReduceLogSumExp
  reduceMax, // Operators.md#ReduceMax
  reduceMean, // Operators.md#ReduceMean
  reduceMin, // Operators.md#ReduceMin
  reduceProd, // Operators.md#ReduceProd
  reduceSum, // Operators.md#ReduceSum
  reduceSumSquare, // Operators.md#ReduceSumSquare
  shape, // Operators.md#Shape
  sigmoid, // Operators.md#Sigmoid
  size, // Operators.md#Size
  softmax, // Operators.md#Softmax
  transpose, // Operators.md#Transpose
  where, // Operators.md#Where
].map(withSessionClauses);
