import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatOf, intoRange } from '../../../oracles/numerics/dtype.ts';
import { acceptanceOf, energy, product, total } from './candidates.ts';

type Operation = (a: bigint, b: bigint) => bigint;

/** All that an operation gives in any order and any shape of a tree. */
function everyTree(xs: readonly bigint[], operation: Operation): ReadonlySet<bigint> {
  const of: Set<bigint>[] = [new Set()];
  for (let set = 1; set < 2 ** xs.length; set++) {
    const found = new Set<bigint>();
    for (let left = (set - 1) & set; left > 0; left = (left - 1) & set) {
      for (const a of of[left]!) for (const b of of[set - left]!) found.add(operation(a, b));
    }
    of.push(found.size > 0 ? found : new Set([xs[Math.log2(set)]!]));
  }
  return of.at(-1)!;
}

// few of them leave the type at once, and some only turn a sign
const term = fc.oneof(fc.bigInt({ min: -128n, max: 127n }), fc.constantFrom(-128n, -100n, -2n, -1n, 2n, 64n, 100n));
const rows = fc.array(term, { minLength: 2, maxLength: 5 });

it.each([
  ['sums', total, (x: bigint) => x, (a: bigint, b: bigint) => a + b],
  ['sums of squares', energy, (x: bigint) => x * x, (a: bigint, b: bigint) => a + b],
  ['products', product, (x: bigint) => x, (a: bigint, b: bigint) => a * b],
] as const)('%s that wrap or saturate at each step stand, in every order and tree', (_, example, each, operation) => {
  fc.assert(
    fc.property(rows, fc.constantFrom('wrap', 'saturate'), (xs, overflow) => {
      const keep = (x: bigint) => intoRange(x, formatOf('int8'), overflow);
      const results = everyTree(
        xs.map((x) => keep(each(x))),
        (a, b) => keep(operation(a, b)),
      );
      const acceptance = acceptanceOf(example, 'int8', xs);
      for (const result of results) expect(acceptance.judge(result)).toMatchObject({ accepted: true });
    }),
    { numRuns: 300 },
  );
});
