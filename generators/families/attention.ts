import { type NamedPlans, plansFrom } from '../notation/call-notation.ts';
import { byOperator, familyOf } from '../notation/derived.ts';
import { attention } from './attention/attention.ts';
import { linearAttention } from './attention/linear-attention.ts';
import { rotaryEmbedding } from './attention/rotary-embedding.ts';

const operators: Readonly<Record<string, NamedPlans>> = {
  Attention: attention,
  LinearAttention: linearAttention,
  RotaryEmbedding: rotaryEmbedding,
};

/** Default data of a sequence: small integers, whose sums of products are exact. */
export const attentionFamily = familyOf(
  byOperator(Object.fromEntries(Object.entries(operators).map(([name, own]) => [name, plansFrom(() => 'small', own)]))),
);
