import { expect, test } from 'vitest';
import { classesOf, classRecordOf } from '../../../generators/classes/classes.ts';
import { tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { findOperator } from '../../../oracles/operators.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';

const version = findOperator('MaxPool')!.versions.at(-1)!;

/** The relations of lists in a call of MaxPool. */
function relationsOf(lists: Readonly<Record<string, readonly number[]>>): Readonly<Record<string, string>> {
  const attributes: Attributes = Object.fromEntries(
    Object.entries(lists).map(([name, value]) => [name, { type: 'INTS', value } as const]),
  );
  const image = { form: 'input', value: tensorOfScalars('float32', [1, 1, 5, 5], () => 1) } as const;
  const own = classRecordOf(version, { attributes, inputs: [image], outputs: 1 }).attributes!;
  return Object.fromEntries(Object.entries(own).filter(([dimension]) => dimension.includes(' relative to ')));
}

test('a list is compared with those before it, entry by entry', () => {
  const of = (strides: readonly number[]) => relationsOf({ kernel_shape: [2, 3], strides });
  const dimension = 'entries of strides relative to kernel_shape';
  expect(of([1, 4])).toEqual({ [dimension]: 'somewhere above' });
  expect(of([2, 1])).toEqual({ [dimension]: 'somewhere equal to' });
  expect(of([1, 2])).toEqual({ [dimension]: 'everywhere below' });
  expect(of([1, 2, 3])).toEqual({});
});

test('of a list with two entries for a dimension the larger one counts', () => {
  const dimension = 'entries of pads relative to kernel_shape';
  expect(relationsOf({ kernel_shape: [2, 3], pads: [0, 0, 1, 4] })).toEqual({ [dimension]: 'somewhere above' });
  expect(relationsOf({ kernel_shape: [2, 3], pads: [1, 2, 0, 0] })).toEqual({ [dimension]: 'everywhere below' });
});

test('floats of inputs are of one type or of several; kernels need not branch on it', () => {
  const quantize = findOperator('QuantizeLinear')!.versions.at(-1)!;
  const callWith = (dtype: 'float32' | 'float16') => ({
    attributes: {},
    inputs: [tensorOfScalars('float32', [2], () => 1), tensorOfScalars(dtype, [], () => 1)].map(
      (value) => ({ form: 'input', value }) as const,
    ),
    outputs: 1,
  });
  const typesOf = (dtype: 'float32' | 'float16') => classRecordOf(quantize, callWith(dtype)).inputs!['float types'];
  expect([typesOf('float32'), typesOf('float16')]).toEqual(['one type', 'several types']);
  expect(classesOf(quantize, callWith('float16')).map(({ dimension }) => dimension)).not.toContain('float types');
});

test('a size among the attributes is even or odd; kernels need not branch on it', () => {
  const lrn = findOperator('LRN')!.versions.at(-1)!;
  const callOf = (size: number): Parameters<typeof classRecordOf>[1] => ({
    attributes: { size: { type: 'INT', value: size } },
    inputs: [{ form: 'input', value: tensorOfScalars('float32', [1, 5], () => 1) }],
    outputs: 1,
  });
  const parityOf = (size: number) => classRecordOf(lrn, callOf(size)).attributes!['parity of size'];
  expect([4, 5, 1].map(parityOf)).toEqual(['even', 'odd', undefined]);
  expect(classesOf(lrn, callOf(4)).map(({ dimension }) => dimension)).not.toContain('parity of size');
});
