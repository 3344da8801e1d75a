import { type Case, callOf } from '../../generators/cases.ts';
import { type Run, runsOf } from '../../generators/runs.ts';
import type { Tier } from '../../oracles/acceptance/tier.ts';
import { excuseOfCall } from '../../oracles/excuse.ts';
import { withExplanations } from '../../oracles/explanations/hypotheses.ts';
import type { ValidResult } from '../../reports/schema.ts';
import { encodeAttempt, encodeSession } from '../../vectors/session.ts';
import { type Answer, isRefusal } from '../backends/backend.ts';
import { decodeTensors } from './decode-tensors.ts';
import { describeCase, sizeOf } from './description.ts';
import { judgeRefusal, judgeSession, type Requirements } from './judge.ts';
import { type Rejectable, rejectableOf } from './prepared-model.ts';
import { type PreparedSession, type Session, type SessionRun, type SingleRun, sessionOf } from './session.ts';
import type { Ask } from './trial.ts';

/** A case of several runs. */
export function prepareSession(question: Case): PreparedSession {
  const runs = runsOf(question);
  const sizes = runs.map((run) => sizeOf(run.question.proposal.inputs.map(({ value }) => value)));
  const size = sizes.reduce((sum, one) => sum + one, 0);
  const rejectable = rejectableOf(question);
  const asked = runs.map(sessionRun);
  const request = encodeSession(
    runs,
    asked.map(({ expected }) => expected),
  );
  const before = encodeAttempt(question);
  return {
    about: { ...describeCase(question), dataClass: question.proposal.dataClass, size },
    session: sessionOf({ ...request, ...(before && { before }) }, asked),
    ...(rejectable && { rejectable }),
  };
}

function sessionRun({ question, what }: Run): SessionRun {
  const { cell, proposal } = question;
  const asked = { ...cell, call: callOf(proposal) };
  const expected = cell.operator.expect(cell.version, asked.call);
  return {
    what,
    cell: { operator: cell.operator.name, version: cell.version.since, dtype: cell.dtype },
    values: proposal.inputs,
    expected,
    explained: (comparison, outputs) => withExplanations(comparison, asked, expected, outputs),
    rejectable: rejectableOf(question),
    excuse: excuseOfCall(cell.version, asked.call),
  };
}

/**
 * Asks for all runs in one request; without the model that may be refused and is, if it stands next to those of the
 * case; and for a run with a wrong value once more, alone.
 */
export async function settleSession(
  prepared: PreparedSession,
  requirements: Requirements,
  ask: Ask,
): Promise<ValidResult> {
  const { session } = prepared;
  const judge = (answer: Answer) => judgeSession(prepared, answer, requirements);
  const answer = await ask(session.request);
  const refused = await refusedRun(session, answer, ask);
  if (refused) {
    const { run, policy } = refused;
    const control = await ask(refused.control());
    const rest = control.kind === 'outputs' ? session.without(run) : undefined;
    if (rest) return settleSession({ ...prepared, session: rest }, requirements, ask);
    return judgeRefusal({ policy, refusal: answer, control, requirements, judge });
  }
  const result = judge(answer);
  if (answer.kind !== 'session' || result.problem !== 'value') return result;
  const { requireTier } = requirements;
  const alone = session.alone(session.firstWrong(answer.runs, requireTier));
  return withRunAlone(result, alone, requireTier, ask);
}

/**
 * The run that was refused where it may be, from 0. The backend may not say which run it could not do: then the models
 * that may be refused are asked alone.
 */
async function refusedRun(
  session: Session,
  answer: Answer,
  ask: Ask,
): Promise<(Rejectable & { readonly run: number }) | undefined> {
  if (!isRefusal(answer)) return undefined;
  const runs = 'run' in answer && answer.run !== undefined ? [answer.run] : session.request.runs.map((_, i) => i);
  for (const run of runs) {
    const own = session.rejectable(run);
    if (own && (runs.length === 1 || isRefusal(await ask(session.alone(run).request)))) return { ...own, run };
  }
  return undefined;
}

/** The result of a session of which a run gave a wrong value, with whether it is right without the others. */
async function withRunAlone(
  result: ValidResult,
  { request, judge }: SingleRun,
  loosest: Tier,
  ask: Ask,
): Promise<ValidResult> {
  const answer = await ask(request);
  const outputs = answer.kind === 'outputs' && decodeTensors(request.outputs, answer.outputs);
  // any other answer says neither
  if (!outputs || !outputs.ok) return result;
  if (!judge(outputs.value, loosest).accepted) return { ...result, alone: 'wrong' };
  return { ...result, alone: 'right', explanations: [leftOver] };
}

const leftOver = { id: 'state', text: 'right without the runs before it: something is left over from them' };
