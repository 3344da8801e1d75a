// biome-ignore-all format: a matrix of a table stands on one line
import { describe, expect, it } from 'vitest';
import { tensorOf, values } from '../call.ts';

const a = [
  [1, 2],
  [3, 4],
];
const b = [
  [10, 20],
  [30, 40],
];
const wide = [
  [1, 2, 3],
  [4, 5, 6],
];

describe('MatMul', () => {
  const product = (left: typeof a | number[], right: typeof a | number[]) => values('MatMul', {}, [left, right]);

  it('multiplies rows by columns', () => {
    expect(product(a, b)).toEqual([
      [70, 100],
      [150, 220],
    ]);
    expect(product([[1, 10]], wide)).toEqual([[41, 52, 63]]);
  });
  it('takes a vector on the left for a row', () => expect(product([1, 10], wide)).toEqual([41, 52, 63]));
  it('takes a vector on the right for a column', () => expect(product(wide, [1, 10, 100])).toEqual([321, 654]));
  it('makes one number of two vectors', () => expect(product([1, 2, 3], [1, 10, 100])).toBe(321));
  it('multiplies each matrix of a stack by the only one', () =>
    expect(values('MatMul', {}, [[[[1, 10]], [[2, 20]]], [[1], [2]]])).toEqual([[[21]], [[42]]]));
  it('broadcasts stacks', () => {
    const [left, right] = [[[[[1, 10]]], [[[2, 20]]]], [[[1], [2]], [[3], [4]]]];
    expect(values('MatMul', {}, [left, right])).toEqual([[[[21]], [[43]]], [[[42]], [[86]]]]);
  });
  it('adds nothing up to 0', () =>
    expect(values('MatMul', {}, [[[], []], tensorOf('float32', [], [0, 1])])).toEqual([[0], [0]]));
  it('keeps every digit of integers', () =>
    expect(values('MatMul', {}, [[[3_000_000_001n, 1n]], [[3n], [-2n]]])).toEqual([[9_000_000_001n]]));
});

describe('Gemm', () => {
  const gemm = (attributes: Record<string, number>, c?: number | number[] | number[][], opset?: number) =>
    values('Gemm', attributes, [a, b, ...(c === undefined ? [] : [c])], opset ? { opset } : {});

  it.each([
    ['as it is', {}, [[70, 100], [150, 220]]],
    ['with transA', { transA: 1 }, [[100, 140], [140, 200]]],
    ['with transB', { transB: 1 }, [[50, 110], [110, 250]]],
    ['with both transposed', { transA: 1, transB: 1 }, [[70, 150], [100, 220]]],
    ['without C, whatever beta is', { beta: 7 }, [[70, 100], [150, 220]]],
  ])('multiplies %s', (_, attributes, product) => expect(gemm(attributes)).toEqual(product));
  it('takes alpha times the product and beta times C', () =>
    expect(gemm({ alpha: 0.5, beta: 2 }, a)).toEqual([
      [37, 54],
      [81, 118],
    ]));
  it.each([
    ['a row of C to each row', [1, 2], [[71, 102], [151, 222]]],
    ['a column of C to each column', [[1], [2]], [[71, 101], [152, 222]]],
    ['a single number to all', 5, [[75, 105], [155, 225]]],
  ])('adds %s', (_, c, sum) => expect(gemm({}, c)).toEqual(sum));
  it('broadcasts C where version 6 says so', () =>
    expect(gemm({ broadcast: 1 }, [1, 2], 6)).toEqual([
      [71, 102],
      [151, 222],
    ]));
});

describe('Einsum', () => {
  it.each([
    ['a product of matrices', 'ij,jk->ik', [a, b], [[70, 100], [150, 220]]],
    ['the same without an arrow', 'ij,jk', [a, b], [[70, 100], [150, 220]]],
    ['a transposed matrix', 'ij->ji', [wide], [[1, 4], [2, 5], [3, 6]]],
    ['letters in their order, without an arrow', 'ba', [wide], [[1, 4], [2, 5], [3, 6]]],
    ['upper case before lower case', 'bB', [wide], [[1, 4], [2, 5], [3, 6]]],
    ['a diagonal', 'ii->i', [a], [1, 4]],
    ['a trace', 'ii', [a], 5],
    ['sums of rows', 'ij->i', [wide], [6, 15]],
    ['sums of columns', 'ij->j', [wide], [5, 7, 9]],
    ['all products of two vectors', 'i, j -> ij', [[1, 2], [1, 10, 100]], [[1, 10, 100], [2, 20, 200]]],
    ['a sum of products of three', 'i,i,i->', [[1, 2], [3, 4], [5, 6]], 63],
    ['a matrix for each of a stack', 'bij,bj->bi', [[a, b], [[1, 10], [1, 1]]], [[21, 43], [30, 70]]],
    ['stacks that are broadcast', '...ij,...j->...i', [[a, b], [[1, 10]]], [[21, 43], [210, 430]]],
    ['an ellipsis before other letters', '...i->i...', [wide], [[1, 4], [2, 5], [3, 6]]],
  ])('makes %s', (_, equation, operands, result) =>
    expect(values('Einsum', { equation }, operands)).toEqual(result));
});

describe('Det', () => {
  it.each([
    ['a matrix of one element', [[-7]], -7],
    ['two rows', a, -2],
    ['rows that are exchanged', [[0, 1], [1, 0]], -1],
    ['three rows', [[2, 0, 1], [1, 3, 2], [0, 1, 1]], 3],
    ['rows that depend on each other', [[1, 2], [2, 4]], 0],
    ['each matrix of a stack', [a, [[2, 0], [0, 3]]], [-2, 6]],
  ])('is that of %s', (_, x, determinant) => expect(values('Det', {}, [x])).toEqual(determinant));
});
