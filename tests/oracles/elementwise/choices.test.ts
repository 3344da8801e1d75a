import { describe, expect, it } from 'vitest';
import type { Tensor } from '../../../oracles/numerics/tensor.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import { tensorOf } from '../call.ts';

const { NaN: nan, POSITIVE_INFINITY: infinity } = Number;
const most = 3.4028234663852886e38;

/** What an operator accepts of the first element of its first output. */
function accepting(
  name: string,
  inputs: readonly (Tensor | undefined)[],
  opset = newestOpset,
  attributes: Attributes = {},
) {
  const operator = findOperator(name)!;
  const [output] = operator.expect(versionAt(operator, opset), { attributes, inputs });
  return (answer: number) => {
    const verdict = output!.accept(0).judge(answer);
    return verdict.accepted && verdict.observations.map(({ policy, choice }) => `${policy}: ${choice}`);
  };
}

const one = (x: number) => tensorOf('float32', [x]);
const scalar = (x: number) => tensorOf('float32', [x], []);

describe('NaN in formulas of maxima and minima', () => {
  it.each([
    ['Clip', [one(nan), scalar(-2), scalar(5)], -2],
    ['Clip', [one(3), scalar(nan), scalar(5)], 3],
    ['HardSigmoid', [one(nan)], 1],
    ['Relu', [one(nan)], 0],
    ['Celu', [one(nan)], 0],
  ] as const)('%s may pass over it', (name, inputs, passedOver) => {
    const accepted = accepting(name, inputs);
    expect(accepted(nan)).toEqual(['nan-in-extremum: propagates']);
    expect(accepted(passedOver)).toEqual(['nan-in-extremum: ignored']);
    expect(accepted(7)).toBe(false);
  });
});

it('an infinity that becomes NaN on the way may be passed over as well', () => {
  const accepted = accepting('HardSigmoid', [one(-infinity)], newestOpset, { alpha: { type: 'FLOAT', value: 0 } });
  expect(accepted(nan)).toEqual(['nan-in-extremum: propagates']);
  expect(accepted(1)).toEqual(['nan-in-extremum: ignored']);
  expect(accepted(0)).toBe(false);
  // without NaN there is no choice
  expect(accepting('HardSigmoid', [one(-infinity)])(0)).toEqual([]);
});

it.each([6, 11, 13])(
  'Clip of NaN at opset %i may end at the least number of the type where that is the lower bound',
  (opset) => {
    const attributes = opset === 6 ? { max: { type: 'FLOAT', value: 5 } as const } : {};
    const accepted = accepting('Clip', opset === 6 ? [one(nan)] : [one(nan), undefined, scalar(5)], opset, attributes);
    expect(accepted(-most)).not.toBe(false);
    expect(accepted(nan)).not.toBe(false);
    expect(accepted(0)).toBe(false);
  },
);

it('Clip before version 13 may have the upper bound first, where NaN ends then', () => {
  const inputs = [one(nan), scalar(-2), scalar(5)];
  expect(accepting('Clip', inputs, 12)(5)).toEqual(['nan-in-extremum: ignored']);
  expect(accepting('Clip', inputs, 13)(5)).toBe(false);
});

describe('orders and types that no sentence names', () => {
  it('Gelu overflows where 0.5 is its last factor', () => {
    const accepted = accepting('Gelu', [one(most)]);
    expect(accepted(most)).toEqual(['intermediate-range: finite']);
    expect(accepted(infinity)).toEqual(['intermediate-range: overflows']);
    expect(accepted(most / 2)).toBe(false);
  });

  it('Gelu has its constants in float32 in the form that cancels, too', () => {
    const accepted = accepting('Gelu', [tensorOf('float64', [-4])], newestOpset, {
      approximate: { type: 'STRING', value: 'tanh' },
    });
    const z = Math.sqrt(Math.fround(0.63661977236)) * (-4 + Math.fround(0.044715) * -64);
    expect(accepted(0.5 * -4 * (1 + Math.tanh(z)))).toEqual(['formula-constants: float32', 'cancelled-digits: lost']);
    expect(accepted(-0.00007024597479965422)).toEqual(['formula-constants: float32', 'cancelled-digits: lost']);
    expect(accepted(-0.00007024597)).toBe(false);
  });

  it('HardSwish tells of its constants only where none of its forms gives the answer with the others', () => {
    const at = (x: number) => accepting('HardSwish', [tensorOf('float64', [x])]);
    expect(at(4)(4)).toEqual([]);
    expect(at(2)(5 / 3)).toContain('formula-constants: as-written');
    expect(at(2)(2 * (2 * Math.fround(1 / 6) + 0.5))).toEqual(['formula-constants: float32']);
  });

  it('the scale of Dropout is computed in the type of the data, or of the ratio', () => {
    const ratio = Math.fround(0.1);
    const accepted = accepting('Dropout', [tensorOf('float64', [-5]), scalar(ratio), tensorOf('bool', [1], [])]);
    expect(accepted(-5 / (1 - ratio))).not.toBe(false);
    expect(accepted(-5 * Math.fround(1 / Math.fround(1 - ratio)))).not.toBe(false);
    expect(accepted(-5.5556)).toBe(false);
  });
});

it('Celu tells nothing of NaN where there is none, however inaccurate it is', () => {
  const operator = findOperator('Celu')!;
  const inputs = [tensorOf('float32', [nan, -1e-3])];
  const [output] = operator.expect(versionAt(operator, newestOpset), { attributes: {}, inputs });
  expect(output!.accept(1).judge(Math.fround(Math.fround(Math.exp(-1e-3)) - 1))).toMatchObject({
    observations: [{ policy: 'cancelled-digits', choice: 'lost' }],
  });
});

it.each(['LeakyRelu', 'PRelu'])('%s may hand on a number that it takes for zero where it compares', (name) => {
  const [x, slope] = [-(2 ** -149) * 3, -3e38];
  const accepted = accepting(name, name === 'PRelu' ? [one(x), one(slope)] : [one(x)], newestOpset, {});
  expect(accepted(x)).toEqual(['subnormal-numbers: flushed']);
  expect(accepted(-0)).not.toBe(false);
  expect(accepted(2 * x)).toBe(false);
});

describe('Clip without a bound', () => {
  it.each([
    ['float32', 11, [infinity, most], [1e38]],
    ['float32', 6, [most], [infinity]],
    ['float64', 6, [most, Number.MAX_VALUE], [infinity]],
    ['float16', 6, [infinity, 65504], [60000]],
  ] as const)('of %s at opset %i', (dtype, opset, admitted, others) => {
    const accepted = accepting('Clip', [tensorOf(dtype, [infinity])], opset);
    for (const answer of admitted) expect(accepted(answer)).not.toBe(false);
    for (const answer of others) expect(accepted(answer)).toBe(false);
  });

  it.each([
    [0, infinity, [infinity, most]],
    [infinity, nan, [nan, infinity, most]],
    [0, -infinity, [0]],
  ])('of %d with the lower bound %d', (x, low, admitted) => {
    const accepted = accepting('Clip', [one(x), scalar(low)]);
    for (const answer of [0, -most, most, infinity, nan])
      expect([answer, accepted(answer) !== false]).toEqual([answer, admitted.includes(answer)]);
  });
});

it('partial products beyond every double are numbers, and have functions', () => {
  const x = tensorOf('float64', [-Number.MAX_VALUE]);
  const accepted = accepting('Swish', [x], newestOpset, { alpha: { type: 'FLOAT', value: 1.75 } });
  expect(accepted(-0)).not.toBe(false);
  expect(accepted(-1e300)).toBe(false);
});

describe('infinities', () => {
  it('times zero are NaN, whatever came to that zero', () => {
    const accepted = accepting('HardSwish', [one(-infinity)]);
    expect([nan, -infinity, infinity].map((x) => accepted(x) !== false)).toEqual([true, false, false]);
  });

  it('as divisors of Mod leave the number, or that plus the divisor', () => {
    for (const [x, y, rest] of [
      [-2, -infinity, -2],
      [2, infinity, 2],
      [-2, infinity, infinity],
    ] as const) {
      const accepted = accepting('Mod', [one(x), one(y)]);
      expect(accepted(rest), `${x} by ${y}`).not.toBe(false);
      expect(accepted(nan), `${x} by ${y}`).toBe(false);
    }
  });

  it('plus NaN are NaN, also where subnormal numbers are flushed', () => {
    const accepted = accepting('Sum', [one(infinity), one(nan), one(2 ** -149)]);
    expect([nan, infinity].map((x) => accepted(x) !== false)).toEqual([true, false]);
  });
});

describe('numbers below the normal range', () => {
  const x = 2 ** -130;
  it.each(['Abs', 'Neg', 'Relu', 'LeakyRelu', 'Sinh'])('%s of one is it, or zero, and nothing between', (name) => {
    const sign = name === 'Neg' ? -1 : 1;
    const accepted = accepting(name, [one(x)]);
    expect(accepted(sign * x)).not.toBe(false);
    expect(accepted(sign * 0)).toEqual(['subnormal-numbers: flushed']);
    expect(accepted((sign * x) / 2)).toBe(false);
  });

  it('leave nothing else open where they may be zero', () => {
    const [output] = findOperator('Clip')!.expect(versionAt(findOperator('Clip')!, newestOpset), {
      attributes: {},
      inputs: [one(x), scalar(-1)],
    });
    const verdict = output!.accept(0).judge(7);
    const policies = verdict.accepted ? [] : [...verdict.allowed.matchAll(/([a-z-]+): /g)].map(([, name]) => name);
    expect(policies).toEqual(['subnormal-numbers']);
  });
});
