import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tensor } from '../../../oracles/numerics/tensor.ts';
import { fullMatcher } from '../../../oracles/operators/text/re2.ts';
import { findOperator, versionAt } from '../../../oracles/operators.ts';
import { BadInput, NotJudged } from '../../../oracles/spec/bad-input.ts';
import { allValues, values } from '../call.ts';

type Attributes = Parameters<typeof values>[1];

describe('StringConcat', () => {
  it('puts the second string behind the first, broadcast', () => {
    expect(
      values('StringConcat', {}, [
        ['abc', 'def'],
        ['.com', '.net'],
      ]),
    ).toEqual(['abc.com', 'def.net']);
    expect(
      values('StringConcat', {}, [
        [['a'], ['b']],
        ['x', 'y'],
      ]),
    ).toEqual([
      ['ax', 'ay'],
      ['bx', 'by'],
    ]);
  });

  it('leaves code points as they are', () => {
    expect(
      values('StringConcat', {}, [
        ['e', '👩', 'a\0'],
        ['\u0301', '\u200d👩', '\0b'],
      ]),
    ).toEqual(['e\u0301', '👩\u200d👩', 'a\0\0b']);
  });
});

describe('StringSplit', () => {
  const split = (texts: string[], attributes: Attributes = {}) =>
    allValues('StringSplit', attributes, [texts], { outputs: 2 });

  it('splits at a delimiter, and fills up', () => {
    expect(split(['a.b', 'c', 'd..e'], { delimiter: '.' })).toEqual([
      [
        ['a', 'b', ''],
        ['c', '', ''],
        ['d', '', 'e'],
      ],
      [2n, 1n, 3n],
    ]);
  });

  it('splits more strings than a function takes as arguments', () => {
    const [parts] = split(Array<string>(200_000).fill('a b'));
    expect(parts).toHaveLength(200_000);
  });

  it.each([{}, { delimiter: '' }])('splits at white space without a delimiter: %o', (attributes) => {
    expect(split([' a \t b\n', 'c'], attributes)).toEqual([
      [
        ['a', 'b'],
        ['c', ''],
      ],
      [2n, 1n],
    ]);
  });

  it('stops after maxsplit, and drops white space at the end of what is left', () => {
    expect(split(['a,b,c'], { delimiter: ',', maxsplit: 1 })).toEqual([[['a', 'b,c']], [2n]]);
    expect(split(['a  b  c  '], { maxsplit: 1 })).toEqual([[['a', 'b  c']], [2n]]);
    expect(split(['a b'], { maxsplit: 0 })).toEqual([[['a b']], [1n]]);
  });

  it('leaves open whether an empty string has a part, where its shape does not depend on it', () => {
    const operator = findOperator('StringSplit')!;
    const call = (texts: string[]) => ({
      attributes: { delimiter: { type: 'STRING', value: ',' } } as const,
      inputs: [tensor('string', [texts.length], texts)],
    });
    const [, counts] = operator.expect(versionAt(operator, 20), call(['', 'a']));
    const judged = [0n, 1n, 2n].map((count) => counts!.accept(0).judge(count));
    expect(judged.map(({ accepted }) => accepted)).toEqual([true, true, false]);
    expect(counts!.accept(1).judge(0n).accepted).toBe(false);
    expect(() => operator.expect(versionAt(operator, 20), call(['', '']))).toThrow(NotJudged);
  });

  it.each(['a\u00a0b', 'a\u0085b', 'a\u001cb'])(
    'does not say whether others than ASCII have white space in %o',
    (text) => {
      expect(() => split([text])).toThrow(NotJudged);
    },
  );
});

describe('StringNormalizer', () => {
  const normalized = (texts: string[] | string[][], attributes: Attributes) =>
    values('StringNormalizer', attributes, [texts]);

  it('drops stop words, then changes letters', () => {
    const stopwords = ['monday'];
    expect(
      normalized(['monday', 'Monday', 'b'], { stopwords, is_case_sensitive: 1, case_change_action: 'UPPER' }),
    ).toEqual(['MONDAY', 'B']);
    expect(normalized(['monday', 'Monday', 'b'], { stopwords, case_change_action: 'UPPER' })).toEqual(['B']);
    expect(normalized([['É', 'ж']], { case_change_action: 'LOWER' })).toEqual([['é', 'ж']]);
  });

  it('gives an empty string where nothing is left', () => {
    expect(normalized(['a', 'A'], { stopwords: ['a'] })).toEqual(['']);
    expect(normalized([['a']], { stopwords: ['a'] })).toEqual([['']]);
  });

  it.each(['ß', 'ı', 'Σ', 'ς', 'ﬁ', 'ŉ'])('does not change %s', (letter) => {
    expect(() => normalized([letter], { case_change_action: 'UPPER' })).toThrow(NotJudged);
    expect(normalized([letter], {})).toEqual([letter]);
  });
});

describe('RegexFullMatch', () => {
  it.each([
    ['a|ab', 'ab', true],
    ['b', 'ab', false],
    ['a$', 'a\n', false],
    ['\\d', '٣', false],
    ['.', '😀', true],
    ['(?i)k', '\u212a', true],
  ])('%s on %o is %o', (pattern, text, matches) => {
    expect(values('RegexFullMatch', { pattern }, [[text]])).toEqual([matches ? 1n : 0n]);
  });

  it.each(['(a)\\1', 'a(?=b)', 'a++', 'x{1001}', '\\'])('%s is not a pattern', (pattern) => {
    expect(() => fullMatcher(pattern)).toThrow(BadInput);
  });

  it('matches what is quoted, and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, other) => {
        fc.pre(!text.includes('\\E') && !/[\ud800-\udfff]/u.test(text + other));
        const matches = fullMatcher(`\\Q${text}\\E`);
        expect(matches(text)).toBe(true);
        expect(matches(other)).toBe(other === text);
      }),
    );
  });
});

describe('TfIdfVectorizer', () => {
  const pool = {
    pool_int64s: [2, 3, 5, 4, 5, 6, 7, 8, 6, 7],
    ngram_counts: [0, 4],
    ngram_indexes: [0, 1, 2, 3, 4, 5, 6],
  };
  const counted = (row: bigint[] | bigint[][], attributes: Attributes) =>
    values(
      'TfIdfVectorizer',
      {
        ...pool,
        min_gram_length: 1,
        max_gram_length: 2,
        max_skip_count: 0,
        mode: 'TF',
        ...attributes,
      },
      [row],
    );
  const row = [1n, 1n, 3n, 3n, 3n, 7n, 8n, 6n, 7n, 5n, 6n, 8n];

  it('counts n-grams, with as many skipped items between neighbours', () => {
    expect(counted(row, {})).toEqual([0, 3, 1, 0, 1, 1, 1]);
    expect(counted(row, { min_gram_length: 2, max_skip_count: 5 })).toEqual([0, 0, 0, 0, 1, 3, 1]);
    expect(
      counted(
        [
          [1n, 3n],
          [3n, 3n],
        ],
        {},
      ),
    ).toEqual([
      [0, 1, 0, 0, 0, 0, 0],
      [0, 2, 0, 0, 0, 0, 0],
    ]);
  });

  it('weighs by the number of the n-gram, wherever its count goes', () => {
    const weights = [1, 2, 4, 8, 16, 32, 64];
    const indexes = [6, 5, 4, 3, 2, 1, 0];
    expect(counted(row, { mode: 'TFIDF', weights, ngram_indexes: indexes })).toEqual([64, 32, 16, 0, 4, 6, 0]);
    expect(counted(row, { mode: 'IDF', weights, ngram_indexes: indexes })).toEqual([64, 32, 16, 0, 4, 2, 0]);
    expect(counted(row, { mode: 'IDF' })).toEqual([0, 1, 1, 0, 1, 1, 1]);
  });

  it('adds up counts with one index, but not with weights', () => {
    const ngram_indexes = [0, 0, 0, 0, 1, 1, 1];
    expect(counted(row, { ngram_indexes })).toEqual([4, 3]);
    expect(() => counted(row, { ngram_indexes, mode: 'IDF' })).toThrow(NotJudged);
  });
});
