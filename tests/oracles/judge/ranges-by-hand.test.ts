import { expect, it, test } from 'vitest';
import { acceptedExact, type ElementAcceptance } from '../../../oracles/judge/acceptance.ts';
import type { Observation } from '../../../oracles/judge/policy.ts';
import { acceptedRanges } from '../../../oracles/judge/ranges.ts';
import type { DType } from '../../../oracles/numerics/dtype.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';

/** What is observed of the answers that stand; the others are absent. */
type Rule = (got: NumericScalar) => readonly Observation[] | undefined;

function reported(dtype: DType, breakpoints: readonly NumericScalar[], rule: Rule): readonly string[] {
  const acceptance: ElementAcceptance = {
    best: breakpoints[0]!,
    isExactInAnyOrder: false,
    breakpoints,
    judge: (got) => {
      const observations = rule(got as NumericScalar);
      return observations ? { ...acceptedExact, observations } : { accepted: false, exact: '', allowed: '' };
    },
  };
  return acceptedRanges(acceptance, dtype).map(({ from, to, observations }) =>
    [`${from}…${to}`, ...observations.map(({ policy, choice }) => `${policy}: ${choice}`)].join(' '),
  );
}

const within = (lo: bigint, hi: bigint) => (x: NumericScalar) => BigInt(x) >= lo && BigInt(x) <= hi;

it('are one where nothing changes at a landmark', () => {
  expect(reported('int8', [3n, 5n, 9n], (x) => (within(3n, 9n)(x) ? [] : undefined))).toEqual(['3…9']);
});

it('are two with a gap between them', () => {
  const rule = (x: NumericScalar) => (within(3n, 5n)(x) || within(8n, 9n)(x) ? [] : undefined);
  expect(reported('int8', [3n, 5n, 8n, 9n], rule)).toEqual(['3…5', '8…9']);
});

it('stay within the type, wherever the breakpoints are', () => {
  expect(reported('int8', [300n, -300n], () => [])).toEqual(['-128…127']);
});

test.each([
  ['choice', [{ policy: 'p', choice: 'x' }], [{ policy: 'p', choice: 'y' }]],
  ['policy', [{ policy: 'p', choice: 'x' }], [{ policy: 'q', choice: 'x' }]],
  ['number', [{ policy: 'p', choice: 'x' }], []],
  [
    'second',
    [
      { policy: 'p', choice: 'x' },
      { policy: 'p', choice: 'y' },
    ],
    [
      { policy: 'p', choice: 'x' },
      { policy: 'p', choice: 'z' },
    ],
  ],
])('differ where a %s of what is observed does', (_, small, large) => {
  const rule = (x: NumericScalar) => (x < 5n ? small : large);
  const words = (seen: readonly Observation[]) => seen.map(({ policy, choice }) => ` ${policy}: ${choice}`).join('');
  expect(reported('int8', [5n], rule)).toEqual([`-128…4${words(small)}`, `5…127${words(large)}`]);
});

it('are one where the same is observed', () => {
  const rule = () => [{ policy: 'p', choice: 'x' }];
  expect(reported('int8', [5n], rule)).toEqual(['-128…127 p: x']);
});

test.each([
  ['float8e4m3fn', ['-448…448', 'NaN…NaN']],
  ['float4e2m1', ['-6…6']],
  ['uint8', ['0…255']],
] as const)('of %s are all values that it has', (dtype, ranges) => {
  expect(reported(dtype, [1], () => [])).toEqual(ranges);
});
