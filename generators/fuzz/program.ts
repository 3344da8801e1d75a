import type { Graph } from '../../oracles/graph/graph.ts';
import type { Value } from '../../oracles/numerics/value.ts';

/** The inputs of a run, by name. */
export type RunInputs = ReadonlyMap<string, Value>;

/** A program of the fuzzer: a legal model of one or a few nodes, and the inputs of its runs. */
export interface Program {
  /** the opset that the model imports; the versions of the nodes are in force at it */
  readonly opset: number;
  /** the graph, with named values; values that nothing in it produces are inputs of the model */
  readonly graph: Graph;
  /**
   * The inputs of each run of the loaded model, by name; at least one run. Dimensions in which the runs differ are symbolic in
   * the model; their ranks are equal.
   */
  readonly runs: readonly RunInputs[];
  /** the cells of the suite from which it was made, `Add/14/float32/broadcast`; absent if unknown */
  readonly from?: readonly string[];
}
