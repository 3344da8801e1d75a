import { type FailureGroup, failureGroups } from '../failures.ts';
import { caseInWords, failedInWords, placeInWords } from '../phrases.ts';
import type { Report } from '../schema.ts';
import { plural } from '../verdict.ts';
import { hang, plain } from './layout.ts';
import { type Page, title } from './page.ts';

/** How many lines of operators a clause gets before the others are counted. */
const maxPlaces = 4;

/** Failed clauses, each with its smallest case and the command that runs it again. */
export function failureSection(report: Report, page: Page, maxClauses: number): string[] {
  const groups = failureGroups(report);
  if (groups.length === 0) return [];
  const shown = groups.slice(0, maxClauses);
  const hidden = groups.length - shown.length;
  return [
    ...title('Failed clauses', groups.length > 1 ? `${groups.length}, the most serious first` : '', page),
    ...shown.flatMap((group, i) => [...(i > 0 ? [''] : []), ...clauseLines(group, page)]),
    ...(hidden > 0 ? ['', `  … and ${plural(hidden, 'more clause')}, see report.md`] : []),
  ];
}

function clauseLines(group: FailureGroup, { columns, colors }: Page): string[] {
  const { example, level } = group;
  const seriousness = level === 'specified' ? level : colors.yellow(level);
  const heading = `${colors.bold(group.clause)} · ${seriousness} · ${failedInWords(group)}`;
  const where = group.places.slice(0, maxPlaces).map(placeInWords);
  const hidden = group.places.length - where.length;
  if (hidden > 0) where.push(`… and ${hidden} more, see report.md`);
  const field = (label: string, text: string) => hang(`      ${label.padEnd(9)}`, plain(text), columns);
  return [
    ...hang(`  ${colors.red('✗')} `, heading, columns),
    ...hang('    ', example.text, columns),
    ...hang('    ', colors.dim(example.source), columns),
    ...where.flatMap((place, i) => hang(i === 0 ? '    broken by ' : ' '.repeat(14), place, columns)),
    ...hang('    smallest: ', plain(example.smallest.id), columns),
    ...caseInWords(example.smallest).flatMap(([label, text]) => field(label, text)),
    `      ${'replay'.padEnd(9)}${colors.cyan(example.replay)}`,
  ];
}
