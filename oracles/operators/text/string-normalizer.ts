import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import type { Node } from '../../spec/node.ts';
import { strings, stringsOf, textual } from './text.ts';

/** Into what letters are changed. */
const actions = ['NONE', 'LOWER', 'UPPER'] as const;
type Action = (typeof actions)[number];

/** StringNormalizer: strings without stop words, in capital or small letters. */
export const stringNormalizer = textual({
  name: 'StringNormalizer',
  definition:
    'the strings that are not stop words, in the letters of case_change_action; one empty string if none is left',
  copiesElements: true,
  attributeValues: () => ({ case_change_action: actions }),
  evaluate: (a, node) => {
    const { dims } = node.input(0);
    if (dims.length < 1 || dims.length > 2 || (dims.length === 2 && dims[0] !== 1)) {
      throw new BadInput(`a shape [${dims}] is neither [C] nor [1,C]`);
    }
    if (dims.at(-1) === 0) throw new NotJudged('a list of no strings');
    const kept = stringsOf(node.input(0)).filter(isNoStopWord(node));
    const left = kept.length > 0 ? kept.map(inCase(node, node.string('case_change_action') as Action)) : [''];
    return [strings(a, dims.with(-1, left.length), left)];
  },
  says: () => ({
    definition: ['What is not a stop word stays, in its order; letters are changed then.'],
    'stop-words': [
      'A string that is a stop word is dropped, each time it occurs, and no part of one.',
      'attribute stopwords',
    ],
    'no-stop-words': ['Without stop words nothing is dropped.', 'attribute stopwords'],
    'case-sensitive': [
      'With is_case_sensitive=1 a stop word is one in the same letters.',
      'attribute is_case_sensitive',
    ],
    'case-insensitive': [
      'With is_case_sensitive=0 capital and small letters are the same.',
      'attribute is_case_sensitive',
    ],
    lower: ['LOWER changes letters to small ones, after stop words are dropped.', 'attribute case_change_action'],
    upper: ['UPPER changes letters to capitals, after stop words are dropped.', 'attribute case_change_action'],
    'nothing-left': ['Where every string is dropped there is one empty string, in the rank of the input.'],
    'one-row': ['A shape of [1,C] is a list as well.'],
    'any-string': ['Strings may be empty, or of other characters than letters, which stay.', 'input X'],
    'any-length': ['There may be any number of strings, of any length.', 'input X'],
    'invalid-shape': ['X is a list, or one row.', 'summary; checked by shape inference'],
  }),
});

/** The words that a node drops. @throws NotJudged where it is open which letters are the same */
function isNoStopWord<S>(node: Node<S>): (text: string) => boolean {
  const words = (node.attributes.stopwords?.value ?? []) as readonly string[];
  if (words.length === 0) return () => true;
  const same = node.flag('is_case_sensitive') ? (text: string) => text : inCase(node, 'LOWER');
  const dropped = new Set(words.map(same));
  return (text) => !dropped.has(same(text));
}

/**
 * How letters are changed.
 * @throws NotJudged for letters that not every locale and library changes alike: those that become several, have several counterparts,
 *   or depend on their neighbours
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
