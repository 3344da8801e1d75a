import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Accepted, type ElementVerdict, formatScalar } from '../../../oracles/judge/acceptance.ts';
import type { Tier } from '../../../oracles/judge/tier.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { add, dyadic, fromNumber } from '../../../oracles/numerics/dyadic.ts';
import { largestFinite, roundDouble, roundToFloat } from '../../../oracles/numerics/rounding.ts';
import { sampled } from '../../sample.ts';
import { rowOf } from '../arbitrary.ts';
import { floatNames, reductions, row } from '../call.ts';
import { claims } from '../reduction/claims.ts';

const kinds = reductions.flatMap(({ name }) => floatNames.map((dtype) => ({ name, dtype })));
const tierOf = (verdict: ElementVerdict): Tier | undefined => (verdict.accepted ? verdict.tier : undefined);

describe.each(sampled(kinds, 10))('$name of $dtype', ({ name, dtype }) => {
  const format = formatOf(dtype);
  const rows = rowOf(dtype, 6);

  it('accepts its own answer as exact, and no answer twice', () => {
    fc.assert(
      fc.property(rows, (xs) => {
        const acceptance = row(name, dtype, xs);
        expect(acceptance.judge(acceptance.best)).toMatchObject({ accepted: true, tier: 'exact', errorOverBound: 0 });
        for (const x of [acceptance.best as number, ...xs].flatMap((y) => [y, -y])) {
          const other = roundDouble(x, format);
          if (!Object.is(other + 0, Number(acceptance.best) + 0))
            expect(tierOf(acceptance.judge(other))).not.toBe('exact');
        }
      }),
      { numRuns: 20 },
    );
  });

  it('permuting a row changes neither the answer nor any verdict', () => {
    const shuffled = rows.chain((xs) => fc.tuple(fc.constant(xs), fc.shuffledSubarray(xs, { minLength: xs.length })));
    fc.assert(
      fc.property(shuffled, ([xs, ys]) => {
        const [a, b] = [row(name, dtype, xs), row(name, dtype, ys)];
        expect(b.best).toBe(a.best);
        expect(b.isExactInAnyOrder).toBe(a.isExactInAnyOrder);
        for (const answer of [a.best, ...neighbourhood(a.best as number), 0, ...xs]) {
          expect(b.judge(answer)).toEqual(a.judge(answer));
        }
      }),
      { numRuns: 15 },
    );
  });

  it('accepts exactly what its message says, but for policies', () => {
    fc.assert(
      fc.property(rows, (xs) => {
        const acceptance = row(name, dtype, xs, 13); // before any policy on values
        const verdict = acceptance.judge(-largestFinite(format));
        if (verdict.accepted || acceptance.isExactInAnyOrder) return;
        const interval = /^\[([^\]]*), ([^\]]*)\]/.exec(verdict.allowed);
        if (!interval || verdict.allowed.includes('or (')) return;
        const [lo, hi] = [Number(interval[1]), Number(interval[2])] as [number, number];
        expect(acceptance.judge(lo).accepted, `lo ${formatScalar(lo)}`).toBe(true);
        expect(acceptance.judge(hi).accepted, `hi ${formatScalar(hi)}`).toBe(true);
        for (const x of [next(lo, -1), next(hi, 1)]) {
          if (Number.isFinite(x)) expect(acceptance.judge(x).accepted, formatScalar(x)).toBe(false);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('both neighbours of an inexact value are better than native, or outside the bounds', () => {
    fc.assert(
      fc.property(rows, (xs) => {
        const acceptance = row(name, dtype, xs);
        const best = acceptance.best as number;
        if (!Number.isFinite(best)) return;
        const verdicts = [next(best, -1), next(best, 1)].map((x) => acceptance.judge(x)).filter((v) => v.accepted);
        expect(verdicts.filter((v) => (v as Accepted).tier === 'faithful').length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 15 },
    );
  });

  /** the neighbour of a value of the format */
  function next(x: number, direction: 1 | -1): number {
    const tiny = dyadic(BigInt(direction), format.minExponent - 60);
    return roundToFloat(add(fromNumber(x), tiny), format, direction > 0 ? 'up' : 'down') + 0;
  }

  function neighbourhood(x: number): number[] {
    return Number.isFinite(x) ? [next(x, 1), next(x, -1)] : [largestFinite(format), -largestFinite(format)];
  }
});

const scaling = reductions
  .flatMap(({ name }) => ({ name, degree: claims[name]!.degree }))
  .filter(({ degree }) => degree);

describe.each(scaling)('$name', ({ name, degree }) => {
  it('scales with powers of two, away from the ends of the range', () => {
    const terms = fc.array(
      fc
        .double({ min: -8, max: 8, noNaN: true })
        .map((x) => Math.fround(x))
        .filter((x) => x === 0 || Math.abs(x) > 2 ** -10),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(terms, fc.integer({ min: -30, max: 30 }), (xs, k) => {
        if (Math.abs(k * degree!(xs.length)) > 60) return;
        const [a, b] = [
          row(name, 'float32', xs),
          row(
            name,
            'float32',
            xs.map((x) => x * 2 ** k),
          ),
        ];
        const by = 2 ** (k * degree!(xs.length));
        expect(b.best).toBe((a.best as number) * by);
        expect(b.isExactInAnyOrder).toBe(a.isExactInAnyOrder);
        for (const offset of [-3, -1, 1, 3]) {
          const x = Math.fround((a.best as number) * (1 + offset * 2 ** -23));
          expect(tierOf(b.judge(x * by))).toBe(tierOf(a.judge(x)));
        }
      }),
      { numRuns: 50 },
    );
  });
});
