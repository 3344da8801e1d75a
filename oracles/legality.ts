import { BadInput } from './bad-input.ts';
import type { AttributeValue, Call, OperatorVersion } from './operator.ts';

/**
 * What every operator version demands of a call: declared attributes of the declared type, no more inputs than declared,
 * required inputs present, dtypes admitted.
 * @throws BadInput that names the rule
 */
export function checkCall(version: OperatorVersion, { attributes, inputs }: Call): void {
  for (const [name, value] of Object.entries(attributes)) checkAttribute(version, name, value);
  if (inputs.length > version.inputs.length) {
    const names = version.inputs.map((input) => input.name).join(', ');
    throw new BadInput(`${inputs.length} inputs where version ${version.since} has ${version.inputs.length}: ${names}`);
  }
  for (const [i, { name, optional, dtypes = version.dtypes }] of version.inputs.entries()) {
    const input = inputs[i];
    if (!input && !optional) throw new BadInput(`the input ${name} is missing`);
    if (input && !dtypes.includes(input.dtype)) {
      throw new BadInput(`input ${name}: dtype ${input.dtype} is not allowed by version ${version.since}`);
    }
  }
}

function checkAttribute(version: OperatorVersion, name: string, { type, value }: AttributeValue): void {
  const declared = version.attributes.find((attribute) => attribute.name === name);
  if (!declared) throw new BadInput(`attribute ${name} is not declared by version ${version.since}`);
  if (type !== declared.type) throw new BadInput(`attribute ${name} is ${type} where ${declared.type} is declared`);
  if (type === 'INT' || type === 'INTS') {
    const fraction = [value].flat().find((x) => !Number.isInteger(x));
    if (fraction !== undefined) throw new BadInput(`attribute ${name} holds ${fraction}, which is not an integer`);
  }
}
