import type { Tensor } from '../../oracles/numerics/tensor.ts';
import type { Call } from '../../oracles/spec/declaration.ts';
import type { Operator } from '../../oracles/spec/operator.ts';
import type { Writing } from './history.ts';
import type { NumpyArithmetic } from './numpy/arithmetic.ts';
import type { VectorRelease } from './releases.ts';

/** The properties of a test that depend on the release of ONNX. Equal editions give equal bytes. */
export interface Edition {
  readonly writing: Writing;
  /** the dtype of the data */
  readonly dtype: 'float32' | 'float64' | 'bool';
  readonly arithmetic: NumpyArithmetic;
  /** the attributes passed on to nodes, if the model contains the operator's function body; absent: the model has one node */
  readonly forwards?: readonly string[];
}

/** Makes one test of ONNX's node suite, for every release that has it. */
export interface Recipe {
  /** name of the folder and of the graph */
  readonly test: string;
  readonly operator: Operator;
  /** returns the edition of a release; `undefined` if the release does not have the test */
  editionAt(release: VectorRelease): Edition | undefined;
  /** returns the call of the node, and the outputs in the file */
  make(edition: Edition): { readonly call: Call; readonly outputs: readonly Tensor[] };
}
