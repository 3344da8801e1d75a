import { describe, expect, it } from 'vitest';
import { expectGraph } from '../../../oracles/graph/expect.ts';
import type { Graph } from '../../../oracles/graph/graph.ts';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { tensorOf } from '../call.ts';
import { graphOf, int, to } from './graphs.ts';

const answer = (graph: Graph, inputs: Readonly<Record<string, Tensor>>) =>
  expectGraph(graph, new Map(Object.entries(inputs))).map(referenceTensor);
const x = tensorOf('float32', [1, 2, 3, 4, 5, 6], [2, 3]);

describe('a graph', () => {
  it('answers with any of its values, inputs and initializers among them, in the order of its outputs', () => {
    const y = tensorOf('float32', [10]);
    const graph = graphOf([['s = Add x y'], ['n = Neg s']], { y }, ['n', 's', 'x', 'y']);
    const sum = tensorOf('float32', [11, 12, 13, 14, 15, 16], [2, 3]);
    expect(answer(graph, { x })).toEqual([
      tensorOf(
        'float32',
        [...sum.data].map((z) => -Number(z)),
        [2, 3],
      ),
      sum,
      x,
      y,
    ]);
  });

  it('does not judge strings of numbers that are rounded, and does judge those of numbers that are moved', () => {
    const thirds = graphOf([['e = Exp x'], ['s = Cast e', to('string')]]);
    expect(() => answer(thirds, { x: tensorOf('float32', [1]) })).toThrow(NotJudged);
    const moved = graphOf([['n = Identity x'], ['s = Cast n', to('string')]]);
    expect(answer(moved, { x: tensorOf('float32', [1]) })[0]!.dims).toEqual([1]);
  });

  it.each([
    ['floats', [['e = Exp x'], ['n = NonZero e']]],
    ['truth values', [['e = Exp x'], ['b = Less e y'], ['n = NonZero b']]],
  ] as const)('does not judge shapes that follow from %s that are rounded', (_, nodes) => {
    const values = { x: tensorOf('float32', [1]), y: tensorOf('float32', [Math.fround(Math.E)]) };
    expect(() => answer(graphOf(nodes as never), values)).toThrow(NotJudged);
  });

  it('judges shapes that follow from integers which no rounding changes', () => {
    const graph = graphOf([['e = Exp x'], ['d = Shape e'], ['r = Expand x d']]);
    expect(answer(graph, { x: tensorOf('float32', [1, 2]) })).toEqual([tensorOf('float32', [1, 2])]);
  });

  it('takes the value that it is given in the place of an initializer', () => {
    const graph = graphOf([['s = Add x y']], { y: tensorOf('float32', [10]) });
    expect(answer(graph, { x: tensorOf('float32', [1]), y: tensorOf('float32', [2]) })).toEqual([
      tensorOf('float32', [3]),
    ]);
  });

  it('knows computed integers that say how to compute, and inputs that are left out', () => {
    const axes = tensorOf('float32', [1.5]);
    const graph = graphOf(
      [['i = Cast axes', to('int64')], ['r = ReduceSum x i', int('keepdims', 0)], ['t = ReduceSum r _']],
      {
        axes,
      },
      ['r', 't'],
    );
    expect(answer(graph, { x })).toEqual([tensorOf('float32', [6, 15]), tensorOf('float32', [21])]);
  });

  it('rounds where a cast is, and not in between where operations may be fused', () => {
    const big = tensorOf('float16', [2048, 1, 1]);
    const one = graphOf([['s = ReduceSum x'], ['r = Neg s']]);
    expect(answer(one, { x: big })).toEqual([tensorOf('float16', [-2050])]);
    const third = tensorOf('float32', [1 / 3]);
    const cast = graphOf([
      ['h = Cast x', to('float16')],
      ['r = Cast h', to('float32')],
    ]);
    const [expected] = expectGraph(cast, new Map([['x', third]]));
    expect(expected!.accept(0).judge(Math.fround(1 / 3)).accepted).toBe(false);
    expect(expected!.accept(0).judge(0.333251953125)).toMatchObject({ accepted: true, tier: 'exact' });
  });

  it.each([
    ["no node computes the value 'z'", graphOf([['r = Add x z']])],
    ["no node computes the value 'r'", graphOf([['s = Neg r'], ['r = Neg x']])],
    ["no node computes the value 'q'", graphOf([['r = Neg x']], {}, ['q'])],
    ['the input B is missing', graphOf([['r = Add x _']])],
    ['attribute axis is not declared', graphOf([['r = Neg x', int('axis', 1)]])],
  ])('is not legal: %s', (message, graph) => {
    expect(() => answer(graph, { x })).toThrow(BadInput);
    expect(() => answer(graph, { x })).toThrow(message);
  });
});

it('what a node gives by any choice that the text leaves may be what the next one reads', () => {
  // a softmax that is not shifted rounds to 0, of which the logarithm is -∞
  const scores = tensorOf('float32', [0, -8192]);
  const [expected] = expectGraph(graphOf([['l = LogSoftmax x'], ['r = Tan l']]), new Map([['x', scores]]));
  expect(expected!.accept(1).judge(Number.NaN).accepted).toBe(true);
});

it('what reads draws is of chance as well, and nothing else is', () => {
  const graph = graphOf([['u = RandomUniformLike x'], ['n = Neg u'], ['m = Neg x']], {}, ['u', 'n', 'm']);
  const outputs = expectGraph(graph, new Map([['x', x]]));
  expect(outputs.map(({ ofChance }) => ofChance ?? false)).toEqual([true, true, false]);
});

it('outputs that belong together are judged as such only where all of them are asked for', () => {
  const data = tensorOf('float32', [3, 1, 2]);
  const k = tensorOf('int64', [2]);
  const whole = graphOf([['v i = TopK x k', int('sorted', 0)]], { k });
  const both = expectGraph(whole, new Map([['x', data]]));
  const [alone] = expectGraph({ ...whole, outputs: ['i'] }, new Map([['x', data]]));
  expect(both.some(({ given }) => given !== undefined)).toBe(true);
  expect(alone!.given).toBeUndefined();
});
