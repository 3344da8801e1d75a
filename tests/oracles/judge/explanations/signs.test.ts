import { expect, it, test } from 'vitest';
import { refutedBy } from '../../../../oracles/judge/explanations/hypotheses.ts';
import { judgedElements, signsOf } from '../../../../oracles/judge/explanations/signs.ts';
import { referenceTensor } from '../../../../oracles/judge/reference-tensor.ts';
import type { DType } from '../../../../oracles/numerics/dtype.ts';
import { tensorOfScalars } from '../../../../oracles/numerics/tensor.ts';
import type { Scalar } from '../../../../oracles/numerics/trait.ts';
import { findOperator, newestOpset, versionAt } from '../../../../oracles/operators.ts';
import type { Call } from '../../../../oracles/spec/declaration.ts';

const of = (dtype: DType, values: readonly Scalar[], dims: readonly number[] = [values.length]) =>
  tensorOfScalars(dtype, dims, (i) => values[i]!);

/** The signs of a wrong answer of Identity. */
function signs(dtype: DType, right: readonly Scalar[], wrong: readonly Scalar[], dims?: readonly number[]) {
  const operator = findOperator('Identity')!;
  const input = of(dtype, right, dims);
  const expected = operator.expect(versionAt(operator, newestOpset), { attributes: {}, inputs: [input] });
  return signsOf(judgedElements(expected, [of(dtype, wrong, dims)], []));
}

test.each([
  ['0', [1, 2, 3], [1, 0, 0]],
  ['0', [1, -0, 3], [1, 0, 3]],
  ['0', [1, -0, 3], [1, 0, 0]],
  ['NaN', [1, 2], [1, Number.NaN]],
  ['a number', [Number.NaN, 2], [7, 2]],
  ['the other sign', [3, 5, 2], [-3, 5, -2]],
  ['the next element', [3, 5, 2], [5, 5, 2]],
  ['the element before', [3, 5, 2], [3, 5, 5]],
  ['the next element, or the first', [3, 5, 2], [5, 2, 3]],
  ['the first element', [3, 5, 2], [3, 3, 3]],
  ['another element', [3, 5, 2, 9], [3, 9, 2, 5]],
] as const)('%s: %j as %j', (what, right, wrong) => {
  expect(signs('float32', right, wrong).what[0]).toBe(what);
});

test('rows, types and truth values', () => {
  const matrix = [1, 2, 3, 4, 5, 6];
  expect(signs('float32', matrix, [2, 3, 1, 5, 6, 4], [2, 3]).what).toContain(
    'the next element of the row, or its first',
  );
  expect(signs('float32', matrix, [1, 2, 3, 1, 2, 3], [2, 3]).what[0]).toBe('the first row');
  expect(signs('float64', [0.1], [Math.fround(0.1)]).what).toContain('a value that went through float32');
  expect(signs('int64', [2n ** 53n + 1n], [2n ** 53n]).what[0]).toBe('a value that went through float64');
  expect(signs('int32', [70_000n], [4464n]).what).toContain('a value that went through int16');
  expect(signs('bool', [1n, 0n], [0n, 1n]).what).toContain('the other truth value');
  const parts = (re: number, im: number) => ({ re, im });
  expect(signs('complex64', [parts(-0, 0), parts(2, 3)], [parts(0, 0), parts(0, 0)]).what[0]).toBe('0');
  // what is not written has one name for all types
  for (const [dtype, right, got] of [
    ['string', 'a', ''],
    ['bool', 1n, 0n],
    ['int8', 7n, 0n],
  ] as const)
    expect(signs(dtype, [right], [got]).what).toContain('0 or an empty string');
});

it('says where the wrong elements stand, or what should, and whether others, which are right, do not', () => {
  const rows = (wrong: readonly number[]) => signs('float32', [1, 2, 3, 4, 5, 6], wrong, [2, 3]);
  expect(rows([1, 2, 3, 4, 5, 0])).toMatchObject({
    telling: ['in the last element', 'at the ends of rows', 'behind the last 4 of all'],
  });
  expect(rows([1, 2, 0, 4, 5, 0])).toMatchObject({ telling: ['at the ends of rows'] });
  expect(rows([0, 2, 3, 0, 5, 6])).toMatchObject({ telling: ['at the starts of rows'] });
  // most of what comes behind the last 8 is right
  expect(rows([1, 0, 3, 4, 5, 6])).toMatchObject({ where: [], telling: [] });
  const long = Array.from({ length: 9 }, (_, i) => i + 1);
  expect(signs('float32', long, long.with(8, 0)).telling).toContain('behind the last 4 of each row');
  expect(signs('float32', [Number.NaN, 1], [0, 1]).telling).toContain('for NaN');
  // all that is right is NaN too: it says nothing of other numbers
  const all = signs('float32', [Number.NaN, Number.NaN], [0, Number.NaN]);
  expect(all.where).toContain('for NaN');
  expect(all.telling).not.toContain('for NaN');
  expect(signs('float32', [1, 2], [1, 2])).toEqual({ what: [], where: [], telling: [] });
});

it('says in which slices along the outer axes wrong elements stand', () => {
  const right = Array.from({ length: 18 }, (_, i) => i + 1);
  const wrongWhere = (isWrong: (i: number) => boolean) =>
    signs(
      'float32',
      right,
      right.map((x, i) => (isWrong(i) ? -7 : x)),
      [2, 3, 3],
    ).telling;
  expect(wrongWhere((i) => i % 9 > 5)).toEqual(['in the last slice along axis 1', expect.stringContaining('all but')]);
  expect(wrongWhere((i) => i % 9 > 2)).toEqual(['in all but the first slice along axis 1']);
  expect(wrongWhere((i) => i < 9)).toEqual(['in the first slice along axis 0']);
});

it('says where matrices of any number of dimensions are wrong', () => {
  const right = Array.from({ length: 24 }, (_, i) => i + 1);
  const telling = (dims: readonly number[], first: number) =>
    signs(
      'float32',
      right,
      right.map((x, i) => (i < first ? x : -7)),
      dims,
    ).telling;
  for (const dims of [
    [4, 2, 3],
    [2, 2, 2, 3],
  ])
    expect(telling(dims, 6)).toContain('in all but the first matrix');
  expect(telling([4, 6], 6)).not.toContain('in all but the first matrix');
});

it('beside a kind of values a place counts only if such values are right elsewhere', () => {
  const [nan, inf] = [Number.NaN, Number.POSITIVE_INFINITY];
  const telling = (right: readonly number[], got: readonly number[]) => signs('float32', right, got).telling;
  expect(telling([1, 2, nan], [1, 2, inf])).toEqual(['for NaN']);
  expect(telling([nan, 2, nan], [nan, 2, inf])).toEqual(expect.arrayContaining(['for NaN', 'in the last element']));
});

it('a right answer rules out the misreadings of its call that would have given another one', () => {
  const operator = findOperator('Flatten')!;
  const version = versionAt(operator, newestOpset);
  const refuted = (axis: number, dims: readonly number[]) => {
    const data = tensorOfScalars<DType>('float32', dims, (i) => i);
    const call: Call = { attributes: { axis: { type: 'INT', value: axis } }, inputs: [data] };
    const expected = operator.expect(version, call);
    return refutedBy({ operator, version, call }, expected, expected.map(referenceTensor));
  };
  expect(refuted(2, [2, 3, 4])).toEqual(['ignores-axis']);
  // what is given is the default
  expect(refuted(1, [2, 3, 4])).not.toContain('ignores-axis');
  expect(refuted(2, [2, 1, 4])).not.toContain('ignores-axis');
});

it('a right answer rules out a misreading whose call is not legal', () => {
  const operator = findOperator('Pad')!;
  const version = versionAt(operator, newestOpset);
  const data = of('float32', [1, 2, 3, 4, 5, 6], [2, 3]);
  const refuted = (axes: readonly bigint[]) => {
    const pads = of('int64', Array(2 * axes.length).fill(1n));
    const call: Call = { attributes: {}, inputs: [data, pads, undefined, of('int64', axes)] };
    const expected = operator.expect(version, call);
    return refutedBy({ operator, version, call }, expected, expected.map(referenceTensor));
  };
  // without axes there are too few pads
  expect(refuted([1n])).toContain('ignores-axes');
  expect(refuted([0n, 1n])).not.toContain('ignores-axes');
});
