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
  recordOfSome,
  text,
  texts,
  version,
} from './fields.ts';
import { failedClause, finding, place, rerunResult, unsupported } from './findings.ts';
import { backend, capabilities, launch, options } from './run.ts';

export const matrixCell = v.object({
  operator,
  version,
  firstOpset: count('the first opset that resolves to this version'),
  lastOpset: count('the last one among the opsets that the suite knows'),
  counts: described(counts, 'over all dtypes'),
  byDType: recordOfSome(dtypes, counts, 'counts by dtype, for the dtypes that were planned'),
  byOpset: described(
    v.record(v.string(), counts),
    'counts by the opset that the model imports, for opsets with a result. Half of the cases of a version import its ' +
      'first opset, and the others its opsets in turn',
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
  cases: count('planned cases. 0 is a gap in the suite'),
  counts: described(counts, 'the sum is `cases`, less only in an interrupted run'),
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
    'number of cases by choice. A case that is compatible with several choices counts for those that explain all cases. ' +
      'If several do, the key lists them all: `truncate or floor`. More than one key: the backend varies',
  ),
  versions: record(
    v.array(count()),
    'the operator versions of each choice, from old to new. Where a backend has to choose once, it has to do so within a ' +
      'version: no version may have two choices',
  ),
  contradictions: optional(
    count('answers that made more than one of these choices where a backend has to make one; absent if there are none'),
  ),
});
/** The observations of a policy in one operator and dtype: how often each choice was observed. */
export type ObservedPolicy = Read<typeof observedPolicy>;

const missed = v.object({
  ulps: number(
    'the largest `ulps` of these cases, including failed ones; 0 if all answers are exact values rounded once',
  ),
  absoluteError: optional(number('the largest `absoluteError` of these cases; absent if none has one')),
  worstCase: optional(text('id of the case of `ulps`, or of `absoluteError` if `ulps` is 0; absent if all are exact')),
  worstErrorOverBound: optional(number('the largest of the cases that pass; absent if all are exact')),
  failed: optional(count('the number of cases that fail; absent if there are none')),
});
/** The worst errors of an operator in a dtype, on one kind of data. */
export type WorstErrors = Read<typeof missed>;

export const accuracy = v.object({
  operator,
  dtype,
  worstTier: optional(tier('over all versions and all cases that pass; absent if no case reached a tier')),
  worstErrorOverBound: number('the largest of these cases; 0 if all are exact'),
  worstCase: optional(text('id of that case; absent if the error is 0')),
  tiers: recordOfSome(tiers, count(), 'number of cases by worst tier'),
  errors: optional(
    record(
      missed,
      'the worst errors by kind of data (`dataClass`), of all cases with compared floats, including failed ones. Absent ' +
        'in reports of earlier releases',
    ),
  ),
  failed: count('cases with outcome `fail`: among these figures, only `errors` includes them'),
  vacuousElements: count('sum of `vacuous`'),
});
/** The accuracy of one operator in one dtype over the passing cases of all versions. */
export type Accuracy = Read<typeof accuracy>;

export const dataUse = v.object({
  operator,
  dtype,
  classes: record(count(), 'number of cases by kind of data (`dataClass`), over all versions'),
  missing: optional(
    texts(
      'kinds of data that the suite must try for this operator and dtype, but has no case of: a gap in the suite. Absent ' +
        'if this is not known: for a selection of ids, opsets or dtypes, for files, and in an interrupted run',
    ),
  ),
});
/** The kinds of data tried for an operator in one dtype. */
export type DataUse = Read<typeof dataUse>;

const notRejected = v.object({
  outcome: oneOf(['accepted', 'crash', 'timeout', 'undecided'], 'the outcome of these models'),
  cases: count('the number of models'),
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
/** A rule with the outcomes of the models that break it. */
export type BrokenRule = Read<typeof brokenRule>;

const invalidCell = v.object({
  operator,
  version,
  dtype,
  clause: text('the id of the rule'),
  cases: count('planned models. 0 is a gap in the suite'),
  counts: described(invalidCounts, 'the sum is `cases`, less only in an interrupted run'),
});
/** Operator version × rule. */
export type InvalidCell = Read<typeof invalidCell>;

export const rejections = v.object({
  planned: count('number of planned invalid models'),
  totals: described(invalidCounts, 'all six outcomes of invalid models as keys, numbers of models as values'),
  rules: list(brokenRule, 'one entry per rule, over all operator versions'),
  cells: list(invalidCell, 'coverage: operator version × rule'),
});
/** The outcomes of models that a runtime has to reject. No other figure of the report includes them. */
export type Rejections = Read<typeof rejections>;

const { outcome, problem: nodeProblem, errorOverBound, ulps } = caseResult.entries;
const networkNode = v.object({
  id: text("its id in `results.jsonl`: the node's number and operator"),
  name: text('its name in the model, or that of its first output'),
  reads: list(count(), 'the nodes that it reads from, by their index in this list'),
  isConstant: optional(flag('true if it depends on no input of the model')),
  result: optional(
    described(
      v.object({ operator, version, dtype, outcome, problem: nodeProblem, errorOverBound, ulps }),
      'fields of its result; absent if it was not judged',
    ),
  ),
});
/** A node of a network that was checked. */
export type NetworkNode = Read<typeof networkNode>;

/** The version of report.json and run.json; version 1 had invalid models in a separate file. */
export const schemaVersion = 2;

/** The schema of report.json. Everything but `times` is equal for two runs with equal options and an equal backend. */
export const report = v.object({
  schemaVersion: described(v.literal(schemaVersion), 'the version of this schema'),
  tool: described(v.object({ name: text('`onnx-conformance`'), version: text('its version') }), 'the suite'),
  backend: described(backend, '`name`, `version`, then further properties of the backend, by name'),
  capabilities: optional(
    described(capabilities, 'the capabilities that the backend declares; cases that need others were not asked'),
  ),
  launch: optional(described(launch, 'how the backend was started; absent in reports of earlier releases')),
  options: described(options, 'enough to run the same again'),
  complete: flag('true if every planned case and every invalid model has a result'),
  planned: count('number of planned cases'),
  totals: described(counts, 'over all cases'),
  matrix: list(matrixCell, 'compliance per operator version: [below](#matrix)'),
  cells: list(cell, 'coverage, operator version × dtype × clause: [below](#cells)'),
  findings: list(finding, 'broken cases grouped by what they have in common: [below](#findings)'),
  failedClauses: list(failedClause, 'the broken clauses; none if nothing was answered: [below](#failedclauses)'),
  secondLooks: optional(
    record(
      rerunResult,
      'for a shard, by id: second runs (`again`) of cases that may be the smallest of a finding after the shards are merged',
    ),
  ),
  unsupported: list(unsupported, 'why the backend declined cases: [below](#unsupported)'),
  policies: list(observedPolicy, 'the observed choices where the specification leaves one: [below](#policies)'),
  accuracy: list(accuracy, 'per operator and dtype: [below](#accuracy)'),
  data: list(dataUse, 'the kinds of data that were tried, per operator and dtype: [below](#data)'),
  invalid: optional(
    described(
      rejections,
      'invalid models, which are in no other field of the report. Absent if none was planned: [below](#invalid)',
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
      unrepeated: optional(
        described(
          v.object({
            count: count('how many'),
            first: texts('the first of them: the id of the case in work, and the reason'),
          }),
          'losses that no case repeats when it is asked alone. Ends at limits of time and memory, and ends after an answer ' +
            '`failed`, are not among them. Absent if there is none',
        ),
      ),
    }),
    "losses of the backend's process",
  ),
  notKnown: optional(
    described(
      v.object({
        count: count('how many'),
        operators: record(
          count(),
          'a count for each reason. It may be the first operator that the oracle does not know, or something else that it ' +
            'does not judge. For several nodes, the place of that operator is named, and how many nodes depend on it. It may ' +
            'be a limit of time or memory, or the fault of an invalid model without output files',
        ),
      }),
      'vectors, or nodes of a network, that the oracle does not judge. They are not planned, not judged and not passed',
    ),
  ),
  open: optional(
    described(
      v.object({
        cases: count('passing cases with such outputs'),
        outputs: count('their outputs that admit nearly any value'),
        of: count('all their outputs'),
      }),
      'models from files whose bounds are so wide that a pass shows almost nothing; absent if there are none',
    ),
  ),
  sampled: optional(
    described(
      v.object({
        cases: count('nodes that were judged by a sample of their elements'),
        elements: count('elements that were judged, at most'),
        of: count('all elements of their outputs'),
      }),
      'nodes of a network that were judged by a sample of their elements; absent if there are none',
    ),
  ),
  network: optional(list(networkNode, 'the nodes of a network, in the order of the model; absent for other runs')),
  unjudged: optional(
    described(
      v.object({
        cases: count('cases that were judged in part'),
        first: texts('the part of each of the first five that was not judged, and why'),
      }),
      'models from files that were judged in part; absent if there are none',
    ),
  ),
  problems: v.optional(
    texts(
      'files that could not be used, vectors whose expected values the oracle does not accept, and nodes that are not valid ' +
        'for the inputs that they had, one line each',
    ),
    [],
  ),
  times: described(
    v.object({
      started: text('ISO 8601'),
      seconds: number('from start to end; for a resumed run since it was resumed, for merged shards the longest time'),
      oracleSeconds: number(
        "processor time of the suite's own process in all its threads, without the backend: preparing cases, judging and " +
          'recording answers',
      ),
      backendSeconds: optional(
        number(
          'seconds during which at least one answer of the backend was outstanding; for merged shards their sum. Absent ' +
            'for a resumed run, and in reports of earlier releases',
        ),
      ),
      workers: optional(count('processes of the backend that shared the work; absent in reports of earlier releases')),
    }),
    'the only part that differs between equal runs',
  ),
});
/** The report of a run: the contents of `report.json`, described in docs/report-schema.md. */
export type Report = Read<typeof report>;

/** The schema of run.json: the settings of a run, written at its start, and the incidents so far. `--resume` compares it. */
export const runState = v.object({
  ...v.pick(report, ['schemaVersion', 'tool', 'backend', 'capabilities', 'launch', 'options', 'incidents']).entries,
  started: text('ISO 8601'),
  program: optional(text('SHA-256 of the files that the command of the backend names, such as its adapter')),
});
export type RunState = Read<typeof runState>;
