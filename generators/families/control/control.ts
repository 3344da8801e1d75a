import type { DType } from '../../../oracles/numerics/dtype.ts';
import { findOperator } from '../../../oracles/operators.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import type { Draws } from '../../covering/draws.ts';

/** Graphs in one line each, as {@link readGraph} takes them, under the name of what each shows. */
export type GraphLines = Readonly<Record<string, string>>;

/** Lines, or what follows from the cell: those with operators that a version has not are left out. */
export type GraphLinesOf = GraphLines | ((context: PlanContext) => GraphLines);

/** What is tried of an operator that runs graphs. */
export interface ControlPlans {
  /** valid graphs in which nothing is computed, so that they are right in every type, the plainest first */
  readonly moves: (context: PlanContext) => GraphLines;
  /** one of them with all inputs that the version has, where the plainest has not */
  readonly whole?: (context: PlanContext) => string | undefined;
  /** graphs that compute, for the definition */
  readonly definition: GraphLinesOf;
  /** each list: runs of one model, the same but for shapes and numbers of inputs */
  readonly sizes: (context: PlanContext) => readonly (readonly string[])[];
  /** lines by id of the clause that they try */
  readonly plans: Readonly<Record<string, GraphLinesOf>>;
  /** by id of the rule: a valid line, and others that break it */
  readonly invalid: Readonly<Record<string, (context: PlanContext) => readonly BrokenLines[]>>;
  /** a line that is drawn */
  readonly draw: (draws: Draws) => string;
}

export interface BrokenLines {
  readonly valid: string;
  readonly broken: GraphLines;
}

/** Whether an operator takes a type at the version of a cell. */
export function acceptsDType(opType: string, { version, dtype }: Pick<PlanContext, 'version' | 'dtype'>): boolean {
  const own = findOperator(opType)?.versions.findLast(({ since }) => since <= version.since);
  return own?.dtypes.includes(dtype) ?? false;
}

/** Types in which small integers add up without rounding, and within their range. */
const exact: readonly DType[] = ['float32', 'float64', 'int32', 'int64'];

/** Whether a cell may compute: sums and products of small integers are exact in its type. */
export const canCompute = (context: PlanContext): boolean =>
  exact.includes(context.dtype) && ['Add', 'Sub', 'Mul'].every((name) => acceptsDType(name, context));

/** Lines with each of some values in the place of a name. */
export const each = (what: string, values: readonly (number | string)[], line: (value: string) => string): GraphLines =>
  Object.fromEntries(values.map((value) => [`${what} ${value}`, line(String(value))]));

/** A shape as lines have it. */
export const shapeText = (dims: readonly number[]): string => (dims.length === 0 ? 'scalar' : dims.join('x'));

const kinds = [
  'small',
  'small',
  'distinct',
  'mixed',
  'wide',
  'special',
  'zeros',
  'equal',
  'negative',
  'large',
] as const;

/** Data of a shape, of any kind where nothing is computed with them. */
export const drawnData = (draws: Draws, dims: readonly number[], isComputed: boolean): string =>
  `${shapeText(dims)} ${isComputed ? 'small' : draws.pick(...kinds)}`;
