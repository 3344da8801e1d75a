import type { SurroundedNode } from '../../generators/cases/node-in.ts';
import type { DType } from '../../oracles/numerics/dtype.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';

/** A node to run, with its inputs: a case of the suite has one, a model on disk has some. */
export interface Example {
  /** of a case; runs of a session have the same one */
  readonly id?: string;
  readonly cell: { readonly operator: { readonly name: string } };
  readonly opset: number;
  readonly proposal: SurroundedNode;
}

/** What is judged: a function from a node to its outputs. */
export type Implementation = (example: Example) => readonly Tensor[];

/** An implementation refuses a model; any other exception is a mistake in these files and fails their tests. */
export class Refusal extends Error {}

/** An implementation under test. */
export interface Candidate {
  readonly name: string;
  /** a fresh one, as of a process that has just been started */
  start(): Implementation;
  /** judged on the cases of these operators only; all if absent */
  readonly operators?: readonly string[];
  /** the dtypes that it declares, as a backend does; all if absent */
  readonly dtypes?: readonly DType[];
  /** judged on these cases only; all if absent */
  readonly ids?: ReadonlySet<string>;
}
