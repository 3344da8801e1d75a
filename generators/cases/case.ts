import type { DType } from '../../oracles/numerics/dtype.ts';
import type { Binding } from '../../oracles/spec/declaration.ts';
import type { Clause, Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import type { Facts } from './facts.ts';
import type { Proposal } from './proposal.ts';

/** Opsets that follow one another; without a last one, all from the first on. */
export type OpsetRange = readonly [first: number, last?: number];

/** Operator version × dtype × clause: the unit of coverage. Its name is the beginning of the ids of its cases. */
export interface Cell {
  readonly name: string;
  readonly operator: Operator;
  readonly version: OperatorVersion;
  /** what the main type variable stands for */
  readonly dtype: DType;
  /** what every type variable stands for */
  readonly types: Binding;
  /** what its cases exercise; or the rule that each of them breaks */
  readonly clause: Clause;
  /** whether its models are valid */
  readonly expects: 'outputs' | 'rejection';
}

/** The beginning of a cell's name that its version and types share with other clauses: `Gather/13/float32`. */
export const versionName = ({ name, clause }: Pick<Cell, 'name' | 'clause'>): string =>
  name.slice(0, -clause.id.length - 1);

/** One model with its inputs, and the clause that it exercises, or the one rule that it breaks. */
export interface Case {
  /** `ReduceSum/13/float32/keepdims-zero/3`; with `@15` behind it where opset 15 was asked for, or declared, instead of the case's own */
  readonly id: string;
  readonly cell: Cell;
  /** the opset that the model imports; it resolves to the version of the cell */
  readonly opset: number;
  /** one line for people: shapes, axes, attributes, kind of data */
  readonly summary: string;
  /** what findings compare */
  readonly facts: Facts;
  /** node and data; drawn when first asked for */
  readonly proposal: Proposal;
  /** where its opset was not asked for, nor is among these: the same at the first of these that its version has, if there is one */
  within?(opsets: OpsetRange): Case;
}

/** Cells, and the cases of each as far as they are wanted. */
export interface SelectedCases {
  /** those whose cases expect outputs */
  readonly cells: readonly Cell[];
  /** those whose cases expect a rejection, which are in no figure of compliance */
  readonly invalid: readonly Cell[];
  /** false for a cell that only a larger suite has cases of */
  mayHaveSome(cell: Cell): boolean;
  cases(cell: Cell): Case[];
}
