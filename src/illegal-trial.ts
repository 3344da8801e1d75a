import type { Case } from '../generators/cases.ts';
import { controlOf } from '../generators/control.ts';
import type { Proposal } from '../generators/proposal.ts';
import type { DType } from '../oracles/numerics/dtype.ts';
import type { OperatorVersion } from '../oracles/operator.ts';
import type { IllegalResult } from '../reports/schema.ts';
import { encodeInvalidCase } from '../vectors/case.ts';
import { type Backend, brokeProtocol, comparedItself, type RunRequest } from './backends/backend.ts';
import { type ModelNeeds, undeclared } from './backends/capabilities.ts';
import { ofCase } from './suite-fault.ts';
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
export function trialOfIllegal(question: Case): IllegalTrial {
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
      size: sizeOf(proposal.inputs.map(({ value }) => value)),
    },
    request: encodeInvalidCase(question),
    twin: () => trialOfCase(controlOf(question)!),
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

async function judgedIllegal(question: Case, backend: Backend): Promise<IllegalResult> {
  const trial = trialOfIllegal(question);
  const message = undeclared(backend.capabilities, () => modelsOfIllegal(question));
  return message === undefined ? judgeIllegal(trial, backend) : { ...trial.known, outcome: 'unsupported', message };
}

/** What an illegal model and its legal twin need. An input that has the dtype that its schema names needs nothing more. */
function modelsOfIllegal(question: Case): ModelNeeds[] {
  const { cell, opset, proposal } = question;
  const needs = (version: OperatorVersion, { inputs }: Proposal, own: DType) => [
    own,
    ...inputs.flatMap(({ value }, i) =>
      value && !version.inputs[i]?.dtypes?.includes(value.dtype) ? [value.dtype] : [],
    ),
  ];
  const twin = controlOf(question)!;
  return [
    { opset, dtypes: needs(cell.version, proposal, cell.dtype) },
    { opset: twin.opset, dtypes: needs(twin.cell.version, twin.proposal, twin.cell.dtype) },
  ];
}

/** Models that are put to the backend together. */
const together = 64;

/**
 * Puts illegal models to a backend and hands out the verdicts in their order.
 * @throws BackendUnavailable if the backend cannot be started again, SuiteFault if a case cannot be made or
 *   judged; verdicts until then have been handed out
 */
export async function runIllegal(
  backend: Backend,
  cases: readonly Case[],
  onResult: (result: IllegalResult) => void,
  signal: AbortSignal,
): Promise<void> {
  const stopped = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  for (let at = 0; at < cases.length && !signal.aborted; at += together) {
    const judged = cases
      .slice(at, at + together)
      .map((question) => ofCase(question.id, () => judgedIllegal(question, backend)));
    for (const one of judged) one.catch(() => {}); // each is awaited in its turn, if that comes
    for (const one of judged) {
      const result = await Promise.race([one, stopped]);
      if (!result) return;
      onResult(result);
    }
  }
}
