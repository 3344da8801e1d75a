import type { Value } from '../numerics/value.ts';
import { type Binding, type Call, inputAt } from './declaration.ts';
import type { OperatorVersion } from './operator.ts';

/**
 * Returns the reason why a runtime may reject a node of a version, for any data; `undefined` if it must run it. Either the schema
 * is marked deprecated, or the function body, which is also normative, does not accept types that the constraints allow.
 */
export function excuseOf(version: OperatorVersion, types: Binding): string | undefined {
  if (version.withdrawn) return `the schema of version ${version.since} is marked deprecated`;
  const found = version.illTyped?.find((one) => Object.entries(one).every(([name, dtype]) => types[name] === dtype));
  return found && `the function body of version ${version.since} is ill-typed for ${formatTypes(found)}`;
}

/** Formats a binding: "T float32 with V float16". */
export const formatTypes = (types: Binding): string =>
  Object.entries(types)
    .map(([name, dtype]) => `${name} ${dtype}`)
    .join(' with ');

/** Returns the same for a call, whose inputs determine the type variables. */
export function excuseOfCall(version: OperatorVersion, { inputs }: Pick<Call<Value>, 'inputs'>): string | undefined {
  const bound = inputs.flatMap((input, i) => {
    const variable = inputAt(version, i)?.variable;
    return input && variable !== undefined ? [[variable, input.dtype] as const] : [];
  });
  return excuseOf(version, Object.fromEntries(bound));
}
