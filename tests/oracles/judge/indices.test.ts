import { describe, expect, it } from 'vitest';
import { exactOf } from '../../../oracles/arithmetic/exact.ts';
import { acceptAnything } from '../../../oracles/judge/acceptance.ts';
import { inferChoices } from '../../../oracles/judge/infer-choices.ts';
import { acceptInteger } from '../../../oracles/judge/integer-acceptance.ts';
import { type Observation, observe } from '../../../oracles/judge/policy.ts';
import { formatOf } from '../../../oracles/numerics/dtype.ts';

const first = observe('tie-index', 'first');
const last = observe('tie-index', 'last');
const propagates = observe('nan-index', 'propagates');
const ignored = observe('nan-index', 'ignored');
const accepted = { accepted: true, tier: 'exact', errorOverBound: 0, vacuous: false };

type Reading = readonly [index: number, choices: readonly Observation[]];
const judgeOf = ([[index, otherwise], ...others]: readonly [Reading, ...Reading[]]) =>
  acceptInteger(
    {
      exact: () => exactOf(BigInt(index)),
      alternatives: others.map(([other, choices]) => ({ choices, otherwise, exact: () => exactOf(BigInt(other)) })),
    },
    formatOf('int64'),
  );

describe('an index', () => {
  const ties = [
    [1, [first, propagates]],
    [4, [last, propagates]],
    [1, [first, ignored]],
  ] as const satisfies readonly Reading[];

  it.each<[string, readonly [Reading, ...Reading[]], bigint, object]>([
    ['of the only reading', [[2, []]], 2n, { ...accepted, observations: [] }],
    ['of none', [[2, []]], 3n, { accepted: false, exact: '2', allowed: '2' }],
    ['that all readings share', [ties[0], ties[2]], 1n, { ...accepted, observations: [] }],
    ['that they share and miss', [ties[0], ties[2]], 4n, { accepted: false, exact: '1', allowed: '1' }],
    ['of two readings', ties, 1n, { ...accepted, observations: [first] }],
    ['of one of them', ties, 4n, { ...accepted, observations: [last, propagates] }],
    [
      'of none of several',
      ties,
      2n,
      {
        accepted: false,
        exact: '1',
        allowed: '1 (tie-index: first) or 4 (tie-index: last, nan-index: propagates)',
      },
    ],
  ])('%s', (_, readings, got, expected) => {
    const acceptance = judgeOf(readings);
    expect(acceptance.judge(got)).toMatchObject(expected);
    expect(acceptance.best).toBe(BigInt(readings[0][0]));
  });

  it('is order-free if every reading gives it', () => {
    expect(judgeOf([ties[0], ties[2]]).isExactInAnyOrder).toBe(true);
    expect(judgeOf(ties).isExactInAnyOrder).toBe(false);
  });

  it.each([
    [0n, '0'],
    [5n, 'other'],
  ])('of nothing may be %i', (got, choice) => {
    const { tier: _, ...judged } = accepted;
    const acceptance = acceptAnything('empty-index', 0n);
    expect(acceptance.judge(got)).toEqual({
      ...judged,
      vacuous: true,
      observations: [{ policy: 'empty-index', choice }],
    });
    expect(acceptance).toMatchObject({ best: 0n, isExactInAnyOrder: false });
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
    expect(inferChoices(choosing(candidates), choosing(matching))).toEqual(expected);
  });
});
