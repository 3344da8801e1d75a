/** Serves the oracle itself: the true values, rounded once. A backend that passes everything, and a living example. */
import { bestTensor } from '../../../oracles/acceptance/best.ts';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import { decodeModel } from '../../../vectors/model.ts';
import { packageInfo } from '../../package-info.ts';
import { Unsupported } from '../adapter.ts';
import { serve } from '../host.ts';

serve({
  name: 'reference',
  version: packageInfo().version,
  info: { arithmetic: 'exact, rounded once' },
  runTensors(bytes, inputs) {
    const model = decodeModel(bytes, 'the model');
    const [node, ...others] = model.nodes;
    if (!node || others.length > 0) throw new Unsupported(`models of ${model.nodes.length} nodes`);
    const operator = findOperator(node.opType, node.domain ?? '');
    if (!operator) throw new Unsupported(`the operator ${node.opType}`);
    const constants = new Map(model.initializers.map((initializer) => [initializer.name, initializer.tensor]));
    const call = {
      attributes: node.attributes,
      inputs: node.inputs.map((name) => (name === '' ? undefined : (inputs.get(name) ?? constants.get(name)))),
    };
    return operator.expect(versionAt(operator, model.opset), call).map(bestTensor);
  },
});
