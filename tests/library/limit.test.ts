import { test, expect as they } from 'vitest';
import { expect, judge, node, tensor } from '../../src/index.ts';
import { encodeModel } from '../../vectors/onnx/model.ts';

const x = tensor(
  'float32',
  [200, 200],
  Float32Array.from({ length: 4e4 }, (_, i) => Math.sin(i)),
);

test('the oracle ends at a limit of time, says where, and judges what it has seen', () => {
  const squared = (input: string, output: string) => {
    return { opType: 'MatMul', attributes: {}, inputs: [input, input], outputs: [output] };
  };
  const twice = encodeModel({
    name: 'powers',
    opset: 13,
    nodes: [squared('x', 'y'), squared('y', 'z')],
    inputs: [{ name: 'x', dtype: 'float32', dims: [200, 200] }],
    outputs: [{ name: 'z', dtype: 'float32', dims: [200, 200] }],
    initializers: [],
  });
  const message = they.stringMatching(/^the limit of 0.2 s of processor time was reached at node 1 of 2, MatMul/);
  they(() => expect(twice, { x }, { limit: 0.2 })).toThrow(they.objectContaining({ name: 'BadInput', message }));
  const { model, inputs } = node('MatMul', { opset: 13, inputs: [x, x] });
  const verdict = judge(model, inputs, [x], { limit: 0.2 });
  they(verdict.result.unjudged).toMatch(/^\d+ of 40000 elements: the limit of 0.2 s/);
  they(() => expect(model, inputs, { limits: 1 } as never)).toThrow("unknown option 'limits'");
});
