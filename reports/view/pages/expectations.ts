import { expectedInAll, isStale } from '../../schema/predicates.ts';
import type { EntryResult, Report } from '../../schema.ts';
import { type Block, bad, code, joinTexts, lines, paragraph, quiet, type Section, type Text, table } from '../block.ts';
import { describeNewFailures, expectationNotes } from '../expectations.ts';
import { plural } from '../plural.ts';

/** The greatest number of notes in a terminal. */
const maxNotes = 8;

/** Returns the section on a file of expectations, with the result of each entry. */
export function expectations({ expectations: expected }: Report): Section {
  const blocks = (): Block[] => {
    if (!expected) return [];
    const { file, entries, unexpected } = expected;
    const isNew = expectedInAll(unexpected) > 0;
    const summary = [
      `${plural(entries.length, 'entry', 'entries')} in `,
      code(file),
      isNew ? `; ${describeNewFailures(expected)}.` : '.',
    ];
    const notes = expectationNotes(expected).map(({ where, text, counts }) => [
      counts ? bad('✗ ') : '',
      `${where}: ${text}`,
    ]);
    const head = ['ids', 'expected', 'cases', 'result', 'reason'];
    return [
      paragraph(summary),
      ...(notes.length > 0 ? [{ kind: 'list', items: notes, most: maxNotes } as const] : []),
      { kind: 'either', wide: table('Expectations', head, entries.map(row)), narrow: [] },
    ];
  };
  return { id: 'expectations', title: 'Expectations', count: expected?.entries.length, blocks: blocks() };
}

function row(entry: EntryResult): Text[] {
  const { ids, outcomes, cases, state, reason, issue, line } = entry;
  return [
    lines([joinTexts(ids.map(code)), quiet(`line ${line}`)]),
    outcomes.join(' or '),
    `${cases}`,
    isStale(entry) ? bad(states[state]) : states[state],
    issue === undefined ? reason : `${reason} (${issue})`,
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
