import { attributeOf, flagOf, placeOfAxis } from '../../attributes.ts';
import { checkCall } from '../../legality.ts';
import type { Tensor } from '../../numerics/tensor.ts';
import type { Call, OperatorVersion } from '../../operator.ts';

/** Which of several equal extreme elements is meant. */
export type Occurrence = 'first' | 'last';

/** What a call asks for, after the defaults of its version. */
export interface ArgReduction {
  readonly data: Tensor;
  /** for each dimension of `data`: is it the axis? */
  readonly reduced: readonly boolean[];
  readonly keepdims: boolean;
  /** the occurrences that the version admits, the recommended first */
  readonly occurrences: readonly [Occurrence, ...Occurrence[]];
}

/**
 * The shared semantics of axis, keepdims and select_last_index. A negative axis counts from the end. Data of rank 0 has
 * no dimension that the default could mean: it is its own slice.
 * @throws BadInput where the call breaks a rule of the version
 */
export function resolveArgReduction(version: OperatorVersion, call: Call): ArgReduction {
  checkCall(version, call);
  const [data] = call.inputs as [Tensor];
  return {
    data,
    reduced: reducedDimension(version, call, data.dims.length),
    keepdims: flagOf(version, call, 'keepdims'),
    occurrences: occurrencesOf(version, call),
  };
}

/** For each dimension of data of that rank: is it the axis? */
export function reducedDimension(
  version: OperatorVersion,
  call: Pick<Call, 'attributes'>,
  rank: number,
): readonly boolean[] {
  const isGiven = call.attributes.axis !== undefined;
  const place = rank === 0 && !isGiven ? undefined : placeOfAxis(attributeOf(version, call, 'axis') as number, rank);
  return Array.from({ length: rank }, (_, i) => i === place);
}

/** Versions without select_last_index leave it open which occurrence is meant. */
export function occurrencesOf(version: OperatorVersion, call: Pick<Call, 'attributes'>): ArgReduction['occurrences'] {
  if (attributeOf(version, call, 'select_last_index') === undefined) return ['first', 'last'];
  return [flagOf(version, call, 'select_last_index') ? 'last' : 'first'];
}
