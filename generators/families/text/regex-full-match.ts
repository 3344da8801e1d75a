import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { breaking, filled, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';
import { drawnStrings, longString, stringLists, stringsOfEveryKind } from './strings.ts';

/** Strings that are matched with a pattern. */
const match = (pattern: string, ...strings: string[]): NamedCall => ({
  X: filled(`${strings.length}`, strings),
  pattern,
});

/** Patterns with strings; some of the strings match. */
const matches: readonly (readonly [pattern: string, ...strings: string[]])[] = [
  ['a', 'a', 'b', '', 'aa', 'A'],
  ['[a-c]+', 'abc', 'abd', '', 'cab', 'a b'],
  ['a.c', 'abc', 'ac', 'a\nc', 'a日c', 'a😀c', 'abbc'],
  ['www\\.[\\w.-]+\\.com', 'www.a.com', 'www.a.b.com', 'www..com', 'wwwxaycom'],
  ['(a|ab)(c|bcd)(d*)', 'abcd', 'acd', 'abcbcd', 'abd'],
  ['\\d{2,4}', '1', '12', '1234', '12345', '٣٤'],
  ['(?i)straße', 'STRAßE', 'straße', 'STRASSE', 'Straẞe'],
  ['\\pL+', 'aé日', 'a1', '', 'Ж'],
  ['(?:ab)*', '', 'ab', 'aba', 'abab'],
  ['.*', '', 'a', 'a\nb', '\n'],
  ['(?s).*', '', 'a', 'a\nb', '\n'],
  ['[^a]', 'a', 'b', '\n', '日', '😀', ''],
  ['\\x{1F600}', '😀', '😁', '\u{1f600}\u{1f600}'],
];

/** Patterns of every length that match about half of any strings. */
const wide = [
  '.',
  '日',
  '.?',
  '\\W*',
  '[^a]*',
  '(?s).{2,}',
  '[^\\x00-\\x7F]+',
  '(?s).*[^\\x00-\\x7E].*',
  '(?s)(.{15,16}|.{32,255})',
];

export const regexFullMatch: NamedPlans = {
  draw: (draws) => {
    const dims = draws.emptied(draws.sizesOrLong(draws.count(0, 5), 1, draws.room));
    const own = draws.pick(...stringLists);
    const [matched, ...strings] = draws.pick(...matches);
    const drawnFrom = (from: readonly string[]) => ({ dims, numbers: drawnStrings(draws, elementCount(dims), from) });
    if (draws.once(3)) return { X: drawnFrom(own), pattern: draws.pick(...wide) };
    // few of any strings match
    const mixed = own.flatMap((text, i) => [text, strings[i % strings.length]!]);
    return { X: drawnFrom(draws.pick(strings, strings, mixed)), pattern: matched };
  },
  samples: [
    match('a+b?', 'a', 'aab', 'b', 'abb', ''),
    { X: filled('2x2', ['www.google.com', 'facebook.com', 'www.a.com', 'www.b.org']), pattern: 'www\\.\\w+\\.com' },
    match('[0-9]+', '1', '12', 'a', '1a', 'x'),
  ],
  sizes: [['3', '2x2', '7'].map((shape) => ({ X: filled(shape, ['a', 'ab', 'b']), pattern: 'ab?' }))],
  pairs: () => [
    {
      differs: 'another pattern',
      calls: ['a.', '.b'].map((pattern) => match(pattern, 'ab', 'aa', 'bb', 'ba')),
    },
  ],
  aliasCandidates: [],
  plans: {
    definition: matches.map(([pattern, ...strings]) => match(pattern, ...strings)),
    'whole-string': [
      match('b', 'b', 'ab', 'bc', 'abc', 'b\n', '\nb', 'b\nc'),
      match('a*', 'aaa', 'aab', 'baa', 'aaa\n'),
      match('a|ab', 'a', 'ab', 'abc', 'b'),
      match('a*?', 'aaa', '', 'b'),
      match('.', 'a', 'ab', '', '\n'),
    ],
    classes: [
      match('\\d', '5', '٥', '५', '５', 'a'),
      match('\\w+', 'a_1', 'é', 'ß', '日', 'a-b'),
      match('\\s', ' ', '\t', '\n', '\f', '\v', '\u00a0', '\u2003', 'a'),
      match('\\D\\W\\S', 'a-b', '1-b', 'aab', 'a- ', 'é日ß'),
      match('[[:alpha:]]+[[:digit:]]', 'ab1', 'é1', '1', 'a1'),
      match('[\\d\\-x]+', '1-x', '1.x', '-', 'x2'),
      match('[^\\w]', '-', 'a', 'é', '日'),
      match('[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\\.[a-zA-Z]{2,}', 'a@b.co', 'a@b', 'a.b+c@d-e.org', '@b.com', 'é@b.com'),
    ],
    repetitions: [
      match('a{2}', 'a', 'aa', 'aaa'),
      match('a{2,}', 'a', 'aa', 'aaaaa'),
      match('a{0,2}b', 'b', 'ab', 'aab', 'aaab'),
      match('(ab?)+', 'a', 'ab', 'abab', 'abb', ''),
      match('a+?b*?', 'a', 'aab', 'abbb', 'b'),
      match('x{1000}', 'x'.repeat(1000), 'x'.repeat(999), 'x'.repeat(1001)),
      match('(a*)*b', `${'a'.repeat(40)}b`, 'a'.repeat(40), 'b'),
      match('a{,2}', 'a{,2}', 'aa', ''),
      match('(?U)a+b', 'aab', 'b', 'ab'),
    ],
    alternatives: [
      match('foo|foobar', 'foo', 'foobar', 'foob', 'bar'),
      match('|a', '', 'a', 'aa'),
      match('(a|b)*(c|d)', 'ababc', 'd', 'ab', 'cd'),
      match('cat|dog|bird', 'cat', 'dogs', 'bird', ''),
    ],
    anchors: [
      match('^a$', 'a', 'a\n', '\na', 'aa'),
      match('\\Aa\\z', 'a', 'a\n', 'b'),
      match('a$\\n?', 'a', 'a\n'),
      match('(?m)^a$\\nb', 'a\nb', 'a\n', 'ab'),
      match('a\\bb|\\bcd\\b|\\Bx', 'ab', 'cd', 'x'),
      match('(?:^|a)b', 'b', 'ab', 'aab'),
    ],
    flags: [
      match('(?i)abc', 'abc', 'ABC', 'aBc', 'abd'),
      match('a(?i)b', 'ab', 'aB', 'Ab'),
      match('a(?i:b)c', 'abc', 'aBc', 'aBC'),
      match('(?i)[k]', 'k', 'K', '\u212a', 'j'),
      match('(?i)é', 'é', 'É', 'e'),
      match('(?s)a.b', 'a\nb', 'axb', 'ab'),
      match('(?-s)a.b', 'a\nb', 'axb'),
      match('(?P<name>a)b', 'ab', 'b'),
      match('\\Qa.b\\E+', 'a.b', 'a.bb', 'axb'),
    ],
    unicode: [
      match('.', 'é', '日', '😀', 'e\u0301', '\u{10ffff}'),
      match('.{2}', 'é', 'éé', '😀', '😀😀', 'e\u0301'),
      match('[é-ü]', 'é', 'ö', 'e', 'z'),
      match('[😀-😂]', '😀', '😁', '😃', '\ud83d\ude02'),
      match('\\p{Greek}+', 'αβγ', 'abc', 'αb'),
      match('\\PN', '1', 'a', '五', '٥'),
      match('[^\\x00-\\x7F]', 'é', 'a', '😀', '日'),
      match('日本語?', '日本', '日本語', '日'),
    ],
    'empty-strings': [
      match('', '', 'a', '\n'),
      match('', 'a', 'bc'),
      { X: filled('2x2', ['', ' ', 'é', '']), pattern: '' },
      match('a*', '', 'a'),
      match('a?b?', '', 'ab', 'ba'),
      match('.', '', 'a'),
      match('(?:)', '', ' '),
      match('$', '', '\n'),
    ],
    'any-string': [
      match('(?s).*', ...stringsOfEveryKind),
      match('[^a]*', ...stringsOfEveryKind),
      match('\\w+', ...stringsOfEveryKind),
      match('a\\x00b', 'a\0b', 'a', 'ab', 'a\0'),
      match('(?:abcdefghij)+', longString, `${longString}a`, longString.slice(1)),
      match('x*', ...[15, 16, 255, 256, 4096].map((length) => 'x'.repeat(length)), `${'x'.repeat(4096)}y`),
    ],
    'any-shape': [
      ...['scalar', '65', '2x1x3', '1x2x1x2x1x2x1x2', '300', '1x1'].map((shape) => ({
        X: filled(shape, ['ab', 'b', 'a', 'aab', '']),
        pattern: 'a*b',
      })),
      { X: filled('scalar', ['b']), pattern: 'a' },
    ],
    'size-zero': ['0', '2x0x3', '0x3'].map((shape) => ({ X: filled(shape, ['a']), pattern: 'a' })),
  },
  invalid: {
    'invalid-pattern': [
      ...breaking(match('(a)b', 'ab', 'b'), 'pattern', '(a)\\1', '(a', 'a)', '[a', '[z-a]'),
      ...breaking(match('a*', 'a', 'b'), 'pattern', '*a', 'a**', 'a++', 'x{1001}', 'a(?=b)', '(?<!a)b', '(?>a)'),
      ...breaking(match('\\w', 'a', 'b'), 'pattern', '\\p{Nothing}', '\\'),
    ],
  },
};
