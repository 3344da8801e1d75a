import { type Case, callOf } from '../../generators/cases.ts';
import { graphOfCall } from '../../oracles/graph-operator.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { modelOfCase } from '../../vectors/case.ts';
import { encodeModel } from '../../vectors/model.ts';
import { describeCase, sizeOf } from './description.ts';
import { expectRun, prepareGraph } from './prepared-graph.ts';
import { type PreparedModel, prepareModel } from './prepared-model.ts';

/** A valid case of one run: of a node, or of a graph. */
export function prepareCase(question: Case): PreparedModel {
  const { proposal, opset, id } = question;
  if (!proposal.graph) return prepareModel(question);
  const call = callOf(proposal);
  const { graph: nodes, values } = graphOfCall(call, opset);
  const named = (isConstant: boolean): ReadonlyMap<string, Tensor> =>
    new Map([...values].filter((_, i) => (proposal.inputs[i]!.form === 'initializer') === isConstant));
  const graph = { ...nodes, initializers: named(true) };
  const inputs = named(false);
  const run = expectRun(graph, inputs);
  const model = modelOfCase(question, run.expected);
  const about = { ...describeCase(question), dataClass: proposal.dataClass, size: sizeOf(call.inputs) };
  return prepareGraph({ id, bytes: encodeModel(model), model, graph, inputs }, about, run);
}
