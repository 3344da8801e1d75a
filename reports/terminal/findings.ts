import { breaksNoClause } from '../schema/predicates.ts';
import type { Finding, Report } from '../schema.ts';
import { opsetsInWords } from '../tally/opsets.ts';
import { isUnanswered } from '../tally/unanswered.ts';
import { caseRows, clauseOf, findingInWords, kindsInWords, onlyClauseOf } from '../words/finding.ts';
import { areaInWords } from '../words/phrases.ts';
import { areas } from '../words/places.ts';
import { plural } from '../words/plural.ts';
import { hang, plain } from './layout.ts';
import { type Page, title } from './page.ts';

/** How many lines of operators, and how many clauses, a finding names before the others are counted. */
const maxAreas = 4;
const maxClauses = 6;

/** How many lines a message gets: enough for what went wrong, not for a stack trace. */
const maxLines = 6;

/** What to look into, each with its smallest case and the command that runs it again. */
export function findingsSection(report: Report, page: Page, maxFindings: number): string[] {
  const { findings } = report;
  if (findings.length === 0) return [];
  const shown = findings.slice(0, maxFindings);
  const hidden = findings.slice(maxFindings);
  return [
    ...title('Findings', findings.length > 1 ? `${findings.length}, the most serious first` : '', page),
    ...shown.flatMap((finding, i) => [...(i > 0 ? [''] : []), ...findingLines(report, finding, i + 1, page)]),
    ...(hidden.length > 0 ? ['', ...hang('  … ', moreInWords(hidden), page.columns)] : []),
  ];
}

function findingLines(report: Report, finding: Finding, number: number, { columns, colors }: Page): string[] {
  const { smallest, level, clauses, problem } = finding;
  const lead = `  ${number} ${colors.red('✗')} `;
  const indent = ' '.repeat(`  ${number} ✗ `.length);
  const lines = (label: string, texts: readonly string[]) =>
    texts.flatMap((text, i) => hang(indent + (i === 0 ? label : ' '.repeat(label.length)), text, columns, maxLines));
  const where = areas(report, finding.where).map(areaInWords);
  const places = [
    ...where.slice(0, maxAreas),
    ...(where.length > maxAreas ? [`… and ${where.length - maxAreas} more, see report.md`] : []),
  ];
  const common = finding.common.filter((fact) => !where.every((place) => place.endsWith(`(${fact})`)));
  const body = [
    ...lines('common to all: ', common.length > 0 ? [plain(common.join(', '))] : []),
    ...lines('always with: ', finding.always.length > 0 ? [plain(finding.always.join(', '))] : []),
    ...lines('id: ', [plain(finding.id)]),
    ...lines('smallest: ', [plain(smallest.id)]),
    ...caseRows(finding).flatMap(([label, text]) => lines(`  ${label.padEnd(9)}`, [plain(text)])),
    `${indent}  ${'replay'.padEnd(9)}${colors.cyan(finding.replay)}`,
  ];
  const clause = clauseOf(report, finding);
  if (clause) {
    const seriousness = level === 'specified' ? level : colors.yellow(level);
    const { text, source } = clause;
    return [
      ...hang(lead, `${colors.bold(clauses[0]!)} · ${seriousness} · ${findingInWords(finding)}`, columns),
      ...[text, colors.dim(source)].flatMap((words) => hang(indent, words, columns)),
      ...lines('broken by ', places),
      ...body,
    ];
  }
  const only = onlyClauseOf(report, finding);
  const opsets = opsetsInWords(finding.opsets);
  const soft = level === 'specified' ? '' : ` · ${colors.yellow(`only ${level} clauses`)}`;
  return [
    ...hang(lead, `${colors.bold(findingInWords(finding))}${soft}`, columns),
    ...lines(
      '',
      [plain(problem === 'tier' ? '' : (finding.message ?? ''))].filter((message) => message !== ''),
    ),
    ...lines('seen in ', where.length === 1 ? [`${where[0]}, ${opsets}`] : [...places, opsets]),
    ...lines(breaksNoClause(finding) || isUnanswered(report) ? 'under   ' : 'breaks  ', [
      `${plural(clauses.length, 'clause')}: ${someOf(clauses)}`,
      ...(only ? [only.text] : []),
    ]),
    ...body,
  ];
}

/** "and 3 more findings, see report.md: wrong value in 12 cases, error in 3 cases (2 findings)". */
function moreInWords(hidden: readonly Finding[]): string {
  return `and ${plural(hidden.length, 'more finding')}, see report.md: ${kindsInWords(hidden)}`;
}

function someOf(names: readonly string[]): string {
  const hidden = names.length - maxClauses;
  return hidden > 0 ? `${names.slice(0, maxClauses).join(', ')} and ${hidden} more` : names.join(', ');
}
