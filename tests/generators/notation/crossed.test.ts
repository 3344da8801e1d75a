import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coveringRows } from '../../../generators/notation/crossed.ts';

describe('settings that are crossed', () => {
  it('have any three values of different settings in some row', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 7 }), (counts) => {
        const settings = Object.fromEntries(counts.map((count, i) => [`s${i}`, [...Array(count).keys()]]));
        const rows = coveringRows(settings);
        const met = new Set(rows.flatMap((row) => threesOf(Object.entries(row)).map(String)));
        const wanted = threesOf(counts).reduce((sum, [a, b, c]) => sum + a! * b! * c!, 0);
        expect(met.size).toBe(wanted);
        expect(rows.length).toBeLessThanOrEqual(counts.reduce((product, count) => product * count, 1));
      }),
      { numRuns: 30 },
    );
  });

  it('make far fewer rows than there are combinations', () => {
    const rows = coveringRows({
      a: [0, 1, 2],
      b: 'xyz'.split(''),
      c: [0, 1, 2],
      d: [0, 1, 2],
      e: [0, 1, 2],
      f: [0, 1, 2],
    });
    expect(rows.length).toBeGreaterThanOrEqual(27);
    expect(rows.length).toBeLessThan(70);
  });

  it('keep the values as they are given', () => {
    const settings = { a: [undefined, 'x'], b: [{ c: 1 }], d: [2, 3] } as const;
    const rows = coveringRows(settings);
    expect(rows).toHaveLength(4);
    for (const { a, b, d } of rows) {
      expect(settings.a).toContain(a);
      expect(b).toBe(settings.b[0]);
      expect(settings.d).toContain(d);
    }
  });
});

const threesOf = <T>(items: readonly T[]): T[][] =>
  items.flatMap((a, i) => items.slice(i + 1).flatMap((b, j) => items.slice(i + j + 2).map((c) => [a, b, c])));
