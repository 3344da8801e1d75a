import { isOfAnswer } from '../../../reports/schema/predicates.ts';
import type { CaseResult, InvalidOutcome, ValidResult } from '../../../reports/schema.ts';
import { runAlone } from '../../../vectors/onnx/encode.ts';
import {
  type Answer,
  isRefusal,
  isSelfCompared,
  type RunRequest,
  type SessionRequest,
} from '../../backends/backend.ts';
import { firstWrongRun, isOfOwnCell, tensorsOf } from './compare-session.ts';
import { decodeValues } from './decode-values.ts';
import { judge, judgeRefusal, type Requirements, resultOf } from './judge.ts';
import type { Prepared, Rejectable } from './prepared.ts';
import type { Ask } from './trial.ts';

/** Asks a backend a case, with all follow-up questions, and judges the answers. */
export async function settle(prepared: Prepared, requirements: Requirements, ask: Ask): Promise<CaseResult> {
  const { about, request, control } = prepared;
  if (!control) return settleValid(prepared, requirements, ask);
  const { outcome, message } = await rejection(await ask(request), control, ask);
  return resultOf(about, { outcome, isInvalid: true, ...(message !== undefined && { message }) });
}

/**
 * Asks a backend a valid case, with all follow-up questions, and judges the answers. The follow-up questions are:
 * - after the refusal of a model that may be refused: its control, and the rest of the session if other models are in it;
 * - after a wrong value, shape or dtype of a graph: the values between its nodes, and the node at fault alone;
 * - after a wrong value of a session: the wrong run alone.
 */
export async function settleValid(prepared: Prepared, requirements: Requirements, ask: Ask): Promise<ValidResult> {
  const judged = (answer: Answer) => judge(prepared, answer, requirements);
  const answer = await ask(prepared.request);
  const refused = await refusedRun(prepared, answer, ask);
  if (refused) {
    const { run, policy } = refused;
    const control = await ask(refused.control());
    const rest = control.kind === 'outputs' ? withoutModel(prepared, run) : undefined;
    if (rest) return settleValid(rest, requirements, ask);
    return judgeRefusal({ policy, refusal: answer, control, requirements, judge: judged });
  }
  const result = judged(answer);
  if (answer.kind === 'session')
    return isOfAnswer(result.problem) ? withRunAlone(prepared, answer, requirements, result, ask) : result;
  return isOfAnswer(result.problem) && result.problem !== 'outputs' ? withNodeAtFault(prepared, result, ask) : result;
}

/** Returns the request of a single run. */
export const requestOfRun = ({ request }: Pick<Prepared, 'request'>, run: number): RunRequest =>
  'runs' in request ? runAlone(request, run) : request;

const nothingToCompare = 'an invalid model has no expected output, and this backend compares with those itself';

/**
 * Judges the answer to an invalid model. A refusal is a rejection if the backend answers the control rightly; otherwise it
 * is undecided. For a backend that compares outputs itself, an error may only mean that the expected outputs are missing.
 */
async function rejection(
  answer: Answer,
  prepareControl: () => Prepared,
  ask: Ask,
): Promise<{ readonly outcome: InvalidOutcome; readonly message?: string }> {
  if (!('message' in answer)) return { outcome: 'accepted' };
  const { kind, message } = answer;
  if (kind === 'timeout') return { outcome: kind, message };
  if (kind === 'protocol-error') return { outcome: 'undecided', message };
  const control = prepareControl();
  const answerToControl = await ask(control.request);
  if (isSelfCompared(answerToControl)) return { outcome: 'unsupported', message: nothingToCompare };
  if (kind === 'crash') return { outcome: kind, message };
  // other requirements of the user do not matter here
  const { outcome, message: why = outcome } = judge(control, answerToControl, { requireTier: 'native' });
  if (outcome === 'pass') return { outcome: 'rejected', message };
  return { outcome: outcome === 'unsupported' ? outcome : 'undecided', message: `the control: ${why}` };
}

/**
 * Returns the refused run, from 0, if it may be refused. If the backend does not name the run, the models that may be
 * refused are asked alone.
 */
async function refusedRun(
  prepared: Prepared,
  answer: Answer,
  ask: Ask,
): Promise<(Rejectable & { readonly run: number }) | undefined> {
  if (!isRefusal(answer)) return undefined;
  const { runs } = prepared;
  const asked = 'run' in answer && answer.run !== undefined ? [answer.run] : runs.map((_, i) => i);
  for (const run of asked) {
    const { rejectable } = runs[run]!;
    if (!rejectable) continue;
    if (asked.length === 1 || isRefusal(await ask(requestOfRun(prepared, run)))) return { ...rejectable, run };
  }
  return undefined;
}

/** Returns a session without the model of a run; `undefined` if that model decides the case, being of its cell. */
function withoutModel({ request, runs, ...prepared }: Prepared, run: number): Prepared | undefined {
  if (!('runs' in request) || isOfOwnCell(runs, run)) return undefined;
  const { model } = request.runs[run]!;
  const isKept = (_: unknown, i: number) => request.runs[i]!.model !== model;
  const renumbered = request.runs
    .filter(isKept)
    .map((other) => (other.model > model ? { ...other, model: other.model - 1 } : other));
  const rest: SessionRequest = { ...request, models: request.models.filter((_, i) => i !== model), runs: renumbered };
  return { ...prepared, request: rest, runs: runs.filter(isKept) };
}

/** Adds the node at fault to the result of a graph with a wrong answer. */
async function withNodeAtFault({ faultQuestion }: Prepared, result: ValidResult, ask: Ask): Promise<ValidResult> {
  if (!faultQuestion) return result;
  const { request, blame } = faultQuestion();
  const { text, alone, isOfGraph } = blame(await ask(request));
  const ofNode = alone?.problem === result.problem ? alone?.judge(await ask(alone.request)) : undefined;
  return {
    ...result,
    ...ofNode,
    ...(isOfGraph && { explanations: [together] }),
    message: `${result.message}; ${text}${ofNode ? ', also in a model of its own' : ''}`,
  };
}

const together = { id: 'together', text: 'right node by node, and wrong together' };

/** Asks the wrong run of a session again, alone, and adds to the result whether it is right then. */
async function withRunAlone(
  { request, runs }: Prepared,
  { runs: answers }: Extract<Answer, { readonly kind: 'session' }>,
  { requireTier }: Requirements,
  result: ValidResult,
  ask: Ask,
): Promise<ValidResult> {
  if (!('runs' in request)) return result;
  const run = firstWrongRun(request, runs, answers, requireTier);
  // random outputs differ each time
  if (tensorsOf(runs[run]!.expected ?? []).some(({ ofChance }) => ofChance)) return result;
  const own = runAlone(request, run);
  const answer = await ask(own);
  const outputs = answer.kind === 'outputs' && decodeValues(own.outputs, answer.outputs);
  // any other answer shows neither
  if (!outputs || !outputs.ok) return result;
  if (!runs[run]!.judge(outputs.value, requireTier).accepted) return { ...result, alone: 'wrong' };
  // nothing is before the first run: it depends on chance, or on its place in memory
  if (run === 0) return result;
  return { ...result, alone: 'right', explanations: [leftOver] };
}

const leftOver = { id: 'state', text: 'a run depends on those before it: without them it is right' };
