import { type Case, callOf } from '../generators/cases.ts';
import type { Facts } from '../generators/facts.ts';
import { show } from '../oracles/acceptance/acceptance.ts';
import { type Comparison, compare, scalarsOf } from '../oracles/acceptance/comparator.ts';
import { withExplanations } from '../oracles/explanations/hypotheses.ts';
import type { DType } from '../oracles/numerics/dtype.ts';
import { elementCount, type Tensor } from '../oracles/numerics/tensor.ts';
import type { Clause, ExpectedOutput } from '../oracles/operator.ts';
import { encodeCase, inputName } from '../vectors/case.ts';
import type { RunRequest } from './backends/backend.ts';
import { type Rejectable, rejectableOf } from './rejectable.ts';
import { type Session, sessionOf } from './session.ts';

/** One question to a backend and how its answer is judged, whether it comes from the suite or from files. */
export interface Trial {
  readonly id: string;
  readonly operator: string;
  readonly version: number;
  readonly dtype: DType;
  readonly clause: Clause;
  readonly opset: number;
  /** the kind of values in the inputs; `file` where they were read from disk */
  readonly dataClass: string;
  readonly summary: string;
  /** what findings compare */
  readonly facts: Facts;
  /** number of input elements; 0 where the first input has none */
  readonly size: number;
  /** present if the model may be refused; of a session it is told by its runs */
  readonly rejectable?: Rejectable;
  /** the values of all inputs in one line where they are few; asked for only when the case is broken */
  readonly inputs?: () => string | undefined;
  /** what is asked; of a session the first run, alone */
  readonly request: RunRequest;
  /** present: this is asked instead of `request`, and its judge takes the place of `judge` */
  readonly session?: Session;
  judge(outputs: readonly Tensor[]): Comparison;
  /** what is accepted of `request`, where no file has a say */
  readonly expected?: readonly ExpectedOutput[];
}

/** The trial of a case of the suite. The oracle is asked once: for the shapes that the model declares, and to judge. */
export function trialOfCase(question: Case): Trial {
  const { id, cell, opset, summary, facts, proposal } = question;
  const call = callOf(proposal);
  const expected = cell.operator.expect(cell.version, call);
  const session = proposal.sequel && sessionOf(question);
  const rejectable = rejectableOf(question);
  const all = [proposal, ...(proposal.sequel ?? []).map((step) => step.proposal)];
  return {
    id,
    operator: cell.operator.name,
    version: cell.version.since,
    dtype: cell.dtype,
    clause: cell.clause,
    opset,
    dataClass: proposal.dataClass,
    summary,
    facts,
    size: all.reduce((sum, { inputs }) => sum + sizeOf(inputs.map(({ value }) => value)), 0),
    ...(rejectable && { rejectable }),
    inputs: () => {
      if (session) return undefined; // the message names the run that matters
      return inputsInWords(
        proposal.inputs.flatMap(({ value }, i) => (value ? [{ name: inputName(cell, i), tensor: value }] : [])),
      );
    },
    ...(session && { session }),
    request: session ? session.alone(0).request : encodeCase(question, expected),
    judge: (outputs) => withExplanations(compare(expected, outputs), { ...cell, call }, expected, outputs),
    expected,
  };
}

/** The number of elements of all inputs together; 0 where the first has none, whatever else says how it is to be taken. */
export function sizeOf(inputs: readonly (Tensor | undefined)[]): number {
  if (inputs[0]?.data.length === 0) return 0;
  return inputs.reduce((sum, value) => sum + (value?.data.length ?? 0), 0);
}

/** Elements that are read faster in a report than by running the case again. */
const maxElements = 16;

/**
 * "data=[1, 2.5, -0] axes=[1]": row-major, printed so that every value reads back; `undefined` if they are more than 16
 * together.
 */
export function inputsInWords(
  inputs: readonly { readonly name: string; readonly tensor: Tensor }[],
): string | undefined {
  const count = inputs.reduce((sum, { tensor }) => sum + elementCount(tensor.dims), 0);
  if (count > maxElements) return undefined;
  return inputs
    .map(({ name, tensor }) => {
      const value = scalarsOf(tensor);
      return `${name}=[${Array.from({ length: elementCount(tensor.dims) }, (_, i) => show(value(i))).join(', ')}]`;
    })
    .join(' ');
}
