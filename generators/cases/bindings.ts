import type { DType } from '../../oracles/numerics/dtype.ts';
import type { Binding } from '../../oracles/spec/declaration.ts';
import type { OperatorVersion } from '../../oracles/spec/operator.ts';

/** What is tried for the type variables of a version: one after the other all that the main one may be, unless it says more. */
export function bindingsOf({ bindings, dtypes, inputs }: OperatorVersion): readonly Binding[] {
  const main = inputs.find((input) => input.variable !== undefined && !input.dtypes)?.variable ?? 'T';
  return bindings ?? (dtypes.length > 0 ? dtypes.map((dtype) => ({ [main]: dtype })) : [{}]);
}

/** The dtype that stands first in a binding; where there is none, one that every backend has. */
export const mainOf = (types: Binding): DType => Object.values(types)[0] ?? 'float32';
