import { type Comparison, refused } from '../../../oracles/judge/comparator.ts';
import { faults } from '../../../oracles/judge/fault.ts';
import { formatChoices, possibleChoices } from '../../../oracles/judge/possible-choices.ts';
import { meetsTier } from '../../../oracles/judge/tier.ts';
import type { Value } from '../../../oracles/numerics/value.ts';
import { type Level, weaker } from '../../../oracles/spec/level.ts';
import { releaseOf } from '../../../oracles/spec/releases.ts';
import { describeLaterSentence } from '../../../oracles/spec/source.ts';
import { isBroken } from '../../../reports/schema/counts.ts';
import { missesRequirement } from '../../../reports/schema/predicates.ts';
import type { CaseResult, RunOptions, ValidResult } from '../../../reports/schema.ts';
import { type Answer, isRefusal, isSelfCompared } from '../../backends/backend.ts';
import { compareSession, isOfOwnCell, isSameCell, nameOfRun, type SessionComparison } from './compare-session.ts';
import { decodeValues } from './decode-values.ts';
import type { CaseDescription } from './description.ts';
import type { Prepared, Rejectable } from './prepared.ts';
import { firstElementInTier } from './tier-witness.ts';

/** The user's requirements beyond the specification. */
export interface Requirements extends Pick<RunOptions, 'requireTier' | 'policies'> {
  /** skip observations of passing answers: they can cost more than the verdict */
  readonly omitChoices?: true;
}

type FailedAnswer = Extract<Answer, { readonly message: string }>;

type AnyVerdict = Omit<CaseResult, keyof CaseDescription | 'level' | 'breaks' | 'younger' | 'inputs'>;
type CaseVerdict = AnyVerdict & Pick<ValidResult, 'outcome'>;

/** Returns a verdict as the result of its case. @param inputs formats the input values; called for broken cases only */
export function resultOf<V extends AnyVerdict>(
  { clause, ...about }: CaseDescription,
  verdict: V,
  inputs?: () => string | undefined,
): CaseResult & Pick<V, 'outcome'> {
  const breaks = levelOf(verdict, clause.level);
  const younger = breaks && describeLaterSentence(clause.source, releaseOf(about.opset));
  const values = isBroken(verdict.outcome) ? inputs?.() : undefined;
  return {
    ...about,
    clause: clause.id,
    level: clause.level,
    ...verdict,
    ...(breaks && { breaks }),
    ...(younger !== undefined && { younger }),
    ...(values !== undefined && { inputs: values }),
  };
}

/** Returns the level at which an answer is wrong; `undefined` if it is right, or only misses the user's requirements. */
function levelOf({ outcome, problem, failure, isInvalid }: AnyVerdict, ofClause: Level): Level | undefined {
  if (isInvalid || !isBroken(outcome) || missesRequirement(problem)) return undefined;
  // the text does not say that a choice has to be consistent
  if (problem === 'inconsistency') return weaker(ofClause, 'unspecified');
  // nor does it mention the memory of outputs
  if (problem === 'later') return weaker(ofClause, 'implied');
  return failure?.fault ? weaker(ofClause, faults[failure.fault].level) : ofClause;
}

/** Judges the answer to a valid case, given the requirements. */
export function judge(prepared: Prepared, answer: Answer, requirements: Requirements): ValidResult {
  const { about, runs, inputs } = prepared;
  if ('message' in answer) {
    const { kind, message, run = 0 } = answer;
    // an error in the first run, or a lack of support, does not depend on the session
    const named = run > 0 && kind === 'error' ? `${nameOfRun(prepared, run)}: ${message}` : message;
    const verdict = failed(answer, named, runs[run]!.excuse);
    return resultOf(about, { ...verdict, ...classesOf(prepared, answer, run, verdict), ...atFault(runs, run) }, inputs);
  }
  const comparison = compared(prepared, answer, requirements);
  const verdict = applyRequirements(verdictOf(comparison, runs[0]!.rejectable, requirements), requirements);
  const run = comparison.run ?? (verdict.outcome === 'pass' ? lastOfFirst(runs) : 0);
  const more = {
    ...looseElement(prepared, answer, verdict, requirements),
    ...classesOf(prepared, answer, run, verdict),
    ...atFault(runs, comparison.run),
  };
  return resultOf(about, { ...verdict, ...more }, inputs);
}

/** Returns the verdict on an answer without outputs: unsupported if the refusal is excused. */
const failed = (answer: FailedAnswer, message: string, excuse: string | undefined): CaseVerdict =>
  excuse !== undefined && isRefusal(answer)
    ? { outcome: 'unsupported', message: `${excuse}: ${message}` }
    : { outcome: answer.kind === 'protocol-error' ? 'error' : answer.kind, message };

/** Returns the classes of a judged run, and the misreadings that its right answer rules out. */
function classesOf(
  { request, runs }: Prepared,
  answer: Answer,
  run: number,
  { outcome }: CaseVerdict,
): Pick<CaseVerdict, 'classes' | 'refutes' | 'rightBefore'> {
  if (outcome === 'unsupported') return {};
  const { classes, refutes } = runs[run]!;
  const right = outcome === 'pass' && refutes && outputsOf(request, answer, run);
  const refuted = right ? refutes(right) : undefined;
  // an error may belong to any run
  const isJudged = outcome === 'fail' || outcome === 'pass';
  const before = isJudged ? runs.slice(0, run).filter((one) => isSameCell(one.cell, runs[run]!.cell)) : [];
  const rightBefore = before.flatMap((one) => one.classes?.() ?? []);
  return {
    ...(classes && { classes: classes() }),
    ...(rightBefore.length > 0 && { rightBefore }),
    ...(refuted && refuted.length > 0 && { refutes: refuted }),
  };
}

/** Returns the outputs of a run; `undefined` if they are missing or cannot be read. */
function outputsOf(request: Prepared['request'], answer: Answer, run: number): readonly Value[] | undefined {
  const [names, outputs] =
    'runs' in request
      ? [request.runs[run]!.outputs, answer.kind === 'session' && answer.runs[run]!.outputs]
      : [request.outputs, answer.kind === 'outputs' && !isSelfCompared(answer) && answer.outputs];
  const read = outputs && decodeValues(names, outputs);
  return read && read.ok ? read.value : undefined;
}

/** Returns the last run of the case's operator, version and dtype: if its answer is right, so were those of the runs before it. */
const lastOfFirst = (runs: Prepared['runs']): number => runs.findLastIndex((_, run) => isOfOwnCell(runs, run));

/** Returns the operator, version and dtype of a run if they differ from those of the case. */
function atFault(runs: Prepared['runs'], run = 0): Pick<CaseVerdict, 'atFault'> {
  return isOfOwnCell(runs, run) ? {} : { atFault: runs[run]!.cell };
}

/** Returns the element that misses the required tier; for sessions and files only the tier is known. */
function looseElement(
  { runs, request }: Prepared,
  answer: Answer,
  { problem, tier }: CaseVerdict,
  { requireTier }: Requirements,
): Pick<CaseVerdict, 'failure'> {
  const { expected } = runs[0]!;
  if (problem !== 'tier' || tier === undefined || !expected || answer.kind !== 'outputs' || 'runs' in request)
    return {};
  const outputs = decodeValues(request.outputs, answer.outputs);
  const failure = outputs.ok && firstElementInTier(expected, outputs.value, { tier, required: requireTier });
  return failure ? { failure } : {};
}

/** The refusal of a model that may be refused, and the answer to its control. */
interface Refusal {
  readonly policy: Rejectable['policy'];
  readonly refusal: Answer;
  readonly control: Answer;
  readonly requirements: Requirements;
  /** judges an answer without regard to the policy */
  readonly judge: (answer: Answer) => ValidResult;
}

const refusedOrWrong =
  'it compares its outputs itself, so it cannot be seen whether it refuses the model or computes it wrongly';

/** Judges a refusal: a choice if the backend runs the control, otherwise a failure. */
export function judgeRefusal({ policy, refusal, control, requirements, judge }: Refusal): ValidResult {
  if (isSelfCompared(control)) return judge({ kind: 'unsupported', message: refusedOrWrong });
  if (control.kind !== 'outputs') return judge(control.kind === 'unsupported' ? control : refusal);
  const { message: _, inputs, breaks: __, younger: ___, ...rest } = judge(refusal);
  const observations = [{ policy, choice: 'rejected' }];
  const verdict = applyRequirements({ ...rest, outcome: 'pass', observations }, requirements);
  return { ...rest, ...verdict, ...(isBroken(verdict.outcome) && inputs !== undefined && { inputs }) };
}

/** Turns a right answer that misses the user's requirements into a failure. */
function applyRequirements(verdict: CaseVerdict, { requireTier, policies = [] }: Requirements): CaseVerdict {
  const { outcome, tier, observations = [] } = verdict;
  if (outcome !== 'pass') return verdict;
  for (const observation of observations) {
    const { policy, choice } = observation;
    const wanted = policies.filter((required) => required.policy === policy).map((required) => required.choice);
    if (wanted.length === 0 || possibleChoices(observation).some((one) => wanted.includes(one))) continue;
    const message = `${policy}: ${choice}, where ${formatChoices(policy, wanted)} is required`;
    return { ...verdict, outcome: 'fail', problem: 'policy', message };
  }
  if (tier === undefined || meetsTier(tier, requireTier)) return verdict;
  const message = `reaches only tier ${tier} where ${requireTier} is required`;
  return { ...verdict, outcome: 'fail', problem: 'tier', message };
}

function compared(
  { request, runs }: Prepared,
  answer: Exclude<Answer, FailedAnswer>,
  { requireTier }: Requirements,
): SessionComparison {
  if ('runs' in request)
    return compareSession(request, runs, answer.kind === 'session' ? answer.runs : [], requireTier);
  const { judge } = runs[0]!;
  const tensors = decodeValues(request.outputs, answer.kind === 'outputs' ? answer.outputs : []);
  if (!tensors.ok) return refused('outputs', tensors.message);
  if (!isSelfCompared(answer)) return judge(tensors.value, requireTier);
  const { tier: _, ...comparison } = judge(tensors.value); // the backend compared the outputs itself, so its tier is not known
  return { ...comparison, vacuous: 0 };
}

function verdictOf(
  comparison: Comparison,
  rejectable: Rejectable | undefined,
  { omitChoices, policies = [] }: Requirements,
): CaseVerdict {
  const { accepted, problem = 'value', message, mismatch, explanations, seen: inElements } = comparison;
  const observations = accepted && omitChoices && policies.length === 0 ? [] : comparison.observations;
  const { tier, errorOverBound, vacuous, error, unjudged, open } = comparison;
  const { ulps, absolute } = error ?? {};
  const errors = { ...(ulps !== undefined && { ulps }), ...(absolute !== undefined && { absoluteError: absolute }) };
  const seen =
    // the oracle may have observed a more precise choice than 'accepted'
    rejectable && accepted && !observations.some(({ policy }) => policy === rejectable.policy)
      ? [...observations, { policy: rejectable.policy, choice: 'accepted' }]
      : observations;
  const choices = seen.length > 0 && { observations: seen };
  const left = unjudged !== undefined && { unjudged };
  if (!accepted) {
    // the tier of the right elements does not describe a wrong answer
    return {
      outcome: 'fail',
      problem,
      ...errors,
      ...choices,
      ...left,
      ...(message && { message }),
      ...(mismatch && { failure: mismatch }),
      ...(explanations && { explanations }),
      ...inElements,
    };
  }
  return {
    outcome: 'pass',
    ...(tier && { tier, errorOverBound }),
    ...errors,
    ...(vacuous > 0 && { vacuous }),
    ...(open && { open }),
    ...left,
    ...choices,
  };
}
