import type { Case } from '../generators/cases.ts';
import type { DType } from '../oracles/numerics/dtype.ts';
import { type CaseResult, undrawn } from '../reports/schema.ts';
import { type Trial, trialOfCase } from './trial.ts';
import { verdictOn } from './verdict.ts';

/** A trial that is decided upon. As long as it is not prepared, nothing is drawn, computed or encoded for it. */
export interface Prospect {
  readonly id: string;
  readonly dtype: DType;
  /** the opset that the model imports */
  readonly opset: number;
  readonly prepare: () => Trial;
  /** the result where the backend is not asked, and why it is not */
  readonly unasked: (message: string) => CaseResult;
}

/** The prospect of a case of the suite. */
export function prospectOfCase(question: Case): Prospect {
  const { id, cell, opset, summary } = question;
  const { operator, version, dtype, clause } = cell;
  return {
    id,
    dtype,
    opset,
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
      summary,
      size: 0,
    }),
  };
}

/** The prospect of a trial that is there already, such as one from files. */
export function prospectOfTrial(trial: Trial): Prospect {
  const { id, dtype, opset } = trial;
  const unasked = (message: string) => verdictOn(trial, { kind: 'unsupported', message }, { requireTier: 'native' });
  return { id, dtype, opset, prepare: () => trial, unasked };
}
