import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampled } from '../sample.ts';
import { adding, backendFake, cli, cliProcess, complaint, folder, reportIn } from './cli.ts';

const ids = ['ReduceSum/13/float32/keepdims-zero'];
/** The options of a file that names a backend, in JSON. */
const backend = JSON.stringify({ backend: adding });

/** A folder with a config file of this content. */
function withFile(name: string, content: unknown): string {
  const cwd = folder();
  writeFileSync(join(cwd, name), typeof content === 'string' ? content : JSON.stringify(content));
  return cwd;
}

test.concurrent('a file in the working directory gives options, and the command line wins', async () => {
  const cwd = withFile('onnx-conformance.config.json', {
    backend: 'reference',
    timeout: 20,
    env: { FIRST: 1, SECOND: 'two' },
    opset: '13-14',
    gateInvalid: true,
  });
  const ended = await cli(['run', ...ids, '--env', 'SECOND=2', '--opset', '15', '--full'], cwd);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  const { launch, options } = reportIn(cwd);
  expect(options).toMatchObject({ opsets: [15], gateInvalid: true });
  expect(launch).toEqual({
    backend: 'reference',
    env: { FIRST: '1', SECOND: '2' },
    timeout: 20,
    startTimeout: 30,
    memoryLimit: 4 * 2 ** 30,
  });
  expect(ended.stdout).toMatch(/started with +--backend reference --env FIRST=1 --env SECOND=2 --timeout 20\n/);
});

test.concurrent('the folder in the file is that of run alone', async () => {
  const cwd = withFile('onnx-conformance.config.json', JSON.stringify({ backend: 'reference', out: 'results' }));
  await cli(['fuzz', 'Abs', '--runs', '2'], cwd);
  expect(existsSync(join(cwd, 'out/fuzz/fuzz.json'))).toBe(true);
  expect(existsSync(join(cwd, 'results'))).toBe(false);
});

test.concurrent('a JavaScript file, named by --config', async () => {
  const cwd = withFile('gpu.mjs', `export default { ...${backend}, memoryLimit: 2 + "GiB", out: "gpu" };`);
  expect((await cli(['run', ...ids, '--config', 'gpu.mjs'], cwd)).code).toBe(0);
  const report = JSON.parse(readFileSync(join(cwd, 'gpu/report.json'), 'utf8'));
  expect(report.launch).toMatchObject({ config: 'gpu.mjs', memoryLimit: 2 ** 31 });
});

test.concurrent.each([
  [{ bakend: 'reference' }, "config.json: unknown option 'bakend'; did you mean backend?"],
  [{ timeOut: 3 }, "config.json: unknown option 'timeOut'; did you mean timeout?"],
  [{ vectors: 'x' }, /^config\.json: unknown option 'vectors'; use .*backend, /],
  [{ timeout: 'soon' }, "config.json: timeout takes seconds above 0 and up to 86400, not 'soon'"],
  [{ gateInvalid: 'yes' }, 'config.json: gateInvalid has to be true or false, not "yes"'],
  [{ backend: ['a', 'b'] }, 'config.json: backend has to be a text, not ["a","b"]'],
  [{ backend: 'reference', env: ['A'] }, "config.json: env takes NAME=VALUE, not 'A'"],
  [{ backend: 'reference', out: 5 }, 'config.json: out has to be a text, not 5'],
  [{ suite: 'quik' }, "config.json: unknown suite 'quik'; did you mean quick?"],
  [[], /^config\.json: its content has to be an object of options, such as/],
  ['{"backend"', /^config\.json cannot be read: /],
])('%j is one line that names the mistake', async (content, message) => {
  const cwd = withFile('config.json', content);
  const ended = await cli(['run', ...ids, '--config', 'config.json'], cwd);
  expect(complaint(ended)).toMatch(message);
  expect(ended.code).toBe(2);
});

const ending: readonly (readonly [string, RegExp])[] = [
  ['process.exit(0);', /^config\.mjs has ended the run \(process\.exit, or an await that never settles\); /],
  ['await new Promise(() => {});', /^config\.mjs has ended the run /],
];

test.concurrent.each(sampled(ending, 1))(
  'a module that does %s is named, and no run is green',
  async (script, message) => {
    const cwd = withFile('config.mjs', `${script} export default { backend: 'reference' };`);
    const ended = await cliProcess(['run', ...ids, '--config', 'config.mjs'], cwd);
    expect(complaint(ended)).toMatch(message);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
  },
);

test.concurrent('a module that throws is named, and no run is green', async () => {
  const cwd = withFile('config.mjs', "throw null; export default { backend: 'reference' };");
  const ended = await cli(['run', ...ids, '--config', 'config.mjs'], cwd);
  expect(complaint(ended)).toBe('config.mjs cannot be read: it throws null');
  expect(ended).toMatchObject({ code: 2, stdout: '' });
});

test.concurrent('a module that leaves a timer does not keep the command from ending, with all its output', async () => {
  const cwd = withFile('config.mjs', `setInterval(() => {}, 1000); export default ${backend};`);
  const ended = await cliProcess(['run', ...ids, '--config', 'config.mjs'], cwd);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toMatch(/\n$/);
});

test.concurrent('a byte order mark is not part of JSON', async () => {
  const cwd = withFile('onnx-conformance.config.json', `\uFEFF${backend}`);
  expect(await cli(['run', ...ids], cwd)).toMatchObject({ code: 0, stderr: '' });
});

test.concurrent('of two files in the working directory none counts', async () => {
  const cwd = withFile('onnx-conformance.config.json', { backend: 'reference' });
  writeFileSync(join(cwd, 'onnx-conformance.config.mjs'), "export default { backend: 'reference' };");
  const ended = await cli(['run', ...ids], cwd);
  expect(complaint(ended)).toBe(
    'onnx-conformance.config.mjs and onnx-conformance.config.json are both here; remove one, or name the one that counts by --config',
  );
  expect(ended.code).toBe(2);
});

test.concurrent.each([
  [['--config', 'nowhere.json'], '--config nowhere.json: no such file', 2],
  [['-b', 'reference', '--cwd', 'nowhere'], /^--cwd nowhere is not a folder; /, 2],
  [
    ['-b', 'reference', '--memory-limit', '4'],
    /^--memory-limit takes a size such as 4GiB or 500MB, or none, not '4'/,
    2,
  ],
  [['-b', 'reference', '--workers', '0'], /^--workers takes an integer from 1 to 256, not '0'/, 2],
  [['-b', 'reference', '--provider', 'cuda'], /: it refuses: it takes no option but limit, and provider was given$/, 4],
  [
    ['-b', `stdio:"${process.execPath}" "${backendFake('misbehaving.mjs')}"`, '--provider', 'cuda'],
    /: it does not take/,
    4,
  ],
])('%j', async (args, message, code) => {
  const ended = await cli(['run', ...ids, ...args]);
  expect(complaint(ended)).toMatch(message);
  expect(ended.code).toBe(code);
});

test.concurrent('a module receives the options, and runs where and as the user wants', async () => {
  const cwd = withFile(
    'backend.mjs',
    `export default ({ provider, ...others }) => {
      if (Object.keys(others).join() !== 'level') throw new Error('use level');
      const info = { provider, level: others.level, cwd: process.cwd(), seen: process.env.SEEN };
      return { name: 'configured', version: '1', info, run: () => { throw Object.assign(new Error('no'), { name: 'Unsupported' }); } };
    };`,
  );
  const place = folder();
  const args = ['run', ...ids, '-b', './backend.mjs', '--provider', 'tpu', '--env', 'SEEN=a b', '--cwd', place];
  expect((await cli([...args, '--backend-option', 'level=3'], cwd)).code).toBe(3);
  const reported = { name: 'configured', version: '1', provider: 'tpu', level: '3', cwd: place, seen: 'a b' };
  expect(reportIn(cwd).backend).toEqual(reported);
  expect(reportIn(cwd).launch).toMatchObject({ options: { provider: 'tpu', level: '3' }, cwd: place });
  expect(complaint(await cli([...args, '--backend-option', 'speed=3'], cwd))).toMatch(/: it refuses: use level$/);
});

test.each(['[]', '{}'])('ids %s select nothing, and not everything', async (list) => {
  const cwd = folder();
  writeFileSync(join(cwd, 'onnx-conformance.config.json'), `{ "backend": "reference", "ids": ${list} }`);
  const ended = await cli(['run'], cwd);
  expect([ended.code, complaint(ended)]).toEqual([
    2,
    expect.stringContaining('ids has to be a text or a list of texts'),
  ]);
});

test('ids may stand in the file; those that are typed take their place', async () => {
  const cwd = folder();
  const [stored, typed] = ['ReduceSum/13/float32/rank-zero', 'ReduceSum/13/float32/axes-listed'];
  writeFileSync(join(cwd, 'onnx-conformance.config.json'), JSON.stringify({ backend: adding, ids: [stored] }));
  await cli(['run', '--out', 'stored'], cwd);
  await cli(['run', typed, '--out', 'typed'], cwd);
  const idsIn = (out: string) => JSON.parse(readFileSync(join(cwd, out, 'report.json'), 'utf8')).options.ids;
  expect([idsIn('stored'), idsIn('typed')]).toEqual([[stored], [typed]]);
});
