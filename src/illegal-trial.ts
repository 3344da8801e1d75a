import { twinOf } from '../generators/breach.ts';
import type { IllegalCase } from '../generators/cases.ts';
import type { IllegalResult } from '../reports/schema.ts';
import { encodeIllegalCase } from '../vectors/illegal-case.ts';
import { type Backend, brokeProtocol, comparedItself, type RunRequest } from './backends/backend.ts';
import { undeclared } from './backends/capabilities.ts';
import { sizeOf, type Trial, trialOfCase } from './trial.ts';
import { type Demands, verdictOn } from './verdict.ts';

/** A legal twin has to be right; what else the user demands of legal models does not matter here. */
const tolerant: Demands = { requireTier: 'native' };

const nothingToCompare = 'an illegal model has no expected output, and this backend compares with those itself';

/** An illegal model to be put to a backend, and the legal twin that has to run for a refusal to count. */
export interface IllegalTrial {
  /** the result as far as it is known beforehand */
  readonly known: Omit<IllegalResult, 'outcome' | 'message'>;
  readonly request: RunRequest;
  readonly twin: () => Trial;
}

/** The trial of an illegal case of the suite. */
export function trialOfIllegal(question: IllegalCase): IllegalTrial {
  const { id, cell, opset, summary, proposal } = question;
  return {
    known: {
      id,
      operator: cell.operator.name,
      version: cell.version.since,
      dtype: cell.dtype,
      rule: cell.clause.id,
      opset,
      summary,
      size: sizeOf(proposal.broken.inputs),
    },
    request: encodeIllegalCase(question),
    twin: () => trialOfCase(twinOf(question)),
  };
}

/**
 * Asks a backend what it does with an illegal model. A refusal, in whatever words, is a rejection if the backend answers
 * the legal twin rightly; else it may be anything, and nothing is decided. A backend that compares its outputs itself
 * may have missed the expected ones only.
 */
export async function judgeIllegal({ known, request, twin }: IllegalTrial, backend: Backend): Promise<IllegalResult> {
  const answer = await backend.run(request);
  if (!('message' in answer)) return { ...known, outcome: 'accepted' };
  const { kind, message } = answer;
  if (kind === 'timeout') return { ...known, outcome: kind, message };
  if (brokeProtocol(kind, message)) return { ...known, outcome: 'undecided', message };
  const control = twin();
  const answerToTwin = await backend.run(control.request);
  if (comparedItself(answerToTwin)) return { ...known, outcome: 'unsupported', message: nothingToCompare };
  if (kind === 'crash') return { ...known, outcome: kind, message };
  const { outcome, message: why = outcome } = verdictOn(control, answerToTwin, tolerant);
  if (outcome === 'pass') return { ...known, outcome: 'rejected', message };
  const undecided = outcome === 'unsupported' ? outcome : 'undecided';
  return { ...known, outcome: undecided, message: `the legal twin: ${why}` };
}

function judgedIllegal(question: IllegalCase, backend: Backend): Promise<IllegalResult> {
  const trial = trialOfIllegal(question);
  const message = undeclared(backend.capabilities, trial.known);
  if (message === undefined) return judgeIllegal(trial, backend);
  return Promise.resolve({ ...trial.known, outcome: 'unsupported', message });
}

/** Models that are put to the backend together. */
const together = 64;

/**
 * Puts illegal models to a backend and hands out the verdicts in their order.
 * @throws BackendUnavailable if the backend cannot be started again; verdicts until then have been handed out
 */
export async function runIllegal(
  backend: Backend,
  cases: readonly IllegalCase[],
  onResult: (result: IllegalResult) => void,
  signal: AbortSignal,
): Promise<void> {
  const stopped = new Promise<readonly IllegalResult[]>((resolve) => {
    signal.addEventListener('abort', () => resolve([]), { once: true });
  });
  for (let at = 0; at < cases.length && !signal.aborted; at += together) {
    const judged = cases.slice(at, at + together).map((question) => judgedIllegal(question, backend));
    for (const result of await Promise.race([Promise.all(judged), stopped])) onResult(result);
  }
}
