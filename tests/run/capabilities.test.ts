import { expect, test } from 'vitest';
import { select } from '../../generators/suite/cases.ts';
import type { DType } from '../../oracles/numerics/dtype.ts';
import { isInvalid, isValid } from '../../reports/schema.ts';
import { describeUndeclared, readCapabilities } from '../../src/backends/capabilities.ts';
import { modelNeeds } from '../../src/run/trial/model-needs.ts';
import { cli, folder, harnessFake, outIn, reportIn, resultsIn } from '../cli/cli.ts';

const ids = ['ReduceSum/13/{float32,int32}/keepdims-zero', 'ReduceSum/13/float32/invalid-axes-out-of-range'];

test('what a backend declares not to have is unsupported, and it is not asked', async () => {
  const cwd = folder();
  const ended = await cli(['run', ...ids, '--opset', '13-15', '--backend', harnessFake('modest.mjs')], cwd);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const results = resultsIn(cwd).filter(isValid);
  const invalid = resultsIn(cwd).filter(isInvalid);
  const isDeclared = ({ dtype, opset }: { dtype: string; opset: number }) => dtype === 'float32' && opset < 15;
  for (const result of results) expect(result.outcome).toBe(isDeclared(result) ? 'pass' : 'unsupported');
  expect(results.filter(isDeclared).length).toBeGreaterThan(0);
  expect(results.filter((result) => result.dtype === 'float32' && !isDeclared(result)).length).toBeGreaterThan(0);
  expect(results.filter((result) => !isDeclared(result)).every(({ dataClass }) => dataClass === 'undrawn')).toBe(true);
  expect(invalid.map(({ opset, outcome }) => [opset, outcome === 'unsupported'])).toEqual(
    invalid.map(({ opset }) => [opset, opset === 15]),
  );
  const report = reportIn(cwd);
  expect(report).toMatchObject({
    complete: true,
    incidents: { count: 0 },
    backend: { provider: 'none', accumulator: 'exact' },
    capabilities: { opsets: [13, 14], dtypes: ['float32'] },
  });
  const messages = report.unsupported.map(({ message }) => message).sort();
  expect(messages).toEqual([
    'not asked: int32 is not among the dtypes that the backend declares',
    'not asked: the backend declares opsets 13 to 14',
  ]);
  const { stdout } = await cli(['report', outIn(cwd), '--full']);
  expect(stdout).toMatch(/declares +opsets 13 to 14, dtypes float32\n/);
});

test('a range of opsets may be open', () => {
  const open = readCapabilities({ opsets: [7] });
  const why = (opset: number) => describeUndeclared(open, () => [{ opset, dtypes: ['float32'] }]);
  expect([6, 7, 28].map(why)).toEqual(['not asked: the backend declares opsets 7 and later', undefined, undefined]);
  for (const opsets of [[], [7, 6], [7, 8, 9], ['7'], 7])
    expect(() => readCapabilities({ opsets })).toThrow('"opsets"');
});

test.each([
  ['Gather/13/float32', ['float32', 'int32'], ['float32', 'int64']],
  ['Expand/13/float32', ['float32']],
] as const)('%s needs the types of inputs for which the schema lists several, and no others', (id, ...needed) => {
  const { cells, cases } = select({ seed: 1, ids: [id], opsets: [], dtypes: [], suite: 'standard' });
  const needs = cells.flatMap(cases).map((one) => {
    const { dtypes, chosen } = [...modelNeeds(one)][0]!;
    return JSON.stringify([...dtypes, ...chosen!.dtypes()]);
  });
  expect([...new Set(needs)].sort()).toEqual(needed.map((types) => JSON.stringify(types)).sort());
});

test('a case is drawn for its types only where the backend lacks one that it may have', () => {
  const chosen = {
    among: ['int32', 'int64'] as const,
    dtypes: () => {
      throw new Error('drawn');
    },
  };
  const why = (...dtypes: DType[]) =>
    describeUndeclared({ dtypes }, () => [{ opset: 13, dtypes: ['float32'], chosen }]);
  expect(why('float32', 'int32', 'int64')).toBeUndefined();
  expect(why('int64')).toMatch('float32');
  expect(() => why('float32', 'int64')).toThrow('drawn');
});
