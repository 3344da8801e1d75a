import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Class } from '../../../generators/classes/class.ts';
import { Covering, type DescribedCall } from '../../../generators/covering/search.ts';

const dimensions = ['rank', 'axis', 'type'];
const ways = 2;

const call = (values: readonly number[], index: number, { cost = 1, shows = 0b11 } = {}): DescribedCall => ({
  name: 'cell',
  index,
  runs: [
    {
      classes: values.map((value, i): Class => ({ aspect: 'shapes', dimension: dimensions[i]!, value: `${value}` })),
      shows,
    },
  ],
  cost,
});

/** What shows of the pairs of classes in some calls; a class alone counts as a pair. */
const shownIn = (calls: readonly DescribedCall[]): Set<string> =>
  new Set(
    calls
      .flatMap(({ runs }) => runs)
      .flatMap(({ classes, shows }) => {
        const names = classes.map(({ dimension, value }) => `${dimension} ${value}`);
        const pairs = names.flatMap((one, i) => names.slice(i).map((other) => `${one}, ${other}`));
        return [0, 1].flatMap((way) => (shows & (1 << way) ? pairs.map((pair) => `${pair} shows ${way}`) : []));
      }),
  );

it('in the chosen calls every pair of classes shows what it shows in any', () => {
  const drawn = fc.tuple(fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }), fc.nat(3));
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 1, maxLength: 30 }), fc.nat(5), (all, added) => {
      const candidates = all.map(([values, shows], i) => call(values, i, { shows }));
      const [before, others] = [candidates.slice(0, added), candidates.slice(added)];
      const covering = new Covering(ways);
      for (const one of before) covering.add(one);
      const chosen = covering.choose(others);
      expect(shownIn([...before, ...chosen])).toEqual(shownIn(candidates));
      // each brought something
      for (const one of chosen) expect(shownIn(before)).not.toEqual(shownIn([...before, one]));
      expect(covering.choose(others)).toEqual([]);
    }),
  );
});

it('the one that brings most for its cost comes first; what brings too little is left out', () => {
  const [large, small, other] = [call([1, 1, 1], 0, { cost: 4 }), call([1, 1], 1), call([2, 2], 2, { cost: 2 })];
  const numbers = (worth: number) =>
    new Covering(ways).choose([large, small, other], { worth }).map(({ index }) => index);
  expect(numbers(0)).toEqual([1, 2, 0]);
  expect(numbers(1)).toEqual([1, 2]);
  expect(numbers(2)).toEqual([1]);
});

it('a pair that occurs where data hide a fault has to occur where they show it', () => {
  const [hiding, showing, rest] = [call([1, 1], 0, { shows: 0b01 }), call([1, 1], 1), call([1], 2)];
  expect(new Covering(ways).choose([hiding, showing, rest]).map(({ index }) => index)).toEqual([1]);
  const covering = new Covering(ways);
  covering.add(showing);
  expect(covering.choose([hiding, showing, rest])).toEqual([]);
});
