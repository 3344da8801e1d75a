import { expect, it } from 'vitest';
import { type Tensor, tensor } from '../../../oracles/numerics/tensor.ts';
import {
  areTensors,
  formatForm,
  isSameValue,
  mapTensors,
  optionalOf,
  sequenceOf,
  tensorsIn,
  typeOf,
  type Value,
} from '../../../oracles/numerics/value.ts';
import { formatType } from '../../../oracles/numerics/value-type.ts';

const one = tensor('float32', [2], new Float32Array([1, 2]));
const other = tensor('float32', [1], new Float32Array([3]));
const both = sequenceOf('float32', [one, other]);

const values: readonly (readonly [Value, string, string])[] = [
  [one, 'float32', 'float32[2]'],
  [both, 'seq(float32)', 'seq(float32) of [2], [1]'],
  [sequenceOf('int8', []), 'seq(int8)', 'seq(int8) of no tensors'],
  [optionalOf(typeOf(one), one), 'optional(float32)', 'optional(float32) of [2]'],
  [optionalOf(typeOf(both), both), 'optional(seq(float32))', 'optional(seq(float32)) of [2], [1]'],
  [optionalOf<Tensor>(typeOf(both), undefined), 'optional(seq(float32))', 'optional(seq(float32)) of no tensors'],
];

it.each(values)('a value has its type and shapes: %#', (value, type, form) => {
  expect(formatType(typeOf(value))).toBe(type);
  expect(formatForm(value)).toBe(form);
});

it('tensors of a value are replaced where they are', () => {
  const doubled = mapTensors(optionalOf(typeOf(both), both), ({ data, ...own }, place) => ({
    ...own,
    data: (data as Float32Array).map((x) => 10 * place + 2 * x),
  }));
  expect(tensorsIn(doubled).map(({ data }) => [...data])).toEqual([[2, 4], [16]]);
  expect(formatForm(doubled)).toBe('optional(seq(float32)) of [2], [1]');
});

it('values are the same if their types, the number of their tensors and all bits are', () => {
  for (const [value] of values)
    expect(
      isSameValue(
        value,
        mapTensors(value, (same) => same),
      ),
    ).toBe(true);
  expect(isSameValue(both, sequenceOf('float32', [other, one]))).toBe(false);
  expect(isSameValue(both, sequenceOf('float32', [one]))).toBe(false);
  expect(isSameValue(sequenceOf('int8', []), sequenceOf('int16', []))).toBe(false);
  expect(isSameValue(optionalOf<Tensor>(typeOf(one), undefined), optionalOf<Tensor>(typeOf(both), undefined))).toBe(
    false,
  );
});

it('what is left out counts as no value', () => {
  expect(areTensors<Tensor>([one, undefined])).toBe(true);
  expect(areTensors([one, both])).toBe(false);
});
