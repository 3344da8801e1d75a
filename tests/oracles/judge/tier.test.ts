import { expect, it } from 'vitest';
import { looserTier, meetsTier, tiers } from '../../../oracles/judge/tier.ts';

it('tiers are nested: a looser gate passes what a stricter one passes', () => {
  for (const reached of tiers) {
    const passes = tiers.map((required) => meetsTier(reached, required));
    expect(passes).toEqual(passes.toSorted()); // false … true
    expect(meetsTier(reached, reached)).toBe(true);
    expect(passes.filter(Boolean).length).toBe(tiers.length - tiers.indexOf(reached));
    for (const other of tiers) {
      const worst = looserTier(reached, other);
      for (const gate of tiers) expect(meetsTier(worst, gate)).toBe(meetsTier(reached, gate) && meetsTier(other, gate));
    }
  }
});
