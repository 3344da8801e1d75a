import { range } from '../../arrays/lines.ts';
import { elementsOf } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import { knownTensor } from '../movement/movement.ts';
import { textual } from './text.ts';

const modes = ['TF', 'IDF', 'TFIDF'] as const;

/** An n-gram of the pool: its items, where its count goes, and what this is multiplied by. */
interface Gram {
  readonly items: readonly Scalar[];
  readonly index: number;
  readonly weight: number;
}

/** What comes of a count and a weight: their product, or as many weights added up. */
const weighted =
  (way: 'product' | 'sum'): Evaluate =>
  (a, node) => {
    const { dims } = node.input(0);
    if (dims.length !== 1 && dims.length !== 2) throw new BadInput(`a shape [${dims}] is none of a list or of rows`);
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

/** TfIdfVectorizer: how often each n-gram of a pool occurs in a row, and its weight. */
export const tfIdfVectorizer = textual({
  name: 'TfIdfVectorizer',
  definition:
    'Y[ngram_indexes[i]]: how often the i-th n-gram occurs in a row, at most once for IDF, times its weight for IDF and TFIDF',
  dtypes: ['int32', 'int64', 'string'],
  oneOf: () => ['pool_int64s', 'pool_strings'],
  attributeValues: () => ({ mode: modes }),
  evaluate: weighted('product'),
  algorithms: [weighted('sum')],
  says: () => ({
    definition: ['Y[ngram_indexes[i]] is how often the i-th n-gram of the pool occurs.'],
    rows: ['Each row of a matrix has a row of counts.'],
    lengths: [
      'N-grams of min_gram_length to max_gram_length items are counted, others are not.',
      'attributes min_gram_length, max_gram_length',
    ],
    skips: [
      'Between neighbours in an n-gram are as many skipped items as between the others: none up to max_skip_count.',
      'attribute max_skip_count',
    ],
    'single-items': [
      'An n-gram of one item has nothing to skip, and counts once for each place.',
      'attribute max_skip_count',
    ],
    order: ['An n-gram is its items in their order, and of n-grams that overlap each is counted.'],
    indexes: ['Counts go to ngram_indexes in any order; what no n-gram has is 0.', 'attribute ngram_indexes'],
    'shared-indexes': [
      'Counts of n-grams with one index add up.',
      { document: 'onnx/reference', place: 'op_tfidf_vectorizer.py' },
    ],
    pool: [
      'The pool has n-grams of one item first; ngram_counts says where longer ones begin.',
      'attribute ngram_counts',
    ],
    idf: ['For IDF a count above 1 is 1, and is multiplied by the weight of its n-gram.'],
    tfidf: ['For TFIDF a count is multiplied by the weight of its n-gram.'],
    weights: ['Without weights all are 1; for TF they are not looked at.', 'attribute weights'],
    'nothing-found': ['Where no n-gram occurs, and in rows without items, all is 0.'],
    'any-length': ['Rows may be of any length.', 'input X'],
    'invalid-rank': ['X is a list, or a matrix.', 'summary; checked by shape inference'],
    'invalid-weights': ['There are as many weights as n-grams.', 'attribute weights'],
  }),
});

/**
 * The n-grams of the pool of a node.
 * @throws BadInput for lists whose lengths do not fit, NotJudged for lengths that no pool has, and for weights that meet in one count
 */
function gramsOf<S>(node: Node<S>): readonly Gram[] {
  const isText = node.input(0).dtype === 'string';
  const pool: readonly Scalar[] | undefined = isText
    ? (node.attributes.pool_strings?.value as readonly string[] | undefined)
    : node.numbers('pool_int64s')?.map(BigInt);
  if (!pool) throw new BadInput(`the pool is not of ${node.input(0).dtype}`);
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
    throw new NotJudged('weights of n-grams with one index');
  }
  return grams.map((items, i) => ({ items, index: indexes[i]!, weight: Math.fround(weights?.[i] ?? 1) }));
}

/** How often each n-gram of the lengths that a node counts occurs in a row, by its key. */
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
