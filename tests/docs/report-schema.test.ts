import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problemKinds } from '../../oracles/judge/comparator.ts';
import { invalidOutcomes, outcomes } from '../../reports/schema/case-result.ts';
import { tables, withTables } from '../../reports/schema/tables.ts';

const page = readFileSync(new URL('../../docs/report-schema.md', import.meta.url), 'utf8');
const firstColumn = (name: string) => [...tables[name]!.matchAll(/^\| `([^`]+)`/gm)].map(([, field]) => field!);

test('the page has every table as the schema makes it (npm run schema)', () => {
  expect(withTables(page)).toBe(page);
  const made = [...page.matchAll(/<!-- made: (\w+) -->/g)].map(([, name]) => name);
  expect(made.toSorted()).toEqual(Object.keys(tables).sort());
});

test('every field has a type and a meaning', () => {
  const rows = Object.values(tables).flatMap((table) => table.split('\n').filter((line) => line.startsWith('| `')));
  expect(rows.length).toBeGreaterThan(100);
  for (const row of rows) {
    for (const cell of row.split(/(?<!\\)\|/).slice(1, -1)) expect([row, cell.trim()]).not.toContain('');
  }
});

test('fields of a part follow it, those of a line of results are not repeated', () => {
  expect(firstColumn('caseResult')).toEqual(
    expect.arrayContaining(['failure', 'failure.index', 'observations[].policy']),
  );
  expect(firstColumn('findings').filter((field) => /^smallest\b/.test(field))).toEqual(['smallest']);
  expect(tables.findings).toContain('| `smallest` | line of `results.jsonl` |');
  expect(tables.report).toContain('| `options.ids` | strings |');
});

test('values are documented in the order of the code', () => {
  expect(firstColumn('problems')).toEqual(problemKinds);
  expect(firstColumn('outcomes')).toEqual(outcomes);
  expect(firstColumn('invalidOutcomes')).toEqual(invalidOutcomes);
});
