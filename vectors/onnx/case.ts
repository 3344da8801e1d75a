import { controlOf, typeVariable } from '../../generators/cases/control.ts';
import type { ProposedInput } from '../../generators/cases/proposal.ts';
import { proposing, type Run } from '../../generators/sessions/runs.ts';
import { type Case, type Cell, callOf } from '../../generators/suite/cases.ts';
import type { Graph } from '../../oracles/graph/graph.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { inputName, outputAt, outputName } from '../../oracles/spec/declaration.ts';
import { graphOfCall } from '../../oracles/spec/graph-operator.ts';
import {
  type DeclaredOutput,
  type EncodedRun,
  type EncodedRuns,
  encodeRun,
  encodeRuns,
  type ModelRun,
} from './encode.ts';

/** What of a case its model depends on. */
export type EncodableCase = Pick<Case, 'id' | 'opset' | 'proposal'> & {
  readonly cell: Pick<Cell, 'operator' | 'version'>;
};

/** The run of a case: its own graph, or its node as a graph of one. @param outputs what the model declares */
export function modelRun(question: EncodableCase, outputs: readonly DeclaredOutput[], model = 0): ModelRun {
  const { id, cell, opset, proposal } = question;
  const nameOf = (index: number) => proposal.graph?.inputs[index] ?? inputName(cell.version, index);
  const named = (inputs: readonly ProposedInput[], form: ProposedInput['form']): ReadonlyMap<string, Tensor> =>
    new Map(
      inputs.flatMap(({ form: own, value, sameAs }, i) =>
        own === form && value && sameAs === undefined ? [[nameOf(i), value]] : [],
      ),
    );
  const initializers = named(proposal.inputs, 'initializer');
  const graph: Graph = proposal.graph
    ? { ...graphOfCall(callOf(proposal), opset).graph, initializers }
    : { ...nodeAsGraph(question, outputs.length), initializers };
  return {
    ...{ model, name: id, opset, graph, outputs },
    values: named(proposal.inputs, 'input'),
    ...(proposal.runtimeInputs && { fed: named(proposal.runtimeInputs, 'input') }),
  };
}

/** The node of a case as a graph, with as many outputs as it has. */
function nodeAsGraph({ cell, proposal }: EncodableCase, outputs: number): Omit<Graph, 'initializers'> {
  const { operator, version } = cell;
  const inputs = proposal.inputs.map(({ form, value, sameAs }, i) => {
    if (sameAs !== undefined) return inputName(version, sameAs);
    return form === 'omitted' || !value ? '' : inputName(version, i);
  });
  const ofInputs = new Set(version.inputs.map(({ name }) => name));
  // a graph has each name once
  const names = Array.from({ length: outputs }, (_, i) => {
    const name = outputName(version, i);
    return ofInputs.has(name) ? `new_${name}` : name;
  });
  return { nodes: [{ operator, version, attributes: proposal.attributes, inputs, outputs: names }], outputs: names };
}

/** A case of one run as the bytes that a backend gets. */
export const encodeCase = (question: EncodableCase, expected: readonly DeclaredOutput[]): EncodedRun =>
  encodeRun(modelRun(question, expected));

/** The runs of a case. A model is that of its first run. */
export const encodeCaseRuns = (
  runs: readonly Pick<Run, 'question' | 'model'>[],
  expected: readonly (readonly DeclaredOutput[])[],
): EncodedRuns => encodeRuns(runs.map(({ question, model }, i) => modelRun(question, expected[i]!, model)));

/**
 * The model of a case that has to be refused. It declares the outputs of its control, with its own T for theirs: nothing is
 * wrong with it but the one rule that it breaks.
 */
export function encodeInvalidCase(question: Case): EncodedRun {
  const { cell, proposal } = question;
  const control = controlOf(question)!;
  const { operator, version } = control.cell;
  const ownT = typeVariable(cell.version, proposal);
  const main = cell.version.inputs.find(({ dtypes }) => !dtypes)?.variable;
  const outputs = operator.expect(version, callOf(control.proposal)).map(({ dtype, dims }, i) => {
    const declared = outputAt(cell.version, i)!;
    return { dtype: declared.dtype ?? (declared.variable === main ? ownT : undefined) ?? dtype, dims };
  });
  return encodeCase(question, outputs);
}

/** What is tried before the runs of a case, as the bytes that a backend gets; `undefined` if there is nothing. */
export function encodeAttempt(question: Case): EncodedRun | undefined {
  const { rejectedFirst } = question.proposal;
  return rejectedFirst && encodeInvalidCase(proposing(question, rejectedFirst));
}
