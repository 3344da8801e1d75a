import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operators } from '../../oracles/operators.ts';
import { domainOf } from '../../oracles/spec/operator-name.ts';

const root = new URL('../../', import.meta.url);
const { files } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { files: string[] };
const linksIn = (page: string) => [
  ...readFileSync(new URL(page, root), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g),
];

test('what the README links to is there, and in the package', () => {
  const linked = linksIn('README.md').map(([, path]) => path!);
  expect(linked.length).toBeGreaterThan(10);
  expect(linked.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  const isPacked = (path: string) => files.some((file) => path === file || path.startsWith(`${file}/`));
  expect(linked.filter((path) => !isPacked(path))).toEqual([]);
});

test('the README counts operators and versions of ai.onnx as the suite has them', () => {
  const [, named, versions] = /judges all (\d+) operators of ONNX, in all (\d+) versions/.exec(
    readFileSync(new URL('README.md', root), 'utf8'),
  )!;
  const own = operators.filter(({ name }) => domainOf(name) === '');
  expect([Number(named), Number(versions)]).toEqual([own.length, own.flatMap((operator) => operator.versions).length]);
});
