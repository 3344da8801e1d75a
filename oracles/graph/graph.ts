import type { Tensor } from '../numerics/tensor.ts';
import type { DeclaredType, WrittenNode } from '../spec/declaration.ts';
import type { Operator, OperatorVersion } from '../spec/operator.ts';

/** A call of an operator version whose inputs and outputs are values of a graph, by name; '' is one that is left out. */
export interface GraphNode extends Omit<WrittenNode, 'opType'> {
  readonly operator: Operator;
  readonly version: OperatorVersion;
  /** the graphs among its attributes, by their names */
  readonly bodies?: Readonly<Record<string, Body>>;
}

/** Nodes in an order in which each reads only what comes before it. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  /** values that are there beforehand, unless a caller gives others */
  readonly initializers: ReadonlyMap<string, Tensor>;
  /** the values that it answers with */
  readonly outputs: readonly string[];
}

/** A graph that a node runs; its nodes may read values of the graph around it. */
export interface Body extends Graph {
  /** the names of its inputs, in their order */
  readonly inputs: readonly string[];
  /** what it declares of its outputs; `undefined` where it declares nothing */
  readonly declared: readonly (DeclaredType | undefined)[];
}
