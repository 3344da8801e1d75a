import type { Report } from '../schema.ts';
import { illegalInWords, notRejectedInWords, ruleRows } from '../words/illegal.ts';
import { hangingIndent, sanitize } from './layout.ts';
import { type Page, title } from './page.ts';

/** How many rules are told in full; the others are counted. */
const maxRules = 5;
/** How many lines the operator versions of a rule get. */
const maxLines = 4;

/** Models that have to be rejected, apart from all that counts. */
export function illegalSection({ illegal }: Report, page: Page): string[] {
  if (!illegal) return [];
  const { columns, colors } = page;
  const all = illegal.rules.flatMap((broken) => broken.notRejected.map((seen) => ({ broken, seen })));
  const hidden = all.length - maxRules;
  const told = all.slice(0, maxRules).flatMap(({ broken, seen }) => {
    const mark = seen.outcome === 'undecided' ? colors.yellow('?') : colors.red('✗');
    const lead = `  ${mark} `;
    return [
      ...hangingIndent(lead, `${colors.bold(broken.rule)} · ${notRejectedInWords(broken, seen)}`, columns),
      ...hangingIndent('    ', broken.text, columns),
      ...ruleRows(seen).flatMap(([label, text]) =>
        hangingIndent(`    ${label.padEnd(10)}`, sanitize(text), columns, maxLines),
      ),
      `    ${'replay'.padEnd(10)}${colors.cyan(seen.replay)}`,
    ];
  });
  return [
    ...title('Illegal models', 'each breaks one rule and has to be rejected; in no other figure', page),
    ...hangingIndent('  ', illegalInWords(illegal), columns),
    ...told,
    ...(hidden > 0 ? [`  … and ${hidden} more, see report.md`] : []),
  ];
}
