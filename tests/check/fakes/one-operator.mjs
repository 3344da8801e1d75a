// Knows the operator that is named by FAKE_OPERATOR alone, in graphs of any number of such nodes. It is right on it, but for the
// fault that FAKE_FAULT names: data of rank 5 and more, or axes that count from the end.
// What that needs is loaded only then: most of its processes end before.
import { decodeModel } from '../../../dist/bundled/parts/vectors/onnx/model.js';

const { FAKE_OPERATOR: known, FAKE_FAULT: fault } = process.env;

export default {
  name: 'one-operator',
  version: '1.0',
  info: { provider: 'none', accumulator: 'exact' },
  prepare(bytes) {
    const { opset, nodes, initializers } = decodeModel(bytes, 'the model');
    for (const { opType } of nodes) {
      if (opType !== known) throw Object.assign(new Error(`no ${opType} here`), { name: 'Unsupported' });
    }
    return {
      async run(inputs, outputs) {
        const { referenceTensor } = await import('../../../dist/bundled/parts/oracles/judge/reference-tensor.js');
        const { findOperator, versionAt } = await import('../../../dist/bundled/parts/oracles/operators.js');
        const values = new Map([...initializers.map(({ name, tensor }) => [name, tensor]), ...inputs]);
        for (const {
          attributes,
          inputs: names,
          outputs: [output],
        } of nodes) {
          const missing = names.find((name) => name !== '' && !values.has(name));
          if (missing) throw new Error(`nothing gives ${missing}`);
          const operator = findOperator(known);
          const call = { attributes, inputs: names.map((name) => values.get(name)) };
          const [data, axes] = call.inputs;
          if (fault === 'rank 5' && data.dims.length >= 5) call.inputs[0] = { ...data, data: data.data.fill(0) };
          const positions = [...(axes?.data ?? []), ...Object.values(attributes).flatMap(({ value }) => value)];
          if (fault === 'negative axes' && positions.some((axis) => axis < 0)) throw new Error('axis out of range');
          values.set(output, referenceTensor(operator.expect(versionAt(operator, opset), call)[0]));
        }
        return outputs.map((name) => values.get(name));
      },
    };
  },
};
