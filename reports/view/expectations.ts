import { groupBy } from '../aggregate/grouping.ts';
import { expectedInAll, hasReason, isStale } from '../schema/predicates.ts';
import type { EntryResult, Expectations, Shortfall } from '../schema.ts';
import { quotient } from './phrases.ts';
import { inList, plural, thousands } from './plural.ts';

/** A note on a file of expectations: a problem and its remedy. */
export interface ExpectationNote {
  /** "line 14", or the operator with lower figures */
  readonly where: string;
  /** the problem and its remedy */
  readonly text: string;
  /** whether it fails the gate */
  readonly counts: boolean;
}

/** Returns all notes on a file, those that fail the gate first. */
export function expectationNotes(expectations: Expectations): readonly ExpectationNote[] {
  const { shortfalls, better = [], entries, figures, strict = false } = expectations;
  const stale = entries.filter(isStale);
  const todo = entries.filter((entry) => !isStale(entry) && !hasReason(entry));
  return [
    ...(expectedInAll(expectations.unexpected) > 0
      ? [{ where: 'new', text: newFailures(expectations), counts: true }]
      : []),
    ...byPlace(shortfalls).map(([where, own]) => ({ where, text: describeShortfall(own), counts: true })),
    ...stale.map((entry) => staleNote(entry, strict)),
    ...byPlace(better).map(([where, own]) => ({ where, text: describeImprovements(own), counts: false })),
    ...(todo.length > 0 ? [{ where: formatLines(todo), text: noReason, counts: strict }] : []),
    ...(figures === 'less' ? [{ where: 'runs', text: selectsLess, counts: true }] : []),
    ...(figures === 'look' ? [{ where: 'runs', text: partialRunNote, counts: false }] : []),
    ...(figures === 'none' ? [{ where: 'runs', text: noFigures, counts: strict }] : []),
    ...(figures === 'parts' ? [{ where: 'runs', text: ofParts, counts: strict }] : []),
  ];
}

/** Returns the notes on entries that name nothing in the suite. */
export function unmatchedNotes({ entries, strict = false }: Expectations): readonly ExpectationNote[] {
  const slips = entries.filter(({ state, unmatched }) => state === 'unmatched' || unmatched !== undefined);
  return slips.map((entry) => staleNote(entry, strict));
}

const staleNote = (entry: EntryResult, strict: boolean): ExpectationNote => ({
  where: formatLines([entry]),
  text: describeStaleEntry(entry),
  counts: strict,
});

const newFailures = ({ unexpected }: Expectations): string =>
  `${describeCounts(unexpected)}: fix what is wrong, or note it as known by --update-expectations`;

const noReason = 'say why it is known, in place of TODO';
const selectsLess =
  'the run does not select all that the file has figures for: select what was noted, name ids for a look, or note this ' +
  'run too by --update-expectations';
const partialRunNote =
  'ids are named, so what else the file has figures for is not compared; a gate selects all that was noted, or runs with --strict';
const noFigures =
  'the file has no figures for such a run, so it is not noticed if less is judged; --update-expectations notes them';

const ofParts =
  'ids name parts of operators, for which a file has no figures: where failures are known, further ones are not noticed; a gate ' +
  'selects whole operators';

/** Describes new failures: "10 broken cases are new: no entry of FILE expects them; 3 broken cases are known". */
export function describeNewFailures({ file, unexpected, known }: Expectations): string {
  const alsoKnown = expectedInAll(known) > 0 ? `; ${describeCounts(known)} ${are(known)} known` : '';
  const them = expectedInAll(unexpected) === 1 ? 'it' : 'them';
  return `${describeCounts(unexpected)} ${are(unexpected)} new: no entry of ${file} expects ${them}${alsoKnown}`;
}

/** Describes why a gate fails without new failures: "FILE is not met in 2 points: Floor: 0 cases are judged, not 16". */
export function describeUnmet(expectations: Expectations): string {
  const notes = expectationNotes(expectations).filter(({ counts }) => counts);
  const [first] = notes;
  const points = notes.length === 1 ? '' : ` in ${notes.length} points`;
  return `${expectations.file} is not met${points}: ${first!.where}: ${first!.text}`;
}

/** Describes entries to review in a gate that passes: "3 entries of FILE want a look (lines 4, 9 and 14)"; may be empty. */
export function describeEntriesToReview({ file, entries }: Expectations): string {
  const own = entries.filter((entry) => isStale(entry) || !hasReason(entry));
  if (own.length === 0) return '';
  return `${plural(own.length, 'entry', 'entries')} of ${file} ${own.length === 1 ? 'wants' : 'want'} a look (${formatLines(own)}).`;
}

/** Formats the lines of entries: "line 4", "lines 4, 9 and 14". */
function formatLines(entries: readonly EntryResult[]): string {
  const lines = entries.map(({ line }) => String(line));
  const shown = lines.length > 6 ? [...lines.slice(0, 5), `${lines.length - 5} more`] : lines;
  return `line${lines.length === 1 ? '' : 's'} ${inList(shown)}`;
}

/** Groups figures by operator, or by `operator/version/dtype/clause` if a known clause has changed. */
function byPlace(all: readonly Shortfall[]) {
  return [...groupBy(all, ({ operator, cell }) => (cell === undefined ? operator : `${operator}/${cell}`))];
}

/** Describes figures: "only 0 cases are judged, not 16; 20 cases are not supported, not 4: …", "got worse: 3 cases are broken, …". */
export function describeShortfall(own: readonly Shortfall[]): string {
  const isLess = own.some(({ figure }) => figure === 'judged' || figure === 'unsupported');
  const remedy = isLess ? 'select and support what was judged before' : 'fix what is new';
  const worse = own.some(({ cell }) => cell !== undefined) ? 'got worse: ' : '';
  return `${worse}${describeFigures(own)}: ${remedy}, or note it by --update-expectations`;
}

const describeImprovements = (own: readonly Shortfall[]): string =>
  `got better: ${describeFigures(own)}; --update-expectations notes it`;

function describeFigures(own: readonly Shortfall[]): string {
  const words = { judged: 'judged', unsupported: 'not supported', broken: 'broken' };
  const figures = own.map(({ figure, seen, expected, cell }) => {
    if (figure === 'ulps') return `the worst error is ${quotient(seen)} ulp, not ${quotient(expected)}`;
    const only = figure === 'judged' ? 'only ' : '';
    const known = figure === 'broken' && cell === undefined ? ' in clauses that are known' : '';
    return `${only}${plural(seen, 'case')} ${seen === 1 ? 'is' : 'are'} ${words[figure]}${known}, not ${thousands(expected)}`;
  });
  return figures.join('; ');
}

function describeStaleEntry(entry: EntryResult): string {
  const { state, ids, otherwise, passing, unmatched, outcomes } = entry;
  const name = ids.length === 1 ? ids[0]! : `${ids[0]} …`;
  const which = passing ? ` (${passing.first.join(', ')}${passing.cells > passing.first.length ? ' …' : ''})` : '';
  switch (state) {
    case 'passes':
      return `${name} passes now: remove the entry, or let --update-expectations do it`;
    case 'unmatched':
      return `${name} names nothing in the suite: correct it, or remove the entry`;
    case 'unsupported':
      return `${name} is not supported any more: support it, or remove the entry`;
    case 'differs':
      return (
        `${name} is broken otherwise: ${otherwise?.outcome} in ${otherwise?.example}, not ${outcomes.join(' or ')}: ` +
        'look at the finding, then correct the outcome'
      );
    default:
      if (unmatched) return `${unmatched.join('; ')}; correct it, or let --update-expectations remove it`;
      return `${name} is broader than needed: it covers what passes${which}; name less, or let --update-expectations do it`;
  }
}

function describeCounts({ cases, choices, invalid }: Expectations['known']): string {
  return inList([
    ...(cases > 0 ? [plural(cases, 'broken case')] : []),
    ...(choices > 0 ? [`${plural(choices, 'choice')} that ${choices === 1 ? 'varies' : 'vary'}`] : []),
    ...(invalid > 0 ? [plural(invalid, 'invalid model')] : []),
  ]);
}

const are = (counts: Expectations['known']): string => (expectedInAll(counts) === 1 ? 'is' : 'are');
