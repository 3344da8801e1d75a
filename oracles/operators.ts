import { type DType, dtypes } from './numerics/dtype.ts';
import { composedOperators } from './operators/composed/com-microsoft.ts';
import { operators } from './operators/contents.ts';
import { newestOpset } from './spec/newest-opset.ts';
import { once } from './spec/node.ts';
import type { Operator } from './spec/operator.ts';
import { operatorName } from './spec/operator-name.ts';
import { firstOpset, opsetRange, versionAt } from './spec/version-at.ts';

export { firstOpset, newestOpset, operators, opsetRange, versionAt };

/** The dtypes that some version of some operator allows as T, in the order of the dtype table. */
export const testedDTypes: () => readonly DType[] = once(() =>
  dtypes.filter((dtype) =>
    operators.some(({ versions }) => versions.some((version) => version.dtypes.includes(dtype))),
  ),
);

/**
 * Returns the operator of a node at an opset: one of ONNX that exists there, or one of a runtime that is composed of ONNX's.
 * The latter are judged in models, but no suite tests them.
 */
export function findCalled(opType: string, domain = '', opset = newestOpset): Operator | undefined {
  const found = findOperator(opType, domain);
  if (found && firstOpset(found.versions[0]!) <= opset) return found;
  const name = operatorName({ opType, domain });
  return composedOperators.find((own) => own.name === name) ?? found;
}

/** Returns the operator of a name, with its domain in the name or as an argument; `undefined` if the oracle does not know it. */
export function findOperator(opType: string, domain = ''): Operator | undefined {
  const name = operatorName({ opType, domain });
  return operators.find((operator) => operator.name === name);
}
