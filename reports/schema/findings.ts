import * as v from 'valibot';
import { caseResult, explanation, level, outcomes, outputsByVerdict, problem } from './case-result.ts';
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
  dtypes: dtypeList('the dtypes with such cases'),
  cases: count('the number of such cases'),
});
/** One operator version with cases of a finding. */
export type FindingPlace = Read<typeof place>;

const literal =
  'the message of the backend, literal if it is the same in all cases. Otherwise `#` stands for numbers, and ' +
  '`<operator>`, `<dtype>`, `<name>` and `<case>` for other details of the case. Empty if there is none';

/** The common failure of many cases, and its places. */
const pattern = v.object({
  message: optional(
    text(
      `${literal}. For \`outputs\`, \`inconsistency\` and \`policy\` it is the message of the comparator, for \`tier\` the ` +
        'loosest tier reached. Absent for the other problems, and if there is an explanation',
    ),
  ),
  cases: count('the number of cases'),
  of: count(
    'judged cases in the same operator versions and dtypes; for `value` and `file` of the same clauses, otherwise of any ' +
      'clause in the same opsets. If equal to `cases`, it happens always',
  ),
  where: list(place, 'one per operator version'),
  opsets: list(
    opsetSpan,
    'opsets with such cases. A gap between them counts too if each version in force in it has such cases. The span ' +
      'then needs at least three opsets with such cases',
  ),
});
export type FailureGroup = Omit<Read<typeof pattern>, 'of'>;

export const rerunResult = v.object({
  outcome: oneOf(
    outcomes,
    'the outcome of the second run; if it differs from the first, the failure depends on earlier cases, or on chance',
  ),
  got: optional(
    text('for a wrong answer: the deciding element, if the element or its value differs from the first run'),
  ),
  stderr: optional(text('the end of what the backend wrote to stderr meanwhile, in one line')),
  after: optional(
    text(
      'for a case that then passed. After all earlier cases whose ids begin with this text, a clause or an operator, it ' +
        'failed again in another fresh process. If it is its own id, the case failed when it alone was repeated',
    ),
  ),
});
/** The outcome of a finding's smallest case when it was asked again, in a process that ran only such cases. */
export type RerunResult = Read<typeof rerunResult>;

const smallest = (meaning: string) => described(caseResult, meaning);

const condition = v.object({
  dimension: text('a property in which calls of the operator differ: `rank of X`'),
  values: texts('the values in these cases: `3`; empty if any value applies'),
  except: optional(text('the only other value that was tried; present if `values` are several that no range names')),
});
/** Values of a dimension that distinguish some cases. */
export type Condition = Read<typeof condition>;

/**
 * A group of failures to investigate together. It contains wrong values of one clause; or wrong outputs or dtypes with the same
 * message, wrong shapes, or tiers below the required one, of any clauses; or cases that threw, crashed or hung with the same
 * message; or all operator versions whose cases all ended in an error, if at least four operators have such versions. Each
 * broken case is in exactly one finding.
 */
export const finding = v.object({
  id: text(
    'a stable id, made of the operator and of the explanation, the problem or the message. Counts, order, seed and date do ' +
      'not change it. If several findings of a report have one id, the later ones are numbered, expected ones first. Examples: ' +
      '`through-float64`, `choice-nan-index`, `varies-nan-index`, `reducesum-value`, `gather-ignores-axis`, ' +
      '`crash-30efc7c5`, `operators-fail-to-load`',
  ),
  explanation: optional(
    described(
      explanation,
      'the fault that explains all its wrong answers, except a few added ones; for `operators-fail-to-load` the number of operators',
    ),
  ),
  symptom: optional(
    text('what the wrong elements of all its cases have in common, if nothing explains them: `0 in the last element`'),
  ),
  span: optional(
    text(
      'the values of an input at all wrong elements of its cases, if many right ones have others, and nothing else says where they ' +
        'are: `X is 88.7 or more`',
    ),
  ),
  outputs: optional(
    described(
      outputsByVerdict,
      'the names of the outputs with wrong elements in any of its cases, and of those that are always right; absent if there are none of ' +
        'these, or if something explains the answers',
    ),
  ),
  conditions: v.optional(
    list(
      condition,
      'the shortest condition that distinguishes its cases from passing ones of the same operators: all its cases meet ' +
        'it, and few others do. Empty if there is none',
    ),
    [],
  ),
  alternatives: optional(
    list(
      list(condition, 'conditions that hold together'),
      'another condition that distinguishes its cases nearly as well, and that does not always hold with the first; absent if there is none',
    ),
  ),
  share: optional(
    described(
      v.object({
        failing: count('those of this finding'),
        of: count('these, and those that pass; without conditions all'),
      }),
      'if passing cases meet `conditions` as well, or too few fail to be sure: the cases that meet them, further ones included. ' +
        'Without conditions: all cases of the operator, if most have wrong values that nothing explains',
    ),
  ),
  sharesCondition: optional(
    described(
      v.literal(true),
      'if another finding of the same operators has errors with another message, and the same certain conditions',
    ),
  ),
  outcome: oneOf(
    ['fail', 'error', 'crash', 'timeout'],
    'the outcome of its cases: `fail`, `error`, `crash` or `timeout`; if there are several, the worst: a crash, then a wrong answer',
  ),
  otherOutcomes: optional(list(v.picklist(['fail', 'error']), 'the outcomes of its other cases')),
  problem: optional(
    problem(
      'the problem of the answers; present for `fail`. If several problems have one explanation, it is the one that hides most',
    ),
  ),
  ...pattern.entries,
  known: optional(
    count(
      'the number of its cases that the expectations expect; absent if there are none. If equal to `cases`, the finding is known',
    ),
  ),
  clauses: texts(
    'the clauses that it breaks; one for `file`, and for `value` unless it is grouped by operator or explained. For ' +
      '`tier`, `policy`, and with `other`, the clauses of its cases: none is broken',
  ),
  level: level('the strictest level at which one of its cases is wrong (`breaks`)'),
  smallest: smallest(
    'the smallest case of the operator at fault, among those that are wrong at the strictest level. Cases of clauses about ' +
      'what is computed come first. The fewest input elements decide next, then the lowest id; cases without elements come last. For wrong values ' +
      'a clause that fails in all its cases comes first, `definition` before others',
  ),
  other: optional(
    smallest(
      'if no answer is wrong by itself: the smallest case that follows the usual choice of the policy in `message`. It is of ' +
        'the same operator version and dtype. `smallest` is then the smallest case that does not follow it, `cases` counts ' +
        'those cases, and `of` all cases with a choice',
    ),
  ),
  again: optional(
    described(
      rerunResult,
      'the outcome of the smallest case when it was asked again at the end of the run, in a process that ran only such ' +
        'cases. Absent if the case has already run alone (`crash`, `timeout`), if no answer is wrong by itself, and in ' +
        'runs that ended early',
    ),
  ),
  replay: text(
    'the command that runs exactly this case again, or both cases. With `again.after` it runs all cases named there',
  ),
});
export type Finding = Read<typeof finding>;

/** One reason why the backend declined cases. */
export const unsupported = v.object({
  ...pattern.entries,
  message: optional(text(literal)),
  of: count('all cases in the same operator versions, dtypes and opsets'),
  where: list(place, "the case's own operator, version and dtype"),
  common: texts(
    'if all its cases have a second model: `a second model in the session`. If that model is not supported, its difference: ' +
      '`the second model is float64`. Otherwise empty',
  ),
  example: text('id of the smallest case'),
});
export type UnsupportedReason = Read<typeof unsupported>;

/** A clause that the backend breaks, with its smallest case. Missing the required tier breaks no clause. */
export const failedClause = v.object({
  operator,
  version,
  clause: text('its id'),
  level: level('the strictest level at which one of its cases is wrong; not stricter than the level of the clause'),
  text: text("the clause, in the suite's words"),
  source: text('the place in the specification, or the place where it is silent'),
  dtypes: dtypeList('the dtypes that break it'),
  failed: count('broken cases over all dtypes'),
  findings: list(count(), 'the findings that break it, by their number in `findings`, from 1'),
  cases: count('judged cases over all dtypes'),
  smallest: smallest('the smallest broken case, chosen as in `findings[]`'),
  replay: text('the command that runs exactly this case again'),
});
export type FailedClause = Read<typeof failedClause>;
