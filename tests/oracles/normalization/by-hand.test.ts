import { describe, expect, it } from 'vitest';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import { tensorOf } from '../call.ts';

/** What an operator answers for float64 inputs of some dimensions, its first output rounded once. */
function best(name: string, attributes: Attributes, ...inputs: (readonly [number[], number[]])[]) {
  const operator = findOperator(name)!;
  const [y] = operator.expect(versionAt(operator, newestOpset), {
    attributes,
    inputs: inputs.map(([values, dims]) => tensorOf('float64', values, dims)),
    outputs: 1,
  });
  return Array.from({ length: y!.dims.reduce((a, b) => a * b, 1) }, (_, i) => y!.accept(i).best);
}

const int = (value: number) => ({ type: 'INT', value }) as const;
const float = (value: number) => ({ type: 'FLOAT', value }) as const;

describe('by hand', () => {
  it('a line over its norm', () => {
    const x = [
      [3, -4, 0, 12, 0, 5],
      [2, 3],
    ] as [number[], number[]];
    expect(best('LpNormalization', { p: int(1) }, x)).toEqual([3 / 7, -4 / 7, 0, 12 / 17, 0, 5 / 17]);
    expect(best('LpNormalization', { p: int(2) }, x)).toEqual([0.6, -0.8, 0, 12 / 13, 0, 5 / 13]);
    expect(best('LpNormalization', { p: int(2), axis: int(0) }, x)[1]).toBe(-1);
  });

  it('a row over the root of the mean of its squares', () => {
    // mean of squares 24, and 1 as epsilon: 5
    const x = [
      [4, -8, 4, 0],
      [1, 4],
    ] as [number[], number[]];
    const scale = [[1, 2, -5, 1], [4]] as [number[], number[]];
    expect(best('RMSNormalization', { epsilon: float(1), stash_type: int(11) }, x, scale)).toEqual([0.8, -3.2, -4, 0]);
  });

  it.each([
    ['LayerNormalization', [1, 4], [4]],
    ['InstanceNormalization', [1, 1, 4], [1]],
    ['GroupNormalization', [1, 1, 4], [1]],
  ])('%s: less the mean, over the deviation, scaled and shifted', (name, dims, of) => {
    // mean 3, variance 8, and 1 as epsilon: 3
    const count = of[0]!;
    const attributes: Attributes = {
      epsilon: float(1),
      ...(name.startsWith('Group') && { num_groups: int(1), stash_type: int(11) }),
    };
    const y = best(name, attributes, [[-1, 3, 3, 7], dims], [Array(count).fill(6), of], [Array(count).fill(-5), of]);
    expect(y).toEqual([-13, -5, -5, 3]);
  });

  it('a channel less its running mean, over its running deviation', () => {
    const [one, of] = [(x: number): [number[], number[]] => [[x], [1]], { epsilon: float(1) }];
    const y = best(
      'BatchNormalization',
      of,
      [
        [7, -1],
        [2, 1],
      ],
      one(6),
      one(-5),
      one(3),
      one(8),
    );
    expect(y).toEqual([3, -13]);
  });

  it('less the mean, over the deviation', () => {
    const y = best('MeanVarianceNormalization', {}, [
      [1, 5, 2, 2],
      [2, 2, 1, 1],
    ]);
    // channels are [1, 2] and [5, 2]
    expect(y).toEqual([-1, 1, 1, -1]);
  });

  it('over a power of what stands around', () => {
    // 1 + 3/3·(squares of three channels): 6, 15, 14
    const attributes = { size: int(3), alpha: float(3), beta: float(1) };
    expect(
      best('LRN', attributes, [
        [1, 2, 3],
        [1, 3, 1, 1],
      ]),
    ).toEqual([1 / 6, 2 / 15, 3 / 14]);
  });
});
