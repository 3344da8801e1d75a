import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Program } from '../../generators/fuzz/program.ts';
import { expectGraph } from '../../oracles/graph/expect.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import { findOperator, versionAt } from '../../oracles/operators.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { Launch } from '../../reports/schema.ts';
import { type Adapter, Unsupported } from '../../src/backends/adapter.ts';
import { callInProcess } from '../../src/backends/in-process.ts';
import { causeOf, findingId } from '../../src/fuzz/cause.ts';
import { formatDifference } from '../../src/fuzz/corpus/finding-readme.ts';
import { replay } from '../../src/fuzz/corpus/replay.ts';
import { folderOf, keepFinding as keepAny } from '../../src/fuzz/corpus/store-finding.ts';
import { readCorpus } from '../../src/fuzz/corpus/stored-finding.ts';
import { fixedFindings } from '../../src/fuzz/expected-findings.ts';
import type { FuzzFinding } from '../../src/fuzz/finding.ts';
import { programTrial } from '../../src/fuzz/program-trial.ts';
import type { Requirements } from '../../src/run/trial/judge.ts';
import { readVectors } from '../../src/run/trial/vectors.ts';
import { readGraph } from '../../vectors/onnx/graph.ts';
import { decodeModel } from '../../vectors/onnx/model.ts';
import { cli, complaint } from '../cli/cli.ts';
import { folder, removeFolders } from '../folder.ts';

afterAll(removeFolders);

type Way = 'wrong' | 'throws' | 'unsupported' | 'rounded';

/** Right but for some operators, which it treats as configured. */
const runtime = (ways: Readonly<Record<string, Way>>): Adapter => ({
  name: '@toy/runtime',
  version: '1',
  prepare: (bytes) => ({
    run(inputs) {
      const graph = readGraph(decodeModel(bytes));
      if ('unknown' in graph) throw new Error(graph.unknown);
      const way = ways[graph.nodes[0]!.operator.name];
      if (way === 'throws') throw new Error('no such kernel');
      if (way === 'unsupported') throw new Unsupported('not yet');
      const outputs = expectGraph(graph, inputs).map(referenceTensor);
      if (way === 'wrong') (outputs[0]!.data as Float32Array)[0]! += 100;
      if (way === 'rounded') (outputs[0]!.data as Float32Array)[0]! *= 1 + 2 ** -23;
      return outputs;
    },
  }),
});

const requirements: Requirements = { requireTier: 'native' };
const keepFinding = (dir: string, one: FuzzFinding, how: Launch = launch) => keepAny(dir, one, how, requirements);
const launch: Launch = { backend: 'onnxruntime-node', timeout: 10, startTimeout: 30 };
const launching = (adapter: Adapter) => ({
  command: { spec: 'toy', adapter },
  options: { caseTimeout: 1e4, startTimeout: 3e4 },
  launch,
});

/** A model of one node over float32[2]. */
function programOf(name: string): Program {
  const operator = findOperator(name)!;
  const node = { operator, version: versionAt(operator, 13), attributes: {}, inputs: ['x'], outputs: ['y'] };
  const x: Tensor = tensor('float32', [2], Float32Array.of(1.5, -0));
  return {
    opset: 13,
    graph: { nodes: [node], initializers: new Map(), outputs: ['y'] },
    runs: [new Map([['x', x]])],
  } as Program;
}

/** What a fuzzer would have found in a runtime that treats an operator so. */
async function finding(
  name: string,
  way: Way,
  more: Partial<FuzzFinding> = {},
  asked: Requirements = requirements,
): Promise<FuzzFinding> {
  const program = programOf(name);
  const backend = callInProcess(launching(runtime({ [name]: way })).command);
  const result = await programTrial(program, '0', asked).settle((request) => backend.run(request));
  const [{ version }] = program.graph.nodes as [Program['graph']['nodes'][number]];
  const [clause] = version.clauses;
  return {
    id: findingId(causeOf(program, result)!, []),
    title: `${name}: wrong values`,
    backend: { name: '@toy/runtime', version: '1' },
    result,
    clause: { id: clause!.id, text: clause!.text, source: 'the text', level: clause!.level },
    always: ['rank 1'],
    count: 3,
    drawn: { seed: 1, batch: 0, index: 7 },
    reproduced: 'shrunk',
    program,
    ...more,
  };
}

test('a finding is a vector, with pages for people, and a script that needs the runtime alone', async () => {
  const dir = folder();
  const path = keepFinding(dir, await finding('Abs', 'wrong'), launch)!;
  expect(path).toBe(join(dir, 'toy-runtime-51aeefa9', 'abs-value-float'));
  expect(readdirSync(path).sort()).toEqual([
    ...['README.md', 'bug-report.md', 'case.json', 'model.onnx', 'script.mjs', 'test_data_set_0'],
  ]);
  const readme = readFileSync(join(path, 'README.md'), 'utf8');
  for (const part of ['# Abs: wrong values', '- got: `101.5 at [0]`', '- expected: `1.5`', '- off by: `100,']) {
    expect(readme).toContain(part);
  }
  expect(readme).toContain('Seen in 3 programs');
  expect(readFileSync(join(path, 'bug-report.md'), 'utf8')).toMatch(/- machine: .*, Node v\d+/);
  expect(formatDifference('9007199254740995', '9007199254740993')).toMatch(/^2, /);
  expect(readVectors(dir)).toMatchObject({ cases: [{ about: { operator: 'Abs' } }], unreadable: [] });
  const script = readFileSync(join(path, 'script.mjs'), 'utf8');
  expect(script.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(dir, 'node_modules'));
  const printed = execFileSync(process.execPath, [join(path, 'script.mjs')], { encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(printed).toEqual(
    ['expected', 'got     '].map((label) => `${label} y float32 [ 2 ] Float32Array(2) [ 1.5, 0 ]`),
  );
  // of another finding it says so, by its exit code too
  const other = join(dir, 'other.mjs');
  writeFileSync(
    other,
    script.replace("'model.onnx'", `'${join(path, 'model.onnx')}'`).replace('from([1.5, 0])', 'from([1, 0])'),
  );
  const differs = spawnSync(process.execPath, [other], { encoding: 'utf8' });
  expect([differs.status, differs.stdout.trim().split('\n').at(-1)]).toEqual([1, 'differs']);
});

test('what is kept is read back, and not written again', async () => {
  const dir = folder();
  const found = await finding('Abs', 'wrong');
  keepFinding(dir, found, launch);
  const { program, ...about } = found;
  expect(readCorpus(dir).findings).toMatchObject([{ about, program: { ...program, graph: { outputs: ['y'] } } }]);
  expect(keepFinding(dir, { ...found, count: 9 }, launch)).toBeUndefined();
  expect(readCorpus(dir).findings[0]!.about.count).toBe(3);
});

test('the folder of a finding is a corpus where one stands in it, as its README has it', async () => {
  const path = keepFinding(folder(), await finding('Abs', 'wrong'), launch)!;
  const from = process.cwd();
  process.chdir(path);
  try {
    expect(readCorpus('.')).toMatchObject({ findings: [{ path: '.' }], unreadable: [] });
  } finally {
    process.chdir(from);
  }
});

test('it tells of each finding what became of it', async () => {
  const dir = folder();
  for (const name of ['Abs', 'Ceil', 'Exp', 'Floor', 'Neg']) keepFinding(dir, await finding(name, 'wrong'), launch);
  const other = { name: 'other', version: '1' };
  keepFinding(dir, await finding('Abs', 'wrong', { backend: other }), launch);
  const now = runtime({ Abs: 'wrong', Floor: 'throws', Neg: 'unsupported' });
  const replayed = await replay(readCorpus(dir).findings, launching(now), requirements);
  expect(replayed.map(({ kept, status }) => [kept.about.id.split('-')[0], status])).toEqual([
    ['abs', 'elsewhere'],
    ['abs', 'same'],
    ['ceil', 'passes'],
    ['exp', 'passes'],
    ['floor', 'otherwise'],
    ['neg', 'unsupported'],
  ]);
  const expected = [
    { finding: ['abs-*', 'ceil-*', 'not-*'], reason: 'known' },
    { finding: 'neg-*', reason: 'known' },
  ];
  expect(fixedFindings(expected, replayed)).toEqual(['ceil-* passes now']);
});

test('what a finding asked is asked again, of the same launch', async () => {
  const dir = folder();
  const asked: Requirements = { requireTier: 'exact', policies: [] };
  const strict = await finding('Exp', 'rounded', {}, asked);
  const path = keepAny(dir, strict, launch, asked)!;
  expect(readFileSync(join(path, 'README.md'), 'utf8')).toContain(' --require exact\n');
  const gpu = { ...launch, options: { provider: 'gpu' } };
  keepAny(dir, { ...strict, id: 'exp-value-float' }, gpu, requirements);
  const rounded = runtime({ Exp: 'rounded' });
  const { findings } = readCorpus(dir);
  const statuses = async (how: Launch) =>
    (await replay(findings, { ...launching(rounded), launch: how }, requirements)).map(({ status }) => status);
  expect(await statuses(launch)).toEqual(['same', 'elsewhere']);
  expect(await statuses(gpu)).toEqual(['elsewhere', 'passes']);
});

test('folders of different names are different, and below that of the corpus', () => {
  const names = ['..', '.', '', '模型', '运行', '@a/b', 'a/b', 'a-b', '.a-b', 'x'.repeat(300), 'x'.repeat(301)];
  const folders = names.map((name) => folderOf({ id: 'id', backend: { name, version: '1' } }));
  expect(new Set(folders).size).toBe(names.length);
  for (const name of folders) expect(name).toMatch(/^\w[\w.-]{0,120}\/id$/);
  expect(folders[7]).toBe('a-b/id');
});

test('a folder that is not a corpus, and broken files', async () => {
  const dir = folder();
  expect(() => readCorpus(dir)).toThrow(BadInput);
  expect(() => readCorpus(join(dir, 'missing'))).toThrow(/cannot be read/);
  const paths = [];
  for (const name of ['Abs', 'Ceil', 'Exp', 'Floor', 'Neg']) {
    paths.push(keepFinding(dir, await finding(name, 'wrong'), launch)!);
  }
  writeFileSync(join(paths[0]!, 'case.json'), '{ "format": ');
  writeFileSync(join(paths[1]!, 'case.json'), '{ "format": 1 }');
  rmSync(join(paths[2]!, 'model.onnx'));
  writeFileSync(join(paths[3]!, 'test_data_set_0/input_0.pb'), 'no tensor');
  const { findings, unreadable } = readCorpus(dir);
  expect(findings.map(({ path }) => path)).toEqual([paths[4]]);
  expect(unreadable.map((line) => line.replace(dir, ''))).toEqual([
    expect.stringMatching(/^\/toy-runtime-51aeefa9\/abs-value-float\/case\.json is not JSON: /),
    expect.stringMatching(/^\/toy-runtime-51aeefa9\/ceil-value-float\/case\.json is of no finding: at /),
    expect.stringMatching(
      /^\/toy-runtime-51aeefa9\/exp-value-float\/model\.onnx: cannot be read \(it does not exist\)$/,
    ),
    expect.stringMatching(/^\/toy-runtime-51aeefa9\/floor-value-float\/test_data_set_0\/input_0\.pb/),
  ]);
});

test('fuzz prune drops what passes, and nothing else', async () => {
  const dir = folder();
  const backend = { name: 'reference', version: '0' };
  const keep = async (name: string, more: Partial<FuzzFinding> = {}) =>
    keepFinding(dir, await finding(name, 'wrong', { backend, ...more }), launch)!;
  const [mended, noted, unsteady, elsewhere] = [
    await keep('Abs'),
    await keep('Ceil'),
    await keep('Floor', { reproduced: 'not-reproducible' }),
    await keep('Neg', { backend: { name: 'other', version: '1' } }),
  ];
  mkdirSync(join(noted, 'notes'));
  const { code, stdout } = await cli(['fuzz', 'prune', dir, '-b', 'reference']);
  expect(code).toBe(0);
  expect(existsSync(mended)).toBe(false);
  expect(readdirSync(noted)).toEqual(['notes']);
  expect([unsteady, elsewhere].map((path) => existsSync(join(path, 'case.json')))).toEqual([true, true]);
  expect(stdout).toContain(`dropped ${mended}\n`);
  expect(stdout).toMatch(/4 findings kept in .*: 3 pass now, 1 not asked\n/);
  expect(stdout).toMatch(/\n2 findings dropped, 2 left\n$/);
  expect(complaint(await cli(['fuzz', 'prune', join(dir, 'nothing'), '-b', 'reference']))).toMatch(/cannot be read/);
});
