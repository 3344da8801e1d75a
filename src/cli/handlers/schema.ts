import { domainOf } from '../../../oracles/spec/operator-name.ts';
import { operatorNames, type Parameter, type Schema, schemasOf } from '../../../oracles/spec/schemas/schemas.ts';
import { exitCodes } from '../exit-codes.ts';
import { indented } from './format-topic.ts';

/** Prints every operator with its versions. @returns the exit code */
export function printOperators(): number {
  const widest = Math.max(...operatorNames.map((name) => name.length));
  const lines = operatorNames.map((name) => {
    const versions = schemasOf(name).map((schema) => `${schema.since}${schema.deprecated ? ' (deprecated)' : ''}`);
    return `${name.padEnd(widest)}  ${versions.join(' ')}`;
  });
  const others = operatorNames.filter((name) => domainOf(name) !== '').length;
  const own = `${operatorNames.length - others} operators of ai.onnx`;
  const total = `${own}${others > 0 ? ` and ${others} of other domains` : ''} with their versions; all are judged`;
  process.stdout.write(`${[...lines, '', total].join('\n')}\n`);
  return exitCodes.conformant;
}

/** Returns the attributes, inputs, outputs and type variables of a schema, one line each. */
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
