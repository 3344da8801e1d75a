import { elementCount, scalarsOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import { type Case, versionName } from '../cases/case.ts';
import type { ProposedInput, Step } from '../cases/proposal.ts';
import type { Random } from '../cases/random.ts';
import { withProposal } from '../sessions/runs.ts';

/** Varies a failing case, to find which part of it matters: takes a part of another case, or reorders the runs of a session. */
export function varyCase(failing: Case, other: Case, random: Random): Case {
  const { furtherRuns } = failing.proposal;
  if (furtherRuns) return reordered(failing, furtherRuns, random);
  return versionName(failing.cell) === versionName(other.cell)
    ? crossed(failing, other, random)
    : retyped(failing, other);
}

/** The failing call in another version, or in other types. Inputs whose type differs take the values of the other call. */
function retyped({ proposal }: Case, other: Case): Case {
  const inputs = proposal.inputs.map((input, i) => {
    const drawn = other.proposal.inputs[i];
    return drawn?.value?.dtype === input.value?.dtype ? input : inValues(input, drawn);
  });
  return withProposal(other, { ...proposal, inputs });
}

/** A session with a run left out, repeated, or swapped with the run before it. */
function reordered(session: Case, steps: readonly Step[], random: Random): Case {
  const place = random.integer(0, steps.length - 1);
  const [before, own, after] = [steps.slice(0, place), steps[place]!, steps.slice(place + 1)];
  const furtherRuns = random.pick([
    [...before, ...after],
    [...before, own, own, ...after],
    [...before.slice(0, -1), own, ...before.slice(-1), ...after],
  ]);
  return withProposal(session, { ...session.proposal, furtherRuns });
}

/** The failing call with one attribute or one input of another call, or with one input in another form. */
function crossed(failing: Case, other: Case, random: Random): Case {
  const [own, drawn] = [failing.proposal, other.proposal];
  if ([...own.inputs, ...drawn.inputs].some(({ sameAs }) => sameAs !== undefined)) return other;
  const names = [...new Set([own, drawn].flatMap(({ attributes }) => Object.keys(attributes)))];
  const part = random.pick([...names, ...own.inputs.keys()]);
  if (typeof part === 'number') {
    const change = random.pick([wholly, inValues, inShape, inForm]);
    const inputs = own.inputs.map((input, i) => (i === part ? change(input, drawn.inputs[i]) : input));
    return withProposal(other, { ...own, inputs });
  }
  const { [part]: _, ...attributes } = own.attributes;
  const given = drawn.attributes[part];
  return withProposal(other, { ...own, attributes: given ? { ...attributes, [part]: given } : attributes });
}

/** Changes an input, given the same input of another call. */
type InputChange = (own: ProposedInput, other: ProposedInput | undefined) => ProposedInput;

const wholly: InputChange = (own, other) => other ?? own;

/** Keeps the shape, and takes the values of the other input. */
const inValues: InputChange = (own, other) => filled(own, own.value, other?.value);

/** Keeps the values, and takes the shape of the other input. */
const inShape: InputChange = (own, other) => filled(own, other?.value, own.value);

/** Fills the shape of one tensor with the values of another, repeated as needed. Without a shape or values, the input stays as it is. */
function filled(input: ProposedInput, shape: Tensor | undefined, source: Tensor | undefined): ProposedInput {
  const count = source && elementCount(source.dims);
  if (!shape || !count) return input;
  const values = scalarsOf(source);
  return { ...input, value: tensorOfScalars(source.dtype, shape.dims, (i) => values(i % count)) };
}

/** Turns a constant into a run-time input, or the reverse. */
const inForm: InputChange = (own) => {
  if (own.form === 'omitted') return own;
  return { ...own, form: own.form === 'input' ? 'initializer' : 'input' };
};
