import type { GraphNode } from '../../oracles/graph/graph.ts';
import type { Shaped, Value, ValueOf } from '../../oracles/numerics/value.ts';
import { isConvertible, nodesFromTensors, nodesToTensors } from '../../oracles/operators/sequence/in-tensors.ts';
import { findOperator, versionAt } from '../../oracles/operators.ts';
import type { WrittenNode } from '../../oracles/spec/declaration.ts';
import type { ExpectedValue } from '../../oracles/spec/operator.ts';
import type { ModelRun } from './encode.ts';

/** A run with its expected outputs. */
export interface ExpectedModelRun extends ModelRun {
  readonly outputs: readonly ExpectedValue[];
}

/** Returns whether an opset has nodes that convert between tensors and all of some values. */
export const arePassable = (values: readonly ValueOf<Shaped>[], opset: number): boolean =>
  values.every((value) => isConvertible<Shaped>(value, opset));

/** Returns the same run for a model whose inputs and outputs are tensors; nodes in it create and take apart all other values. */
export function inTensors(run: ModelRun, outputs: readonly ExpectedValue[]): ExpectedModelRun {
  const { graph, values, runtimeInputs, opset } = run;
  const into = Array.from(values, ([name, value]) => nodesFromTensors(name, value));
  const outOf = outputs.map((value, i) => nodesToTensors(graph.outputs[i]!, value));
  const tensors = outOf.flatMap((passage) => passage.tensors);
  const called = ({ opType, ...node }: WrittenNode): GraphNode => {
    const operator = findOperator(opType)!;
    return { ...node, operator, version: versionAt(operator, opset) };
  };
  const given = (all: ReadonlyMap<string, Value>) =>
    new Map(Array.from(all, ([name, value]) => nodesFromTensors(name, value).tensors).flat());
  return {
    ...run,
    graph: {
      nodes: [
        ...into.flatMap(({ nodes }) => nodes.map(called)),
        ...graph.nodes,
        ...outOf.flatMap(({ nodes }) => nodes.map(called)),
      ],
      initializers: new Map([...graph.initializers, ...outOf.flatMap(({ constants }) => constants)]),
      outputs: tensors.map(([name]) => name),
    },
    values: given(values),
    ...(runtimeInputs && { runtimeInputs: given(runtimeInputs) }),
    outputs: tensors.map(([, tensor]) => tensor),
  };
}
