import { BadInput } from '../bad-input.ts';
import type { Tensor } from '../numerics/tensor.ts';
import type { AttributeValue, Call, OperatorVersion } from '../operator.ts';

/** What a call asks for, after the defaults of its version. */
export interface Reduction {
  readonly data: Tensor;
  /** for each dimension of `data`: is it reduced? */
  readonly reduced: readonly boolean[];
  readonly keepdims: boolean;
}

/**
 * The shared semantics of axes, keepdims and noop_with_empty_axes: absent or empty axes mean all dimensions, or none
 * where noop_with_empty_axes is set; negative axes count from the end; order and repetition do not matter.
 * Where axes come from, and which attributes exist with which defaults, is read from the version.
 * @throws BadInput where the call breaks a rule of the version
 */
export function resolveReduction(version: OperatorVersion, call: Call): Reduction {
  const [data, axesInput] = call.inputs;
  if (!data) throw new BadInput('the input data is missing');
  for (const name of Object.keys(call.attributes)) {
    if (!version.attributes.some((declared) => declared.name === name)) {
      throw new BadInput(`attribute ${name} is not declared by version ${version.since}`);
    }
  }
  if (!version.dtypes.includes(data.dtype)) {
    throw new BadInput(`dtype ${data.dtype} is not allowed by version ${version.since}`);
  }
  if (axesInput && version.inputs.length < 2) {
    throw new BadInput(`version ${version.since} takes axes as an attribute, not as an input`);
  }
  const axes = axesInput
    ? axesOfInput(axesInput)
    : (attributeOf(version, call, 'axes') as readonly number[] | undefined);
  const noop = attributeOf(version, call, 'noop_with_empty_axes') !== 0;
  const rank = data.dims.length;
  return {
    data,
    reduced: axes?.length ? listed(axes, rank) : Array<boolean>(rank).fill(!noop),
    keepdims: attributeOf(version, call, 'keepdims') !== 0,
  };
}

/** The value of an attribute, or its default, or 0 where the version does not declare an integer attribute. */
function attributeOf(version: OperatorVersion, call: Call, name: string): AttributeValue['value'] | undefined {
  const declared = version.attributes.find((attribute) => attribute.name === name);
  if (!declared) return name === 'axes' ? undefined : 0;
  return call.attributes[name]?.value ?? declared.default;
}

function axesOfInput(axes: Tensor): readonly number[] {
  if (axes.dtype !== 'int64') throw new BadInput(`axes must be int64, not ${axes.dtype}`);
  if (axes.dims.length !== 1) throw new BadInput(`axes must have rank 1, not ${axes.dims.length}`);
  return Array.from(axes.data as BigInt64Array, Number);
}

function listed(axes: readonly number[], rank: number): readonly boolean[] {
  const reduced = Array<boolean>(rank).fill(false);
  for (const axis of axes) {
    if (axis < -rank || axis >= rank) throw new BadInput(`axis ${axis} is outside [${-rank}, ${rank - 1}]`);
    reduced[axis < 0 ? axis + rank : axis] = true;
  }
  return reduced;
}
