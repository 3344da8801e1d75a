import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { escapeMarkdown } from '../../reports/markdown/markup.ts';
import { correctCandidates } from '../mutants/candidates.ts';
import { mutants } from '../mutants/mutants.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

// what the figures are is checked by `npm run detection -- --check`
it('DETECTION.md lists the implementations that there are', () => {
  const page = read('DETECTION.md');
  const names = [...mutants, ...correctCandidates].map(({ name }) => escapeMarkdown(name));
  expect(names.filter((name) => !page.includes(`| ${name} |`))).toEqual([]);
  expect(page.match(/^\|.*\| [\d,]+ of [\d,]+ \|/gm)).toHaveLength(mutants.length);
});

it('the figures of the official vectors are kept for every fault', () => {
  const kept = JSON.parse(read('tests/detection/official.json')) as { faults: Record<string, unknown> };
  expect(Object.keys(kept.faults)).toEqual(mutants.map(({ name }) => name));
});
