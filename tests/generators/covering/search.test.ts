import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Class } from '../../../generators/classes/class.ts';
import { cover, type Described } from '../../../generators/covering/search.ts';

const dimensions = ['rank', 'axis', 'type'];

const call = (values: readonly number[], index: number, cost = 1): Described => ({
  name: 'cell',
  index,
  runs: [values.map((value, i): Class => ({ aspect: 'shapes', dimension: dimensions[i]!, value: `${value}` }))],
  cost,
});

/** The pairs of classes in some calls; a class alone counts as one. */
const pairsIn = (calls: readonly Described[]): Set<string> =>
  new Set(
    calls.flatMap(({ runs }) =>
      runs.flatMap((classes) => {
        const names = classes.map(({ dimension, value }) => `${dimension} ${value}`);
        return names.flatMap((one, i) => names.slice(i).map((other) => `${one}, ${other}`));
      }),
    ),
  );

it('the chosen calls have every pair of classes that any has', () => {
  const calls = fc.array(fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(calls, (drawn) => {
      const candidates = drawn.map((values, i) => call(values, i));
      const { chosen, pairs, covered } = cover(candidates);
      expect(pairsIn(chosen)).toEqual(pairsIn(candidates));
      expect(pairs).toBe(pairsIn(candidates).size);
      expect(covered).toEqual(chosen.map((_, i) => pairsIn(chosen.slice(0, i + 1)).size));
    }),
  );
});

it('the one that brings most for its cost comes first; what brings too little is left out', () => {
  const [large, small, other] = [call([1, 1, 1], 0, 4), call([1, 1], 1), call([2, 2], 2, 2)];
  const numbers = (worth: number) => cover([large, small, other], { worth }).chosen.map(({ index }) => index);
  expect(numbers(0)).toEqual([1, 2, 0]);
  expect(numbers(1)).toEqual([1, 2]);
  expect(numbers(2)).toEqual([1]);
});
