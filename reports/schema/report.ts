import * as v from 'valibot';
import { tiers } from '../../oracles/judge/tier.ts';
import { dtypes } from '../../oracles/numerics/dtype.ts';
import { caseResult, counts, invalidCounts, level, tier } from './case-result.ts';
import { expectations } from './expectations.ts';
import {
  count,
  described,
  dtype,
  flag,
  list,
  number,
  oneOf,
  operator,
  optional,
  type Read,
  record,
  some,
  text,
  texts,
  version,
} from './fields.ts';
import { failedClause, finding, place, secondLook, unsupported } from './findings.ts';
import { backend, capabilities, launch, options } from './run.ts';

export const matrixCell = v.object({
  operator,
  version,
  firstOpset: count('the first opset that resolves to this version'),
  lastOpset: count('the last one, as far as the suite knows opsets'),
  counts: described(counts, 'over all dtypes'),
  byDType: some(dtypes, counts, 'counts by dtype, for the dtypes that were planned'),
  byOpset: described(
    v.record(v.string(), counts),
    'counts by the opset that the model imports, for opsets with a result: half of the cases of a version import its first opset, the others each of its opsets in turn',
  ),
});
/** One cell of the compliance matrix: an operator over a range of opsets that resolve to the same version. */
export type MatrixCell = Read<typeof matrixCell>;

export const cell = v.object({
  operator,
  version,
  dtype,
  clause: text('its id'),
  level: level('of the clause'),
  cases: count('planned cases. 0 is a hole in the suite'),
  counts: described(counts, 'they add up to `cases`, to less only in an interrupted run'),
  known: optional(count('broken cases that the expectations expect; absent if there are none')),
  vacuous: optional(count('sum of `vacuous` over the cases that pass; absent if it is 0')),
});
/** One cell of the coverage: operator version × dtype × clause. */
export type CellSummary = Read<typeof cell>;

export const observedPolicy = v.object({
  policy: text('its name'),
  operator,
  dtype,
  choices: record(
    count(),
    'number of cases by choice. A case that leaves several choices possible counts for those that all cases leave possible, and if there are several the key has them all: `truncate or floor`. More than one key: the backend varies',
  ),
  versions: record(
    v.array(count()),
    'the operator versions in which each choice was seen, from old to new. Where a backend has to choose once, that holds within a version: no version may be with two choices',
  ),
  contradictions: optional(
    count('answers that made more than one of these choices where a backend has to make one; absent if there are none'),
  ),
});
/** What was seen of a policy: per operator and dtype, how often each choice was observed. */
export type ObservedPolicy = Read<typeof observedPolicy>;

const missed = v.object({
  ulps: number('the largest `ulps` of these cases, failed ones too; 0 if all answers are exact values rounded once'),
  absoluteError: optional(number('the largest `absoluteError` of these cases; absent if none has one')),
  worstCase: optional(text('id of the case of `ulps`, or if that is 0 of `absoluteError`; absent when all are exact')),
  worstErrorOverBound: optional(number('the largest of those that pass; absent if all are exact')),
  failed: optional(count('those that fail; absent if none does')),
});
/** The worst errors of an operator in a dtype, on one kind of data. */
export type WorstErrors = Read<typeof missed>;

export const accuracy = v.object({
  operator,
  dtype,
  worstTier: optional(tier('over all versions and all cases that pass; absent when no case reached a tier')),
  worstErrorOverBound: number('the largest of these cases; 0 if all are exact'),
  worstCase: optional(text('id of that case; absent when the error is 0')),
  tiers: some(tiers, count(), 'number of cases by worst tier'),
  errors: optional(
    record(
      missed,
      'how far answers are from the exact values, by kind of data (`dataClass`): of all cases with floats that were compared, failed ones too. Absent in reports of earlier releases',
    ),
  ),
  failed: count('cases with outcome `fail`: they are in none of these figures but `errors`'),
  vacuousElements: count('sum of `vacuous`'),
});
/** The accuracy of one operator in one dtype over the cases that pass, whatever the version. */
export type Accuracy = Read<typeof accuracy>;

export const dataUse = v.object({
  operator,
  dtype,
  classes: record(count(), 'number of cases by kind of data (`dataClass`), over all versions'),
  missing: optional(
    texts(
      'kinds of data that the suite owes this operator and dtype and has no case of: a hole in the suite. Absent where that cannot be said: for a selection of ids, opsets or dtypes, for files, and in an interrupted run',
    ),
  ),
});
/** Which kinds of data an operator met in one dtype. */
export type DataUse = Read<typeof dataUse>;

const notRejected = v.object({
  outcome: oneOf(['accepted', 'crash', 'timeout', 'undecided'], 'of these models'),
  cases: count('how many models'),
  where: list(place, 'as in `findings[]`'),
  smallest: described(caseResult, 'chosen as in `findings[]`'),
  replay: text('the command that runs exactly this model again'),
});
/** Models that break one rule and were not rejected, all with the same outcome. */
export type NotRejected = Read<typeof notRejected>;

const brokenRule = v.object({
  clause: text('the id of the rule'),
  text: text('the rule'),
  counts: described(invalidCounts, 'as `totals`'),
  notRejected: list(notRejected, 'one entry per outcome among `crash`, `timeout`, `accepted`, `undecided`'),
});
/** A rule, and how the models that break it fared. */
export type BrokenRule = Read<typeof brokenRule>;

const invalidCell = v.object({
  operator,
  version,
  dtype,
  clause: text('the id of the rule'),
  cases: count('planned models. 0 is a hole in the suite'),
  counts: described(invalidCounts, 'they add up to `cases`, to less only in an interrupted run'),
});
/** Operator version × rule. */
export type InvalidCell = Read<typeof invalidCell>;

export const rejections = v.object({
  planned: count('number of planned invalid models'),
  totals: described(invalidCounts, 'all six outcomes of invalid models as keys, numbers of models as values'),
  rules: list(brokenRule, 'one entry per rule, over all operator versions'),
  cells: list(invalidCell, 'coverage: operator version × rule'),
});
/** What became of models that a runtime has to reject. They are in no other figure of the report. */
export type Rejections = Read<typeof rejections>;

/** Of report.json and run.json; version 1 had invalid models in a file of their own. */
export const schemaVersion = 2;

/** report.json. Everything but `times` is the same for two runs with equal options against an equal backend. */
export const report = v.object({
  schemaVersion: described(v.literal(schemaVersion), 'of this schema'),
  tool: described(v.object({ name: text('`onnx-conformance`'), version: text('its version') }), 'the suite'),
  backend: described(backend, '`name`, `version`, then what the backend says of itself, by name'),
  capabilities: optional(described(capabilities, 'what the backend declares; cases of others were not asked')),
  launch: optional(described(launch, 'how the backend was started; absent in reports of earlier releases')),
  options: described(options, 'enough to run the same again'),
  complete: flag('true if every planned case and every invalid model has a result'),
  planned: count('number of planned cases'),
  totals: described(counts, 'over all cases'),
  matrix: list(matrixCell, 'compliance per operator version: [below](#matrix)'),
  cells: list(cell, 'coverage, operator version × dtype × clause: [below](#cells)'),
  findings: list(finding, 'what to look into, broken cases by what they have in common: [below](#findings)'),
  failedClauses: list(
    failedClause,
    'which clauses are broken; none where nothing was answered: [below](#failedclauses)',
  ),
  secondLooks: optional(
    record(
      secondLook,
      'of a shard, by id: second looks (`again`) at cases that may be the smallest of a finding once the shards are merged',
    ),
  ),
  unsupported: list(unsupported, 'why the backend declined cases: [below](#unsupported)'),
  policies: list(observedPolicy, 'what was observed where the specification leaves a choice: [below](#policies)'),
  accuracy: list(accuracy, 'per operator and dtype: [below](#accuracy)'),
  data: list(dataUse, 'which kinds of data were tried, per operator and dtype: [below](#data)'),
  invalid: optional(
    described(
      rejections,
      'invalid models: they are in no other field of the report. Absent where none was to be run: [below](#invalid)',
    ),
  ),
  expectations: optional(
    described(
      expectations,
      'how the run compares with a file of expectations; absent without one: [below](#expectations)',
    ),
  ),
  incidents: described(
    v.object({
      count: count('how often it was lost and replaced'),
      first: texts('the first reasons, in the order of loss'),
    }),
    "losses of the backend's process",
  ),
  notKnown: optional(
    described(
      v.object({
        count: count('how many'),
        operators: record(
          count(),
          'a count for each, by the name of the first operator that it does not know (of several nodes also which, and how many others are not judged for it), by what else it does not judge, by the limit of time or memory that was reached, or, for a model without output files that the oracle refuses, by what is invalid',
        ),
      }),
      'vectors that the oracle does not judge. They are not planned, not judged and not passed',
    ),
  ),
  open: optional(
    described(
      v.object({
        cases: count('that pass and have such outputs'),
        outputs: count('their outputs that admit nearly any value'),
        of: count('all their outputs'),
      }),
      'models from files whose bounds are so wide that a pass says next to nothing; absent if there are none',
    ),
  ),
  sampled: optional(
    described(
      v.object({
        cases: count('nodes that were judged by some of their elements'),
        elements: count('elements that were looked at, at most'),
        of: count('elements of their outputs in all'),
      }),
      'nodes of a network that were judged by a sample of their elements; absent if there are none',
    ),
  ),
  unjudged: optional(
    described(
      v.object({
        cases: count('cases that were judged in part'),
        first: texts('what of the first five, and why'),
      }),
      'models from files that were judged in part; absent if there are none',
    ),
  ),
  problems: v.optional(
    texts('files that could not be used, and vectors whose expected values the oracle does not accept, one line each'),
    [],
  ),
  times: described(
    v.object({
      started: text('ISO 8601'),
      seconds: number('from start to end; of a resumed run since it was resumed, of merged shards that of the longest'),
      oracleSeconds: number(
        "processor time of the suite's own process in all its threads: preparing cases, judging and recording answers; that of the backend is not in it",
      ),
      backendSeconds: optional(
        number(
          'during which at least one answer of the backend was waited for, summed over merged shards; absent of a resumed run, and in reports of earlier releases',
        ),
      ),
      workers: optional(count('processes of the backend that shared the work; absent in reports of earlier releases')),
    }),
    'the only part that differs between equal runs',
  ),
});
export type Report = Read<typeof report>;

/** run.json: what a run is, written at its start, and what became of its backend so far. `--resume` compares it. */
export const runState = v.object({
  ...v.pick(report, ['schemaVersion', 'tool', 'backend', 'capabilities', 'launch', 'options', 'incidents']).entries,
  started: text('ISO 8601'),
  program: optional(text('SHA-256 of the files that the command of the backend names, such as its adapter')),
});
export type RunState = Read<typeof runState>;
