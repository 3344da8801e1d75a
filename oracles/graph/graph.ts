import type { Tensor } from '../numerics/tensor.ts';
import type { DeclaredType, WrittenNode } from '../spec/declaration.ts';
import type { Operator, OperatorVersion } from '../spec/operator.ts';

/** A call of an operator version whose inputs and outputs are values of a graph, by name; '' is an omitted one. */
export interface GraphNode extends Omit<WrittenNode, 'opType'> {
  readonly operator: Operator;
  readonly version: OperatorVersion;
  /** the graphs among its attributes, by their names */
  readonly bodies?: Readonly<Record<string, Body>>;
}

/** A list of nodes, each of which reads only values of earlier ones. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  /** constants, which a caller may replace */
  readonly initializers: ReadonlyMap<string, Tensor>;
  /** the names of its outputs */
  readonly outputs: readonly string[];
}

/** A graph that a node runs; its nodes may read values of the graph around it. */
export interface Body extends Graph {
  /** the names of its inputs, in their order */
  readonly inputs: readonly string[];
  /** the declared types of its outputs; `undefined` for those without declaration */
  readonly declared: readonly (DeclaredType | undefined)[];
}
