import type { DType } from '../../oracles/numerics/dtype.ts';
import type { Binding } from '../../oracles/spec/declaration.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';

/** The types that are tried for the type variables of a version: each dtype of the main variable, unless the version lists its bindings. */
export function bindingsOf({ bindings, dtypes, inputs }: OperatorVersion): readonly Binding[] {
  const main = inputs.find((input) => input.variable !== undefined && !input.dtypes)?.variable ?? 'T';
  return bindings ?? (dtypes.length > 0 ? dtypes.map((dtype) => ({ [main]: dtype })) : [{}]);
}

/** The first dtype of a binding; for an empty binding float32, which every backend supports. */
export const mainOf = (types: Binding): DType => Object.values(types)[0] ?? 'float32';
