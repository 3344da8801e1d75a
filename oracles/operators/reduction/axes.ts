import type { RejectablePolicy } from '../../judge/policy.ts';
import type { Tensor } from '../../numerics/tensor.ts';
import { attributeOf, flagOf, normalizeAxis } from '../../spec/attributes.ts';
import { BadInput } from '../../spec/bad-input.ts';
import type { Call, Declaration } from '../../spec/declaration.ts';
import { checkCall } from '../../spec/legality.ts';
import type { OperatorVersion } from '../../spec/operator.ts';

/** The parameters of a call, with the defaults of its version applied. */
export interface Reduction {
  readonly call: Call;
  readonly data: Tensor;
  /** whether each dimension of `data` is reduced */
  readonly reduced: readonly boolean[];
  readonly keepdims: boolean;
}

/**
 * Returns the parameters of a call by the shared semantics of axes, keepdims and noop_with_empty_axes. Absent or empty axes
 * mean all dimensions, or none if noop_with_empty_axes is set. Negative axes count from the end; order and repetition do not
 * matter. The version determines where axes come from, and which attributes exist with which defaults.
 * @throws BadInput if the call breaks a rule of the version
 */
export function resolveReduction(version: OperatorVersion, call: Call): Reduction {
  checkCall(version, call);
  const data = call.inputs[0]!;
  return {
    call,
    data,
    reduced: reducedDimensions(version, call, axesOf(version, call), data.dims.length),
    keepdims: flagOf(version, call, 'keepdims'),
  };
}

function axesOf(version: Declaration, call: Call): readonly number[] | undefined {
  const input = call.inputs[1];
  return input ? axesOfInput(input) : (attributeOf(version, call, 'axes') as readonly number[] | undefined);
}

/**
 * Returns the policy under which a runtime may reject a reduction: because of types, of axes, or of empty sets that the text
 * does not mention.
 */
export function mayRefuseReduction(version: OperatorVersion, call: Call): RejectablePolicy | undefined {
  const { data, reduced } = resolveReduction(version, call);
  const { contested, clauses, since } = version;
  if (contested?.dtypes.includes(data.dtype)) return contested.policy;
  const axes = axesOf(version, call) ?? [];
  if (since < 11 && axes.some((axis) => axis < 0)) return 'axes-negative';
  if (new Set(axes.map((axis) => normalizeAxis(axis, data.dims.length))).size < axes.length) return 'axes-duplicate';
  const isOpen = clauses.some(
    ({ id, level, dtypes = version.dtypes }) =>
      id.startsWith('empty-set') && level !== 'specified' && dtypes.includes(data.dtype),
  );
  const isEmpty = data.dims.some((size, i) => size === 0 && reduced[i]);
  const hasOutputs = data.dims.every((size, i) => size > 0 || reduced[i]);
  return isOpen && isEmpty && hasOutputs ? 'empty-set' : undefined;
}

/** Returns whether each dimension of data of that rank is reduced. */
export function reducedDimensions(
  version: Declaration,
  call: Pick<Call, 'attributes'>,
  axes: readonly number[] | undefined,
  rank: number,
): readonly boolean[] {
  const noop = flagOf(version, call, 'noop_with_empty_axes');
  return axes?.length ? listed(axes, rank) : Array<boolean>(rank).fill(!noop);
}

function axesOfInput(axes: Tensor): readonly number[] {
  if (axes.dims.length !== 1) throw new BadInput(`axes must have rank 1, not ${axes.dims.length}`);
  return Array.from(axes.data as BigInt64Array, Number);
}

function listed(axes: readonly number[], rank: number): readonly boolean[] {
  const places = axes.map((axis) => normalizeAxis(axis, rank));
  return Array.from({ length: rank }, (_, i) => places.includes(i));
}
