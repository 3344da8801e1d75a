import { expect, test } from 'vitest';
import { wantsColor } from '../../src/cli/color.ts';
import { cli, folder } from './cli.ts';

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [true, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
])('terminal %s, %j: %s', (isTerminal, env, wanted) => {
  expect(wantsColor(isTerminal, env)).toBe(wanted);
});

const run = (env: NodeJS.ProcessEnv) =>
  cli(['run', 'ReduceSum/13/float32/keepdims-zero', '-b', 'reference'], folder(), env);

test.concurrent('what is piped has no colours unless they are forced', async () => {
  const [piped, forced, refused] = await Promise.all([
    run({}),
    run({ FORCE_COLOR: '1' }),
    run({ FORCE_COLOR: '1', NO_COLOR: '1' }),
  ]);
  expect([piped, forced, refused].map(({ stdout }) => stdout.includes('\x1b['))).toEqual([false, true, false]);
});
