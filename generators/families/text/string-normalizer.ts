import type { Draws } from '../../covering/draws.ts';
import { each, filled, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';
import { drawnStrings, longString, stringsOfEveryKind } from './strings.ts';

const days = ['monday', 'Tuesday', 'WEDNESDAY', 'thursday', 'Monday', 'tuesday'];

/** Strings in a shape, without stop words. */
const words = (shape: string, strings: readonly string[], stopwords?: readonly string[]): NamedCall => ({
  X: filled(shape, strings),
  stopwords: stopwords && filled(`${stopwords.length}`, stopwords),
});

/** Letters with counterparts that each locale has. */
const letters = [
  'a',
  'B',
  'Ab',
  'aB',
  'é',
  'É',
  'Ж',
  'ж',
  'öÄ',
  'z',
  'Z',
  'x1Y',
  '日a',
  '😀b',
  '\u{10400}',
  '\u{10428}',
];

const actions = ['NONE', 'LOWER', 'UPPER'];

function drawCall(draws: Draws): NamedCall {
  const size = draws.size(300, 1);
  const isCased = !draws.once(3);
  // strings that differ only in their letters' case are among all of them
  const from = draws.pick(['a', 'b', 'A', 'B', 'c'], letters, isCased ? letters : [...stringsOfEveryKind, ...letters]);
  const sensitive = isCased ? draws.maybe(() => draws.pick(0, 1)) : 1;
  const count = draws.pick(0, 1, 2, 5);
  const strings = drawnStrings(draws, size, from);
  return {
    ...words(draws.pick(`${size}`, `1x${size}`), strings),
    stopwords: draws.maybe(() => filled(`${count}`, drawnStrings(draws, count, draws.pick(from, strings)))),
    is_case_sensitive: sensitive,
    case_change_action: isCased ? draws.maybe(() => draws.pick(...actions)) : draws.pick(undefined, 'NONE'),
  };
}

export const stringNormalizer: NamedPlans = {
  draw: drawCall,
  samples: [
    { ...words('4', days, ['monday']), is_case_sensitive: 1 },
    { ...words('4', days, ['tuesday']), case_change_action: 'UPPER' },
    { ...words('1x4', days, ['Monday', 'thursday']), case_change_action: 'LOWER', is_case_sensitive: 1 },
  ],
  sizes: [
    ['2', '5', '1x3'].map((shape) => ({ ...words(shape, days, ['monday']), is_case_sensitive: 1 })),
    ['40', '65', '7'].map((shape) => ({ ...words(shape, days, ['Monday']), is_case_sensitive: 1 })),
  ],
  pairs: () => [
    {
      differs: 'other stop words',
      calls: [['monday'], ['thursday', 'Tuesday']].map((stop) => ({ ...words('4', days, stop), is_case_sensitive: 1 })),
    },
  ],
  aliasCandidates: [{ ...words('3', ['a', 'b', 'c']), is_case_sensitive: 1 }],
  plans: {
    definition: each(
      { case_change_action: actions, is_case_sensitive: [1, 0] },
      words('5', ['Monday', 'tuesday', 'a', 'MONDAY', 'b'], ['Monday']),
      words('1x4', ['c', 'B', 'a', 'b'], ['b', 'x']),
    ),
    'stop-words': each(
      { is_case_sensitive: [1] },
      words('6', ['a', 'b', 'a', 'c', 'a', 'a'], ['a']),
      words('4', ['a b', 'ab', 'b', 'a'], ['a']),
      words('4', ['one two', 'two', 'one', 'three'], ['two', 'one']),
      words('4', ['a', '', 'b', ''], ['']),
      words('3', ['a', 'a ', ' a'], ['a']),
      words('3', ['é', 'e\u0301', 'e'], ['é']),
      words('3', ['日本', '日', '😀'], ['日', '😀']),
      words('4', ['b', 'a', 'c', 'b'], ['c', 'c', 'a', 'd']),
      words('3', [longString, `${longString}x`, 'a'], [longString]),
      words('65', ['a', 'b', 'c', 'd', 'e', 'f', 'g'], ['b', 'g']),
    ),
    'no-stop-words': each(
      { is_case_sensitive: [1, undefined] },
      words('4', ['b', '', 'a', 'b']),
      words('1x3', ['é', 'ß', '日本']),
      { ...words('3', ['Ab', 'cD', 'e']), case_change_action: 'UPPER' },
    ),
    'case-sensitive': each(
      { is_case_sensitive: [1], case_change_action: [undefined, 'LOWER', 'UPPER'] },
      words('5', ['monday', 'Monday', 'MONDAY', 'mONDAY', 'day'], ['monday', 'MONDAY']),
      words('4', ['É', 'é', 'E', 'e'], ['é']),
    ),
    'case-insensitive': [
      ...each(
        { is_case_sensitive: [0, undefined], case_change_action: [undefined, 'NONE', 'UPPER'] },
        words('5', ['monday', 'Monday', 'MONDAY', 'mONDAY', 'day'], ['Monday']),
      ),
      ...each(
        { case_change_action: [undefined, 'LOWER'] },
        words('4', ['É', 'é', 'E', 'e'], ['é']),
        words('4', ['ж', 'Ж', 'a', 'z'], ['Ж', 'Z']),
        words('5', ['[', '{', '@', '`', 'a'], ['[', '@']),
        words('3', ['\u{10400}', '\u{10428}', 'a'], ['\u{10400}']),
      ),
    ],
    lower: each(
      { case_change_action: ['LOWER'] },
      { ...words('5', ['Ab', 'CD', 'e', 'X1y', '[Z]'], ['CD']), is_case_sensitive: 1 },
      { ...words('5', ['ab', 'AB', 'Ab', 'c', 'C'], ['ab']), is_case_sensitive: 1 },
      words('1x4', ['É', 'Ж', 'ÖÄÜ', 'Ÿ']),
      words('16', letters),
    ),
    upper: each(
      { case_change_action: ['UPPER'] },
      { ...words('5', ['Ab', 'CD', 'e', 'x1Y', '{z}'], ['CD']), is_case_sensitive: 1 },
      { ...words('5', ['ab', 'AB', 'Ab', 'c', 'C'], ['AB']), is_case_sensitive: 1 },
      words('1x4', ['é', 'ж', 'öäü', 'ÿ']),
      words('16', letters),
    ),
    'nothing-left': each(
      { is_case_sensitive: [1], case_change_action: [undefined, 'UPPER'] },
      words('2', ['a', 'a'], ['a']),
      words('1x2', ['a', 'b'], ['b', 'a']),
      words('1', ['x'], ['x', 'y']),
      words('33', ['a', 'b', 'c'], ['a', 'b', 'c']),
    ),
    'one-row': each(
      { is_case_sensitive: [1] },
      words('1x1', ['a'], ['b']),
      words('1x5', ['a', 'b', 'c', 'a', 'd'], ['a']),
      words('1x65', days, ['monday', 'WEDNESDAY']),
    ),
    'any-string': [
      { ...words(`${stringsOfEveryKind.length}`, stringsOfEveryKind, ['a']), is_case_sensitive: 1 },
      {
        ...words(`1x${stringsOfEveryKind.length}`, stringsOfEveryKind.toReversed(), ['😀', 'é']),
        is_case_sensitive: 1,
      },
      ...each(
        { case_change_action: ['UPPER', 'LOWER'] },
        words('6', ['', '12', '日本', '😀', '-_+', ' ']),
        words('3', ['aéB', 'A日b', 'x😀Y']),
      ),
      ...each({ is_case_sensitive: [1, 0] }, words('4', ['', 'a', ' ', ''], ['b'])),
    ],
    'any-length': each(
      { is_case_sensitive: [1], case_change_action: ['NONE', 'UPPER'] },
      words('1', ['a'], ['b']),
      words('300', ['a', 'b', 'c', 'D', 'e', 'f', 'g'], ['D', 'a']),
      words('4', [longString, 'a', longString.toUpperCase(), `${longString}${longString}`], ['a']),
      words('1030', ['a', 'b', 'c'], ['b']),
    ),
  },
  invalid: {
    'invalid-shape': ['2x2', 'scalar', '1x1x3', '3x1'].map((shape) => ({
      valid: { ...words('4', ['a', 'b', 'c', 'd'], ['a']), is_case_sensitive: 1 },
      broken: [{ ...words(shape, ['a', 'b', 'c', 'd'], ['a']), is_case_sensitive: 1 }],
    })),
  },
};
