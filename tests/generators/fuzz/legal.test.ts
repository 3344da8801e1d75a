import { describe, expect, it } from 'vitest';
import { expectedOutputs, isLegal } from '../../../generators/fuzz/validate.ts';
import { expectGraph } from '../../../oracles/graph/expect.ts';
import type { Graph } from '../../../oracles/graph/graph.ts';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import { tensorOutputs } from '../../../oracles/spec/expect-values.ts';
import { tensorOf } from '../../oracles/call.ts';
import { graphOf, int } from '../../oracles/graph/graphs.ts';

const asked = (name: string, opset: number, inputs: readonly (Tensor | undefined)[], attributes: Attributes = {}) => {
  const operator = findOperator(name)!;
  return expectedOutputs(operator, versionAt(operator, opset), { attributes, inputs, outputs: 1 });
};
const floats = (dims: readonly number[], ...values: number[]) => tensorOf('float32', values, dims);
const two = floats([2], 1, 2);
const one = floats([], 1);

describe('not judged are', () => {
  it.each([
    [
      'integers divided by zero, of which nothing comes',
      'Mod',
      13,
      [tensorOf('int32', []), tensorOf('int32', [0n])],
      {},
    ],
    ['channels without dimensions', 'InstanceNormalization', 6, [floats([1, 2], 1, 2), two, two], {}],
    [
      'one dimension before version 9 speaks of it',
      'BatchNormalization',
      7,
      [two, floats([1], 1), floats([1], 1), floats([1], 1), floats([1], 1)],
      {},
    ],
    ['no channels', 'GroupNormalization', 21, [floats([1, 0, 2]), floats([0]), floats([0])], int('num_groups', 1)],
    ['rows without elements', 'LayerNormalization', 17, [floats([2, 0]), floats([0])], {}],
    ['zero points of int32', 'DequantizeLinear', 19, [tensorOf('int32', [1n]), one, tensorOf('int32', [1n], [])], {}],
    [
      'dimensions beyond what is counted in, of nothing',
      'ConstantOfShape',
      9,
      [tensorOf('int64', [0n, 2n ** 62n])],
      {},
    ],
    [
      'ranks of thousands of elements, each found by comparing all',
      'TopK',
      10,
      [floats([3000], ...Array.from({ length: 3000 }, (_, i) => i)), tensorOf('int64', [2999n])],
      {},
    ],
    [
      'a count of integers that float32, in which the body divides, does not tell',
      'Range',
      11,
      [0n, 2n ** 25n + 1n, 2n ** 24n].map((x) => tensorOf('int64', [x], [])),
      {},
    ],
    ['a convolution of no channels', 'CausalConvWithState', newestOpset, [floats([1, 0, 2]), floats([0, 1, 1])], {}],
    ['the mean of no losses', 'NegativeLogLikelihoodLoss', 13, [floats([0, 1]), tensorOf('int64', [])], {}],
    ['quantized numbers of float32', 'QuantizeLinear', 21, [two, one], int('output_dtype', 1)],
  ] as const)('%s', (_, name, opset, inputs, attributes) => {
    expect(() => asked(name, opset, inputs, attributes)).toThrow(BadInput);
  });
});

describe('a graph', () => {
  const isJudged = (graph: Graph, x: Tensor) => isLegal({ opset: 18, graph, runs: [new Map([['x', x]])] });

  it('is judged unless a node reads what depends on an open choice', () => {
    const mean = graphOf([['m = ReduceMean x'], ['n = Neg m']]);
    expect(isJudged(mean, tensorOf('int64', [2n, 4n]))).toBe(true);
    expect(isJudged(mean, tensorOf('int64', [2n ** 62n, 2n ** 62n, 4n]))).toBe(false);
    const scale = graphOf([['y s z = DynamicQuantizeLinear x'], ['n = Neg s']]);
    expect(isJudged(scale, floats([2], 0, 0))).toBe(false);
    expect(isJudged(graphOf([['y s z = DynamicQuantizeLinear x']]), floats([2], 0, 0))).toBe(true);
  });

  it('is not judged where rounded values come in an order that is left open', () => {
    const sorted = (flag: number) => () =>
      expectGraph(
        graphOf([['a = Asinh x'], ['v i = TopK a k', int('sorted', flag)]], { k: tensorOf('int64', [2n]) }),
        new Map([['x', floats([3], -0.5, 0, 0)]]),
      );
    expect(sorted(1)).not.toThrow();
    expect(sorted(0)).toThrow(NotJudged);
  });

  it('has bounds next to a pole up to the nearest number of any type', () => {
    const graph = graphOf([['s = Sigmoid x'], ['a = Atanh s']]);
    const [out] = expectGraph(graph, new Map([['x', tensorOf('float16', [7.3])]]));
    // atanh of the float16 next to 1, and of what a fused evaluation in float32 has
    for (const value of [4.16015625, 3.650390625]) expect(out!.accept(0).judge(value).accepted).toBe(true);
  });
});

it('bounds that are crossed may be applied in either order where the text has no formula', () => {
  const accepted = (opset: number, got: number) =>
    tensorOutputs(asked('Clip', opset, [two, floats([], 3), floats([], 1)]))[0]!
      .accept(0)
      .judge(got).accepted;
  expect([1, 2, 3].map((got) => accepted(12, got))).toEqual([true, false, true]);
  expect([1, 2, 3].map((got) => accepted(13, got))).toEqual([true, false, false]);
});
