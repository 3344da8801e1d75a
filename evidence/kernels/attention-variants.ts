import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import { exp, log } from '../../oracles/arithmetic/functions.ts';
import { range } from '../../oracles/arrays/lines.ts';
import {
  byProducts,
  inChunks,
  linearAttentionBy,
  type Recurrence,
  stepByStep,
} from '../../oracles/operators/attention/linear-attention.ts';
import { type AttentionFormula, attentionBy, plainAttention } from '../../oracles/operators/attention/rows.ts';
import {
  byQuotients,
  byReciprocal,
  dividedAfterwards,
  type Mixing,
  ofDistances,
  ofScaledFactors,
  ofScaledQueries,
  ofTwo,
  type Powers,
  type ScaledProduct,
} from '../../oracles/operators/attention/ways.ts';
import { type Style, wider } from './computed.ts';
import type { Candidate } from './implementation.ts';
import { variant } from './variant.ts';

const attention = (how: string, formula: Partial<AttentionFormula>, style?: Style): Candidate =>
  variant('Attention', how, () => attentionBy({ ...plainAttention, ...formula }), style);

/** Scores as they are, for what takes exponentials of its own. */
const asScores: Powers = (_, scores) => scores;

/** e^(from - to), 1 where they are one infinity. */
const decay = <S>(a: Arithmetic<S>, from: S, to: S): S =>
  a.select(a.equal(from, to), a.of(1), a.apply(exp, a.subtract(from, to)));

/** What has been added up of some keys, relative to the greatest score among them. */
interface Running<S> {
  readonly most: S;
  readonly total: S;
  readonly sum: S;
}

const ofBlock = <S>(a: Arithmetic<S>, keys: readonly (readonly [score: S, value: S])[]): Running<S> => {
  const most = keys.map(([score]) => score).reduce(a.maximum);
  const powers = keys.map(([score]) => decay(a, score, most));
  return {
    most,
    total: a.sum(powers),
    sum: a.dot(
      powers,
      keys.map(([, value]) => value),
    ),
  };
};

const joined = <S>(a: Arithmetic<S>, one: Running<S>, other: Running<S>): Running<S> => {
  const most = a.maximum(one.most, other.most);
  const [x, y] = [decay(a, one.most, most), decay(a, other.most, most)];
  return {
    most,
    total: a.add(a.multiply(one.total, x), a.multiply(other.total, y)),
    sum: a.add(a.multiply(one.sum, x), a.multiply(other.sum, y)),
  };
};

/** One block of keys after another; each may bring a new maximum. */
const inBlocks =
  (size: number): Mixing =>
  (a, inner, scores, stored) => {
    const over = (column: readonly (typeof scores)[number][]) =>
      range(Math.ceil(scores.length / size))
        .map((block) => range(Math.min(size, scores.length - block * size)).map((i) => block * size + i))
        .map((keys) =>
          ofBlock(
            inner,
            keys.map((key) => [scores[key]!, column[key]!] as const),
          ),
        )
        .reduce((one, other) => joined(inner, one, other));
    const { most, total } = over(scores.map(() => a.of(0)));
    return {
      shares: scores.map((score) => stored(inner.divide(decay(inner, score, most), total))),
      mix(column) {
        const { sum, total: all } = over(column);
        return stored(inner.divide(sum, all));
      },
    };
  };

/** Exponentials of scores less the logarithm of their sum. */
const byLogarithm: Mixing = (a, inner, scores, stored) => {
  const most = scores.reduce(inner.maximum);
  const distances = scores.map((score) => inner.subtract(score, most));
  const rest = inner.apply(log, inner.sum(distances.map((x) => inner.apply(exp, x))));
  const shares = distances.map((x) => stored(inner.apply(exp, inner.subtract(x, rest))));
  return { shares, mix: (column) => a.dot(shares, column) };
};

/** Products over the root of the number of features, or by a scale that is given. */
const overRoot: ScaledProduct = (a, query, scale) => ({
  of: (key) => a.dot(query, key),
  score: (product) => a.divide(product, a.divide(a.of(1), scale)),
});

const linear = (how: string, recurrence: Recurrence, style?: Style): Candidate =>
  variant('LinearAttention', how, () => linearAttentionBy({ recurrence }), style);

/** Features in pairs of products that are fused: x·cos - y·sin with one rounding less. */
const fusedRotation = variant('RotaryEmbedding', 'fused', (correct) => correct, {
  format: (own) => own,
  change: (a, own) => ({ multiply: (x, y) => (own.bits < 64 ? x * y : a.multiply(x, y)) }),
});

/** Correct kernels of attention, as runtimes have them. */
export const attentionVariants: readonly Candidate[] = [
  attention('as it is written', { product: ofScaledFactors, mixing: byQuotients }),
  attention('as it is written, in the next wider type', { product: ofScaledFactors, mixing: byQuotients }, wider),
  attention('with zeros added where nothing is masked', { mixing: byReciprocal, addsZeros: true }),
  attention('with products over the root', { product: overRoot, mixing: byQuotients }),
  attention('in one pass, key by key', { product: ofScaledQueries, powers: asScores, mixing: inBlocks(1) }),
  attention('in one pass over blocks of 4 keys', { powers: asScores, mixing: inBlocks(4) }),
  attention('in one pass over blocks of 16 keys', { product: ofScaledFactors, powers: asScores, mixing: inBlocks(16) }),
  attention(
    'in one pass over blocks of 64 keys, in the next wider type',
    { powers: asScores, mixing: inBlocks(64) },
    wider,
  ),
  attention('by powers of two', { product: ofScaledQueries, powers: ofTwo, mixing: dividedAfterwards }),
  attention('as exponentials of LogSoftmax', { powers: asScores, mixing: byLogarithm }),
  attention('without reading what is masked', { powers: ofDistances, mixing: byQuotients, skipsMasked: true }),
  linear('by products of keys', byProducts),
  linear('in chunks of 2', inChunks(2)),
  linear('in chunks of 4, in the next wider type', inChunks(4), wider),
  variant('LinearAttention', 'with queries scaled', () =>
    linearAttentionBy({ recurrence: stepByStep, scalesQueries: true }),
  ),
  fusedRotation,
];
