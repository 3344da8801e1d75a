import { readFileSync, writeFileSync } from 'node:fs';
import { storedFigures } from '../drawn/summary.ts';
import { withMade } from '../made.ts';
import { pageOf, shortSummaryOf, summaryOf } from './page.ts';
import { storedResult } from './result.ts';

/** Each document that is made of what is stored, in whole or in part: what is there, and what it has to be. */
export function documents(): readonly { readonly path: string; readonly text: string; readonly made: string }[] {
  const result = storedResult();
  // npm runs scripts and tests where package.json is
  return [
    { path: 'evidence/detection.md', madeOf: () => pageOf(result, storedFigures()) },
    { path: 'README.md', madeOf: withSummary(shortSummaryOf(result, storedFigures())) },
    { path: 'docs/evidence.md', madeOf: withSummary(summaryOf(result)) },
  ].map(({ path, madeOf }) => {
    const text = readFileSync(path, 'utf8');
    return { path, text, made: madeOf(text) };
  });
}

/** Returns what puts a summary into a text. */
const withSummary =
  (summary: string) =>
  (text: string): string =>
    withMade(text, 'detection', () => summary);

/** Writes them. */
export function render(): void {
  for (const { path, made } of documents()) writeFileSync(path, made);
}
