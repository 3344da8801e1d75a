import { expect, test } from 'vitest';
import { policies } from '../../oracles/judge/policy.ts';
import { addingAll, cli, folder, harnessFake, reportIn, resultsIn } from './cli.ts';

const overflow = 'ReduceSum/13/int32/integer-overflow';
const run = (cwd: string, ...more: string[]) => cli(['run', overflow, '-b', addingAll, ...more], cwd);
const required = (choice: string) => ['--policy', `integer-overflow=${choice}`];

test.concurrent('a choice that is required fails every answer that chooses otherwise', async () => {
  const cwd = folder();
  const ended = await run(cwd, ...required('saturate'));
  expect(ended).toMatchObject({ code: 1, stderr: '' });
  const failed = resultsIn(cwd).filter(({ outcome }) => outcome === 'fail');
  expect(failed.length).toBeGreaterThan(0);
  for (const result of failed) {
    expect(result).toMatchObject({
      problem: 'policy',
      message: 'integer-overflow: wrap, where saturate is required',
      observations: expect.arrayContaining([{ policy: 'integer-overflow', choice: 'wrap' }]),
    });
  }
  const report = reportIn(cwd);
  expect(report.options.policies).toEqual([{ policy: 'integer-overflow', choice: 'saturate' }]);
  expect(report.failedClauses).toEqual([]);
  expect(report.findings).toMatchObject([{ problem: 'policy', cases: failed.length }]);
  const words = ended.stdout.replace(/\s+/g, ' ');
  expect(words).toMatch(/NOT CONFORMANT none of \d judged cases is wrong and \d choose otherwise than required/);
  expect(report.findings[0]!.replay).toMatch(/ --policy integer-overflow=saturate$/);
});

test.concurrent('the choice that the backend makes may be required, alone or among others', async () => {
  const [alone, among] = await Promise.all([
    run(folder(), ...required('wrap')),
    run(folder(), ...required('saturate'), ...required('wrap'), '--policy', 'zero-sign=-0'),
  ]);
  expect([alone.code, among.code]).toEqual([0, 0]);
});

test.concurrent('a choice that no answer can have made fails, one that some may have made does not', async () => {
  const norms = ['run', 'ReduceL2/18/int32/integer-rounding', '-b', 'reference', '--policy'];
  const cwd = folder();
  const [nearest, floor] = await Promise.all([
    cli([...norms, 'integer-rounding=nearest'], cwd),
    cli([...norms, 'integer-rounding=floor'], folder()),
  ]);
  expect([nearest.code, floor.code]).toEqual([1, 0]);
  const [failed] = resultsIn(cwd).filter(({ outcome }) => outcome === 'fail');
  expect(failed!.message).toBe('integer-rounding: truncate or floor, where nearest is required');
});

test.concurrent('a model that the backend may refuse may have to run', async () => {
  const refuse = (...more: string[]) => {
    const cwd = folder();
    const ids = ['ReduceSum/11/float32/axes-duplicate', 'ReduceSum/11/float32/axes-listed'];
    return cli(['run', ...ids, '-b', harnessFake('strict.mjs'), ...more], cwd).then(({ code }) => ({
      code,
      messages: [...new Set(resultsIn(cwd).flatMap(({ message }) => message ?? []))],
    }));
  };
  const [free, demanded] = await Promise.all([refuse(), refuse('--policy', 'axes-duplicate=accepted')]);
  expect(free).toEqual({ code: 0, messages: [] });
  expect(demanded).toEqual({ code: 1, messages: ['axes-duplicate: rejected, where accepted is required'] });
});

test.concurrent('a backend that chooses one way here and another there is not conformant', async () => {
  const cwd = folder();
  const ended = await cli(['run', overflow, '-b', harnessFake('fickle.mjs'), '--full'], cwd);
  expect(ended.code).toBe(1);
  const report = reportIn(cwd);
  expect(report.totals).toMatchObject({ fail: 0, error: 0, pass: report.planned });
  expect(report.findings).toMatchObject([
    { problem: 'inconsistency', clauses: expect.arrayContaining(['integer-overflow']) },
  ]);
  const { smallest, other, replay } = report.findings[0]!;
  const said = ended.stdout.replace(/\s+/g, ' ');
  const [, wraps, saturates] = /integer-overflow depends on the case: wrap in (\S+), saturate in (\S+)/.exec(said)!;
  expect([wraps, saturates]).toEqual(expect.arrayContaining([smallest.id, other!.id]));
  // the replay shows it again
  const again = await cli([...replay.split(' ').slice(2), '--full'], folder());
  expect(again.code).toBe(1);
  expect(again.stdout).toContain('2 planned: 2 pass');
});

test('list policies and explain', async () => {
  const list = await cli(['list', 'policies']);
  for (const [name, { choices }] of Object.entries(policies)) {
    expect(list.stdout).toContain(`${name}: ${Object.keys(choices).join(' | ')}\n`);
  }
  const explained = await cli(['explain', 'integer-overflow']);
  expect(explained.stdout).toMatchInlineSnapshot(`
    "integer-overflow (policy)
        Open: an integer result that leaves the range of its type.
        Because no schema mentions integer overflow.
        One choice: within an operator version and dtype a backend that chooses
        otherwise elsewhere is not conformant.

    Choices
      wrap      modulo two to the number of bits
      saturate  the nearest integer of the type

    To require one: run --policy 'integer-overflow=wrap'
    "
  `);
  const varying = (await cli(['explain', 'zero-sign'])).stdout;
  expect(varying).toContain('The choice may vary: it depends on the start');
  expect(varying).toContain('To require one with --policy would fail correct kernels.');
});
