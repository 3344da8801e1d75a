import { NotJudged } from '../../spec/bad-input.ts';
import { values } from '../../spec/node.ts';
import type { Source } from '../../spec/operator.ts';
import { fullMatcher } from './re2.ts';
import { stringsOf, textual, unicode } from './text.ts';

const re2 = (place: string): Source => ({ document: 'RE2, wiki/Syntax', place });

/** RegexFullMatch: whether each string as a whole matches a pattern. */
export const regexFullMatch = textual({
  name: 'RegexFullMatch',
  definition: 'whether the whole of x matches the pattern',
  copiesElements: true,
  evaluate: (a, node) => {
    if (!node.has('pattern')) throw new NotJudged('a match without a pattern');
    const matches = fullMatcher(node.string('pattern'));
    const { dims } = node.input(0);
    const all = stringsOf(node.input(0));
    return [values('bool', dims, (i) => a.of(matches(all[i]!) ? 1n : 0n))];
  },
  says: () => ({
    definition: ['True where the pattern matches the whole string, and false elsewhere.'],
    'whole-string': ['A match of a part is none, at the beginning, at the end or within lines.'],
    classes: ['Classes of characters are those of RE2: \\d, \\w and \\s are of ASCII.', re2('Perl character classes')],
    repetitions: [
      'Repetitions match as often as it takes, greedy or not, and possessive ones do not exist.',
      re2('Repetitions'),
    ],
    alternatives: ['Any of several alternatives may match, not the first one alone.', re2('Composites')],
    anchors: ['^ and $ are the ends of the text, and with the flag m those of lines.', re2('Empty strings')],
    flags: ['Flags within a pattern change what it matches from there on.', re2('Grouping')],
    unicode: ['A character is a code point, however many bytes it takes.', re2('Unicode character class')],
    'empty-strings': ['An empty string matches what matches nothing.', re2('Empty strings')],
    'any-string': ['Strings may hold any code points, those that patterns are written with too.', unicode],
    'any-shape': ['Tensors of any size and rank are taken, of none too.', 'input X'],
    'size-zero': ['Without strings the output has no elements.', 'input X'],
    'invalid-pattern': ['The pattern is one of RE2.', 'attribute pattern'],
  }),
});
