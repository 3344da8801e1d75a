import type { CaseResult } from '../../../reports/schema.ts';
import type { Answer, Request, RunRequest } from '../../backends/backend.ts';
import type { ModelNeeds } from '../../backends/capabilities.ts';

/** Thrown by a trial that cannot be judged. It has no result and counts in no figure; its creator reports the reason. */
export class UnjudgedTrial extends Error {
  override readonly name = 'UnjudgedTrial';
}

/** Puts one request to the backend. */
export type Ask = (request: Request) => Promise<Answer>;

/** The traits of a trial by which backends may support or refuse it. */
export interface Traits {
  /** which inputs are constants, the rank, the opset */
  readonly forms: readonly string[];
  /** the clause, attributes, kinds of data */
  readonly words: readonly string[];
}

/** A case or vector to be settled. Until then, nothing is drawn, computed or encoded for it. */
export interface Trial {
  readonly id: string;
  /** the needs of its models, the case's own first; needs that its id shows are known without drawing it */
  readonly models: () => Iterable<ModelNeeds>;
  /** asks all questions, controls included, and judges the answers; throws the oracle's errors, or UnjudgedTrial */
  readonly settle: (ask: Ask) => Promise<CaseResult>;
  /** returns the result if the backend is not asked, with the reason */
  readonly skipped: (message: string) => CaseResult;
  /** the kind that a backend may not support as a whole: `Add/14/float32`, or the operator of an invalid model */
  readonly kind?: string;
  /** its differences from other trials of its kind; known before it is drawn */
  readonly traits?: () => Traits;
  /** one of its runs; absent for an invalid model, whose crash does not predict other crashes */
  readonly probe?: () => RunRequest;
}
