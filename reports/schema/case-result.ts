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
  flag,
  list,
  number,
  oneOf,
  operator,
  optional,
  type Read,
  record,
  recordOfAll,
  recordOfSome,
  text,
  texts,
  titled,
  version,
} from './fields.ts';

/** The outcomes of a valid case. The first is the only success; `unsupported` counts neither for nor against the backend. */
export const outcomes = ['pass', 'fail', 'unsupported', 'error', 'crash', 'timeout'] as const;
export type Outcome = (typeof outcomes)[number];

/** The outcomes of an invalid model. The first is the only success; `unsupported` counts neither for nor against the backend. */
export const invalidOutcomes = ['rejected', 'accepted', 'crash', 'timeout', 'undecided', 'unsupported'] as const;
export type InvalidOutcome = (typeof invalidOutcomes)[number];

export const outcomeMeanings: Readonly<Record<Outcome, string>> = {
  pass: 'every element was accepted',
  fail:
    'the backend answered, and the answer is not acceptable. On a clause of level `unspecified`: no defensible choice ' +
    'explains it, or it is contradictory',
  unsupported: 'the backend reported that it does not support the model',
  error: 'the backend threw an error on a valid model',
  crash: "the backend's process died",
  timeout: 'the backend did not answer in time',
};

export const invalidOutcomeMeanings: Readonly<Record<InvalidOutcome, string>> = {
  rejected: 'the backend refused the model, as an error or as unsupported, and answered the control rightly',
  accepted: 'the backend answered, with any outputs',
  crash: 'as for valid models; it does not count as a refusal',
  timeout: 'as for valid models; it does not count as a refusal',
  undecided: 'refused, but the answer to the control is wrong or an error too; or the protocol was broken',
  unsupported:
    'refused, and the control is not supported, or the backend compares its outputs itself: nothing to judge',
};

/** The problems in the order of the comparator: those that hide more come first. */
export const problemMeanings: Readonly<Record<Problem, string>> = {
  outputs: 'too many outputs, too few, or none that can be read',
  dtype: 'an output has another dtype',
  shape: 'an output has another shape',
  value: 'an element is not acceptable',
  input: 'a step of a session changed its inputs',
  later: 'an output was right at the end of its step, and had changed after the last step of the session',
  repeat: 'two steps of a session with the same inputs gave different answers, each of them acceptable',
  inconsistency:
    'each element is acceptable, but no single choice of a [policy](policies.md) explains them all, where a backend has to make one choice',
  file: 'the oracle accepts the answer, but it differs from the expected file of the vector',
  policy: 'the answer is acceptable, but its choice is not the one that `options.policies` requires',
  tier: 'the answer is acceptable, but in a looser tier than `options.requireTier`',
};

/** The kind of data of cases that were not asked, because of the backend's declarations or its answers to other cases. */
export const notDrawn = 'undrawn';

// reports have all counts; stored summaries leave zeros out
const tally = v.optional(count(), 0);
export const counts = titled(recordOfAll(outcomes, tally), 'counts');
export type OutcomeCounts = Read<typeof counts>;
export const invalidCounts = titled(recordOfAll(invalidOutcomes, tally), 'counts');
export type InvalidCounts = Read<typeof invalidCounts>;

export const level = (meaning: string) => oneOf(levels, meaning);
export const tier = (meaning: string) => oneOf(tiers, meaning);
export const problem = (meaning: string) => oneOf(problemKinds, meaning);

const failure = v.object({
  output: count('the index of the output'),
  index: list(count(), 'coordinates in that output; empty for rank 0'),
  got: text('what the backend answered'),
  exact: text(
    'the exact value, or the specified answer if that is not finite; for `tier` the exact value rounded to the dtype',
  ),
  allowed: text('the accepted answers: `[2.9999, 3.0001]`, `exactly 3`, `tier exact or faithful`'),
  fault: optional(
    oneOf(
      faultNames,
      'the fault of the element: `value` (the text is broken), `zero-sign`, `special`, `subnormal`, `accuracy` ' +
        '(`implied`), `integer-overflow`, `integer-rounding` (`unspecified`); absent for `tier`. [What they ' +
        'mean](acceptance.md#what-a-wrong-answer-breaks)',
    ),
  ),
});
/** The element that decided a failed comparison. All values are printed so that they can be parsed back exactly. */
export type ElementFailure = Read<typeof failure>;

export const explanation = v.object({
  id: text('the id: `through-float64`; it never changes'),
  text: text('one line, as a title: *values go through float64*'),
});

export const observation = v.object({
  policy: text('the name of the policy: `integer-overflow`'),
  choice: text('the choice: `wrap`; `truncate or floor` if the answer is compatible with several'),
  among: optional(described(v.pipe(v.array(v.string()), v.minLength(2)), 'the choices, if several are possible')),
});

export const outputsByVerdict = v.object({
  wrong: texts('those with wrong elements'),
  right: texts('the others'),
});

const nodeCell = v.object({ operator, version, dtype });
/** An operator version in a dtype: the task of one kernel. */
export type NodeCell = Read<typeof nodeCell>;

const classes = recordOfSome(aspects, record(text(), 'by dimension: `rank of X`, `form of B`'), '');

/** The verdict on one case, valid or not: one line of results.jsonl. */
export const caseResult = titled(
  v.object({
    id: text(
      '`operator/version/dtype/clause/number`, followed by `@15` if the case was rewritten to opset 15 for `--opset` or ' +
        'the declared opsets; identifies one model for a seed',
    ),
    operator,
    version,
    dtype,
    clause: text('the clause under test, or the rule that an invalid model breaks: the fourth part of the id'),
    level: level('level of the clause'),
    opset: count('the opset that the model imports'),
    dataClass: text(
      'the kind of data, e.g. `grid`, `cancelling`, `nan`. `file`: the values were read from disk. `undrawn`: the backend ' +
        'was not asked, and `size` is 0. Either it declares no support, or it supported none of the cases of this version ' +
        'and these types that were asked',
    ),
    outcome: oneOf([...outcomes, 'rejected', 'accepted', 'undecided'], 'see above'),
    isInvalid: optional(
      described(v.literal(true), 'for a model that breaks a rule and has to be rejected; absent for a valid one'),
    ),
    problem: optional(problem('the problem of the answer, present for `fail`: see below')),
    breaks: optional(
      level(
        'the level at which a broken case is wrong: that of its clause or that of its fault, whichever is weaker. From ' +
          'strict to weak: `specified`, `implied`, `unspecified`, `undefined`. Absent for `tier` and `policy`, which break ' +
          'nothing',
      ),
    ),
    tier: optional(
      tier(
        'worst tier over all elements; absent if no finite value was judged, and in a `fail` unless `problem` is `tier` or `policy`',
      ),
    ),
    errorOverBound: optional(
      number('worst |error| / bound over all elements that are not exact, 0 if all are. Absent if `tier` is absent'),
    ),
    ulps: optional(
      number(
        'worst |error| in units in the last place of the exact value; for subnormal values, in the smallest unit of the ' +
          'type. It covers right and wrong elements whose answer and value are finite, except those that another choice of ' +
          'a policy explains. Absent if each of them is the exact value rounded once (an error of at most 0.5), or no ' +
          'float was compared',
      ),
    ),
    absoluteError: optional(
      number(
        'worst |error| of those among these elements whose exact value is below 1 in magnitude; absent if there are none',
      ),
    ),
    vacuous: optional(
      count(
        'number of elements whose pass shows nothing, as nearly any value would pass. The native bound is at least the sum ' +
          'of magnitudes, the value is undefined, or a choice admits most of the type',
      ),
    ),
    open: optional(
      described(
        v.object({
          outputs: count('outputs that admit nearly any value in most of their elements, judged by a sample'),
          of: count('outputs of the model that are judged'),
        }),
        'for a model from a file that passes: outputs with bounds so wide that the pass shows almost nothing. Absent if there are none',
      ),
    ),
    sampled: optional(
      described(
        v.object({
          elements: count('elements of its outputs that were judged, at most'),
          of: count('all elements of its outputs'),
        }),
        'for a node of a network whose outputs were judged by a sample; absent if they were judged in full',
      ),
    ),
    unjudged: optional(
      text(
        'for a model from a file: the part of the answer that was not judged, and why. Its outputs depend on nodes that the ' +
          'oracle does not know, or its elements are beyond the limit of time or memory. Absent if everything was judged',
      ),
    ),
    message: optional(text('one line: why it is not a pass')),
    failure: optional(
      described(
        failure,
        'the element that decided: the first rejected one; if faults break different levels, the first at the strictest ' +
          'level. For `tier`, except in sessions and files, the first of the worst tier',
      ),
    ),
    younger: optional(
      text(
        'for a broken case: ONNX added the clause after it released this opset. The field names both releases: `ONNX ' +
          'states this since 1.15; in 1.12, the release of the opset, the text did not mention it`. It excuses nothing',
      ),
    ),
    explanations: optional(
      list(
        explanation,
        'every fault known to the suite that gives exactly this wrong answer, the more specific first. At most 256 wrong ' +
          'elements are compared; those near the value count only if no other is wrong. For a wrong dtype or shape, or a ' +
          'contradictory answer, all elements count as wrong. It excuses nothing. Several faults may match by chance; ' +
          'findings show which one is common',
      ),
    ),
    signs: optional(
      described(
        v.object({
          what: texts('their values: `0`, `the next element`'),
          where: texts('their places, or their expected values: `in the last element`, `for NaN`'),
          telling: texts(
            'the entries of `where` that do not hold for all right elements, and those of `possible` that hold for few',
          ),
          possible: optional(texts('further places, where more elements are right than wrong')),
        }),
        'for a wrong value: what the first 256 wrong elements of each output have in common, in words used for titles; the more ' +
          'specific first. For a contradictory answer the elements that make another choice than the oracle count as wrong',
      ),
    ),
    inputValues: optional(
      list(
        v.object({
          input: text('name of the input'),
          wrong: list(number(), 'at wrong elements: the ends of their range, and of that of their magnitudes'),
          right: list(number(), 'at right elements: up to 32, those next to these ranges and some within them'),
        }),
        'for a wrong value: the values of each input of the shape of the answer, from which titles say where elements are wrong. ' +
          'An input is left out if one of its values at wrong elements is not finite',
      ),
    ),
    outputs: optional(
      described(outputsByVerdict, 'for a wrong value of an operator with several outputs: their names in the schema'),
    ),
    sameValue: optional(
      described(
        v.object({
          got: text('their value: `1`, `true`'),
          exact: optional(text('the right value of all of them; absent if these differ')),
        }),
        'for a wrong value, if all wrong elements that are compared have the same value',
      ),
    ),
    refutes: optional(
      texts('for a case that passes: ids of the misreadings of an attribute or input that would have made it fail'),
    ),
    alone: optional(
      oneOf(
        ['right', 'wrong'],
        'for a session with a wrong answer: the result of the wrong step when asked again without the steps before it. ' +
          '`right`: a fault of state. `wrong`: the state of the session does not explain it; the state of the process may. ' +
          'Absent for other outcomes',
      ),
    ),
    atFault: optional(
      described(
        nodeCell,
        'the operator, version and dtype at fault, if they are not those of the case. For a session of several models they ' +
          'are those of the step that is wrong, fails or is not supported. For a graph they are those of the first node ' +
          'with wrong values, if a model of this node alone gives some too. A finding has them in `where`',
      ),
    ),
    observations: optional(list(observation, 'the observed choices where the specification leaves one')),
    inputs: optional(
      text(
        'the values of the inputs in row-major order, e.g. `data=[1, 2.5, -0] axes=[1]`: for broken cases with at most 16 input elements',
      ),
    ),
    summary: text('model and input in one line'),
    known: optional(text('the reason of the entry of the expectations that expects it; absent if it is not expected')),
    hasSecondModel: optional(flag('the case is a session of two models')),
    classes: optional(
      described(
        classes,
        'the classes of the call in each dimension of its operator, which findings compare. For a session they are those of ' +
          'the wrong step, or of the last one. For a graph they are those of the node at fault. Absent for other graphs and ' +
          'files, and if nothing was judged',
      ),
    ),
    rightBefore: optional(
      list(
        classes,
        'for a session: the classes of the earlier steps of the same operator, version and dtype, which were right',
      ),
    ),
    size: count(
      'number of input elements, 0 if the first input has none; the report has the smallest failing case of a clause',
    ),
  }),
  'line of `results.jsonl`',
);
/** The result of one case: a line of `results.jsonl`, described in docs/report-schema.md. */
export type CaseResult = Read<typeof caseResult>;

/** The result of a valid case: compliance counts only these. */
export type ValidResult = CaseResult & { readonly outcome: Outcome };
/** The result of a model that has to be rejected. */
export type InvalidResult = CaseResult & { readonly isInvalid: true; readonly outcome: InvalidOutcome };

/** Returns the possible outcomes of the model of a result. */
export const outcomesOf = ({ isInvalid }: Pick<CaseResult, 'isInvalid'>): readonly string[] =>
  isInvalid ? invalidOutcomes : outcomes;

export const isInvalid = (result: CaseResult): result is InvalidResult => result.isInvalid === true;
export const isValid = (result: CaseResult): result is ValidResult => !isInvalid(result);
