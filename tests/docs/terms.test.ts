import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const pages = ['ARCHITECTURE.md', 'docs/terms.md'] as const;

/** "`Case` in `generators/cases/case.ts`". */
const named = (page: string) =>
  [...read(page).matchAll(/`(\w+)` in `([\w./-]+\.ts)`/g)].map(([, name, file]) => ({ name, file }));

test.each(pages)('each type that %s names is exported by the file that it names', (page) => {
  expect(named(page).length).toBeGreaterThanOrEqual(10);
  const missing = named(page).filter(
    ({ name, file }) =>
      !existsSync(new URL(file!, root)) ||
      !new RegExp(`^export (?:abstract )?(?:interface|type|class|function|const) ${name}\\b`, 'm').test(read(file!)),
  );
  expect(missing).toEqual([]);
});

test('the forms in the life of a case are types, ten at most, and the table has the same', () => {
  const [, diagram = ''] = /```mermaid\n(.*?)```/s.exec(read('ARCHITECTURE.md')) ?? [];
  const forms = [...diagram.matchAll(/\[(\w+)\]/g)].map(([, form]) => form!);
  expect(
    named('ARCHITECTURE.md')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(forms.toSorted());
  expect(forms.length).toBeLessThanOrEqual(10);
  expect(forms.length).toBeGreaterThan(5);
  const sources = ['oracles', 'generators', 'vectors', 'reports', 'src'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => read(`${folder}/${file}`)),
  );
  const isDeclared = (form: string) =>
    sources.some((text) => new RegExp(`^export (?:interface|type) ${form}\\b`, 'm').test(text));
  expect(forms.filter((form) => !isDeclared(form))).toEqual([]);
});

test('the trip of a case opens twelve files at most, and they are there', () => {
  const [, steps = ''] = /### The trip of one case\n(.*?)\n## /s.exec(read('ARCHITECTURE.md')) ?? [];
  const opened = [...steps.replaceAll(/\[`.*?\]/gs, '').matchAll(/`((?:\w+\/)[\w./-]+\.ts)`/g)].map(
    ([, file]) => file!,
  );
  expect(opened.length).toBeGreaterThan(5);
  expect(opened.length).toBeLessThanOrEqual(12);
  expect(opened.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
});

test('a term is defined once, in a sentence', () => {
  const rows = read('docs/terms.md')
    .split('\n')
    .filter((line) => /^\| (?!term|-)/.test(line))
    .map((line) => line.split(' | '));
  const terms = rows.map(([term]) => term!.replace(/^\| /, ''));
  expect(terms.length).toBeGreaterThan(30);
  expect(new Set(terms).size).toBe(terms.length);
  expect(rows.filter(([, meaning]) => !meaning!.endsWith('.')).map(([term]) => term)).toEqual([]);
});
