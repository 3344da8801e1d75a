import { NotJudged } from '../../spec/bad-input.ts';
import { values } from '../../spec/node.ts';
import type { Source } from '../../spec/operator.ts';
import { fullMatcher } from './re2.ts';
import { stringsOf, textOperator, unicode } from './text.ts';

const re2 = (place: string): Source => ({ document: 'RE2, wiki/Syntax', place });

/** RegexFullMatch: whether each whole string matches a pattern. */
export const regexFullMatch = textOperator({
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
    definition: ['True if the pattern matches the whole string, otherwise false.'],
    'whole-string': ['A match of only a part does not count: at the beginning, at the end or within lines.'],
    classes: [
      'Classes of characters are those of RE2: \\d, \\w and \\s contain only ASCII.',
      re2('Perl character classes'),
    ],
    repetitions: [
      'Repetitions match as often as needed, greedy or not; there are no possessive ones.',
      re2('Repetitions'),
    ],
    alternatives: ['Any of several alternatives may match, not only the first one.', re2('Composites')],
    anchors: ['^ and $ match the ends of the text; with the flag m, those of lines.', re2('Empty strings')],
    flags: ['A flag within a pattern applies to the rest of the pattern.', re2('Grouping')],
    unicode: ['A character is a code point, of any number of bytes.', re2('Unicode character class')],
    'empty-strings': ['An empty string matches a pattern that can match no characters.', re2('Empty strings')],
    'any-string': ['Strings may contain any code points, including those with a meaning in patterns.', unicode],
    'any-shape': ['Tensors of any size and rank are accepted, including rank 0.', 'input X'],
    'size-zero': ['The output of an empty tensor is empty.', 'input X'],
    'invalid-pattern': ['The pattern is valid in RE2.', 'attribute pattern'],
  }),
});
