import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operators } from '../../oracles/operators.ts';

/** Schemas as read from the documents of ONNX; they lie beside a checkout, not in it. */
const file = new URL('../../../shared/spec/ops.json', import.meta.url);

interface Schema {
  readonly name: string;
  readonly since_version: number;
  readonly attributes: readonly { name: string; type: string; required: boolean; default?: unknown }[];
  readonly inputs: readonly { name: string; optional: boolean; typeStr: string }[];
  readonly outputs: readonly { name: string; typeStr: string }[];
  readonly typeConstraints: Readonly<Record<string, readonly string[]>>;
}

const names: Record<string, string> = { float: 'float32', double: 'float64' };
const dtypeOf = (type: string): string => {
  const name = /^tensor\((.*)\)$/.exec(type)![1]!;
  return names[name] ?? name;
};

describe.skipIf(!existsSync(file))('the schemas of ONNX', () => {
  const schemas = () => JSON.parse(readFileSync(file, 'utf8')).domains['ai.onnx'] as Schema[];

  it.each(operators)('of $name', (operator) => {
    const official = schemas().filter(({ name }) => name === operator.name);
    const read = official.map((schema) => ({
      since: schema.since_version,
      attributes: schema.attributes.map(({ name, type, ...rest }) => ({ name, type, default: rest.default })),
      inputs: schema.inputs.map(({ name, optional, typeStr }) => ({
        name,
        optional,
        dtypes: typeStr === 'T' ? undefined : [dtypeOf(typeStr)],
      })),
      outputs: schema.outputs.map(({ name, typeStr }) => ({
        name,
        dtype: typeStr === 'T' ? undefined : dtypeOf(typeStr),
      })),
      dtypes: schema.typeConstraints.T!.map(dtypeOf).toSorted(),
    }));
    // the table was made before opset 28, which withdrew types
    const known = operator.versions.filter(({ since }) => since < 28);
    const declared = known.map(({ since, attributes, inputs, outputs, dtypes }) => ({
      since,
      attributes: attributes.map(({ name, type, ...rest }) => ({ name, type, default: rest.default })),
      inputs: inputs.map(({ name, optional, dtypes: own }) => ({ name, optional, dtypes: own })),
      outputs: outputs.map(({ name, dtype }) => ({ name, dtype })),
      dtypes: dtypes.toSorted(),
    }));
    expect(declared).toEqual(read.toSorted((a, b) => a.since - b.since));
    for (const schema of official) {
      expect(schema.attributes.every(({ required }) => !required)).toBe(true);
    }
  });
});
