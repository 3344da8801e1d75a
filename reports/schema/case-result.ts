import * as v from 'valibot';
import { aspects } from '../../generators/classes/class.ts';
import { type Problem, problemKinds } from '../../oracles/judge/comparator.ts';
import { faultNames } from '../../oracles/judge/fault.ts';
import { tiers } from '../../oracles/judge/tier.ts';
import { levels } from '../../oracles/spec/level.ts';
import {
  count,
  described,
  dtype,
  each,
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
  titled,
  version,
} from './fields.ts';

/** What became of one valid case. The first is the only success; `unsupported` counts neither for nor against. */
export const outcomes = ['pass', 'fail', 'unsupported', 'error', 'crash', 'timeout'] as const;
export type Outcome = (typeof outcomes)[number];

/** What became of one invalid model. The first is the only success; `unsupported` counts neither for nor against. */
export const invalidOutcomes = ['rejected', 'accepted', 'crash', 'timeout', 'undecided', 'unsupported'] as const;
export type InvalidOutcome = (typeof invalidOutcomes)[number];

export const outcomeMeanings: Readonly<Record<Outcome, string>> = {
  pass: 'every element was accepted',
  fail: 'the backend answered, and the answer is not acceptable. On a clause of level `unspecified`: no defensible choice explains it, or it contradicts itself',
  unsupported: 'the backend said that it does not support the model',
  error: 'the backend threw on a valid model',
  crash: "the backend's process died",
  timeout: 'the backend did not answer in time',
};

export const invalidOutcomeMeanings: Readonly<Record<InvalidOutcome, string>> = {
  rejected: 'the backend refused the model, as an error or as unsupported, and answered the control rightly',
  accepted: 'the backend answered, whatever with',
  crash: 'as for valid models; it does not count as a refusal',
  timeout: 'as for valid models; it does not count as a refusal',
  undecided: 'refused, but the answer to the control is wrong or an error too; or the protocol was broken',
  unsupported:
    'refused, and the control is not supported, or the backend compares its outputs itself: nothing to judge',
};

/** In the order of the comparator: what hides more first. */
export const problemMeanings: Readonly<Record<Problem, string>> = {
  outputs: 'too many outputs, too few, or none that can be read',
  dtype: 'an output has another dtype',
  shape: 'an output has another shape',
  value: 'an element is not acceptable',
  input: 'a run of a session wrote into its inputs',
  later: 'an output was right when its run ended, and had changed after the last run of the session',
  repeat: 'two runs of a session on the same inputs gave different answers, each of them acceptable',
  inconsistency:
    'each element is acceptable, and no single choice of a [policy](policies.md) of which a backend has to make one explains them all',
  file: 'the oracle accepts the answer, but it differs from the expected file of the vector',
  policy: 'the answer is acceptable, but makes another choice than `options.policies` requires',
  tier: 'the answer is acceptable, but in a looser tier than `options.requireTier`',
};

/** The kind of data of cases that the backend was not asked, because of what it declares or of what it said of others. */
export const undrawn = 'undrawn';

// reports have all; what is kept of them leaves zeros out
const tally = v.optional(count(), 0);
export const counts = titled(each(outcomes, tally), 'counts');
export type OutcomeCounts = Read<typeof counts>;
export const invalidCounts = titled(each(invalidOutcomes, tally), 'counts');
export type InvalidCounts = Read<typeof invalidCounts>;

export const level = (meaning: string) => oneOf(levels, meaning);
export const tier = (meaning: string) => oneOf(tiers, meaning);
export const problem = (meaning: string) => oneOf(problemKinds, meaning);

const failure = v.object({
  output: count('which output, by position'),
  index: list(count(), 'coordinates in that output; empty for rank 0'),
  got: text('what the backend answered'),
  exact: text(
    'the exact value, or the specified answer where that is not finite; for `tier` the exact value rounded to the dtype',
  ),
  allowed: text('what would have been accepted: `[2.9999, 3.0001]`, `exactly 3`, `tier exact or faithful`'),
  fault: optional(
    oneOf(
      faultNames,
      'what is wrong with the element: `value` (the text is broken), `zero-sign`, `special`, `subnormal`, `accuracy` (`implied`), `integer-overflow`, `integer-rounding` (`unspecified`); absent for `tier`. [What they mean](acceptance.md#what-a-wrong-answer-breaks)',
    ),
  ),
});
/** The element that decided a failed comparison. All values are printed so that they read back exactly. */
export type ElementFailure = Read<typeof failure>;

export const explanation = v.object({
  id: text('`through-float64`; it never changes'),
  text: text('one line, as a title: *values go through float64*'),
});

export const observation = v.object({
  policy: text('its name: `integer-overflow`'),
  choice: text('`wrap`; `truncate or floor` where an answer leaves several possible and rules others out'),
  among: optional(described(v.pipe(v.array(v.string()), v.minLength(2)), 'these several choices, two or more')),
});

const nodeCell = v.object({ operator, version, dtype });
/** What one kernel is for: an operator version in a dtype. */
export type NodeCell = Read<typeof nodeCell>;

const classes = some(aspects, record(text(), 'by dimension: `rank of X`, `form of B`'), '');

/** The verdict on one case, valid or not: one line of results.jsonl. */
export const caseResult = titled(
  v.object({
    id: text(
      '`operator/version/dtype/clause/number`, and `@15` behind it where `--opset`, or what the backend declares, rewrote the case to opset 15; names one model for a seed',
    ),
    operator,
    version,
    dtype,
    clause: text('the clause under test, or the rule that an invalid model breaks: the fourth part of the id'),
    level: level('level of the clause'),
    opset: count('the opset that the model imports'),
    dataClass: text(
      'the kind of values in the inputs, e.g. `grid`, `cancelling`, `nan`; `file` where they were read from disk, `undrawn` where the backend was not asked because of what it declares, or supports none of the others of its version and types that were (`size` is then 0)',
    ),
    outcome: oneOf([...outcomes, 'rejected', 'accepted', 'undecided'], 'see above'),
    isInvalid: optional(
      described(v.literal(true), 'of a model that breaks a rule and has to be rejected; absent of a valid one'),
    ),
    problem: optional(problem('what is wrong with the answer, present for `fail`: see below')),
    breaks: optional(
      level(
        'the level at which a broken case is wrong: the weaker one of that of the clause and that of what is wrong with the answer. Absent for `tier` and `policy`, which break nothing',
      ),
    ),
    tier: optional(
      tier(
        'worst tier over all elements; absent where no finite value was judged, and in a `fail` unless `problem` is `tier` or `policy`',
      ),
    ),
    errorOverBound: optional(
      number('worst |error| / bound over all elements that are not exact, 0 if all are. Absent where `tier` is'),
    ),
    ulps: optional(
      number(
        'worst |error| in units in the last place of the exact value, over the elements, right or wrong, whose answer and value are finite, but for those that another choice of a policy explains; of subnormal values the smallest unit of the type. Absent where each of them is the exact value rounded once (an error of at most 0.5), and where no float was compared',
      ),
    ),
    absoluteError: optional(
      number(
        'worst |error| of those of these elements whose exact value is below 1 in magnitude; absent if there are none',
      ),
    ),
    vacuous: optional(
      count(
        'elements that pass, and would whatever they were: the native bound is at least the sum of magnitudes, the value is undefined, or a choice admits most of the type',
      ),
    ),
    open: optional(
      described(
        v.object({
          outputs: count('that admit nearly any value in most of their elements, as far as a sample tells'),
          of: count('outputs of the model that are judged'),
        }),
        'of a model from a file that passes: its bounds are so wide that this says next to nothing. Absent where no output is so',
      ),
    ),
    sampled: optional(
      described(
        v.object({
          elements: count('of its outputs that were looked at, at most'),
          of: count('elements that they have'),
        }),
        'of a node of a network whose outputs were not looked at in full; absent where they were',
      ),
    ),
    unjudged: optional(
      text(
        'of a model from a file: what of the answer was not looked at, and why: outputs that need what the oracle does not know, or elements beyond the limit of time or memory. Absent where everything was',
      ),
    ),
    message: optional(text('one line: why it is not a pass')),
    failure: optional(
      described(
        failure,
        'the element that decided: the first that is rejected, and of several whose faults break different levels the first of the strictest; for `tier`, except in sessions and files, the first of the worst tier',
      ),
    ),
    younger: optional(
      text(
        'of a broken case whose clause stands in ONNX only since a later release than the one that brought the opset: `ONNX says so since 1.15; in 1.12, which brought the opset, nothing was said of it`. It excuses nothing',
      ),
    ),
    explanations: optional(
      list(
        explanation,
        'every fault known to the suite that gives just this wrong answer, the more specific first. Only elements that are wrong count, those that are near the value only where no other is wrong (of a wrong shape, or of an answer that contradicts itself, all), the first 256. It excuses nothing, and several may fit by chance: findings tell which',
      ),
    ),
    signs: optional(
      described(
        v.object({
          what: texts('what stands there: `0`, `the next element`'),
          where: texts('where they stand, or what should stand there: `in the last element`, `for NaN`'),
          telling: texts('of `where` what other elements, which are right, have not'),
        }),
        'of a wrong value: what all wrong elements have in common, the first 256, in words that titles are made of; of each the more specific first',
      ),
    ),
    refutes: optional(
      texts(
        'of a case that passes: ids of explanations that would have it fail, of those that misread an attribute or an input',
      ),
    ),
    alone: optional(
      oneOf(
        ['right', 'wrong'],
        'of a session with a wrong answer: what became of the run that gave it when it was asked again, without the runs before it. `right`: a fault of state. `wrong`: what the session kept does not explain it; what the process keeps could. Absent where it came to something else',
      ),
    ),
    atFault: optional(
      described(
        nodeCell,
        'of a session of several models: whose run is wrong, fails or is not supported, where it is not of the operator version and dtype of the case. A finding has it in `where`',
      ),
    ),
    observations: optional(list(observation, 'what was seen where the specification leaves a choice')),
    inputs: optional(
      text(
        'the values of the inputs in row-major order, e.g. `data=[1, 2.5, -0] axes=[1]`: for broken cases with at most 16 input elements',
      ),
    ),
    summary: text('model and input in one line'),
    known: optional(
      text('the reason of the entry of the expectations that expects it; absent where it is not expected'),
    ),
    hasSecondModel: optional(flag('the case is a session of two models')),
    classes: optional(
      described(
        classes,
        'what the run was in each way in which calls of its operator differ, of a session the run that is wrong or the last one: findings compare them. Absent of graphs, of files, and where nothing was judged',
      ),
    ),
    rightBefore: optional(
      list(
        classes,
        'of a session: the same of the runs before that one of its operator, version and dtype, which were right',
      ),
    ),
    size: count(
      'number of input elements, 0 where the first input has none; the smallest failing case of a clause is the one in the report',
    ),
  }),
  'line of `results.jsonl`',
);
export type CaseResult = Read<typeof caseResult>;

/** The result of a valid case: compliance is counted of these alone. */
export type ValidResult = CaseResult & { readonly outcome: Outcome };
/** The result of a model that has to be rejected. */
export type InvalidResult = CaseResult & { readonly isInvalid: true; readonly outcome: InvalidOutcome };

/** What may have become of the model of a result. */
export const outcomesOf = ({ isInvalid }: Pick<CaseResult, 'isInvalid'>): readonly string[] =>
  isInvalid ? invalidOutcomes : outcomes;

export const isInvalid = (result: CaseResult): result is InvalidResult => result.isInvalid === true;
export const isValid = (result: CaseResult): result is ValidResult => !isInvalid(result);
