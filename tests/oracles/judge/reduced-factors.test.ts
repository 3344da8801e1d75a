import { describe, expect, it } from 'vitest';
import { Random } from '../../../generators/cases/random.ts';
import { machineIn } from '../../../oracles/arithmetic/machine.ts';
import { expectGraph } from '../../../oracles/graph/expect.ts';
import { compare } from '../../../oracles/judge/comparator.ts';
import { nodeOf } from '../../../oracles/judge/evaluations.ts';
import { type DType, formatOf } from '../../../oracles/numerics/dtype.ts';
import * as d from '../../../oracles/numerics/dyadic.ts';
import { elementCount, type Tensor, tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import { tensorOf } from '../call.ts';
import { graphOf } from '../graph/graphs.ts';

type Rounding = (x: number) => number;

/** To nearest, or toward zero. */
const roundingTo =
  (bits: number, direction: 'nearest' | 'down'): Rounding =>
  (x) =>
    Math.sign(x) * d.toNumber(d.roundToBits(d.fromNumber(Math.abs(x)), bits, direction));

const random = new Random(1);
/** Of one sign: errors of truncated factors add up. */
const numbers = (...dims: number[]): Tensor =>
  tensorOf(
    'float32',
    Array.from({ length: elementCount(dims) }, () => random.unit() + 0.5),
    dims,
  );

/** A kernel in float32 that rounds factors, and what is accepted of its operator. */
function answered(name: string, inputs: readonly Tensor[], attributes: Attributes = {}) {
  const operator = findOperator(name)!;
  const version = versionAt(operator, newestOpset);
  const expected = operator.expect(version, { attributes, inputs });
  const node = nodeOf(version, { attributes, inputs }, 1, Number);
  const by = (factor: Rounding) =>
    operator.evaluate!({ ...machineIn(formatOf('float32')), factor }, node).map(({ dims, at }) =>
      tensorOfScalars('float32', dims, (i) => at(i)),
    );
  return { expected, by };
}

const equation: Attributes = { equation: { type: 'STRING', value: 'ij,jk,kl->il' } };
const alpha: Attributes = { alpha: { type: 'FLOAT', value: 1.3 } };

describe.each([
  ['MatMul', [numbers(3, 40), numbers(40, 3)], {}],
  ['Gemm', [numbers(3, 40), numbers(40, 3), numbers(3)], alpha],
  ['Einsum', [numbers(3, 9), numbers(9, 9), numbers(9, 3)], equation],
  ['Conv', [numbers(1, 3, 6, 6), numbers(2, 3, 3, 3), numbers(2)], {}],
  ['ConvTranspose', [numbers(1, 3, 4, 4), numbers(3, 2, 3, 3), numbers(2)], {}],
] as const)('%s', (name, inputs, attributes) => {
  const { expected, by } = answered(name, inputs, attributes);
  const tiersOf = (outputs: readonly Tensor[]) =>
    (['native', 'tf32', 'bfloat16'] as const).map((loosest) => compare(expected, outputs, loosest).tier ?? 'none');
  const judged = (outputs: readonly Tensor[]) =>
    (['native', 'tf32', 'bfloat16'] as const).map((loosest) => compare(expected, outputs, loosest).accepted);

  it.each(['nearest', 'down'] as const)(
    'with factors of tf32, rounded %s, stands where that is allowed',
    (direction) => {
      const outputs = by(roundingTo(11, direction));
      expect(judged(outputs)).toEqual([false, true, true]);
      expect(tiersOf(outputs).slice(1)).toEqual(['tf32', 'tf32']);
    },
  );

  it('with truncated factors of bfloat16 does not stand where tf32 is allowed', () => {
    expect(judged(by(roundingTo(8, 'down')))).toEqual([false, false, true]);
  });

  it('with factors of fewer bits, or with a term too many, does not stand', () => {
    expect(judged(by(roundingTo(5, 'down')))).toEqual([false, false, false]);
    const more = by((x) => x).map((y) => ({ ...y, data: (y.data as Float32Array).map((z) => z * 1.05) }));
    expect(judged(more)).toEqual([false, false, false]);
  });

  it('in float32 is labelled as ever', () => {
    const tiers = tiersOf(by((x) => x));
    expect(new Set(tiers).size).toBe(1);
    expect(['exact', 'faithful', 'wide', 'native']).toContain(tiers[0]);
  });
});

it('has one answer where all factors have 11 bits, and nothing is rounded in other types', () => {
  const [a, b] = [tensorOf('float32', [2047, 3], [1, 2]), tensorOf('float32', [5, 2046], [2, 1])];
  const { expected } = answered('MatMul', [a, b]);
  const off = [tensorOf('float32', [2047 * 5 + 3 * 2046 + 1], [1, 1])];
  expect(compare(expected, off, 'tf32').accepted).toBe(false);
  const third = tensorOf('float64', [1 / 3], [1, 1]);
  const doubles = findOperator('MatMul')!;
  const square = doubles.expect(versionAt(doubles, newestOpset), { attributes: {}, inputs: [third, third] });
  expect(compare(square, [tensorOf('float64', [0.1111], [1, 1])], 'bfloat16').accepted).toBe(false);
});

it('holds in graphs, whose nodes read what the nodes before them may give', () => {
  const [x, y] = [numbers(2, 8), numbers(8, 8)];
  const graph = graphOf([['p = MatMul x y'], ['q = Relu p'], ['r = MatMul q y']]);
  const expected = expectGraph(graph, new Map(Object.entries({ x, y })));
  const round = roundingTo(11, 'down');
  const first = answered('MatMul', [x, y]).by(round)[0]!;
  const relu = { ...first, data: (first.data as Float32Array).map((z) => Math.max(z, 0)) };
  const outputs = answered('MatMul', [relu, y]).by(round);
  expect((['native', 'tf32'] as const).map((tier) => compare(expected, outputs, tier).accepted)).toEqual([false, true]);
});

it.each([
  ['Abs', [tensorOf('float32', [1e-40])], 5e-41],
  ['Relu', [tensorOf('float32', [1e-40])], 5e-41],
  ['DeformConv', deformed('float32'), 2],
  ['DeformConv', deformed('float16'), 2],
] as const)('admits of %s nothing between two choices', (name, inputs, between) => {
  const operator = findOperator(name)!;
  const expected = operator.expect(versionAt(operator, newestOpset), { attributes: {}, inputs });
  const [{ dtype, dims }] = expected as [(typeof expected)[0]];
  expect(compare(expected, [tensorOf(dtype, [between], dims)], 'bfloat16').accepted).toBe(false);
});

/** One element, read half a step before it: half of it, or 0. */
function deformed(dtype: DType): readonly Tensor[] {
  const one = [1, 1, 1, 1];
  return [tensorOf(dtype, [8], one), tensorOf(dtype, [1], one), tensorOf(dtype, [-0.5, 0], [1, 2, 1, 1])];
}
