import type { Case } from '../../generators/cases.ts';
import { controlOf } from '../../generators/control.ts';
import type { CaseResult, InvalidOutcome } from '../../reports/schema.ts';
import { encodeInvalidCase } from '../../vectors/case.ts';
import { isSelfCompared, type RunRequest } from '../backends/backend.ts';
import { type CaseDescription, describeCase, sizeOf } from './description.ts';
import { caseResult, judgeModel } from './judge.ts';
import { type PreparedModel, prepareModel } from './prepared-model.ts';
import type { Ask } from './trial.ts';

const nothingToCompare = 'an invalid model has no expected output, and this backend compares with those itself';

/** An invalid model, ready to be put to a backend, and the control that has to run for a refusal to count. */
export interface PreparedInvalidModel {
  readonly about: CaseDescription;
  readonly request: RunRequest;
  readonly control: () => PreparedModel;
}

/** A case that expects a rejection. */
export function prepareInvalidModel(question: Case): PreparedInvalidModel {
  const { dataClass, inputs } = question.proposal;
  return {
    about: { ...describeCase(question), dataClass, size: sizeOf(inputs.map(({ value }) => value)) },
    request: encodeInvalidCase(question),
    control: () => prepareModel(controlOf(question)!),
  };
}

/**
 * Asks a backend what it does with an invalid model. A refusal, in whatever words, is a rejection if the backend answers
 * the control rightly; else it may be anything, and nothing is decided. A backend that compares its outputs itself
 * may have missed the expected ones only.
 */
export async function settleInvalidModel(
  { about, request, control: prepare }: PreparedInvalidModel,
  ask: Ask,
): Promise<CaseResult> {
  const result = (outcome: InvalidOutcome, message?: string): CaseResult =>
    caseResult(about, { outcome, isInvalid: true, ...(message !== undefined && { message }) });
  const answer = await ask(request);
  if (!('message' in answer)) return result('accepted');
  const { kind, message } = answer;
  if (kind === 'timeout') return result(kind, message);
  if (kind === 'protocol-error') return result('undecided', message);
  const control = prepare();
  const answerToControl = await ask(control.request);
  if (isSelfCompared(answerToControl)) return result('unsupported', nothingToCompare);
  if (kind === 'crash') return result(kind, message);
  // what else the user requires of valid models does not matter here
  const { outcome, message: why = outcome } = judgeModel(control, answerToControl, { requireTier: 'native' });
  if (outcome === 'pass') return result('rejected', message);
  return result(outcome === 'unsupported' ? outcome : 'undecided', `the legal twin: ${why}`);
}
