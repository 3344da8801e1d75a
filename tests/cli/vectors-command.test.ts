import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readNpy } from '../../vectors/onnx/npy.ts';
import { decodeTensor } from '../../vectors/onnx/tensor-proto.ts';
import { cli, cliProcess, complaint, folder } from './cli.ts';

const cwd = folder();
const vectors = (line: string) => cli(['vectors', ...line.split(' ').filter((word) => word !== '')], cwd);
const diff = (...args: string[]) => execFileSync('diff', ['-r', ...args], { cwd, encoding: 'utf8' });

/** The opset with the fewest vectors that has one whose output is not exact. */
const small = '--opset 11';
beforeAll(async () => expect((await vectors(`export small ${small}`)).code).toBe(0), 60_000);

describe('vectors export', () => {
  it('gives the same bytes again, as a folder and as an archive', async () => {
    for (const name of ['x', 'y']) expect((await vectors(`export ${name} --tar ${small}`)).code).toBe(0);
    expect(readFileSync(join(cwd, 'x.tar')).equals(readFileSync(join(cwd, 'y.tar')))).toBe(true);
    mkdirSync(join(cwd, 'unpacked'));
    execFileSync('tar', ['-xf', '../x.tar'], { cwd: join(cwd, 'unpacked') });
    expect(diff('small', 'unpacked')).toBe('');
  });

  it('writes .npy files and exact answers if asked', async () => {
    expect((await vectors(`export more ${small} --npy --exact`)).code).toBe(0);
    const set = join(cwd, 'more/node/test_reduce_log_sum_exp_negative_axes_keepdims_random/test_data_set_0');
    const names = ['exact_0', 'input_0', 'output_0'].flatMap((name) => [`${name}.npy`, `${name}.pb`]);
    expect(readdirSync(set)).toEqual(names);
    const read = (name: string) => decodeTensor(readFileSync(join(set, name))).tensor.data;
    expect(readNpy(readFileSync(join(set, 'output_0.npy'))).data).toEqual(read('output_0.pb'));
    expect(read('exact_0.pb')).not.toEqual(read('output_0.pb'));
    expect(await vectors(`verify more ${small}`)).toMatchObject({ code: 0, stderr: '' });
    flip(join(set, 'exact_0.npy'), -1);
    expect((await vectors(`verify more ${small}`)).code).toBe(6);
  });

  it('writes a release as ONNX lays it out', async () => {
    const { stdout } = await vectors('export release --release v1.2.1');
    expect(stdout).toMatch(/^58 vectors, \d+ files, .*\n.* vectors verify release --release v1\.2\.1\n$/);
    expect(await vectors('verify release --release 1.2.3')).toMatchObject({ code: 0, stderr: '' });
    expect(complaint(await vectors('verify release'))).toMatch(
      /^release holds none of the vectors \(was it exported with --release or --opset\? /,
    );
    expect(await cli(['run', '--vectors', 'release', '-b', 'reference'], cwd)).toMatchObject({ code: 0 });
  });
});

const test = 'node/test_reduce_sum_negative_axes_keepdims_random';
type Spoiling = readonly [what: string, code: number, complaint: RegExp, details: RegExp, spoil: (dir: string) => void];
const spoilings: readonly Spoiling[] = [
  [
    'a vector is missing',
    5,
    /has 1 vector too few; 'onnx-conformance vectors export \w+ --opset 11' writes what has to be there$/,
    /^\w+: 18 of 19 .*\n {2}missing {2}node\/\S+_random\n {2}too few {2}ReduceSum-11: 1 of at least 2\n$/,
    (dir) => rmSync(join(dir, test), { recursive: true }),
  ],
  [
    'one bit of a value is flipped',
    6,
    /has 1 file that ONNX did not publish so/,
    /changed {2}node\/\S+\n +element 5 is \S+ where there has to be \S+, off by 256 units in the last place\n$/,
    (dir) => flip(join(dir, test, 'test_data_set_0/output_0.pb'), -3),
  ],
  [
    'a model is another one, and there is a model too many',
    6,
    /has 1 file that ONNX did not publish so and 1 file too many; remove what is extra, then 'onnx-conformance /,
    /changed {2}node\/\S+\/model\.onnx\n +byte \d+ is 0x0a where there has to be 0x0b\n {2}extra {4}mine\/model\.onnx\n$/,
    (dir) => {
      flip(join(dir, test, 'model.onnx'), -1);
      cpSync(join(dir, test, 'model.onnx'), join(dir, 'mine/model.onnx'));
    },
  ],
  [
    'there are only notes',
    3,
    /holds none of the vectors; 'onnx-conformance vectors export /,
    /^\w+: 0 of 19 vectors, 0 files with the right bytes\n$/,
    (dir) => {
      rmSync(join(dir, 'node'), { recursive: true });
      writeFileSync(join(dir, 'README.md'), '');
    },
  ],
];

describe('vectors verify', () => {
  it('finds its manifest as it is bundled', async () => {
    const { code, stderr } = await cliProcess(['vectors', 'verify', 'missing']);
    expect([code, stderr]).toEqual([2, expect.not.stringContaining('manifest')]);
  });

  it.each(spoilings.map((spoiling, i) => [...spoiling, `copy${i}`] as const))(
    'says that %s',
    async (_, code, message, details, spoil, name) => {
      cpSync(join(cwd, 'small'), join(cwd, name), { recursive: true });
      spoil(join(cwd, name));
      const ended = await vectors(`verify ${name} ${small}`);
      expect(complaint(ended)).toMatch(message);
      expect(ended.stdout).toMatch(details);
      expect(ended.code).toBe(code);
    },
  );
});

it('vectors list fits into 80 columns, and adds up', async () => {
  for (const by of ['version', 'release']) {
    const { code, stdout } = await vectors(`list --by ${by}`);
    expect(code).toBe(0);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/\n448 vectors, 1,527 files; outputs of \d+ are not the true values rounded once\n$/);
  }
  expect(JSON.parse((await vectors('list --release 1.2.1 --json')).stdout)).toHaveLength(58);
});

const mistakes: readonly (readonly [string, string | RegExp])[] = [
  ['', /^vectors needs to know what to do: list, export or verify/],
  ['export', /^vectors export and vectors verify need a folder, e\.g\. out\/vectors/],
  [
    'export x --release 1.17',
    '--release 1.17: no release of ONNX with vectors is known by that name; did you mean 1.17.0?',
  ],
  ['export x --release 2', /^--release 2: .* known by that name; use one of 1\.2\.1, .*, 1\.23-dev, or all$/],
  ['export x --opset 14', 'no official vector imports opset 14; there are some of opsets 6, 7, 8, 9, 11, 13, 18, 20'],
  ['export small --opset 20', /^small holds node\/\S+, which is not part of this export; name another folder$/],
  ['export file', /^file cannot be written \(it is a file, not a folder\); name a folder/],
];

it.each(mistakes)('vectors %s', async (line, message) => {
  writeFileSync(join(cwd, 'file'), '');
  const ended = await vectors(line);
  expect(complaint(ended)).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
  expect(ended.code).toBe(2);
});

function flip(path: string, from: number): void {
  const bytes = readFileSync(path);
  bytes[bytes.length + from]! ^= 1;
  writeFileSync(path, bytes);
}
