import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const docs = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
const pages = ['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', ...docs.map((name) => `docs/${name}`)];
const read = (page: string) => readFileSync(join(root, page), 'utf8');
const withoutCode = (text: string) => text.replace(/^```.*?^```/gms, '');

/** The anchors that GitHub gives to the headings of a page. */
const anchorsOf = (page: string) =>
  [...withoutCode(read(page)).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(pages)('every link of %s leads to a page, and to a heading of it', (page) => {
  const links = [...withoutCode(read(page)).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
    ([, path, anchor]) => ({
      target: path ? join(dirname(page), path) : page,
      anchor,
    }),
  );
  const isDead = ({ target, anchor }: (typeof links)[number]) =>
    !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  expect(links.filter(isDead)).toEqual([]);
});

test('every page of docs is linked from another one', () => {
  const all = pages.map((page) => ({ page, text: read(page) }));
  const alone = docs.filter(
    (name) => !all.some(({ page, text }) => page !== `docs/${name}` && text.includes(`${name}`)),
  );
  expect(alone).toEqual([]);
});

test('the README has 120 lines at most', () => {
  expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(120);
});
