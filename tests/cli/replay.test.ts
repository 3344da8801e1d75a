import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, folder, harnessFake, resultsIn, unbroken } from './cli.ts';
import { writeVector } from './vector-folder.ts';

const fake = harnessFake('misbehaving.mjs');

/** Runs a command as printed, with the words that a shell makes of it. */
async function paste(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  expect(command).toMatch(/^npx onnx-conformance run /);
  const words = execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' }).split('\0');
  return (await cli(words.slice(2, -1), cwd, env)).code;
}

/** The first command that a report on the terminal offers. */
const replayOf = (stdout: string) => /npx onnx-conformance run .*/.exec(unbroken(stdout))![0];

test.concurrent.each([[['--seed', '7']], [['--opset', '13-15,18', '--require', 'wide', '--timeout', '20']]])(
  'the printed command repeats one case, and its failure: %s',
  async (options) => {
    const [cwd, again] = [folder(), folder()];
    const env = { FAKE_WAY: 'nan', FAKE_CASE: '*' };
    const { stdout } = await cli(['run', 'ReduceSum/13/float32/axes-order', '-b', fake, ...options], cwd, env);
    expect(replayOf(stdout)).not.toContain('--opset');
    expect(await paste(replayOf(stdout), again, env)).toBe(1);
    const repeated = resultsIn(again);
    expect(repeated.length).toBe(1);
    expect(resultsIn(cwd)).toContainEqual(repeated[0]);
  },
);

test.concurrent('vectors, and a backend whose path has spaces', async () => {
  const cwd = folder();
  const env = { FAKE_WAY: 'nan', FAKE_CASE: '*' };
  mkdirSync(join(cwd, 'a b'));
  symlinkSync(fake, join(cwd, "a b/c'.mjs"));
  writeVector(join(cwd, 'some vectors'), 'sum');
  const replays = new Set<string>();
  for (const vectors of ['some vectors', 'some vectors/sum']) {
    const { stdout } = await cli(['run', '--vectors', vectors, '-b', "a b/c'.mjs"], cwd, env);
    const replay = replayOf(stdout);
    expect(replay).toContain("--vectors 'some vectors/sum' --backend 'a b/c'\\''.mjs'");
    replays.add(replay);
  }
  const [replay, ...others] = replays;
  expect(others).toEqual([]);
  expect(await paste(replay!, cwd, env)).toBe(1);
  expect(resultsIn(cwd)).toMatchObject([{ id: 'sum/test_data_set_0', outcome: 'fail' }]);
});
