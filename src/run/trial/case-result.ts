import { type Comparison, refused } from '../../../oracles/judge/comparator.ts';
import { faults } from '../../../oracles/judge/fault.ts';
import { formatChoices, possibleChoices } from '../../../oracles/judge/possible-choices.ts';
import { satisfies } from '../../../oracles/judge/tier.ts';
import type { Value } from '../../../oracles/numerics/value.ts';
import { type Level, weaker } from '../../../oracles/spec/level.ts';
import { releaseOf } from '../../../oracles/spec/releases.ts';
import { describeIntroduction } from '../../../oracles/spec/source.ts';
import { isBroken } from '../../../reports/schema/counts.ts';
import { isDemanded } from '../../../reports/schema/predicates.ts';
import type { CaseResult, RunOptions, ValidResult } from '../../../reports/schema.ts';
import { type Answer, isRefusal, isSelfCompared } from '../../backends/backend.ts';
import { compareSession, isOfFirst, isSameCell, nameOfRun, type SessionComparison } from './compare-session.ts';
import { decodeValues } from './decode-values.ts';
import type { CaseDescription } from './description.ts';
import type { Prepared, Rejectable } from './prepared.ts';
import { firstElementInTier } from './tier-witness.ts';

/** What the user requires beyond what the specification does. */
export interface Requirements extends Pick<RunOptions, 'requireTier' | 'policies'> {
  /** skip observations of passing answers: they can cost more than the verdict */
  readonly omitChoices?: true;
}

type FailedAnswer = Extract<Answer, { readonly message: string }>;

type AnyVerdict = Omit<CaseResult, keyof CaseDescription | 'level' | 'breaks' | 'younger' | 'inputs'>;
type CaseVerdict = AnyVerdict & Pick<ValidResult, 'outcome'>;

/** A verdict as the result of its case. @param inputs their values in words, for one that is broken */
export function caseResult<V extends AnyVerdict>(
  { clause, ...about }: CaseDescription,
  verdict: V,
  inputs?: () => string | undefined,
): CaseResult & Pick<V, 'outcome'> {
  const breaks = levelOf(verdict, clause.level);
  const younger = breaks && describeIntroduction(clause.source, releaseOf(about.opset));
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

/** The level at which an answer is wrong; `undefined` if it is not, or only not what the user requires. */
function levelOf({ outcome, problem, failure, isInvalid }: AnyVerdict, ofClause: Level): Level | undefined {
  if (isInvalid || !isBroken(outcome) || isDemanded(problem)) return undefined;
  // no sentence says that a choice is made once
  if (problem === 'inconsistency') return weaker(ofClause, 'unspecified');
  // or speaks of the memory that outputs stand in
  if (problem === 'later') return weaker(ofClause, 'implied');
  return failure?.fault ? weaker(ofClause, faults[failure.fault].level) : ofClause;
}

/** What the answer to a valid case means, given what is required. */
export function judge(prepared: Prepared, answer: Answer, requirements: Requirements): ValidResult {
  const { about, runs, inputs } = prepared;
  if ('message' in answer) {
    const { kind, message, run = 0 } = answer;
    // an error in the first run of a session, or a lack of support, is the same without a session
    const named = run > 0 && kind === 'error' ? `${nameOfRun(prepared, run)}: ${message}` : message;
    const verdict = failed(answer, named, runs[run]!.excuse);
    return caseResult(
      about,
      { ...verdict, ...classesOf(prepared, answer, run, verdict), ...atFault(runs, run) },
      inputs,
    );
  }
  const comparison = compared(prepared, answer, requirements);
  const verdict = applyRequirements(verdictOf(comparison, runs[0]!.rejectable, requirements), requirements);
  const run = comparison.run ?? (verdict.outcome === 'pass' ? lastOfFirst(runs) : 0);
  const more = {
    ...looseElement(prepared, answer, verdict, requirements),
    ...classesOf(prepared, answer, run, verdict),
    ...atFault(runs, comparison.run),
  };
  return caseResult(about, { ...verdict, ...more }, inputs);
}

/** What it comes to that a model gave no outputs: where a refusal breaks nothing, it is not supported. */
const failed = (answer: FailedAnswer, message: string, excuse: string | undefined): CaseVerdict =>
  excuse !== undefined && isRefusal(answer)
    ? { outcome: 'unsupported', message: `${excuse}: ${message}` }
    : { outcome: answer.kind === 'protocol-error' ? 'error' : answer.kind, message };

/** The classes of a run that was judged, and what its right answer rules out. */
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
  // an error may be that of any run
  const isJudged = outcome === 'fail' || outcome === 'pass';
  const before = isJudged ? runs.slice(0, run).filter((one) => isSameCell(one.cell, runs[run]!.cell)) : [];
  const rightBefore = before.flatMap((one) => one.classes?.() ?? []);
  return {
    ...(classes && { classes: classes() }),
    ...(rightBefore.length > 0 && { rightBefore }),
    ...(refuted && refuted.length > 0 && { refutes: refuted }),
  };
}

/** What a run gave; `undefined` where that cannot be read, or is not there. */
function outputsOf(request: Prepared['request'], answer: Answer, run: number): readonly Value[] | undefined {
  const [names, outputs] =
    'runs' in request
      ? [request.runs[run]!.outputs, answer.kind === 'session' && answer.runs[run]!.outputs]
      : [request.outputs, answer.kind === 'outputs' && !isSelfCompared(answer) && answer.outputs];
  const read = outputs && decodeValues(names, outputs);
  return read && read.ok ? read.value : undefined;
}

/** The last run of the operator, version and dtype of the case: what holds in it has held in those before it. */
const lastOfFirst = (runs: Prepared['runs']): number => runs.findLastIndex((_, run) => isOfFirst(runs, run));

/** The operator, version and dtype of a run where they are not those of the case. */
function atFault(runs: Prepared['runs'], run = 0): Pick<CaseVerdict, 'atFault'> {
  return isOfFirst(runs, run) ? {} : { atFault: runs[run]!.cell };
}

/** The element that misses the required tier; of sessions and files only the tier is known. */
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

/** A model that was refused where it may be, and the answer to its control. */
interface Refusal {
  readonly policy: Rejectable['policy'];
  readonly refusal: Answer;
  readonly control: Answer;
  readonly requirements: Requirements;
  /** what an answer means where no policy has a say */
  readonly judge: (answer: Answer) => ValidResult;
}

const refusedOrWrong =
  'it compares its outputs itself, so it cannot be seen whether it refuses the model or computes it wrongly';

/** A refusal is a choice of a backend that runs the control, else the same failure as everywhere. */
export function judgeRefusal({ policy, refusal, control, requirements, judge }: Refusal): ValidResult {
  if (isSelfCompared(control)) return judge({ kind: 'unsupported', message: refusedOrWrong });
  if (control.kind !== 'outputs') return judge(control.kind === 'unsupported' ? control : refusal);
  const { message: _, inputs, breaks: __, younger: ___, ...rest } = judge(refusal);
  const observations = [{ policy, choice: 'rejected' }];
  const verdict = applyRequirements({ ...rest, outcome: 'pass', observations }, requirements);
  return { ...rest, ...verdict, ...(isBroken(verdict.outcome) && inputs !== undefined && { inputs }) };
}

/** A right answer that is not what the user requires fails all the same. */
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
  if (tier === undefined || satisfies(tier, requireTier)) return verdict;
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
  const { tier: _, ...comparison } = judge(tensors.value); // the oracle's own tier is not the backend's
  return { ...comparison, vacuous: 0 };
}

function verdictOf(
  comparison: Comparison,
  rejectable: Rejectable | undefined,
  { omitChoices, policies = [] }: Requirements,
): CaseVerdict {
  const { accepted, problem = 'value', message, mismatch, explanations, signs } = comparison;
  const observations = accepted && omitChoices && policies.length === 0 ? [] : comparison.observations;
  const { tier, errorOverBound, vacuous, error, unjudged, open } = comparison;
  const { ulps, absolute } = error ?? {};
  const errors = { ...(ulps !== undefined && { ulps }), ...(absolute !== undefined && { absoluteError: absolute }) };
  const seen =
    // the oracle may have seen more than that the model runs
    rejectable && accepted && !observations.some(({ policy }) => policy === rejectable.policy)
      ? [...observations, { policy: rejectable.policy, choice: 'accepted' }]
      : observations;
  const choices = seen.length > 0 && { observations: seen };
  const left = unjudged !== undefined && { unjudged };
  if (!accepted) {
    // what the right elements reach is no measure of a wrong answer
    return {
      outcome: 'fail',
      problem,
      ...errors,
      ...choices,
      ...left,
      ...(message && { message }),
      ...(mismatch && { failure: mismatch }),
      ...(explanations && { explanations }),
      ...(signs && { signs }),
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
