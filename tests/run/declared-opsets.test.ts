import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Case, select } from '../../generators/suite/cases.ts';
import { agendaFor, suiteAgenda } from '../../src/run/agenda.ts';
import { mergeShards } from '../../src/run/folder/merge.ts';
import { readStoredResults } from '../../src/run/folder/run-folder.ts';
import { OracleThreads } from '../../src/run/oracle-threads.ts';
import { folder } from '../folder.ts';
import { faulty, inProcess, selection, storedIn, storedRun } from './in-process.ts';

const requirements = { requireTier: 'native' } as const;
const ids = ['Not', 'Acos/7'];
const quick = { ...selection, ids };
const { cells, cases } = select(quick);
const planned = cells.flatMap(cases);
const opsetOf = ({ id, opset }: Case) => Number(/@(\d+)$/.exec(id)?.[1] ?? opset);
const idsOf = (opsets?: [number, number?], asked = quick) =>
  agendaFor(suiteAgenda(asked, requirements, { validOnly: true }), opsets && { opsets }).trials.map(({ id }) => id);

test('a case is asked at an opset that the backend declares and its version has, by an id that says so', () => {
  expect(new Set(planned.filter(({ cell }) => cell.operator.name === 'Not').map(opsetOf))).toContain(1);
  const at = (opsets: [number, number?]) => planned.map((one) => one.within!(opsets));
  expect(at([7]).every(({ opset }) => opset >= 7)).toBe(true);
  expect(at([7]).map(opsetOf)).toEqual(at([7]).map(({ opset }) => opset));
  expect(at([7]).map(({ id }) => id.replace(/@7$/, ''))).toEqual(planned.map(({ id }) => id));
  // what the version does not have is left as it is, and what is declared
  const below = at([1, 6]).filter(({ cell }) => cell.version.since === 7);
  expect(below.map(({ id }) => id)).toEqual(planned.filter(({ cell }) => cell.version.since === 7).map(({ id }) => id));
  expect(idsOf([1])).toEqual(idsOf());
});

test('nothing changes where no opset is declared, or where some are asked for', () => {
  expect(idsOf()).toEqual(planned.map(({ id }) => id));
  for (const asked of [
    { ...quick, opsets: [1] },
    { ...quick, ids: ['Not@1'] },
  ]) {
    expect(idsOf([7], asked)).toEqual(idsOf(undefined, asked));
  }
});

test('an interrupted run, and one in shards, is what it would have been', async () => {
  const dir = folder();
  const launching = inProcess({ ...faulty, opsets: [15, 16] as const });
  const run = (out: string, more = {}) => storedRun(join(dir, out), { launching, ...more });
  const { report, results } = await run('whole');
  expect([...readStoredResults(join(dir, 'whole'))].some(({ id, opset }) => id.endsWith('@15') && opset === 15)).toBe(
    true,
  );
  expect(report.totals.unsupported).toBe(0);
  await run('cut', { until: 9 });
  expect((await run('cut', { resume: true })).results).toBe(results - 9);
  expect(storedIn(join(dir, 'cut'))).toEqual(storedIn(join(dir, 'whole')));
  for (const number of [1, 2]) await run(`${number}`, { shard: { number, of: 2 } });
  const merged = mergeShards([1, 2].map((number) => join(dir, `${number}`)));
  expect(merged.results).toEqual([...readStoredResults(join(dir, 'whole'))]);
});

test('threads of the oracle have them by the same ids', async () => {
  const threads = new OracleThreads(1, { selection: quick, requirements });
  // the opset of a case that would otherwise be of another
  const id = idsOf([9]).find((each) => each.endsWith('@9'))!;
  const refuse = async () => ({ kind: 'unsupported', message: 'none' }) as const;
  expect(await threads.settle({ id }, refuse)).toMatchObject([{ id, opset: 9, outcome: 'unsupported' }]);
  await threads.close();
});
