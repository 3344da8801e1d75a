import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ceil,
  compare,
  floor,
  minus,
  over,
  plus,
  rational,
  times,
  toNumber,
} from '../../../oracles/numerics/rational.ts';
import { tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { tensorOf, values } from '../call.ts';

const line = [1, 2, 3, 4];
const float = (list: readonly number[]) => tensorOf('float32', list);
const sizes = (...list: bigint[]) => tensorOf('int64', list);
const resized = (
  attributes: Parameters<typeof values>[1],
  ...[x, roi, scales, lengths]: (number[] | ReturnType<typeof float> | undefined)[]
) => values('Resize', attributes, [x, roi, scales, lengths]) as number[];

describe('Resize', () => {
  it.each([
    ['half_pixel', 'round_prefer_floor', [1, 1, 2, 2, 3, 3, 4, 4]],
    ['asymmetric', 'floor', [1, 1, 2, 2, 3, 3, 4, 4]],
    ['asymmetric', 'round_prefer_floor', [1, 1, 2, 2, 3, 3, 4, 4]],
    ['asymmetric', 'round_prefer_ceil', [1, 2, 2, 3, 3, 4, 4, 4]],
    ['asymmetric', 'ceil', [1, 2, 2, 3, 3, 4, 4, 4]],
  ])('takes the nearest elements, %s %s', (coordinate_transformation_mode, nearest_mode, expected) => {
    expect(resized({ coordinate_transformation_mode, nearest_mode }, line, undefined, float([2]))).toEqual(expected);
  });

  it('admits what lies between two elements as a + t·(b - a)', () => {
    const element = fc.float({ min: -8, max: 8, noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(element, element, (a, b) => {
        const operator = findOperator('Resize')!;
        const attributes = { mode: { type: 'STRING', value: 'linear' } } as const;
        const call = { attributes, inputs: [float([a, b]), undefined, float([2])] };
        const [output] = operator.expect(versionAt(operator, 19), call);
        const [first, second] = [a, b].map(Math.fround) as [number, number];
        for (const [place, t] of [
          [1, 0.25],
          [2, 0.75],
        ] as const) {
          const got = Math.fround(first + Math.fround(t * Math.fround(second - first)));
          expect(output!.accept(place).judge(got).accepted).toBe(true);
        }
      }),
    );
  });

  it('admits two rounded weights of an element that is its own neighbour', () => {
    const operator = findOperator('Upsample')!;
    const round = Math.fround;
    fc.assert(
      fc.property(fc.float({ min: 0.125, max: 8, noNaN: true }), fc.constantFrom(3, 5, 6, 7), (x, scale) => {
        const attributes = { mode: { type: 'STRING', value: 'linear' } } as const;
        const call = { attributes, inputs: [float([x]), float([scale])] };
        const [output] = operator.expect(versionAt(operator, 9), call);
        const admits = (place: number, got: number) => output!.accept(place).judge(round(got)).accepted;
        for (let place = 0; place < scale; place++) {
          for (const t of [round(place / scale), round(place * round(1 / scale))]) {
            expect(admits(place, round(round(1 - t) * x) + round(t * x))).toBe(true);
          }
          for (const far of [1 - 2 ** -20, 1 + 2 ** -20]) expect(admits(place, far * x)).toBe(false);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('interpolates linearly', () => {
    expect(resized({ mode: 'linear' }, line, undefined, float([2]))).toEqual([
      1, 1.25, 1.75, 2.25, 2.75, 3.25, 3.75, 4,
    ]);
    const aligned = { mode: 'linear', coordinate_transformation_mode: 'align_corners' };
    expect(resized(aligned, line, undefined, undefined, sizes(7n))).toEqual([1, 1.5, 2, 2.5, 3, 3.5, 4]);
  });

  it('interpolates between integers, which may be rounded in any way, but not weighed as integers', () => {
    const inputs = [tensorOf('uint8', [1n, 2n, 4n, 7n]), undefined, float([2])];
    const operator = findOperator('Resize')!;
    const [y] = operator.expect(versionAt(operator, 19), {
      attributes: { mode: { type: 'STRING', value: 'linear' } },
      inputs,
    });
    const admits = (list: readonly bigint[]) => list.map((x, i) => y!.accept(i).judge(x).accepted);
    // 1, 1.25, 1.75, 2.5, 3.5, 4.75, 6.25 and 7: truncated, rounded to nearest, and the element before
    expect(admits([1n, 1n, 1n, 2n, 3n, 4n, 6n, 7n])).not.toContain(false);
    expect(admits([1n, 1n, 2n, 3n, 4n, 5n, 6n, 7n])).not.toContain(false);
    expect(admits([1n, 1n, 1n, 2n, 2n, 4n, 4n, 7n])).toEqual([true, true, true, true, false, true, false, true]);
    const third = [inputs[0], undefined, float([1.5])];
    expect(() =>
      operator.expect(versionAt(operator, 19), {
        attributes: { mode: { type: 'STRING', value: 'linear' } },
        inputs: third,
      }),
    ).toThrow(NotJudged);
  });

  it('does not judge what moves batches and channels', () => {
    const moved = { coordinate_transformation_mode: 'tf_half_pixel_for_nn', nearest_mode: 'ceil' };
    const operator = findOperator('Resize')!;
    const attributes = Object.fromEntries(
      Object.entries(moved).map(([name, value]) => [name, { type: 'STRING', value } as const]),
    );
    const call = (scales: number[]) => ({ attributes, inputs: [float([1, 2, 3]), float([]), float(scales)] });
    expect(() => operator.expect(versionAt(operator, 11), call([1]))).toThrow(NotJudged);
    expect(operator.expect(versionAt(operator, 11), call([2]))[0]!.dims).toEqual([6]);
  });

  it('takes cubic means, with a coefficient', () => {
    const half = { mode: 'cubic', coordinate_transformation_mode: 'asymmetric', cubic_coeff_a: -0.5 };
    // (-1, 9, 9, -1) / 16 between two elements
    expect(resized(half, [0, 16, 0, 0, 0, 0], undefined, float([2])).slice(0, 8)).toEqual([0, 9, 16, 9, 0, -1, 0, 0]);
  });

  it('filters what becomes shorter', () => {
    const filtered = resized(
      { mode: 'linear', antialias: 1, coordinate_transformation_mode: 'half_pixel' },
      [0, 8, 0, 0],
      undefined,
      float([0.5]),
    );
    // tents over four elements: 1/8, 3/8, 3/8, 1/8
    expect(filtered).toEqual([3, 1]);
  });

  it('crops, turns round and fills up', () => {
    const crop = { coordinate_transformation_mode: 'tf_crop_and_resize', extrapolation_value: 9 };
    expect(resized(crop, line, float([1, 0]), undefined, sizes(4n))).toEqual([4, 3, 2, 1]);
    expect(resized(crop, line, float([0, 2]), undefined, sizes(3n))).toEqual([1, 4, 9]);
  });

  it('fills up with what the type has', () => {
    const filled = (x: ReturnType<typeof tensorOf>, extrapolation_value: number) => {
      const crop = { mode: 'nearest', coordinate_transformation_mode: 'tf_crop_and_resize', extrapolation_value };
      return (values('Resize', crop, [x, float([0, 2]), undefined, sizes(3n)]) as unknown[]).at(-1);
    };
    const bits = tensorOf('bool', [0n, 0n]);
    const bytes = tensorOf('uint8', [0n, 0n]);
    expect([filled(bits, 1), filled(bytes, 255)]).toEqual([1n, 255n]);
    for (const [x, value] of [
      [bits, 7],
      [bytes, 256],
      [bytes, -1],
      [bytes, 0.5],
      [tensorOfScalars('string', [2], () => 'a'), 0.5],
    ] as const)
      expect(() => filled(x, value)).toThrow(NotJudged);
  });

  it('keeps the ratio of lengths', () => {
    const rows = [
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
    ];
    const kept = (keep_aspect_ratio_policy: string) =>
      values('Resize', { keep_aspect_ratio_policy }, [rows, undefined, undefined, sizes(8n, 2n)]) as number[][];
    expect([kept('not_larger').length, kept('not_larger')[0]!.length]).toEqual([4, 2]);
    expect([kept('not_smaller').length, kept('not_smaller')[0]!.length]).toEqual([8, 4]);
  });

  it('admits both neighbours where float32 may round a coordinate across a border, and no other', () => {
    const operator = findOperator('Resize')!;
    const attributes = {
      coordinate_transformation_mode: { type: 'STRING', value: 'asymmetric' },
      nearest_mode: { type: 'STRING', value: 'floor' },
    } as const;
    const data = Array.from({ length: 14 }, (_, i) => i);
    const accepted = (lengths: bigint) => {
      const inputs = [float(data), undefined, undefined, sizes(lengths)];
      const [output] = operator.expect(versionAt(operator, 19), { attributes, inputs });
      return (i: number) => data.filter((x) => output!.accept(i).judge(x).accepted);
    };
    // 14 to 2: the coordinate is 7, by a scale that no float is
    expect(accepted(2n)(1)).toEqual([6, 7]);
    // 14 to 7: a power of two
    expect(accepted(7n)(3)).toEqual([6]);
  });

  it('says nothing of integers that are stretched too far, and does not look at each place', () => {
    const operator = findOperator('Resize')!;
    const linear = { mode: { type: 'STRING', value: 'linear' } } as const;
    const longest = { attributes: linear, inputs: [tensorOf('int64', [1n, 2n]), undefined, float([2 ** 23])] };
    expect(() => operator.expect(versionAt(operator, 19), longest)).toThrow(NotJudged);
  });

  it('says nothing of lengths that depend on a rounding, and refuses two ways to say one, and regions without end', () => {
    const ten = Array.from({ length: 10 }, (_, i) => i);
    expect(() => resized({}, ten, undefined, float([0.7]))).toThrow(NotJudged);
    expect(() => resized({}, line, undefined, float([2]), sizes(8n))).toThrow(BadInput);
    expect(() => resized({}, line)).toThrow(BadInput);
    const crop = { coordinate_transformation_mode: 'tf_crop_and_resize' };
    expect(() => resized(crop, line, float([0, Number.POSITIVE_INFINITY]), undefined, sizes(4n))).toThrow(BadInput);
  });
});

describe('rational numbers', () => {
  const number = fc.double({ noNaN: true, min: -1e6, max: 1e6 });

  it('are the doubles that they come from', () => {
    fc.assert(fc.property(number, (x) => toNumber(rational(x)) === x || Math.abs(x) < 1e-3));
  });

  it('add, multiply and divide without rounding', () => {
    fc.assert(
      fc.property(number, number, (x, y) => {
        const [a, b] = [rational(x), rational(y)];
        expect(minus(plus(a, b), b)).toEqual(a);
        if (y !== 0) expect(over(times(a, b), b)).toEqual(a);
        expect(Math.sign(compare(a, b))).toBe(Math.sign(x - y) || 0);
      }),
    );
  });

  it('have an integer below and one above', () => {
    fc.assert(
      fc.property(number, (x) => {
        expect(Number(floor(rational(x)))).toBe(Math.floor(x) + 0);
        expect(Number(ceil(rational(x)))).toBe(Math.ceil(x) + 0);
      }),
    );
  });
});
