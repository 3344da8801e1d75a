import { elementCount } from '../../../oracles/numerics/tensor.ts';
import { breaking, each, filled, type NamedPlans } from '../../notation/call-notation.ts';
import { drawnStrings, longString, stringLists, stringsOfEveryKind } from './strings.ts';

const kinds = stringsOfEveryKind.length;

export const stringConcat: NamedPlans = {
  draw: (draws) => {
    const dims = draws.emptied(draws.sizesOrLong(draws.count(0, 5), 1, draws.pick(60, 60, draws.room)));
    const [X, Y] = draws.broadcast(2, dims).map((own) => ({
      dims: own,
      numbers: drawnStrings(draws, elementCount(own), draws.pick(...stringLists)),
    }));
    return { X, Y };
  },
  samples: [
    { X: filled('2x3', ['a', 'b', 'c', 'd', 'e', 'f']), Y: filled('2x3', ['1', '2', '3', '4', '5', '6']) },
    { X: filled('2x3', ['a', 'b', 'c', 'd', 'e', 'f']), Y: filled('3', ['1', '2', '3']) },
    { X: filled('4', ['x', '', 'é', '😀']), Y: filled('4', ['', 'y', '\u0301', '日']) },
  ],
  sizes: [each({ X: '2x3 4x3 7', Y: ['3', '1'] }).filter(({ X, Y }) => Y === '1' || X !== '7')],
  aliasCandidates: [{ X: filled('3', ['a', 'b', 'c']), Y: filled('3', ['']) }],
  plans: {
    definition: [
      { X: filled('2', ['abc', 'def']), Y: filled('2', ['.com', '.net']) },
      { X: filled('2x2', ['a', 'b', 'c', 'd']), Y: filled('2x2', ['b', 'a', 'd', 'c']) },
      { X: filled('3', ['ab', 'a', '']), Y: filled('3', ['c', 'bc', 'abc']) },
      { X: filled('2', [' a ', 'b ']), Y: filled('2', [' c', ' ']) },
      { X: filled('5', ['1', '2', '-1', '0', '1.5']), Y: filled('5', ['1', '-2', '1', '0', '2']) },
    ],
    broadcast: [
      ...each(
        { Y: ['1', 'scalar', '3', '1x3', '2x1', '1x1'].map((shape) => filled(shape, ['u', 'v', 'w'])) },
        { X: '2x3' },
      ),
      { X: '3', Y: '2x3' },
      { X: 'scalar', Y: '2x2' },
      { X: '2x1', Y: '1x3' },
      { X: '2x1x3x1', Y: '4x1x5' },
      { X: '3x1x2', Y: '2x1' },
      { X: '1', Y: '5' },
    ],
    'empty-strings': [
      { X: filled('4', ['', 'a', '', 'b']), Y: filled('4', ['', '', 'c', 'd']) },
      { X: '3 zeros', Y: '3' },
      { X: '3', Y: '3 zeros' },
      { X: filled('2x2', ['']), Y: filled('1', ['']) },
    ],
    'any-string': [
      { X: filled(`${kinds}`, stringsOfEveryKind), Y: filled(`${kinds}`, stringsOfEveryKind.toReversed()) },
      { X: filled(`${kinds}x1`, stringsOfEveryKind), Y: filled(`1x${kinds}`, stringsOfEveryKind) },
      { X: filled('3', ['e', 'a', 'o']), Y: filled('3', ['\u0301', '\u0308', '\u0302']) },
      { X: filled('2', ['日', '👩']), Y: filled('2', ['本', '\u200d👩']) },
      { X: filled('3', ['a\0', '\0', 'ab']), Y: filled('3', ['b', 'a', '\0c']) },
      { X: filled('4', ['\ufeffa', 'ß', 'ﬁ', 'İ']), Y: filled('4', ['b', 's', 'i', '\u0307']) },
    ],
    'any-length': [
      { X: filled('3', [longString, 'a', longString]), Y: filled('3', [longString, longString, 'b']) },
      {
        X: filled(
          '8',
          [7, 8, 11, 15, 16, 22, 31, 128].map((length) => 'x'.repeat(length)),
        ),
        Y: filled('8', ['y', 'yz']),
      },
      { X: filled('1', ['z'.repeat(70000)]), Y: filled('1', ['é'.repeat(40000)]) },
      { X: '65', Y: '65' },
      { X: '300 special', Y: '300 mixed' },
      { X: '2x3x1x2x2', Y: '2x3x1x2x2' },
      { X: '1x2x1x2x1x2x1x2', Y: '2x1' },
      { X: 'scalar', Y: 'scalar' },
    ],
    'size-zero': [
      { X: '0', Y: '0' },
      { X: '2x0x3', Y: '3' },
      { X: '0x3', Y: '1x3' },
      { X: '0', Y: 'scalar' },
    ],
  },
  invalid: {
    'invalid-broadcast': [
      ...breaking({ X: filled('2x3', ['a']), Y: filled('3', ['b']) }, 'Y', filled('2', ['b']), filled('4', ['b'])),
      ...breaking(
        { X: filled('2x3', ['a']), Y: filled('2x3', ['b']) },
        'Y',
        filled('3x2', ['b']),
        filled('2x2x3', ['b']),
      ).map(({ valid, broken }) => ({ valid, broken: broken.slice(0, 1) })),
    ],
  },
};
