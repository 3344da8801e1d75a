import { RE2JS } from 're2js';
import { broadcastDims, broadcastIndex } from '../../oracles/arrays/broadcast.ts';
import { elementCount, elementsOf } from '../../oracles/numerics/tensor.ts';
import { strings, stringsOf } from '../../oracles/operators/text/text.ts';
import { values } from '../../oracles/spec/node.ts';
import { eachOf } from './alter.ts';
import type { Candidate } from './implementation.ts';
import { textOf, textsIn } from './texts.ts';
import { type Alter, variant } from './variant.ts';

/** The bytes of UTF-8 in one buffer. */
const ofBytes: Alter = () => (a, node) => {
  const [x, y] = [node.input(0), node.input(1)];
  const dims = broadcastDims([x.dims, y.dims]);
  const [first, second] = [x, y].map((input) => {
    const [all, at] = [stringsOf(input).map((text) => Buffer.from(text)), broadcastIndex(input.dims, dims)];
    return (i: number) => all[at(i)]!;
  });
  const all = Array.from({ length: elementCount(dims) }, (_, i) => Buffer.concat([first!(i), second!(i)]).toString());
  return [strings(a, dims, all)];
};

/** Each delimiter is looked for from the end of the one before. */
const bySearch: Alter = (correct) => (a, node) => {
  const delimiter = textOf(node.attributes, 'delimiter');
  if (!delimiter) return correct(a, node);
  const most = node.has('maxsplit') ? node.number('maxsplit') : Number.POSITIVE_INFINITY;
  const parts = stringsOf(node.input(0)).map((text) => {
    const found: string[] = [];
    let from = 0;
    for (let at = text.indexOf(delimiter); at >= 0 && found.length < most; at = text.indexOf(delimiter, from)) {
      found.push(text.slice(from, at));
      from = at + delimiter.length;
    }
    return [...found, text.slice(from)];
  });
  const [own, counts] = correct(a, node);
  const width = own!.dims.at(-1)!;
  const all = parts.flatMap((some) => Array.from({ length: width }, (_, i) => some[i] ?? ''));
  return [strings(a, own!.dims, all), eachOf(counts!, (_, i) => a.of(BigInt(parts[i]!.length)))];
};

/** As onnxruntime counts. */
const nothingInNothing: Alter = (correct) => (a, node) => {
  const [parts, counts] = correct(a, node);
  const all = stringsOf(node.input(0));
  return [parts!, eachOf(counts!, (x, i) => (all[i] === '' ? a.of(0n) : x))];
};

/** Stop words and strings are compared in capitals. */
const inCapitals: Alter = (correct) => (a, node) => {
  if (node.flag('is_case_sensitive')) return correct(a, node);
  const words = new Set(textsIn(node.attributes, 'stopwords').map((word) => word.toUpperCase()));
  const all = stringsOf(node.input(0)).filter((text) => !words.has(text.toUpperCase()));
  const action = textOf(node.attributes, 'case_change_action') ?? 'NONE';
  const change = (text: string) =>
    action === 'LOWER' ? text.toLowerCase() : action === 'UPPER' ? text.toUpperCase() : text;
  const left = all.length > 0 ? all.map(change) : [''];
  return [strings(a, node.input(0).dims.with(-1, left.length), left)];
};

/** A search for the pattern between the ends of the text. */
const betweenEnds: Alter = () => (a, node) => {
  const pattern = RE2JS.compile(`\\A(?:${node.string('pattern')})\\z`);
  const all = stringsOf(node.input(0));
  return [values('bool', node.input(0).dims, (i) => a.of(pattern.test(all[i]!) ? 1n : 0n))];
};

/** Each n-gram of the pool is compared with what stands at each place. */
const byComparison: Alter = () => (a, node) => {
  const { dims, tensor } = node.input(0);
  const items = elementsOf(tensor!).map(String);
  const pool = node.numbers('pool_int64s')?.map(String) ?? textsIn(node.attributes, 'pool_strings');
  const [starts, indexes] = [node.numbers('ngram_counts')!, node.numbers('ngram_indexes')!];
  const [least, most, skips] = ['min_gram_length', 'max_gram_length', 'max_skip_count'].map((name) =>
    node.number(name),
  );
  const mode = node.string('mode');
  const [length, columns] = [Math.max(...indexes) + 1, dims.at(-1)!];
  const results = Array.from({ length: (dims.length === 2 ? dims[0]! : 1) * length }, () => a.of(0));
  const grams = starts.flatMap((start, k) => {
    const part = pool.slice(start, starts[k + 1]);
    return Array.from({ length: part.length / (k + 1) }, (_, i) => part.slice(i * (k + 1), (i + 1) * (k + 1)));
  });
  for (let row = 0; row < results.length / length; row++) {
    const own = items.slice(row * columns, (row + 1) * columns);
    for (const [i, gram] of grams.entries()) {
      if (gram.length < least! || gram.length > most!) continue;
      const weight = a.of(mode === 'TF' ? 1 : Math.fround(node.numbers('weights')?.[i] ?? 1));
      const at = row * length + indexes[i]!;
      let isFound = false;
      for (let step = 1; step <= (gram.length === 1 ? 1 : skips! + 1); step++) {
        for (let from = 0; from + (gram.length - 1) * step < own.length; from++) {
          if (!gram.every((item, k) => own[from + k * step] === item)) continue;
          if (mode !== 'IDF' || !isFound) results[at] = a.add(results[at]!, weight);
          isFound = true;
        }
      }
    }
  }
  return [values('float32', [...dims.slice(0, -1), length], (i) => results[i]!)];
};

/** Correct kernels of strings, as runtimes have them. */
export const textVariants: readonly Candidate[] = [
  variant('StringConcat', 'by bytes', ofBytes),
  variant('StringSplit', 'by a search for each delimiter', bySearch),
  variant('StringSplit', 'with no part in an empty string', nothingInNothing),
  variant('StringNormalizer', 'with stop words in capitals', inCapitals),
  variant('RegexFullMatch', 'by a search between the ends', betweenEnds),
  variant('TfIdfVectorizer', 'by comparison with the pool', byComparison),
];
