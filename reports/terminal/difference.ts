import picocolors from 'picocolors';
import { type Change, type ChangedCases, changeNames, changes, isOfIllegal } from '../tally/changes.ts';
import {
  changedPlaces,
  remarks,
  runInWords,
  showsInWords,
  titleOf,
  unequalInWords,
  verdictOfChange,
} from '../words/changed.ts';
import { placesInWords } from '../words/compared.ts';
import type { Difference } from '../words/difference.ts';
import { behaviourInWords } from '../words/phrases.ts';
import { plural } from '../words/plural.ts';
import type { ComparisonOptions } from './comparison.ts';
import { hangingIndent, sanitize } from './layout.ts';
import { type Page, title } from './page.ts';

/** How many groups of cases are told of each change, unless all are to be. */
const maxGroups = { worse: 3, neither: 1, better: 1 } as const;
const maxChoices = 3;
/** How many lines a text gets, unless all is to be told. */
const maxLines = 2;

/** A difference for a person at a terminal: first the counts, then what changed, the worst first. */
export function renderDifference(different: Difference, options: ComparisonOptions = {}): string {
  const colors = picocolors.createColors(options.color ?? false);
  const page = { columns: Math.max(options.columns ?? 80, 40), colors };
  const { full = false } = options;
  const sections = [
    headSection(different, page),
    ...changeNames.map((change) => changeSection(different, change, page, full)),
    choiceSection(different, page, full),
    againSection(different, page),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function headSection(different: Difference, { columns, colors }: Page): string[] {
  const { before, after, unequal, worse } = different;
  const row = (label: string, text: string) => hangingIndent(label.padEnd(11), sanitize(text), columns, 3);
  const paint = worse ? colors.red : colors.green;
  return [
    ...row('before', runInWords(before)),
    ...row('after', runInWords(after)),
    ...unequal.flatMap((one) => row('not equal', unequalInWords(one))),
    ...hangingIndent('', colors.bold(paint(verdictOfChange(different))), columns),
    ...remarks(different).flatMap(([label, text]) => row(label, text)),
  ];
}

function changeSection({ changed, counts }: Difference, change: Change, page: Page, full: boolean): string[] {
  if (counts[change] === 0) return [];
  const groups = changed.filter((one) => one.change === change);
  const shown = full ? groups : groups.slice(0, maxGroups[changes[change]]);
  const hidden = groups.slice(shown.length).reduce((sum, { cases }) => sum + cases, 0);
  const heading = isOfIllegal(change) ? `illegal models ${change}` : change;
  return [
    ...title(`${heading[0]!.toUpperCase()}${heading.slice(1)}`, plural(counts[change], 'case'), page),
    ...shown.flatMap((group) => groupLines(group, page, full)),
    ...(hidden > 0 ? [`  … and ${plural(hidden, 'more case')}: --full`] : []),
  ];
}

function groupLines(group: ChangedCases, { columns, colors }: Page, full: boolean): string[] {
  const most = full ? Number.POSITIVE_INFINITY : maxLines;
  const line = (text: string) => hangingIndent(' '.repeat(8), text, columns, most);
  const shows = showsInWords(group);
  return [
    ...hangingIndent(`${`${group.cases}`.padStart(6)}  `, sanitize(titleOf(group)), columns, most),
    ...hangingIndent(' '.repeat(8), `${changedPlaces(group)}, e.g. ${colors.cyan(group.smallest.after.id)}`, columns),
    ...(shows === '' ? [] : line(sanitize(shows))),
  ];
}

function choiceSection({ choices }: Difference, page: Page, full: boolean): string[] {
  if (choices.length === 0) return [];
  const rows = choices.flatMap((policy) => policy.rows.map((row) => ({ policy, row })));
  const shown = full ? rows : rows.slice(0, maxChoices);
  return [
    ...title('Other choices', 'where the text leaves one', page),
    ...shown.flatMap(({ policy, row }) => {
      const [was, is] = row.seen.map((behaviour) => behaviour && behaviourInWords(behaviour));
      return hangingIndent('  ', `${policy.policy} (${placesInWords(policy, row)}): ${was} → ${is}`, page.columns);
    }),
    ...(shown.length < rows.length ? [`  … and ${rows.length - shown.length} more: --full`] : []),
  ];
}

function againSection({ after, changed }: Difference, { colors }: Page): string[] {
  if (changed.length === 0 || after.launch === '') return [];
  return [`One case again: ${colors.cyan(`npx onnx-conformance run ID ${after.launch}`)}`];
}
