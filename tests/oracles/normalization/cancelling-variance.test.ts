import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import { type FloatName, tensorOf } from '../call.ts';

const groups: Attributes = { num_groups: { type: 'INT', value: 1 } };
const operators = [
  ['LayerNormalization', {}],
  ['InstanceNormalization', {}],
  ['GroupNormalization', groups],
  ['MeanVarianceNormalization', {}],
] as const;

/** What may stand in the elements of a row that is normalized, in an answer whose other elements are given where `row` is. */
function normalized(
  name: string,
  attributes: Attributes,
  dtype: FloatName,
  xs: readonly number[],
  row?: readonly number[],
) {
  const operator = findOperator(name)!;
  const of = (values: readonly number[], dims: readonly number[]) => tensorOf(dtype, values, dims);
  const inputs =
    name === 'LayerNormalization'
      ? [of(xs, [1, xs.length]), of(Array(xs.length).fill(1), [xs.length])]
      : [of(xs, [1, 1, 2, xs.length / 2]), of([1], [1]), of([0], [1])].slice(0, name.startsWith('Mean') ? 1 : 3);
  const [output] = operator.expect(versionAt(operator, newestOpset), { attributes, inputs, outputs: 1 });
  const accept = row ? output!.given!([of(row, output!.dims)]) : output!.accept;
  return (index: number, got: number) => accept(index).judge(got);
}

/** By the mean of squares less the squared mean, which is not negative, each step rounded. */
function inOnePass(dtype: FloatName, xs: readonly number[], epsilon: number): readonly number[] {
  const r = (x: number) => roundDouble(x, formatOf(dtype));
  const meanOf = (values: readonly number[]) => r(values.reduce((sum, x) => r(sum + x), 0) / values.length);
  const mean = meanOf(xs);
  const variance = Math.max(0, r(meanOf(xs.map((x) => r(x * x))) - r(mean * mean)));
  const inverse = r(1 / r(Math.sqrt(r(variance + r(epsilon)))));
  return xs.map((x) => r(r(x - mean) * inverse));
}

/** By the mean of the squared deviations, each step rounded. */
function inTwoPasses(dtype: FloatName, xs: readonly number[], epsilon: number): readonly number[] {
  const r = (x: number) => roundDouble(x, formatOf(dtype));
  const meanOf = (values: readonly number[]) => r(values.reduce((sum, x) => r(sum + x), 0) / values.length);
  const mean = meanOf(xs);
  const deviations = xs.map((x) => r(x - mean));
  const inverse = r(1 / r(Math.sqrt(r(meanOf(deviations.map((x) => r(x * x))) + r(epsilon)))));
  return deviations.map((deviation) => r(deviation * inverse));
}

describe.each(operators)('%s', (name, attributes) => {
  it('of 40000 to 40003 is a number, and what one pass loses is reported', () => {
    const row = [40000, 40001, 40002, 40003];
    const judge = normalized(name, attributes, 'float32', row);
    const accepted = (got: number) => judge(0, got).accepted;
    expect([Number.NaN, Infinity, -Infinity, 1, 0].map(accepted)).toEqual([false, false, false, false, false]);
    expect(judge(0, -3)).toMatchObject({ observations: [{ policy: 'variance-formula', choice: 'of-squares' }] });
    expect(row.map((_, i) => judge(i, Math.fround((i - 1.5) / Math.sqrt(1.25))).accepted)).toContain(true);
  });

  it.each([
    ['float16', 300],
    ['float32', 3e22],
  ] as const)('in %s is itself or all shift where squares leave the range, and nothing between', (dtype, size) => {
    const judge = normalized(name, attributes, dtype, [size, -size, size / 1.5, -size / 1.5]);
    const accepted = (got: number) => judge(0, got).accepted;
    expect(
      [1.1766968, 0.5, -1.1766968, Number.NaN, Infinity].map((x) => accepted(roundDouble(x, formatOf(dtype)))),
    ).toEqual([true, false, false, false, false]);
    // layers and groups are computed in float32, which holds the squares of float16
    const isHeld = dtype === 'float16' && /^(Layer|Group)/.test(name);
    const overflows = { accepted: true, observations: [{ policy: 'intermediate-range', choice: 'overflows' }] };
    expect(judge(0, 0)).toMatchObject(isHeld ? { accepted: false } : overflows);
  });

  it('is not itself in one half and shift in the other, where squares leave the range', () => {
    const far = [3e19, -3e19, 1e19, 2e19].map(Math.fround);
    const own = [0.98787834, -1.6464639, 0.10976426, 0.5488213].map(Math.fround);
    // what is shifted by nothing keeps the sign of its deviation
    const shift = /^(Layer|Mean)/.test(name) ? [0, -0, 0, 0] : [0, 0, 0, 0];
    const accepted = (answer: readonly number[]) => {
      const judge = normalized(name, attributes, 'float32', far, answer);
      return answer.every((got, i) => judge(i, got).accepted);
    };
    expect([own, shift, [...own.slice(0, 2), ...shift.slice(2)]].map(accepted)).toEqual([true, true, false]);
  });

  it.each([
    ['float16', [60000, 60000, 30000, -10000]],
    ['float32', [3e38, 3e38, 1e38, -1e38]],
  ] as const)('in %s is itself or NaN where its sum leaves the range', (dtype, row) => {
    const judge = normalized(name, attributes, dtype, row);
    const accepted = (got: number) => judge(3, got).accepted;
    expect([-0.5, -3, 0.5, Infinity, -Infinity].map((got) => accepted(roundDouble(got, formatOf(dtype))))).toEqual(
      Array(5).fill(false),
    );
  });

  it('may be NaN where a step of a running mean leaves the range', () => {
    const judge = normalized(name, attributes, 'float32', [-2.8e38, 2.6e38, -2.8e38, 2.6e38].map(Math.fround));
    expect([Number.NaN, -1, 1, -0.5].map((got) => judge(0, got).accepted)).toEqual([true, true, false, false]);
  });

  it.each([
    ['float16', 64],
    ['bfloat16', 16],
  ] as const)('in %s of a row far from 0 is neither 0 nor of the other sign, in whatever form', (dtype, count) => {
    const row = Array.from({ length: count }, (_, i) => 8 + ((i * 37) % 97) / 24.25);
    const judge = normalized(name, attributes, dtype, row);
    expect([0, 1.5].map((got) => judge(0, got).accepted)).toEqual([false, false]);
  });

  it('in float16 of many elements far from 0 has one mean, and is not negated, turned or all alike', () => {
    const row = Array.from({ length: 192 }, (_, i) => 8 + ((i * 37) % 97) / 24.25);
    const right = inTwoPasses('float16', row, name.startsWith('Mean') ? 0 : 1e-5);
    const isAccepted = (answers: readonly number[]) => {
      const judge = normalized(name, attributes, 'float16', row, answers);
      return answers.every((got, i) => judge(i, got).accepted);
    };
    // layers and groups are computed in float32
    if (!/^(Layer|Group)/.test(name)) expect(isAccepted(right)).toBe(true);
    const wrong = [right.map((y) => -y), [...right.slice(1), right[0]!], row.map(() => 0), row, row.map(() => NaN)];
    expect(wrong.map(isAccepted)).toEqual([false, false, false, false, false]);
  });

  it('in float16 is a number where a sum of squares leaves the range', () => {
    const row = Array.from({ length: 64 }, (_, i) => 36 + ((i * 17) % 64) / 8);
    const judge = normalized(name, attributes, 'float16', row);
    expect([Number.NaN, Infinity, -Infinity].map((got) => judge(0, got).accepted)).toEqual([false, false, false]);
  });

  if (name !== 'MeanVarianceNormalization') {
    it('in one pass, never below 0, stands', () => {
      const far = fc.tuple(
        fc.integer({ min: 0, max: 4000 }),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 4 }),
      );
      fc.assert(
        fc.property(far, ([offset, steps]) => {
          const row = steps.map((step) => offset + step);
          const judge = normalized(name, attributes, 'float32', row);
          const answers = inOnePass('float32', row, 1e-5);
          expect(answers.filter((got, i) => !judge(i, got).accepted)).toEqual([]);
        }),
        { numRuns: 20 },
      );
    });
  }
});
