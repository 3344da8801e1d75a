import type { Argument } from './page.ts';

const again = 'Speed: what is computed again is the same.';

/** The survivors that make no difference, or only one of speed. An entry without a survivor fails `npm run evidence -- mutation`. */
export const argued: readonly Argument[] = [
  {
    file: 'comparator.ts',
    edits: ['verdict.tier → true'],
    why: '`looser` takes an absent tier for the strictest, so that asking is for the compiler only.',
  },
  {
    file: 'comparator.ts',
    edits: ['mismatch && isGravest(mismatch.fault) → false'],
    why: 'Speed: nothing is graver than the gravest fault, and what is not graver is passed over in any case.',
  },
  { file: 'computed-float.ts', edits: ['this.#native === undefined → true'], why: again },
  {
    file: 'computed-float.ts',
    edits: ['[] → ["Stryker was here"]'],
    why: 'A string has none of the properties of a span, so that it adds nothing to a union.',
  },
  {
    file: 'computed-float.ts',
    edits: ['[best] → []'],
    why: 'A special value is among what evaluations give, and among the breakpoints, without being its own neighbour.',
  },
  {
    file: 'computed-float.ts',
    edits: ["typeof value === 'number' → false", '\'number\' → ""'],
    why: 'Speed: a true value that is a number is the same number to any bits.',
  },
  {
    file: 'computed-float.ts',
    edits: ['error.m > 0n → error.m >= 0n'],
    why: 'An answer that is the true value is exact, and has been told before.',
  },
  {
    file: 'computed-float.ts',
    edits: ['observations.length > 0 → true', 'observations.length > 0 → observations.length >= 0'],
    why: 'Speed: where nothing is observed the verdict has no observations already.',
  },
  {
    file: 'true-value.ts',
    edits: ['bits > 2 ** 14 → bits >= 2 ** 14'],
    why: 'The bits of no format, twenty more and doubled, come to 2^14.',
  },
  {
    file: 'computed-integer.ts',
    edits: ['bits > 2 ** 14 → bits >= 2 ** 14'],
    why: '192 is not doubled to 2^14.',
  },
  {
    file: 'computed-integer.ts',
    edits: ['\'uint8\' → ""'],
    why: 'The range of a truth value follows from one bit without a sign, and nothing else is asked of its format.',
  },
  {
    file: 'computed-integer.ts',
    edits: ['single && got === best → false'],
    why: 'Speed: the long way finds the one answer exact, and observes nothing where all candidates give it.',
  },
  {
    file: 'computed-integer.ts',
    edits: ['e < 0 → e <= 0'],
    why: 'An integer that is not scaled has no bits below the point.',
  },
  {
    file: 'computed-text.ts',
    edits: ['digits < 17 → digits <= 17'],
    why: 'Seventeen digits of a finite number are the number itself, which is what is written after the loop.',
  },
  {
    file: 'computed-text.ts',
    edits: [
      'number === undefined → false',
      '/^[+-]?(\\d+(?:\\.\\d*)?)/.exec(text)?.[1]?.replace → /^[+-]?(\\d+(?:\\.\\d*)?)/.exec(text)?.[1].replace',
    ],
    why: 'What is no number does not become one by rounding, and the digits are there where the pattern matches: asking is for the compiler.',
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
    why: 'Speed: of tame inputs it need not be asked whether a partial result leaves the range; if it is asked, none does.',
  },
  {
    file: 'computed.ts',
    edits: ['Math.abs(xs[i]!) < most → Math.abs(xs[i]!) <= most'],
    why: 'Inputs at this very limit are as far from the ends of the range as those below it.',
  },
  {
    file: 'computed.ts',
    edits: ['\'magnitudes\' → ""'],
    why: 'A name under which results are kept only has to differ from the others.',
  },
  {
    file: 'either.ts',
    edits: ['[] → ["Stryker was here"]'],
    why: 'No verdict is accepted there: asking is for the compiler.',
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
    why: 'Speed: what is not called tame is looked at more closely, and nothing is found; of elements with terms it is not asked.',
  },
  {
    file: 'computed.ts',
    edits: [
      '\'float\' → ""',
      "formatOf(tensor.dtype).kind === 'float' → false",
      "formatOf(tensor.dtype).kind === 'float' → formatOf(tensor.dtype).kind !== 'float'",
      "formatOf(tensor.dtype).kind === 'float' → true",
    ],
    why: 'Speed: whether elements that were read are kept.',
  },
  {
    file: 'computed-integer.ts',
    edits: ["format.kind === 'integer' → true"],
    why: 'Kernels of truth values give 0 and 1, which fit their format as they fit a single bit.',
  },
  {
    file: 'computed-integer.ts',
    edits: ['\'wrap\' → ""'],
    why: 'What wrapping changes is outside the type, and so does clamping.',
  },
  {
    file: 'integer-candidates.ts',
    edits: ['\'float32\' → ""'],
    why: 'Noticed, but not counted: without this format no test file can be imported, and the tester looks at tests only.',
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
    why: 'Speed: a short cut for values that no float type rounds to another integer; the long way gives the same there, and the margin is wider than it has to be.',
  },
  { file: 'integer-candidates.ts', edits: ['!known.has(key) → true'], why: again },
  { file: 'integer-candidates.ts', edits: ['x < 0n → x <= 0n'], why: 'There is one zero among integers.' },
  {
    file: 'integer-candidates.ts',
    edits: ['\'down\' → ""'],
    why: 'A number that is no integer is none of its neighbours, in whichever direction.',
  },
  { file: 'integer-candidates.ts', edits: ['x > 0 → x >= 0'], why: 'An infinity is not zero.' },
  {
    file: 'integer-candidates.ts',
    edits: ['\'wrap\' → ""'],
    why: 'What wrapping changes is outside the type, and so does clamping.',
  },
  {
    file: 'integer-candidates.ts',
    edits: ['a < b → a <= b', 'a > b → a >= b'],
    why: 'Of two equal integers either is the lower, and the higher.',
  },
  {
    file: 'integer-candidates.ts',
    edits: ['\'saturate\' → ""'],
    why: 'What is not to be wrapped is clamped.',
  },
  {
    file: 'integer-candidates.ts',
    edits: ["typeof x === 'number' → true"],
    why: '`Number.isFinite` is false of what is no number, so that asking is for the compiler only.',
  },
  {
    file: 'integer-candidates.ts',
    edits: ['[] → ["Stryker was here"]'],
    why: 'Where the true value is not finite, a float type gives NaN, and anything stands whatever else comes.',
  },
  {
    file: 'ranges.ts',
    edits: ['a < b → a <= b'],
    why: 'No two marks are equal.',
  },
  {
    file: 'ranges.ts',
    edits: ["format.kind === 'float' → true"],
    why: 'Formats of floats alone tell that they have NaN, so that asking is for the compiler only.',
  },
  {
    file: 'tier.ts',
    edits: ['tiers.indexOf(a) >= tiers.indexOf(b) → tiers.indexOf(a) > tiers.indexOf(b)'],
    why: 'Of two equal tiers either is the looser one.',
  },
];
