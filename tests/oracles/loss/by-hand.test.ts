import { describe, expect, it } from 'vitest';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { allValues, tensorOf, values } from '../call.ts';

// of three samples the logarithms of the probabilities of two classes, as round numbers
// biome-ignore format: a row for each sample
const logs = [
  [-1, -2],
  [-10, -20],
  [-100, -200],
];
const labels = [1n, 0n, 1n];
const weights = [3, 0.5];

describe('NegativeLogLikelihoodLoss', () => {
  const loss = (attributes: Record<string, string | number>, ...inputs: Parameters<typeof values>[2]) =>
    values('NegativeLogLikelihoodLoss', attributes, inputs);

  it('is what stands at the class of each sample, without its minus sign', () =>
    expect(loss({ reduction: 'none' }, logs, labels)).toEqual([2, 10, 200]));

  it('is multiplied by the weight of the class', () =>
    expect(loss({ reduction: 'none' }, logs, labels, weights)).toEqual([1, 30, 100]));

  it('may be added up', () => expect(loss({ reduction: 'sum' }, logs, labels, weights)).toBe(131));

  it('is a mean where no reduction is given', () => expect(loss({}, logs, [0n, 0n, 0n])).toBe(37));

  it('has the weights that were applied below a mean, and not the number of samples', () =>
    // (1 + 30 + 100) / (0.5 + 3 + 0.5)
    expect(loss({ reduction: 'mean' }, logs, labels, weights)).toBe(32.75));

  it('is 0 where the class is ignored', () =>
    expect(loss({ reduction: 'none', ignore_index: 0 }, logs, labels)).toEqual([2, 0, 200]));

  it('leaves ignored samples out of a mean', () => {
    expect(loss({ ignore_index: 0 }, logs, labels)).toBe(101);
    // (1 + 100) / (0.5 + 0.5)
    expect(loss({ ignore_index: 0 }, logs, labels, weights)).toBe(101);
  });

  it('may ignore a class that there is not', () =>
    expect(loss({ reduction: 'sum', ignore_index: -1 }, logs, [1n, -1n, 0n])).toBe(102));

  it('refuses a class that there is not', () => expect(() => loss({}, logs, [1n, 2n, 0n])).toThrow(BadInput));

  it('has a mean that is NaN, and a sum of 0, where all samples are ignored', () => {
    expect(loss({ ignore_index: 1 }, logs, [1n, 1n, 1n])).toBeNaN();
    expect(Number(loss({ reduction: 'sum', ignore_index: 1 }, logs, [1n, 1n, 1n])) + 0).toBe(0);
  });

  it('has a class for each place of further dimensions', () =>
    // one sample, two classes, three places
    expect(
      loss(
        { reduction: 'none' },
        [
          [
            [-1, -2, -3],
            [-10, -20, -30],
          ],
        ],
        [[0n, 1n, 0n]],
      ),
    ).toEqual([[1, 20, 3]]));

  it('is empty where there are no samples', () =>
    expect(loss({ reduction: 'none' }, tensorOf('float32', [], [0, 2]), tensorOf('int64', []))).toEqual([]));
});

describe('SoftmaxCrossEntropyLoss', () => {
  const loss = (attributes: Record<string, string | number>, ...inputs: Parameters<typeof values>[2]) =>
    values('SoftmaxCrossEntropyLoss', attributes, inputs);
  const { fround, LN2 } = Math;
  // two equal scores halve, and one of -∞ has no share; the loss of a share of 1 is ln 1 with a minus sign: -0
  // biome-ignore format: a row for each sample
  const scores = [
    [5, 5, -Infinity],
    [-Infinity, 7, -Infinity],
  ];

  it('is the logarithm of the share that the class of each sample has', () =>
    expect(loss({ reduction: 'none' }, scores, [1n, 1n])).toEqual([fround(LN2), -0]));

  it('is infinite for a class that has no share', () =>
    expect(loss({ reduction: 'none' }, scores, [2n, 1n])).toEqual([Infinity, -0]));

  it('is that of scores which differ', () =>
    // shares are 1/4 and 3/4
    expect(loss({ reduction: 'none' }, [[0, Math.log(3)]], [0n])).toEqual([expect.closeTo(2 * LN2, 6)]));

  it('is a mean over the weights that were applied', () =>
    // (2 ln 2 + 0) / (2 + 6)
    expect(loss({}, scores, [0n, 1n], [2, 6, 100])).toBe(fround(LN2 / 4)));

  it('leaves ignored samples out', () => {
    expect(loss({ ignore_index: 1 }, scores, [0n, 1n])).toBe(fround(LN2));
    expect(loss({ reduction: 'sum', ignore_index: 0 }, scores, [0n, 1n])).toEqual(expect.closeTo(0, 9));
  });

  it('has the logarithm of every share as its second output', () => {
    const [, logsOfShares] = allValues('SoftmaxCrossEntropyLoss', {}, [scores, [0n, 1n]], { outputs: 2 });
    expect(logsOfShares).toEqual([
      [fround(-LN2), fround(-LN2), -Infinity],
      [-Infinity, 0, -Infinity],
    ]);
  });

  it('has classes along the second dimension, whatever follows', () =>
    // places 0 and 1 of one sample: shares of 1/2 each, and 1 and 0
    expect(
      loss(
        { reduction: 'none' },
        [
          [
            [4, 9],
            [4, -Infinity],
          ],
        ],
        [[1n, 0n]],
      ),
    ).toEqual([[fround(LN2), -0]]));
});
