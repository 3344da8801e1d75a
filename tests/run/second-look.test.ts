import { expect, test } from 'vitest';
import { cli, folder, harnessFake, reportIn } from '../cli/cli.ts';

async function run(FAKE_WAY: string) {
  const cwd = folder();
  const args = ['run', 'ReduceSum/13/float32/keepdims-zero', '--backend', harnessFake('misbehaving.mjs'), '--full'];
  const { stdout } = await cli(args, cwd, { FAKE_WAY, FAKE_CASE: 'ReduceSum/13/float32/keepdims-zero/3' });
  const { findings, totals } = reportIn(cwd);
  return { stdout: stdout.replace(/\s+/g, ' '), findings, totals };
}

test.concurrent('a failure that needs the cases before it is distinguished from one that does not', async () => {
  const { stdout, findings, totals } = await run('wrong after others');
  expect(totals).toMatchObject({ fail: 1 });
  // what has to run before it is named, and in the command that shows it again
  const after = 'ReduceSum/13/float32/keepdims-zero';
  expect(findings.map(({ again }) => again)).toEqual([{ outcome: 'pass', stderr: 'the first', after }]);
  expect(findings[0]!.replay).toContain(`run ${after} --backend`);
  expect(stdout).toContain(
    `rerun pass in a fresh process, but failed again after the earlier cases of ${after}: they leave state behind`,
  );
});

test.concurrent('what the runtime writes to stderr about a failing case is kept, its end and in one line', async () => {
  const { stdout, findings } = await run('wrong, and says so');
  const [{ again } = {}] = findings;
  expect(again).toEqual({ outcome: 'fail', stderr: expect.stringMatching(/^…#{1900,} the kernel is lost$/) });
  expect(stdout.replace(/\s+/g, ' ')).toContain('rerun the same in a fresh process');
  expect(stdout).toContain('stderr …#');
});

test.concurrent('what crashed was alone before, and is not asked again', async () => {
  const { findings } = await run('abort');
  expect(findings.map(({ outcome, again }) => ({ outcome, again }))).toEqual([{ outcome: 'crash', again: undefined }]);
});
