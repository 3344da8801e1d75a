import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { page, pageOf, readme, sections, strays, withRuntimes } from '../../../evidence/runtimes/sections.ts';
import { targets } from '../../../evidence/runtimes/targets.ts';
import { launchAsTyped } from '../../../reports/view/launch.ts';
import { backendCommand, splitCommandLine } from '../../../src/backends/resolve.ts';

// what to do where one of these fails: npm run evidence -- known-backends --render, or with the NAME of those it lists

const known = sections();

test('the page is what the sections and the code make it: if not, npm run evidence -- known-backends --render', () => {
  expect(readFileSync(page, 'utf8') === pageOf(known)).toBe(true);
});

test('the rows of the table in the README are those of the sections', () => {
  const text = readFileSync(readme, 'utf8');
  expect(text.match(/^\| `.+` \|.*20\d\d-\d\d-\d\d \|$/gm)?.length).toBeGreaterThan(4);
  expect(withRuntimes(text, known)).toBe(text);
});

test('every backend has a section, and every section a backend', () => {
  expect(known.map(({ label }) => label)).toEqual(targets.map(({ label }) => label));
  expect(strays()).toEqual([]);
});

test('every section says by which suite and at which commit it was run', () => {
  for (const { label, commit, cases, report } of known) {
    expect(report.complete, label).toBe(true);
    expect(commit, label).toMatch(/^[0-9a-f]{12}$/);
    expect(Object.keys(cases).length, label).toBeGreaterThan(150);
  }
});

test('the commands start what they name, from this folder', () => {
  for (const { label, report } of known) {
    const words = splitCommandLine(launchAsTyped(report.launch!));
    expect(words.slice(0, 2), label).toEqual(['--backend', label]);
    expect(() => backendCommand(label), label).not.toThrow();
    const cwd = words[words.indexOf('--cwd') + 1]!;
    if (words.includes('--cwd')) expect(existsSync(cwd), label).toBe(true);
  }
});
