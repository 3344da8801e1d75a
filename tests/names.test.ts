import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const layers = ['oracles', 'generators', 'vectors', 'reports', 'src'] as const;

const filesIn = (...paths: readonly string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
    .split('\n')
    .filter((file) => /\.(ts|md)$/.test(file) && !file.endsWith('_pb.ts'));

/** The library shows users these nouns as classes and options of its own. */
const publicViews = new Set(['src/library/cases.ts Case', 'src/library/run.ts RunOptions']);

it('a type has a name of its own', () => {
  const declared = new Map<string, string[]>();
  for (const file of filesIn(...layers)) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name] of text.matchAll(/^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)\b(?! ?,)/gm)) {
      if (!publicViews.has(`${file} ${name}`)) declared.set(name!, [...(declared.get(name!) ?? []), file]);
    }
  }
  expect(declared.size).toBeGreaterThan(500);
  expect([...declared].filter(([, files]) => files.length > 1)).toEqual([]);
});
