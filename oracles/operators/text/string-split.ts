import { acceptAnyOf } from '../../judge/any-of.ts';
import { copiedElement } from '../../judge/copied-element.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { observe } from '../../judge/policy.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import type { Node } from '../../spec/node.ts';
import { integers, reshaped } from '../movement/movement.ts';
import { strings, stringsOf, textOperator } from './text.ts';

/** StringSplit: the parts of each string between delimiters, and their number. */
export const stringSplit = textOperator({
  name: 'StringSplit',
  definition: 'Y: the parts of x between delimiters, padded with empty strings; Z: the number of parts',
  copiesElements: true,
  evaluate: (a, node) => {
    const { dims } = node.input(0);
    const parts = stringsOf(node.input(0)).map(partsIn(node));
    const most = parts.reduce((longest, { length }) => Math.max(longest, length), 0);
    const filled = parts.flatMap((some) => [...some, ...Array<string>(most - some.length).fill('')]);
    return [
      strings(a, [...dims, most], filled),
      reshaped(
        integers(
          a,
          parts.map(({ length }) => length),
        ),
        dims,
      ),
    ];
  },
  refine: ([parts, counts], version, call) => {
    const node = nodeOf(version, call, 2, String);
    const all = stringsOf(node.input(0));
    if (delimiterOf(node) === undefined || !all.includes('')) return [parts!, counts!];
    if (all.every((text) => text === '')) throw new NotJudged('only empty strings, split at a delimiter');
    return [
      parts!,
      {
        ...counts!,
        accept: (index) => (all[index] === '' ? acceptAnyOf([1n, 0n].map(countOfNothing)) : counts!.accept(index)),
      },
    ];
  },
  says: () => ({
    definition: ['Each string is split at a delimiter; the parts are along a further dimension.'],
    'consecutive-delimiters': ['There is an empty string between consecutive delimiters.'],
    'long-delimiter': ['A delimiter may have several characters, and matches as a whole.', 'attribute delimiter'],
    'white-space': [
      'Without a delimiter, or with an empty one, strings are split at runs of white space.',
      'attribute delimiter',
    ],
    'outer-white-space': ['When splitting at white space, that at the beginning and at the end is dropped.'],
    'max-split': ['At most maxsplit splits are made, from the left; the rest is the last part.', 'attribute maxsplit'],
    padding: ['If a string has fewer parts than another, empty strings follow.'],
    counts: ['Z is the number of parts of each string, without padding.', 'output Z'],
    'any-shape': ['Tensors of any size and rank are accepted, including rank 0.', 'input X'],
    'size-zero': ['The outputs of an empty tensor are empty.', 'input X'],
  }),
});

/** White space of ASCII, which is in all lists of white space. */
const whiteSpace = /[ \t\n\v\f\r]+/;
/** Control characters that are white space in some lists. */
const separators = '\u001c\u001d\u001e\u001f\u0085';
/** Returns whether a character is white space only in some lists. */
const isPerhapsWhiteSpace = (character: string): boolean =>
  separators.includes(character) || (character !== ' ' && /\p{Z}/u.test(character));

/** The delimiter of a node; `undefined` for white space. */
const delimiterOf = <S>(node: Node<S>): string | undefined =>
  (node.has('delimiter') && node.string('delimiter')) || undefined;

/**
 * Returns the function that splits a string for a node. Without a delimiter, it throws NotJudged for white space outside of ASCII.
 * @throws NotJudged for a negative maxsplit
 */
function partsIn<S>(node: Node<S>): (text: string) => readonly string[] {
  const most = node.has('maxsplit') ? node.number('maxsplit') : Number.POSITIVE_INFINITY;
  if (most < 0) throw new NotJudged('maxsplit …', most);
  const delimiter = delimiterOf(node);
  return delimiter === undefined ? (text) => wordsOf(text, most) : (text) => splitAt(text, delimiter, most);
}

function splitAt(text: string, delimiter: string, most: number): readonly string[] {
  const parts = text.split(delimiter);
  return parts.length <= most ? parts : [...parts.slice(0, most), parts.slice(most).join(delimiter)];
}

function wordsOf(text: string, most: number): readonly string[] {
  const found = Array.from(text).find(isPerhapsWhiteSpace);
  if (found) throw new NotJudged('the character U+… as white space', found.codePointAt(0)!.toString(16));
  const words: string[] = [];
  let rest = trimmed(text);
  while (rest !== '' && words.length < most) {
    const [word] = rest.split(whiteSpace, 1) as [string];
    words.push(word);
    rest = trimmed(rest.slice(word.length));
  }
  return rest === '' ? words : [...words, rest];
}

/** Returns a text without white space at either end. */
const trimmed = (text: string): string => text.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, '');

/** Accepts a number of parts of an empty string, with the observation that it shows. */
const countOfNothing = (count: bigint) => {
  const own = copiedElement(count);
  const observations = [observe('empty-string-parts', count === 1n ? '1' : '0')];
  return {
    ...own,
    isExactInAnyOrder: false,
    judge: (got: Parameters<typeof own.judge>[0]) => {
      const verdict = own.judge(got);
      return verdict.accepted ? { ...verdict, observations } : verdict;
    },
  };
};
