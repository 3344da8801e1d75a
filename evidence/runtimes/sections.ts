import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { select } from '../../generators/suite/cases.ts';
import { printMarkdown } from '../../reports/print/markdown.ts';
import { judged } from '../../reports/schema/counts.ts';
import type { KnownBackend, SuiteState } from '../../reports/view/known-backends.ts';
import { knownBackendsPage } from '../../reports/view/pages/known-backends.ts';
import { thousands } from '../../reports/view/plural.ts';
import { share } from '../../reports/view/share.ts';
import { targets } from './targets.ts';

// npm runs a script where package.json is, and tests
export const folder = 'reports/known-backends';
export const page = 'reports/known-backends.md';
export const readme = 'README.md';

/** A label as the name of a file. */
export const fileNameOf = (label: string): string => label.replace(/[^\w.-]+/g, '-').replace(/^-|-$/g, '');

const pathOf = (label: string): string => join(folder, `${fileNameOf(label)}.json`);

/** What is kept of all targets that have been run, in the order of the page. */
export function sections(): readonly KnownBackend[] {
  const kept = targets.map(({ label }) => pathOf(label)).filter((path) => existsSync(path));
  return kept.map((path) => JSON.parse(readFileSync(path, 'utf8')));
}

/** Names of files that belong to no target. */
export const strays = (): readonly string[] =>
  readdirSync(folder).filter((name) => !targets.some(({ label }) => name === `${fileNameOf(label)}.json`));

/** Keeps a section in place of the one before it. */
export function keep(section: KnownBackend): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(pathOf(section.label), `${JSON.stringify(section, null, 2)}\n`);
}

/** The suite as it is; to count its cases takes seconds. */
export function suiteToday(cases = countedCases()): SuiteState {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return { version, cases };
}

function countedCases(): number {
  const { cells, cases } = select({ seed: 1, ids: [], opsets: [], dtypes: [] });
  return cells.reduce((sum, cell) => sum + cases(cell).length, 0);
}

/** The page of all sections that are kept. */
export const pageOf = (today: SuiteState): string => printMarkdown(knownBackendsPage(sections(), today));

/** A text with the rows of its table of runtimes made anew: those that it has, between `<!-- made: runtimes -->` and `<!-- end -->`. */
export function withRuntimes(text: string): string {
  const rowOf = ({ label, backend, totals, findings, date }: KnownBackend): string =>
    `| \`${label}\` | ${[backend.version, thousands(judged(totals)), share(totals), findings.length, date].join(' | ')} |`;
  const rows = new Map(sections().map((one) => [one.label, rowOf(one)]));
  return text.replace(/(?<=<!-- made: runtimes -->\n)[\s\S]*?(?=<!-- end -->)/, (table) =>
    table.replace(/^\| `(.+?)` \|.*$/gm, (row, label: string) => rows.get(label) ?? row),
  );
}
