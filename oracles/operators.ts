import { BadInput } from './bad-input.ts';
import { newestOpset } from './newest-opset.ts';
import { type DType, dtypes } from './numerics/dtype.ts';
import type { Operator, OperatorVersion } from './operator.ts';
import { operators } from './operators/contents.ts';

export { newestOpset, operators };

/** The dtypes that some version of some operator admits as T, in the order of the table of dtypes. */
export const testedDTypes: readonly DType[] = dtypes.filter((dtype) =>
  operators.some(({ versions }) => versions.some((version) => version.dtypes.includes(dtype))),
);

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
