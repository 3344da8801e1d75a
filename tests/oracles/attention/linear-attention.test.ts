// biome-ignore-all format: matrices stay on a line
import { describe, expect, it } from 'vitest';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { allValues, tensorOf } from '../call.ts';

type Inputs = Parameters<typeof allValues>[2];
const heads = { q_num_heads: 1, kv_num_heads: 1, scale: 1 };
const linear = (update_rule: string, inputs: Inputs, attributes: Record<string, number> = {}) =>
  allValues('LinearAttention', { ...heads, ...attributes, update_rule }, inputs, { outputs: 2 });

// one batch, two positions, two features of keys and one of values
const query = [[[1, 10], [1, 10]]];
const key = [[[1, 0], [1, 1]]];
const value = [[[2], [4]]];
const state = [[[[5], [7]]]];
const beta = [[[0.5], [1]]];
/** nothing is left, and all of it */
const decay = [[[Number.NEGATIVE_INFINITY], [0]]];

describe('LinearAttention', () => {
  it('adds the product of key and value to the state, which the query reads', () =>
    // states 2 0 and 6 4
    expect(linear('linear', [query, key, value])).toEqual([[[[2], [46]]], [[[[6], [4]]]]]));

  it('begins with past_state', () =>
    // states 7 7 and 11 11
    expect(linear('linear', [query, key, value, state])).toEqual([[[[77], [121]]], [[[[11], [11]]]]]));

  it('decays the state first with gated', () =>
    // states 2 0 and 6 4
    expect(linear('gated', [query, key, value, state, decay])).toEqual([[[[2], [46]]], [[[[6], [4]]]]]));

  it('writes beta of what the state lacks with delta', () =>
    // 5 7: key 1 0 has 5, half of 2 - 5 is written: 3.5 7; key 1 1 has 10.5, 4 - 10.5 is written: -3 0.5
    expect(linear('delta', [query, key, value, state, undefined, beta])).toEqual([[[[73.5], [2]]], [[[[-3], [0.5]]]]]));

  it('decays the state before it is corrected with gated_delta', () =>
    // 0 0: half of 2 is written: 1 0; key 1 1 has 1, 4 - 1 is written: 4 3
    expect(linear('gated_delta', [query, key, value, state, decay, beta])).toEqual([[[[1], [34]]], [[[[4], [3]]]]]));

  it('has a decay for each feature of keys, or for each head', () =>
    // what was there is left of the second feature alone
    expect(linear('gated', [query, key, value, state, [[[Number.NEGATIVE_INFINITY, 0], [0, 0]]]])).toEqual([[[[72], [116]]], [[[[6], [11]]]]]));

  it('multiplies results by 1/√(features) where scale is 0', () => {
    const ones = [[[1, 1, 1, 1]]];
    expect(linear('linear', [ones, ones, [[[3]]]], { scale: 0 })[0]).toEqual([[[6]]]);
  });

  it('gives heads of keys to heads of queries that follow one another', () =>
    expect(linear('linear', [[[[1, 2, 3, 4]]], [[[1, 1]]], [[[10, 100]]]], { q_num_heads: 4, kv_num_heads: 2 })).toEqual([[[[10, 20, 300, 400]]], [[[[10]], [[100]]]]]));

  it.each<[string, string, Inputs, Record<string, number>?]>([
    ['no decay where the rule needs one', 'gated', [query, key, value]],
    ['no beta where the rule needs one', 'delta', [query, key, value]],
    ['another rule', 'retained', [query, key, value]],
    ['heads that do not divide', 'linear', [query, key, value], { kv_num_heads: 3 }],
    ['another state', 'linear', [query, key, value, [[[[1, 2]]]]]],
  ])('refuses %s', (_, rule, inputs, attributes) => expect(() => linear(rule, inputs, attributes)).toThrow(BadInput));

  it.each<[string, string, Inputs]>([
    ['a decay that the rule does not use', 'linear', [query, key, value, undefined, decay]],
    ['no positions', 'linear', [[1, 0, 2], [1, 0, 2], [1, 0, 1]].map((dims) => tensorOf('float32', [], dims))],
  ])('is not judged with %s', (_, rule, inputs) => expect(() => linear(rule, inputs)).toThrow(NotJudged));

  it('has chunks that change nothing', () =>
    expect(linear('delta', [query, key, value, state, undefined, beta], { chunk_size: 1 })).toEqual(
      linear('delta', [query, key, value, state, undefined, beta]),
    ));
});
