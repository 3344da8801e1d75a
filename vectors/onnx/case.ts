import { controlOf, typeVariable } from '../../generators/cases/control.ts';
import type { ProposedInput } from '../../generators/cases/proposal.ts';
import { type Run, withProposal } from '../../generators/sessions/runs.ts';
import { type Case, type Cell, callOfValues } from '../../generators/suite/cases.ts';
import type { Graph } from '../../oracles/graph/graph.ts';
import { isTensor, mapTensors, type Value } from '../../oracles/numerics/value.ts';
import { answersInTensors } from '../../oracles/operators/sequence/in-tensors.ts';
import { inputName, outputAt, outputName } from '../../oracles/spec/declaration.ts';
import { valuesAtGraphEnds } from '../../oracles/spec/derived-clauses.ts';
import { expectValues } from '../../oracles/spec/expect-values.ts';
import { graphOfCall } from '../../oracles/spec/graph-operator.ts';
import type { ExpectedValue } from '../../oracles/spec/operator.ts';
import { type EncodedRun, type EncodedRuns, encodeRun, encodeRuns, type ModelRun } from './encode.ts';
import { arePassable, inTensors } from './in-tensors.ts';

/** The parts of a case on which its model depends. */
export type EncodableCase = Pick<Case, 'id' | 'opset' | 'proposal'> & {
  readonly cell: Pick<Cell, 'operator' | 'version'> & Partial<Pick<Cell, 'clause'>>;
};

/**
 * Returns whether the inputs and outputs of the model of a case are tensors, even if those of its node are not. That is the
 * rule in the suite, because many runtimes accept only tensors. Exceptions are clauses about other values, and opsets without
 * nodes for the conversion.
 */
function isInTensors(
  { cell: { operator, clause }, opset, proposal }: EncodableCase,
  expected: readonly ExpectedValue[],
): boolean {
  if (!operator.ofValues || !clause || clause.id === valuesAtGraphEnds) return false;
  const given = proposal.inputs.flatMap(({ held }) => held ?? []);
  return arePassable([...given, ...expected], opset);
}

/** Returns the expected outputs of the model of a case, from those of its node. */
export const answersExpected = (
  testCase: EncodableCase,
  expected: readonly ExpectedValue[],
): readonly ExpectedValue[] => (isInTensors(testCase, expected) ? answersInTensors(expected) : expected);

/**
 * Returns the run of a case: its own graph, or its node as a graph.
 * @param outputs the expected outputs of the node
 */
export function modelRun(testCase: EncodableCase, outputs: readonly ExpectedValue[], model = 0): ModelRun {
  const run = runOf(testCase, outputs, model);
  return isInTensors(testCase, outputs) ? inTensors(run, outputs) : run;
}

/** Returns the name of an input in the model of a case. */
export const inputNameIn = (
  { cell, proposal }: Pick<EncodableCase, 'proposal'> & { readonly cell: Pick<Cell, 'version'> },
  index: number,
): string => proposal.graph?.inputs[index] ?? inputName(cell.version, index);

function runOf(testCase: EncodableCase, outputs: readonly ExpectedValue[], model: number): ModelRun {
  const { id, opset, proposal } = testCase;
  const nameOf = (index: number) => inputNameIn(testCase, index);
  const named = (inputs: readonly ProposedInput[]): ReadonlyMap<string, Value> =>
    new Map(
      inputs.flatMap(({ form, value, held = value, sameAs }, i) =>
        form === 'input' && held && sameAs === undefined ? [[nameOf(i), held]] : [],
      ),
    );
  const initializers = new Map(
    proposal.inputs.flatMap(({ form, value, sameAs }, i) =>
      form === 'initializer' && value && sameAs === undefined ? [[nameOf(i), value]] : [],
    ),
  );
  const graph: Graph = proposal.graph
    ? { ...graphOfCall(callOfValues(proposal), opset).graph, initializers }
    : { ...nodeAsGraph(testCase, outputs.length), initializers };
  return {
    ...{ model, name: id, opset, graph, outputs },
    values: named(proposal.inputs),
    ...(proposal.form && { form: proposal.form }),
    ...(proposal.runtimeInputs && { runtimeInputs: named(proposal.runtimeInputs) }),
  };
}

/** Converts the node of a case to a graph with `outputs` outputs. */
function nodeAsGraph({ cell, proposal }: EncodableCase, outputs: number): Omit<Graph, 'initializers'> {
  const { operator, version } = cell;
  const inputs = proposal.inputs.map(({ form, value, held = value, sameAs }, i) => {
    if (sameAs !== undefined) return inputName(version, sameAs);
    return form === 'omitted' || !held ? '' : inputName(version, i);
  });
  const ofInputs = new Set(version.inputs.map(({ name }) => name));
  // names in a graph are unique
  const names = Array.from({ length: outputs }, (_, i) => {
    const name = outputName(version, i);
    return ofInputs.has(name) ? `new_${name}` : name;
  });
  return { nodes: [{ operator, version, attributes: proposal.attributes, inputs, outputs: names }], outputs: names };
}

/** Encodes a case of one run for a backend. */
export const encodeCase = (testCase: EncodableCase, expected: readonly ExpectedValue[]): EncodedRun =>
  encodeRun(modelRun(testCase, expected));

/** Encodes the runs of a case. A model is that of its first run. */
export const encodeCaseRuns = (
  runs: readonly Pick<Run, 'testCase' | 'model'>[],
  expected: readonly (readonly ExpectedValue[])[],
): EncodedRuns => encodeRuns(runs.map(({ testCase, model }, i) => modelRun(testCase, expected[i]!, model)));

/**
 * Encodes the model of a case that must be rejected. It declares the outputs of its control, with its own T for theirs, so that
 * it breaks exactly one rule.
 */
export function encodeInvalidCase(testCase: Case): EncodedRun {
  const { cell, proposal } = testCase;
  const control = controlOf(testCase)!;
  const { operator, version } = control.cell;
  const ownT = typeVariable(cell.version, proposal);
  const main = cell.version.inputs.find(({ dtypes }) => !dtypes)?.variable;
  const outputs = expectValues(operator, version, callOfValues(control.proposal)).map((value, i) => {
    const declared = outputAt(cell.version, i)!;
    const isOfMain = declared.variable === main || !isTensor(value);
    const dtype = declared.dtype ?? (isOfMain ? ownT : undefined) ?? value.dtype;
    return { ...mapTensors(value, (tensor) => ({ ...tensor, dtype })), dtype };
  });
  return encodeCase(testCase, outputs);
}

/** Encodes the invalid model that precedes the runs of a case; `undefined` if there is none. */
export function encodeAttempt(testCase: Case): EncodedRun | undefined {
  const { rejectedFirst } = testCase.proposal;
  return rejectedFirst && encodeInvalidCase(withProposal(testCase, rejectedFirst));
}
