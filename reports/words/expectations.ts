import { expectedInAll, hasReason, isStale } from '../schema/predicates.ts';
import type { EntryResult, Expectations, Shortfall } from '../schema.ts';
import { plural } from './plural.ts';

/** "3 cases are new: no entry of FILE expects them". */
export function newInWords({ file, unexpected, known }: Expectations): string {
  const beside = expectedInAll(known) > 0 ? `; ${countsInWords(known)} ${are(known)} known` : '';
  return `${countsInWords(unexpected)} ${are(unexpected)} new: no entry of ${file} expects ${expectedInAll(unexpected) === 1 ? 'it' : 'them'}${beside}`;
}

/** Why the gate is shut though nothing new is broken, and what to do. */
export function lessInWords(
  expectations: Expectations,
  noFailure: string,
): { readonly finding: string; readonly next: string } {
  const { file, shortfalls, figures } = expectations;
  if (shortfalls.length > 0) {
    const [first, ...more] = shortfalls as [Shortfall];
    const others = more.length > 0 ? `, and ${plural(more.length, 'more figure')}` : '';
    return {
      finding: `${noFailure}, but ${shortfallInWords(first)}, not ${first.expected} as ${file} says${others}.`,
      next: 'Restore what is missing; if it is meant to be so, run again with --update-expectations.',
    };
  }
  const wrong = staleInWords(expectations);
  const unheld = figures === 'none' ? ['it has no figures for such a run'] : [];
  return {
    finding: `${noFailure}, but ${file} is not up to date: ${[...wrong, ...unheld].join('; ')}.`,
    next: 'Mend the entries, or run again with --update-expectations; --strict makes them count.',
  };
}

/** What to do about a file whose gate is open; empty if nothing. */
export function keepInWords(expectations: Expectations): string {
  const wrong = staleInWords(expectations);
  return wrong.length > 0 ? `${expectations.file}: ${wrong.join('; ')}. --update-expectations mends it.` : '';
}

/** "120 cases of Softmax are judged". */
export function shortfallInWords({ operator, figure, seen }: Shortfall): string {
  const what = { judged: 'judged', broken: 'broken', unsupported: 'not supported' }[figure];
  return `${plural(seen, 'case')} of ${operator} ${seen === 1 ? 'is' : 'are'} ${what}`;
}

const statesInWords: Readonly<Record<Exclude<EntryResult['state'], 'met' | 'not-run'>, string>> = {
  passes: 'all of whose cases pass now',
  unmatched: 'that match nothing',
  unsupported: 'whose cases are not supported',
  differs: 'whose cases are broken otherwise',
  broader: 'broader than needed',
};

/** "2 entries all of whose cases pass now (lines 4 and 9)", one for each thing that is wrong with entries. */
function staleInWords({ entries }: Expectations): string[] {
  const stale = Object.entries(statesInWords).map(([state, words]) => ({
    words,
    own: entries.filter((entry) => isStale(entry) && entry.state === state),
  }));
  const todo = { words: 'without a reason', own: entries.filter((entry) => !hasReason(entry)) };
  return [...stale, todo]
    .filter(({ own }) => own.length > 0)
    .map(
      ({ words, own }) => `${own.length === 1 ? '1 entry' : `${own.length} entries`} ${words} (${linesInWords(own)})`,
    );
}

function linesInWords(entries: readonly EntryResult[]): string {
  const lines = entries.map(({ line }) => line);
  const shown = lines.slice(0, 5).join(', ');
  return `line${lines.length === 1 ? '' : 's'} ${shown}${lines.length > 5 ? ' …' : ''}`;
}

function countsInWords({ cases, choices, illegal }: Expectations['known']): string {
  const parts = [
    ...(cases > 0 ? [plural(cases, 'broken case')] : []),
    ...(choices > 0 ? [`${plural(choices, 'choice')} that ${choices === 1 ? 'varies' : 'vary'}`] : []),
    ...(illegal > 0 ? [plural(illegal, 'illegal model')] : []),
  ];
  return parts.join(' and ');
}

const are = (counts: Expectations['known']): string => (expectedInAll(counts) === 1 ? 'is' : 'are');
