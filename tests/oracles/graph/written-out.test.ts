import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectGraph } from '../../../oracles/graph/expect.ts';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { elementCount, scalarsOf } from '../../../oracles/numerics/tensor.ts';
import { type FloatName, tensorOf } from '../call.ts';
import { graphOf, type Line } from './graphs.ts';

/** Formulas node by node, as exporters write them; each begins with values that are rounded. */
const chains: Readonly<Record<string, readonly Line[]>> = {
  LayerNormalization: [
    ['h = Sin x'],
    ['mean = ReduceMean h lastAxis'],
    ['d = Sub h mean'],
    ['dd = Pow d two'],
    ['v = ReduceMean dd lastAxis'],
    ['ve = Add v eps'],
    ['s = Sqrt ve'],
    ['n = Div d s'],
    ['g = Mul n scale'],
    ['y = Add g shift'],
  ],
  RMSNormalization: [
    ['h = Sin x'],
    ['hh = Pow h two'],
    ['v = ReduceMean hh lastAxis'],
    ['ve = Add v eps'],
    ['s = Sqrt ve'],
    ['i = Reciprocal s'],
    ['n = Mul h i'],
    ['y = Mul n scale'],
  ],
  'L2 normalization': [
    ['h = Sin x'],
    ['a = Abs h'],
    ['p = Pow a two'],
    ['t = ReduceSum p'],
    ['r = Pow t half'],
    ['y = Div h r'],
  ],
  'inverse root': [
    ['h = Sin x'],
    ['hh = Mul h h'],
    ['v = ReduceMean hh lastAxis'],
    ['e = Add v eps'],
    ['y = Pow e minusHalf'],
  ],
  Softmax: [
    ['h = Sin x'],
    ['most = ReduceMax h lastAxis'],
    ['d = Sub h most'],
    ['e = Exp d'],
    ['t = ReduceSum e lastAxis'],
    ['y = Div e t'],
  ],
  'Gelu by Erf': [
    ['h = Sin x'],
    ['q = Div h root2'],
    ['e = Erf q'],
    ['o = Add e one'],
    ['m = Mul h o'],
    ['y = Mul m half'],
  ],
  'Gelu by Tanh': [
    ['h = Sin x'],
    ['c = Pow h three'],
    ['k = Mul c cubic'],
    ['s = Add h k'],
    ['z = Mul s rootTwoOverPi'],
    ['t = Tanh z'],
    ['o = Add t one'],
    ['m = Mul h o'],
    ['y = Mul m half'],
  ],
  Softplus: [['h = Sin x'], ['e = Exp h'], ['o = Add e one'], ['y = Log o']],
  Mish: [['h = Sin x'], ['e = Exp h'], ['o = Add e one'], ['s = Log o'], ['t = Tanh s'], ['y = Mul h t']],
  spectrogram: [['h = Sin x'], ['p = Pow h two'], ['o = Add p eps'], ['y = Log o']],
  'square of a difference': [['h = Sin x'], ['d = Sub h itself'], ['p = Pow d two'], ['o = Add p one'], ['y = Sqrt o']],
  'inverse square': [['h = Sin x'], ['p = Pow h minusTwo'], ['y = Add p one']],
};

const constants = {
  ...{ one: 1, two: 2, three: 3, half: 0.5, minusHalf: -0.5, minusTwo: -2, eps: 1e-2 },
  ...{ root2: Math.SQRT2, cubic: 0.044715, rootTwoOverPi: Math.sqrt(2 / Math.PI) },
};
const size = 4;

/** What may stand in what a chain gives. */
function evaluated(dtype: FloatName, lines: readonly Line[], xs: readonly number[]) {
  const row = (values: readonly number[]) => tensorOf(dtype, values);
  const graph = graphOf(lines, {
    ...Object.fromEntries(Object.entries(constants).map(([name, x]) => [name, tensorOf(dtype, [x], [])])),
    lastAxis: tensorOf('int64', [-1n]),
    itself: row(xs.map(Math.sin)),
    scale: row([1.5, -0.7, 2, 1]),
    shift: row([0.3, 3, 5, -4]),
  });
  const inputs = new Map([['x', row(xs)]]);
  const [output] = expectGraph(graph, inputs);
  return output!;
}

describe.each<readonly [FloatName, number]>([
  ['float32', 0.01],
  ['float16', 0.15],
])('of %s', (dtype, part) => {
  it.each(Object.entries(chains))(`%s: neither NaN nor an answer off by ${100 * part} % stands`, (_, lines) => {
    // far enough from each other that their mean does not cancel
    const places = Array.from({ length: size }, (_, i) => 0.2 + 0.35 * i);
    const ordinary = fc.tuple(...places.map((x) => fc.double({ min: x, max: x + 0.15, noNaN: true })));
    fc.assert(
      fc.property(ordinary, (xs) => {
        const output = evaluated(dtype, lines, xs);
        const best = referenceTensor(output);
        for (let i = 0; i < elementCount(output.dims); i++) {
          const x = scalarsOf(best)(i) as number;
          const stands = (got: number) => output.accept(i).judge(roundDouble(got, formatOf(dtype))).accepted;
          expect(stands(x)).toBe(true);
          expect(stands(Number.NaN), `NaN for ${x}`).toBe(false);
          const off = part * Math.max(0.3, Math.abs(x));
          expect([x - off, x + off].filter(stands), `beside ${x}`).toEqual([]);
        }
      }),
      { numRuns: 5 },
    );
  });
});
