import { RE2JS } from 're2js';
import { integers } from '../../../oracles/operators/movement/movement.ts';
import { strings, stringsOf } from '../../../oracles/operators/text/text.ts';
import { type Evaluate, Node, values } from '../../../oracles/spec/node.ts';
import { alignedLeft, eachOf, onceOnly, onNode } from '../alter.ts';
import { changeList, numbered, withDims } from '../call-changes.ts';
import type { Mutant } from '../mutant.ts';
import { onTexts, onTextsAfter, textOf, textsIn, textsOf } from '../texts.ts';

/** C ends a string at the first zero. */
const untilNul = (text: string) => text.split('\0', 1)[0]!;

const concatenations: readonly Mutant[] = [
  {
    name: 'StringConcat: the second string comes first',
    source: ['operands swapped'],
    operators: ['StringConcat'],
    alter: onNode(({ inputs }) => ({ inputs: inputs.toReversed() })),
  },
  {
    name: 'StringConcat: a blank stands between the strings',
    source: ['joined as words'],
    operators: ['StringConcat'],
    alter: onTexts((text, i) => (i === 0 ? `${text} ` : text)),
  },
  {
    name: 'StringConcat: the result is normalized',
    source: ['Unicode libraries that compose what they join'],
    operators: ['StringConcat'],
    alter: onTextsAfter((text) => text.normalize()),
  },
  {
    name: 'StringConcat: strings end at their first NUL',
    source: ['strings of C; the npm packages of onnxruntime'],
    operators: ['StringConcat'],
    alter: onTexts(untilNul),
  },
  {
    name: 'StringConcat: NUL at the end is dropped',
    source: ['onnx.reference: numpy pads strings with NUL'],
    operators: ['StringConcat'],
    alter: onTextsAfter((text) => text.replace(/\0+$/, '')),
  },
  {
    name: 'StringConcat: results are cut to the longest string of X',
    source: ['numpy: strings of fixed width, as in arrays that are written in place'],
    operators: ['StringConcat'],
    alter: (correct) => (a, node) => {
      const most = Math.max(0, ...stringsOf(node.input(0)).map(({ length }) => length));
      return onTextsAfter((text) => text.slice(0, most))(correct)(a, node);
    },
  },
  {
    name: 'StringConcat: with an empty string there is no result',
    source: ['null and empty confused'],
    operators: ['StringConcat'],
    alter: (correct) =>
      onTextsAfter((text) => (text.includes('\ue000') ? '' : text))(onTexts((text) => text || '\ue000')(correct)),
  },
  {
    name: 'StringConcat: code points of four bytes are replaced',
    source: ['UCS-2 in the place of UTF-16'],
    operators: ['StringConcat'],
    alter: onTextsAfter((text) => text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '\ufffd')),
  },
  {
    name: 'StringConcat: shapes are aligned at the first dimension',
    source: ['broadcasting from the left'],
    operators: ['StringConcat'],
    alter: alignedLeft,
  },
  {
    name: 'StringConcat: a string alone meets the first element only',
    source: ['scalars that are not broadcast'],
    operators: ['StringConcat'],
    alter: onceOnly,
  },
  {
    name: 'StringConcat: white space at the ends is dropped',
    source: ['trimmed on the way in'],
    operators: ['StringConcat'],
    alter: onTexts((text) => text.trim()),
  },
];

/** Other parts of each string, from its text and what delimits; `undefined` for white space. */
const parted =
  (
    parts: (
      text: string,
      delimiter: string | undefined,
      most: number,
      right: (text: string) => readonly string[],
    ) => readonly string[],
  ) =>
  (correct: Evaluate): Evaluate =>
  (a, node) => {
    const { dims } = node.input(0);
    const all = stringsOf(node.input(0));
    const [found, counts] = correct(a, node);
    const width = found!.dims.at(-1)!;
    const kept = textsOf(found!);
    const numbers = textsOf(counts!).map(Number);
    const most = node.has('maxsplit') ? node.number('maxsplit') : Number.POSITIVE_INFINITY;
    const delimiter = textOf(node.attributes, 'delimiter') || undefined;
    const changed = all.map((text, i) =>
      parts(text, delimiter, most, () => kept.slice(i * width, i * width + numbers[i]!)),
    );
    const longest = Math.max(0, ...changed.map(({ length }) => length));
    const filled = changed.flatMap((some) => [...some, ...Array<string>(longest - some.length).fill('')]);
    return [
      strings(a, [...dims, longest], filled),
      withDims(
        integers(
          a,
          changed.map(({ length }) => length),
        ),
        dims,
      ),
    ];
  };

/** The first splits, and the rest as it stands. */
const limited = (parts: readonly string[], most: number, delimiter: string): readonly string[] =>
  parts.length <= most ? parts : [...parts.slice(0, most), parts.slice(most).join(delimiter)];

const splits: readonly Mutant[] = [
  {
    name: 'StringSplit: each character of the delimiter delimits',
    source: ['strtok of C'],
    operators: ['StringSplit'],
    alter: parted((text, delimiter, most, right) => {
      if (!delimiter || delimiter.length < 2) return right(text);
      const parts = text.split(new RegExp(`[${delimiter.replace(/[\]\\^-]/g, '\\$&')}]`, 'u'));
      return limited(parts, most, delimiter);
    }),
  },
  {
    name: 'StringSplit: the first character of the delimiter is the delimiter',
    source: ['a delimiter held as one char'],
    operators: ['StringSplit'],
    alter: parted((text, delimiter, most, right) =>
      delimiter ? limited(text.split([...delimiter][0]!), most, [...delimiter][0]!) : right(text),
    ),
  },
  {
    name: 'StringSplit: delimiters that follow each other are one',
    source: ['absl::SkipEmpty'],
    operators: ['StringSplit'],
    alter: parted((text, delimiter, most, right) =>
      delimiter ? limited(text.split(delimiter).filter(Boolean), most, delimiter) : right(text),
    ),
  },
  {
    name: 'StringSplit: empty parts at the end are dropped',
    source: ['String.split of Java'],
    operators: ['StringSplit'],
    alter: parted((text, delimiter, _, right) => {
      const parts = right(text);
      return delimiter ? parts.slice(0, parts.findLastIndex(Boolean) + 1) : parts;
    }),
  },
  {
    name: 'StringSplit: maxsplit counts parts',
    source: ['split(…, limit) of Java and Go'],
    operators: ['StringSplit'],
    alter: numberedIfGiven('maxsplit', (x) => Math.max(0, x - 1)),
  },
  {
    name: 'StringSplit: one split more than maxsplit',
    source: ['≤ in the place of <'],
    operators: ['StringSplit'],
    alter: numberedIfGiven('maxsplit', (x) => x + 1),
  },
  {
    name: 'StringSplit: maxsplit=0 is none',
    source: ['0 as a mark of absence'],
    operators: ['StringSplit'],
    alter: onNode(({ attributes }) => {
      const { maxsplit, ...others } = attributes;
      return { attributes: maxsplit?.value === 0 ? others : attributes };
    }),
  },
  {
    name: 'StringSplit: maxsplit is held in 32 bits',
    source: ['int in the place of int64_t'],
    operators: ['StringSplit'],
    alter: numberedIfGiven('maxsplit', (x) => Math.abs(x | 0)),
  },
  {
    name: 'StringSplit: splits are counted from the right',
    source: ['rsplit of Python'],
    operators: ['StringSplit'],
    alter: parted((text, delimiter, most, right) => {
      if (!delimiter) return right(text);
      const parts = text.split(delimiter);
      if (parts.length <= most) return parts;
      const first = parts.length - most;
      return [parts.slice(0, first).join(delimiter), ...parts.slice(first)];
    }),
  },
  {
    name: 'StringSplit: what is left after the last split is dropped',
    source: ['split(…, limit) of JavaScript'],
    operators: ['StringSplit'],
    alter: parted((text, delimiter, most, right) =>
      delimiter ? text.split(delimiter).slice(0, most + 1) : right(text),
    ),
  },
  {
    name: 'StringSplit: Z counts what is filled up as well',
    source: ['the size of the dimension'],
    operators: ['StringSplit'],
    alter: (correct) => (a, node) => {
      const [parts, counts] = correct(a, node);
      return [parts!, eachOf(counts!, () => a.of(BigInt(parts!.dims.at(-1)!)))];
    },
  },
  {
    name: 'StringSplit: the last part is repeated in the place of empty strings',
    source: ['rows that are not cleared'],
    operators: ['StringSplit'],
    alter: (correct) => (a, node) => {
      const [parts, counts] = correct(a, node);
      const width = parts!.dims.at(-1)!;
      const all = textsOf(parts!);
      const filled = all.map((text, i) => {
        const [row, place] = [Math.floor(i / width), i % width];
        const count = Number(counts!.at(row));
        return place < count || count === 0 ? text : all[row * width + count - 1]!;
      });
      return [strings(a, parts!.dims, filled), counts!];
    },
  },
  {
    name: 'StringSplit: only blanks are white space',
    source: ['onnxruntime 1.30: string_split.cc'],
    operators: ['StringSplit'],
    alter: parted((text, delimiter, most, right) => {
      if (delimiter) return right(text);
      const words = text.split(' ').filter(Boolean);
      return limited(words, most, ' ');
    }),
  },
  {
    name: 'StringSplit: what is left keeps its white space at the end',
    source: ['onnx.reference: split of Python'],
    operators: ['StringSplit'],
    alter: parted((text, delimiter, most, right) => {
      const parts = right(text);
      if (delimiter || parts.length <= most) return parts;
      return [...parts.slice(0, -1), parts.at(-1)! + text.slice(text.trimEnd().length)];
    }),
  },
  {
    name: 'StringSplit: without a delimiter each blank delimits',
    source: ['a blank as the default'],
    operators: ['StringSplit'],
    alter: onNode(({ attributes }) => ({
      attributes: textOf(attributes, 'delimiter')
        ? attributes
        : { ...attributes, delimiter: { type: 'STRING', value: ' ' } },
    })),
  },
  {
    name: 'StringSplit: with an empty delimiter each character is a part',
    source: ['split("") of JavaScript'],
    operators: ['StringSplit'],
    alter: (correct) => (a, node) =>
      textOf(node.attributes, 'delimiter') === ''
        ? parted((text, _, most) => limited([...text], most, ''))(correct)(a, node)
        : correct(a, node),
  },
  {
    name: 'StringSplit: the delimiter is a pattern',
    source: ['split of Java and of re'],
    operators: ['StringSplit'],
    alter: parted((text, delimiter, most, right) => {
      if (!delimiter || !/^[.|*+?^$]+$/.test(delimiter)) return right(text);
      return limited(text.split(/(?:.)|(?:)/u), most, delimiter);
    }),
  },
  {
    name: 'StringSplit: capital and small letters delimit alike',
    source: ['patterns with a flag'],
    operators: ['StringSplit'],
    alter: parted((text, delimiter, most, right) =>
      delimiter && /[a-z]/i.test(delimiter)
        ? limited(text.split(new RegExp(delimiter.replace(/[.|*+?^$()[\]\\]/g, '\\$&'), 'i')), most, delimiter)
        : right(text),
    ),
  },
  {
    name: 'StringSplit: strings end at their first NUL',
    source: ['strings of C'],
    operators: ['StringSplit'],
    alter: onTexts(untilNul),
  },
  {
    name: 'StringSplit: without strings there is one empty part',
    source: ['a dimension that is at least 1'],
    operators: ['StringSplit'],
    alter: (correct) => (a, node) => {
      const [parts, counts] = correct(a, node);
      const dims = parts!.dims.with(-1, Math.max(1, parts!.dims.at(-1)!));
      return [
        parts!.dims.at(-1) === 0
          ? strings(
              a,
              dims,
              textsOf({ ...parts!, dims }).map(() => ''),
            )
          : parts!,
        counts!,
      ];
    },
  },
];

/** A number among the attributes, where it is given. */
function numberedIfGiven(name: string, change: (x: number) => number): NonNullable<Mutant['alter']> {
  const changed = numbered(name, change);
  return (correct) => (a, node) => (node.has(name) ? changed(correct)(a, node) : correct(a, node));
}

/** The same with other stop words. */
const stopWords = (change: (word: string) => string) =>
  onNode(({ attributes }) => ({
    attributes: {
      ...attributes,
      stopwords: { type: 'STRINGS', value: textsIn(attributes, 'stopwords').map(change) },
    },
  }));

/** Another list of what is left. */
const left =
  (change: (kept: readonly string[], node: Node<unknown>) => readonly string[]) =>
  (correct: Evaluate): Evaluate =>
  (a, node) => {
    const [output] = correct(a, node);
    const all = change(textsOf(output!), node as Node<unknown>);
    return [strings(a, output!.dims.with(-1, all.length), all)];
  };

const isEmptied = (kept: readonly string[]) => kept.length === 1 && kept[0] === '';

const normalizations: readonly Mutant[] = [
  {
    name: 'StringNormalizer: letters are changed before stop words are dropped',
    source: ['steps swapped'],
    operators: ['StringNormalizer'],
    alter: (correct) => (a, node) => {
      const action = node.string('case_change_action');
      const change = (text: string) =>
        action === 'LOWER' ? text.toLowerCase() : action === 'UPPER' ? text.toUpperCase() : text;
      return onTexts(change)(correct)(a, node);
    },
  },
  {
    name: 'StringNormalizer: is_case_sensitive is turned round',
    source: ['a flag read the other way'],
    operators: ['StringNormalizer'],
    alter: numbered('is_case_sensitive', (x) => 1 - x),
  },
  {
    name: 'StringNormalizer: is_case_sensitive is 1 if absent',
    source: ['the other default'],
    operators: ['StringNormalizer'],
    alter: onNode(({ attributes }) => ({
      attributes: { is_case_sensitive: { type: 'INT', value: 1 }, ...attributes },
    })),
  },
  {
    name: 'StringNormalizer: of stop words only small letters are compared',
    source: ['strings are lowered, the list is not'],
    operators: ['StringNormalizer'],
    alter: (correct) => (a, node) =>
      node.flag('is_case_sensitive')
        ? correct(a, node)
        : stopWords((word) => (word === word.toLowerCase() ? word : '\uE000'))(correct)(a, node),
  },
  {
    name: 'StringNormalizer: without a change of letters the case always counts',
    source: ['onnx.reference: op_string_normalizer.py'],
    operators: ['StringNormalizer'],
    alter: (correct) => (a, node) =>
      node.string('case_change_action') === 'NONE'
        ? numbered('is_case_sensitive', () => 1)(correct)(a, node)
        : correct(a, node),
  },
  {
    name: 'StringNormalizer: accents are dropped',
    source: ['onnx.reference: strip_accents_unicode'],
    operators: ['StringNormalizer'],
    alter: onTextsAfter((text) => text.normalize('NFKD').replace(/\p{M}/gu, '')),
  },
  {
    name: 'StringNormalizer: only letters of ASCII are changed',
    source: ['tolower and toupper of the locale C'],
    operators: ['StringNormalizer'],
    alter: (correct) => (a, node) => {
      const action = node.string('case_change_action');
      if (action === 'NONE') return correct(a, node);
      const change = (text: string) =>
        action === 'LOWER'
          ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
          : text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
      return onTextsAfter(change)(
        onNode(({ attributes }) => ({
          attributes: { ...attributes, case_change_action: { type: 'STRING', value: 'NONE' } },
        }))(correct),
      )(a, node);
    },
  },
  {
    name: 'StringNormalizer: LOWER and UPPER are swapped',
    source: ['an enumeration in another order'],
    operators: ['StringNormalizer'],
    alter: onNode(({ attributes }) => {
      const action = textOf(attributes, 'case_change_action');
      const value = action === 'LOWER' ? 'UPPER' : action === 'UPPER' ? 'LOWER' : 'NONE';
      return { attributes: { ...attributes, case_change_action: { type: 'STRING', value } } };
    }),
  },
  {
    name: 'StringNormalizer: only the first letter is changed',
    source: ['capitalize of Python'],
    operators: ['StringNormalizer'],
    alter: (correct) => (a, node) => {
      const action = node.string('case_change_action');
      if (action !== 'UPPER') return correct(a, node);
      return onTextsAfter((text) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase())(correct)(a, node);
    },
  },
  {
    name: 'StringNormalizer: where nothing is left there is nothing',
    source: ['an empty tensor, as other operators give'],
    operators: ['StringNormalizer'],
    alter: left((kept, node) => (isEmptied(kept) && !stringsOf(node.input(0)).includes('') ? [] : kept)),
  },
  {
    name: 'StringNormalizer: a row comes out as a list',
    source: ['squeezed on the way in'],
    operators: ['StringNormalizer'],
    alter: (correct) => (a, node) => correct(a, node).map((output) => withDims(output, output.dims.slice(-1))),
  },
  {
    name: 'StringNormalizer: where nothing is left of a row a list comes out',
    source: ['the shape [1] for both'],
    operators: ['StringNormalizer'],
    alter: (correct) => (a, node) =>
      correct(a, node).map((output) => (output.dims.at(-1) === 1 ? withDims(output, [1]) : output)),
  },
  {
    name: 'StringNormalizer: a stop word is dropped the first time only',
    source: ['remove in the place of a filter'],
    operators: ['StringNormalizer'],
    alter: (correct) => (a, node) => {
      const all = stringsOf(node.input(0));
      const words = textsIn(node.attributes, 'stopwords');
      const kept = textsOf(correct(a, node)[0]!);
      const repeated = all.filter((text, i) => words.includes(text) && all.indexOf(text) < i);
      return left(() => (repeated.length > 0 ? [...(isEmptied(kept) ? [] : kept), ...repeated] : kept))(correct)(
        a,
        node,
      );
    },
  },
  {
    name: 'StringNormalizer: stop words are dropped within strings',
    source: ['onnx.reference: strings are split into words'],
    operators: ['StringNormalizer'],
    alter: (correct) => (a, node) => {
      const words = textsIn(node.attributes, 'stopwords');
      return onTextsAfter((text) =>
        text.includes(' ')
          ? text
              .split(' ')
              .filter((word) => !words.includes(word))
              .join(' ')
          : text,
      )(correct)(a, node);
    },
  },
  {
    name: 'StringNormalizer: what begins like a stop word is dropped',
    source: ['comparisons of the length of the shorter one'],
    operators: ['StringNormalizer'],
    alter: (correct) => (a, node) => {
      const words = textsIn(node.attributes, 'stopwords').filter(Boolean);
      return left((kept) => {
        const others = kept.filter((text) => !words.some((word) => text.startsWith(word)));
        return others.length > 0 ? others : [''];
      })(correct)(a, node);
    },
  },
  {
    name: 'StringNormalizer: empty strings are dropped',
    source: ['onnx.reference: op_string_normalizer.py'],
    operators: ['StringNormalizer'],
    alter: left((kept) => {
      const others = kept.filter(Boolean);
      return others.length > 0 ? others : [''];
    }),
  },
  {
    name: 'StringNormalizer: what is dropped leaves an empty string',
    source: ['strings that are cleared and not removed'],
    operators: ['StringNormalizer'],
    alter: left((kept, node) => {
      const count = stringsOf(node.input(0)).length;
      return [...kept, ...Array<string>(Math.max(0, count - kept.length)).fill('')];
    }),
  },
  {
    name: 'StringNormalizer: the last stop word is not looked for',
    source: ['a loop that ends too early'],
    operators: ['StringNormalizer'],
    alter: onNode(({ attributes }) => {
      const words = textsIn(attributes, 'stopwords');
      return { attributes: { ...attributes, stopwords: { type: 'STRINGS', value: words.slice(0, -1) } } };
    }),
  },
  {
    name: 'StringNormalizer: strings come out in their alphabetical order',
    source: ['a set in the place of a list'],
    operators: ['StringNormalizer'],
    alter: left((kept) => kept.toSorted()),
  },
  {
    name: 'StringNormalizer: each string comes out once',
    source: ['a set in the place of a list'],
    operators: ['StringNormalizer'],
    alter: left((kept) => [...new Set(kept)]),
  },
];

/** Other matches of each string with the pattern. */
const matching =
  (matches: (pattern: string, text: string, right: boolean) => boolean) =>
  (correct: Evaluate): Evaluate =>
  (a, node) => {
    const all = stringsOf(node.input(0));
    const pattern = node.string('pattern');
    const [output] = correct(a, node);
    return [
      values('bool', output!.dims, (i) => a.of(matches(pattern, all[i]!, Number(output!.at(i)) !== 0) ? 1n : 0n)),
    ];
  };

/** The matches of another pattern by RE2; the right answer if that is not a pattern. */
const compiled = new Map<string, RE2JS | undefined>();
function re2(pattern: string): RE2JS | undefined {
  if (!compiled.has(pattern)) {
    try {
      compiled.set(pattern, RE2JS.compile(pattern));
    } catch {
      compiled.set(pattern, undefined);
    }
  }
  return compiled.get(pattern);
}

const byPattern = (change: (pattern: string) => string) =>
  matching((pattern, text, right) => re2(change(pattern))?.testExact(text) ?? right);

/** The bytes of UTF-8, each as a character. */
const bytes = (text: string) => Buffer.from(text).toString('latin1');

const regexes: readonly Mutant[] = [
  {
    name: 'RegexFullMatch: a match of a part is enough',
    source: ['PartialMatch in the place of FullMatch'],
    operators: ['RegexFullMatch'],
    alter: matching((pattern, text) => re2(pattern)!.test(text)),
  },
  {
    name: 'RegexFullMatch: a match at the beginning is enough',
    source: ['match of Python in the place of fullmatch'],
    operators: ['RegexFullMatch'],
    alter: matching((pattern, text) => re2(pattern)!.matcher(text).lookingAt()),
  },
  {
    name: 'RegexFullMatch: the first alternative that matches has to be the whole',
    source: ['a search whose end is compared with that of the string'],
    operators: ['RegexFullMatch'],
    alter: matching((pattern, text) => {
      const matcher = re2(pattern)!.matcher(text);
      return matcher.lookingAt() && matcher.end() === text.length;
    }),
  },
  {
    name: 'RegexFullMatch: ^ and $ are put around the pattern as it stands',
    source: ['alternatives that bind less'],
    operators: ['RegexFullMatch'],
    alter: matching((pattern, text, right) => re2(`^${pattern}$`)?.test(text) ?? right),
  },
  {
    name: 'RegexFullMatch: a line is enough',
    source: ['a flag for several lines'],
    operators: ['RegexFullMatch'],
    alter: matching((pattern, text, right) => re2(`(?m)^(?:${pattern})$`)?.test(text) ?? right),
  },
  {
    name: 'RegexFullMatch: a line feed at the end may be left over',
    source: ['$ of Perl and Python'],
    operators: ['RegexFullMatch'],
    alter: matching(
      (pattern, text, right) => right || (text.endsWith('\n') && re2(pattern)!.testExact(text.slice(0, -1))),
    ),
  },
  {
    name: 'RegexFullMatch: a dot matches a line feed',
    source: ['dot_nl set'],
    operators: ['RegexFullMatch'],
    alter: byPattern((pattern) => `(?s)${pattern}`),
  },
  {
    name: 'RegexFullMatch: capital and small letters are the same',
    source: ['case_sensitive not set'],
    operators: ['RegexFullMatch'],
    alter: byPattern((pattern) => `(?i)${pattern}`),
  },
  {
    name: 'RegexFullMatch: digits, letters and white space are those of Unicode',
    source: ['onnx.reference: re of Python'],
    operators: ['RegexFullMatch'],
    alter: byPattern((pattern) =>
      pattern
        .replaceAll(/\[((?:[^\]\\]|\\.)*)\\w/g, '[$1\\p{L}\\p{N}_')
        .replaceAll('\\w', '[\\p{L}\\p{N}_]')
        .replaceAll('[\\d', '[\\p{Nd}')
        .replaceAll('\\d', '\\p{Nd}')
        .replaceAll('\\s', '[\\s\\p{Z}\\v]'),
    ),
  },
  {
    name: 'RegexFullMatch: a character is a byte',
    source: ['Latin-1 in the place of UTF-8'],
    operators: ['RegexFullMatch'],
    alter: matching((pattern, text, right) => re2(bytes(pattern))?.testExact(bytes(text)) ?? right),
  },
  {
    name: 'RegexFullMatch: a character is a unit of UTF-16',
    source: ['std::wregex on Windows; patterns of JavaScript without the flag u'],
    operators: ['RegexFullMatch'],
    alter: matching((pattern, text, right) => {
      if (/[()?\\[{*+$^|]|^$/.test(pattern)) return right;
      return new RegExp(`^(?:${pattern})$`).test(text);
    }),
  },
  {
    name: 'RegexFullMatch: strings end at their first NUL',
    source: ['strings of C'],
    operators: ['RegexFullMatch'],
    alter: onTexts(untilNul),
  },
  {
    name: 'RegexFullMatch: an empty string never matches',
    source: ['a shortcut for nothing'],
    operators: ['RegexFullMatch'],
    alter: matching((_, text, right) => right && text !== ''),
  },
  {
    name: 'RegexFullMatch: an empty pattern matches everything',
    source: ['an empty attribute taken for an absent one'],
    operators: ['RegexFullMatch'],
    alter: matching((pattern, _, right) => right || pattern === ''),
  },
  {
    name: 'RegexFullMatch: white space at the ends is not looked at',
    source: ['trimmed on the way in'],
    operators: ['RegexFullMatch'],
    alter: onTexts((text) => text.trim()),
  },
  {
    name: 'RegexFullMatch: strings are normalized',
    source: ['Unicode libraries that compose what they read'],
    operators: ['RegexFullMatch'],
    alter: onTexts((text) => text.normalize()),
  },
  {
    name: 'RegexFullMatch: true is false',
    source: ['a result of compare, which is 0 where all is equal'],
    operators: ['RegexFullMatch'],
    alter: matching((_pattern, _text, right) => !right),
  },
];

const withoutWeights = onNode(({ attributes: { weights: _, ...others } }) => ({ attributes: others }));

const asMode = (change: (mode: string) => string) =>
  onNode(({ attributes }) => ({
    attributes: { ...attributes, mode: { type: 'STRING', value: change(textOf(attributes, 'mode')!) } },
  }));

const grams: readonly Mutant[] = [
  {
    name: 'TfIdfVectorizer: as many items are skipped as may be, and no fewer',
    source: ['the summary, whose example skips exactly two'],
    operators: ['TfIdfVectorizer'],
    alter: (correct) => (a, node) => {
      const skips = node.number('max_skip_count');
      if (skips === 0 || textOf(node.attributes, 'mode') === 'IDF') return correct(a, node);
      const [all] = correct(a, node);
      const [fewer] = numbered('max_skip_count', (x) => x - 1)(correct)(a, node);
      return [eachOf(all!, (x, i) => a.subtract(x, fewer!.at(i)))];
    },
  },
  {
    name: 'TfIdfVectorizer: nothing is skipped',
    source: ['an attribute that is not read'],
    operators: ['TfIdfVectorizer'],
    alter: numbered('max_skip_count', () => 0),
  },
  {
    name: 'TfIdfVectorizer: one item more may be skipped',
    source: ['strides and skips confused'],
    operators: ['TfIdfVectorizer'],
    alter: numbered('max_skip_count', (x) => x + 1),
  },
  {
    name: 'TfIdfVectorizer: one item fewer may be skipped',
    source: ['< in the place of ≤'],
    operators: ['TfIdfVectorizer'],
    alter: numbered('max_skip_count', (x) => Math.max(0, x - 1)),
  },
  {
    name: 'TfIdfVectorizer: single items count once for each skip',
    source: ['onnx/onnx: the loop over skips around all lengths'],
    operators: ['TfIdfVectorizer'],
    alter: (correct) => (a, node) => {
      const times = node.number('max_skip_count') + 1;
      if (node.number('min_gram_length') > 1 || textOf(node.attributes, 'mode') === 'IDF') return correct(a, node);
      const [all] = correct(a, node);
      const [single] = numbered('max_gram_length', () => 1)(correct)(a, node);
      return [eachOf(all!, (x, i) => a.add(x, a.multiply(a.of(times - 1), single!.at(i))))];
    },
  },
  {
    name: 'TfIdfVectorizer: weights go by the place of the count',
    source: ['onnx.reference: op_tfidf_vectorizer.py; onnxruntime before 1.20'],
    operators: ['TfIdfVectorizer'],
    alter: onNode((node) => {
      const { attributes } = node;
      const [weights, indexes] = [node.numbers('weights'), node.numbers('ngram_indexes')!];
      if (!weights) return {};
      return {
        attributes: { ...attributes, weights: { type: 'FLOATS', value: indexes.map((index) => weights[index] ?? 0) } },
      };
    }),
  },
  {
    name: 'TfIdfVectorizer: IDF keeps counts above 1',
    source: ['IDF taken for TFIDF'],
    operators: ['TfIdfVectorizer'],
    alter: asMode((mode) => (mode === 'IDF' ? 'TFIDF' : mode)),
  },
  {
    name: 'TfIdfVectorizer: TFIDF counts once',
    source: ['TFIDF taken for IDF'],
    operators: ['TfIdfVectorizer'],
    alter: asMode((mode) => (mode === 'TFIDF' ? 'IDF' : mode)),
  },
  {
    name: 'TfIdfVectorizer: TF is weighted',
    source: ['weights that are applied wherever they are'],
    operators: ['TfIdfVectorizer'],
    alter: (correct) => (a, node) =>
      node.has('weights') && new Set(node.numbers('ngram_indexes')).size === node.numbers('ngram_indexes')!.length
        ? asMode((mode) => (mode === 'TF' ? 'TFIDF' : mode))(correct)(a, node)
        : correct(a, node),
  },
  {
    name: 'TfIdfVectorizer: weights are not applied',
    source: ['an attribute that is not read'],
    operators: ['TfIdfVectorizer'],
    alter: withoutWeights,
  },
  {
    name: 'TfIdfVectorizer: without weights TFIDF gives 0',
    source: ['a list of weights that is empty'],
    operators: ['TfIdfVectorizer'],
    alter: (correct) => (a, node) =>
      correct(a, node).map((output) =>
        node.has('weights') || textOf(node.attributes, 'mode') === 'TF' ? output : eachOf(output, () => a.of(0)),
      ),
  },
  {
    name: 'TfIdfVectorizer: shorter n-grams than the least are counted',
    source: ['min_gram_length that is not read'],
    operators: ['TfIdfVectorizer'],
    alter: numbered('min_gram_length', () => 1),
  },
  {
    name: 'TfIdfVectorizer: only n-grams of the least length are counted',
    source: ['a loop of one turn'],
    operators: ['TfIdfVectorizer'],
    alter: numbered('max_gram_length', (_, node) => node.number('min_gram_length')),
  },
  {
    name: 'TfIdfVectorizer: only the longest n-grams are counted',
    source: ['the walk through the pool ends at its leaves'],
    operators: ['TfIdfVectorizer'],
    alter: numbered('min_gram_length', (_, node) => node.number('max_gram_length')),
  },
  {
    name: 'TfIdfVectorizer: counts go to the number of the n-gram',
    source: ['ngram_indexes that is not read'],
    operators: ['TfIdfVectorizer'],
    alter: (correct) => (a, node) => {
      const indexes = node.numbers('ngram_indexes')!;
      const [right] = correct(a, node);
      const [own] = changeList('ngram_indexes', (list) => list.map((_, i) => i))(correct)(a, node);
      const [length, count] = [right!.dims.at(-1)!, indexes.length];
      return [
        eachOf(right!, (_, i) => {
          const place = i % length;
          return place < count ? own!.at(Math.floor(i / length) * count + place) : a.of(0);
        }),
      ];
    },
  },
  {
    name: 'TfIdfVectorizer: the output is as long as there are n-grams',
    source: ['the number of indexes in the place of the greatest'],
    operators: ['TfIdfVectorizer'],
    alter: (correct) => (a, node) =>
      correct(a, node).map((output) => {
        const [length, count] = [output.dims.at(-1)!, node.numbers('ngram_indexes')!.length];
        return values(output.dtype, output.dims.with(-1, count), (i) =>
          i % count < length ? output.at(Math.floor(i / count) * length + (i % count)) : a.of(0),
        );
      }),
  },
  {
    name: 'TfIdfVectorizer: the last item of a row is not looked at',
    source: ['a loop that ends too early'],
    operators: ['TfIdfVectorizer'],
    alter: onItems((row) => row.slice(0, -1)),
  },
  {
    name: 'TfIdfVectorizer: the first item of a row is not looked at',
    source: ['a loop that begins too late'],
    operators: ['TfIdfVectorizer'],
    alter: onItems((row) => row.slice(1)),
  },
  {
    name: 'TfIdfVectorizer: n-grams reach into the next row',
    source: ['a matrix that is walked as a list'],
    operators: ['TfIdfVectorizer'],
    alter: (correct) => (a, node) => {
      const { dims } = node.input(0);
      if (dims.length < 2 || textOf(node.attributes, 'mode') === 'IDF') return correct(a, node);
      const [right] = correct(a, node);
      const flat = correct(
        a,
        withRow(node, (all) => all),
      );
      const length = right!.dims.at(-1)!;
      // what is too many goes to the first row
      return [
        eachOf(right!, (x, i) => {
          if (i >= length) return x;
          const others = Array.from({ length: dims[0]! - 1 }, (_, row) => right!.at((row + 1) * length + i));
          return others.reduce((sum, y) => a.subtract(sum, y), flat[0]!.at(i));
        }),
      ];
    },
  },
  {
    name: 'TfIdfVectorizer: every row has the counts of the first',
    source: ['a row that does not move on'],
    operators: ['TfIdfVectorizer'],
    alter: (correct) => (a, node) =>
      correct(a, node).map((output) => {
        const length = output.dims.at(-1)!;
        return output.dims.length < 2 ? output : eachOf(output, (_, i) => output.at(i % length));
      }),
  },
  {
    name: 'TfIdfVectorizer: n-grams are looked for in the other direction',
    source: ['a pool that is read from its leaves'],
    operators: ['TfIdfVectorizer'],
    alter: onItems((row) => row.toReversed()),
  },
  {
    name: 'TfIdfVectorizer: repeated items count once',
    source: ['a set in the place of a row'],
    operators: ['TfIdfVectorizer'],
    alter: onItems((row) => row.filter((item, i) => i === 0 || item !== row[i - 1])),
  },
  {
    name: 'TfIdfVectorizer: items of 64 bits are looked up by 32',
    source: ['a key of int32_t'],
    operators: ['TfIdfVectorizer'],
    alter: (correct) => (a, node) =>
      node.input(0).dtype === 'int64'
        ? onItems((row) => row.map((item) => BigInt.asIntN(32, item as bigint)))(correct)(a, node)
        : correct(a, node),
  },
  {
    name: 'TfIdfVectorizer: words end at their first NUL',
    source: ['strings of C'],
    operators: ['TfIdfVectorizer'],
    alter: onTexts(untilNul),
  },
];

type Item = bigint | number | string;

/** The right counts of other rows. */
function onItems(change: (row: readonly Item[]) => readonly Item[]): NonNullable<Mutant['alter']> {
  return (correct) => (a, node) => {
    const { dims } = node.input(0);
    const rows = dims.length === 2 ? dims[0]! : 1;
    const counts = Array.from(
      { length: rows },
      (_, row) =>
        correct(
          a,
          withRow(node, (all) => {
            const columns = dims.at(-1)!;
            return change(all.slice(row * columns, (row + 1) * columns));
          }),
        )[0]!,
    );
    const length = counts[0]?.dims.at(-1) ?? 1;
    return [values('float32', [...dims.slice(0, -1), length], (i) => counts[Math.floor(i / length)]!.at(i % length))];
  };
}

/** A node of one row, from all the items. */
function withRow<S>(node: Node<S>, change: (all: readonly Item[]) => readonly Item[]): Node<S> {
  const input = node.input(0);
  const all = change(Array.from(input.tensor!.data as unknown as Item[]));
  const data = Array.isArray(input.tensor!.data)
    ? (all as string[])
    : (input.tensor!.data.constructor as typeof BigInt64Array).from(all as bigint[]);
  return new Node(
    node.version,
    node.attributes,
    [
      {
        ...input,
        dims: [all.length],
        tensor: { ...input.tensor!, dims: [all.length], data } as typeof input.tensor & {},
      },
    ],
    node.outputs,
  );
}

/** Faults of kernels that look at strings, and at what stands for words. */
export const textFaults: readonly Mutant[] = [...concatenations, ...splits, ...normalizations, ...regexes, ...grams];
