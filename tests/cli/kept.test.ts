import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampled } from '../sample.ts';
import { adding, cli, cliProcess, complaint, folder, outIn, resultsIn } from './cli.ts';

const id = 'ReduceSum/13/float32/axes-listed';
const before = folder();
await cli(['run', id, '-b', adding], before);

/** All files in a folder, with what is in them. */
const filesIn = (dir: string) => readdirSync(dir).map((name) => [name, readFileSync(join(dir, name), 'utf8')]);

/** A folder with the run of before. */
function again(): string {
  const cwd = folder();
  cpSync(before, cwd, { recursive: true });
  return cwd;
}

test.each([
  ['is missing', '@webonnx/wonnx-wasm', ''],
  ['is not a program', 'stdio:false', ''],
  ['throws when it is loaded', './backend.mjs', "throw new Error('no device')"],
  ['ends when it is loaded', './backend.mjs', 'process.exit(7)'],
  ['lacks what it is configured to use', './backend.mjs', "export default { name: 'x', version: '1', run() {} }"],
])('a backend that %s leaves the run of before as it was', async (_, backend, text) => {
  const cwd = again();
  writeFileSync(join(cwd, 'backend.mjs'), text);
  for (const more of sampled([[], ['--resume']], 1)) {
    const ended = await cli(['run', id, '-b', backend, '--provider', 'gpu', ...more], cwd);
    expect([2, 4]).toContain(ended.code);
    complaint(ended);
  }
  expect(filesIn(outIn(cwd))).toEqual(filesIn(outIn(before)));
  expect((await cli(['report', outIn(cwd), '--quiet'], cwd)).stdout).toMatch(/^CONFORMANT/);
});

test('a run says at once what it does, unless it is to be quiet', async () => {
  const { progress } = await cli(['run', id, '-b', adding], folder());
  const [first, second] = progress.replaceAll('\n  ', ' ').split('\n');
  expect(first).toBe(`onnx-conformance: running ${id} of the standard suite on ${adding}; counting its cases`);
  expect(second).toMatch(/^onnx-conformance: running \d+ cases$/);
  expect((await cli(['run', id, '-b', adding, '-q'], folder())).progress).toBe('');
});

test('a second process is refused, and the first one finds what it has', async () => {
  const cwd = again();
  const out = outIn(cwd);
  writeFileSync(join(out, 'lock'), String(process.ppid));
  for (const args of [
    ['run', id, '-b', adding],
    ['run', id, '-b', adding, '--resume'],
  ]) {
    const second = await cli(args, cwd);
    expect([second.code, complaint(second)]).toEqual([2, expect.stringContaining(`in use by process ${process.ppid}`)]);
  }
  // of a process that has ended, or had the number of this one in another container
  for (const stale of sampled([2 ** 30, process.pid, ''], 1)) {
    writeFileSync(join(out, 'lock'), String(stale));
    expect((await cli(['run', id, '-b', adding], cwd)).code).toBe(0);
    expect(readdirSync(out)).not.toContain('lock');
  }
});

test('two runs at once: one is whole, and the other refused', async () => {
  const cwd = folder();
  // it answers once the other one has been refused
  const adapter = `import { existsSync } from 'node:fs';
    import fake from ${JSON.stringify(adding)};
    while (!existsSync('refused')) await new Promise((resolve) => setTimeout(resolve, 50));
    export default fake;`;
  writeFileSync(join(cwd, 'waits.mjs'), adapter);
  const first = cliProcess(['run', id, '-b', './waits.mjs'], cwd);
  while (!existsSync(join(outIn(cwd), 'lock'))) await new Promise((resolve) => setTimeout(resolve, 50));
  const second = await cli(['run', id, '-b', adding], cwd);
  expect([second.code, complaint(second)]).toEqual([2, expect.stringMatching(/is in use by process \d+; wait for it/)]);
  writeFileSync(join(cwd, 'refused'), '');
  expect((await first).code).toBe(0);
  expect(resultsIn(cwd).every(({ outcome }) => outcome === 'pass')).toBe(true);
});

test('parts of the suite and folders of files do not share a folder', async () => {
  const cwd = folder();
  const one = ['ReduceSum/13/float32/rank-zero', '-b', adding];
  for (const args of [one, [...one, '--opset', '13'], [...one, '--dtype', 'float32'], [`${one[0]}*`, '-b', adding]])
    await cli(['run', ...args, '-q'], cwd);
  const folders = readdirSync(join(cwd, 'out/selection'));
  expect(folders).toHaveLength(4);
  expect(folders).toContain('ReduceSum.13.float32.rank-zero');
  const ended = await cli(['report', 'out/selection'], cwd);
  expect(complaint(ended)).toMatch(
    /^out\/selection has no report\.json, and folders in it have: name out\/selection\/\S+ or/,
  );
});

/** A disk of some pages, where this process may have one. */
const disk = folder();
const isMounted = (() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
afterAll(() => {
  if (isMounted) execFileSync('umount', ['-l', disk]);
});

test.skipIf(!isMounted)(
  'a full disk is reported in a line, keeps what is whole, and the run goes on from there',
  async () => {
    const out = join(disk, 'out');
    const args = ['run', 'ReduceSum/13/float32', '--suite', 'quick', '-b', adding, '--out', out];
    mkdirSync(out);
    const filler = join(disk, 'filler');
    const full = statSync(disk).blksize * 14;
    writeFileSync(filler, Buffer.alloc(full));
    const ended = await cli(args);
    expect(ended.code).toBe(2);
    expect(complaint(ended)).toMatch(/^--out \S+: no space left on the device \(ENOSPC\); make room, then try again/);
    expect(ended.stdout).toContain('INCOMPLETE');
    expect(readdirSync(out).filter((name) => statSync(join(out, name)).size === 0 && name !== 'results.jsonl')).toEqual(
      [],
    );
    writeFileSync(filler, '');
    appendFileSync(join(out, 'results.jsonl'), '{"id":"ReduceSum/13/fl');
    const whole = folder();
    await cli([...args.slice(0, -1), whole]);
    writeFileSync(filler, '');
    const resumed = await cli([...args.slice(0, -2), '--out', out, '--resume', '-q']);
    expect(resumed.stderr).not.toContain('at fault');
    const lines = (dir: string) => readFileSync(join(dir, 'results.jsonl'), 'utf8');
    expect(lines(out)).toBe(lines(whole));
  },
);
