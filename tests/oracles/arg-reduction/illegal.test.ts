import { describe, expect, it } from 'vitest';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import type { AttributeValue, Call } from '../../../oracles/spec/declaration.ts';
import { usualDTypes } from '../../../oracles/spec/rules.ts';
import { tensorOf } from '../call.ts';
import { callOf, versions } from './call.ts';

const data = tensorOf('float32', [1, 2, 3, 4], [2, 2]);
const int = (value: number): AttributeValue => ({ type: 'INT', value });

describe.each(versions)('$name-$since', ({ since, operator, version }) => {
  const rejects = (call: Call, message: string | RegExp) => {
    expect(() => operator.expect(version, call)).toThrow(BadInput);
    expect(() => operator.expect(version, call)).toThrow(message);
  };

  it('accepts the control cases', () => {
    for (const request of [{}, { axis: 1 }, { axis: -2 }, { keepdims: 0 }]) {
      expect(operator.expect(version, callOf(data, request))).toHaveLength(1);
    }
  });

  it.each([2, -3, 100, -100])('axis %i of rank 2', (axis) => {
    rejects(callOf(data, { axis }), `axis ${axis} is outside [-2, 1]`);
  });

  it('any axis of rank 0', () => {
    for (const axis of [0, -1]) rejects(callOf(tensorOf('float32', [1], []), { axis }), `axis ${axis} is outside`);
  });

  it('a list of axes, as an attribute or as an input', () => {
    const attributes: Call['attributes'] = { axes: { type: 'INTS', value: [0] } };
    rejects({ attributes, inputs: [data] }, 'attribute axes is not declared');
    rejects({ attributes: {}, inputs: [data, tensorOf('int64', [0])] }, /^2 inputs where version \d+ has 1: data$/);
  });

  it('an attribute of another type', () => {
    rejects({ attributes: { axis: { type: 'INTS', value: [0] } }, inputs: [data] }, 'axis is INTS where INT');
    rejects({ attributes: { keepdims: { type: 'FLOAT', value: 1 } }, inputs: [data] }, 'keepdims is FLOAT where INT');
    rejects({ attributes: { axis: int(0.5) }, inputs: [data] }, 'axis holds 0.5');
  });

  it('a flag that is neither 0 nor 1', () => {
    rejects(callOf(data, { keepdims: 2 }), 'attribute keepdims is 2; it must be 0 or 1');
    if (since >= 12) rejects(callOf(data, { selectLastIndex: -1 }), 'attribute select_last_index is -1');
  });

  it.runIf(since < 12)('select_last_index before opset 12', () => {
    rejects(callOf(data, { selectLastIndex: 0 }), `select_last_index is not declared by version ${since}`);
  });

  it('a dtype outside the set', () => {
    for (const dtype of usualDTypes) {
      const call = callOf(tensorOf(dtype, [1, 1]));
      if (version.dtypes.includes(dtype)) expect(operator.expect(version, call)[0]!.dtype).toBe('int64');
      else rejects(call, `dtype ${dtype} is not allowed by version ${since}`);
    }
  });

  it('no data', () => {
    rejects({ attributes: {}, inputs: [] }, 'the input data is missing');
  });
});
