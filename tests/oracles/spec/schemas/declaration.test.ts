import { expect, it } from 'vitest';
import { formatType } from '../../../../oracles/numerics/value-type.ts';
import { operators } from '../../../../oracles/operators.ts';
import { declarationOf, unjudgedTypes } from '../../../../oracles/spec/schemas/declaration.ts';
import { operatorNames, schemaOf, schemasInForce, typesOf } from '../../../../oracles/spec/schemas/schemas.ts';

it.each(operatorNames)('%s keeps every type of its schemas', (name) => {
  for (const schema of schemasInForce(name)) {
    const { inputs, outputs } = declarationOf(schema);
    const kept = [...inputs, ...outputs].map(({ types = [] }) => types.map(formatType));
    const written = [...schema.inputs, ...schema.outputs].map(({ type }) => schema.types[type]?.split(' ') ?? [type]);
    expect(kept, `${name}-${schema.since}`).toEqual(written);
  }
});

it('has each type of an input either judged or named as one that is not', () => {
  for (const { name, versions } of operators) {
    for (const version of versions) {
      const unjudged = unjudgedTypes(version);
      for (const input of schemaOf(name, version.since).inputs) {
        const declared = version.inputs.find((one) => one.name === input.name)!;
        const judged: readonly string[] = declared.dtypes ?? version.dtypes;
        const all = typesOf(schemaOf(name, version.since), input).map(formatType);
        expect(
          all.filter((type) => !judged.includes(type) && !unjudged.includes(type)),
          `${name}-${version.since}`,
        ).toEqual([]);
      }
    }
  }
});
