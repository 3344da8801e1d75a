import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatOf, integerRange } from '../../../oracles/numerics/dtype.ts';
import { operators } from '../../../oracles/operators.ts';
import { rowOf } from '../arbitrary.ts';
import { runBody } from '../body-machine.ts';
import { type FloatName, row } from '../call.ts';
import type { Orders } from '../machine.ts';

const functions = operators.flatMap(({ name, versions }) =>
  versions.flatMap(({ since, body, dtypes }) =>
    body ? (body.dtypes ?? dtypes).map((dtype) => ({ name, since, body, dtype })) : [],
  ),
);

const orders: readonly (keyof Orders)[] = ['inOrder', 'reversed', 'pairwise', 'lanes'];

/** Rows of the dtype: of each character, empty, and with values that are not finite. */
function rows(dtype: (typeof functions)[number]['dtype']): fc.Arbitrary<readonly (number | bigint)[]> {
  const format = formatOf(dtype);
  if (format.kind === 'float') {
    const special = fc.constantFrom(0, -0, 1, -1, Infinity, -Infinity, NaN);
    return fc.oneof(
      { weight: 6, arbitrary: rowOf(dtype as FloatName, 12) },
      { weight: 1, arbitrary: fc.array(special, { maxLength: 4 }) },
    );
  }
  if (format.kind !== 'integer') throw new Error(`no function admits ${dtype}`);
  const { min, max } = integerRange(format);
  return fc.oneof(
    fc.array(fc.bigInt({ min: min < 0n ? -9n : 0n, max: 9n }), { minLength: 1, maxLength: 12 }),
    fc.array(fc.bigInt({ min, max }), { minLength: 1, maxLength: 4 }),
    fc.array(fc.constantFrom(min, max, min + 1n, max - 1n), { minLength: 1, maxLength: 3 }),
  );
}

// else a model that spells out the body could not be judged by the operator's oracle
describe.each(functions)('$name-$since of $dtype', ({ name, since, body, dtype }) => {
  it('accepts what running the body gives', () => {
    fc.assert(
      fc.property(rows(dtype), fc.constantFrom(...orders), (terms, order) => {
        const got = runBody(body, { dtype, terms }, order);
        expect(row(name, dtype, terms, since).judge(got)).toMatchObject({ accepted: true });
      }),
      { numRuns: 40 },
    );
  });
});
