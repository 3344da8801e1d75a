import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { each, filled, type NamedCall, type NamedPlans, varied } from '../../notation/call-notation.ts';
import { drawnStrings, longString, stringsOfEveryKind } from './strings.ts';

/** Strings of a shape, split at a delimiter. */
const split = (shape: string, strings: readonly string[], delimiter?: string, maxsplit?: number): NamedCall => ({
  X: filled(shape, strings),
  delimiter,
  maxsplit,
});

/** Without characters that only some lists of white space have. */
const usual = stringsOfEveryKind.filter((text) => text !== '\u00a0');

export const stringSplit: NamedPlans = {
  draw: (draws) => {
    const dims = draws.emptied(draws.sizesOrLong(draws.count(0, 4), 1, draws.pick(60, 60, 300)));
    const delimiter = draws.pick(undefined, '', ',', ', ', '::', 'é-', '😀', ' ', 'a', '\u0301', '--->', 'a delimiter');
    const own = delimiter || ' ';
    const pieces = draws.pick(
      ['a', 'b', 'c'],
      ['', 'a'],
      ['é', '日', 'e\u0301'],
      usual.filter((text) => text !== ''),
    );
    const most = draws.pick(1, 2, 4, 9);
    const texts = Array.from({ length: 8 }, () =>
      Array.from({ length: draws.detail(1, most) }, () => pieces[draws.detail(0, pieces.length - 1)]!).join(own),
    );
    // how many pieces an empty one has at a delimiter is left open
    const from = [
      ...texts.map((text) => text || (delimiter ? 'x' : '')),
      ...(delimiter ? [] : draws.pick([], ['', ' '])),
    ];
    return {
      X: { dims, numbers: drawnStrings(draws, elementCount(dims), from) },
      delimiter,
      maxsplit: draws.pick(undefined, undefined, 0, 1, 2, 3, 1000, 2 ** 40),
    };
  },
  samples: [
    split('2', ['abc.com', 'def.net'], '.'),
    split('2x2', ['a,b', 'c', 'd,e,f', 'g,,h'], ',', 1),
    split('3', ['hello world', 'a b c', 'x']),
  ],
  sizes: [
    [
      split('2', ['a.b', 'c.d'], '.'),
      split('3', ['a', 'b.c', 'd.e.f'], '.'),
      split('2x2', ['a.', '.', 'b', 'c.d'], '.'),
    ],
  ],
  pairs: () => [
    { differs: 'another delimiter', calls: each({ delimiter: [',', '.'] }, { X: filled('2', ['a,b.c', 'd.e,f,g']) }) },
  ],
  plans: {
    definition: [
      split('3', ['a,b', 'c,d', 'e,f'], ','),
      split('2x3', ['a-b', 'c-d', 'e-f', 'g-h', 'i-j', 'k-l'], '-'),
      split('4', ['ab', 'a', 'b', 'bab'], 'b'),
      split('2', ['a.b*c', 'd*e.f'], '.'),
      split('3', ['a|b', 'a\\b', '[a]'], '|'),
      split('3', ['日本,語', 'é,e\u0301', '😀,👩\u200d👩'], ','),
      split('3', ['1é2', 'e\u0301', '3é'], 'é'),
      split('2', ['a😀b', '😁😀😁'], '😀'),
      split('2', ['aBbBA', 'BAb'], 'B'),
      split('2', ['a\0b', '\0c'], '\0'),
    ],
    'consecutive-delimiters': [
      split('4', ['a,,b', ',a', 'a,', ',,'], ','),
      split('3', [',', ',,,', 'a,,,b'], ','),
      split('3', ['  a b ', 'a  b', ' '], ' '),
      split('2', ['a..b..', '..'], '.'),
    ],
    'long-delimiter': [
      split('4', ['a::b', 'a:b', 'a:::b', '::a::'], '::'),
      split('3', ['aaaa', 'aaa', 'baab'], 'aa'),
      split('3', ['x<br>y<BR>z', '<br', 'br>a<br>'], '<br>'),
      split('3', ['a, b', 'a,b', 'a , b'], ', '),
      split('2', ['ababab', 'abaab'], 'aba'),
      split('2', [`${longString}|${longString}`, longString], longString.slice(0, 40)),
    ],
    'white-space': [
      ...each({ delimiter: [undefined, ''] }, split('3', ['a b', 'a  b', 'a   b c'])),
      split('3', ['a\tb', 'a\nb', 'a \t\n b']),
      split('4', ['a\rb', 'a\r\nb', 'a\vb', 'a\fb'], ''),
      split('2', ['é 日本 😀', 'e\u0301 x']),
      split('2x2', ['a b c', 'd', 'e f', 'g h i j']),
    ],
    'outer-white-space': [
      split('4', [' a', 'a ', '  a b  ', ' a  b ']),
      split('3', [' ', '   ', 'a']),
      split('2', ['', 'a b'], ''),
      split('2', ['', '  ']),
      split('3', ['\ta\n', '\r\nb', 'c \t'], ''),
      ...varied(split('2', ['a  b  c  ', ' d e ']), 'maxsplit', 0, 1, 2, 5),
    ],
    'max-split': [
      ...varied(split('3', ['a,b,c,d', 'e,f', 'g'], ','), 'maxsplit', 0, 1, 2, 3, 4, 2 ** 31, 2 ** 40),
      ...varied(split('3', ['a  b c d', 'e f', 'g']), 'maxsplit', 0, 1, 2, 9),
      split('3', [',,a,,', ',', 'a,,b'], ',', 1),
      split('2', ['a::b::c', '::::'], '::', 1),
      split('2x2', ['a b c', 'd', 'e f', 'g h i j'], ' ', 2),
    ],
    padding: [
      split('4', ['a', 'b,c', 'd,e,f', 'g,h,i,j'], ','),
      split('3x1', ['a,b,c,d,e,f,g,h,i', 'j', 'k,l'], ','),
      split('2', ['a', 'b c d e f']),
      split('2x2', ['a', ',', ',,', 'b,c'], ','),
    ],
    counts: [
      split('5', ['a', ',', ',,', 'a,', ',a'], ','),
      split('4', ['a b c', '', '  ', 'd']),
      split('3', ['a', '', 'b,c'], ','),
      split('300', ['a', 'b,c', ',,'], ','),
      split('1', [Array.from({ length: 300 }, (_, i) => i).join(',')], ','),
    ],
    'any-shape': [
      split('scalar', ['a,b,c'], ','),
      split('scalar', ['a']),
      split('2x1x3', ['a,b', 'c', ',', 'd,e,f', 'g,h'], ','),
      split('1x2x1x2x1x2x1x2', ['a b', 'c', 'd e f']),
      split('65', ['a.b', 'c', 'd.e.f'], '.'),
      split('1x1', ['a'], 'b'),
    ],
    'size-zero': [split('0', ['a'], ','), split('0', ['a']), split('2x0x3', ['a'], ','), split('0x2', ['a'], '', 1)],
  },
};
