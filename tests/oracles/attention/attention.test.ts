// biome-ignore-all format: matrices stay on a line
import { describe, expect, it } from 'vitest';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import { holdsNaN } from '../../../oracles/numerics/tensor.ts';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { allValues, type Nested, tensorOf, values } from '../call.ts';

type Inputs = Parameters<typeof values>[2];
type Asked = Parameters<typeof values>[3];
const attended = (attributes: Record<string, number>, inputs: Inputs, asked?: Asked) => values('Attention', attributes, inputs, asked);
const all = (attributes: Record<string, number>, inputs: Inputs, asked?: Asked) => allValues('Attention', attributes, inputs, { outputs: 4, ...asked });

const { LN2, E, fround } = Math;
const inf = Number.POSITIVE_INFINITY;
/** one batch, one head, a feature for each position */
const column = (...numbers: number[]): Nested => [[numbers.map((x) => [x])]];
/** queries that are 0 give each key the same share */
const zeros = (count: number): Nested => column(...Array<number>(count).fill(0));

describe('Attention', () => {
  it('adds values up by the softmax of products', () => {
    // shares of keys with products 0 and ln 3: 1/4 and 3/4
    const [y] = (attended({}, [column(1), column(0, Math.log(3)), column(8, 16)]) as number[][][][]).flat(3);
    expect(y).toBeCloseTo(14, 5);
  });

  it('gives equal keys equal shares', () => expect(attended({}, [zeros(2), column(5, -1, 7), column(3, 6, 9)])).toEqual(column(6, 6)));

  it('scales products by 1/√(features), or by scale', () => {
    // four features: a product of 4 becomes 2
    const ones = [[[[1, 1, 1, 1]]]];
    const products = (attributes: Record<string, number>) => all(attributes, [ones, ones, column(1)])[3];
    expect(products({})).toEqual([[[[2]]]]);
    expect(products({ scale: 0.25 })).toEqual([[[[1]]]]);
  });

  it('has heads before positions in four dimensions, and side by side in three', () => {
    // two heads, one position: values 1 2 and 3 4
    expect(attended({}, [[[[[0]], [[0]]]], [[[[0]], [[0]]]], [[[[1, 2]], [[3, 4]]]]])).toEqual([[[[1, 2]], [[3, 4]]]]);
    expect(attended({ q_num_heads: 2, kv_num_heads: 2 }, [[[[0, 0]]], [[[0, 0]]], [[[1, 2, 3, 4]]]])).toEqual([[[1, 2, 3, 4]]]);
  });

  it('gives heads of keys to heads of queries that follow one another', () =>
    expect(attended({ q_num_heads: 4, kv_num_heads: 2 }, [[[[0, 0, 0, 0]]], [[[0, 0]]], [[[5, 7]]]])).toEqual([[[5, 5, 7, 7]]]));

  describe('masks', () => {
    it('of truth values say which keys take part', () =>
      expect(attended({}, [zeros(2), zeros(3), column(1, 2, 6), [[true, false, true], [false, true, true]]])).toEqual(column(3.5, 4)));

    it('of numbers are added', () => {
      const [y] = (attended({}, [zeros(1), zeros(2), column(0, 1), [[0, LN2]]]) as number[][][][]).flat(3);
      expect(y).toBeCloseTo(2 / 3, 6);
    });

    it('are broadcast from any dimension', () =>
      expect(attended({}, [zeros(2), zeros(3), column(1, 2, 6), [true, false, true]])).toEqual(column(3.5, 3.5)));

    it('give zeros where they leave no key', () => {
      const inputs = [zeros(2), zeros(2), column(1, 3), [[false, false], [true, true]]];
      expect(attended({}, inputs)).toEqual(column(0, 2));
      expect(all({ qk_matmul_output_mode: 3 }, inputs)[3]).toEqual([[[[0, 0], [0.5, 0.5]]]]);
    });

    it('of fewer keys than there are mask the others', () =>
      expect(attended({}, [zeros(1), zeros(3), column(1, 3, 100), [[true, true]]])).toEqual(column(2)));

    it('of one key are not judged where they may be padded', () =>
      expect(() => attended({}, [zeros(1), zeros(3), column(1, 3, 100), [[true]]])).toThrow(NotJudged));
  });

  describe('is_causal', () => {
    it('has each query read the keys up to its own', () =>
      expect(attended({ is_causal: 1 }, [zeros(3), zeros(3), column(2, 4, 9)])).toEqual(column(2, 3, 5)));

    it('begins at the first key, whatever the number of keys', () =>
      expect(attended({ is_causal: 1 }, [zeros(2), zeros(3), column(2, 4, 9)])).toEqual(column(2, 3)));

    it('counts from the end of the past', () =>
      expect(attended({ is_causal: 1 }, [zeros(2), zeros(2), column(6, 8), undefined, zeros(2), column(2, 4)], { outputs: 3 })).toEqual(column(4, 5)));

    it('puts the last query at the last key that is not padding', () =>
      expect(attended({ is_causal: 1 }, [zeros(2), zeros(4), column(2, 4, 9, 100), undefined, undefined, undefined, [3n]])).toEqual(column(3, 5)));

    it('leaves queries before the first key nothing', () =>
      expect(attended({ is_causal: 1 }, [zeros(3), zeros(4), column(2, 4, 9, 100), undefined, undefined, undefined, [2n]])).toEqual(column(0, 2, 3)));
  });

  it('masks padding', () =>
    expect(attended({}, [zeros(1), zeros(3), column(1, 3, 100), undefined, undefined, undefined, [2n]])).toEqual(column(2)));

  it('has windows around the position of each query', () => {
    const y = (attributes: Record<string, number>) => attended(attributes, [zeros(3), zeros(3), column(2, 4, 9)]);
    expect(y({ left_window_size: 0, right_window_size: 0 })).toEqual(column(2, 4, 9));
    expect(y({ left_window_size: 1, right_window_size: 0 })).toEqual(column(2, 3, 6.5));
    expect(y({ right_window_size: 1 })).toEqual(column(3, 5, 5));
    expect(attended({ left_window_size: 0 }, [zeros(1), zeros(1), column(6), undefined, zeros(2), column(2, 4)], { outputs: 3 })).toEqual(column(6));
  });

  it('reads the past before keys and values of the call, and hands on both', () =>
    expect(allValues('Attention', {}, [zeros(1), column(3), column(30), undefined, column(1, 2), column(10, 20)], { outputs: 3 })).toEqual([column(20), column(1, 2, 3), column(10, 20, 30)]));

  it('hands on keys of three dimensions as heads', () =>
    expect(all({ q_num_heads: 2, kv_num_heads: 2 }, [[[[0, 0], [0, 0]]], [[[1, 2], [3, 4]]], [[[5, 6], [7, 8]]]])[1]).toEqual([[[[1], [3]], [[2], [4]]]]));

  describe('qk_matmul_output', () => {
    const inputs = [column(1), column(0, 2), column(1, 1), [[1, -inf]]];
    const mode = (qk_matmul_output_mode: number) => all({ qk_matmul_output_mode, softcap: 2 }, inputs)[3] as number[][][][];
    it('has products', () => expect(mode(0)).toEqual([[[[0, 2]]]]));
    it('has what softcap makes of them', () => expect(mode(1)).toEqual([[[[0, fround(2 * Math.tanh(1))]]]]));
    it('has these with their mask', () => expect(mode(2)).toEqual([[[[1, -inf]]]]));
    it('has shares', () => expect(mode(3)).toEqual([[[[1, 0]]]]));
  });

  it('is rounded to softmax_precision on the way, or not', () => {
    // a share of 1/(1+e): as a float32, as a float16, and beyond both
    const [, , , shares] = findOperator('Attention')!.expect(versionAt(findOperator('Attention')!, 25), {
      attributes: { qk_matmul_output_mode: { type: 'INT', value: 3 }, softmax_precision: { type: 'INT', value: 10 } },
      inputs: [tensorOf('float32', [1], [1, 1, 1, 1]), tensorOf('float32', [0, 1], [1, 1, 2, 1]), tensorOf('float32', [0, 1], [1, 1, 2, 1])],
      outputs: 4,
    });
    expect(shares!.accept(0).judge(0.265).accepted).toBe(false);
    expect(shares!.accept(0).judge(fround(1 / (1 + E))).accepted).toBe(true);
    expect(shares!.accept(0).judge(0.26904296875).accepted).toBe(true);
  });

  it('tells what ties leave open: equal keys with values whose mean no digits decide', () => {
    const operator = findOperator('Attention')!;
    const [y] = operator.expect(versionAt(operator, 25), {
      attributes: {},
      // two keys with one product next to another: values 1, -1 and 0 add up to 0 whatever the shares
      inputs: [tensorOf('float32', [1, 1], [1, 1, 1, 2]), tensorOf('float32', [1, 2, 2, 1, 5, 0], [1, 1, 3, 2]), tensorOf('float32', [1, -1, 0], [1, 1, 3, 1])],
    });
    const tensor = referenceTensor(y!);
    expect(holdsNaN(tensor)).toBe(false);
    expect(Math.abs(Number(tensor.data[0]))).toBe(0);
  });

  it('is NaN where the query is, or a key that is not masked', () => {
    const y = (query: number, key: number, attributes = {}) => (attended(attributes, [column(query, 0), column(0, key), column(5, 7)]) as number[][][][]).flat(3);
    expect(y(Number.NaN, 0)).toEqual([Number.NaN, 6]);
    expect(y(0, Number.NaN)).toEqual([Number.NaN, Number.NaN]);
  });

  it.each<[string, Record<string, number>, Inputs]>([
    ['three dimensions beside four', { kv_num_heads: 1 }, [zeros(1), [[[1]]], column(1)]],
    ['heads that do not divide', { q_num_heads: 2, kv_num_heads: 1 }, [[[1, 2, 3]], [[1]], [[1]]]],
    ['heads that are not a multiple', {}, [[[[[1]], [[1]], [[1]]]], [[[[1]], [[1]]]], [[[[1]], [[1]]]]]],
    ['past keys alone', {}, [zeros(1), zeros(1), zeros(1), undefined, zeros(1)]],
    ['a past and padding', {}, [zeros(1), zeros(1), zeros(1), undefined, zeros(1), zeros(1), [1n]]],
    ['a mode that there is not', { qk_matmul_output_mode: 4 }, [zeros(1), zeros(1), zeros(1)]],
    ['a softmax of integers', { softmax_precision: 7 }, [zeros(1), zeros(1), zeros(1)]],
    ['a window of -2', { left_window_size: -2 }, [zeros(1), zeros(1), zeros(1)]],
    ['fewer values than keys', {}, [zeros(1), zeros(2), zeros(1)]],
  ])('refuses %s', (_, attributes, inputs) => expect(() => attended(attributes, inputs)).toThrow(BadInput));

  it.each<[string, Record<string, number>, Inputs]>([
    ['a scale of 0', { scale: 0 }, [zeros(1), zeros(1), zeros(1)]],
    ['a negative softcap', { softcap: -1 }, [zeros(1), zeros(1), zeros(1)]],
    ['no keys', {}, [zeros(1), tensorOf('float32', [], [1, 1, 0, 1]), tensorOf('float32', [], [1, 1, 0, 1])]],
    ['infinite keys', {}, [zeros(1), column(inf), zeros(1)]],
    ['more keys that are not padding than there are', {}, [zeros(1), zeros(2), zeros(2), undefined, undefined, undefined, [3n]]],
    ['a mask of integers', {}, [zeros(1), zeros(2), zeros(2), [[1n, 0n]]]],
    ['a mask of NaN', {}, [zeros(1), zeros(2), zeros(2), [[Number.NaN, 0]]]],
    ['a number of heads with inputs of four dimensions', { q_num_heads: 1, kv_num_heads: 1 }, [zeros(1), zeros(1), zeros(1)]],
  ])('is not judged with %s', (_, attributes, inputs) => expect(() => attended(attributes, inputs)).toThrow(NotJudged));
});
