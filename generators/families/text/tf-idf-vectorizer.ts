import { elementCount } from '../../../oracles/numerics/tensor.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { longLengths } from '../../cases/take-turns.ts';
import type { Draws } from '../../covering/draws.ts';
import { breaking, filled, type NamedCall, type NamedPlans } from '../../notation/call-notation.ts';
import { stringsOfEveryKind } from './strings.ts';

/** What is counted, in small integers; of strings each stands for one. */
interface Counting {
  /** the n-grams, the shortest first */
  readonly grams: readonly (readonly number[])[];
  /** the least length and the greatest that is counted; all of the pool if absent */
  readonly lengths?: readonly [least: number, most: number];
  readonly skips?: number;
  readonly mode?: string;
  /** where counts go; 0, 1, 2 … if absent */
  readonly indexes?: readonly number[];
  readonly weights?: readonly number[];
}

const wordOf = (x: number): string => stringsOfEveryKind[x] ?? `w${x}`;

/** A call that counts n-grams in items, which are repeated as often as the shape takes. */
const counting =
  (shape: string, items: readonly number[], { grams, lengths, skips = 0, mode = 'TF', indexes, weights }: Counting) =>
  ({ dtype }: PlanContext): NamedCall => {
    const own = dtype === 'string' ? (list: readonly number[]) => list.map(wordOf) : (list: readonly number[]) => list;
    const pool = grams.flat();
    const most = grams.at(-1)!.length;
    const [min_gram_length, max_gram_length] = lengths ?? [grams[0]!.length, most];
    const begins = (length: number) => grams.filter((gram) => gram.length < length).flat().length;
    return {
      X: filled(shape, own(items)),
      [dtype === 'string' ? 'pool_strings' : 'pool_int64s']: filled(`${pool.length}`, own(pool)),
      ngram_counts: Array.from({ length: Math.max(most, max_gram_length) }, (_, i) => begins(i + 1)),
      ngram_indexes: indexes ?? grams.map((_, i) => i),
      min_gram_length,
      max_gram_length,
      max_skip_count: skips,
      mode,
      weights,
    };
  };

type Counted = ReturnType<typeof counting>;

const calls =
  (...some: readonly Counted[]) =>
  (context: PlanContext): readonly NamedCall[] =>
    some.map((call) => call(context));

/** The same with each of some settings. */
const withEach = (
  shape: string,
  items: readonly number[],
  settings: Counting,
  ...changes: readonly Partial<Counting>[]
): readonly Counted[] => changes.map((change) => counting(shape, items, { ...settings, ...change }));

const items = [1, 1, 3, 3, 3, 7, 8, 6, 7, 5, 6, 8];
/** Single items, and pairs that overlap. */
const usual: Counting = { grams: [[2], [3], [5], [4], [5, 6], [7, 8], [6, 7]] };
const pairs: Counting = {
  grams: [
    [5, 6],
    [7, 8],
    [6, 7],
    [3, 3],
  ],
};
const triples: Counting = { grams: [[1], [3], [1, 2], [3, 3], [7, 8], [1, 2, 3], [3, 3, 3], [7, 6, 5]] };
const weights = [2, 3, 0.5, 5, 7, 0.25, 1.5];
/** Not the sums of few powers of two. */
const fractions = [0.1, 0.7, 1.1, 3.3, 0.3, 2.9, 1.7];

/** What stands for the items 1, 2, 3 …: as a string each has its own, as a number mostly itself. */
function drawItem(draws: Draws): (x: number) => number {
  const { dtype } = draws.context;
  if (dtype === 'string') return (x) => x;
  const [sign, far] = [draws.pick(1, 1, -1), draws.pick(0, 0, 0, 2 ** 24, dtype === 'int64' ? 2 ** 40 : 2 ** 30)];
  // small ones and those far from zero stand together
  return (x) => (x % 2 === 0 ? x : sign * (x + far));
}

function drawCall(draws: Draws): NamedCall {
  const dims = draws
    .sizesOrLong(draws.count(1, 2), 0, 400)
    .map((size, i, all) => (all.length === 2 && i === 0 ? Math.max(1, size) : size));
  const alphabet = draws.pick(1, 2, 3, 8, 8);
  const item = drawItem(draws);
  const longest = draws.pick(1, 2, 3, draws.count(4, 6));
  const shortest = draws.pick(1, longest);
  const grams = new Map<string, readonly number[]>();
  for (let length = draws.pick(1, shortest); length <= longest; length++) {
    for (let i = draws.pick(1, 2, 5); i > 0; i--) {
      const gram = Array.from({ length }, () => item(draws.detail(1, alphabet)));
      grams.set(String(gram), gram);
    }
  }
  const all = [...grams.values()];
  const indexes = draws.some([...all.keys()], all.length);
  const gap = draws.pick(0, 0, 1, 5);
  const isShared = draws.once(4);
  return counting(
    dims.join('x'),
    Array.from({ length: Math.max(1, elementCount(dims)) }, () => item(draws.detail(1, alphabet))),
    {
      grams: all,
      lengths: [shortest, longest],
      // the ways to skip grow with the length
      skips: longest > 3 ? draws.pick(0, 1, 2) : draws.pick(0, 0, 1, 2, 5),
      mode: draws.pick('TF', 'IDF', 'TFIDF'),
      indexes: indexes.map((index) => (isShared ? index >> 1 : index) + gap),
      ...(draws.once(2) && { weights: all.map((_, i) => draws.pick(weights, fractions)[i % weights.length]!) }),
    },
  )(draws.context);
}

export const tfIdfVectorizer: NamedPlans = {
  draw: drawCall,
  samples: calls(
    counting('12', items, { ...usual, skips: 1 }),
    counting('2x6', items, { ...pairs, indexes: [3, 0, 2, 1] }),
    counting('12', items, { ...usual, mode: 'TFIDF', weights, skips: 5 }),
  ),
  sizes: [
    calls(...['6', '2x6', '12', '3x4'].map((shape) => counting(shape, items, { ...usual, skips: 1 }))),
    calls(...['40', '65', '7'].map((shape) => counting(shape, items, pairs))),
  ],
  pairs: (context) => [
    {
      differs: 'another pool',
      calls: calls(
        counting('6', items, pairs),
        counting('6', [3, 3, 5, 6], {
          grams: [
            [3, 3],
            [5, 6],
            [6, 3],
            [1, 1],
          ],
        }),
      )(context),
    },
  ],
  aliasCandidates: [],
  plans: {
    definition: (context) => [
      ...calls(
        counting('12', items, usual),
        ...withEach('12', items, usual, { lengths: [1, 1] }, { lengths: [2, 2] }, { lengths: [2, 2], skips: 5 }),
        counting('9', [1, 2, 3, 1, 2, 3, 1, 2, 3], {
          grams: [
            [1, 2],
            [2, 3],
            [3, 1],
          ],
        }),
        counting('5', [4, 4, 4, 4, 4], { grams: [[4], [4, 4], [4, 4, 4]] }),
        counting('8', [1, 13, 1, 14, 13, 1, 1, 13], { grams: [[1], [13], [14], [1, 13]] }),
      )(context),
      // equal in 32 bits
      ...(context.dtype === 'int64'
        ? calls(
            ...[2 ** 32, 2 ** 40, -(2 ** 33)].map((far) =>
              counting('6', [1, far + 1, 2, far + 2, 1, 2], { grams: [[1], [far + 2], [1, 2]] }),
            ),
          )(context)
        : []),
    ],
    rows: calls(
      ...['1x12', '2x6', '3x4', '6x2', '12x1'].map((shape) => counting(shape, items, { ...usual, skips: 1 })),
      counting('2x3', [1, 2, 2, 1, 3, 1], { grams: [[1], [2, 1]] }),
      counting('65x3', items, usual),
      counting('2x150', items, { ...triples, skips: 2 }),
    ),
    lengths: calls(
      ...withEach(
        '12',
        items,
        triples,
        { lengths: [1, 2] },
        { lengths: [2, 3] },
        { lengths: [3, 3] },
        { lengths: [1, 1] },
      ),
      counting('6', [1, 2, 3, 1, 2, 3], { ...triples, lengths: [1, 3] }),
      counting('8', [1, 2, 1, 2, 1, 2, 1, 2], {
        grams: [
          [1, 2, 1, 2],
          [2, 1, 2, 1],
        ],
      }),
      counting('2', [1, 2], triples),
    ),
    skips: calls(
      ...[0, 1, 2, 3, 5, 100].map((skips) => counting('12', items, { ...pairs, skips })),
      ...withEach('5', [1, 9, 2, 9, 3], { grams: [[1, 2, 3]] }, { skips: 0 }, { skips: 1 }, { skips: 2 }),
      ...withEach('4', [1, 2, 9, 3], { grams: [[1, 2, 3]] }, { skips: 1 }, { skips: 2 }),
      // of four items and more, as far apart as skips say, and in turns with shorter ones
      ...withEach(
        '13',
        [1, 0, 2, 0, 3, 0, 4, 1, 2, 3, 4, 0, 5],
        { grams: [[1, 2, 3, 4]] },
        { skips: 0 },
        { skips: 1 },
        { skips: 2 },
      ),
      ...withEach(
        '2x13',
        [1, 0, 2, 0, 3, 0, 4, 0, 5, 1, 2, 3, 4, 5],
        {
          grams: [
            [2, 4],
            [2, 3, 4],
            [1, 2, 3, 4],
            [1, 2, 3, 4, 5],
          ],
        },
        { skips: 1 },
        { skips: 3 },
        { lengths: [3, 5], skips: 1 },
      ),
      counting('7', [1, 0, 0, 1, 0, 0, 1], {
        grams: [
          [1, 1],
          [1, 1, 1],
        ],
        skips: 2,
      }),
      counting('6', [1, 1, 1, 1, 1, 1], {
        grams: [
          [1, 1],
          [1, 1, 1],
        ],
        skips: 2,
      }),
    ),
    'single-items': calls(
      ...[0, 1, 4].map((skips) => counting('12', items, { grams: [[3], [7], [1]], skips })),
      counting('12', items, { grams: [[3], [3, 7]], skips: 3 }),
    ),
    order: calls(
      counting('6', [1, 2, 1, 2, 2, 1], {
        grams: [
          [1, 2],
          [2, 1],
        ],
      }),
      counting('7', [1, 2, 1, 2, 1, 2, 1], {
        grams: [
          [1, 2, 1],
          [2, 1, 2],
        ],
      }),
      counting('4', [3, 2, 1, 0], {
        grams: [
          [0, 1],
          [1, 2],
          [2, 1],
        ],
      }),
      counting('6', [1, 13, 14, 13, 1, 0], {
        grams: [
          [1, 13],
          [13, 1],
          [14, 1],
          [13, 13],
        ],
      }),
      counting('2x3', [13, 1, 1, 14, 0, 13], { grams: [[1], [13], [0]] }),
      counting('6', [12, 3, 1, 23, 1, 2], {
        grams: [
          [1, 23],
          [12, 3],
          [1, 2],
        ],
      }),
    ),
    indexes: calls(
      counting('12', items, { ...usual, indexes: [6, 5, 4, 3, 2, 1, 0] }),
      counting('12', items, { ...usual, indexes: [0, 2, 4, 6, 8, 10, 12] }),
      counting('2x6', items, { ...pairs, indexes: [9, 3, 300, 0] }),
      counting('12', items, { ...usual, indexes: [3, 1, 2, 0, 6, 5, 4], mode: 'TFIDF', weights }),
      counting('12', items, { ...usual, indexes: [2, 0, 1, 9, 7, 8, 4], mode: 'IDF', weights }),
      counting('12', items, { grams: [[7]], indexes: [5] }),
    ),
    'shared-indexes': calls(
      counting('12', items, { ...usual, indexes: [0, 0, 1, 1, 0, 1, 2] }),
      counting('2x6', items, { ...pairs, indexes: [1, 1, 1, 0] }),
      counting('12', items, { ...triples, indexes: [0, 1, 0, 1, 0, 1, 0, 1], skips: 1 }),
    ),
    pool: calls(
      counting('12', items, { grams: [[3], [3, 3], [3, 3, 3]] }),
      counting('12', items, { grams: [[3, 3, 3]], lengths: [1, 3] }),
      counting('12', items, { grams: [[7], [3, 3, 3]], lengths: [1, 3] }),
      counting('40', [9, 10, 11, 12, 13, 14, 15, 16], { grams: Array.from({ length: 30 }, (_, i) => [i]) }),
      counting('300', items, { grams: Array.from({ length: 300 }, (_, i) => [i % 20, Math.floor(i / 20)]) }),
    ),
    idf: calls(
      counting('12', items, { ...usual, mode: 'IDF', weights }),
      counting('2x6', items, { ...usual, mode: 'IDF', weights, skips: 5 }),
      counting('12', items, { ...usual, mode: 'IDF' }),
      counting('12', items, { ...pairs, mode: 'IDF', weights: fractions.slice(0, 4), skips: 3 }),
      counting('3', [3, 3, 3], { grams: [[3], [5]], mode: 'IDF', weights: [-2, 4] }),
    ),
    tfidf: calls(
      counting('12', items, { ...usual, mode: 'TFIDF', weights }),
      counting('2x6', items, { ...usual, mode: 'TFIDF', weights, skips: 5 }),
      counting('12', items, { ...pairs, mode: 'TFIDF', weights: fractions.slice(0, 4), skips: 3 }),
      counting('3', [3, 3, 3], { grams: [[3], [5]], mode: 'TFIDF', weights: [-2, 4] }),
      counting('65', items, { ...usual, mode: 'TFIDF', weights: fractions, skips: 5 }),
    ),
    weights: calls(
      ...withEach('12', items, { ...usual, skips: 1 }, { mode: 'TF', weights }, { mode: 'TFIDF' }, { mode: 'IDF' }),
      counting('2x6', items, { ...pairs, mode: 'TF', weights: fractions.slice(0, 4) }),
      counting('12', items, { ...pairs, mode: 'TFIDF', weights: [0, 1, 0, -1], skips: 5 }),
      counting('3', [0, 1, 2], { grams: [[3], [1]], mode: 'TFIDF', weights: [-2, -4] }),
    ),
    'nothing-found': calls(
      counting('4', [0, 4, 0, 4], pairs),
      counting('3', [0, 2, 0], { grams: [[1], [3]], mode: 'TFIDF', weights: [2, 3] }),
      counting('0', [1], usual),
      counting('2x0', [1], { ...usual, mode: 'IDF', weights }),
      counting('1', [5], pairs),
    ),
    'any-length': calls(
      ...['1', '2', '65', '300', '1030'].map((shape) => counting(shape, items, { ...usual, skips: 2 })),
      counting('9x33', items, triples),
      counting('67', [1, 2, 3], {
        grams: longLengths(67).map((length) => Array.from({ length }, (_, i) => 1 + (i % 3))),
        skips: 0,
      }),
      counting(
        '515',
        Array.from({ length: 515 }, (_, i) => i),
        { grams: longLengths(515).map((length) => [length - 1]), skips: 1 },
      ),
      counting('1030x2', items, pairs),
    ),
  },
  invalid: {
    'invalid-rank': (context) =>
      ['scalar', '1x2x6'].flatMap((shape) =>
        breaking(counting('12', items, usual)(context), 'X', counting(shape, items, usual)(context).X),
      ),
    'invalid-weights': (context) =>
      breaking(counting('12', items, { ...usual, mode: 'TFIDF', weights })(context), 'weights', weights.slice(1), [
        ...weights,
        1,
      ]),
  },
};
