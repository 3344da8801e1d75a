import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, folder, harnessFake, main, plainEnv, reportIn, resultsIn } from './cli.ts';
import { writeVector } from './vector-folder.ts';

const fake = harnessFake('misbehaving.mjs');

/** Runs a command as printed, with the program under test in the place of the installed one. */
function paste(command: string, cwd: string, env: NodeJS.ProcessEnv): number | null {
  expect(command).toMatch(/^npx onnx-conformance run /);
  const line = command.replace(/^npx onnx-conformance/, `'${process.execPath}' '${main}'`);
  return spawnSync('sh', ['-c', line], { cwd, env: { ...plainEnv, ...env } }).status;
}

test.concurrent.each([[['--seed', '7']], [['--opset', '14,18', '--require', 'wide', '--timeout', '20']]])(
  'the printed command repeats one case, and its failure: %s',
  async (options) => {
    const cwd = folder();
    const env = { FAKE_WAY: 'nan', FAKE_CASE: '*' };
    const ended = await cli(['run', 'ReduceSum/13/float32/axes-*', '-b', fake, ...options], cwd, env);
    const [first] = reportIn(cwd).failedClauses;
    expect(ended.stdout).toContain(first!.replay);
    const { smallest, replay } = first!;
    const again = folder();
    expect(paste(replay, again, env)).toBe(1);
    expect(resultsIn(again)).toEqual([smallest]);
  },
);

test.concurrent('a backend whose path has spaces, and a vector', async () => {
  const cwd = folder();
  const env = { FAKE_WAY: 'nan', FAKE_CASE: '*' };
  mkdirSync(join(cwd, 'a b'));
  symlinkSync(fake, join(cwd, "a b/c'.mjs"));
  copyFileSync(fake, join(cwd, 'unused.mjs'));
  writeVector(join(cwd, 'some vectors'), 'sum');
  for (const vectors of ['some vectors', 'some vectors/sum']) {
    expect((await cli(['run', '--vectors', vectors, '-b', "a b/c'.mjs"], cwd, env)).code).toBe(1);
    const { replay, smallest } = reportIn(cwd).failedClauses[0]!;
    expect(replay).toContain("--vectors 'some vectors/sum' --backend 'a b/c'\\''.mjs'");
    expect(paste(replay, cwd, env)).toBe(1);
    expect(resultsIn(cwd)).toEqual([{ ...smallest, id: 'sum/test_data_set_0', summary: expect.anything() }]);
  }
});
