import { type ChangedCases, changes, isOfIllegal } from '../tally/changes.ts';
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
import { codeSpan, details, escapeMarkdown, table } from './markup.ts';

/** GitHub takes 65,536 characters as one comment; what stands around the rows takes some, and words of other alphabets more. */
const maxRows = 50_000;
/** Characters of what a backend said. */
const maxText = 300;

/** A difference as a comment on a pull request: the verdict, what changed, the worst first; below 65,536 characters. */
export function renderDifferenceMarkdown(different: Difference): string {
  const { changed, after } = different;
  const { bad, rest, hidden } = fitting(changed);
  return `${[
    `### Conformance: ${escapeMarkdown(verdictOfChange(different))}`,
    factsOf(different)
      .map((fact) => `- ${fact}`)
      .join('\n'),
    ...(bad.length > 0 ? [rowsOf(bad)] : []),
    ...(rest.length > 0 ? [details('What else changed', rowsOf(rest))] : []),
    ...(hidden > 0 ? [`… and ${plural(hidden, 'more case')} that changed: \`diff --full\` tells all.`] : []),
    ...choices(different),
    ...(changed.length > 0 && after.launch !== ''
      ? [`One case again: ${codeSpan(`npx onnx-conformance run ID ${after.launch}`)}`]
      : []),
  ].join('\n\n')}\n`;
}

function factsOf(different: Difference): string[] {
  const { before, after, unequal } = different;
  return [
    `before: ${escapeMarkdown(runInWords(before))}`,
    `after: ${escapeMarkdown(runInWords(after))}`,
    ...unequal.map((one) => `**not equal**: ${escapeMarkdown(unequalInWords(one))}`),
    ...remarks(different).map(([label, text]) => `${label}: ${escapeMarkdown(text)}`),
  ];
}

/** As many rows as a comment may hold, the worst first. */
function fitting(changed: readonly ChangedCases[]) {
  const [bad, rest]: string[][][] = [[], []];
  let [length, hidden] = [0, 0];
  for (const group of changed) {
    const row = rowOf(group);
    length += row.join(' | ').length;
    if (length > maxRows) hidden += group.cases;
    else (changes[group.change] === 'worse' ? bad! : rest!).push(row);
  }
  return { bad: bad!, rest: rest!, hidden };
}

function rowOf(group: ChangedCases): string[] {
  const { change, cases, smallest } = group;
  return [
    isOfIllegal(change) ? `illegal models ${change}` : change,
    `${cases}`,
    escapeMarkdown(shortened(titleOf(group))),
    escapeMarkdown(changedPlaces(group)),
    `${codeSpan(smallest.after.id)} ${escapeMarkdown(shortened(showsInWords(group)))}`.trim(),
  ];
}

const rowsOf = (rows: readonly (readonly string[])[]): string =>
  table(['change', 'cases', 'what', 'where', 'smallest case'], rows, false);

function choices({ choices }: Difference): string[] {
  const rows = choices.flatMap((policy) =>
    policy.rows.map((row) => [
      codeSpan(policy.policy),
      escapeMarkdown(placesInWords(policy, row)),
      ...row.seen.map((behaviour) => (behaviour ? escapeMarkdown(behaviourInWords(behaviour)) : '')),
    ]),
  );
  if (rows.length === 0) return [];
  return ['Other choices where the text leaves one:', table(['policy', 'where', 'before', 'after'], rows, false)];
}

const shortened = (text: string): string => (text.length > maxText ? `${text.slice(0, maxText - 1)}…` : text);
