import { readFileSync, writeFileSync } from 'node:fs';
import { storedFigures } from '../drawn/summary.ts';
import { pageOf, shortSummaryOf, summaryOf } from './page.ts';
import { storedResult } from './result.ts';

/** Each document that is made of what is stored, in whole or in part: what is there, and what it has to be. */
export function documents(): readonly { readonly path: string; readonly text: string; readonly made: string }[] {
  const result = storedResult();
  // npm runs scripts and tests where package.json is
  return [
    { path: 'DETECTION.md', madeOf: () => pageOf(result, storedFigures()) },
    { path: 'README.md', madeOf: withMade(shortSummaryOf(result)) },
    { path: 'docs/evidence.md', madeOf: withMade(summaryOf(result)) },
  ].map(({ path, madeOf }) => {
    const text = readFileSync(path, 'utf8');
    return { path, text, made: madeOf(text) };
  });
}

/**
 * Returns a text with other words between `<!-- made: detection -->` and `<!-- end -->`.
 * @throws Error unless it has one such place
 */
const withMade =
  (words: string) =>
  (text: string): string => {
    const places = text.match(made) ?? [];
    if (places.length !== 1) throw new Error(`${places.length} places for the summary of detection, instead of 1`);
    return text.replace(made, () => words);
  };

const made = /(?<=<!-- made: detection -->)[\s\S]*?(?=<!-- end -->)/g;

/** Writes them. */
export function render(): void {
  for (const { path, made } of documents()) writeFileSync(path, made);
}
