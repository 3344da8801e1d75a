import { elementCount } from '../../oracles/numerics/tensor.ts';
import type { AxisDeclaration } from '../../oracles/spec/declaration.ts';
import type { Operator } from '../../oracles/spec/operator.ts';
import type { PlanContext } from '../cases/proposal.ts';
import type { CallPlan } from './call-plan.ts';

/** A node by its operator and version. */
type VersionedOperator = Pick<PlanContext, 'operator' | 'version'>;

/** The attributes and inputs of an operator that name dimensions, in any of its versions. */
export const axesDeclared = ({ versions }: Operator): readonly AxisDeclaration[] => [
  ...new Map(versions.flatMap(({ axes = [] }) => axes.map((axis) => [axis.name, axis]))).values(),
];

/** The axes that a planned call gives under a name, or else the version's default; empty if there is neither. */
export function axesGiven(
  { version }: Pick<VersionedOperator, 'version'>,
  call: CallPlan,
  name: string,
): readonly number[] {
  const input = version.inputs.findIndex((declared) => declared.name === name);
  if (input >= 0) return (call.inputs[input]?.numbers ?? []).map(Number);
  const declared = version.attributes.find((attribute) => attribute.name === name);
  return [call.attributes?.[name]?.value ?? declared?.default ?? []].flat() as number[];
}

/**
 * The dimensions of the first input that make up its rows, for data made by rows: the axes that the call names, or all dimensions if it
 * names none. For operators without axes it is the last dimension.
 */
export function rowsOf({ operator, version }: VersionedOperator, call: CallPlan): readonly number[] {
  const rank = call.inputs[0]?.dims.length ?? 0;
  const [declared] = axesDeclared(operator);
  const named = declared ? axesGiven({ version }, call, declared.name) : [-1];
  if (named.length === 0) return Array.from({ length: rank }, (_, i) => i);
  return [...new Set(named.map((axis) => (axis < 0 ? axis + rank : axis)))];
}

/** The number of elements in a row of the first input. */
export function rowLength(node: VersionedOperator, call: CallPlan): number {
  const { dims = [] } = call.inputs[0] ?? {};
  return elementCount(rowsOf(node, call).map((axis) => dims[axis] ?? 1));
}
