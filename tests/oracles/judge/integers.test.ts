import { describe, expect, it } from 'vitest';
import { acceptanceOf, type Example, length, logarithm, total } from './candidates.ts';

describe('answers', () => {
  it.each<[string, Example, readonly bigint[], bigint, object]>([
    ['the only one', total, [100n, 27n], 127n, { accepted: true, tier: 'exact', observations: [] }],
    ['no other', total, [100n, 27n], 126n, { accepted: false, exact: '127', allowed: '127' }],
    [
      'neither wrapped nor clamped',
      total,
      [100n, 28n],
      0n,
      {
        accepted: false,
        exact: '128',
        allowed:
          '-128 (integer-intermediate: wrap or widen, integer-overflow: wrap) or 127 (integer-intermediate: saturate or widen, integer-overflow: saturate)',
      },
    ],
    [
      'between two orders',
      total,
      [100n, 100n, -100n],
      99n,
      { tier: 'native', observations: [{ policy: 'integer-intermediate', choice: 'saturate' }] },
    ],
    ['of a root, clamped or wrapped', length, [10n, 10n], 11n, { tier: 'native', vacuous: false }],
    ['the lowest', total, [100n, 100n, -100n], 27n, { tier: 'native' }],
    [
      'below',
      total,
      [100n, 100n, -100n],
      26n,
      {
        accepted: false,
        exact: '100',
        allowed: '100 (integer-intermediate: wrap or widen) or [27, 100] (integer-intermediate: saturate)',
      },
    ],
    ['above', total, [100n, 100n, -100n], 101n, { accepted: false }],
    [
      'of a root that wrapped',
      length,
      [10n, 10n],
      5n,
      { accepted: true, observations: [{ policy: 'integer-intermediate', choice: 'wrap' }] },
    ],
    ['of no logarithm', logarithm, [-1n], 5n, { accepted: true, observations: [] }],
  ])('%s', (_, definition, xs, got, expected) => {
    const verdict = acceptanceOf(definition, 'int8', xs).judge(got);
    expect(verdict).toMatchObject(expected);
    expect('tier' in verdict).toBe('tier' in expected);
  });

  it.each<[string, Example, readonly bigint[], boolean]>([
    ['one', total, [100n, 27n], true],
    ['two', total, [100n, 28n], false],
    ['an interval', total, [100n, 100n, -100n], false],
    ['one from there', total, [-100n, -100n, 100n], false],
    ['anything', logarithm, [-1n], false],
  ])('are order-free if there is %s', (_, definition, xs, single) => {
    expect(acceptanceOf(definition, 'int8', xs).isExactInAnyOrder).toBe(single);
  });
});
