import * as v from 'valibot';
import { problemKinds } from '../../oracles/judge/comparator.ts';
import { tiers } from '../../oracles/judge/tier.ts';
import { count, described, flag, list, number, oneOf, operator, optional, type Read, text, texts } from './fields.ts';

/** How a case can be expected to end. */
export const expectedOutcomes = ['fail', 'error', 'crash', 'timeout', 'pass', 'accepted', 'varies'] as const;
export type ExpectedOutcome = (typeof expectedOutcomes)[number];

/** What became of an entry, in the order in which they exclude each other. */
export const entryStates = ['not-run', 'unmatched', 'unsupported', 'passes', 'differs', 'broader', 'met'] as const;
export type EntryState = (typeof entryStates)[number];

export const entry = v.object({
  line: count('where it begins in the file, from 1'),
  ids: texts('the patterns of `id`, or of `vector`'),
  vectors: optional(flag('true for patterns of `vector`')),
  outcomes: list(v.picklist(expectedOutcomes), 'each will do. `pass`: it may pass as well, for outcomes that vary'),
  problems: optional(list(v.picklist(problemKinds), 'of a `fail`, each will do')),
  policy: optional(text('only cases in which a choice of this policy was seen')),
  choice: optional(text('only cases in which this choice was seen')),
  tier: optional(oneOf(tiers, 'the loosest tier that answers below the required one may be of')),
  opsets: optional(list(count(), 'only at these opsets')),
  reason: text('why it is known. One that begins with TODO is none yet'),
  issue: optional(text('where it is discussed')),
});
/** One entry of the file. */
export type Entry = Read<typeof entry>;

const entryResult = v.object({
  ...entry.entries,
  state: oneOf(
    entryStates,
    '`met`: cases are broken as it says. `broader`: so they are, and all judged cases of other cells that it covers pass. `differs`: cases are broken otherwise. `passes`: all judged cases pass. `unsupported`: no case is judged. `unmatched`: the suite has no such case. `not-run`: it has, and none was run',
  ),
  cases: count('broken cases that it expects; of `varies`, operator versions and dtypes'),
  otherwise: optional(
    described(
      v.object({
        cases: count('how many'),
        outcome: text('how the first of them ended, with `problem` behind it'),
        example: text('its id'),
      }),
      'cases that it names, and which are broken in another way than it says',
    ),
  ),
  passing: optional(
    described(
      v.object({ cells: count('how many'), first: texts('the first of them') }),
      'cells that it covers and in which all judged cases pass',
    ),
  ),
  unmatched: optional(texts('of those of its patterns that name nothing in the suite, why, and what may be meant')),
});
/** An entry and what became of it. */
export type EntryResult = Read<typeof entryResult>;

const expectedCounts = (meaning: string) =>
  described(
    v.object({
      cases: count('broken cases'),
      choices: count('choices that differ from case to case, by operator version and dtype'),
      invalid: count('invalid models that were not refused; 0 unless they count'),
    }),
    meaning,
  );

export const shortfall = v.object({
  operator,
  figure: oneOf(
    ['judged', 'broken', 'unsupported', 'ulps'],
    'which figure is not as the file has it: cases that are judged, not supported, or broken as its entries say; or the worst error of these',
  ),
  cell: optional(text('`version/dtype/clause` of `broken` and `ulps`; absent where the file has a sum')),
  expected: number('the figure of the file'),
  seen: number('that of the run'),
});
/** An operator with less judged, more broken or more not supported than the file says; or less is broken. */
export type Shortfall = Read<typeof shortfall>;

export const expectations = v.object({
  file: text('its name, as it was given'),
  strict: optional(
    flag(
      'true if entries that are not `met` or `not-run`, or have no reason, fail the gate; and a run of which the file has no figures',
    ),
  ),
  known: expectedCounts('what its entries expect'),
  unexpected: expectedCounts('what is broken and no entry expects'),
  entries: list(entryResult, 'in the order of the file'),
  figures: oneOf(
    ['held', 'look', 'less', 'none', 'partial'],
    '`held`: compared with `runs` of the file. `look`: ids are named, and `runs` has more than these, which is not compared. `less`: the run selects less than what `runs` has, or other things, which fails the gate. `none`: it has none for such a run. `partial`: a part of such a run, of which nothing is said',
  ),
  shortfalls: list(shortfall, 'where the figures are worse than in the file'),
  better: optional(list(shortfall, 'where fewer cases of a known clause are broken, or they are less far off')),
});
/** How a run compares with a file of expectations. */
export type Expectations = Read<typeof expectations>;
