import { expect, test } from 'vitest';
import { classesOf, classRecordOf } from '../../../generators/classes/classes.ts';
import { type Tensor, tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
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

/** The classes of a call with a first input of some shape, in the words of results. */
function recordOf(name: string, attributes: Attributes, ...inputs: readonly Tensor[]) {
  const node = { attributes, inputs: inputs.map((value) => ({ form: 'input', value }) as const), outputs: 1 };
  const own = findOperator(name)!.versions.at(-1)!;
  const described = classesOf(own, node).map(({ dimension }) => dimension);
  const record = Object.assign({}, ...Object.values(classRecordOf(own, node))) as Readonly<Record<string, string>>;
  return { record, isBranch: (dimension: string) => described.includes(dimension) };
}

const ofShape = (...dims: readonly number[]): Tensor => tensorOfScalars('float32', dims, (i) => i);

test('the first and the last but one size are compared with the next', () => {
  const { record, isBranch } = recordOf('Relu', {}, ofShape(2, 3, 5, 4));
  expect(record['size of X at 0 against the next']).toBe('below');
  expect(record['size of X at -2 against the next']).toBe('above');
  expect(isBranch('size of X at 0 against the next')).toBe(false);
  const square = recordOf('Relu', {}, ofShape(3, 3)).record;
  expect(square['size of X at -2 against the next']).toBe('equal to');
  expect(square['size of X at 0 against the next']).toBeUndefined();
});

test('counts are compared with what they divide, and with each other', () => {
  const channels = (size: number) =>
    recordOf('GroupNormalization', { num_groups: { type: 'INT', value: 2 } }, ofShape(1, size, 3));
  const dimension = 'size at 1 of X against num_groups';
  expect([1, 2, 4, 5].map((size) => channels(size).record[dimension])).toEqual([
    'below',
    'equal to',
    undefined,
    'not a multiple of',
  ]);
  const split = recordOf('Split', { num_outputs: { type: 'INT', value: 2 } }, ofShape(3, 2));
  expect(split.record['size along axis of input against num_outputs']).toBe('not a multiple of');
  const heads = (q: number, kv: number) =>
    recordOf(
      'Attention',
      { q_num_heads: { type: 'INT', value: q }, kv_num_heads: { type: 'INT', value: kv } },
      ofShape(1, 2, 4),
    ).record;
  expect(Object.entries(heads(4, 2)).filter(([name]) => name.includes('num_heads against'))).toEqual([
    ['q_num_heads against kv_num_heads', 'above'],
  ]);
});

test('numbers that say what to do may need more than 32 bits', () => {
  const far = (end: bigint) => {
    const [from, to] = [0n, end].map((x) => tensorOfScalars('int64', [1], () => x));
    return recordOf('Slice', {}, ofShape(3), from!, to!).record['numbers beyond 32 bits in ends'];
  };
  expect([2n ** 31n - 1n, 2n ** 31n, -(2n ** 31n), -(2n ** 63n)].map(far)).toEqual([
    undefined,
    'some',
    undefined,
    'some',
  ]);
});

test('the greatest or the least elements along an axis may tie', () => {
  const tied = (...rows: readonly number[]) => {
    const data = tensorOfScalars('float32', [2, 3], (i) => rows[i]!);
    return recordOf('Hardmax', { axis: { type: 'INT', value: -1 } }, data).record['ties in input'];
  };
  expect(tied(1, 2, 3, 3, 1, 2)).toBeUndefined();
  expect(tied(1, 2, 3, 3, 1, 3)).toBe('the greatest');
  expect(tied(1, 2, 2, 1, 1, 2)).toBe('the greatest and the least');
  // columns have no ties here
  const columns = tensorOfScalars('float32', [2, 2], (i) => [1, 1, 2, 2][i]!);
  expect(recordOf('Hardmax', { axis: { type: 'INT', value: 0 } }, columns).record['ties in input']).toBeUndefined();
});

test('zeros in data have a place', () => {
  const at = (...values: readonly number[]) => {
    const data = tensorOfScalars('float32', [values.length], (i) => values[i]!);
    return recordOf('Relu', {}, data).record['zeros in X'];
  };
  expect([at(0, 1, 2), at(1, -0, 2), at(0, 0), at(0, 1, 0, 2), at(1, 2)]).toEqual([
    'first',
    'within',
    'everywhere',
    'at several places',
    undefined,
  ]);
});

test('inputs of one number behind the first are compared', () => {
  const bounds = (min: number, max: number) => {
    const scalars = [min, max].map((x) => tensorOfScalars('float32', [], () => x));
    return recordOf('Clip', {}, ofShape(3), ...scalars).record['max against min'];
  };
  expect([bounds(1, 2), bounds(2, 1), bounds(2, 2)]).toEqual(['above', 'below', 'equal to']);
  expect(bounds(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)).toBe('above');
  expect(bounds(Number.NaN, 1)).toBeUndefined();
});
