import { expect, test } from 'vitest';
import { classesOf, classRecordOf } from '../../../generators/classes/classes.ts';
import { type Tensor, tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { findOperator } from '../../../oracles/operators.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import { branchesOf, ofShape, recordOf } from './records.ts';

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

test('the first and the last but one size are compared with the next', () => {
  const call = ['Relu', {}, ofShape(2, 3, 5, 4)] as const;
  const record = recordOf(...call);
  expect(record['size of X at 0 against the next']).toBe('below');
  expect(record['size of X at -2 against the next']).toBe('above');
  expect(branchesOf(...call)).not.toContain('size of X at 0 against the next');
  const square = recordOf('Relu', {}, ofShape(3, 3));
  expect(square['size of X at -2 against the next']).toBe('equal to');
  expect(square['size of X at 0 against the next']).toBeUndefined();
});

test('counts are compared with what they divide, and with each other', () => {
  const channels = (size: number) =>
    recordOf('GroupNormalization', { num_groups: { type: 'INT', value: 2 } }, ofShape(1, size, 3));
  const dimension = 'size at 1 of X against num_groups';
  expect([1, 2, 4, 5].map((size) => channels(size)[dimension])).toEqual([
    'below',
    'equal to',
    'a larger multiple of',
    'not a multiple of',
  ]);
  const split = recordOf('Split', { num_outputs: { type: 'INT', value: 2 } }, ofShape(3, 2));
  expect(split['size along axis of input against num_outputs']).toBe('not a multiple of');
  const heads = (q: number, kv: number) =>
    recordOf(
      'Attention',
      { q_num_heads: { type: 'INT', value: q }, kv_num_heads: { type: 'INT', value: kv } },
      ofShape(1, 2, 4),
    );
  expect(Object.entries(heads(4, 2)).filter(([name]) => name.includes('num_heads against'))).toEqual([
    ['q_num_heads against kv_num_heads', 'above'],
  ]);
});

test('inputs of one number behind the first are compared', () => {
  const bounds = (min: number, max: number) => {
    const scalars = [min, max].map((x) => tensorOfScalars('float32', [], () => x));
    return recordOf('Clip', {}, ofShape(3), ...scalars)['max against min'];
  };
  expect([bounds(1, 2), bounds(2, 1), bounds(2, 2)]).toEqual(['above', 'below', 'equal to']);
  expect(bounds(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)).toBe('above');
  expect(bounds(Number.NaN, 1)).toBeUndefined();
});

const indices = (dims: readonly number[], ...values: readonly number[]): Tensor =>
  tensorOfScalars('int64', dims, (i) => BigInt(values[i]!));

test('outer dimensions of matrices are compared where the matrices differ in shape', () => {
  const stacks = (...dims: readonly number[]) =>
    recordOf('MatMul', {}, ofShape(2, 1, 3, 4), ofShape(...dims))['outer dimensions of B along A'];
  expect([stacks(2, 1, 4, 5), stacks(1, 3, 4, 5), stacks(4, 5), stacks(3, 3, 4, 5)]).toEqual([
    'of the same shape',
    'both are repeated',
    'one element',
    undefined,
  ]);
});

test('lists are compared with the rank of what they are about', () => {
  const covering = (...shape: readonly number[]) =>
    recordOf('Expand', {}, ofShape(2, 3), indices([shape.length], ...shape))[
      'last size of shape against the rank of input'
    ];
  expect([covering(3), covering(1, 3), covering(1, 2, 3)]).toEqual(['below', 'equal to', 'above']);
});

test('an input without elements may stand before others', () => {
  const places = (...sizes: readonly number[]) =>
    recordOf('Concat', { axis: { type: 'INT', value: 0 } }, ...sizes.map((size) => ofShape(size)))[
      'empty ones of inputs'
    ];
  expect([places(2, 0, 1), places(2, 1, 0), places(2, 1), places(0)]).toEqual([
    'before others',
    'last',
    undefined,
    undefined,
  ]);
});

test('an order of dimensions may be its own inverse, and a list of some may leave out others in between', () => {
  const perm = (...value: readonly number[]) =>
    recordOf('Transpose', { perm: { type: 'INTS', value } }, ofShape(2, 3, 4));
  expect(perm(1, 0, 2)['inverse of perm']).toBe('itself');
  expect(perm(1, 2, 0)['inverse of perm']).toBe('another');
  const axes = (...value: readonly number[]) =>
    recordOf('ReduceSum', {}, ofShape(2, 3, 4), indices([value.length], ...value));
  expect([axes(-1, 0), axes(1, 0), axes(1)].map((record) => record['gaps in axes'])).toEqual([
    'some',
    'none',
    undefined,
  ]);
  expect(axes(-1, 0)).toMatchObject({
    'elements of lines along axes': '8 to 15',
    'divisors of lines along axes': 'a multiple of 8',
  });
});
