import { argMax } from './arg-reduction/arg-max.ts';
import { argMin } from './arg-reduction/arg-min.ts';
import { BadInput } from './bad-input.ts';
import { sigmoid } from './elementwise/activations.ts';
import { add, neg } from './elementwise/arithmetic.ts';
import { where } from './elementwise/where.ts';
import { newestOpset } from './newest-opset.ts';
import type { Operator, OperatorVersion } from './operator.ts';
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
import { withSessionClauses } from './sessions.ts';

export { newestOpset };

/** Every operator that the oracle knows, in the alphabetical order of Operators.md. */
export const operators: readonly Operator[] = [
  add, // Operators.md#Add
  argMax, // Operators.md#ArgMax
  argMin, // Operators.md#ArgMin
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
  sigmoid, // Operators.md#Sigmoid
  where, // Operators.md#Where
].map(withSessionClauses);

/** The operator of a name, or `undefined` if the oracle does not know it. */
export function findOperator(name: string, domain = ''): Operator | undefined {
  const wanted = domain === 'ai.onnx' ? '' : domain;
  return operators.find((operator) => operator.name === name && operator.domain === wanted);
}

/**
 * The version of an operator that is in force at an opset: the newest one that is not newer.
 * @throws BadInput for an opset below the operator's first version or outside 1 … {@link newestOpset}
 */
export function versionAt(operator: Operator, opset: number): OperatorVersion {
  if (!Number.isInteger(opset) || opset < 1 || opset > newestOpset) {
    throw new BadInput(`opset ${opset} does not exist: ONNX opsets are 1 to ${newestOpset}`);
  }
  const version = operator.versions.findLast((candidate) => candidate.since <= opset);
  if (!version) throw new BadInput(`${operator.name} does not exist before opset ${operator.versions[0]!.since}`);
  return version;
}

/** First and last opset that resolve to a version. */
export function opsetRange(operator: Operator, version: OperatorVersion): { first: number; last: number } {
  const next = operator.versions[operator.versions.indexOf(version) + 1];
  return { first: version.since, last: next ? next.since - 1 : newestOpset };
}
