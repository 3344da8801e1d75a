import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare } from '../../../oracles/judge/comparator.ts';
import { referenceTensor } from '../../../oracles/judge/reference-tensor.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { findOperator, operators, versionAt } from '../../../oracles/operators.ts';
import type { Attributes } from '../../../oracles/spec/declaration.ts';
import { row, tensorOf } from '../call.ts';

/** What an operator claims beyond the laws of its family: who finds the same in the negated row. */
const mirrors: Readonly<Record<string, string>> = { ArgMax: 'ArgMin', ArgMin: 'ArgMax' };
/** An element that is found only where nothing else is. */
const lastResorts: Readonly<Record<string, number>> = { ArgMax: -Infinity, ArgMin: Infinity };

const versions = operators.flatMap(({ name, family, versions }) =>
  family === 'arg-reduction' ? versions.map(({ since, dtypes }) => ({ name, since, dtypes })) : [],
);

it('every operator of the family has its claims', () => {
  const names = [...new Set(versions.map(({ name }) => name))];
  expect(Object.keys(mirrors)).toEqual(names);
  expect(Object.keys(lastResorts)).toEqual(names);
});

describe.each(versions)('$name-$since', ({ name, since, dtypes }) => {
  const floats = dtypes.filter((dtype) => formatOf(dtype).kind === 'float');
  const numRuns = 50;
  /** Small integers, and ties among them; exact in every dtype, also when they are doubled or moved. */
  const terms = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 });
  const floatRows = fc.record({ dtype: fc.constantFrom(...floats), terms });
  const rows = fc.record({ dtype: fc.constantFrom(...dtypes), terms });
  /** The rulings on every index, and one beyond. */
  const rulings = (operator: string, dtype: (typeof dtypes)[number], xs: readonly number[]) => {
    const acceptance = row(operator, dtype, xs, since);
    return [...xs.keys(), xs.length].map((index) => acceptance.judge(BigInt(index)).accepted);
  };
  type Case = { readonly dtype: (typeof dtypes)[number]; readonly terms: number[] };
  /** What is done to every element changes no index. */
  const invariant = (cases: fc.Arbitrary<Case>, change: (x: number) => number, by = name) =>
    fc.assert(
      fc.property(cases, (given) => {
        const expected = rulings(name, given.dtype, given.terms);
        expect(rulings(by, given.dtype, given.terms.map(change))).toEqual(expected);
      }),
      { numRuns },
    );

  it('is invariant under powers of two', () => {
    invariant(rows, (x) => 2 * x);
    invariant(floatRows, (x) => x / 8);
  });
  it('is invariant under shifts', () => {
    invariant(rows, (x) => x + 7);
    invariant(floatRows, (x) => x - 3);
  });
  it('finds in the negated row what its mirror finds', () => invariant(floatRows, (x) => -x, mirrors[name]));

  it('follows its elements when they move', () => {
    const distinct = fc.record({
      dtype: fc.constantFrom(...dtypes),
      terms: fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 8 }),
    });
    const pairs = distinct.chain((given) =>
      fc.tuple(fc.constant(given), fc.shuffledSubarray([...given.terms.keys()], { minLength: given.terms.length })),
    );
    fc.assert(
      fc.property(pairs, ([{ dtype, terms }, order]) => {
        const before = rulings(name, dtype, terms);
        const after = rulings(
          name,
          dtype,
          order.map((k) => terms[k]!),
        );
        expect(after.slice(0, -1)).toEqual(order.map((k) => before[k]));
        expect(before.filter(Boolean)).toHaveLength(1);
      }),
      { numRuns },
    );
  });

  it('does not see appended last resorts', () => {
    fc.assert(
      fc.property(floatRows, fc.integer({ min: 1, max: 3 }), (given, n) => {
        const more = rulings(name, given.dtype, [...given.terms, ...Array(n).fill(lastResorts[name])]);
        const before = rulings(name, given.dtype, given.terms);
        expect(more).toEqual([...before, ...Array(n).fill(false)]);
      }),
      { numRuns },
    );
  });

  const tensors = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }).chain((dims) => {
    const count = dims.reduce((a, b) => a * b, 1);
    return fc.record({
      data: fc
        .array(fc.integer({ min: 0, max: 5 }), { minLength: count, maxLength: count })
        .map((xs) => tensorOf('float32', xs, dims)),
      axis: fc.nat({ max: dims.length - 1 }),
    });
  });
  const asked = (data: ReturnType<typeof tensorOf>, axis: number, keepdims?: number) => {
    const attributes: Attributes = {
      axis: { type: 'INT', value: axis },
      ...(keepdims !== undefined && { keepdims: { type: 'INT', value: keepdims } }),
    };
    const operator = findOperator(name)!;
    return operator.expect(versionAt(operator, since), { attributes, inputs: [data] });
  };

  it('counts a negative axis from the end', () => {
    fc.assert(
      fc.property(tensors, ({ data, axis }) => {
        const answer = referenceTensor(asked(data, axis - data.dims.length)[0]!);
        expect(compare(asked(data, axis), [answer])).toMatchObject({ accepted: true, tier: 'exact' });
      }),
      { numRuns },
    );
  });

  it('keepdims changes only the shape', () => {
    fc.assert(
      fc.property(tensors, ({ data, axis }) => {
        const [kept, dropped] = [referenceTensor(asked(data, axis, 1)[0]!), referenceTensor(asked(data, axis, 0)[0]!)];
        expect(kept.data).toEqual(dropped.data);
        expect(kept.dims).toEqual(data.dims.with(axis, 1));
        expect(dropped.dims).toEqual(data.dims.toSpliced(axis, 1));
      }),
      { numRuns },
    );
  });
});
