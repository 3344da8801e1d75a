import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printMarkdown } from '../../reports/print/markdown.ts';
import { judged } from '../../reports/schema/counts.ts';
import { thousands } from '../../reports/view/plural.ts';
import { share } from '../../reports/view/share.ts';
import { withMade } from '../made.ts';
import { type KnownBackend, parseKnown, writeKnown } from './known.ts';
import { dateOf, knownBackendsPage, suiteOf } from './page.ts';
import { targets } from './targets.ts';

// npm runs a script where package.json is, and tests
export const folder = 'reports/known-backends';
export const page = 'reports/known-backends.md';
export const readme = 'README.md';

/** A label as the name of a file. */
export const fileNameOf = (label: string): string => label.replace(/[^\w.-]+/g, '-').replace(/^-|-$/g, '');

export const pathOf = (label: string): string => join(folder, `${fileNameOf(label)}.json`);

/** The stored results of all targets that have been run, in the order of the page. */
export function sections(): readonly KnownBackend[] {
  const kept = targets.map(({ label }) => pathOf(label)).filter((path) => existsSync(path));
  return kept.map((path) => parseKnown(readFileSync(path, 'utf8'), path));
}

/** The names of files that do not belong to a target. */
export const strays = (): readonly string[] =>
  readdirSync(folder).filter((name) => !targets.some(({ label }) => name === `${fileNameOf(label)}.json`));

/** Stores a section, replacing an earlier one. */
export function keep(section: KnownBackend): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(pathOf(section.label), writeKnown(section));
}

/** The page of all stored sections. */
export const pageOf = (known: readonly KnownBackend[]): string => printMarkdown(knownBackendsPage(known));

/**
 * Returns a text with the existing rows of its table of runtimes updated. The table is between `<!-- made: runtimes -->` and `<!-- end
 * -->`.
 */
export function withRuntimes(text: string, known: readonly KnownBackend[]): string {
  const rowOf = ({ label, report }: KnownBackend): string =>
    `| \`${label}\` | ${[report.backend.version, suiteOf(report), thousands(judged(report.totals)), share(report.totals), report.findings.length, dateOf(report)].join(' | ')} |`;
  const rows = new Map(known.map((one) => [one.label, rowOf(one)]));
  return withMade(text, 'runtimes', (table) =>
    table.replace(/^\| `(.+?)` \|.*$/gm, (row, label: string) => rows.get(label) ?? row),
  );
}
