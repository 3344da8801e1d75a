import type { Argument } from './page.ts';

const again = 'Speed: a repeated computation has the same result.';

/** The survivors that make no difference, or only one of speed. An entry without a survivor fails `npm run evidence -- mutation`. */
export const argued: readonly Argument[] = [
  {
    file: 'comparator.ts',
    edits: ['verdict.tier → true'],
    why: '`looserTier` treats an absent tier as the strictest, so the condition serves the compiler only.',
  },
  {
    file: 'comparator.ts',
    edits: ['mismatch && isGravest(mismatch.fault) → false'],
    why: 'Speed: no fault is graver than the gravest one, and a fault that is not graver is skipped in any case.',
  },
  { file: 'computed-float.ts', edits: ['this.#native === undefined → true'], why: again },
  {
    file: 'computed-float.ts',
    edits: ['[] → ["Stryker was here"]'],
    why: 'A string has none of the properties of a span, so it adds nothing to a union.',
  },
  {
    file: 'computed-float.ts',
    edits: ['[best] → []'],
    why: 'A special value is among the results of evaluations and among the breakpoints, even if it is not its own neighbour.',
  },
  {
    file: 'computed-float.ts',
    edits: ["typeof value === 'number' → false", '\'number\' → ""'],
    why: 'Speed: a true value that is a number is the same number at any precision.',
  },
  {
    file: 'computed-float.ts',
    edits: ['error.m > 0n → error.m >= 0n'],
    why: 'An answer equal to the true value is exact, and has been handled before.',
  },
  {
    file: 'computed-float.ts',
    edits: ['observations.length > 0 → true', 'observations.length > 0 → observations.length >= 0'],
    why: 'Speed: without an observation the verdict has no observations already.',
  },
  {
    file: 'true-value.ts',
    edits: ['bits > 2 ** 14 → bits >= 2 ** 14'],
    why: 'No format has a number of bits that, with twenty more and doubled, reaches exactly 2^14.',
  },
  {
    file: 'computed-integer.ts',
    edits: ['bits > 2 ** 14 → bits >= 2 ** 14'],
    why: 'Doubling 192 does not reach exactly 2^14.',
  },
  {
    file: 'computed-integer.ts',
    edits: ['\'uint8\' → ""'],
    why: 'The range of a truth value follows from one unsigned bit, and nothing else of its format is used.',
  },
  {
    file: 'computed-integer.ts',
    edits: ['single && got === best → false'],
    why: 'Speed: the long way finds the only answer exact, and observes nothing if all candidates give it.',
  },
  {
    file: 'computed-integer.ts',
    edits: ['e < 0 → e <= 0'],
    why: 'An integer that is not scaled has no bits after the binary point.',
  },
  {
    file: 'computed-text.ts',
    edits: ['digits < 17 → digits <= 17'],
    why: 'Seventeen digits determine a finite number, and the number itself is written after the loop.',
  },
  {
    file: 'computed-text.ts',
    edits: [
      'number === undefined → false',
      '/^[+-]?(\\d+(?:\\.\\d*)?)/.exec(text)?.[1]?.replace → /^[+-]?(\\d+(?:\\.\\d*)?)/.exec(text)?.[1].replace',
    ],
    why:
      'A text that is not a number does not become one by rounding, and a match always has the digits: the condition ' +
      'serves the compiler only.',
  },
  {
    file: 'computed.ts',
    edits: [
      'termsOf && !mayOverflow → false',
      '() => cannotOverflow → () => undefined',
      '() => areFarFromRangeEnds(termsOf(index), format) → () => undefined',
      'true → false',
      '(_, i) => scalar(i) as number → () => undefined',
      '{ const most = 2 ** ((maxExponent - Math.ceil(Math.log2(xs.length || 1))) / 3); for (let i = 0; i < xs.length; i++) if (!(Math.abs(xs[i]!) < most)) return false; return true; } → {}',
      'i++ → i--',
      'i < xs.length → i <= xs.length',
      '!(Math.abs(xs[i]!) < most) → true',
      'Math.abs(xs[i]!) < most → false',
    ],
    why: 'Speed: for tame inputs, partial results need not be checked against the range; if they are checked, none leaves it.',
  },
  {
    file: 'computed.ts',
    edits: ['Math.abs(xs[i]!) < most → Math.abs(xs[i]!) <= most'],
    why: 'Inputs exactly at this limit are as far from the ends of the range as those below it.',
  },
  {
    file: 'computed.ts',
    edits: ['\'magnitudes\' → ""'],
    why: 'A key of stored results only has to differ from the others.',
  },
  {
    file: 'either.ts',
    edits: ['[] → ["Stryker was here"]'],
    why: 'No verdict is accepted there: the condition serves the compiler only.',
  },
  {
    file: 'computed.ts',
    edits: [
      '!input || isFarFromRangeEnds(input) → !input && isFarFromRangeEnds(input)',
      '!input || isFarFromRangeEnds(input) → false',
      '!mayOverflow && !termsOf && call.inputs.every((input) => !input || isFarFromRangeEnds(input)) → false',
      '!mayOverflow && !termsOf → !mayOverflow || !termsOf',
      '!mayOverflow → mayOverflow',
      '!termsOf → termsOf',
      '(input) => !input || isFarFromRangeEnds(input) → () => undefined',
      "{ const format = formatOf(tensor.dtype); if (format.kind !== 'float') return true; const scalar = scalarsOf(tensor); return areFarFromRangeEnds( Float64Array.from(tensor.data as ArrayLike<unknown>, (_, i) => scalar(i) as number), format, ); } \u2192 {}",
    ],
    why: 'Speed: inputs that are not called tame are examined more closely, without a finding; elements with terms are not examined.',
  },
  {
    file: 'computed.ts',
    edits: [
      '\'float\' → ""',
      "formatOf(tensor.dtype).kind === 'float' → false",
      "formatOf(tensor.dtype).kind === 'float' → formatOf(tensor.dtype).kind !== 'float'",
      "formatOf(tensor.dtype).kind === 'float' → true",
    ],
    why: 'Speed: it decides whether elements that were read are kept.',
  },
  {
    file: 'computed-integer.ts',
    edits: ["format.kind === 'integer' → true"],
    why: 'Kernels of truth values return 0 and 1, which fit both their format and a single bit.',
  },
  {
    file: 'computed-integer.ts',
    edits: ['\'wrap\' → ""'],
    why: 'Wrapping changes only values outside the type, and so does clamping.',
  },
  {
    file: 'integer-candidates.ts',
    edits: ['\'float32\' → ""'],
    why: 'Noticed, but not counted: without this format no test file can be imported, and the mutation tester counts tests only.',
  },
  {
    file: 'integer-candidates.ts',
    edits: [
      'isSmall && isFarFromIntegers(truth) → false',
      "{ if (!real.isFiniteReal(truth) || !d.lessOrEqual(d.abs(truth.lo), tame)) return false; const margin = d.add(d.scale(d.abs(truth.lo), farFromIntegers), d.powerOfTwo(farFromIntegers)); const halvesBelow = (x: d.Dyadic) => real.toInteger(real.point(d.scale(x, 1)), 'floor'); return halvesBelow(d.subtract(truth.lo, margin)) === halvesBelow(d.add(truth.hi, margin)); } → {}",
      '-16 → +16',
      '!real.isFiniteReal(truth) || !d.lessOrEqual(d.abs(truth.lo), tame) → true',
      'halvesBelow(d.subtract(truth.lo, margin)) === halvesBelow(d.add(truth.hi, margin)) → false',
    ],
    why:
      'Speed: a short cut for values that no float type rounds to another integer. The long way gives the same result, ' +
      'and the margin is wider than necessary.',
  },
  { file: 'integer-candidates.ts', edits: ['!known.has(key) → true'], why: again },
  { file: 'integer-candidates.ts', edits: ['x < 0n → x <= 0n'], why: 'Integers have only one zero.' },
  {
    file: 'integer-candidates.ts',
    edits: ['\'down\' → ""'],
    why: 'A number that is not an integer is not one of its neighbours, in either direction.',
  },
  { file: 'integer-candidates.ts', edits: ['x > 0 → x >= 0'], why: 'An infinity is not zero.' },
  {
    file: 'integer-candidates.ts',
    edits: ['\'wrap\' → ""'],
    why: 'Wrapping changes only values outside the type, and so does clamping.',
  },
  {
    file: 'integer-candidates.ts',
    edits: ['a < b → a <= b', 'a > b → a >= b'],
    why: 'Of two equal integers either is the lower, and the higher.',
  },
  {
    file: 'integer-candidates.ts',
    edits: ['\'saturate\' → ""'],
    why: 'Every mode but wrapping clamps.',
  },
  {
    file: 'integer-candidates.ts',
    edits: ["typeof x === 'number' → true"],
    why: '`Number.isFinite` is false for a value that is not a number, so the condition serves the compiler only.',
  },
  {
    file: 'integer-candidates.ts',
    edits: ['[] → ["Stryker was here"]'],
    why: 'If the true value is not finite, a float type gives NaN, and every answer is accepted in any case.',
  },
  {
    file: 'ranges.ts',
    edits: ['a < b → a <= b'],
    why: 'No two marks are equal.',
  },
  {
    file: 'ranges.ts',
    edits: ["format.kind === 'float' → true"],
    why: 'Only float formats have the flag for NaN, so the condition serves the compiler only.',
  },
  {
    file: 'tier.ts',
    edits: ['tiers.indexOf(a) >= tiers.indexOf(b) → tiers.indexOf(a) > tiers.indexOf(b)'],
    why: 'Of two equal tiers either is the looser one.',
  },
];
