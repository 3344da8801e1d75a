/** Serves the oracle itself: the true values, rounded once. A backend that passes everything, and a living example. */

import { expectGraphValues } from '../../../oracles/graph/expect.ts';
import { referenceValue } from '../../../oracles/judge/reference-tensor.ts';
import { readGraph } from '../../../vectors/onnx/graph.ts';
import { decodeModel } from '../../../vectors/onnx/model.ts';
import { packageInfo } from '../../package-info.ts';
import { Effort } from '../../run/trial/effort.ts';
import { type Adapter, type AdapterOptions, answered, Unsupported } from '../adapter.ts';
import { serve } from '../host.ts';

/** Seconds of processor time for a run, where nothing else is wanted: more than a case of the suite may take, by the clock. */
const usualSeconds = 20;

/** The option that sets them. */
const option = '--backend-option limit';

/** @throws Error for what it does not know */
function limitIn({ limit = String(usualSeconds), ...others }: AdapterOptions): number {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Error(`it takes no option but limit, and ${unknown} was given`);
  if (Number(limit) > 0) return Number(limit);
  throw new Error(`limit takes seconds above 0, not '${limit}'`);
}

const reference = (limit: number): Adapter => ({
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
        const effort = new Effort('reference', graph, { limit, option });
        return answered(() => effort.during(() => expectGraphValues(graph, inputs, effort.watch).map(referenceValue)));
      },
    };
  },
});

serve((options) => reference(limitIn(options)));
