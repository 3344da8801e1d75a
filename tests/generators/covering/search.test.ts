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
      const covering = new Covering(ways, others);
      for (const one of before) covering.add(one);
      const chosen = covering.choose(others);
      expect(shownIn([...before, ...chosen])).toEqual(shownIn(candidates));
      // each brought something
      for (const one of chosen) expect(shownIn(before)).not.toEqual(shownIn([...before, one]));
      expect(covering.choose(others)).toEqual([]);
    }),
  );
});

it('the one that adds most for its cost comes first; what adds too little is left out', () => {
  const drawn = [call([1, 1, 1], 0, { cost: 4 }), call([1, 1], 1), call([2, 2], 2, { cost: 2 })];
  const numbers = (worth: number) => new Covering(ways, drawn).choose(drawn, { worth }).map(({ index }) => index);
  expect(numbers(0)).toEqual([1, 2, 0]);
  expect(numbers(0.1)).toEqual([1, 2]);
  expect(numbers(0.2)).toEqual([1]);
});

it('a share of all that shows is covered, however little each adds', () => {
  const drawn = [call([1, 1, 1], 0, { cost: 4 }), call([1, 1], 1), call([2, 2], 2, { cost: 2 })];
  const numbers = (share: number, more: readonly DescribedCall[] = []) => {
    const covering = new Covering(ways, drawn);
    for (const one of more) covering.add(one);
    return covering.choose(drawn, { worth: 1, share }).map(({ index }) => index);
  };
  expect(numbers(0)).toEqual([]);
  expect(numbers(0.1)).toEqual([1]);
  expect(numbers(0.5)).toEqual([1]);
  expect(numbers(0.6)).toEqual([1, 2]);
  expect(numbers(1)).toEqual([1, 2, 0]);
  // what is tried in any case counts, except what no call that is drawn has
  expect(numbers(0.1, [call([1, 1], 3)])).toEqual([]);
  expect(numbers(0.1, [call([3, 3], 3)])).toEqual([1]);
});

it('what shows in many calls comes first', () => {
  const [rare, usual] = [call([1, 2], 0), [call([2, 3], 1), call([2, 3], 2)]];
  const drawn = [rare, ...usual];
  expect(new Covering(ways, drawn).choose(drawn).map(({ index }) => index)).toEqual([1, 0]);
});

it('a pair that occurs where data hide a fault has to occur where they show it', () => {
  const drawn = [call([1, 1], 0, { shows: 0b01 }), call([1, 1], 1), call([1], 2)] as const;
  expect(new Covering(ways, drawn).choose(drawn).map(({ index }) => index)).toEqual([1]);
  const covering = new Covering(ways, drawn);
  covering.add(drawn[1]);
  expect(covering.choose(drawn)).toEqual([]);
});
