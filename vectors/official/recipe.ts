import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { Call } from '../../oracles/spec/declaration.ts';
import type { Operator } from '../../oracles/spec/operator.ts';
import type { Writing } from './history.ts';
import type { NumpyArithmetic } from './numpy/arithmetic.ts';
import type { VectorRelease } from './releases.ts';

/** What of a test depends on the release of ONNX that publishes it. Equal editions are equal bytes. */
export interface Edition {
  readonly writing: Writing;
  /** of the data */
  readonly dtype: 'float32' | 'float64' | 'bool';
  readonly arithmetic: NumpyArithmetic;
  /** the operator written out with its function body, whose nodes take these of its attributes; absent: one node */
  readonly handedOn?: readonly string[];
}

/** How one test of ONNX's node suite comes about, in every release that has it. */
export interface Recipe {
  /** name of the folder and of the graph */
  readonly test: string;
  readonly operator: Operator;
  /** `undefined` where the release has no such test */
  editionAt(release: VectorRelease): Edition | undefined;
  /** what the node is asked, and what the file says it answers */
  make(edition: Edition): { readonly call: Call; readonly outputs: readonly Tensor[] };
}
