import { formatOf, intoRange } from '../../oracles/numerics/dtype.ts';
import { elementsOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import { formatForm, isSameValue, isTensor, mapTensors, type Value } from '../../oracles/numerics/value.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { expectValues } from '../../oracles/spec/expect-values.ts';
import { once } from '../../oracles/spec/node.ts';
import type { Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import type { Proposal, ProposedInput } from '../cases/proposal.ts';
import { rotateBy } from '../cases/take-turns.ts';
import { tensorOf } from '../values/values.ts';

/**
 * A proposal for a further run of a model, with other data in every run-time input and the same constants. Numbers that are given, or
 * follow from a shape, would repeat those of the previous run. They are rotated or, if all are equal, made greater. This is done only if
 * the model stays legal and its outputs keep their shapes.
 * @param turn the number of the run, from 1
 */
export function withOtherData(
  before: Proposal,
  drawn: Proposal,
  turn: number,
  node: { readonly operator: Operator; readonly version: OperatorVersion },
): Proposal {
  if (drawn.rejection || drawn.runtimeInputs) return drawn;
  const shapes = once(() => shapesOf(before, node));
  let proposal = withConstantsOf(before, drawn);
  if (proposal !== drawn && shapesOf(proposal, node) === undefined) return before;
  for (const [i, input] of drawn.inputs.entries()) {
    const [value, known] = [input, before.inputs[i]].map(valueIn);
    if (input.form !== 'input' || input.sameAs !== undefined || !value || !known || !isSameValue(value, known))
      continue;
    const moved = mapTensors(value, (tensor) => movedOn(tensor, turn));
    const other = withInput(proposal, i, moved);
    if (shapesOf(other, node) === shapes()) proposal = other;
  }
  return proposal;
}

/** Returns the proposal `drawn` with the constants of `before`; itself if they are equal. */
function withConstantsOf(before: Proposal, drawn: Proposal): Proposal {
  let proposal = drawn;
  for (const [i, { form, value, sameAs }] of drawn.inputs.entries()) {
    const known = before.inputs[i]?.value;
    if (form !== 'initializer' || sameAs !== undefined || !value || !known || isSameValue(value, known)) continue;
    proposal = withInput(proposal, i, known);
  }
  return proposal;
}

/** Returns the proposal with another value for an input, and for the inputs that share its value. */
const withInput = (proposal: Proposal, index: number, value: Value): Proposal => ({
  ...proposal,
  inputs: proposal.inputs.map((input, i) => {
    if (i !== index && input.sameAs !== index) return input;
    return isTensor(value) ? { ...input, value } : { ...input, held: value };
  }),
});

/** The value of an input, a tensor or not. */
const valueIn = (input: ProposedInput | undefined): Value | undefined => input?.held ?? input?.value;

function movedOn(value: Tensor, turn: number): Tensor {
  const elements = elementsOf(value);
  const [first] = elements;
  const format = formatOf(value.dtype);
  if (elements.every((element) => element === first)) {
    if (format.kind === 'float') return tensorOf(value.dtype, value.dims, [(first as number) * 2 ** turn]);
    if (format.kind !== 'integer' || first === undefined) return value;
    return tensorOf(value.dtype, value.dims, [intoRange((first as bigint) + BigInt(turn), format, 'wrap')]);
  }
  const turned = rotateBy(elements, 1 + ((turn - 1) % (elements.length - 1)));
  return tensorOfScalars(value.dtype, value.dims, (i) => turned[i]!);
}

/** The shapes of the outputs as text; `undefined` for a call that is not legal. */
function shapesOf(
  { attributes, inputs, outputs, graph }: Proposal,
  { operator, version }: Parameters<typeof withOtherData>[3],
): string | undefined {
  try {
    const call = {
      attributes,
      inputs: inputs.map(valueIn),
      ...(outputs !== undefined && { outputs }),
      ...(graph && { graph }),
    };
    return expectValues(operator, version, call).map(formatForm).join(', ');
  } catch (error) {
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}
