import { expect, test } from 'vitest';
import { isInvalid, isValid } from '../../reports/schema.ts';
import { cli, folder, harnessFake, reportIn, resultsIn } from '../cli/cli.ts';

async function run(FAKE_WAY: string, ...args: string[]) {
  const cwd = folder();
  const ended = await cli(['run', ...args, '--backend', harnessFake('particular.mjs')], cwd, { FAKE_WAY });
  return { ...ended, cwd, results: resultsIn(cwd).filter(isValid), report: reportIn(cwd) };
}

/** Sessions of a norm, of which the second model of one is a sum of logarithms, and sessions of the latter alone; the full suite has them all. */
const norms = 'ReduceL2/11/int64/sessions-interleaved';
const logarithms = 'ReduceLogSum/11/int64/session*';
const full = ['--suite', 'full'];
const isBesideLogarithms = ({ summary }: { readonly summary: string }) => summary.includes('operator ReduceLogSum');

test.concurrent('a refusal that a policy admits is admitted of a second model, and the rest is judged', async () => {
  const { code, results, report } = await run('refuses logarithms of integers', norms, logarithms, ...full);
  expect(results.filter(isBesideLogarithms)).not.toEqual([]);
  expect(results.map(({ id, outcome }) => [id, outcome])).toEqual(results.map(({ id }) => [id, 'pass']));
  const ofNorms = results.filter(({ operator }) => operator === 'ReduceL2');
  expect(ofNorms.filter(({ observations = [] }) => observations.some(({ choice }) => choice === 'rejected'))).toEqual(
    [],
  );
  expect(report.policies.find(({ policy }) => policy === 'integer-logarithm')).toMatchObject({
    operator: 'ReduceLogSum',
    choices: { rejected: results.length - ofNorms.length },
  });
  expect(code).toBe(0);
});

test.concurrent('it is none if the control is refused as well, and the operator at fault is named', async () => {
  const { code, results, report } = await run('has no logarithms', norms, ...full);
  const failed = results.filter(({ outcome }) => outcome !== 'pass');
  expect(failed).not.toEqual([]);
  expect(failed.every(isBesideLogarithms)).toBe(true);
  const atFault = { operator: 'ReduceLogSum', version: 11, dtype: 'int64' };
  for (const result of failed) expect(result).toMatchObject({ operator: 'ReduceL2', outcome: 'error', atFault });
  const { operator, version } = atFault;
  expect(report.findings[0]!.where).toEqual([{ operator, version, dtypes: ['int64'], cases: failed.length }]);
  expect(code).toBe(1);
});

test.concurrent('a wrong value is reported for the operator that gave it, the case keeps its id', async () => {
  const { results, report, stdout } = await run('answers logarithms with nothing but ones', norms, logarithms, ...full);
  const beside = results.find((result) => isBesideLogarithms(result) && result.outcome === 'fail')!;
  expect(beside.id).toMatch(/^ReduceL2\/11\/int64\//);
  expect(beside.atFault).toEqual({ operator: 'ReduceLogSum', version: 11, dtype: 'int64' });
  expect(beside.alone).toBe('wrong');
  expect(report.findings.flatMap(({ where }) => where.map(({ operator }) => operator))).not.toContain('ReduceL2');
  expect(stdout).not.toMatch(/^.*ReduceL2-11.*$/m);
});

test.concurrent('what is not declared is asked neither in sessions nor as an invalid model or its control', async () => {
  const ids = ['ReduceMax/{11,12,13,18}/float32/sessions-interleaved', 'ReduceSum/*/float32/invalid-*'];
  const { code, cwd, report, results } = await run('dies of what it does not declare', ...ids);
  expect({ code, incidents: report.incidents.count }).toEqual({ code: 0, incidents: 0 });
  const passed = results.filter(({ outcome }) => outcome === 'pass');
  expect(passed.map(({ summary }) => summary)).toContainEqual(expect.stringContaining('model 2'));
  const unasked = results.filter(({ outcome }) => outcome !== 'pass');
  for (const { message } of unasked) expect(message).toMatch(/^not asked: /);
  expect(unasked.some(({ message }) => /float64/.test(message!))).toBe(true);
  const outcomes = new Set(
    resultsIn(cwd)
      .filter(isInvalid)
      .map(({ outcome }) => outcome),
  );
  expect(outcomes).toContain('unsupported');
  expect([...outcomes].filter((outcome) => !['unsupported', 'rejected', 'accepted'].includes(outcome))).toEqual([]);
});
