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

/** The same among operators of runtimes that are composed of ONNX's as well: they are judged where a model has them, and no suite tries them. */
export function findAnyOperator(name: string, domain = ''): Operator | undefined {
  const own = composedOperators.find((operator) => operator.name === name && operator.domain === domain);
  return findOperator(name, domain) ?? own;
}

/** The operator of a name, or `undefined` if the oracle does not know it. */
export function findOperator(name: string, domain = ''): Operator | undefined {
  const wanted = domain === 'ai.onnx' ? '' : domain;
  return operators.find((operator) => operator.name === name && operator.domain === wanted);
}
