import { expect, test } from 'vitest';
import { tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { ofShape, recordOf } from './records.ts';

test('numbers that say what to do may need more than 32 bits', () => {
  const far = (end: bigint) => {
    const [from, to] = [0n, end].map((x) => tensorOfScalars('int64', [1], () => x));
    return recordOf('Slice', {}, ofShape(3), from!, to!)['numbers beyond 32 bits among ends'];
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
    const record = recordOf('Hardmax', { axis: { type: 'INT', value: -1 } }, data);
    return ['greatest', 'least', 'greatest or least'].filter(
      (what) => record[`ties for the ${what} in input`] === 'some',
    );
  };
  expect(tied(1, 2, 3, 3, 1, 2)).toEqual([]);
  expect(tied(1, 2, 3, 3, 1, 3)).toEqual(['greatest', 'greatest or least']);
  expect(tied(1, 2, 2, 1, 1, 2)).toEqual(['greatest', 'least', 'greatest or least']);
  // columns have no ties here
  const columns = tensorOfScalars('float32', [2, 2], (i) => [1, 1, 2, 2][i]!);
  expect(
    recordOf('Hardmax', { axis: { type: 'INT', value: 0 } }, columns)['ties for the greatest in input'],
  ).toBeUndefined();
});

test('zeros in data have a place', () => {
  const at = (...values: readonly number[]) => {
    const data = tensorOfScalars('float32', [values.length], (i) => values[i]!);
    return recordOf('Relu', {}, data)['zeros among X'];
  };
  expect([at(0, 1, 2), at(1, -0, 2), at(0, 0), at(0, 1, 0, 2), at(1, 2)]).toEqual([
    'first',
    'within',
    'everywhere',
    'at several places',
    undefined,
  ]);
});

test('data may be positive, have fractions, capital letters and spaces; kernels need not branch on it', () => {
  const floats = tensorOfScalars('float32', [3], (i) => [1, 0.5, Number.NaN][i]!);
  expect(recordOf('Relu', {}, floats)).toMatchObject({
    'numbers below 1 in magnitude among X': 'within',
    'NaN or infinities among X': 'last',
  });
  expect(recordOf('Relu', {}, floats)['positive numbers in X']).toBeUndefined();
  expect(
    recordOf(
      'Relu',
      {},
      tensorOfScalars('int32', [2], () => 3n),
    )['positive numbers in X'],
  ).toBe('all');
  const strings = tensorOfScalars('string', [2], (i) => ['a  b', 'Ab'][i]!);
  expect(recordOf('StringSplit', {}, strings)).toMatchObject({
    'spaces at an end or in a row among X': 'first',
    'capital letters among X': 'last',
  });
});

test('indices may name a place along the axis several times, from either end', () => {
  const found = (...values: readonly number[]) => {
    const indices = tensorOfScalars('int64', [2, 2], (i) => BigInt(values[i]!));
    const data = ofShape(3, 2);
    return recordOf('ScatterElements', {}, data, indices, ofShape(2, 2))['duplicates among indices'];
  };
  expect([found(0, 1, 1, 0), found(0, 1, 0, 2), found(0, 1, 1, -2)]).toEqual([undefined, 'some', 'some']);
});

test('elements may equal a number among the attributes', () => {
  const data = tensorOfScalars('float32', [2], (i) => i);
  const found = (alpha: number) =>
    recordOf('ThresholdedRelu', { alpha: { type: 'FLOAT', value: alpha } }, data)['elements equal to alpha among X'];
  expect([found(1), found(0.5)]).toEqual(['some', undefined]);
});

test('texts among the attributes may have arrows, and letters twice in a word', () => {
  const found = (equation: string) =>
    Object.keys(recordOf('Einsum', { equation: { type: 'STRING', value: equation } }, ofShape(2, 2))).filter((name) =>
      name.endsWith(' among equation'),
    );
  expect(found('ij')).toEqual([]);
  expect(found('...ii->...')).toEqual([
    "'->' among equation",
    "'...' among equation",
    'words with a letter twice among equation',
  ]);
});
