import { findOperator, newestOpset } from '../../../oracles/operators.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { operatorNames, type Parameter, type Schema, schemasOf } from '../../../oracles/spec/schemas/schemas.ts';
import { exitCodes } from '../exit-codes.ts';
import { indented } from './format-topic.ts';

/** Prints every operator of ONNX with its versions, and which ones the suite judges. @returns the exit code */
export function printOperators(): number {
  const widest = Math.max(...operatorNames.map((name) => name.length));
  const lines = operatorNames.map((name) => {
    const versions = schemasOf(name).map((schema) => `${schema.since}${schema.deprecated ? ' (deprecated)' : ''}`);
    return `${findOperator(name) ? '*' : ' '} ${name.padEnd(widest)}  ${versions.join(' ')}`;
  });
  const judged = operatorNames.filter((name) => findOperator(name)).length;
  const total = `${operatorNames.length} operators of ai.onnx with their versions; the ${judged} with * are judged`;
  process.stdout.write(`${[...lines, '', total].join('\n')}\n`);
  return exitCodes.conformant;
}

/**
 * Prints what the schema of an operator that the suite does not judge says at an opset.
 * @throws BadInput if the operator does not exist then
 */
export function printSchema(name: string, opset = newestOpset): void {
  const versions = schemasOf(name);
  const schema = versions.findLast(({ since }) => since <= opset);
  if (!schema) throw new BadInput(`${name} does not exist before opset ${versions[0]!.since}`);
  const others = versions.filter((other) => other !== schema).map(({ since }) => since);
  const lines = [
    `${name}-${schema.since}: the suite does not judge it yet`,
    ...(others.length > 0 ? [`Other versions: ${others.join(', ')}`] : []),
    '',
    ...(schema.deprecated ? ['It is deprecated: models of this opset must not use it.'] : signature(schema)),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Attributes, inputs, outputs and type variables of a schema, a line each. */
export function signature({ attributes, inputs, outputs, types }: Schema): string[] {
  return [
    ...(attributes.length > 0 ? ['Attributes'] : []),
    ...attributes.map((a) => `  ${a.name} ${a.type}${a.required ? ', required' : defaultText(a.default)}`),
    ...(inputs.length > 0 ? ['Inputs'] : []),
    ...inputs.map(parameterText),
    'Outputs',
    ...outputs.map(parameterText),
    ...Object.entries(types).flatMap(([variable, list]) => [variable, ...indented(list)]),
  ];
}

const defaultText = (value: unknown): string => (value === undefined ? ', optional' : ` = ${JSON.stringify(value)}`);

function parameterText({ name, type, optional, variadic, least }: Parameter): string {
  const many = variadic && `, ${least} or more${variadic === 'heterogeneous' ? ', each of its own type' : ''}`;
  return `  ${name}: ${type}${optional ? ', optional' : ''}${many ?? ''}`;
}
