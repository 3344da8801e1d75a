import type { Capabilities, CaseResult } from '../../../reports/schema.ts';
import { describeUndeclared } from '../../backends/capabilities.ts';
import type { Ask, Trial } from './trial.ts';

/** Returns the result of a trial. It is not asked if one of its models needs what the backend declares not to have. */
export async function settleDeclared(trial: Trial, capabilities: Capabilities, ask: Ask): Promise<CaseResult> {
  const why = describeUndeclared(capabilities, trial.models);
  return why === undefined ? trial.settle(ask) : trial.skipped(why);
}
