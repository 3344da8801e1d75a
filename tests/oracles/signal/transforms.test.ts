import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { allValues, tensorOf } from '../call.ts';

const integer = (x: number) => tensorOf('int64', [BigInt(x)], []);
const real = (...xs: number[]) => [xs.map((x) => [x])];
const f = Math.fround;
const root = f(Math.sqrt(0.5));

const dft = (
  input: Parameters<typeof allValues>[2][0],
  { length, axis, opset = 20, ...attributes }: Record<string, number> = {},
) => {
  const inputs = [input, length === undefined ? undefined : integer(length)];
  if (opset < 20) {
    return allValues('DFT', { ...attributes, ...(axis !== undefined && { axis }) }, inputs, { opset })[0];
  }
  return allValues('DFT', attributes, [...inputs, axis === undefined ? undefined : integer(axis)], { opset })[0];
};
/** -0 is 0 */
const bins = (...args: Parameters<typeof dft>) =>
  JSON.parse(JSON.stringify(dft(...args), (_, x) => (x === 0 ? 0 : x))) as number[][][];

describe('DFT', () => {
  it('turns each sample by its place times the number of the bin', () => {
    expect(bins(real(1, 2, 3, 4))).toEqual([
      [
        [10, 0],
        [-2, 2],
        [-2, 0],
        [-2, -2],
      ],
    ]);
    expect(bins(real(0, 1, 0, 0, 0, 0, 0, 0))).toEqual([
      [
        [1, 0],
        [root, -root],
        [0, -1],
        [-root, -root],
        [-1, 0],
        [-root, root],
        [0, 1],
        [root, root],
      ],
    ]);
    expect(
      bins([
        [
          [1, 2],
          [3, -1],
        ],
      ]),
    ).toEqual([
      [
        [4, 1],
        [-2, 3],
      ],
    ]);
  });

  it('goes back, divided by the length', () => {
    expect(
      bins(
        [
          [
            [10, 0],
            [-2, 2],
            [-2, 0],
            [-2, -2],
          ],
        ],
        { inverse: 1 },
      ),
    ).toEqual([
      [
        [1, 0],
        [2, 0],
        [3, 0],
        [4, 0],
      ],
    ]);
  });

  it('is exactly 0 where bins cancel, whatever the length', () => {
    for (const n of [3, 5, 7, 9, 10, 12, 15, 21, 25]) {
      const all = bins([Array.from({ length: n }, () => [7])])[0]!;
      expect(all).toEqual([[7 * n, 0], ...Array.from({ length: n - 1 }, () => [0, 0])]);
    }
  });

  it('adds zeros, or takes the first samples', () => {
    expect(bins(real(1, 2), { length: 4 })).toEqual(bins(real(1, 2, 0, 0)));
    expect(bins(real(1, 2, 3, 4, 5), { length: 3 })).toEqual(bins(real(1, 2, 3)));
  });

  it('has half a spectrum, and makes samples of one', () => {
    expect(bins(real(1, 2, 3, 4), { onesided: 1 })).toEqual([
      [
        [10, 0],
        [-2, 2],
        [-2, 0],
      ],
    ]);
    expect(bins(real(1, 2, 4), { onesided: 1 })[0]).toHaveLength(2);
    expect(
      bins(
        [
          [
            [10, 0],
            [-2, 2],
            [-2, 0],
          ],
        ],
        { onesided: 1, inverse: 1 },
      ),
    ).toEqual([[[1], [2], [3], [4]]]);
    // imaginary parts of the first and of the middle bin are those of no real samples
    expect(
      bins(
        [
          [
            [10, 5],
            [-2, 2],
            [-2, 9],
          ],
        ],
        { onesided: 1, inverse: 1 },
      ),
    ).toEqual([[[1], [2], [3], [4]]]);
    expect(
      bins(
        [
          [
            [5, 0],
            [0, 0],
          ],
        ],
        { onesided: 1, inverse: 1, length: 5 },
      ),
    ).toEqual([[[1], [1], [1], [1], [1]]]);
  });

  it('transforms the second dimension up to opset 19, and the last but one from 20 on', () => {
    const data = tensorOf('float32', [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [2, 2, 3, 1]);
    expect(dft(data, { opset: 17 })).toEqual(dft(data, { axis: 1 }));
    expect(dft(data)).toEqual(dft(data, { axis: 2 }));
    expect(dft(data, { axis: -4 })).toEqual(dft(data, { axis: 0 }));
    expect(dft(data, { axis: -2, opset: 17 })).toEqual(dft(data, { axis: 2 }));
  });

  it('refuses the last axis, other parts, and half a spectrum of complex samples', () => {
    expect(() => dft(real(1, 2), { axis: 2 })).toThrow(BadInput);
    expect(() => dft(real(1, 2), { axis: -1 })).toThrow(BadInput);
    expect(() => dft([[[1, 2, 3]]])).toThrow('the last dimension is 3; it must be 1 for real or 2 for complex numbers');
    expect(() => dft([[[1, 2]]], { onesided: 1 })).toThrow(
      'onesided=1 with inverse=0 is not valid for complex numbers',
    );
    expect(() => dft(real(1, 2), { onesided: 1, inverse: 1 })).toThrow(
      'onesided=1 with inverse=1 is not valid for real numbers',
    );
    expect(() => dft(real(1, Number.NaN))).toThrow(NotJudged);
    expect(() => dft(real(1, 2), { length: 0 })).toThrow(NotJudged);
  });

  const judge = (got: number, index: number, xs: readonly number[]) => {
    const operator = findOperator('DFT')!;
    const [output] = operator.expect(versionAt(operator, 20), {
      attributes: {},
      inputs: [tensorOf('float32', xs, [1, xs.length, 1])],
    });
    return output!.accept(index).judge(got).accepted;
  };

  it('accepts what float32 loses, and no wrong root of unity', () => {
    const xs = [1, 2, 3, 4, 5, 6, 7, 8];
    const exact = -4;
    expect(judge(exact + 2 ** -19, 8, xs)).toBe(true);
    expect(judge(exact + 2 ** -7, 8, xs)).toBe(false);
    // -0 and what is left of 0, and no more
    expect(judge(-0, 1, xs)).toBe(true);
    expect(judge(2 ** -18, 1, xs)).toBe(true);
    expect(judge(2 ** -6, 1, xs)).toBe(false);
  });

  it('agrees with a sum in doubles on any line', () => {
    const numbers = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 24 });
    fc.assert(
      fc.property(numbers, fc.nat(), (xs, k) => {
        const n = xs.length;
        const bin = k % n;
        const [re, im] = bins([xs.map((x) => [x])])[0]![bin]!;
        const angle = (j: number) => (-2 * Math.PI * j * bin) / n;
        expect(re).toBeCloseTo(
          xs.reduce((sum, x, j) => sum + x * Math.cos(angle(j)), 0),
          4,
        );
        expect(im).toBeCloseTo(
          xs.reduce((sum, x, j) => sum + x * Math.sin(angle(j)), 0),
          4,
        );
      }),
      { numRuns: 30 },
    );
  });
});

describe('STFT', () => {
  const stft = (
    signal: Parameters<typeof allValues>[2][0],
    inputs: (number | number[] | undefined)[],
    attributes = {},
  ) =>
    JSON.parse(
      JSON.stringify(
        allValues('STFT', attributes, [signal, ...inputs.map((x) => (typeof x === 'number' ? integer(x) : x))])[0],
        (_, x) => (x === 0 ? 0 : x),
      ),
    ) as number[][][][];

  it('transforms frames, and drops what is left', () => {
    expect(stft(real(1, 2, 3, 4, 5), [2, undefined, 2])).toEqual([
      [
        [
          [3, 0],
          [-1, 0],
        ],
        [
          [7, 0],
          [-1, 0],
        ],
      ],
    ]);
  });

  it('multiplies each frame by the window', () => {
    expect(stft(real(1, 2, 3), [1, [2, 10]])).toEqual([
      [
        [
          [22, 0],
          [-18, 0],
        ],
        [
          [34, 0],
          [-26, 0],
        ],
      ],
    ]);
  });

  it('has all bins with onesided=0, and half of them without', () => {
    expect(stft(real(1, 0, 0, 0), [1, undefined, 4])[0]![0]).toHaveLength(3);
    expect(stft(real(1, 0, 0, 0), [1, undefined, 4], { onesided: 0 })[0]![0]).toHaveLength(4);
    expect(stft(real(1, 2, 3), [1])).toHaveLength(1);
    expect(
      stft(
        [
          [
            [1, 2],
            [3, -1],
          ],
        ],
        [1, undefined, 2],
        { onesided: 0 },
      ),
    ).toEqual([
      [
        [
          [4, 1],
          [-2, 3],
        ],
      ],
    ]);
  });

  it('refuses a window of another length', () => {
    expect(() => stft(real(1, 2, 3), [1, [1, 1], 3])).toThrow('a window of 2 numbers does not match frames of 3');
    expect(() => stft(real(1, 2, 3), [1, undefined, 4])).toThrow(NotJudged);
    expect(() => stft(real(1, 2, 3), [0, undefined, 2])).toThrow(NotJudged);
  });
});

describe('a transform by a convolution', () => {
  const operator = findOperator('DFT')!;
  /** Whether the first bin of so many numbers may be an infinity. */
  const mayOverflow = (count: number, x: number) => {
    const input = tensorOf('float32', Array<number>(count).fill(x), [1, count, 1]);
    const [output] = operator.expect(versionAt(operator, 20), {
      attributes: {},
      inputs: [input, undefined, undefined],
    });
    return output!.accept(0).judge(Number.POSITIVE_INFINITY).accepted;
  };

  it('may leave the range where its partial results are near to the end of it', () => {
    expect(mayOverflow(9, 2 ** 122)).toBe(true);
    expect(mayOverflow(9, 2 ** 110)).toBe(false);
  });

  it('is not needed for powers of two', () => expect(mayOverflow(8, 2 ** 122)).toBe(false));

  /** The greatest error that is accepted in the first bin of signs in turn, in unit roundoffs of the sum of magnitudes. */
  const mostError = (count: number, dtype: 'float32' | 'float16' = 'float32', scale = 1) => {
    const xs = Array.from({ length: count }, (_, i) => (i % 2 === 0 ? scale : -scale));
    const input = tensorOf(dtype, xs, [1, count, 1]);
    const [output] = operator.expect(versionAt(operator, 20), { attributes: {}, inputs: [input] });
    const acceptance = output!.accept(0);
    const exact = count % 2 === 0 ? 0 : scale;
    const isAccepted = (units: number) =>
      acceptance.judge(Math.fround(exact + units * 2 ** -24 * count * scale)).accepted;
    return [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048].findLast(isAccepted);
  };

  it('has a bound by the norm of the samples, which their number does not multiply', () => {
    expect([7, 33, 131, 515].map((count) => mostError(count))).toEqual([512, 512, 1024, 1024]);
    // a direct sum or a fast transform
    expect([8, 32, 128].map((count) => mostError(count))).toEqual([32, 64, 256]);
  });

  it('has the same bound for numbers whose squares leave the range', () =>
    expect([2 ** -90, 2 ** 100].map((scale) => mostError(131, 'float32', scale))).toEqual([1024, 1024]));
});
