import type { Argument } from './page.ts';

/** The survivors that make no difference, or only one of speed. An entry without a survivor fails `npm run mutation`. */
export const argued: readonly Argument[] = [
  {
    file: 'comparator.ts',
    edits: ['verdict.tier → true'],
    why: '`looser` takes an absent tier for the strictest, so that asking is for the compiler only.',
  },
  {
    file: 'integer-candidates.ts',
    edits: ['\'float32\' → ""'],
    why: 'Noticed, but not counted: without this format no test file can be imported, and the tester looks at tests only.',
  },
  {
    file: 'integer-candidates.ts',
    edits: [
      '-16 → +16',
      '!real.isFiniteReal(truth) → true',
      'halvesBelow(d.subtract(truth.lo, margin)) === halvesBelow(d.add(truth.hi, margin)) → false',
    ],
    why: 'Speed: a short cut for values that no float type rounds to another integer; the long way gives the same there, and the margin is wider than it has to be.',
  },
  {
    file: 'integer-candidates.ts',
    edits: ['\'floor\' → ""'],
    why: 'What is not asked for otherwise is rounded down.',
  },
  {
    file: 'integer-candidates.ts',
    edits: ['\'truncate\' → ""'],
    why: 'Integers and values above zero are truncated as they are rounded down, and what is not asked for otherwise is rounded down.',
  },
  {
    file: 'integer-candidates.ts',
    edits: ['\'down\' → ""'],
    why: 'A number that is no integer is none of its neighbours, in whichever direction.',
  },
  {
    file: 'integer-candidates.ts',
    edits: ['\'wrap\' → ""'],
    why: 'What wrapping changes is outside the type, and so does clamping.',
  },
  {
    file: 'integer-candidates.ts',
    edits: [
      'key(a) < key(b) → key(a) <= key(b)',
      'key(a) < key(b) → key(a) >= key(b)',
      'key(a) > key(b) → true',
      'key(a) > key(b) → false',
      'key(a) > key(b) → key(a) >= key(b)',
      'key(a) > key(b) → key(a) <= key(b)',
      'x < 0n → x <= 0n',
      'x < 0n → x >= 0n',
      'a < b → a <= b',
      'a > b → a >= b',
    ],
    why: 'Every order is taken in both directions, and equal terms in another order are the same terms.',
  },
  {
    file: 'integer-candidates.ts',
    edits: ['\'saturate\' → ""'],
    why: 'What is not to be wrapped is clamped.',
  },
  {
    file: 'tier.ts',
    edits: ['tiers.indexOf(a) >= tiers.indexOf(b) → tiers.indexOf(a) > tiers.indexOf(b)'],
    why: 'Of two equal tiers either is the looser one.',
  },
];
