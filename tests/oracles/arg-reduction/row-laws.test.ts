import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOf, type IntegerFormat, integerRange } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { accepted, type Request, row, versions } from './call.ts';

describe.each(versions)('$name-$since', ({ name, since, version }) => {
  const other = name === 'ArgMax' ? 'ArgMin' : 'ArgMax';
  const selects = version.attributes.some((attribute) => attribute.name === 'select_last_index');
  const requests: readonly Request[] = selects ? [{ selectLastIndex: 0 }, { selectLastIndex: 1 }] : [{}];

  /** Rows of any dtype of the version: ties, NaN, infinities, both zeros, the ends of the range. */
  const rows = fc.constantFrom(...version.dtypes).chain((dtype) => {
    const format = formatOf(dtype);
    const value: fc.Arbitrary<NumericScalar> =
      format.kind === 'float'
        ? fc.oneof(
            fc.constantFrom<number[]>(0, -0, 1, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
            fc.double({ noNaN: true }).map((x) => roundDouble(x, format)),
          )
        : fc.bigInt(integerRange(format as IntegerFormat)).chain((x) => fc.constantFrom(x, x, 0n, 1n));
    return fc.record({
      dtype: fc.constant(dtype),
      values: fc.array(value, { minLength: 1, maxLength: 9 }),
      request: fc.constantFrom(...requests),
    });
  });
  const holds = (law: (example: (typeof rows extends fc.Arbitrary<infer E> ? E : never) & { n: number }) => void) =>
    fc.assert(
      fc.property(rows, (example) => law({ ...example, n: example.values.length })),
      { numRuns: 100 },
    );

  it('a row that is read from its end has the other occurrence, counted from the other end', () =>
    holds(({ dtype, values, request, n }) => {
      const { selectLastIndex } = request;
      const opposite = selectLastIndex === undefined ? {} : { selectLastIndex: 1 - selectLastIndex };
      const forward = accepted(row(name, dtype, values, request, since), n);
      const backward = accepted(row(name, dtype, values.toReversed(), opposite, since), n);
      expect(backward.map((index) => n - 1 - index).toReversed()).toEqual(forward);
    }));

  it('the largest of negated data is where the smallest was', () =>
    holds(({ dtype, values, request, n }) => {
      const format = formatOf(dtype);
      // complements reverse the order of integers without leaving the type
      const negated = values.map((x) => {
        if (typeof x === 'number') return -x;
        return (format as IntegerFormat).signed ? ~x : integerRange(format as IntegerFormat).max - x;
      });
      const [a, b] = [row(name, dtype, values, request, since), row(other, dtype, negated, request, since)];
      expect([b.best, accepted(b, n)]).toEqual([a.best, accepted(a, n)]);
    }));

  it('the best answer is accepted, and one answer is right where that is said', () =>
    holds(({ dtype, values, request, n }) => {
      const acceptance = row(name, dtype, values, request, since);
      const all = accepted(acceptance, n);
      expect(all).toContain(Number(acceptance.best));
      expect(all.length === 1).toBe(acceptance.isExactInAnyOrder);
      expect(all.every((index) => index >= 0 && index < n)).toBe(true);
    }));

  it('the first occurrence stays acceptable where its equal is appended', () =>
    holds(({ dtype, values, n }) => {
      const { best } = row(name, dtype, values, {}, since);
      const longer = [...values, values[Number(best)]!];
      expect(accepted(row(name, dtype, longer, {}, since), n + 1)).toContain(Number(best));
    }));
});
