import { describe, expect, it } from 'vitest';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import type { Attributes, AttributeValue, Call } from '../../../oracles/spec/declaration.ts';
import { usualDTypes } from '../../../oracles/spec/rules.ts';
import { callAt, reductions, tensorOf } from '../call.ts';

const data = tensorOf('float32', [1, 2, 3, 4], [2, 2]);
const axes = tensorOf('int64', [0]);
const int = (value: number): AttributeValue => ({ type: 'INT', value });
const versions = reductions.flatMap((operator) =>
  operator.versions.map((version) => ({ name: operator.name, since: version.since, operator, version })),
);

describe.each(versions)('$name-$since', ({ name, since, operator, version }) => {
  const fromInput = version.inputs.length > 1;
  const rejects = (call: Call, message: string | RegExp) => {
    expect(() => operator.expect(version, call)).toThrow(BadInput);
    expect(() => operator.expect(version, call)).toThrow(message);
  };

  it('accepts the control cases', () => {
    for (const request of [{}, { axes: [1] }, { axes: [-2, 1] }, { keepdims: 0 }]) {
      expect(operator.expect(version, callAt(name, since, data, request))).toHaveLength(1);
    }
  });

  it.each([2, -3, 100, -100])('axis %i of rank 2', (axis) => {
    rejects(callAt(name, since, data, { axes: [0, axis] }), `axis ${axis} is outside [-2, 1]`);
  });

  it('any axis of rank 0', () => {
    const scalar = tensorOf('float32', [1], []);
    for (const axis of [0, -1]) rejects(callAt(name, since, scalar, { axes: [axis] }), `axis ${axis} is outside`);
  });

  it('axes where they do not belong', () => {
    if (fromInput) {
      const attributes: Attributes = { axes: { type: 'INTS', value: [0] } };
      rejects({ attributes, inputs: [data] }, 'attribute axes is not declared');
    } else {
      rejects({ attributes: {}, inputs: [data, axes] }, /^2 inputs where version \d+ has 1: data$/);
      rejects({ attributes: { noop_with_empty_axes: int(1) }, inputs: [data] }, 'noop_with_empty_axes is not declared');
    }
  });

  it.runIf(fromInput)('axes of another dtype or rank', () => {
    const call = (given: Parameters<typeof tensorOf>): Call => ({ attributes: {}, inputs: [data, tensorOf(...given)] });
    rejects(call(['int32', [0]]), 'input axes: dtype int32 is not allowed');
    rejects(call(['float32', [0]]), 'input axes: dtype float32 is not allowed');
    rejects(call(['int64', [0], []]), 'axes must have rank 1, not 0');
    rejects(call(['int64', [0, 1], [1, 2]]), 'axes must have rank 1, not 2');
    rejects(call(['int64', [2n ** 62n]]), 'is outside');
  });

  it('an attribute of another operator', () => {
    rejects({ attributes: { axis: int(0) }, inputs: [data] }, 'attribute axis is not declared');
  });

  it('a dtype outside the set', () => {
    for (const dtype of usualDTypes) {
      const call = callAt(name, since, tensorOf(dtype, [1, 1]));
      if (version.dtypes.includes(dtype)) expect(operator.expect(version, call)[0]!.dtype).toBe(dtype);
      else rejects(call, `dtype ${dtype} is not allowed by version ${since}`);
    }
  });

  it('no data', () => {
    rejects({ attributes: {}, inputs: [] }, 'the input data is missing');
    rejects({ attributes: {}, inputs: [undefined] }, 'the input data is missing');
  });

  it('an attribute of another type', () => {
    rejects({ attributes: { keepdims: { type: 'FLOAT', value: 0 } }, inputs: [data] }, /keepdims/);
    if (!fromInput) rejects({ attributes: { axes: int(1) }, inputs: [data] }, /axes/);
  });

  it.runIf(!fromInput)('an axis that is not an integer', () => {
    rejects({ attributes: { axes: { type: 'INTS', value: [0.5] } }, inputs: [data] }, 'axes holds 0.5');
  });

  it('more inputs than are declared', () => {
    rejects({ attributes: {}, inputs: [data, undefined, axes] }, /input/);
  });
});

// intermediate lists of offsets grow with the other dimensions before the zero shrinks them
it('a shape whose other dimensions are large is still empty', () => {
  const sum = findOperator('ReduceSum')!;
  const empty = tensorOf('float32', [], [100_000, 100_000, 0]);
  expect(sum.expect(versionAt(sum, 13), callAt('ReduceSum', 13, empty))[0]!.dims).toEqual([1, 1, 1]);
});
