import type { Argument } from './page.ts';

/** The survivors that make no difference, or only one of speed. An entry without a survivor fails `npm run mutation`. */
export const argued: readonly Argument[] = [
  {
    file: 'comparator.ts',
    edits: ['verdict.tier → true'],
    why: '`looser` takes an absent tier for the strictest, so that asking is for the compiler only.',
  },
  {
    file: 'float.ts',
    edits: [
      '!this.rounded → true',
      '!isFiniteReal(this.value) || this.value.lo === this.value.hi → false',
      '!isFiniteReal(this.value) || this.value.lo === this.value.hi → !isFiniteReal(this.value) && this.value.lo === this.value.hi',
      'this.value.lo === this.value.hi → false',
    ],
    why: 'Speed: a value that is computed again is the same value.',
  },
  {
    file: 'float.ts',
    edits: ['d.compare(value, truth) > 0 → d.compare(value, truth) >= 0'],
    why: 'An answer that equals the true value has no error on either side.',
  },
  {
    file: 'float.ts',
    edits: ['real.sign(magnitude) > 0 → real.sign(magnitude) >= 0'],
    why: 'Where all terms are zero the bound is zero, and every answer that stands is exact.',
  },
  {
    file: 'float.ts',
    edits: [
      'false → true',
      'Math.max(leading, 2 * leading) + Math.ceil(Math.log2(length)) + 1 > maxExponent → true',
      'Math.max(leading, 2 * leading) + Math.ceil(Math.log2(length)) + 1 > maxExponent → Math.max(leading, 2 * leading) + Math.ceil(Math.log2(length)) + 1 >= maxExponent',
      'Math.max(leading, 2 * leading) + Math.ceil(Math.log2(length)) + 1 → Math.max(leading, 2 * leading) + Math.ceil(Math.log2(length)) - 1',
    ],
    why: 'Speed: a condition for looking closer, which may be true without need.',
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
    file: 'order-free.ts',
    edits: ['Math.min(x.e, step.e) → Math.max(x.e, step.e)'],
    why: 'Both are multiples of the grid: shifting right loses nothing.',
  },
  {
    file: 'reach-arithmetic.ts',
    edits: ['x > 0 → x >= 0', 'x < 0 → x <= 0'],
    why: 'A real that is not finite is not zero.',
  },
  {
    file: 'reach-arithmetic.ts',
    edits: ['ofNothing < 0 → ofNothing <= 0'],
    why: 'It is an infinity, not zero.',
  },
  {
    file: 'reach-arithmetic.ts',
    edits: ['grid !== undefined → true'],
    why: 'Without a grid every term is zero, and so is the error.',
  },
  {
    file: 'reach-elementary.ts',
    edits: ['[] → ["Stryker was here"]'],
    why: 'Beside an infinity no other term is read.',
  },
  {
    file: 'reach-elementary.ts',
    edits: ['error < 1 → error <= 1'],
    why: 'Both sides are bounds; one is tighter for small errors, the other exists for large ones.',
  },
  {
    file: 'reach-elementary.ts',
    edits: ['d.compare(terms.range.greatest, threshold) >= 0 → d.compare(terms.range.greatest, threshold) > 0'],
    why: 'An exponential is no dyadic number but for e⁰.',
  },
  {
    file: 'reach-elementary.ts',
    edits: ['bitsOfDoubles - 2 → bitsOfDoubles + 2'],
    why: 'Speed: integers need few bits of exponentials and logarithms.',
  },
  {
    file: 'reach.ts',
    edits: ['rounded.m < 0n → rounded.m <= 0n'],
    why: 'It is not zero there.',
  },
  {
    file: 'reach.ts',
    edits: ['\'nearest\' → ""'],
    why: 'Whatever is neither up nor down is nearest.',
  },
  {
    file: 'reach.ts',
    edits: ['d.compare(d.abs(rounded), largest) > 0 → d.compare(d.abs(rounded), largest) >= 0'],
    why: 'A value that equals the largest one is kept either way.',
  },
  {
    file: 'tier.ts',
    edits: ['tiers.indexOf(a) >= tiers.indexOf(b) → tiers.indexOf(a) > tiers.indexOf(b)'],
    why: 'Of two equal tiers either is the looser one.',
  },
];
