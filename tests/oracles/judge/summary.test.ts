import { describe, expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import { scalarsOf, tensor } from '../../../oracles/numerics/tensor.ts';
import { reduce, tensorOf } from '../call.ts';

describe('what is refused before any element', () => {
  const sum = () => reduce('ReduceSum', tensorOf('float32', [1, 2]));
  const blank = { accepted: false, problem: 'outputs', errorOverBound: 0, vacuous: 0, observations: [] };
  it('nothing to compare', () => {
    const message = 'the model has no outputs: nothing was compared';
    expect(compare([], [])).toEqual({ ...blank, message });
    expect(compare([], [tensorOf('float32', [3])])).toEqual({ ...blank, message });
  });

  it.each([0, 2])('%i elements for one', (length) => {
    const message = `output 0 has ${length} elements, which do not fill its shape [1]`;
    const answer = { dtype: 'float32', dims: [1], data: new Float32Array(length).fill(3) } as const;
    expect(compare([sum()], [answer])).toEqual({ ...blank, message });
  });
});

describe('the summary', () => {
  // a half more than a grid in each row: bounds that say nothing, from 300 terms on
  const long = Array.from({ length: 900 }, (_, i) => (i % 300 === 0 ? 2 ** -8 : 1));
  const rows = () => reduce('ReduceSum', tensorOf('bfloat16', long, [3, 300]), { axes: [1], keepdims: 0 });

  it('counts the elements whose bound says nothing', () => {
    expect(compare([rows()], [tensorOf('bfloat16', [300, 600, 600])])).toMatchObject({ accepted: true, vacuous: 2 });
  });

  it.each([
    [[2 ** 24, 3, 2 ** 24 + 4], 'native', 1],
    [[2 ** 24 + 2, 3, 2 ** 24 + 2], 'faithful', 1],
    [[2 ** 24 + 2, 3, 2 ** 24 + 4], 'exact', 0],
  ])('has the worst tier and ratio, wherever they stand: %j', (answer, tier, ratio) => {
    const data = tensorOf('float32', [2 ** 24, 1, 1, 1, 1, 1, 2 ** 24, 1, 2], [3, 3]);
    const sums = reduce('ReduceSum', data, { axes: [1], keepdims: 0 });
    const verdict = compare([sums], [tensorOf('float32', answer)]);
    expect(verdict).toMatchObject({ accepted: true, tier, errorOverBound: expect.closeTo(ratio, 5) });
  });

  it('keeps the tier of what is judged next to what is not', () => {
    const outputs = () => [
      reduce('ReduceSum', tensorOf('float32', [1, 2])),
      reduce('ReduceMean', tensorOf('float32', [], [0]), { keepdims: 0 }),
    ];
    const answers = [tensorOf('float32', [3]), tensorOf('float32', [7], [])];
    const observations = [{ policy: 'empty-mean', choice: 'other' }];
    expect(compare(outputs(), answers)).toEqual({
      accepted: true,
      tier: 'exact',
      errorOverBound: 0,
      vacuous: 1,
      observations,
    });
    expect(compare(outputs().reverse(), answers.toReversed())).toMatchObject({ accepted: true, tier: 'exact' });
  });

  it('lists each observation once', () => {
    const zeros = reduce('ReduceSum', tensorOf('float32', Array(6).fill(-0), [3, 2]), { axes: [1], keepdims: 0 });
    const observations = ['-0', '0'].map((choice) => ({ policy: 'zero-sign', choice }));
    expect(compare([zeros], [tensorOf('float32', [-0, 0, -0])]).observations).toEqual(observations);
  });

  it('counts elements over all outputs', () => {
    const sums = () => reduce('ReduceSum', tensorOf('float32', [1, 2, 3, 4], [2, 2]), { axes: [1] });
    const verdict = compare(
      [sums(), sums()],
      [tensorOf('float32', [3, 8], [2, 1]), tensorOf('float32', [3, 7], [2, 1])],
    );
    expect(verdict.message).toMatch(/^1 of 4 elements wrong; at \[1,0\] got 8, exact 7, /);
  });

  it.each([
    [[3, 3, 1], 7, [2, 1, 0]],
    [[2, 3, 2], 11, [1, 2, 1]],
    [[2, 3, 2], 3, [0, 1, 1]],
    [[4], 2, [2]],
  ])('in %j element %i is at %j', (dims, element, index) => {
    const data = tensorOf('int32', Array(dims.reduce((a, b) => a * b)).fill(1), dims);
    const answer = tensor(
      'int32',
      dims,
      Int32Array.from(data.data as Int32Array, (x, i) => x + Number(i === element)),
    );
    const identity = reduce('ReduceSum', data, { axes: [], noop: 1 });
    expect(compare([identity], [answer]).mismatch).toMatchObject({ index, got: '2', exact: '1' });
  });
});

describe('elements as scalars', () => {
  it.each([
    ['float32', [1.5, -0], [1.5, -0]],
    ['float64', [1.5], [1.5]],
    ['float16', [1.5, Number.POSITIVE_INFINITY], [1.5, Number.POSITIVE_INFINITY]],
    ['bfloat16', [1.5], [1.5]],
    ['int32', [-7], [-7n]],
    ['uint8', [7], [7n]],
    ['int64', [2n ** 60n], [2n ** 60n]],
    ['bool', [1], [1n]],
  ] as const)('%s', (dtype, values, scalars) => {
    const at = scalarsOf(tensorOf(dtype, values));
    expect(values.map((_, i) => at(i))).toEqual(scalars);
  });

  it.each(['float16', 'bfloat16', 'float32', 'float64', 'int32', 'int64', 'uint64'] as const)(
    'and back, in the best answer: %s',
    (dtype) => {
      const data = tensorOf(dtype, [1, 2, 3, 4], [2, 2]);
      expect(referenceTensor(reduce('ReduceSum', data, { axes: [1] }))).toEqual(tensorOf(dtype, [3, 7], [2, 1]));
    },
  );
});
