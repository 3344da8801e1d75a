import type { Proposal, ProposedInput } from '../../generators/proposal.ts';
import { formatOf } from '../../oracles/numerics/dtype.ts';
import { elementCount, elementsOf, scalarsOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';

/**
 * Proposals that are simpler than one, the simplest first: smaller shapes, fewer attributes and inputs, then simpler values.
 * Whether they are legal is for the oracle to say.
 */
export function* smaller(proposal: Proposal): Generator<Proposal> {
  yield* withSmallerShapes(proposal);
  yield* withLess(proposal);
  yield* withSimplerValues(proposal);
}

function* withSmallerShapes(proposal: Proposal): Generator<Proposal> {
  const { inputs } = proposal;
  const extents = new Set(inputs.flatMap(({ value }) => value?.dims ?? []));
  for (const extent of [...extents].sort((a, b) => b - a)) {
    for (const size of new Set([1, extent >> 1, extent - 1])) {
      if (size < 1 || size >= extent) continue;
      const has = (at: number) => at === extent;
      // inputs of one call mostly share their dimensions
      yield { ...proposal, inputs: inputs.map((input) => truncated(input, has, size)) };
      for (const [k, { value }] of inputs.entries()) {
        for (const axis of value?.dims.keys() ?? []) {
          if (value!.dims[axis] !== extent) continue;
          yield replaced(
            proposal,
            k,
            truncated(inputs[k]!, (_, i) => i === axis, size),
          );
        }
      }
    }
  }
  for (const [k, input] of inputs.entries()) {
    const { value } = input;
    const axis = value?.dims.indexOf(1) ?? -1;
    if (axis >= 0)
      yield replaced(proposal, k, { ...input, value: { ...value!, dims: value!.dims.toSpliced(axis, 1) } });
  }
}

function* withLess(proposal: Proposal): Generator<Proposal> {
  const { attributes, inputs } = proposal;
  for (const name of Object.keys(attributes)) {
    const { [name]: _, ...rest } = attributes;
    yield { ...proposal, attributes: rest };
  }
  if (inputs.length > 1) yield { ...proposal, inputs: inputs.slice(0, -1) };
}

function* withSimplerValues(proposal: Proposal): Generator<Proposal> {
  for (const [k, input] of proposal.inputs.entries()) {
    const { value } = input;
    if (!value) continue;
    const scalar = scalarsOf(value);
    const changed = (to: (x: Scalar, i: number) => Scalar) => {
      const simpler = tensorOfScalars(value.dtype, value.dims, (i) => to(scalar(i), i));
      return replaced(proposal, k, { ...input, value: simpler });
    };
    const simpler = simplerThan(value);
    for (const to of simpler) if (elementsOf(value).some((x) => !Object.is(x, to(x)))) yield changed(to);
    if (elementCount(value.dims) > few) continue;
    for (let at = 0; at < elementCount(value.dims); at++) {
      for (const to of simpler) {
        if (!Object.is(scalar(at), to(scalar(at)))) yield changed((x, i) => (i === at ? to(x) : x));
      }
    }
  }
}

/** Elements that are made simpler one by one. */
const few = 12;

/** What makes values simpler, the most first; none grows, so that it comes to an end. */
function simplerThan({ dtype }: Tensor): readonly ((x: Scalar) => Scalar)[] {
  const { kind } = formatOf(dtype);
  if (kind === 'float')
    return [() => 0, (x) => (Math.abs(x as number) > 1 ? Math.sign(x as number) : x), (x) => Math.trunc(x as number)];
  if (kind === 'integer') return [() => 0n, (x) => (x as bigint) / 2n];
  return kind === 'bool' ? [() => 0n] : [];
}

const replaced = (proposal: Proposal, k: number, input: ProposedInput): Proposal => ({
  ...proposal,
  inputs: proposal.inputs.with(k, input),
});

/** The input with the first elements along some of its axes. */
function truncated(
  input: ProposedInput,
  isCut: (extent: number, axis: number) => boolean,
  size: number,
): ProposedInput {
  const { value } = input;
  if (!value?.dims.some(isCut)) return input;
  const dims = value.dims.map((extent, axis) => (isCut(extent, axis) ? size : extent));
  const scalar = scalarsOf(value);
  const sourceOf = (index: number) => {
    let [rest, source, stride] = [index, 0, 1];
    for (let axis = dims.length - 1; axis >= 0; axis--) {
      source += (rest % dims[axis]!) * stride;
      rest = Math.floor(rest / dims[axis]!);
      stride *= value.dims[axis]!;
    }
    return source;
  };
  return { ...input, value: tensorOfScalars(value.dtype, dims, (i) => scalar(sourceOf(i))) };
}
