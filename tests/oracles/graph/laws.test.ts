import fc from 'fast-check';
import { expect, it } from 'vitest';
import { machineIn } from '../../../oracles/arithmetic/machine.ts';
import { expectGraph } from '../../../oracles/graph/expect.ts';
import type { Graph } from '../../../oracles/graph/graph.ts';
import { valuesOfTensor } from '../../../oracles/judge/evaluations.ts';
import { type DType, type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { elementCount, type Tensor } from '../../../oracles/numerics/tensor.ts';
import { type InputValues, Node, values } from '../../../oracles/spec/node.ts';
import { tensorOf } from '../call.ts';
import { graphOf, int, to } from './graphs.ts';

/** Graphs over two vectors of float16, of all the ways in which nodes follow one another. */
const graphs: Readonly<Record<string, Graph>> = {
  'a sum of sums': graphOf([['s = Add x y'], ['r = ReduceSum s']]),
  'a value that is read twice': graphOf([['s = Sigmoid x'], ['t = Add s y'], ['r = Add t s']]),
  'a mean of what may cancel': graphOf([['s = Neg x'], ['t = Add s y'], ['r = ReduceMean t']]),
  'a norm in a wider type': graphOf([['w = Cast x', to('float32')], ['n = ReduceL2 w'], ['r = Cast n', to('float16')]]),
  'a norm in a narrower type': graphOf([['s = Add x y'], ['w = Cast s', to('bfloat16')], ['r = ReduceL1 w']]),
  'a choice by computed numbers': graphOf([['s = Add x y'], ['b = Cast s', to('bool')], ['r = Where b s x']]),
  'the place of a computed extreme': graphOf([['s = Sigmoid x'], ['t = Add s y'], ['r = ArgMax t']]),
  'an integer of a computed number': graphOf([['s = Add x y'], ['r = Cast s', to('int32')]]),
  'a logarithm of exponentials': graphOf([['s = Add x y'], ['r = ReduceLogSumExp s']]),
  'a product along an axis': graphOf([['s = Add x y'], ['r = ReduceProd s', int('keepdims', 0)]]),
};

/** How a machine evaluates a graph: in which format what is of a type, and whether it stores results between nodes. */
interface Machine {
  readonly format: (own: FloatFormat) => FloatFormat;
  readonly stores: boolean;
}
const wider = ({ bits }: FloatFormat) => formatOf(bits < 32 ? 'float32' : 'float64');
const machines: Readonly<Record<string, Machine>> = {
  'in the types, node by node': { format: (own) => own, stores: true },
  'in wider types, node by node': { format: wider, stores: true },
  'in wider types, fused': { format: wider, stores: false },
};

/** What a machine answers with; all numbers as doubles. */
function run({ nodes, initializers, outputs }: Graph, inputs: ReadonlyMap<string, Tensor>, machine: Machine) {
  const known = new Map<string, InputValues<number>>();
  for (const [name, tensor] of [...initializers, ...inputs]) known.set(name, valuesOfTensor(tensor, Number));
  const arithmeticOf = (dtype: DType) => {
    const format = formatOf(dtype);
    return machineIn(format.kind === 'float' ? machine.format(format) : formatOf('float64'));
  };
  for (const { operator, version, attributes, inputs: names, outputs: own } of nodes) {
    const node = new Node(
      version,
      attributes,
      names.map((name) => known.get(name)),
      own.length,
    );
    const { dtype } = operator.evaluate!(machineIn(formatOf('float64')), node)[0]!;
    const a = arithmeticOf(dtype);
    const inTypes = { ...a, in: (other: DType) => (formatOf(other).kind === 'float' ? arithmeticOf(other) : a) };
    const [result] = operator.evaluate!(inTypes, node);
    const format = formatOf(dtype);
    const rounds = format.kind === 'float' && (machine.stores || operator.family === 'cast');
    const store = (x: number) => (rounds ? roundDouble(x, format) : x);
    known.set(
      own[0]!,
      values(dtype, result!.dims, (i) => store(result!.at(i))),
    );
  }
  return outputs.map((name) => known.get(name)!);
}

const number = fc.oneof(
  fc.double({ min: -4, max: 4, noNaN: true }),
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom(0.5, 1e-7, -1e-5, 300, 60_000, -60_000),
);
const vector = fc.array(number, { minLength: 3, maxLength: 3 }).map((xs) => tensorOf('float16', xs));

/** What a machine answers, as tensors have it; where it has no integer, 0. */
function* answers(graph: Graph, inputs: ReadonlyMap<string, Tensor>, machine: Machine) {
  for (const [output, { dtype, dims, at }] of run(graph, inputs, machine).entries()) {
    const format = formatOf(dtype);
    for (let i = 0; i < elementCount(dims); i++) {
      const x = at(i);
      const answer = format.kind === 'float' ? roundDouble(x, format) : BigInt(Number.isInteger(x) ? x : 0);
      yield { output, dtype, dims, i, answer };
    }
  }
}

it.each(Object.entries(graphs))('what machines give is accepted: %s', (_, graph) => {
  fc.assert(
    fc.property(vector, vector, (x, y) => {
      const inputs = new Map(Object.entries({ x, y }));
      const expected = expectGraph(graph, inputs);
      for (const [name, machine] of Object.entries(machines)) {
        for (const { output, dtype, dims, i, answer } of answers(graph, inputs, machine)) {
          const want = expected[output]!;
          expect([want.dtype, want.dims]).toEqual([dtype, dims]);
          const verdict = want.accept(i).judge(answer);
          if (!verdict.accepted) throw new Error(`${answer}, ${name}, is refused: ${JSON.stringify(verdict)}`);
        }
      }
    }),
    { numRuns: 20 },
  );
});

it.each([
  [
    'where nothing rounds only the exact answer stands',
    [1, 2, 3],
    [4, 5, 6],
    [21, 21.015625, 20.984375],
    [true, false, false],
  ],
  [
    'where something rounds its neighbours do, and no others',
    [0.1, 2, 3],
    [4, 5, 6],
    [20.09375, 20.109375, 20.3],
    [true, true, false],
  ],
] as const)('%s', (_, x, y, got, stands) => {
  const inputs = new Map(Object.entries({ x: tensorOf('float16', x), y: tensorOf('float16', y) }));
  const [expected] = expectGraph(graphs['a sum of sums']!, inputs);
  const judged = got.map((answer) => expected!.accept(0).judge(roundDouble(answer, formatOf('float16'))).accepted);
  expect(judged).toEqual(stands);
});
