import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { machineIn } from '../../../oracles/arithmetic/machine.ts';
import { compare } from '../../../oracles/judge/comparator.ts';
import { nodeOf } from '../../../oracles/judge/evaluations.ts';
import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import type { Attributes, Call } from '../../../oracles/spec/declaration.ts';
import { type FloatName, tensorOf } from '../call.ts';

/** What an operator says about a row: whether an answer stands, and what evaluations that it admits give on plain machines. */
function ofRow(name: string, dtype: FloatName, xs: readonly number[]) {
  const operator = findOperator(name)!;
  const version = versionAt(operator, newestOpset);
  const isRow = name.endsWith('oftmax') || name === 'LayerNormalization';
  const dims = isRow ? [1, xs.length] : [1, 1, xs.length];
  const parameters = name.endsWith('oftmax')
    ? []
    : [
        tensorOf(dtype, Array(isRow ? xs.length : 1).fill(1), [isRow ? xs.length : 1]),
        ...(isRow ? [] : [tensorOf(dtype, [0], [1])]),
      ];
  const attributes: Attributes = name === 'GroupNormalization' ? { num_groups: { type: 'INT', value: 1 } } : {};
  const call: Call = { attributes, inputs: [tensorOf(dtype, xs, dims), ...parameters] };
  const expected = operator.expect(version, call);
  const format = formatOf(dtype) as FloatFormat;
  return {
    judge: (answer: readonly number[]) =>
      compare(expected, [
        tensorOf(
          dtype,
          answer.map((x) => roundDouble(x, format)),
          dims,
        ),
      ]),
    machines: () =>
      operator.otherEvaluations!(version, call).map((evaluate) => {
        const [y] = evaluate(machineIn(format), nodeOf(version, call, 1, Number));
        return xs.map((_, i) => roundDouble(y!.at(i), format));
      }),
  };
}

/** Answers of machines that an operator accuses. */
function accused(name: string, dtype: FloatName, xs: readonly number[]) {
  const { judge, machines } = ofRow(name, dtype, xs);
  const answers = new Map(machines().map((answer) => [String(answer), answer]));
  return [...answers.values()].flatMap((answer) => judge(answer).message ?? []);
}

it.each(['LayerNormalization', 'InstanceNormalization', 'GroupNormalization'])(
  '%s has one variance, which may be lost',
  (name) => {
    const { judge } = ofRow(name, 'float32', [40000, 40001, 40002, 40003]);
    const by = (...variances: number[]) =>
      judge([-1.5, -0.5, 0.5, 1.5].map((x, i) => x / Math.sqrt(variances[i % variances.length]! + 1e-5)));
    const answers = [by(1.25), by(0), by(1, 2), by(0, 1.25)];
    expect(answers.map(({ accepted }) => accepted)).toEqual([true, true, false, false]);
    expect(answers[1]!.observations).toEqual([{ policy: 'variance-formula', choice: 'of-squares' }]);
    expect(judge([-1.34, -0.45, 0.45, 474]).message).toContain('values that agree with the rest of the row');
  },
);

describe('what machines give stands', () => {
  it.each([
    ['LayerNormalization', 'float32', 12],
    ['GroupNormalization', 'float32', 12],
    ['InstanceNormalization', 'float16', 3],
  ] as const)('%s of %s far from 0, in one pass too', (name, dtype, exponent) => {
    const rows = fc.tuple(
      fc.integer({ min: 0, max: 3 }),
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 6 }),
    );
    const check = ([more, steps]: [number, number[]]) => {
      const xs = steps.map((step) => 2 ** (exponent + more) + step);
      expect(accused(name, dtype, xs)).toEqual([]);
    };
    fc.assert(fc.property(rows, check), { numRuns: 4 });
  });

  it.each([
    ['Softmax', 'float32', 1],
    ['Softmax', 'float16', 8],
    ['LogSoftmax', 'float32', 1],
    ['LogSoftmax', 'float16', 8],
  ] as const)('%s of %s beyond its range, without a shift too', (name, dtype, divisor) => {
    const rows = fc.array(fc.integer({ min: -125, max: 125 }), { minLength: 2, maxLength: 5 });
    const check = (steps: number[]) => {
      const xs = steps.map((step) => step / divisor);
      expect(accused(name, dtype, xs)).toEqual([]);
    };
    fc.assert(fc.property(rows, check), { numRuns: 6 });
  });
});

it('exponentials that are not shifted have one sum', () => {
  const { judge } = ofRow('Softmax', 'float32', [-100, -101, -100, -101]);
  const accepted = (answer: readonly number[]) => judge(answer).accepted;
  const half = [0.7310586, 0.2689414];
  const quanta = [-100, -101].map((x) => Math.round(Math.exp(x) * 2 ** 149));
  const rough = quanta.map((x) => x / (2 * (quanta[0]! + quanta[1]!)));
  const infinite = [Infinity, Infinity];
  expect(
    [
      [...rough, ...rough],
      [...infinite, ...infinite],
      [...half, ...half],
      [...rough, ...infinite],
    ].map(accepted),
  ).toEqual([true, true, false, false]);
  const logarithms = ofRow('LogSoftmax', 'float32', [-100, -101, -100, -101]);
  const shifted = (by: number, other: number) =>
    logarithms.judge([-100 - by, -101 - by, -100 - other, -101 - other]).accepted;
  expect([shifted(-99, -99), shifted(-98.95, -98.95), shifted(-99, -98.7), shifted(-98.7, -99)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('overflows of one sum show everywhere', () => {
  const judged = (answer: readonly number[]) => ofRow('LogSoftmax', 'float32', [100, 101, 0]).judge(answer).accepted;
  expect(
    [
      [-1.3132617, -0.3132617, -101.313261],
      [-Infinity, -Infinity, -Infinity],
      [-1.3132617, -0.3132617, -Infinity],
      [-Infinity, -0.3132617, -101.313261],
    ].map(judged),
  ).toEqual([true, true, false, false]);
});
