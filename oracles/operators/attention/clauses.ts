import { evaluatedOutputs } from '../../judge/evaluated-outputs.ts';
import { floatDTypes } from '../../numerics/dtype.ts';
import { clausesOf, ieee754, numpy } from '../../spec/clauses.ts';
import { type Binding, type Call, outputsOf } from '../../spec/declaration.ts';
import type { Clause, ExpectedOutput, HistoricalWording, OperatorVersion } from '../../spec/operator.ts';
import { releaseOf } from '../../spec/releases.ts';
import { rule } from '../../spec/rules.ts';
import { dtypesOf, type Schema } from '../../spec/schemas/schemas.ts';
import { changelog, historicalWording, sentence, spanOf } from '../../spec/source.ts';
import { type AttentionFormula, attentionBy, plainAttention } from './rows.ts';

/** Clauses about masks, which are also tested with truth values. */
const ofTruthMasks: readonly string[] = [
  'output-type',
  'mask',
  'mask-shapes',
  'shorter-mask',
  'empty-rows',
  'causal-and-mask',
  'together',
];

/** The bindings to test: one type for all inputs, a mask of truth values, and values of another type than queries and keys. */
export function attentionBindings(schema: Schema): readonly Binding[] {
  return [
    ...dtypesOf(schema, { type: 'T1' }).map((type) => ({ T1: type, T2: type, U: type })),
    ...(['float32', 'float16'] as const).map((type) => ({ T1: type, T2: type, U: 'bool' as const })),
    { T1: 'float32', T2: 'float16', U: 'float32' },
    { T1: 'float16', T2: 'float32', U: 'float16' },
  ];
}

export const isTriedWith = (clause: string, { T1, T2, U }: Binding): boolean => {
  if (T1 !== T2) return clause === 'types-differ';
  return U === T1 ? clause !== 'types-differ' : ofTruthMasks.includes(clause);
};

const declares = ({ attributes, inputs }: Schema, name: string): boolean =>
  [...attributes, ...inputs].some((declared) => declared.name === name);

/** Returns the clauses of Attention at a version. */
export function attentionClauses(schema: Schema): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  const { since } = schema;
  const [hasCounts, hasWindow] = ['nonpad_kv_seqlen', 'left_window_size'].map((name) => declares(schema, name));
  /** a sentence that replaced another one in a later release */
  const saysSince = (clause: Clause, from: '1.22' | '1.23', ...before: HistoricalWording[]): Clause =>
    // version 25 already has these sentences
    since < 25
      ? { ...clause, source: sentence(changelog, clause.source.place, releaseOf(since), from, before) }
      : clause;
  return [
    says(
      'definition',
      'The result is the sum of the values, weighted by the softmax of the products of a query with the keys.',
    ),
    says('four-dimensions', 'With four dimensions, heads come before positions.', 'inputs Q, K and V'),
    says(
      'three-dimensions',
      'With three dimensions, the last one consists of q_num_heads or kv_num_heads heads.',
      'attributes q_num_heads and kv_num_heads',
    ),
    withFormerBodies(says('grouped-heads', 'Consecutive heads of queries share a head of keys and values.'), since),
    says('scale', 'Products are multiplied by scale, or by 1/√(features of a head).', 'attribute scale'),
    saysSince(
      says(
        'softcap',
        'With softcap, scores become softcap·tanh(score/softcap) before a mask is added.',
        'attribute softcap',
      ),
      '1.22',
      formerly('former-softcap', 'the mask is added before softcap', since, { capsMasked: true }),
    ),
    says(
      'mask',
      'A mask of truth values selects the keys that are read; a mask of numbers is added to the scores.',
      'input attn_mask',
    ),
    says('mask-shapes', 'The mask is broadcast to [batches, heads, queries, keys].', 'input attn_mask'),
    saysSince(says('empty-rows', 'A query whose keys are all masked gives zeros.'), '1.23', {
      text: `ONNX ${spanOf({ from: releaseOf(since), to: '1.22' })} did not mention such rows, which were NaN`,
      wording: 'the text did not mention such rows, which were NaN',
      from: releaseOf(since),
      to: '1.22',
    }),
    says('causal', 'With is_causal=1, a query reads the keys up to its own position.', 'attribute is_causal'),
    says('causal-and-mask', 'is_causal and a mask apply together.', 'attribute is_causal'),
    says('past', 'Past keys and values precede those of the call.', 'inputs past_key and past_value'),
    says('causal-with-past', 'The position of a query counts from the end of the past.', 'attribute is_causal'),
    says(
      'present',
      'The outputs are the past keys and values, followed by those of the call.',
      'outputs present_key and present_value',
    ),
    ...(hasCounts
      ? [
          says(
            'shorter-mask',
            'If a mask has fewer keys than the call, the remaining keys are masked.',
            'input attn_mask',
          ),
          says(
            'padding',
            'Keys at position nonpad_kv_seqlen of the batch, and after it, are masked.',
            'input nonpad_kv_seqlen',
          ),
          saysSince(
            says('causal-with-padding', 'The last query is at the position of the last key that is not padding.'),
            '1.23',
            historicalWording(
              'the first query is at the position of the first key, regardless of padding',
              releaseOf(since),
              '1.22',
            ),
          ),
        ]
      : []),
    ...(hasWindow
      ? [
          says(
            'window',
            'A query reads the keys from left_window_size before its position to right_window_size after it.',
            'attributes left_window_size and right_window_size',
          ),
          says('window-positions', 'Positions count from the end of the past, or of the keys that are not padding.'),
        ]
      : []),
    saysSince(
      says(
        'products',
        'qk_matmul_output contains products, capped scores, masked scores, or the results of the softmax.',
        'attribute qk_matmul_output_mode',
      ),
      '1.22',
      historicalWording('mode 1 includes the mask, mode 2 also softcap', releaseOf(since), '1.21'),
    ),
    says('softmax-precision', 'The softmax is computed in the type softmax_precision.', 'attribute softmax_precision'),
    says(
      'together',
      'Each attribute and optional input has the same meaning in any combination.',
      'attributes and inputs',
    ),
    says('types-differ', 'Values may have another type than queries and keys.', 'type constraints'),
    implies('any-length', 'Every key and feature contributes, for any number of them.', ieee754('4.3'), floatDTypes),
    implies('size-zero', 'If there are no queries, the output is empty.', numpy('matmul')),
    implies(
      'accuracy',
      'Rounding errors stay within the bounds of the products, the softmax and the sums.',
      ieee754('4.3; the bounds: docs/proofs.md'),
      floatDTypes,
    ),
    implies('large-scores', 'Exponentials of scores may exceed the range of the type.', ieee754('7.4'), floatDTypes),
    implies('special-values', 'NaN and infinities follow the formula.', ieee754('6 and 7'), floatDTypes),
  ];
}

/** A sentence that function bodies of earlier releases contradicted: they assigned the heads of keys in turn. */
function withFormerBodies(clause: Clause, since: number): Clause {
  if (since >= 25) return clause;
  const said = 'query head i uses key head i modulo the number of key heads';
  const before: HistoricalWording = {
    id: 'former-heads-in-turn',
    text: `the function bodies of ONNX ${spanOf({ from: releaseOf(since), to: '1.19' })} said: ${said}`,
    wording: `the function bodies said: ${said}`,
    from: releaseOf(since),
    to: '1.19',
    expect: (_, version, call) => expectBy({ takesTurns: true }, version, call),
  };
  return { ...clause, source: { ...clause.source, before: [before] } };
}

/** The text until ONNX 1.21, and the answer to a call under it. */
const formerly = (id: string, said: string, since: number, formula: Partial<AttentionFormula>): HistoricalWording => ({
  id,
  ...historicalWording(said, releaseOf(since), '1.21'),
  expect: (_, version, call) => expectBy(formula, version, call),
});

function expectBy(formula: Partial<AttentionFormula>, version: OperatorVersion, call: Call): readonly ExpectedOutput[] {
  return evaluatedOutputs(
    { evaluate: attentionBy({ ...plainAttention, ...formula }) },
    version,
    call,
    outputsOf(version, call),
  );
}

/** Returns the rules for models. */
export function attentionRules(schema: Schema): readonly Clause[] {
  const one = (id: `invalid-${string}`, text: string, place: string): Clause => rule(id, text, place, schema);
  return [
    one('invalid-ranks', 'Queries, keys and values all have three dimensions, or all have four.', 'inputs Q, K and V'),
    one(
      'invalid-heads',
      'With three dimensions, numbers of heads are given, and divide the last dimension.',
      'attributes',
    ),
    one('invalid-grouped-heads', 'The number of heads of queries is a multiple of that of keys.', 'summary'),
    one('invalid-queries', 'Queries and keys have the same number of features and batches.', 'inputs Q and K'),
    one('invalid-values', 'There is a value for each key.', 'inputs K and V'),
    one('invalid-past-alone', 'Past keys and past values are given together.', 'inputs past_key and past_value'),
    one('invalid-past', 'The past has the same heads and features as the call.', 'inputs past_key and past_value'),
    one('invalid-attn-mask', 'The mask is broadcast to [batches, heads, queries, keys].', 'input attn_mask'),
    one('invalid-mode', 'The mode is 0, 1, 2 or 3.', 'attribute qk_matmul_output_mode'),
    one('invalid-softmax-precision', 'The type of the softmax is a float.', 'attribute softmax_precision'),
    ...(declares(schema, 'nonpad_kv_seqlen')
      ? [
          one('invalid-padding', 'There is one number of keys for each batch.', 'input nonpad_kv_seqlen'),
          one('invalid-padded-past', 'Padding and a past are not given together.', 'input nonpad_kv_seqlen'),
        ]
      : []),
    ...(declares(schema, 'left_window_size')
      ? [one('invalid-window-size', 'Window sizes are 0 or more, or -1.', 'attributes')]
      : []),
  ];
}
