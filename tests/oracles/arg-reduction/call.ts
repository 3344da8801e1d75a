import type { ElementAcceptance } from '../../../oracles/judge/acceptance.ts';
import type { DType } from '../../../oracles/numerics/dtype.ts';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { findOperator, newestOpset, operators, versionAt } from '../../../oracles/operators.ts';
import type { AttributeValue, Call } from '../../../oracles/spec/declaration.ts';
import type { ExpectedOutput } from '../../../oracles/spec/operator.ts';
import { tensorOf } from '../call.ts';

/** Every version of the operators of the family. */
export const versions = operators
  .filter(({ family }) => family === 'arg-reduction')
  .flatMap((operator) =>
    operator.versions.map((version) => ({ name: operator.name, since: version.since, operator, version })),
  );

/** What a node asks for. */
export interface Request {
  readonly axis?: number | undefined;
  readonly keepdims?: number | undefined;
  readonly selectLastIndex?: number | undefined;
}

export function callOf(data: Tensor, { axis, keepdims, selectLastIndex }: Request = {}): Call {
  const given = { axis, keepdims, select_last_index: selectLastIndex };
  const attributes = Object.entries(given).flatMap(([name, value]): [string, AttributeValue][] =>
    value === undefined ? [] : [[name, { type: 'INT', value }]],
  );
  return { attributes: Object.fromEntries(attributes), inputs: [data] };
}

/** What the oracle says about the whole output. */
export function search(name: string, data: Tensor, request: Request = {}, opset = newestOpset): ExpectedOutput {
  const operator = findOperator(name)!;
  return operator.expect(versionAt(operator, opset), callOf(data, request))[0]!;
}

/** The acceptance of the one index of a row. */
export function row(
  name: string,
  dtype: DType,
  values: readonly NumericScalar[],
  request: Request = {},
  opset = newestOpset,
): ElementAcceptance {
  return search(name, tensorOf(dtype, values), request, opset).accept(0);
}

/** The indices that are accepted of a row, from -1 to one beyond its end. */
export function accepted(acceptance: ElementAcceptance, length: number): number[] {
  const indices = Array.from({ length: length + 2 }, (_, i) => i - 1);
  return indices.filter((index) => acceptance.judge(BigInt(index)).accepted);
}
