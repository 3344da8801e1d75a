import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { columnsOf, inAscii, isUtf8, wantsColor } from '../../src/cli/terminal.ts';
import { adding, cli, folder, outIn } from './cli.ts';

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

const run = (env: NodeJS.ProcessEnv) => cli(['run', 'ReduceSum/13/float32/keepdims-zero', '-b', adding], folder(), env);

test.concurrent('what is piped has no colours unless they are forced', async () => {
  const [piped, forced, refused] = await Promise.all([
    run({}),
    run({ FORCE_COLOR: '1' }),
    run({ FORCE_COLOR: '1', NO_COLOR: '1' }),
  ]);
  expect([piped, forced, refused].map(({ stdout }) => stdout.includes('\x1b['))).toEqual([false, true, false]);
});

test('the width is that of the terminal, else COLUMNS, else 80', () => {
  expect(columnsOf({ columns: 100 }, { COLUMNS: '50' })).toBe(100);
  expect(['120', '0', 'wide', undefined].map((COLUMNS) => columnsOf({}, { COLUMNS }))).toEqual([120, 80, 80, 80]);
});

test('a locale without UTF-8 gets ASCII; where none is set, logs are read as UTF-8', () => {
  expect([{ LANG: 'C' }, { LC_ALL: 'C', LANG: 'de_DE.UTF-8' }, { LC_CTYPE: 'en_US.ISO-8859-1' }].map(isUtf8)).toEqual([
    false,
    false,
    false,
  ]);
  expect([{}, { LC_ALL: '', LANG: 'C.utf8' }].map(isUtf8)).toEqual([true, true]);
  expect(inAscii('3✗ · 7–26, rank ≥ 3: Größe x² …漢')).toBe(
    '3x - 7-26, rank >= 3: Groe x2 ~?'.replace('Groe', 'Gro?e'),
  );
});

test.concurrent('a stored run is shown again, whole, in part, or finding by finding', async () => {
  const cwd = folder();
  const adapter = `export default { name: 'mute', version: '1', runTensors() { throw new TypeError('no kernel'); } };`;
  writeFileSync(join(cwd, 'mute.mjs'), adapter);
  const ran = await cli(['run', 'ReduceSum/13/int32/keepdims-one', '-b', './mute.mjs', '--quiet', '--no-color'], cwd);
  expect(ran).toMatchObject({
    code: 1,
    stderr: '',
    stdout: expect.stringMatching(/^NOT CONFORMANT {2}[^\n]+\n[^\n]+\n$/),
  });
  const report = (...more: string[]) => cli(['report', outIn(cwd), ...more], cwd);
  const [short, ascii, one, bug, ten, twice, none] = [
    await report(),
    await cli(['report', outIn(cwd)], cwd, { LC_ALL: 'C' }),
    await report('--finding', '1'),
    await report('--finding', '1', '--format', 'markdown'),
    await report('--finding', '1-10', '--format', 'markdown'),
    await report('--finding', '1,1-10', '--format', 'markdown'),
    await report('--finding', '2'),
  ];
  expect(short.stdout).toMatch(/\n1 +\d+ {2}ReduceSum, as with data int32\[/);
  expect(ascii.stdout).toBe(inAscii(short.stdout));
  expect(one.stdout).toMatch(
    /^ {2}1 ✗ ReduceSum, as with data int32\[[\s\S]+: refused: no kernel\s+\(mute\.mjs:1\), in /,
  );
  expect(bug.stdout).toMatch(/^# ReduceSum, as with .*: refused: no kernel/);
  expect(ten).toEqual(bug);
  expect(twice).toEqual(bug);
  expect(none).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/unknown finding '2'; the run has only 1\n$/),
  });
});
