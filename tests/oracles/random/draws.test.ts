import { describe, expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import type { DType } from '../../../oracles/numerics/dtype.ts';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { drawsOf, normalDrawsOf } from '../../../oracles/operators/random/draws.ts';
import { isImprobable } from '../../../oracles/operators/random/improbable.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import { sampled } from '../../sample.ts';
import { tensorOf } from '../call.ts';

const float = (value: number) => ({ type: 'FLOAT', value }) as const;
const int = (value: number) => ({ type: 'INT', value }) as const;
const shape = (...value: number[]) => ({ shape: { type: 'INTS', value } }) as const;

function expected(name: string, attributes: Attributes, inputs: readonly Tensor[] = []) {
  const operator = findOperator(name)!;
  return operator.expect(versionAt(operator, newestOpset), { attributes, inputs });
}

/** Whether numbers may be the output of a node. */
function accepts(
  name: string,
  attributes: Attributes,
  inputs: readonly Tensor[],
  number: (i: number) => NumericScalar,
): boolean {
  const wanted = expected(name, attributes, inputs);
  const [{ dtype, dims }] = wanted as [(typeof wanted)[0]];
  const count = dims.reduce((product, size) => product * size, 1);
  return compare(wanted, [
    tensorOf(
      dtype,
      Array.from({ length: count }, (_, i) => number(i)),
      dims,
    ),
  ]).accepted;
}

const n = 10_000;
/** Draws of other seeds than the oracle's own, which accounts for no seed at all. */
const seeds = [2, 3, 5, 7, 11, 13, 17, 19];

describe('uniform draws', () => {
  const own = { ...shape(100, 100), low: float(-2), high: float(6) };
  const uniform = (number: (i: number) => number) => accepts('RandomUniform', own, [], number);

  it.each(sampled(seeds, 2))('of any seed are accepted: %i', (seed) => {
    const u = drawsOf(seed);
    expect(uniform((i) => -2 + 8 * u(i))).toBe(true);
  });

  it('are between the bounds, which may be reached', () => {
    const few = (...xs: number[]) =>
      accepts('RandomUniform', { ...shape(xs.length), low: float(-2), high: float(6) }, [], (i) => xs[i]!);
    expect(few(-2, 6, 0)).toBe(true);
    expect(few(-2.0001, 6, 0)).toBe(false);
    expect(few(-2, 6.0001, 0)).toBe(false);
    expect(few(-2, Number.NaN, 0)).toBe(false);
  });

  it('are not all equal, of another mean, variance or form, or one after the other', () => {
    const u = drawsOf(2);
    expect(uniform(() => 1.5)).toBe(false);
    expect(uniform((i) => -2 + 7 * u(i))).toBe(false);
    expect(uniform((i) => 2 + 3.6 * (2 * u(i) - 1))).toBe(false);
    expect(uniform((i) => -2 + 8 * u(i) ** 1.3)).toBe(false);
    expect(uniform((i) => -2 + (8 * (i + 0.5)) / n)).toBe(false);
    expect(uniform((i) => -2 + 8 * u(i - (i % 2)))).toBe(false);
    expect(uniform((i) => -2 + 8 * u(i % 100))).toBe(false);
  });

  it('are constant between equal bounds', () => {
    const equal = { ...shape(3), low: float(2), high: float(2) };
    expect(accepts('RandomUniform', equal, [], () => 2)).toBe(true);
    expect(accepts('RandomUniform', equal, [], () => 2.5)).toBe(false);
  });

  it('are not judged between bounds in the other order', () => {
    expect(() => expected('RandomUniform', { ...shape(3), low: float(2), high: float(1) })[0]!.accept(0)).toThrow(
      'in decreasing order',
    );
  });
});

describe('normal draws', () => {
  const own = { ...shape(n), mean: float(3), scale: float(2) };
  const normal = (number: (i: number) => number, attributes: Attributes = own) =>
    accepts('RandomNormal', attributes, [], number);

  it.each(sampled(seeds, 2))('of any seed are accepted, in all types: %i', (seed) => {
    const z = normalDrawsOf(drawsOf(seed));
    for (const code of [1, 10, 11, 16]) expect(normal((i) => 3 + 2 * z(i), { ...own, dtype: int(code) })).toBe(true);
  });

  it('are not of another mean or deviation, nor beyond nine deviations', () => {
    const z = normalDrawsOf(drawsOf(2));
    expect(normal((i) => 2 + 3 * z(i))).toBe(false);
    expect(normal((i) => 3.25 + 2 * z(i))).toBe(false);
    expect(normal((i) => 3 + Math.SQRT2 * z(i))).toBe(false);
    expect(normal((i) => 3 + 2.15 * z(i))).toBe(false);
    expect(normal((i) => 3 + 2 * Math.abs(z(i)))).toBe(false);
    expect(normal((i) => (i === 5 ? 22 : 3 + 2 * z(i)))).toBe(false);
  });
});

describe('Bernoulli', () => {
  const bernoulli = (p: readonly number[], number: (i: number) => bigint) =>
    accepts('Bernoulli', { dtype: int(9) }, [tensorOf('float32', p)], number);

  it('has 0 and 1 where nothing else can be', () => {
    expect(bernoulli([0, 1, 0.5], (i) => [0n, 1n, 0n][i]!)).toBe(true);
    expect(bernoulli([0, 1, 0.5], (i) => [0n, 1n, 1n][i]!)).toBe(true);
    expect(bernoulli([0, 1, 0.5], (i) => [1n, 1n, 0n][i]!)).toBe(false);
    expect(bernoulli([0, 1, 0.5], (i) => [0n, 0n, 0n][i]!)).toBe(false);
  });

  it.each(sampled(seeds, 2))('has each probability, and not its complement: %i', (seed) => {
    const p = Array.from({ length: 2000 }, (_, i) => [0.25, 0.875][i % 2]!);
    const u = drawsOf(seed);
    expect(bernoulli(p, (i) => (u(i) < p[i]! ? 1n : 0n))).toBe(true);
    expect(bernoulli(p, (i) => (u(i) > p[i]! ? 1n : 0n))).toBe(false);
    expect(bernoulli(p, (i) => (u(i) < p[1 - (i % 2)]! ? 1n : 0n))).toBe(false);
  });

  it('takes probabilities alone', () => {
    expect(() => bernoulli([1.5], () => 1n)).toThrow('1.5 is not a probability');
  });
});

describe('Multinomial', () => {
  const multinomial = (rows: readonly number[], dims: readonly number[], size: number, number: (i: number) => bigint) =>
    accepts('Multinomial', { sample_size: int(size) }, [tensorOf('float32', rows, dims)], number);

  it('draws places in a row, none of which is impossible', () => {
    const never = Number.NEGATIVE_INFINITY;
    expect(multinomial([0, never, 3], [1, 3], 2, (i) => [0n, 2n][i]!)).toBe(true);
    expect(multinomial([0, never, 3], [1, 3], 2, (i) => [0n, 1n][i]!)).toBe(false);
    expect(multinomial([0, never, 3], [1, 3], 2, (i) => [0n, 3n][i]!)).toBe(false);
    expect(multinomial([0, never, 3], [1, 3], 2, (i) => [0n, -1n][i]!)).toBe(false);
  });

  it.each(sampled(seeds, 2))('draws each as often as its logarithm says: %i', (seed) => {
    // exp(0), exp(1), exp(2) of their sum: 0.09, 0.245, 0.665
    const u = drawsOf(seed);
    const place = (x: number, ...bounds: number[]) => BigInt(bounds.filter((bound) => x >= bound).length);
    expect(multinomial([0, 1, 2], [1, 3], n, (i) => place(u(i), 0.09003, 0.33476))).toBe(true);
    expect(multinomial([0, 1, 2], [1, 3], n, (i) => place(u(i), 0, 1 / 3))).toBe(false);
    expect(multinomial([0, 1, 2], [1, 3], n, (i) => place(u(i), 0.143, 0.429))).toBe(false);
    expect(multinomial([0, 0], [1, 2], n, (i) => BigInt(i % 2))).toBe(false);
  });
});

it('the bound of Hoeffding is that of exact probabilities where all hit', () => {
  // 2^-49 = 1.8e-15, 2^-50 = 8.9e-16
  expect(isImprobable(49, 49, 0.5)).toBe(false);
  expect(isImprobable(50, 50, 0.5)).toBe(true);
  expect(isImprobable(0, 50, 0.5)).toBe(true);
  expect(isImprobable(1, 3, 0)).toBe(true);
  expect(isImprobable(0, 3, 0)).toBe(false);
});

it.each<[string, Attributes, readonly [DType, readonly number[], readonly number[]][]]>([
  ['RandomNormal', shape(0, 3), []],
  ['RandomUniformLike', {}, [['float16', [1, 2], [2, 1]]]],
  ['RandomNormalLike', { dtype: int(1) }, [['int32', [1], []]]],
])('the oracle itself draws of %s what it accepts', (name, attributes, inputs) => {
  const wanted = expected(
    name,
    attributes,
    inputs.map(([dtype, data, dims]) => tensorOf(dtype, data, dims)),
  );
  expect(compare(wanted, wanted.map(referenceTensor)).accepted).toBe(true);
});
