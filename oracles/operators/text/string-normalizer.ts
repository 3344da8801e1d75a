import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Node } from '../../spec/node.ts';
import { strings, stringsOf, textOperator } from './text.ts';

/** The changes of case. */
const actions = ['NONE', 'LOWER', 'UPPER'] as const;
type Action = (typeof actions)[number];

/** StringNormalizer: removes stop words and changes the case of letters. */
export const stringNormalizer = textOperator({
  name: 'StringNormalizer',
  definition:
    'the strings that are not stop words, in the case of case_change_action; one empty string if none is left',
  copiesElements: true,
  attributeValues: () => ({ case_change_action: actions }),
  evaluate: (a, node) => {
    const { dims } = node.input(0);
    if (dims.length < 1 || dims.length > 2 || (dims.length === 2 && dims[0] !== 1)) {
      throw new BadInput(`the shape must be [C] or [1,C], and is [${dims}]`);
    }
    if (dims.at(-1) === 0) throw new NotJudged('a list of no strings');
    const kept = stringsOf(node.input(0)).filter(isNoStopWord(node));
    const left = kept.length > 0 ? kept.map(inCase(node, node.string('case_change_action') as Action)) : [''];
    return [strings(a, dims.with(-1, left.length), left)];
  },
  says: () => ({
    definition: ['Strings that are not stop words are kept in order; then the case of letters is changed.'],
    'stop-words': [
      'Every occurrence of a stop word is dropped, but not strings that only contain one.',
      'attribute stopwords',
    ],
    'no-stop-words': ['Without stop words, nothing is dropped.', 'attribute stopwords'],
    'case-sensitive': [
      'With is_case_sensitive=1, a stop word matches only in the same case.',
      'attribute is_case_sensitive',
    ],
    'case-insensitive': ['With is_case_sensitive=0, a stop word matches in any case.', 'attribute is_case_sensitive'],
    lower: ['LOWER changes letters to lower case, after stop words are dropped.', 'attribute case_change_action'],
    upper: ['UPPER changes letters to upper case, after stop words are dropped.', 'attribute case_change_action'],
    'nothing-left': ['If every string is dropped, the output is one empty string, with the rank of the input.'],
    'one-row': ['A shape of [1,C] is treated as a list.'],
    'any-string': ['Strings may be empty, or contain other characters than letters, which are unchanged.', 'input X'],
    'any-length': ['There may be any number of strings, of any length.', 'input X'],
    'invalid-shape': ['X is a list, or one row.', 'summary; checked by shape inference'],
  }),
});

/** Returns a function that tests whether a string is not a stop word. It throws NotJudged if the case of a letter is open. */
function isNoStopWord<S>(node: Node<S>): (text: string) => boolean {
  const words = (node.attributes.stopwords?.value ?? []) as readonly string[];
  if (words.length === 0) return () => true;
  const same = node.flag('is_case_sensitive') ? (text: string) => text : inCase(node, 'LOWER');
  const dropped = new Set(words.map(same));
  return (text) => !dropped.has(same(text));
}

/**
 * Returns a function that changes the case of letters. It throws NotJudged for letters whose result differs between locales and
 * libraries: those that become several letters, have several counterparts, or depend on their neighbours.
 * @throws NotJudged for another locale than en_US
 */
function inCase<S>(node: Node<S>, action: Action): (text: string) => string {
  if (action === 'NONE') return (text) => text;
  const locale = node.has('locale') ? node.string('locale') : 'en_US';
  if (!locale.startsWith('en_US')) throw new NotJudged('letters of the locale …', locale);
  return (text) => Array.from(text, (letter) => changed(letter, action)).join('');
}

function changed(letter: string, action: 'LOWER' | 'UPPER'): string {
  const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
  const isPlain =
    letter.codePointAt(0)! < 0x80 ||
    lower === upper ||
    ((letter === lower || letter === upper) && lower.toUpperCase() === upper && upper.toLowerCase() === lower);
  if (!isPlain || [...lower, ...upper].length > 2 || letter === 'Σ')
    throw new NotJudged("the letter '…' in another case", letter);
  return action === 'LOWER' ? lower : upper;
}
