import { expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { type Fault, faults } from '../../../oracles/judge/fault.ts';
import { tensor } from '../../../oracles/numerics/tensor.ts';
import { findOperator, versionAt } from '../../../oracles/operators.ts';

const least = 2 ** -149;
const leastNormal = 2 ** -126;

/** The fault of an answer to a full reduction of float32. */
function faultOf(name: string, data: number[], got: number): Fault | undefined {
  const operator = findOperator(name)!;
  const input = tensor('float32', [data.length], Float32Array.from(data));
  const attributes = { keepdims: { type: 'INT', value: 0 } } as const;
  const expected = operator.expect(versionAt(operator, 18), { attributes, inputs: [input, undefined] });
  return compare(expected, [tensor('float32', [], Float32Array.of(got))]).mismatch?.fault;
}

it.each([
  ['ReduceSum', [1, 2, 4], 7, undefined],
  ['ReduceSum', [1, 2, 4], 6, 'value'],
  ['ReduceSum', [1, 2, 4], Number.NaN, 'value'],
  // a term of 2^-23 next to 1 is lost: less than 4 ulp, and yet no matter of accuracy
  ['ReduceSum', [1, 2 ** -23], 1, 'value'],
  ['ReduceSum', [1, -1], -0, 'zero-sign'],
  ['ReduceSum', [1, Number.NaN], 1, 'special'],
  ['ReduceSum', [3e38, 3e38], 3.4028234663852886e38, 'special'],
  ['ReduceSum', [least, least], 0, 'subnormal'],
  ['ReduceMax', [leastNormal / 2, -1], 0, 'subnormal'],
  ['ReduceSumSquare', [2 ** -70, 2 ** -70], 0, 'subnormal'],
  ['ReduceL2', [3, 4], 5.0000014, 'accuracy'],
  ['ReduceL2', [3, 4], 5.1, 'value'],
  ['ReduceLogSum', [1.0000001192092896, 0], 1.5e-7, 'accuracy'],
  ['ReduceLogSum', [0, 0], 0, 'special'],
  ['ReduceMean', [], 1, undefined],
  ['ReduceSum', [], 1, 'value'],
] as const)('%s of %j gives %d: %s', (name, data, got, fault) => {
  expect(faultOf(name, [...data], got)).toBe(fault);
});

it('is reported for the gravest element', () => {
  const operator = findOperator('ReduceSum')!;
  const input = tensor('float32', [2, 2], Float32Array.of(1, -1, 1, 1));
  const attributes = { keepdims: { type: 'INT', value: 0 } } as const;
  const axes = tensor('int64', [1], BigInt64Array.of(1n));
  const expected = operator.expect(versionAt(operator, 18), { attributes, inputs: [input, axes] });
  const { mismatch, message } = compare(expected, [tensor('float32', [2], Float32Array.of(-0, 3))]);
  expect(mismatch).toMatchObject({ index: [1], fault: 'value' });
  expect(message).toMatch(/^2 of 2 elements wrong; at \[1\] got 3/);
});

it('is of integers what does not fit, or is not an integer', () => {
  const ask = (name: string, data: number[], got: number) => {
    const operator = findOperator(name)!;
    const input = tensor('int32', [data.length], Int32Array.from(data));
    const call = { attributes: { keepdims: { type: 'INT', value: 0 } }, inputs: [input, undefined] } as const;
    const expected = operator.expect(versionAt(operator, 18), call);
    return compare(expected, [tensor('int32', [], Int32Array.of(got))]).mismatch?.fault;
  };
  expect(ask('ReduceSum', [2 ** 31 - 1, 1], 5)).toBe('integer-overflow');
  expect(ask('ReduceSum', [1, 2], 4)).toBe('value');
  expect(ask('ReduceMean', [1, 1, 2], 7)).toBe('value');
});

it('has a level and a text each', () => {
  for (const { level, text } of Object.values(faults)) expect([level, text].every(Boolean)).toBe(true);
});
