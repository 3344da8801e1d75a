/** Serves the oracle itself: the exact values, rounded once. It passes everything, and is an example of a backend. */

import { expectGraphValues } from '../../../oracles/graph/expect.ts';
import { referenceValue } from '../../../oracles/judge/reference-tensor.ts';
import { copyOf } from '../../../oracles/numerics/tensor.ts';
import { mapTensors } from '../../../oracles/numerics/value.ts';
import { readGraph } from '../../../vectors/onnx/graph.ts';
import { inlined } from '../../../vectors/onnx/inline.ts';
import { decodeModel } from '../../../vectors/onnx/model.ts';
import { packageInfo } from '../../package-info.ts';
import { Effort } from '../../run/trial/effort.ts';
import { type Adapter, type AdapterOptions, oracleAnswer, Unsupported } from '../adapter.ts';
import { serve } from '../host.ts';

/** The default limit of processor time for a run, in seconds: longer than the time limit of a case. */
const usualSeconds = 20;

/** The option that sets the limit. */
const option = '--backend-option limit';

/** @throws Error for an unknown option or an invalid limit */
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
    const read = (model: Uint8Array) => readGraph(decodeModel(model, 'the model'));
    const called = read(bytes);
    // the functions of a model are unknown until their nodes replace the calls
    const graph = 'unknown' in called ? read(inlined(bytes, new Map(), 'the model')) : called;
    if ('unknown' in graph) throw new Unsupported(graph.unknown);
    return {
      run(inputs, outputs) {
        const asked = { ...graph, outputs };
        // the buffers have other data in the next run, and the oracle keeps what it knows of a tensor
        const own = new Map([...inputs].map(([name, value]) => [name, mapTensors(value, copyOf)]));
        const effort = new Effort('reference', asked, { limit, option });
        return oracleAnswer(() => effort.during(() => expectGraphValues(asked, own, effort.watch).map(referenceValue)));
      },
    };
  },
});

serve((options) => reference(limitIn(options)));
