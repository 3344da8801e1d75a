import * as v from 'valibot';
import { caseResult, explanation, level, outcomes, problem } from './case-result.ts';
import {
  count,
  described,
  dtypeList,
  list,
  oneOf,
  operator,
  optional,
  type Read,
  text,
  texts,
  version,
} from './fields.ts';

const opsetSpan = v.object({ first: count('the first opset'), last: count('the last one') });
/** Opsets from `first` to `last`. */
export type OpsetSpan = Read<typeof opsetSpan>;

export const place = v.object({
  operator,
  version,
  dtypes: dtypeList('in which it was seen here'),
  cases: count('how often it was seen here'),
});
/** One operator version in which something was seen. */
export type FindingPlace = Read<typeof place>;

/** One thing that happened to many cases, and where. */
const pattern = v.object({
  message: optional(
    text(
      'what the backend said, word for word if it said the same in all cases; else with `#` for numbers and `<operator>`, `<dtype>`, `<name>`, `<case>` for what belongs to the case. Empty if it said nothing. For `outputs`, `inconsistency` and `policy` it is what the comparator said, for `tier` the loosest tier that was reached; absent for the other problems, and where there is an explanation',
    ),
  ),
  cases: count('how many cases'),
  of: count(
    'judged cases in the same operator versions and dtypes; for `value` and `file` of the same clauses, else of any clause in the same opsets. Equal to `cases`: it happens always',
  ),
  where: list(place, 'one per operator version'),
  opsets: list(
    opsetSpan,
    'opsets in which it was seen. An opset in between counts in if no case of these operators and dtypes ran there, and the span has three or more in which it was seen',
  ),
});
export type FailureGroup = Omit<Read<typeof pattern>, 'of'>;

export const secondLook = v.object({
  outcome: oneOf(
    outcomes,
    'of the second look; another one than before: the failure needs the cases before it, or chance',
  ),
  got: optional(
    text('of a wrong answer: the element that decided, where another one decided before, or another value'),
  ),
  stderr: optional(text('the end of what the backend wrote there meanwhile, in one line')),
  after: optional(
    text(
      'of a case that passed then: the clause or the operator, as ids begin, after whose cases before it in this run it failed again, in another such process; its own id where it did alone, asked some times more',
    ),
  ),
});
/** What became of the smallest case of a finding when it was asked again, in a process that had run nothing but such cases. */
export type RerunResult = Read<typeof secondLook>;

const replay = text(
  'the command that runs exactly this case, or these two, again; of a finding with `again.after` all that is named there',
);
const smallest = (meaning: string) => described(caseResult, meaning);

const condition = v.object({
  dimension: text('in which calls of the operator differ: `rank of X`'),
  values: texts('which of them the cases have: `3`; empty where any will do'),
});
/** Values of a dimension that set some cases apart. */
export type Condition = Read<typeof condition>;

/**
 * One thing to look into: wrong values in answers to one clause; wrong outputs or dtypes that are described in the same words,
 * wrong shapes, or tiers below the required one, whatever the clause; or one message with which cases threw, crashed or
 * hung; or all operator versions whose cases all ended in an error, where four operators or more have such. Each broken case is in exactly one finding.
 */
export const finding = v.object({
  id: text(
    'what others may refer to: it follows from the operator and the explanation or the problem, or from the message, never from counts, order, seed or day; of several with one id the later ones are numbered. `through-float64`, `choice-nan-index`, `varies-nan-index`, `reducesum-value`, `gather-ignores-axis`, `crash-30efc7c5`, `operators-fail-to-load`. No two findings of a report have the same',
  ),
  explanation: optional(
    described(
      explanation,
      'what all its wrong answers look like, but for the few that are added; of `operators-fail-to-load` how many operators there are',
    ),
  ),
  symptom: optional(
    text(
      'what the wrong elements of all its cases have in common, where nothing explains them: `0 in the last element`',
    ),
  ),
  conditions: v.optional(
    list(
      condition,
      'what sets its cases apart from those of the same operators that pass, in the fewest words: all of them have it, and few others. Empty where nothing does',
    ),
    [],
  ),
  alternatives: optional(
    list(
      list(condition, 'all of which hold'),
      'what sets its cases apart nearly as well; absent where it is sure enough what does, empty where only too few cases tell it',
    ),
  ),
  outcome: oneOf(
    ['fail', 'error', 'crash', 'timeout'],
    'what became of its cases: `fail`, `error`, `crash` or `timeout`; of several the gravest, a crash, then a wrong answer',
  ),
  otherOutcomes: optional(list(v.picklist(['fail', 'error']), 'what became of its other cases')),
  problem: optional(
    problem(
      'what is wrong with the answers; present for `fail`. Of several kinds with one explanation it is the one that hides most',
    ),
  ),
  ...pattern.entries,
  known: optional(
    count('how many of its cases the expectations expect; absent where there are none. Equal to `cases`: it is known'),
  ),
  clauses: texts(
    'the clauses that it breaks; one for `file`, and for `value` unless it is grouped by operator or explained. For `tier`, `policy`, and with `other`, those under which it was seen: none is broken',
  ),
  level: level('the strictest level at which one of its cases is wrong (`breaks`)'),
  smallest: smallest(
    'of the cases that are wrong at the strictest level, first those of clauses that say what is computed (of wrong values, of one that holds in no case), the one with the fewest input elements, but with none only if all have none; of equals the one with the lowest id. One that is expected only if all are',
  ),
  other: optional(
    smallest(
      'where no answer is wrong by itself: the smallest case, of the same operator version and dtype, that the usual choice of the policy which `message` names explains. `smallest` is then the smallest case that it does not explain, `cases` counts those cases, and `of` all cases that show either',
    ),
  ),
  again: optional(
    described(
      secondLook,
      'what became of the smallest case when it was asked again at the end of the run, in a process that had run nothing but such cases. Absent where the case had been alone already (`crash`, `timeout`), where no answer is wrong by itself, and in runs that ended early',
    ),
  ),
  replay,
});
export type Finding = Read<typeof finding>;

/** One reason for which the backend declined cases. */
export const unsupported = v.object({
  ...pattern.entries,
  of: count('all cases in the same operator versions, dtypes and opsets'),
  where: list(place, "the case's own operator, version and dtype"),
  common: texts(
    '`the second model is float64`, which is then what is not supported, or `a second model in the session`, which may be, if all its cases have it; else empty',
  ),
  example: text('id of the smallest case'),
});
export type UnsupportedReason = Read<typeof unsupported>;

/** A clause that the backend breaks, with its smallest case. To miss the required tier breaks no clause. */
export const failedClause = v.object({
  operator,
  version,
  clause: text('its id'),
  level: level('the strictest level at which one of its cases is wrong, at most that of the clause'),
  text: text("the clause, in the suite's words"),
  source: text('where the specification, or its silence, can be read'),
  dtypes: dtypeList('the dtypes that break it'),
  failed: count('broken cases over all dtypes'),
  findings: list(count(), 'the findings that break it, by their place in `findings`, from 1'),
  cases: count('judged cases over all dtypes'),
  smallest: smallest('the smallest broken case, chosen as in `findings[]`'),
  replay,
});
export type FailedClause = Read<typeof failedClause>;
