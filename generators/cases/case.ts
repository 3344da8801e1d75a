import type { DType } from '../../oracles/numerics/dtype.ts';
import type { Binding } from '../../oracles/spec/declaration.ts';
import type { Clause, Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import type { Facts } from './facts.ts';
import type { Proposal } from './proposal.ts';

/** A range of opsets, both ends included; without `last` it has no upper end. */
export type OpsetRange = readonly [first: number, last?: number];

/** Operator version × dtype × clause: the unit of coverage. The ids of its cases begin with its name. */
export interface Cell {
  readonly name: string;
  readonly operator: Operator;
  readonly version: OperatorVersion;
  /** the dtype of the main type variable */
  readonly dtype: DType;
  /** the dtype of every type variable */
  readonly types: Binding;
  /** the clause that its cases exercise, or the rule that each of them breaks */
  readonly clause: Clause;
  /** `outputs` if its models are valid, `rejection` if they break a rule */
  readonly expects: 'outputs' | 'rejection';
}

/** The beginning of a cell's name that its version and types share with other clauses: `Gather/13/float32`. */
export const versionName = ({ name, clause }: Pick<Cell, 'name' | 'clause'>): string =>
  name.slice(0, -clause.id.length - 1);

/** One model with its inputs, and the clause that it exercises, or the one rule that it breaks. */
export interface Case {
  /** `ReduceSum/13/float32/keepdims-zero/3`; `@15` is appended if opset 15 was requested or declared instead of the case's own */
  readonly id: string;
  readonly cell: Cell;
  /** the opset that the model imports; the cell's version is in force at it */
  readonly opset: number;
  /** one line for people: shapes, axes, attributes, kind of data */
  readonly summary: string;
  /** properties that findings compare */
  readonly facts: Facts;
  /** node and data; drawn at first use */
  readonly proposal: Proposal;
  /**
   * Returns the case at the first opset of the range at which its version is in force. Returns the case itself if its own opset is in the
   * range, if the id requests an opset, or if the version is not in force in the range.
   */
  within?(opsets: OpsetRange): Case;
}

/** Cells, with the selected cases of each. */
export interface SelectedCases {
  /** cells whose cases expect outputs */
  readonly cells: readonly Cell[];
  /** cells whose cases expect a rejection; no compliance figure counts them */
  readonly invalid: readonly Cell[];
  /** false for a cell whose cases all belong to a larger suite */
  mayHaveSome(cell: Cell): boolean;
  cases(cell: Cell): Case[];
}
