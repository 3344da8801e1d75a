import { admitted, choicesInWords } from '../oracles/acceptance/admitted.ts';
import { refused } from '../oracles/acceptance/comparator.ts';
import { faults } from '../oracles/acceptance/fault.ts';
import { satisfies } from '../oracles/acceptance/tier.ts';
import { type Level, weaker } from '../oracles/level.ts';
import type { Tensor } from '../oracles/numerics/tensor.ts';
import { releaseOf } from '../oracles/releases.ts';
import { youthInWords } from '../oracles/source.ts';
import { isBroken } from '../reports/schema/counts.ts';
import { isDemanded } from '../reports/schema/predicates.ts';
import type { CaseResult, RunOptions } from '../reports/schema.ts';
import { type Answer, comparedItself } from './backends/backend.ts';
import { elementInTier } from './loose-element.ts';
import { decodeNamed } from './outputs.ts';
import type { Rejectable } from './rejectable.ts';
import type { Session, SessionComparison } from './session.ts';
import type { Trial } from './trial.ts';

type Failure = Extract<Answer, { readonly message: string }>;

type Verdict = Omit<
  CaseResult,
  | 'id'
  | 'operator'
  | 'version'
  | 'dtype'
  | 'clause'
  | 'level'
  | 'breaks'
  | 'younger'
  | 'opset'
  | 'dataClass'
  | 'inputs'
  | 'summary'
  | 'facts'
  | 'size'
>;

/** What the user requires beyond what the specification does. */
export type Demands = Pick<RunOptions, 'requireTier' | 'policies'>;

/** What an answer means for a trial, given what is required. */
export function verdictOn(trial: Trial, answer: Answer, demands: Demands): CaseResult {
  const { id, operator, version, dtype, clause, opset, dataClass, summary, facts, size } = trial;
  const verdict = underDemands(
    'message' in answer ? onFailure(trial, answer) : onComparison(trial, compared(trial, answer)),
    demands,
  );
  const { id: clauseId, level } = clause;
  const breaks = levelOf(verdict, level);
  const younger = breaks && youthInWords(clause.source, releaseOf(opset));
  const element = looseElement(trial, answer, verdict, demands);
  const inputs = isBroken(verdict.outcome) ? trial.inputs?.() : undefined;
  const shown = { ...(inputs !== undefined && { inputs }), summary, facts, size };
  return {
    id,
    operator,
    version,
    dtype,
    clause: clauseId,
    level,
    opset,
    dataClass,
    ...verdict,
    ...(breaks && { breaks }),
    ...(younger !== undefined && { younger }),
    ...element,
    ...shown,
  };
}

/** The level at which an answer is wrong; `undefined` if it is not, or only not what the user requires. */
function levelOf({ outcome, problem, failure }: Verdict, ofClause: Level): Level | undefined {
  if (!isBroken(outcome) || isDemanded(problem)) return undefined;
  // no sentence says that a choice is made once
  if (problem === 'inconsistency') return weaker(ofClause, 'unspecified');
  return failure?.fault ? weaker(ofClause, faults[failure.fault].level) : ofClause;
}

/** The element that misses the required tier; of sessions and files only the tier is known. */
function looseElement(
  { session, expected, request }: Trial,
  answer: Answer,
  { problem, tier }: Verdict,
  { requireTier }: Demands,
): Pick<Verdict, 'failure'> {
  if (problem !== 'tier' || tier === undefined || session || !expected || answer.kind !== 'outputs') return {};
  const outputs = decodeNamed(request.outputs, answer.outputs) as Tensor[]; // they have been judged
  const failure = elementInTier(expected, outputs, { tier, required: requireTier });
  return failure ? { failure } : {};
}

const refusedOrWrong =
  'it compares its outputs itself: whether it refuses the model or computes it wrongly is not told';

/**
 * What a refusal means, given the answer to the legal twin: a choice of the backend if it runs that one, else the same
 * failure as everywhere.
 */
export function verdictOnRefusal(
  trial: Trial,
  { policy }: Rejectable,
  refusal: Answer,
  twin: Answer,
  demands: Demands,
): CaseResult {
  if (comparedItself(twin)) return verdictOn(trial, { kind: 'unsupported', message: refusedOrWrong }, demands);
  if (twin.kind !== 'outputs') return verdictOn(trial, twin.kind === 'unsupported' ? twin : refusal, demands);
  const { message: _, inputs, breaks: __, younger: ___, ...rest } = verdictOn(trial, refusal, demands);
  const observations = [{ policy, choice: 'rejected' }];
  const verdict = underDemands({ ...rest, outcome: 'pass', observations }, demands);
  return { ...rest, ...verdict, ...(isBroken(verdict.outcome) && inputs !== undefined && { inputs }) };
}

/** The run of a session that gave a wrong value, from 0; `undefined` if nothing of the kind is the matter. */
export function wrongRunOf({ session }: Trial, answer: Answer, { problem }: CaseResult): number | undefined {
  return session && answer.kind === 'session' && problem === 'value' ? session.firstWrong(answer.runs) : undefined;
}

/** The verdict on a session whose `run` gave a wrong value, given the answer to that run alone. */
export function withRunAlone(result: CaseResult, { session }: Trial, run: number, answer: Answer): CaseResult {
  const { request, judge } = session!.alone(run);
  const outputs = answer.kind === 'outputs' && decodeNamed(request.outputs, answer.outputs);
  // whatever else becomes of it says neither
  if (typeof outputs !== 'object') return result;
  if (!judge(outputs).accepted) return { ...result, alone: 'wrong' };
  return { ...result, alone: 'right', explanations: [leftOver] };
}

const leftOver = { id: 'state', text: 'right without the runs before it: something is left over from them' };

/** A right answer that is not what the user requires fails all the same. */
function underDemands(verdict: Verdict, { requireTier, policies = [] }: Demands): Verdict {
  const { outcome, tier, observations = [] } = verdict;
  if (outcome !== 'pass') return verdict;
  for (const observation of observations) {
    const { policy, choice } = observation;
    const wanted = policies.filter((required) => required.policy === policy).map((required) => required.choice);
    if (wanted.length === 0 || admitted(observation).some((one) => wanted.includes(one))) continue;
    const message = `${policy}: ${choice}, where ${choicesInWords(policy, wanted)} is required`;
    return { ...verdict, outcome: 'fail', problem: 'policy', message };
  }
  if (tier === undefined || satisfies(tier, requireTier)) return verdict;
  const message = `reaches only tier ${tier} where ${requireTier} is required`;
  return { ...verdict, outcome: 'fail', problem: 'tier', message };
}

/** An error in the first run of a session, or a lack of support, is the same without a session: it is told alike. */
function onFailure({ session }: Trial, { kind, message, run = 0 }: Failure): Verdict {
  return {
    outcome: kind,
    message: session && run > 0 && kind === 'error' ? `${session.nameOf(run)}: ${message}` : message,
    ...atFault(session, run),
  };
}

/** The operator, version and dtype of a run where they are not those of the case. */
function atFault(session: Session | undefined, run: number | undefined): Pick<Verdict, 'atFault'> {
  const elsewhere = run !== undefined && session?.elsewhere(run);
  return elsewhere ? { atFault: elsewhere } : {};
}

function compared({ session, request, judge }: Trial, answer: Exclude<Answer, Failure>): SessionComparison {
  if (answer.kind === 'session') return session!.judge(answer.runs);
  const tensors = decodeNamed(request.outputs, answer.outputs);
  if (typeof tensors === 'string') return refused('outputs', tensors);
  if (!comparedItself(answer)) return judge(tensors);
  const { tier: _, ...comparison } = judge(tensors); // the oracle's own tier is not the backend's
  return { ...comparison, vacuous: 0 };
}

function onComparison(trial: Trial, comparison: SessionComparison): Verdict {
  const { accepted, problem = 'value', message, mismatch, explanations, observations } = comparison;
  const { tier, errorOverBound, vacuous } = comparison;
  const accuracy = {
    ...(tier && { tier, errorOverBound }),
    ...(vacuous > 0 && { vacuous }),
  };
  const seen =
    // the oracle may have seen more than that the model runs
    trial.rejectable && accepted && !observations.some(({ policy }) => policy === trial.rejectable!.policy)
      ? [...observations, { policy: trial.rejectable.policy, choice: 'accepted' }]
      : observations;
  const choices = seen.length > 0 && { observations: seen };
  if (!accepted) {
    // what the right elements reach is no measure of a wrong answer
    return {
      outcome: 'fail',
      problem,
      ...choices,
      ...(message && { message }),
      ...(mismatch && { failure: mismatch }),
      ...(explanations && { explanations }),
      ...atFault(trial.session, comparison.run),
    };
  }
  return { outcome: 'pass', ...accuracy, ...choices };
}
