import type { Value } from '../numerics/value.ts';
import { type Binding, type Call, inputAt } from './declaration.ts';
import type { OperatorVersion } from './operator.ts';

/**
 * Why a runtime may refuse a node of a version, whatever its data: the schema is marked deprecated, or the function body, which
 * is normative as well, does not admit the types that the constraints do. `undefined` where it has to run.
 */
export function excuseOf(version: OperatorVersion, types: Binding): string | undefined {
  if (version.withdrawn) return `the schema of version ${version.since} is marked deprecated`;
  const found = version.illTyped?.find((one) => Object.entries(one).every(([name, dtype]) => types[name] === dtype));
  return found && `the function body of version ${version.since} is ill-typed for ${formatTypes(found)}`;
}

/** "T float32 with V float16". */
export const formatTypes = (types: Binding): string =>
  Object.entries(types)
    .map(([name, dtype]) => `${name} ${dtype}`)
    .join(' with ');

/** The same of a call: its inputs say what type variables stand for. */
export function excuseOfCall(version: OperatorVersion, { inputs }: Pick<Call<Value>, 'inputs'>): string | undefined {
  const bound = inputs.flatMap((input, i) => {
    const variable = inputAt(version, i)?.variable;
    return input && variable !== undefined ? [[variable, input.dtype] as const] : [];
  });
  return excuseOf(version, Object.fromEntries(bound));
}
