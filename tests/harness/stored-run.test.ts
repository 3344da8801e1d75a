import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStoredReport, readStoredResults } from '../../src/harness/run-folder.ts';
import { adding, cli, folder } from '../cli/cli.ts';

test('a run is read back as it was stored, a last line that was cut short left out', async () => {
  const out = join(folder(), 'out');
  await cli(['run', 'ReduceSum/13/float32', '-b', adding, '--out', out]);
  const report = readStoredReport(out);
  const results = [...readStoredResults(out)];
  expect(results.filter(({ isInvalid }) => !isInvalid)).toHaveLength(report.planned);
  expect(results.filter(({ isInvalid }) => isInvalid)).toHaveLength(report.invalid?.planned ?? 0);
  appendFileSync(join(out, 'results.jsonl'), '{"id":"ReduceSum/13/fl');
  expect([...readStoredResults(out)]).toEqual(results);
  rmSync(join(out, 'report.json'));
  expect(() => readStoredReport(out)).toThrow('the run there ended before its report was written');
});

test('what is no stored run is named', () => {
  const empty = folder();
  expect(() => readStoredReport(empty)).toThrow('no run has been stored there');
  expect(() => readStoredReport(join(empty, 'nothing'))).toThrow('does not exist');
  expect(() => [...readStoredResults(empty)]).toThrow('results.jsonl does not exist');
});
