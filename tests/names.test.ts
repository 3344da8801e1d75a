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

/** Words of a private language, and what the field says. */
const plainer: readonly (readonly [RegExp, string])[] = [
  [/\btold\b(?! apart)/, 'reported, shown, known or given'],
  [/[Tt]wins?\b|[Tt]win[A-Z]/, 'control'],
  [/[Ff]amiliar/, 'known'],
  [/[Ee]xhibit/, 'reproduction'],
  [/\banswers? (?:(?:that|alone|may|does|do|not) )*stands?\b/, 'accepted, or right'],
  [/\w+InWords/, 'describe… or format…'],
  [/\b[Ww]hat (?:wrongly )?(?:comes|becomes) of\b/, 'the result of'],
  [/\bis meant[`'.]/, 'must be'],
];

it('names, messages and docs say it in words of the field', () => {
  const files = filesIn(...layers, 'bench', 'docs', 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md');
  expect(files.length).toBeGreaterThan(700);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/\n[ */#]*/g, ' ');
    return plainer.flatMap(([word, instead]) => {
      const [said] = word.exec(text) ?? [];
      return said === undefined ? [] : [`${file}: '${said}'; say ${instead}`];
    });
  });
  expect(found).toEqual([]);
});
