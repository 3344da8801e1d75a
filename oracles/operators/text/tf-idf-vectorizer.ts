import { range } from '../../arrays/lines.ts';
import { elementsOf } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import { knownTensor } from '../movement/movement.ts';
import { textOperator } from './text.ts';

const modes = ['TF', 'IDF', 'TFIDF'] as const;

/** An n-gram of the pool: its items, the index of its count in the output, and its weight. */
interface Gram {
  readonly items: readonly Scalar[];
  readonly index: number;
  readonly weight: number;
}

/** Returns the evaluation that computes a count times a weight as a product, or as a sum of weights. */
const weighted =
  (way: 'product' | 'sum'): Evaluate =>
  (a, node) => {
    const { dims } = node.input(0);
    if (dims.length !== 1 && dims.length !== 2)
      throw new BadInput(`the input must be a list or a matrix; its shape is [${dims}]`);
    if (dims.length === 2 && dims[0] === 0) throw new NotJudged('no rows of n-grams');
    const grams = gramsOf(node);
    const length = 1 + grams.reduce((most, { index }) => Math.max(most, index), -1);
    const columns = dims.at(-1)!;
    const items = elementsOf(knownTensor(node.input(0)));
    const mode = node.string('mode');
    const rows = dims.length === 1 ? 1 : dims[0]!;
    const found = range(rows).map((row) => {
      const occurring = occurringIn(items.slice(row * columns, (row + 1) * columns), node);
      return range(length).map((index) =>
        grams
          .filter((gram) => gram.index === index)
          .map(({ items: own, weight }) => ({ count: occurring.get(keyOf(own)) ?? 0, weight })),
      );
    });
    return [
      values('float32', [...dims.slice(0, -1), length], (i) => {
        const all = found[Math.floor(i / length)]![i % length]!;
        if (mode === 'TF') return a.of(all.reduce((sum, { count }) => sum + count, 0));
        const [only] = all;
        if (!only) return a.of(0);
        const count = mode === 'IDF' ? Math.min(1, only.count) : only.count;
        if (way === 'product') return a.multiply(a.of(count), a.of(only.weight));
        return a.sum(range(count).map(() => a.of(only.weight)));
      }),
    ];
  };

/** TfIdfVectorizer: the number of occurrences of each n-gram of a pool in a row, weighted by mode. */
export const tfIdfVectorizer = textOperator({
  name: 'TfIdfVectorizer',
  definition:
    'Y[ngram_indexes[i]]: the occurrences of the i-th n-gram in a row (at most 1 for IDF), times its weight for IDF and TFIDF',
  dtypes: ['int32', 'int64', 'string'],
  oneOf: () => ['pool_int64s', 'pool_strings'],
  attributeValues: () => ({ mode: modes }),
  evaluate: weighted('product'),
  algorithms: [weighted('sum')],
  says: () => ({
    definition: ['Y[ngram_indexes[i]] is the number of occurrences of the i-th n-gram of the pool.'],
    rows: ['The output has a row of counts for each row of a matrix.'],
    lengths: [
      'Only n-grams of min_gram_length to max_gram_length items are counted.',
      'attributes min_gram_length, max_gram_length',
    ],
    skips: [
      'The number of skipped items between neighbours is the same throughout an n-gram, from 0 to max_skip_count.',
      'attribute max_skip_count',
    ],
    'single-items': [
      'An n-gram of one item has nothing to skip, and is counted once at each position.',
      'attribute max_skip_count',
    ],
    order: ['The order of the items of an n-gram matters; each of several overlapping n-grams is counted.'],
    indexes: ['ngram_indexes may be in any order; elements without an n-gram are 0.', 'attribute ngram_indexes'],
    'shared-indexes': [
      'Counts of n-grams with the same index are added.',
      { document: 'onnx/reference', place: 'op_tfidf_vectorizer.py' },
    ],
    pool: [
      'The pool begins with n-grams of one item; ngram_counts gives the positions where longer ones begin.',
      'attribute ngram_counts',
    ],
    idf: ['For IDF, a count above 1 becomes 1, and is multiplied by the weight of its n-gram.'],
    tfidf: ['For TFIDF, a count is multiplied by the weight of its n-gram.'],
    weights: ['Without weights, all weights are 1; for TF, weights are ignored.', 'attribute weights'],
    'nothing-found': ['If no n-gram occurs, and in rows without items, all elements are 0.'],
    'any-length': ['Rows may have any length.', 'input X'],
    'invalid-rank': ['X is a list or a matrix.', 'summary; checked by shape inference'],
    'invalid-weights': ['There are as many weights as n-grams.', 'attribute weights'],
  }),
});

/**
 * Returns the n-grams in the pool of a node.
 * @throws BadInput for lists of wrong lengths
 * @throws NotJudged for lengths of n-grams that the pool cannot have, negative indices, and weights of n-grams with the same index
 */
function gramsOf<S>(node: Node<S>): readonly Gram[] {
  const isText = node.input(0).dtype === 'string';
  const pool: readonly Scalar[] | undefined = isText
    ? (node.attributes.pool_strings?.value as readonly string[] | undefined)
    : node.numbers('pool_int64s')?.map(BigInt);
  if (!pool) throw new BadInput(`the pool does not contain ${node.input(0).dtype}`);
  const [starts, indexes] = [node.numbers('ngram_counts')!, node.numbers('ngram_indexes')!];
  const [least, most] = [node.number('min_gram_length'), node.number('max_gram_length')];
  if (least < 1 || most < least || most > starts.length) {
    throw new NotJudged('n-grams of … to … items, where ngram_counts has … entries', least, most, starts.length);
  }
  const grams = starts.flatMap((start, k) => {
    const part = pool.slice(start, starts[k + 1]);
    return range(Math.ceil(part.length / (k + 1))).map((i) => part.slice(i * (k + 1), (i + 1) * (k + 1)));
  });
  const weights = node.numbers('weights');
  for (const [name, list] of Object.entries({ ngram_indexes: indexes, weights: weights ?? indexes })) {
    if (list.length !== grams.length) throw new BadInput(`${list.length} ${name} for ${grams.length} n-grams`);
  }
  if (indexes.some((index) => index < 0)) throw new NotJudged('a negative index of an n-gram');
  if (node.string('mode') !== 'TF' && new Set(indexes).size < indexes.length) {
    throw new NotJudged('weights of n-grams with the same index');
  }
  return grams.map((items, i) => ({ items, index: indexes[i]!, weight: Math.fround(weights?.[i] ?? 1) }));
}

/** Returns the occurrences in a row of each n-gram of the lengths that a node counts, by its key. */
function occurringIn<S>(row: readonly Scalar[], node: Node<S>): ReadonlyMap<string, number> {
  const [least, most, skipped] = ['min_gram_length', 'max_gram_length', 'max_skip_count'].map((name) =>
    node.number(name),
  ) as [number, number, number];
  if (skipped < 0) throw new NotJudged('… skipped items', skipped);
  const counts = new Map<string, number>();
  for (let length = least; length <= most; length++) {
    for (let step = 1; step <= (length === 1 ? 1 : skipped + 1); step++) {
      for (let start = 0; start + (length - 1) * step < row.length; start++) {
        const key = keyOf(range(length).map((i) => row[start + i * step]!));
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  return counts;
}

const keyOf = (items: readonly Scalar[]): string => JSON.stringify(items.map(String));
