import { expectedInAll, isStale } from '../schema/predicates.ts';
import type { EntryResult, Expectations } from '../schema.ts';
import { expectationNotes, newInWords } from '../words/expectations.ts';
import { plural } from '../words/plural.ts';
import { html, type Markup, type Part } from './markup.ts';
import { codes, table } from './parts.ts';

/** What a file of expectations says of the runtime, and what became of it. */
export function expectations(expected: Expectations): Markup {
  const { file, entries } = expected;
  const notes = expectationNotes(expected);
  const isNew = expectedInAll(expected.unexpected) > 0;
  return html`<p>${plural(entries.length, 'entry', 'entries')} in <code>${file}</code>${isNew && `; ${newInWords(expected)}`}.</p>
${notes.length > 0 && html`<ul>${notes.map(({ where, text, counts }) => html`<li>${counts ? '✗ ' : ''}${where}: ${text}</li>`)}</ul>`}
${table('Expectations', ['ids', 'expected', 'cases', 'what became of it', 'reason'], entries.map(row))}`;
}

function row(entry: EntryResult): Part[] {
  const { ids, outcomes, cases, state, reason, issue, line } = entry;
  return [
    html`${codes(ids)} <span class="sub">line ${line}</span>`,
    outcomes.join(' or '),
    `${cases}`,
    isStale(entry) ? html`<b class="bad">${states[state]}</b>` : states[state],
    issue === undefined ? reason : html`${reason} (${issue})`,
  ];
}

const states: Readonly<Record<EntryResult['state'], string>> = {
  met: 'as it says',
  broader: 'broader than needed',
  differs: 'broken otherwise',
  passes: 'passes now',
  unsupported: 'not supported',
  unmatched: 'matches nothing',
  'not-run': 'not run',
};
