import { expect, test } from 'vitest';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { elementCount, type Tensor, tensor } from '../../oracles/numerics/tensor.ts';
import { findOperator, versionAt } from '../../oracles/operators.ts';
import { expectValues, tensorOutputs } from '../../oracles/spec/expect-values.ts';
import { sampleOf } from '../../src/run/network/sample.ts';

const most = 64;

/** Changes one element of an operator's right output, 50 × 200 floats, and tells whether the sample contains that element. */
function holds(name: string, inputs: readonly Tensor[], place: number, change: (x: number) => number): boolean {
  const operator = findOperator(name)!;
  const call = { attributes: {}, inputs };
  const [want] = tensorOutputs(expectValues(operator, versionAt(operator, 13)!, call));
  const right = referenceTensor(want!);
  const data = Float32Array.from(right.data as Float32Array);
  data[place] = change(data[place]!);
  const places = Array.from(sampleOf(most, 3)(want!, { ...right, data }));
  expect(places.length).toBe(most);
  expect(new Set(places).size).toBe(most);
  expect(places.every((one) => one >= 0 && one < elementCount(want!.dims))).toBe(true);
  return places.includes(place);
}

const matrix = (rows: number, columns: number) =>
  tensor(
    'float32',
    [rows, columns],
    Float32Array.from({ length: rows * columns }, (_, i) => Math.sin(i + 1)),
  );

test.each([
  ['Add', [matrix(50, 200), matrix(50, 200)]],
  ['Softmax', [matrix(50, 200)]],
  ['MatMul', [matrix(50, 30), matrix(30, 200)]],
  ['Transpose', [matrix(50, 200)]],
] as const)('one wrong element of ten thousand is looked at: %s', (name, inputs) => {
  for (const change of [(x: number) => x * 1.01 + 1e-3, () => Number.NaN, () => Number.POSITIVE_INFINITY]) {
    expect(holds(name, inputs, 4321, change)).toBe(true);
  }
});

test('what is right leaves the sample where kernels go wrong most', () => {
  const [corners, count] = [[0, 9999], 10_000];
  const want = { dtype: 'float32' as const, dims: [50, 200], accept: () => expect.fail('not asked') };
  const places = Array.from(sampleOf(most, 3)(want, matrix(50, 200)));
  expect(places).toEqual(expect.arrayContaining(corners));
  expect(Math.max(...places)).toBeLessThan(count);
});

test('the effort for suspects counts integers that are read again', () => {
  const integers = (dims: readonly number[]) =>
    tensor(
      'int8',
      dims,
      Int8Array.from({ length: elementCount(dims) }, (_, i) => (i % 7) - 3),
    );
  const operator = findOperator('MatMulInteger')!;
  const call = { attributes: {}, inputs: [integers([50, 40]), integers([40, 200])] };
  const [want] = tensorOutputs(expectValues(operator, versionAt(operator, 13)!, call));
  let reads = 0;
  const at = want!.plain!(() => reads++);
  for (const place of [4321, 4322, 4323]) at(place); // of one row
  expect(reads).toBe(3 * 2 * 40);
});
