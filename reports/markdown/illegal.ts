import { type IllegalModels, illegalOutcomes, type Report } from '../schema.ts';
import { illegalInWords, notRejectedInWords, ruleRows } from '../words/illegal.ts';
import { codeBlock, codeSpan, details, escapeMarkdown, table } from './markup.ts';

/** Models that have to be rejected, apart from all that counts. */
export function illegalModels({ illegal }: Report): string {
  if (!illegal) return '';
  const told = illegal.rules.flatMap((broken) =>
    broken.notRejected.map((seen) =>
      [
        `### ${codeSpan(broken.rule)}: ${notRejectedInWords(broken, seen)}`,
        escapeMarkdown(broken.text),
        ruleRows(seen)
          .map(([label, text]) => `- ${label}: ${label === 'seen in' ? escapeMarkdown(text) : codeSpan(text)}`)
          .join('\n'),
        codeBlock([seen.replay]),
      ].join('\n\n'),
    ),
  );
  return [
    '## Illegal models',
    `Each breaks one rule and has to be rejected; they are in no other figure. ${illegalInWords(illegal)}.`,
    ...told,
    details('All rules', ruleTable(illegal)),
  ].join('\n\n');
}

function ruleTable({ rules }: IllegalModels): string {
  const rows = rules.map(({ rule, text, counts }) => [
    codeSpan(rule),
    escapeMarkdown(text),
    ...illegalOutcomes.map((outcome) => (counts[outcome] > 0 ? `${counts[outcome]}` : '')),
  ]);
  return table(['rule', '', ...illegalOutcomes], rows);
}
