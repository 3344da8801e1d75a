import { expect, it } from 'vitest';
import { runsOf } from '../../../generators/sessions/runs.ts';
import { select } from '../../../generators/suite/cases.ts';
import { findOperator, operators } from '../../../oracles/operators.ts';
import { excuseOf, excuseOfCall } from '../../../oracles/spec/excuse.ts';
import { schemas } from '../../../oracles/spec/schemas/schemas.ts';

const versions = operators.flatMap(({ name, versions }) => versions.map((version) => ({ name, version })));
const versionOf = (name: string, since: number) =>
  findOperator(name)!.versions.find((version) => version.since === since)!;

it('a version is withdrawn where its schema is marked deprecated', () => {
  const marked = versions.filter(({ name, version: { since } }) =>
    schemas.some((schema) => schema.name === name && schema.since === since && schema.deprecated),
  );
  expect(marked).not.toEqual([]);
  expect(versions.filter(({ version }) => version.withdrawn)).toEqual(marked);
  for (const { version } of marked) expect(excuseOf(version, { T: 'float32' })).toContain('marked deprecated');
});

it.each([
  ['CenterCropPad', 18, { T: 'float32', Tind: 'int32' }, { T: 'float32', Tind: 'int64' }],
  ['MeanVarianceNormalization', 13, { T: 'float16' }, { T: 'float32' }],
  ['RMSNormalization', 23, { T: 'float32', V: 'float16' }, { T: 'float16', V: 'float16' }],
] as const)('%s-%d may be refused where its body is ill-typed', (name, since, ill, well) => {
  expect(excuseOf(versionOf(name, since), ill)).toContain('is ill-typed for');
  expect(excuseOf(versionOf(name, since), well)).toBeUndefined();
});

it('some types of each version have to run, unless it is withdrawn', () => {
  for (const { name, version } of versions.filter(({ version: { illTyped } }) => illTyped)) {
    const { cells } = select({ seed: 1, ids: [`${name}/${version.since}/**`], opsets: [], dtypes: [] });
    expect(cells.some(({ types }) => excuseOf(version, types) === undefined)).toBe(true);
  }
});

it('no session has another model that may be refused', () => {
  const excused = versions.filter(({ version }) => version.withdrawn || version.illTyped).map(({ name }) => name);
  // the second model is of the same operator, or of the next one of the family
  const concerned = operators.filter(({ name }, i) =>
    [name, operators[i + 1]?.name].some((one) => excused.includes(one!)),
  );
  const ids = concerned.map(({ name }) => `${name}/*/*/sessions-interleaved`);
  const { cells, cases } = select({ seed: 1, ids, opsets: [], dtypes: [] });
  const alien = cells.filter(({ version, types }) => excuseOf(version, types) === undefined).flatMap(cases);
  const others = alien.flatMap((question) => runsOf(question).filter(({ model }) => model > 0));
  expect(others.length).toBeGreaterThan(20);
  for (const { testCase } of others) {
    const call = { inputs: testCase.proposal.inputs.map(({ value }) => value) };
    expect([testCase.id, excuseOfCall(testCase.cell.version, call)]).toEqual([testCase.id, undefined]);
  }
});
