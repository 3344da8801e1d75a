import type { Alternative } from '../../judge/evaluated-outputs.ts';
import { type Observation, observe } from '../../judge/policy.ts';
import { elementsOf, holdsInfinity, holdsNaN } from '../../numerics/tensor.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import type { Call } from '../../spec/declaration.ts';
import { define } from '../../spec/define.ts';
import { attentionBindings, attentionClauses, attentionRules, isTriedWith } from './clauses.ts';
import { type AttentionFormula, attentionBy, plainAttention } from './rows.ts';
import {
  byQuotients,
  byReciprocal,
  dividedAfterwards,
  inOnePass,
  ofDistances,
  ofFactorsScaledInFloat32,
  ofScaledFactors,
  ofScaledQueries,
  ofTwo,
  ofTwoScaled,
  scaledAfterwards,
} from './ways.ts';

/** Other algorithms for it. */
const others: readonly AttentionFormula[] = [
  { product: ofScaledFactors, powers: ofDistances, mixing: byQuotients },
  { product: scaledAfterwards, powers: ofDistances, mixing: byReciprocal, addsZeros: true },
  { product: ofScaledQueries, powers: inOnePass, mixing: dividedAfterwards },
  { product: ofScaledQueries, powers: ofTwo, mixing: dividedAfterwards },
  { product: ofScaledQueries, powers: ofTwoScaled, mixing: dividedAfterwards },
];

/** Attention: each query returns the mean of the values, weighted by the softmax of its products with the keys. */
export const attention = define({
  name: 'Attention',
  family: 'attention',
  definition: 'Y = softmax(softcap(scale · Q·Kᵀ) + mask) · V',
  evaluate: attentionBy(plainAttention),
  algorithms: others.map(attentionBy),
  alternatives: (_, call) => [
    ...(hasMaskedSpecials(call) ? [maskedUnread] : []),
    ...(call.inputs[0]!.dtype === 'float64' ? singleScales : []),
  ],
  refine(expected, _, { inputs: [queries, keys, , mask, pastKeys] }) {
    // a row of only -∞ that is not masked is 0 in some implementations, and NaN in others
    if ([queries, keys, pastKeys].some(holdsInfinity)) throw new NotJudged('infinite queries or keys');
    if (mask && (holdsNaN(mask) || elementsOf(mask).includes(Number.POSITIVE_INFINITY)))
      throw new NotJudged('a mask of NaN or +∞');
    return expected;
  },
  bindings: attentionBindings,
  tries: isTriedWith,
  clauses: attentionClauses,
  rules: attentionRules,
});

/** Returns a choice that every algorithm may make. */
const alternativeFormula = (one: Observation, other: Observation, formula: Partial<AttentionFormula>): Alternative => ({
  choices: [one],
  otherwise: [other],
  evaluate: attentionBy({ ...plainAttention, ...formula }),
  algorithms: others.map((own) => attentionBy({ ...own, ...formula })),
});

/** The scale, or its root, is float32 though the data are float64. */
const singleScales = [scaledAfterwards, ofFactorsScaledInFloat32].map((product) =>
  alternativeFormula(observe('formula-constants', 'float32'), observe('formula-constants', 'as-written'), {
    product,
    hasSingleScale: true,
  }),
);

/** Masked elements are not read, even if they are NaN or infinite. */
const maskedUnread = alternativeFormula(
  observe('zero-coefficient', 'left-out'),
  observe('zero-coefficient', 'multiplied'),
  {
    skipsMasked: true,
  },
);

/** Returns whether masked keys or values may be NaN or infinite. */
const hasMaskedSpecials = ({ attributes, inputs }: Call): boolean => {
  const [, keys, values, mask, pastKeys, pastValues, counts] = inputs;
  const isMasking = ['is_causal', 'left_window_size', 'right_window_size'].some((name) => name in attributes);
  return (
    (mask !== undefined || counts !== undefined || isMasking) &&
    [keys, values, pastKeys, pastValues].some((one) => holdsNaN(one) || holdsInfinity(one))
  );
};
