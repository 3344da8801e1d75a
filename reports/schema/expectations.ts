import * as v from 'valibot';
import { problemKinds } from '../../oracles/judge/comparator.ts';
import { tiers } from '../../oracles/judge/tier.ts';
import { count, described, flag, list, number, oneOf, operator, optional, type Read, text, texts } from './fields.ts';

/** How a case can be expected to end. */
export const expectedOutcomes = ['fail', 'error', 'crash', 'timeout', 'pass', 'accepted', 'varies'] as const;
export type ExpectedOutcome = (typeof expectedOutcomes)[number];

/** The states of an entry, in order: an earlier state excludes the later ones. */
export const entryStates = ['not-run', 'unmatched', 'unsupported', 'passes', 'differs', 'broader', 'met'] as const;
export type EntryState = (typeof entryStates)[number];

export const entry = v.object({
  line: count('the line in the file where it begins, from 1'),
  ids: texts('the patterns of `id`, or of `vector`'),
  vectors: optional(flag('true for patterns of `vector`')),
  outcomes: list(
    v.picklist(expectedOutcomes),
    'the accepted outcomes. `pass`: it may also pass, for outcomes that vary',
  ),
  problems: optional(list(v.picklist(problemKinds), 'for `fail`: the accepted problems')),
  policy: optional(text('only cases with an observed choice of this policy')),
  choice: optional(text('only cases with this observed choice')),
  tier: optional(oneOf(tiers, 'the loosest tier that answers below the required one may have')),
  opsets: optional(list(count(), 'only at these opsets')),
  reason: text('why it is known. A text that begins with TODO does not count as a reason'),
  issue: optional(text('where it is discussed')),
});
/** One entry of the file. */
export type Entry = Read<typeof entry>;

const entryResult = v.object({
  ...entry.entries,
  state: oneOf(
    entryStates,
    '`met`: cases are broken as expected. `broader`: the same, but in other cells that it covers all judged cases pass. ' +
      '`differs`: cases are broken in another way. `passes`: all judged cases pass. `unsupported`: no case is judged. ' +
      '`unmatched`: the suite has no such case. `not-run`: no such case was run',
  ),
  cases: count('broken cases that it expects; for `varies`, operator versions and dtypes'),
  otherwise: optional(
    described(
      v.object({
        cases: count('how many'),
        outcome: text('the outcome of the first of them, followed by `problem`'),
        example: text('its id'),
      }),
      'cases that it names and that are broken in another way than it expects',
    ),
  ),
  passing: optional(
    described(
      v.object({ cells: count('how many'), first: texts('the first of them') }),
      'cells that it covers and in which all judged cases pass',
    ),
  ),
  unmatched: optional(texts('for each of its patterns that names nothing in the suite: why, with suggestions')),
});
/** An entry and its result. */
export type EntryResult = Read<typeof entryResult>;

const expectedCounts = (meaning: string) =>
  described(
    v.object({
      cases: count('broken cases'),
      choices: count('choices that vary between cases, by operator version and dtype'),
      invalid: count('invalid models that were not refused; 0 unless they count'),
    }),
    meaning,
  );

export const shortfall = v.object({
  operator,
  figure: oneOf(
    ['judged', 'broken', 'unsupported', 'ulps'],
    'the figure that differs from the file: cases that are judged, not supported, or broken as its entries expect; or ' +
      'the worst error of these',
  ),
  cell: optional(text('`version/dtype/clause` of `broken` and `ulps`; absent where the file has a sum')),
  expected: number('the figure of the file'),
  seen: number('the figure of the run'),
});
/** A figure of an operator that is worse, or better, than in the file. */
export type Shortfall = Read<typeof shortfall>;

export const expectations = v.object({
  file: text('the name of the file, as the user gave it'),
  strict: optional(
    flag(
      'true if the gate is strict. It then also fails for entries that are neither `met` nor `not-run`, or that have no ' +
        'reason. It fails for a run without figures in the file, too',
    ),
  ),
  known: expectedCounts('failures that its entries expect'),
  unexpected: expectedCounts('failures that no entry expects'),
  entries: list(entryResult, 'in the order of the file'),
  figures: oneOf(
    ['held', 'look', 'less', 'none', 'parts', 'partial'],
    '`held`: compared with `runs` of the file. `look`: the run selects ids, and other figures of `runs` are not ' +
      'compared. `less`: the run selects none of the parts in `runs` in full, which fails the gate. `none`: the file has ' +
      'no figures for such a run. `parts`: ids select parts of operators, and the file has figures for whole operators ' +
      'only. `partial`: the run was interrupted, or is a shard or another part',
  ),
  shortfalls: list(shortfall, 'figures that are worse than in the file'),
  better: optional(
    list(shortfall, 'figures of known clauses with fewer broken cases or smaller errors than in the file'),
  ),
});
/** How a run compares with a file of expectations. */
export type Expectations = Read<typeof expectations>;
