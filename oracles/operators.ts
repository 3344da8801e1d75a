import { type DType, dtypes } from './numerics/dtype.ts';
import { composedOperators } from './operators/composed/com-microsoft.ts';
import { operators } from './operators/contents.ts';
import { newestOpset } from './spec/newest-opset.ts';
import { once } from './spec/node.ts';
import type { Operator } from './spec/operator.ts';
import { opsetRange, versionAt } from './spec/version-at.ts';

export { newestOpset, operators, opsetRange, versionAt };

/** The dtypes that some version of some operator admits as T, in the order of the table of dtypes. */
export const testedDTypes: () => readonly DType[] = once(() =>
  dtypes.filter((dtype) =>
    operators.some(({ versions }) => versions.some((version) => version.dtypes.includes(dtype))),
  ),
);

/**
 * What a node calls at an opset: an operator of ONNX that exists there, or one of a runtime that is composed of ONNX's. The latter are
 * judged where a model has them, and no suite tries them.
 */
export function findCalled(name: string, domain = '', opset = newestOpset): Operator | undefined {
  const found = findOperator(name, domain);
  if (found && found.versions[0]!.since <= opset) return found;
  return composedOperators.find((own) => own.name === name && own.domain === domain) ?? found;
}

/** The operator of a name, or `undefined` if the oracle does not know it. */
export function findOperator(name: string, domain = ''): Operator | undefined {
  const wanted = domain === 'ai.onnx' ? '' : domain;
  return operators.find((operator) => operator.name === name && operator.domain === wanted);
}
