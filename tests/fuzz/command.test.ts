import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cli, complaint, folder } from '../cli/cli.ts';

/** A backend that is right, and starts sooner than `reference` does. */
const right = fileURLToPath(new URL('fakes/right.mjs', import.meta.url));

test('a right backend: nothing new, and a file to go on from', async () => {
  const cwd = folder();
  const args = ['fuzz', 'Abs', 'Not', '--opset', '13', '-b', right, '--runs', '12'];
  const { code, stdout } = await cli(args, cwd);
  expect(code).toBe(0);
  expect(stdout).toMatch(/nothing new in 12 programs \(right: 12 pass\)/);
  expect(stdout).toMatch(/2 operators, the rarest/);
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  const file = join(cwd, 'out/fuzz/fuzz.json');
  expect(JSON.parse(readFileSync(file, 'utf8')).result).toMatchObject({ batches: [], programs: 0, findings: [] });
  // of a batch that was cut nothing counts as done
  const more = await cli([...args.slice(0, -1), '15', '--resume'], cwd);
  expect(more.stdout).toMatch(/nothing new in 15 programs/);
  // what another release of the runtime made of the same programs is not mixed with it
  writeFileSync(file, readFileSync(file, 'utf8').replace('"versions": {}', '"versions": { "right": "0.0.1" }'));
  const upgraded = await cli([...args, '--resume'], cwd);
  expect([upgraded.code, complaint(upgraded)]).toEqual([2, expect.stringMatching(/right is .*, and was 0\.0\.1/)]);
  const other = await cli([...args, '--resume', '--seed', '2'], cwd);
  expect([other.code, complaint(other)]).toEqual([
    2,
    expect.stringContaining('fuzz.json is of a run with other options'),
  ]);
});

test('two processes do not write to one folder', async () => {
  const cwd = folder();
  const args = ['fuzz', 'Abs', '-b', right, '--runs', '1'];
  mkdirSync(join(cwd, 'out/fuzz'), { recursive: true });
  writeFileSync(join(cwd, 'out/fuzz/lock'), String(process.ppid));
  const second = await cli(args, cwd);
  expect([second.code, complaint(second)]).toEqual([2, expect.stringContaining(`in use by process ${process.ppid}`)]);
  // one that was killed holds nothing; no process has such a number
  writeFileSync(join(cwd, 'out/fuzz/lock'), String(2 ** 30));
  expect((await cli(args, cwd)).code).toBe(0);
  expect(readdirSync(join(cwd, 'out/fuzz'))).toEqual(['fuzz.json']);
});

test.each(['{ "run"', '{}', 'null'])('a state that reads %j is reported in one line', async (text) => {
  const cwd = folder();
  mkdirSync(join(cwd, 'out/fuzz'), { recursive: true });
  writeFileSync(join(cwd, 'out/fuzz/fuzz.json'), text);
  const ended = await cli(['fuzz', 'Abs', '-b', right, '--runs', '1', '--resume'], cwd);
  expect([ended.code, complaint(ended)]).toEqual([2, expect.stringContaining('is not the state of a run of fuzz (')]);
});

test('what was found stays, though the backend does not start again', async () => {
  const cwd = folder();
  const adapter = `
    import { appendFileSync, readFileSync } from 'node:fs';
    appendFileSync('starts', '.');
    if (readFileSync('starts', 'utf8').length > 2) throw new Error('no more');
    export default {
      name: 'mortal', version: '1', opsets: [13], dtypes: ['float32', 'int32'],
      prepare: () => ({ run: (inputs) => [[...inputs.values()][0]] }),
    };`;
  writeFileSync(join(cwd, 'mortal.mjs'), adapter);
  // the first finding takes a second process, and the next one a third
  const ended = await cli(['fuzz', 'Abs', '-b', './mortal.mjs', '--runs', '30'], cwd);
  expect([ended.code, ended.stderr]).toEqual([4, expect.stringContaining('no more')]);
  expect(ended.stdout).toMatch(/1 new finding in \d+ programs?/);
  expect(readdirSync(join(cwd, 'out/fuzz/mortal'))).toEqual([expect.stringMatching(/^abs-/)]);
});

/** A backend that takes so many milliseconds for an answer. */
const slow = (time: number) => `export default {
  name: 'slow', version: '1',
  prepare: () => ({ run: (inputs) => new Promise((resolve) => setTimeout(() => resolve([...inputs.values()]), ${time})) }),
};`;

test('--for counts what is asked first', async () => {
  const cwd = folder();
  // 80 ms for each of some thousand versions and types would be minutes
  writeFileSync(join(cwd, 'slow.mjs'), slow(80));
  const started = performance.now();
  const ended = await cli(['fuzz', '-b', './slow.mjs', '--for', '12s'], cwd);
  expect((performance.now() - started) / 1000).toBeLessThan(30);
  expect(ended.stderr).toContain(
    'a quarter of the time was too short to ask what is supported: operators that were not asked about are left out',
  );
  expect(ended.stdout).toMatch(/ in [1-9]\d* programs? \(slow: /);
});

test('a run in which nothing is answered does not succeed', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'slow.mjs'), slow(8000));
  const ended = await cli(['fuzz', 'Abs', '--opset', '13', '-b', './slow.mjs', '--for', '1s'], cwd);
  expect([ended.code, ended.stdout]).toEqual([3, 'no program was judged: more time is needed (--for)\n']);
});

test('what is supported with constants alone is drawn', async () => {
  const cwd = folder();
  const adapter = `
    class Unsupported extends Error { name = 'Unsupported'; }
    export default {
      name: 'constants', version: '1',
      prepare: () => ({ run: (inputs) => {
        if (inputs.size > 1) throw new Unsupported('an input at run time');
        throw new Error('none is right');
      } }),
    };`;
  writeFileSync(join(cwd, 'constants.mjs'), adapter);
  const ended = await cli(['fuzz', 'QuantizeLinear', '--opset', '13', '-b', './constants.mjs', '--runs', '20'], cwd);
  expect(ended.stdout).toContain('none is right');
  expect(ended.stderr).not.toContain('not drawn');
});

test.each([
  [[], '--backend is missing'],
  [['-b', 'reference', '--for', '10'], "--for takes a time such as 30s, 10m or 8h, up to a week, not '10'"],
  [['-b', 'reference', '--runs', '0'], '--runs takes an integer from 1'],
  [['-b', 'reference', '--runs', '6', '--runs', '1'], '--runs is given more than once'],
  [['-b', 'reference', '-b', 'reference'], '--backend reference is given twice'],
  [['Foo', '-b', 'reference'], 'Foo'],
])('%j is reported in one line', async (args, words) => {
  const ended = await cli(['fuzz', ...args]);
  expect([ended.code, complaint(ended)]).toEqual([2, expect.stringContaining(words)]);
});

test('what is known stands in the expectations', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'known.yaml'), 'fuzz:\n  - finding: abs-*\n    reasn: slow\n');
  const ended = await cli(['fuzz', '-b', 'reference', '--expectations', 'known.yaml'], cwd);
  expect([ended.code, complaint(ended)]).toEqual([2, "known.yaml line 3: unknown key 'reasn'; did you mean reason?"]);
});

test('other wrong values each time are one finding, which says so first', async () => {
  const cwd = folder();
  const lines = [
    'const run = ([x], outputs) => {',
    "  if (!x) throw Object.assign(new Error('no input'), { name: 'Unsupported' });",
    '  return outputs.map(() => ({ ...x, data: x.data.map(() => 1 + Math.random()) }));',
    '};',
    'const prepare = () => ({ run: (inputs, outputs) => run([...inputs.values()], outputs) });',
    "export default { name: 'chance', version: '1', prepare };",
  ];
  writeFileSync(join(cwd, 'chance.mjs'), lines.join('\n'));
  const args = ['fuzz', 'Abs', '--opset', '13', '--dtype', 'float32', '-b', './chance.mjs', '--runs', '12'];
  const { stdout } = await cli(args, cwd);
  expect(stdout.match(/^\d {2}.*|^.*Error.*/gm) ?? stdout).toEqual([
    '1  Abs, not the same when asked again: wrong values',
  ]);
});
