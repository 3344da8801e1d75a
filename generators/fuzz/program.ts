import type { Graph } from '../../oracles/graph/graph.ts';
import type { Value } from '../../oracles/numerics/value.ts';

/** The values that a model is given in a run, by name. */
export type RunInputs = ReadonlyMap<string, Value>;

/** What the fuzzer tries: a legal model of one node or a few, and the values that it is run on. */
export interface Program {
  /** the opset that the model imports; it resolves to the versions of the nodes */
  readonly opset: number;
  /** its values are named; those that nothing in it gives are inputs of the model */
  readonly graph: Graph;
  /**
   * The inputs of each run of the loaded model, by name; at least one run. Dimensions in which the runs differ are symbolic in
   * the model; their ranks are equal.
   */
  readonly runs: readonly RunInputs[];
  /** the cells of the suite that it was made of, `Add/14/float32/broadcast`; absent where nobody knows */
  readonly from?: readonly string[];
}
