import type { RejectablePolicy } from '../../judge/policy.ts';
import { attributeOf, flagOf, normalizeAxis } from '../../spec/attributes.ts';
import type { Call, Declaration } from '../../spec/declaration.ts';
import type { OperatorVersion } from '../../spec/operator.ts';

/** The choice among several equal extreme elements. */
export type Occurrence = 'first' | 'last';

/**
 * Returns whether each dimension of data of that rank is the axis. A negative axis counts from the end. Data of rank 0 has no
 * dimension for the default: it is its own slice.
 * @throws BadInput for an axis that the data do not have
 */
export function reducedDimension(
  version: Declaration,
  call: Pick<Call, 'attributes'>,
  rank: number,
): readonly boolean[] {
  const isGiven = call.attributes.axis !== undefined;
  const place = rank === 0 && !isGiven ? undefined : normalizeAxis(attributeOf(version, call, 'axis') as number, rank);
  return Array.from({ length: rank }, (_, i) => i === place);
}

/** Returns the number of elements in a slice. */
export function sizeOfAxis(version: Declaration, call: Call): number {
  const { dims } = call.inputs[0]!;
  return dims[reducedDimension(version, call, dims.length).indexOf(true)] ?? 1;
}

/** Returns the occurrences that the version allows, the recommended first: without select_last_index the choice is open. */
export function occurrencesOf(
  version: Declaration,
  call: Pick<Call, 'attributes'>,
): readonly [Occurrence, ...Occurrence[]] {
  if (attributeOf(version, call, 'select_last_index') === undefined) return ['first', 'last'];
  return [flagOf(version, call, 'select_last_index') ? 'last' : 'first'];
}

/** Returns the policy under which a runtime may reject a search: for an axis that the text does not mention, or for empty slices. */
export function mayRefuseSearch(version: OperatorVersion, call: Call): RejectablePolicy | undefined {
  const { dims } = call.inputs[0]!;
  if (dims.length === 0) return 'axis-of-scalar';
  if (version.since < 11 && (attributeOf(version, call, 'axis') as number) < 0) return 'axes-negative';
  if (sizeOfAxis(version, call) === 0) return 'empty-axis';
  const isOpen = version.clauses.some(({ id, level }) => id === 'zero-size-kept' && level !== 'specified');
  return isOpen && dims.includes(0) ? 'empty-data' : undefined;
}
