import { expectGraphValues } from '../../../oracles/graph/expect.ts';
import { firstAtFault } from '../../../oracles/graph/fault.ts';
import type { Graph } from '../../../oracles/graph/graph.ts';
import { outputNamesOf } from '../../../oracles/graph/resolve.ts';
import { areTensors, type Value } from '../../../oracles/numerics/value.ts';
import { infoOf } from '../../../vectors/onnx/encode.ts';
import { encodeModel, type ModelSpec } from '../../../vectors/onnx/model.ts';
import { encodeValues } from '../../../vectors/onnx/value-proto.ts';
import type { Answer, RunRequest } from '../../backends/backend.ts';
import { decodeValues } from './decode-values.ts';
import { Effort, unlessLimited } from './effort.ts';

/** A question that finds the node at fault when the outputs of a graph are wrong. */
export interface FaultQuestion {
  readonly request: RunRequest;
  /** Describes the result of the answer in a few words. */
  readonly describe: (answer: Answer) => string;
}

/** Returns the question for a model: the same model, with all values between its nodes as outputs. */
export function faultQuestion(
  model: ModelSpec,
  graph: Graph,
  given: ReadonlyMap<string, Value>,
  effort = new Effort('', graph, { limit: Number.POSITIVE_INFINITY }),
): FaultQuestion {
  const names = graph.nodes.flatMap(outputNamesOf);
  const expected = expectGraphValues({ ...graph, outputs: names }, given);
  const outputs = names.map((name, i) => infoOf(name, [expected[i]!]));
  return {
    request: {
      model: encodeModel({ ...model, outputs }),
      inputs: encodeValues(given),
      outputs: names,
      ...(!areTensors(expected) && { hasValues: true }),
    },
    describe(answer) {
      const read = answer.kind === 'outputs' && decodeValues(names, answer.outputs);
      if (!read || !read.ok) return 'the wrong node is not known: the backend did not return intermediate values';
      const computed = names.map((name, i) => [name, read.value[i]!] as const);
      const values = new Map<string, Value>([...graph.initializers, ...given, ...computed]);
      const fault = unlessLimited(
        () => effort.during(() => firstAtFault(graph, values, effort.watch)),
        (why) => why,
      );
      if (typeof fault === 'string') return `the wrong node is not known: ${fault}`;
      if (!fault) return 'when asked for the values between its nodes, the backend computes each node rightly';
      const place = graph.nodes.indexOf(fault.node) + 1;
      return `the first node at fault is ${fault.node.operator.name}, ${place} of ${graph.nodes.length}: ${fault.message}`;
    },
  };
}
