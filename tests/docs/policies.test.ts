import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Policy, policies } from '../../oracles/judge/policy.ts';
import { operators } from '../../oracles/operators.ts';
import { rulesOf } from '../../oracles/spec/rules.ts';

const text = readFileSync(new URL('../../docs/policies.md', import.meta.url), 'utf8');

const row = (name: string, { open, choices, mayVary }: Policy): string =>
  `| \`${name}\` | ${open} | ${Object.keys(choices)
    .map((choice) => `\`${choice}\``)
    .join(', ')} | ${mayVary === undefined ? 'yes' : `no: ${mayVary}`} |`;

test('the page has exactly the policies of the table, with their choices', () => {
  const rows = text.split('\n').filter((line) => /^\| `/.test(line) && line.split('|').length === 6);
  expect(rows).toEqual(Object.entries(policies).map(([name, policy]) => row(name, policy)));
});

const gaps = text
  .slice(text.indexOf('## Every gap'), text.indexOf('## What is not judged'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| open'))
  .map((line) => line.split('|').slice(1, -1));

/** What the words of the last column stand for: "policies `a`, `b`; clause `c`". */
const versions = operators.flatMap((operator) => operator.versions.map((version) => ({ operator, version })));
const known: readonly (readonly [kind: RegExp, names: ReadonlySet<string>])[] = [
  [/^polic(y|ies) /, new Set(Object.keys(policies))],
  [/^clauses? /, new Set(versions.flatMap(({ version }) => version.clauses.map(({ id }) => id)))],
  [/^rule /, new Set(versions.flatMap(({ operator, version }) => rulesOf(operator, version).map(({ id }) => id)))],
];
const places = gaps.flatMap((cells) => cells[2]!.split(';').map((place) => place.trim()));
const namesIn = (place: string) => [...place.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

test('every gap has defensible answers and a place that exists', () => {
  expect(gaps.length).toBeGreaterThan(30);
  for (const cells of gaps) expect(cells.map((cell) => cell.trim().length > 2)).toEqual([true, true, true]);
  const missing = places.filter((place) => {
    const names = known.find(([kind]) => kind.test(place))?.[1];
    return !names || namesIn(place).length === 0 || namesIn(place).some((name) => !names.has(name));
  });
  expect(missing).toEqual([]);
});

test('every policy fills a gap', () => {
  const filled = new Set(places.filter((place) => place.startsWith('polic')).flatMap(namesIn));
  const asked = ['repeated-run']; // is not a gap in the text but a question to the backend
  expect(Object.keys(policies).filter((name) => !filled.has(name))).toEqual(asked);
});
