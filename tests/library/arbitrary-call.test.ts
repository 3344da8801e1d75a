import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCall, type NodeCall, node, type Tensor, tensor } from '../../src/index.ts';
import { reduceSum } from './kernels.ts';

const settings = { numRuns: 20, seed: 1 };

describe('legal calls', () => {
  it.each(['ReduceSum', 'Gather', 'MatMul', 'Pad', 'TopK', 'MaxPool', 'Cast'])(
    'of %s are answered by the oracle',
    (operator) => {
      const calls = fc.sample(arbitraryCall(operator), settings);
      for (const call of calls) expect(String(call.expected.judge(call.expected.best))).toMatch(/^pass/);
      expect(new Set(calls.map(String)).size).toBeGreaterThan(10);
    },
  );

  it('are confined to an opset and a dtype', () => {
    const [call] = fc.sample(arbitraryCall('ReduceSum', { opset: 12, dtype: 'int64' }), { numRuns: 1, seed: 3 });
    expect(call).toMatchObject({ operator: 'ReduceSum', version: 11, opset: 12, arguments: [{ dtype: 'int64' }] });
  });

  it('of what does not exist are refused', () => {
    expect(() => arbitraryCall('ReduceSumm')).toThrow("no operator matches 'ReduceSumm'");
    expect(() => arbitraryCall('ReduceSum', { dtype: 'bool' })).toThrow('no legal call of ReduceSum is left');
  });
});

describe('a wrong kernel is shrunk', () => {
  const isRight = (kernel: ReturnType<typeof reduceSum>) => (call: NodeCall) => {
    const output = kernel(call.arguments as readonly Tensor[], call.attributes, {
      ...call,
      outputs: ['y'],
      graphs: {},
    }) as Tensor;
    return call.expected.judge([output]).ok;
  };
  const calls = arbitraryCall('ReduceSum', { opset: 13, dtype: 'float32' });

  it('to one element or none, where the shape is wrong', () => {
    const { counterexample } = fc.check(fc.property(calls, isRight(reduceSum(false))), settings);
    const [smallest] = counterexample!;
    expect((smallest.arguments[0] as Tensor).data.length).toBeLessThan(2);
    expect(smallest.attributes).toEqual({ keepdims: 0 });
    expect(String(smallest)).toMatch(/^ReduceSum-13, opset 13\n {2}keepdims = 0\n {2}data: float32\[[\d,]*\]/);
  });

  it('and a right one is not', () => {
    fc.assert(fc.property(calls, isRight(reduceSum(true))), settings);
  });
});

describe('a node of ones own', () => {
  it('is a model', () => {
    const call = node('ReduceMax', { attributes: { keepdims: 0 }, inputs: [tensor('float32', [2], [Number.NaN, 2])] });
    expect(String(call.expected)).toBe('reduced: float32[]\n  NaN, or 2 if nan-in-extremum=ignored');
    expect(String(call)).toMatch(/^ReduceMax-20, opset \d+\n {2}keepdims = 0\n {2}data: float32\[2\] = NaN, 2/);
  });

  it('that is not legal is refused', () => {
    expect(() => node('Abs', { attributes: { axis: 1 } })).toThrow("Abs-13 has no attribute 'axis'");
    const x = tensor('float32', [4], [3, 1, 4, 1]);
    const k = tensor('int64', [1], [2n]);
    expect(node('Split', { inputs: [x], outputs: 2, attributes: { num_outputs: 2 } }).expected.outputs).toHaveLength(2);
    expect(() => node('TopK', { inputs: [x, k], outputs: 3 })).toThrow('takes an integer from 1 to 2, not 3');
    expect(() => node('Abs')).toThrow('X');
    expect(() => node('Nonsense')).toThrow('the oracle does not know Nonsense');
  });
});
