import type { Report } from '../schema.ts';
import { type FindingView, findingViews } from '../words/finding-view.ts';
import { plural } from '../words/plural.ts';
import { hangingIndent, sanitize } from './layout.ts';
import { type Page, title } from './page.ts';

/** How many lines of operators, and how many clauses, a finding names before the others are counted. */
const maxAreas = 4;
const maxClauses = 6;

/** How many lines a message gets: enough for what went wrong, not for a stack trace. */
const maxLines = 6;

/** What to look into, each with its smallest case and the command that runs it again. */
export function findingsSection(report: Report, page: Page): string[] {
  const { findings } = report;
  if (findings.length === 0) return [];
  return [
    ...title('Findings', findings.length > 1 ? `${findings.length}, the most serious first` : '', page),
    ...findingViews(report).flatMap((view, i) => [...(i > 0 ? [''] : []), ...findingLines(view, i + 1, page)]),
  ];
}

/** All of one finding. */
export function findingLines(view: FindingView, number: number, { columns, colors }: Page): string[] {
  const { title: what, clause, remark, message, opsets, clauses, wanted, always } = view;
  const lead = `  ${number} ${colors.red('✗')} `;
  const indent = ' '.repeat(`  ${number} ✗ `.length);
  const lines = (label: string, texts: readonly string[]) =>
    texts.flatMap((text, i) =>
      hangingIndent(indent + (i === 0 ? label : ' '.repeat(label.length)), text, columns, maxLines),
    );
  const hidden = view.places.length - maxAreas;
  const places = [...view.places.slice(0, maxAreas), ...(hidden > 0 ? [`… and ${hidden} more, see report.md`] : [])];
  const common = view.common.filter((fact) => !view.places.every((place) => place.endsWith(`(${fact})`)));
  const head = [
    ...hangingIndent(lead, `${colors.bold(sanitize(what))}${remark ? ` · ${colors.yellow(remark)}` : ''}`, columns),
    ...(clause
      ? [
          ...hangingIndent(indent, `${clause.clause}: ${clause.text}`, columns),
          ...hangingIndent(indent, colors.dim(clause.source), columns),
          ...lines('broken by ', places),
        ]
      : [
          ...lines(
            '',
            [sanitize(message ?? '')].filter((text) => text !== ''),
          ),
          ...lines('seen in ', places.length === 1 ? [`${places[0]}, ${opsets}`] : [...places, opsets]),
          ...lines(view.breaks ? 'breaks  ' : 'under   ', [
            `${plural(clauses.length, 'clause')}: ${someOf(clauses)}`,
            ...(wanted === undefined ? [] : [wanted]),
          ]),
        ]),
  ];
  return [
    ...head,
    ...lines('common to all: ', common.length > 0 ? [sanitize(common.join(', '))] : []),
    ...lines('always with: ', always.length > 0 ? [sanitize(always.join(', '))] : []),
    ...lines('id: ', [sanitize(view.id)]),
    ...lines('smallest: ', [sanitize(view.smallest)]),
    ...view.rows.flatMap(([label, text]) => lines(`  ${label.padEnd(9)}`, [sanitize(text)])),
    `${indent}  ${'replay'.padEnd(9)}${colors.cyan(view.replay)}`,
  ];
}

function someOf(names: readonly string[]): string {
  const hidden = names.length - maxClauses;
  return hidden > 0 ? `${names.slice(0, maxClauses).join(', ')} and ${hidden} more` : names.join(', ');
}
