import type { Case } from '../generators/cases.ts';
import { runsOf } from '../generators/runs.ts';
import { isOfSessions } from '../oracles/sessions.ts';
import { type CaseResult, undrawn } from '../reports/schema.ts';
import type { ModelNeeds } from './backends/capabilities.ts';
import { type Trial, trialOfCase } from './trial.ts';
import { verdictOn } from './verdict.ts';

/** A trial that is decided upon. As long as it is not prepared, nothing is drawn, computed or encoded for it. */
export interface Prospect {
  readonly id: string;
  /** what its models need, that of the case first; what stands in the id of the case is told without drawing it */
  readonly models: () => Iterable<ModelNeeds>;
  readonly prepare: () => Trial;
  /** the result where the backend is not asked, and why it is not */
  readonly unasked: (message: string) => CaseResult;
}

/** What the models of a case need: its own, and those that its session runs beside it. */
export function* modelsOf(question: Case): Iterable<ModelNeeds> {
  const { cell, opset } = question;
  yield { opset, dtypes: [cell.dtype] };
  if (!isOfSessions(cell.clause)) return;
  for (const run of runsOf(question)) yield { opset: run.question.opset, dtypes: [run.question.cell.dtype] };
}

/** The prospect of a case of the suite. */
export function prospectOfCase(question: Case): Prospect {
  const { id, cell, opset } = question;
  const { operator, version, dtype, clause } = cell;
  return {
    id,
    models: () => modelsOf(question),
    prepare: () => trialOfCase(question),
    unasked: (message) => ({
      id,
      operator: operator.name,
      version: version.since,
      dtype,
      clause: clause.id,
      level: clause.level,
      opset,
      dataClass: undrawn,
      outcome: 'unsupported',
      message,
      summary: question.summary,
      facts: question.facts,
      size: 0,
    }),
  };
}

/** The prospect of a trial that is there already, such as one from files. */
export function prospectOfTrial(trial: Trial): Prospect {
  const { id, dtype, opset } = trial;
  const models = () => [{ opset, dtypes: [dtype] }];
  const unasked = (message: string) => verdictOn(trial, { kind: 'unsupported', message }, { requireTier: 'native' });
  return { id, models, prepare: () => trial, unasked };
}
