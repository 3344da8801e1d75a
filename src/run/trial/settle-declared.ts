import type { Capabilities, CaseResult } from '../../../reports/schema.ts';
import { undeclared } from '../../backends/capabilities.ts';
import type { Ask, Trial } from './trial.ts';

/** The result of a trial, which is not asked where the backend declares that it has not what one of its models needs. */
export async function settleDeclared(trial: Trial, capabilities: Capabilities, ask: Ask): Promise<CaseResult> {
  const why = undeclared(capabilities, trial.models);
  return why === undefined ? trial.settle(ask) : trial.skipped(why);
}
