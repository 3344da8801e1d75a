import { describe, expect, it } from 'vitest';
import { decided } from '../../../oracles/acceptance/decided.ts';
import { anyIndex, indexAcceptance, type Reading } from '../../../oracles/acceptance/index-acceptance.ts';
import { observe } from '../../../oracles/acceptance/policy.ts';

const first = observe('tie-index', 'first');
const last = observe('tie-index', 'last');
const propagates = observe('nan-index', 'propagates');
const ignored = observe('nan-index', 'ignored');
const accepted = { accepted: true, tier: 'exact', errorOverBound: 0, vacuous: false };

describe('an index', () => {
  const ties: readonly Reading[] = [
    { index: 1, choices: [first, propagates] },
    { index: 4, choices: [last, propagates] },
    { index: 1, choices: [first, ignored] },
  ];

  it.each<[string, readonly Reading[], bigint, object]>([
    ['of the only reading', [{ index: 2, choices: [] }], 2n, { ...accepted, observations: [] }],
    ['of none', [{ index: 2, choices: [] }], 3n, { accepted: false, exact: '2', allowed: '2' }],
    ['that all readings share', [ties[0]!, ties[2]!], 1n, { ...accepted, observations: [] }],
    ['that they share and miss', [ties[0]!, ties[2]!], 4n, { accepted: false, exact: '1', allowed: '1' }],
    ['of two readings', ties, 1n, { ...accepted, observations: [first] }],
    ['of one of them', ties, 4n, { ...accepted, observations: [last, propagates] }],
    [
      'of none of several',
      ties,
      2n,
      {
        accepted: false,
        exact: '1',
        allowed: '1 (tie-index: first, nan-index: propagates) or 4 (tie-index: last, nan-index: propagates)',
      },
    ],
  ])('%s', (_, readings, got, expected) => {
    const acceptance = indexAcceptance(readings);
    expect(acceptance.judge(got)).toMatchObject(expected);
    expect(acceptance.best).toBe(BigInt(readings[0]!.index));
  });

  it('is order-free if every reading gives it', () => {
    expect(indexAcceptance([ties[0]!, ties[2]!]).orderFree).toBe(true);
    expect(indexAcceptance(ties).orderFree).toBe(false);
  });

  it.each([
    [0n, '0'],
    [5n, 'another value'],
  ])('of nothing may be %i', (got, choice) => {
    const { tier: _, ...judged } = accepted;
    expect(anyIndex.judge(got)).toEqual({ ...judged, observations: [{ policy: 'empty-index', choice }] });
    expect(anyIndex).toMatchObject({ best: 0n, orderFree: false });
  });
});

describe('an answer decides', () => {
  it.each([
    ['what its candidates agree on and others do not', [[first], [last]], [[first]], [first]],
    ['nothing if they disagree', [[first], [last]], [[first], [last]], []],
    ['nothing if all agree', [[first], [first]], [[first]], []],
    ['nothing that one of them does not say', [[first], [], [last]], [[first], []], []],
    ['what others do not say', [[first], []], [[first]], [first]],
    ['nothing that only others say', [[first], []], [[]], []],
    [
      'several policies',
      [
        [first, ignored],
        [last, propagates],
      ],
      [[last, propagates]],
      [last, propagates],
    ],
    [
      'one of several',
      [
        [first, ignored],
        [last, ignored],
      ],
      [[last, ignored]],
      [last],
    ],
  ])('%s', (_, candidates, matching, expected) => {
    const choosing = (all: (typeof first)[][]) => all.map((choices) => ({ choices }));
    expect(decided(choosing(candidates), choosing(matching))).toEqual(expected);
  });
});
