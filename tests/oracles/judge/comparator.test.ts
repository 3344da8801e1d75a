import { describe, expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { tensor } from '../../../oracles/numerics/tensor.ts';
import { reduce, tensorOf } from '../call.ts';

const sum = reduce('ReduceSum', tensorOf('float32', [1, 2, 3, 4], [2, 2]), { axes: [1] }); // [[3], [7]]
const right = tensorOf('float32', [3, 7], [2, 1]);
const scalar = reduce('ReduceSum', tensorOf('float32', [1, 2]), { keepdims: 0 });
const empty = reduce('ReduceSum', tensorOf('float32', [], [0, 2]), { axes: [1] });

describe('what is wrong before any value is looked at', () => {
  it.each([
    ['a missing output', [sum], [], '0 outputs where the model has 1'],
    ['an extra output', [sum], [right, right], '2 outputs where the model has 1'],
    ['a missing second output', [sum, sum], [right], '1 outputs where the model has 2'],
    ['a wider type', [sum], [tensorOf('float64', [3, 7], [2, 1])], 'output 0 has dtype float64 instead of float32'],
    [
      'the bits of another type',
      [sum],
      [tensor('int32', [2, 1], new Int32Array((right.data as Float32Array).buffer))],
      'dtype int32',
    ],
    ['integers for floats', [sum], [tensorOf('int64', [3, 7], [2, 1])], 'dtype int64'],
    ['bfloat16 for float16', [scalar], [tensorOf('bfloat16', [3], [])], 'dtype bfloat16'],
    ['a lost dimension', [sum], [tensorOf('float32', [3, 7], [2])], 'shape [2] instead of [2,1]'],
    ['a transposed shape', [sum], [tensorOf('float32', [3, 7], [1, 2])], 'shape [1,2] instead of [2,1]'],
    ['[1] for rank 0', [scalar], [tensorOf('float32', [3], [1])], 'shape [1] instead of []'],
    ['rank 0 for [1]', [reduce('ReduceSum', tensorOf('float32', [3]))], [tensorOf('float32', [3], [])], 'shape []'],
    ['something for nothing', [empty], [tensorOf('float32', [0], [1, 1])], 'shape [1,1] instead of [0,1]'],
    ['nothing for something', [sum], [tensorOf('float32', [], [0, 1])], 'shape [0,1] instead of [2,1]'],
    ['another nothing', [empty], [tensorOf('float32', [], [1, 0])], 'shape [1,0] instead of [0,1]'],
    ['a second output of the wrong type', [sum, sum], [right, tensorOf('int32', [3, 7], [2, 1])], 'output 1 has dtype'],
  ])('%s', (_, expected, got, message) => {
    const verdict = compare(expected, got);
    expect(verdict).toMatchObject({ accepted: false, errorOverBound: 0, vacuous: 0, observations: [] });
    expect(verdict.message).toContain(message);
    expect(verdict.mismatch).toBeUndefined();
  });

  it('floats where integers are expected', () => {
    const integers = reduce('ReduceSum', tensorOf('int32', [1, 2]), { keepdims: 0 });
    expect(compare([integers], [tensorOf('float32', [3], [])]).message).toBe(
      'output 0 has dtype float32 instead of int32',
    );
  });
});

describe('the report of a mismatch', () => {
  it('names the first wrong element and counts the others', () => {
    const data = tensorOf('float32', Array(24).fill(1), [2, 3, 4]);
    const answer = tensorOf('float32', [4, 4, 4, 4, 5, Number.NaN], [2, 3, 1]);
    const verdict = compare([reduce('ReduceSum', data, { axes: [2] })], [answer]);
    expect(verdict.mismatch).toMatchObject({ output: 0, index: [1, 1, 0], got: '5', exact: '4' });
    expect(verdict.message).toBe(
      '2 of 6 elements wrong; at [1,1,0] got 5, exact 4, allowed exactly 4: no order of evaluation rounds',
    );
  });

  it('speaks of an only element', () => {
    const verdict = compare([scalar], [tensorOf('float32', [4], [])]);
    expect(verdict).toMatchObject({ problem: 'value' });
    expect(verdict.message).toMatch(/^the only element wrong; at \[\] got 4, exact 3, /);
  });

  it.each([
    ['outputs', []],
    ['dtype', [tensorOf('int32', [3, 7], [2])]],
    ['shape', [tensorOf('float32', [4, 8], [2])]],
    ['value', [tensorOf('float32', [4, 8], [2, 1])]],
    [undefined, [right]],
  ])('says that it is the %s', (problem, got) => {
    expect(compare([sum], got).problem).toBe(problem);
  });

  it('keeps the sign of zero', () => {
    const verdict = compare([reduce('ReduceSum', tensorOf('float32', [1, -1]))], [tensorOf('float32', [-0])]);
    expect(verdict.mismatch).toMatchObject({ index: [0], got: '-0', exact: '0' });
  });
});

describe('the summary over elements', () => {
  it('has the worst tier and ratio', () => {
    const data = tensorOf('float32', [2 ** 24, 1, 1, 1, 1, 1], [2, 3]);
    const expected = [reduce('ReduceSum', data, { axes: [1], keepdims: 0 })];
    expect(compare(expected, [tensorOf('float32', [2 ** 24, 3])])).toMatchObject({ accepted: true, tier: 'native' });
    expect(compare(expected, [tensorOf('float32', [2 ** 24, 3])]).errorOverBound).toBeCloseTo(1, 5);
    expect(compare(expected, [tensorOf('float32', [2 ** 24 + 2, 3])])).toMatchObject({
      tier: 'exact',
      errorOverBound: 0,
    });
  });

  it('has no tier where nothing was judged', () => {
    const verdict = compare([empty], [tensorOf('float32', [], [0, 1])]);
    expect(verdict.accepted).toBe(true);
    expect(verdict.tier).toBeUndefined();
  });

  it('judges every output', () => {
    expect(compare([sum, sum], [right, right])).toMatchObject({ accepted: true, tier: 'exact' });
    const wrong = tensorOf('float32', [3, 8], [2, 1]);
    expect(compare([sum, sum], [right, wrong]).mismatch).toMatchObject({ output: 1, index: [1, 0] });
  });
});

it('any NaN is NaN, whatever its sign and payload', () => {
  const expected = [reduce('ReduceSum', tensorOf('float16', [Number.NaN, 1]), { keepdims: 0 })];
  for (const bits of [0x7e00, 0xfe00, 0x7c01, 0xffff]) {
    expect(compare(expected, [tensor('float16', [], Uint16Array.of(bits))]).accepted).toBe(true);
  }
});

// the tensor of a backend that lies about its shape must not pass because nothing was left to compare
it('fewer elements than the shape says are refused', () => {
  expect(compare([sum], [{ dtype: 'float32', dims: [2, 1], data: new Float32Array(0) }]).accepted).toBe(false);
});
