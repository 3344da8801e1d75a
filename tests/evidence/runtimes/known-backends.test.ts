import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { numberIn } from '../../../evidence/detection/measured.ts';
import {
  page,
  pageOf,
  readme,
  sections,
  strays,
  suiteToday,
  withRuntimes,
} from '../../../evidence/runtimes/sections.ts';
import { targets } from '../../../evidence/runtimes/targets.ts';
import { select } from '../../../generators/suite/cases.ts';
import { isStale } from '../../../reports/view/known-backends.ts';
import { backendCommand, splitCommandLine } from '../../../src/backends/resolve.ts';

// what to do where one of these fails: npm run evidence -- known-backends --render, or with the NAME of those it lists

const known = sections();
// to count the cases anew takes seconds: tests/evidence/detection/page.test.ts tells where the suite has others
const today = suiteToday(numberIn(readFileSync(page, 'utf8'), /the suite is [\d.]+ with ([\d,]+) cases now/));

test('the page is what the sections and the code make it: if not, npm run evidence -- known-backends --render', () => {
  expect(readFileSync(page, 'utf8') === pageOf(today)).toBe(true);
});

test('the rows of the table in the README are those of the sections', () => {
  const text = readFileSync(readme, 'utf8');
  expect(text.match(/^\| `.+` \|.*20\d\d-\d\d-\d\d \|$/gm)?.length).toBeGreaterThan(4);
  expect(withRuntimes(text)).toBe(text);
});

test('every backend has a section, and every section a backend', () => {
  expect(known.map(({ label }) => label)).toEqual(targets.map(({ label }) => label));
  expect(strays()).toEqual([]);
});

test('every section that is not marked as stale names cases that there are', () => {
  const ids = new Set(
    known.filter((one) => !isStale(one, today)).flatMap(({ findings }) => findings.map(({ id }) => id)),
  );
  const cells = new Map(select({ seed: 1, ids: [], opsets: [], dtypes: [] }).cells.map((cell) => [cell.name, cell]));
  const { cases } = select({ seed: 1, ids: [], opsets: [], dtypes: [] });
  const gone = [...ids].filter((id) => {
    const cell = cells.get(id.slice(0, id.lastIndexOf('/')));
    return !cell || !cases(cell).some((one) => one.id === id);
  });
  expect(gone).toEqual([]);
});

test('every section says when, by which suite and at which commit it was run', () => {
  for (const { label, date, suite, commit } of known) {
    expect([label, date], label).toEqual([label, expect.stringMatching(/^20\d\d-\d\d-\d\d$/)]);
    expect(suite, label).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+/), cases: expect.any(Number) });
    expect(commit, label).toMatch(/^[0-9a-f]{12}$/);
  }
});

test('the commands start what they name, from this folder', () => {
  for (const { label, launch } of known) {
    const words = splitCommandLine(launch);
    expect(words.slice(0, 2), label).toEqual(['--backend', label]);
    expect(() => backendCommand(label), label).not.toThrow();
    const cwd = words[words.indexOf('--cwd') + 1]!;
    if (words.includes('--cwd')) expect(existsSync(cwd), label).toBe(true);
  }
});
