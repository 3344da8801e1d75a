import { expect, it } from 'vitest';
import { looser, satisfies, tiers } from '../../../oracles/judge/tier.ts';

it('tiers are nested: a looser gate passes what a stricter one passes', () => {
  for (const reached of tiers) {
    const passes = tiers.map((required) => satisfies(reached, required));
    expect(passes).toEqual(passes.toSorted()); // false … true
    expect(satisfies(reached, reached)).toBe(true);
    expect(passes.filter(Boolean).length).toBe(tiers.length - tiers.indexOf(reached));
    for (const other of tiers) {
      const worst = looser(reached, other);
      for (const gate of tiers) expect(satisfies(worst, gate)).toBe(satisfies(reached, gate) && satisfies(other, gate));
    }
  }
});
