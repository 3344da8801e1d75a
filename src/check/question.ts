import type { NamedBytes } from '../../vectors/onnx/value-proto.ts';
import type { RunRequest } from '../backends/backend.ts';

/** A model whose answer is known. */
export interface AdapterQuestion {
  readonly request: RunRequest;
  /** returns the problem of the outputs; `undefined` if there is none */
  readonly complaint: (outputs: readonly NamedBytes[]) => string | undefined;
  /** the operator whose values are asked for, if it computes */
  readonly operator?: string;
}
