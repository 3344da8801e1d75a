import type { Case } from '../../generators/cases.ts';
import { controlOf } from '../../generators/control.ts';
import type { IllegalResult } from '../../reports/schema.ts';
import { encodeInvalidCase } from '../../vectors/case.ts';
import { isSelfCompared, type RunRequest } from '../backends/backend.ts';
import { sizeOf } from './description.ts';
import { judgeModel } from './judge.ts';
import { type PreparedModel, prepareModel } from './prepared-model.ts';
import type { Ask } from './trial.ts';

const nothingToCompare = 'an illegal model has no expected output, and this backend compares with those itself';

/** An invalid model, ready to be put to a backend, and the control that has to run for a refusal to count. */
export interface PreparedInvalidModel {
  readonly about: Omit<IllegalResult, 'outcome' | 'message'>;
  readonly request: RunRequest;
  readonly control: () => PreparedModel;
}

/** A case that expects a rejection. */
export function prepareInvalidModel(question: Case): PreparedInvalidModel {
  const { id, cell, opset, summary, proposal } = question;
  return {
    about: {
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
): Promise<IllegalResult> {
  const answer = await ask(request);
  if (!('message' in answer)) return { ...about, outcome: 'accepted' };
  const { kind, message } = answer;
  if (kind === 'timeout') return { ...about, outcome: kind, message };
  if (kind === 'protocol-error') return { ...about, outcome: 'undecided', message };
  const control = prepare();
  const answerToControl = await ask(control.request);
  if (isSelfCompared(answerToControl)) return { ...about, outcome: 'unsupported', message: nothingToCompare };
  if (kind === 'crash') return { ...about, outcome: kind, message };
  // what else the user requires of valid models does not matter here
  const { outcome, message: why = outcome } = judgeModel(control, answerToControl, { requireTier: 'native' });
  if (outcome === 'pass') return { ...about, outcome: 'rejected', message };
  const undecided = outcome === 'unsupported' ? outcome : 'undecided';
  return { ...about, outcome: undecided, message: `the legal twin: ${why}` };
}
