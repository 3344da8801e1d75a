/** Serves the oracle itself: the true values, rounded once. A backend that passes everything, and a living example. */
import { createRequire } from 'node:module';
import type { Scalar } from '../../../oracles/acceptance/acceptance.ts';
import { type DType, formatOf } from '../../../oracles/numerics/dtype.ts';
import { encode16, isHeldAsBits } from '../../../oracles/numerics/rounding.ts';
import { allocate, elementCount, type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import type { ExpectedOutput } from '../../../oracles/operator.ts';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import { decodeModel } from '../../../vectors/model.ts';
import { Unsupported } from '../adapter.ts';
import { serve } from '../host.ts';

const { version } = createRequire(import.meta.url)('../../../../package.json') as { version: string };

serve({
  name: 'reference',
  version,
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
    return operator.expect(versionAt(operator, model.opset), call).map(best);
  },
});

/** The oracle's own answer as a tensor. */
function best(expected: ExpectedOutput): Tensor {
  const { dtype, dims } = expected;
  const length = elementCount(dims);
  const data = allocate(dtype as DType, length);
  const store = storing(dtype);
  for (let i = 0; i < length; i++) (data as unknown as (number | bigint)[])[i] = store(expected.accept(i).best);
  return tensor<DType>(dtype, dims, data);
}

function storing(dtype: DType): (x: Scalar) => number | bigint {
  const format = formatOf(dtype);
  if (isHeldAsBits(dtype)) return (x) => encode16(Number(x), formatOf(dtype));
  return format.bits === 64 && format.kind === 'integer' ? (x) => x : Number;
}
