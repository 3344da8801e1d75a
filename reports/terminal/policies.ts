import type { Report } from '../schema.ts';
import { type PolicyView, policyViews } from '../words/observed.ts';
import { behaviourInWords, scopesInWords } from '../words/phrases.ts';
import { displayWidth, hangingIndent } from './layout.ts';
import { type Page, title } from './page.ts';

/** What the backend does where it may choose. */
export function policySection(report: Report, page: Page): string[] {
  const views = policyViews(report);
  if (views.length === 0) return [];
  return [
    ...title('Observed choices', 'where the specification leaves one', page),
    ...views.flatMap((view) => policyLines(view, report, page)),
  ];
}

/** One line if there is one behaviour or it fits, else one per behaviour. */
function policyLines({ policy, behaviours }: PolicyView, report: Report, { columns, colors }: Page): string[] {
  const told = behaviours.map((behaviour) => {
    const text = behaviourInWords(behaviour);
    const isFault = behaviour.varies === 'by position' || behaviour.varies === 'by case';
    const name = isFault ? colors.yellow(text) : text;
    return `${name} (${scopesInWords(behaviour.scopes, report)})`;
  });
  const line = `${policy}: ${told.join(', ')}`;
  if (told.length === 1 || displayWidth(line) <= columns - 2) {
    return hangingIndent('    ', line, columns).map((text, i) => (i === 0 ? text.slice(2) : text));
  }
  return [`  ${policy}`, ...told.flatMap((text) => hangingIndent('    ', text, columns))];
}
