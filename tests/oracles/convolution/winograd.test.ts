import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { findOperator, newestOpset, versionAt } from '../../../oracles/operators.ts';
import { tensorOf } from '../call.ts';

const { fround } = Math;
const add = (...xs: readonly number[]): number => xs.reduce((sum, x) => fround(sum + x), 0);
const times = (x: number, y: number): number => fround(x * y);

/** The two results of a filter of 3 on a tile of 4 by Winograd's F(2,3) in float32 (Lavin and Gray 2016). */
function winograd(d: readonly number[], g: readonly number[]): readonly number[] {
  const [d0, d1, d2, d3] = d as [number, number, number, number];
  const [g0, g1, g2] = g as [number, number, number];
  const m1 = times(add(d0, -d2), g0);
  const m2 = times(add(d1, d2), times(0.5, add(g0, g1, g2)));
  const m3 = times(add(d2, -d1), times(0.5, add(g0, -g1, g2)));
  const m4 = times(add(d1, -d3), g2);
  return [add(m1, m2, m3), add(m2, -m3, -m4)];
}

/** By the definition, in float32. */
const direct = (d: readonly number[], g: readonly number[]): readonly number[] =>
  [0, 1].map((at) => add(...g.map((w, i) => times(w, d[at + i]!))));

/** Whether an answer of Conv to a tile stands. */
function stands(d: readonly number[], g: readonly number[], answer: readonly number[]): boolean {
  const operator = findOperator('Conv')!;
  const inputs = [tensorOf('float32', d, [1, 1, 4]), tensorOf('float32', g, [1, 1, 3])];
  const expected = operator.expect(versionAt(operator, newestOpset), { attributes: {}, inputs });
  return compare(expected, [tensorOf('float32', answer, [1, 1, 2])]).accepted;
}

const both = (d: readonly number[], g: readonly number[]) => [direct, winograd].map((way) => stands(d, g, way(d, g)));
const small = (length: number) => fc.array(fc.integer({ min: -99, max: 99 }), { minLength: length, maxLength: length });

it('stands where nothing in the transforms rounds', () => {
  fc.assert(
    fc.property(small(4), small(3), (d, g) => {
      expect(both(d, g)).toEqual([true, true]);
    }),
    { numRuns: 50 },
  );
});

it('fails where a large weight lies on zeros, and swallows the other products', () => {
  fc.assert(
    fc.property(fc.integer({ min: 40, max: 120 }), fc.integer({ min: 1, max: 99 }), (exponent, x) => {
      expect(both([0, 0, x, x], [2 ** exponent, 1, 1])).toEqual([true, false]);
    }),
    { numRuns: 30 },
  );
});

it('fails where the sum of two neighbours overflows, and no sum of the definition does', () => {
  const large = 2 ** 127;
  expect(both([0, large, large, 0], [0.125, 0.25, 0.5])).toEqual([true, false]);
  expect(both([0, 1, 1, 0], [large, large, 0])).toEqual([true, false]);
});
