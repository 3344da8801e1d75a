import type { NamedBytes } from '../../vectors/onnx/value-proto.ts';
import type { RunRequest } from '../backends/backend.ts';

/** A model whose answer is known. */
export interface AdapterQuestion {
  readonly request: RunRequest;
  /** what is wrong with the outputs that came; `undefined` if nothing is */
  readonly complaint: (outputs: readonly NamedBytes[]) => string | undefined;
  /** the operator whose values are asked for, where it is one that computes */
  readonly operator?: string;
}
