import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStoredReport, readStoredResults } from '../../src/run/folder/run-folder.ts';
import { adding, cli, complaint, folder } from '../cli/cli.ts';

/** Cases and invalid models. */
const some = 'ReduceSum/13/float32/{axes-*,definition,invalid-*}';

test('a run is read back as it was stored, a last line that was cut short left out', async () => {
  const out = join(folder(), 'out');
  await cli(['run', some, '-b', adding, '--out', out]);
  const report = readStoredReport(out);
  const results = [...readStoredResults(out)];
  expect(results.filter(({ isInvalid }) => !isInvalid)).toHaveLength(report.planned);
  expect(results.filter(({ isInvalid }) => isInvalid)).toHaveLength(report.invalid?.planned ?? 0);
  appendFileSync(join(out, 'results.jsonl'), '{"id":"ReduceSum/13/fl');
  expect([...readStoredResults(out)]).toEqual(results);
  rmSync(join(out, 'report.json'));
  expect(() => readStoredReport(out)).toThrow(
    `the run there ended before its report was written; write it by: onnx-conformance report ${out}`,
  );
});

test('of a run that was killed, report makes the report of what is there, and --resume goes on from it', async () => {
  const cwd = folder();
  const args = ['run', some, '-b', adding, '--out', 'a b ü'];
  const whole = (await cli(args, cwd)).stdout;
  const out = join(cwd, 'a b ü');
  const results = readFileSync(join(out, 'results.jsonl'), 'utf8');
  for (const name of ['report.json', 'report.md', 'report.html']) rmSync(join(out, name));
  writeFileSync(join(out, 'results.jsonl'), results.slice(0, results.length / 2));
  const { code, stdout } = await cli(['report', 'a b ü'], cwd);
  expect([code, stdout]).toEqual([0, expect.stringContaining('INCOMPLETE')]);
  const left = [...readStoredResults(out)];
  expect(left.length).toBe(results.slice(0, results.length / 2).split('\n').length - 1);
  const { complete, totals } = readStoredReport(out);
  expect([complete, totals.pass + totals.fail]).toEqual([false, left.filter(({ isInvalid }) => !isInvalid).length]);
  const rest = await cli([...args, '--resume'], cwd);
  expect(rest.stdout.replace(/ · [\d.]+ m?s\b/, '')).toBe(whole.replace(/ · [\d.]+ m?s\b/, ''));
});

test('of a run of which nothing is known but results, report says so', async () => {
  const out = folder();
  writeFileSync(join(out, 'results.jsonl'), '');
  const ended = await cli(['report', out]);
  expect([ended.code, complaint(ended)]).toEqual([2, `${out} holds a run without run.json`]);
});

test('what is not a stored run is named', () => {
  const empty = folder();
  expect(() => readStoredReport(empty)).toThrow('no run has been stored there');
  expect(() => readStoredReport(join(empty, 'nothing'))).toThrow('does not exist');
  expect(() => [...readStoredResults(empty)]).toThrow('results.jsonl does not exist');
});
