import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatType } from '../../../../oracles/numerics/value-type.ts';
import { domainOf } from '../../../../oracles/spec/operator-name.ts';
import { type Schema, schemaOf, schemas, schemasOf, typesOf } from '../../../../oracles/spec/schemas/schemas.ts';

/** Schemas as read from the documents of ONNX; they are next to a checkout, not in it. */
const file = new URL('../../../../shared/spec/ops.json', import.meta.url);

interface Documented {
  readonly name: string;
  readonly since_version: number;
  readonly deprecated: boolean;
  readonly attributes: readonly { name: string; type: string; required: boolean; default?: unknown }[];
  readonly inputs: readonly DocumentedParameter[];
  readonly outputs: readonly DocumentedParameter[];
  readonly typeConstraints: Readonly<Record<string, readonly string[]>>;
  readonly minInput: number;
  readonly minOutput: number;
  readonly function: boolean;
  readonly contextDependentFunction: boolean;
}

interface DocumentedParameter {
  readonly name: string;
  readonly optional: boolean;
  readonly variadic: boolean;
  readonly homogeneous?: boolean;
  readonly typeStr: string;
}

const dtypes: Readonly<Record<string, string>> = { float: 'float32', double: 'float64' };

function typeOf(text: string): string {
  const [, outer, inner] = /^(\w+)\((.*)\)$/.exec(text) as unknown as [string, string, string];
  return outer === 'tensor' ? (dtypes[inner] ?? inner) : `${outer}(${typeOf(inner)})`;
}

function asOurs(schema: Documented): unknown {
  const { name, since_version: since, deprecated, typeConstraints } = schema;
  if (deprecated) return { name, since, deprecated };
  const parameters = (list: readonly DocumentedParameter[], least: number) =>
    list.map(({ name, optional, variadic, homogeneous, typeStr }) => ({
      name,
      type: typeStr in typeConstraints ? typeStr : typeOf(typeStr),
      ...(optional && { optional }),
      ...(variadic && {
        variadic: homogeneous === false ? 'heterogeneous' : 'homogeneous',
        least: Math.max(0, least - list.length + 1),
      }),
    }));
  return {
    name,
    since,
    attributes: schema.attributes
      .map(({ name, type, required, ...rest }) => ({
        name,
        type,
        ...(required && { required }),
        ...('default' in rest && { default: type === 'FLOAT' ? Math.fround(rest.default as number) : rest.default }),
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    inputs: parameters(schema.inputs, schema.minInput),
    outputs: parameters(schema.outputs, schema.minOutput),
    types: Object.fromEntries(
      Object.entries(typeConstraints).map(([name, types]) => [name, types.map(typeOf).toSorted()]),
    ),
    ...((schema.function || schema.contextDependentFunction) && { function: true }),
  };
}

function comparable(schema: (typeof schemas)[number]): unknown {
  if (schema.deprecated) return schema;
  const { attributes, types, illTyped: _, ...rest } = schema; // the documents do not say what bodies come to
  return {
    ...rest,
    attributes: attributes.map(({ type, ...declared }) => ({
      ...declared,
      type,
      ...(type === 'FLOAT' && declared.default !== undefined && { default: Math.fround(declared.default as number) }),
    })),
    types: Object.fromEntries(Object.entries(types).map(([name, list]) => [name, list.split(' ').toSorted()])),
  };
}

describe('the schemas', () => {
  const ofOnnx = schemas.filter(({ name }) => domainOf(name) === '');

  it('are of 203 operators of ONNX', () => expect(new Set(ofOnnx.map(({ name }) => name)).size).toBe(203));

  it('are sorted by name and version, each version once', () => {
    const keys = schemas.map(({ name, since }) => `${name} ${String(since).padStart(3)}`);
    expect(keys).toEqual([...new Set(keys)].toSorted());
  });

  it('name known types', () => {
    const inForce = schemas.filter((schema): schema is Schema => !schema.deprecated);
    for (const schema of inForce) {
      for (const value of [...schema.inputs, ...schema.outputs]) {
        const written = schema.types[value.type]?.split(' ') ?? [value.type];
        expect(typesOf(schema, value).map(formatType), `${schema.name}-${schema.since}`).toEqual(written);
      }
    }
  });

  it('are found by name and version', () => {
    expect(schemasOf('ReduceSum').map(({ since }) => since)).toEqual([1, 11, 13]);
    expect(schemaOf('Concat', 13).inputs).toEqual([{ name: 'inputs', type: 'T', variadic: 'homogeneous', least: 1 }]);
    expect(schemasOf('Nonsense')).toEqual([]);
    expect(() => schemaOf('ReduceSum', 12)).toThrow('there is no ReduceSum-12');
    expect(() => schemaOf('Upsample', 10)).toThrow(RangeError);
  });

  it.skipIf(!existsSync(file))('are those of the documents of ONNX', () => {
    const { domains, newIn1_23_1 } = JSON.parse(readFileSync(file, 'utf8'));
    const documented: Documented[] = [
      ...domains['ai.onnx'],
      ...newIn1_23_1.filter((s: { domain: string }) => !s.domain),
    ];
    const key = ({ name, since }: { name: string; since: number }) => `${name}-${since}`;
    const theirs = documented.map((s) => [key({ name: s.name, since: s.since_version }), asOurs(s)]);
    expect(Object.fromEntries(ofOnnx.map((s) => [key(s), comparable(s)]))).toEqual(Object.fromEntries(theirs));
  });
});
