import type { DType } from '../numerics/dtype.ts';
import { areTensors, typeOf, type Value } from '../numerics/value.ts';
import { formatType, type ValueType } from '../numerics/value-type.ts';
import { BadInput, NotJudged } from './bad-input.ts';
import type { AttributeValue, Call } from './declaration.ts';
import type { ExpectedValue, OperatorVersion } from './operator.ts';
import { realDTypes } from './schemas/declaration.ts';

/**
 * Checks the requirements of every operator version on a call. Attributes are declared, have the declared type, and have a
 * listed value if the text lists values. Exactly one of `oneOf` is given. There are no more inputs than declared, no required
 * input is missing, and all types are allowed.
 * @throws BadInput that names the rule
 */
export function checkCall(version: OperatorVersion, { attributes, inputs }: Call<Value>): void {
  for (const [name, value] of Object.entries(attributes)) checkAttribute(version, name, value);
  for (const { name, required } of version.attributes) {
    if (required && !attributes[name]) throw new BadInput(`the attribute ${name} is missing`);
  }
  const { oneOf = [] } = version;
  const chosen = oneOf.filter((name) => attributes[name]);
  if (oneOf.length > 0 && chosen.length !== 1) {
    throw new BadInput(`${chosen.length} of ${oneOf.join(', ')} are given instead of exactly one`);
  }
  const last = version.inputs.at(-1);
  if (inputs.length > version.inputs.length && !last?.variadic) {
    const names = version.inputs.map((input) => input.name).join(', ');
    throw new BadInput(`${inputs.length} inputs where version ${version.since} has ${version.inputs.length}: ${names}`);
  }
  const bound = new Map<string, string>();
  const count = Math.max(inputs.length, version.inputs.length - 1 + (last?.variadic ? (last.least ?? 1) : 1));
  for (let i = 0; i < count; i++) {
    const { name, optional, variable, variadic, types, dtypes = version.dtypes } = version.inputs[i] ?? last!;
    const input = inputs[i];
    if (!input && !optional) throw new BadInput(`the input ${name} is missing`);
    if (!input) continue;
    if (!dtypes.includes(input.dtype)) {
      // versions list only dtypes for which there are data
      if (!realDTypes.includes(input.dtype)) throw new NotJudged('tensors of …', input.dtype);
      throw new BadInput(`input ${name}: dtype ${input.dtype} is not allowed by version ${version.since}`);
    }
    const own = typeOf(input);
    if (types && !types.some((type) => isSameType(type, own))) {
      throw new BadInput(`input ${name}: ${formatType(own)} is not allowed by version ${version.since}`);
    }
    if (variable === undefined || variadic === 'heterogeneous') continue;
    const type = formatType(own);
    const known = bound.get(variable) ?? type;
    bound.set(variable, known);
    if (known !== type) throw new BadInput(`input ${name} is ${type} where ${variable} is ${known}`);
  }
}

const isSameType = (a: ValueType, b: ValueType): boolean =>
  a.dtype === b.dtype && a.within.length === b.within.length && a.within.every((holder, i) => holder === b.within[i]);

/**
 * Checks that all inputs of a call are tensors.
 * @throws BadInput if one is not
 */
export function tensorCall(call: Call<Value>): Call {
  const { inputs } = call;
  if (!areTensors(inputs)) throw new BadInput('an input is not a tensor');
  return { ...call, inputs };
}

function checkAttribute(version: OperatorVersion, name: string, { type, value }: AttributeValue): void {
  const declared = version.attributes.find((attribute) => attribute.name === name);
  if (!declared) throw new BadInput(`attribute ${name} is not declared by version ${version.since}`);
  if (type !== declared.type) throw new BadInput(`attribute ${name} is ${type} where ${declared.type} is declared`);
  const { values } = declared;
  const unknown = values && ([value].flat() as string[]).find((one) => !values.includes(one));
  if (unknown !== undefined)
    throw new BadInput(`attribute ${name} is '${unknown}' and not one of ${values!.join(', ')}`);
  if (type === 'INT' || type === 'INTS') {
    const fraction = [value].flat().find((x) => !Number.isInteger(x));
    if (fraction !== undefined) throw new BadInput(`attribute ${name} holds ${fraction}, which is not an integer`);
  }
}

/**
 * Checks the dtypes of outputs.
 * @throws BadInput if the version does not allow a dtype for its output
 */
export function checkOutputs(version: OperatorVersion, expected: readonly ExpectedValue[]): void {
  for (const [i, { dtype }] of expected.entries()) {
    const { name, variable, dtypes = dtypesOf(version, variable) } = version.outputs[i] ?? version.outputs.at(-1)!;
    if (!dtypes || dtypes.includes(dtype)) continue;
    throw new BadInput(`output ${name}: dtype ${dtype} is not allowed by version ${version.since}`);
  }
}

/** Returns the dtypes of a type variable of an input; `undefined` if no input has it. */
function dtypesOf({ inputs, dtypes }: OperatorVersion, variable: string | undefined): readonly DType[] | undefined {
  const input = variable === undefined ? undefined : inputs.find((declared) => declared.variable === variable);
  return input && (input.dtypes ?? dtypes);
}
