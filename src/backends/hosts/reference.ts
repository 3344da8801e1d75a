/** Serves the oracle itself: the true values, rounded once. A backend that passes everything, and a living example. */

import { expectGraphValues } from '../../../oracles/graph/expect.ts';
import { referenceValue } from '../../../oracles/judge/reference-tensor.ts';
import { NotJudged } from '../../../oracles/spec/bad-input.ts';
import { readGraph } from '../../../vectors/onnx/graph.ts';
import { decodeModel } from '../../../vectors/onnx/model.ts';
import { packageInfo } from '../../package-info.ts';
import { Unsupported } from '../adapter.ts';
import { serve } from '../host.ts';

serve({
  name: 'reference',
  version: packageInfo().version,
  info: { arithmetic: 'exact, rounded once' },
  values: true,
  prepare(bytes) {
    const model = decodeModel(bytes, 'the model');
    const graph = readGraph(model);
    if ('unknown' in graph) throw new Unsupported(graph.unknown);
    return {
      run(inputs) {
        try {
          return expectGraphValues(graph, inputs).map(referenceValue);
        } catch (error) {
          throw error instanceof NotJudged ? new Unsupported(error.message) : error;
        }
      },
    };
  },
});
