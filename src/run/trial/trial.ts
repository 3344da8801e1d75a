import type { CaseResult } from '../../../reports/schema.ts';
import type { Answer, Request, RunRequest } from '../../backends/backend.ts';
import type { ModelNeeds } from '../../backends/capabilities.ts';

/** Thrown by a trial that cannot be judged, which whoever made it says; it has no result, and counts for nothing. */
export class LeftOut extends Error {
  override readonly name = 'LeftOut';
}

/** Puts one request to the backend. */
export type Ask = (request: Request) => Promise<Answer>;

/** What backends make a difference of. */
export interface Traits {
  /** which inputs are constants, the rank, the opset */
  readonly forms: readonly string[];
  /** the clause, attributes, kinds of data */
  readonly words: readonly string[];
}

/** A case or a vector that is going to be tried. Until it is settled, nothing is drawn, computed or encoded for it. */
export interface Trial {
  readonly id: string;
  /** what its models need, that of the case first; what stands in the id of the case is known without drawing it */
  readonly models: () => Iterable<ModelNeeds>;
  /** asks what has to be asked, controls included, and judges the answers; throws what the oracle throws, or LeftOut */
  readonly settle: (ask: Ask) => Promise<CaseResult>;
  /** the result where the backend is not asked, and why it is not */
  readonly skipped: (message: string) => CaseResult;
  /** what it shares its fate with where a backend supports none of that: `Add/14/float32`, or the operator of an invalid model */
  readonly kind?: string;
  /** what sets it apart from others of its kind, for which it may then speak; known before it is drawn */
  readonly traits?: () => Traits;
  /** one of its runs; absent for an invalid model, since a crash there says nothing about the rest of the run */
  readonly probe?: () => RunRequest;
}
