/** Serves the oracle itself: the true values, rounded once. A backend that passes everything, and a living example. */
import { bestTensor } from '../../../oracles/acceptance/best.ts';
import { versionAt } from '../../../oracles/operators.ts';
import { callWith, readCall } from '../../../vectors/call.ts';
import { decodeModel } from '../../../vectors/model.ts';
import { packageInfo } from '../../package-info.ts';
import { Unsupported } from '../adapter.ts';
import { serve } from '../host.ts';

serve({
  name: 'reference',
  version: packageInfo().version,
  info: { arithmetic: 'exact, rounded once' },
  prepare(bytes) {
    const model = decodeModel(bytes, 'the model');
    const call = readCall(model);
    if (call.unknown !== undefined) throw new Unsupported(call.unknown);
    const version = versionAt(call.operator, model.opset);
    return {
      run: (inputs) => call.operator.expect(version, callWith(call, model, inputs)).map(bestTensor),
    };
  },
});
