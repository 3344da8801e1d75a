import type { DType } from '../numerics/dtype.ts';
import type { Value } from '../numerics/value.ts';
import type { Attributes, Declaration, DeclaredType } from './declaration.ts';
import type { EvaluateValues } from './node.ts';

/** A node that runs graphs, with its inputs as values of who evaluates it. */
export interface UnfoldedNode<V> {
  readonly version: Declaration;
  readonly attributes: Attributes;
  readonly inputs: readonly (V | undefined)[];
  /** how many outputs it has */
  readonly outputs: number;
}

/** What who evaluates a node does for it: runs the graphs among its attributes, and makes values of others. */
export interface Runner<V> {
  /**
   * The outputs of the graph of an attribute, which sees the values around the node.
   * @throws BadInput if it has not as many inputs, or a name of its own that is one of those around it
   */
  run(body: string, inputs: readonly V[]): readonly V[];
  /** what the graph of an attribute declares of its outputs; `undefined` where it declares nothing */
  declared(body: string): readonly (DeclaredType | undefined)[];
  /** a value that decides what is run. @throws NotJudged where it depends on values that are rounded */
  known(value: V): Value;
  constant(value: Value): V;
  /** a tensor of the type and shape of another one, of whose elements the text says nothing. @throws BadInput for no tensor */
  anything(like: V): V;
  /** what a kernel that copies elements makes of some values */
  copied(evaluate: EvaluateValues, inputs: readonly V[]): V;
  /** of the elements of a value */
  dtype(value: V): DType;
  /** of a tensor. @throws BadInput for another value */
  dims(tensor: V): readonly number[];
  /** the tensors of a sequence; `undefined` for another value */
  elements(value: V): readonly V[] | undefined;
  sequence(dtype: DType, elements: readonly V[]): V;
}

/** What a node gives that runs graphs, by what these give: in any evaluation. */
export type Unfold = <V>(node: UnfoldedNode<V>, runner: Runner<V>) => readonly V[];
