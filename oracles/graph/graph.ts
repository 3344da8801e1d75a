import type { Tensor } from '../numerics/tensor.ts';
import type { WrittenNode } from '../spec/declaration.ts';
import type { Operator, OperatorVersion } from '../spec/operator.ts';

/** A call of an operator version whose inputs and outputs are values of a graph, by name; '' is one that is left out. */
export interface GraphNode extends Omit<WrittenNode, 'opType'> {
  readonly operator: Operator;
  readonly version: OperatorVersion;
}

/** Nodes in an order in which each reads only what comes before it. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  /** values that are there beforehand, unless a caller gives others */
  readonly initializers: ReadonlyMap<string, Tensor>;
  /** the values that it answers with */
  readonly outputs: readonly string[];
}
