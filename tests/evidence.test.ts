import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const runner = (...args: string[]) =>
  spawnSync(process.execPath, ['evidence/main.js', ...args], { cwd: root, encoding: 'utf8' });

const { stdout: list } = runner();
const names = [...list.matchAll(/^ {2}(\S+) {2,}\S/gm)].map(([, name]) => name!);

test('without a name the programs are listed, each with a section of docs/evidence.md', () => {
  expect(names).toContain('detection');
  const sections = [...read('docs/evidence.md').matchAll(/^## `(\S+)`$/gm)].map(([, name]) => name);
  expect(sections).toEqual(names);
});

test('every program that is run has a source', () => {
  const programs = [...read('evidence/main.js').matchAll(/program\('(\S+)'\)/g)].map(
    ([, path]) => `evidence/${path}.ts`,
  );
  expect(programs.length).toBeGreaterThan(names.length - 5);
  expect(programs.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test('every module that a benchmark loads has a source', () => {
  const benches = readdirSync(join(root, 'bench')).map((name) => `bench/${name}`);
  const loaded = benches.flatMap((file) =>
    [...read(file).matchAll(/'\.\.\/dist\/(\S+)\.js'/g)].map(([, path]) => path!),
  );
  expect(loaded.length).toBeGreaterThan(5);
  expect(loaded.filter((path) => !existsSync(join(root, `${path}.ts`)))).toEqual([]);
});

test.each(['nothing', 'toString'])('a name that is not listed is refused in a line: %s', (name) => {
  const { status, stdout, stderr } = runner(name);
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: `There is nothing called '${name}' to run: npm run evidence lists the names.\n`,
  });
});

const folders = [
  '.ci',
  'adapters',
  'bench',
  'docs',
  'evidence',
  'generators',
  'oracles',
  'reports',
  'src',
  'tests',
  'vectors',
];

test('every script that a text of ours names exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const texts = ['.', ...folders].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  // the changelog has the names of its day
  const left = /node_modules|CHANGELOG|package-lock|reports.known-backends./;
  const used = texts
    .filter((file) => /\.(?:ts|js|md|json)$|^\.ci./.test(file) && !left.test(file))
    .flatMap((file) => [...read(file).matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)(?: -- ([a-z-]+))?/g)]);
  expect(used.length).toBeGreaterThan(50);
  const isThere = ([, script, program]: string[]) =>
    script! in scripts && (script !== 'evidence' || program === undefined || names.includes(program));
  expect(used.filter((match) => !isThere(match)).map(([command]) => command)).toEqual([]);
});
