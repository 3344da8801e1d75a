import type { DType } from '../numerics/dtype.ts';
import type { Value } from '../numerics/value.ts';
import type { Attributes, Declaration, DeclaredType } from './declaration.ts';
import type { EvaluateValues } from './node.ts';

/** A node that runs graphs, with its inputs as values of the evaluator. */
export interface UnfoldedNode<V> {
  readonly version: Declaration;
  readonly attributes: Attributes;
  readonly inputs: readonly (V | undefined)[];
  /** the number of its outputs */
  readonly outputs: number;
}

/** The services of the evaluator for a node: it runs the graphs in its attributes, and creates values. */
export interface GraphRunner<V> {
  /**
   * Runs the graph of an attribute, which can read the values around the node, and returns its outputs.
   * @throws BadInput if the number of inputs differs, or a name in the graph also exists around it
   */
  run(body: string, inputs: readonly V[]): readonly V[];
  /** returns the declared types of the outputs of an attribute's graph; `undefined` for those without declaration */
  declared(body: string): readonly (DeclaredType | undefined)[];
  /**
   * returns a value that controls what is run.
   * @throws NotJudged if it depends on rounded values
   */
  known(value: V): Value;
  constant(value: Value): V;
  /**
   * returns a tensor of the same type and shape, whose elements the text leaves undefined.
   * @throws BadInput unless the value is a tensor
   */
  anything(like: V): V;
  /** returns the output of a kernel that copies elements */
  copied(evaluate: EvaluateValues, inputs: readonly V[]): V;
  /** returns the dtype of the elements of a value */
  dtype(value: V): DType;
  /**
   * returns the shape of a tensor.
   * @throws BadInput for another value
   */
  dims(tensor: V): readonly number[];
  /** returns the tensors of a sequence; `undefined` for another value */
  elements(value: V): readonly V[] | undefined;
  sequence(dtype: DType, elements: readonly V[]): V;
}

/** Returns the outputs of a node that runs graphs, from the outputs of these, in any evaluator. */
export type Unfold = <V>(node: UnfoldedNode<V>, runner: GraphRunner<V>) => readonly V[];
