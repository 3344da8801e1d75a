import { formatOf } from '../../../oracles/numerics/dtype.ts';
import type { InputPlan } from '../../calls/draft-of-call.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { lengths, longLengths, pinned, takeTurns } from '../../cases/take-turns.ts';
import type { Draws } from '../../covering/draws.ts';
import {
  breaking,
  each,
  filled,
  type NamedCall,
  type NamedPlans,
  varied,
  withKind,
} from '../../notation/call-notation.ts';
import { coveringRows } from '../../notation/crossed.ts';

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;

/** The sizes of a call. */
interface AttentionSizes {
  readonly batches?: number;
  /** of queries */
  readonly heads?: number;
  readonly keyHeads?: number;
  readonly queries?: number;
  readonly keys?: number;
  /** features of queries and keys: of 16 the root of the scale is exact in every type */
  readonly size?: number;
  readonly valueSize?: number;
  readonly past?: number;
}

type SizedCall = (sizes?: AttentionSizes, more?: NamedCall) => NamedCall;

const kept = ({ heads = 2, size = 16, ...rest }: AttentionSizes) => ({
  ...{ batches: 2, heads, keyHeads: heads, queries: 3, keys: 5, size, valueSize: 3, past: undefined },
  ...rest,
});

/** A call on inputs of four dimensions. */
const inFour: SizedCall = (sizes = {}, more = {}) => {
  const { batches, heads, keyHeads, queries, keys, size, valueSize, past } = kept(sizes);
  return {
    Q: `${batches}x${heads}x${queries}x${size}`,
    K: `${batches}x${keyHeads}x${keys}x${size}`,
    V: `${batches}x${keyHeads}x${keys}x${valueSize}`,
    ...(past !== undefined && {
      past_key: `${batches}x${keyHeads}x${past}x${size}`,
      past_value: `${batches}x${keyHeads}x${past}x${valueSize}`,
      outputs: 3,
    }),
    ...more,
  };
};

/** A call on inputs of three. */
const inThree: SizedCall = (sizes = {}, more = {}) => {
  const { batches, heads, keyHeads, queries, keys, size, valueSize } = kept(sizes);
  return {
    ...inFour(sizes),
    Q: `${batches}x${queries}x${heads * size}`,
    K: `${batches}x${keys}x${keyHeads * size}`,
    V: `${batches}x${keys}x${keyHeads * valueSize}`,
    q_num_heads: heads,
    kv_num_heads: keyHeads,
    ...more,
  };
};

/** In both forms. */
const inBoth = (sizes: AttentionSizes = {}, more: NamedCall = {}): NamedCall[] => [
  inFour(sizes, more),
  inThree(sizes, more),
];

/** Scores so near to one another that every key counts. */
const soft: NamedCall = { scale: 0.0625 };
const even = (sizes: AttentionSizes = {}, more: NamedCall = {}): NamedCall => inFour(sizes, { ...soft, ...more });

/** Queries that are all 0: every key that is not masked has the same share. */
const uniform = (sizes: AttentionSizes = {}, more: NamedCall = {}): NamedCall => {
  const call = inFour(sizes, more);
  return { ...call, Q: `${call.Q} zeros`, V: `${call.V} distinct` };
};

/** A mask that lets keys through where a list, again and again, has 1: of numbers, some are added to those. */
function mask({ types }: PlanContext, shape: string, open: readonly number[], added = [0, 1, -0.5, 0, 2]): InputPlan {
  if (types.U === 'bool') return filled(shape, open);
  return filled(
    shape,
    Array.from({ length: open.length * added.length }, (_, i) =>
      open[i % open.length] ? added[i % added.length]! : -inf,
    ),
  );
}
const most = [1, 1, 0, 1, 1, 0, 1];
const few = [0, 1, 0, 0, 1, 1, 0, 0];

/** Whether the version has an attribute or input. */
const has = ({ version }: PlanContext, name: string): boolean =>
  [...version.attributes, ...version.inputs].some((one) => one.name === name);

/** How many keys of each batch are not padding, given at run time. */
const counts = (...numbers: number[]): InputPlan => filled(`${numbers.length}`, numbers);

/** The fourth output in all its modes. */
const inModes = (...calls: NamedCall[]): NamedCall[] =>
  each({ qk_matmul_output_mode: [0, 1, 2, 3] }, ...calls.map((call) => ({ ...call, outputs: 4 })));

const causal: NamedCall = { is_causal: 1 };

/** For softmax_precision, by the type of the queries: the code of a wider type, so that the weights are rounded to their own only once. */
const widerThan: Readonly<Record<string, number>> = { float16: 1, bfloat16: 1, float32: 11 };

/** Few calls in which any three settings meet, so that each is seen whatever the others are. */
function combinedSettings(context: PlanContext): NamedCall[] {
  const [hasCounts, hasWindow] = ['nonpad_kv_seqlen', 'left_window_size'].map((name) => has(context, name));
  const shared = { qk_matmul_output_mode: 3, outputs: 4 };
  const settings = {
    isOfTruth: [false, true],
    form: [inFour, inThree],
    keyHeads: [4, 2],
    masked: [undefined, '4', '2x1x1', ...(hasCounts ? ['shorter'] : [])],
    is_causal: [undefined, 1],
    window: [{}, ...(hasWindow ? [{ left_window_size: 2 }, { left_window_size: 3, right_window_size: 1 }] : [])],
    softcap: [undefined, 2],
    scale: [0.0625, 0.09375],
  };
  const rows = [
    ...coveringRows({
      ...settings,
      before: [{ keys: 4 }, { keys: 4, past: 3 }],
      more: [
        {},
        ...[0, 1, 2].map((mode) => ({ ...shared, qk_matmul_output_mode: mode })),
        shared,
        { ...shared, softmax_precision: widerThan[context.types.T1!] },
      ],
    }),
    // with padding there is neither a past nor what is handed on
    ...(hasCounts
      ? coveringRows({ ...settings, before: [{ keys: 4 }], more: [{ nonpad_kv_seqlen: counts(3, 2) }] })
      : []),
  ];
  const own = rows.filter(({ isOfTruth }) => isOfTruth === (context.types.U === 'bool'));
  return own.map(({ isOfTruth: _, form, keyHeads, before, masked, window, more, ...call }) => {
    const keys = before.keys + ('past' in before ? before.past : 0);
    const shape = masked === 'shorter' ? `4x${keys === 4 ? 3 : 5}` : `${masked}x${keys}`;
    const sizes = { heads: 4, keyHeads, queries: 4, valueSize: 2, ...before };
    return form(sizes, {
      ...call,
      ...window,
      ...more,
      ...(masked && { attn_mask: mask(context, shape, most) }),
    });
  });
}

function draw(draws: Draws): NamedCall {
  const { context } = draws;
  const keyHeads = draws.pick(1, 1, 2, 2, 3);
  const heads = keyHeads * draws.pick(1, 1, 2, 3);
  const batches = draws.pick(1, 1, 2, 3);
  const size = draws.pick(1, 4, 16, 16, 16, 64, draws.count(2, 40));
  const valueSize = draws.pick(size, 1, draws.size(40, 1));
  const hasCounts = has(context, 'nonpad_kv_seqlen') && draws.once(4);
  const past = !hasCounts && draws.once(3) ? draws.size(9) : undefined;
  const room = Math.max(2, Math.floor(3000 / (batches * heads * (size + valueSize))));
  const queries = draws.pick(1, draws.size(Math.min(20, room), 0), draws.size(Math.min(20, room), 0));
  const keys = draws.pick(
    queries || 1,
    draws.size(Math.max(1, Math.min(70, Math.floor(room / Math.max(1, queries)))), 1),
  );
  const total = keys + (past ?? 0);
  const sizes = { batches, heads, keyHeads, queries, keys, size, valueSize, ...(past !== undefined && { past }) };
  const base = draws.once(2) ? inFour(sizes) : inThree(sizes);
  const kinds = draws.once(3) ? (['mixed', 'small', 'distinct'] as const) : (['small'] as const);
  const data = Object.fromEntries(
    ['Q', 'K', 'V', 'past_key', 'past_value'].flatMap((name) =>
      base[name] === undefined ? [] : [[name, draws.data((base[name] as string).split('x').map(Number), ...kinds)]],
    ),
  );
  const hasMask = draws.once(2);
  const shape = [batches, heads, queries, total]
    .map((dim, i) => (i < 3 && draws.once(3) ? 1 : dim))
    .slice(draws.count(0, 2));
  const usesWindow = has(context, 'left_window_size') && draws.once(2);
  const open = draws.turned([1, 1, 0, 1, 1, 1, 0]);
  return {
    ...base,
    ...data,
    ...(hasMask && { attn_mask: mask(context, shape.join('x'), draws.once(4) ? [1] : open) }),
    ...(hasCounts && { nonpad_kv_seqlen: draws.integers([batches], () => keys + 1) }),
    is_causal: draws.maybe(() => draws.pick(0, 1, 1)),
    scale: draws.maybe(() => draws.pick(0.0625, 0.25, 1, 0.5, 0.125)),
    softcap: draws.maybe(() => draws.pick(0, 2, 8)),
    softmax_precision: draws.once(4) ? draws.pick(1, 10, 11, 16) : undefined,
    ...(usesWindow && {
      left_window_size: draws.maybe(() => draws.pick(-1, 0, draws.count(1, 5), draws.size(20, 1))),
      right_window_size: draws.maybe(() => draws.pick(-1, 0, draws.count(1, 5), draws.size(20, 1))),
    }),
    qk_matmul_output_mode: draws.maybe(() => draws.count(0, 3)),
    outputs: hasCounts ? 1 : draws.pick(past === undefined ? 1 : 3, 3, 4, 4),
  };
}

export const attention: NamedPlans = {
  draw,
  samples: (context) => [
    inFour({}, has(context, 'nonpad_kv_seqlen') ? { nonpad_kv_seqlen: counts(4, 3) } : {}),
    inThree({ heads: 4, keyHeads: 2 }, { attn_mask: '3x5' }),
    even({ queries: 4, keys: 4 }, causal),
  ],
  sizes: [
    [inFour(), inFour({ queries: 4, keys: 7 }), inFour({ batches: 1, queries: 1, keys: 2 })],
    [inThree(), inThree({ queries: 1 }), inThree({ queries: 5, keys: 9 })],
  ],
  sameShapeCalls: [
    ...inBoth({ queries: 4, keys: 4, valueSize: 16 }),
    even({ queries: 3, keys: 3, valueSize: 16 }),
    even({ queries: 3, keys: 3, valueSize: 16 }, causal),
  ],
  pairs: () => [
    { differs: 'a causal mask', calls: each({ is_causal: [0, 1] }, inFour({ queries: 4, keys: 4 })) },
    { differs: 'another scale', calls: each({ scale: [0.25, 0.0625] }, inFour()) },
  ],
  plans: {
    definition: [
      ...inBoth({}, soft),
      inFour(),
      uniform({ keys: 4 }),
      uniform({ keys: 8, valueSize: 6 }),
      even({ queries: 1, keys: 1 }),
      even({ batches: 3, heads: 3, queries: 4, keys: 6 }),
      even({ size: 16, valueSize: 20 }),
      inFour({ size: 4 }, { scale: 0.25 }),
      ...['distinct', 'mixed'].map((kind) => withKind(kind, even({ size: 4 }))),
    ],
    'four-dimensions': [
      even({ heads: 3, queries: 4, keys: 3 }),
      even({ heads: 4, queries: 4, keys: 4, valueSize: 16 }),
      even({ batches: 3, heads: 2, queries: 2, keys: 2 }),
      uniform({ heads: 3, keys: 4, valueSize: 5 }),
      ...each({ outputs: [3] }, even({ heads: 3 })),
    ],
    'three-dimensions': [
      inThree({ heads: 3, queries: 4 }, soft),
      inThree({ heads: 4, keyHeads: 2, queries: 2 }, soft),
      inThree({ heads: 6, keyHeads: 3, keys: 4, valueSize: 5 }, soft),
      inThree({ heads: 1 }, soft),
      inThree({ heads: 3, queries: 3, keys: 3, valueSize: 16 }, soft),
      inThree({ heads: 2, past: 3 }, soft),
      inThree({ heads: 4, keyHeads: 2 }, { ...soft, outputs: 4 }),
      { ...inThree({ heads: 3, keys: 4, valueSize: 5 }), Q: '2x3x48 zeros', V: '2x4x15 distinct' },
    ],
    'grouped-heads': [
      ...[
        [4, 2],
        [6, 3],
        [6, 2],
        [4, 1],
        [9, 3],
      ].flatMap(([heads, keyHeads]) => inBoth({ heads: heads!, keyHeads: keyHeads! }, soft)),
      uniform({ heads: 6, keyHeads: 3, keys: 4 }),
      even({ heads: 4, keyHeads: 2, past: 2 }),
      ...inModes(even({ heads: 4, keyHeads: 2, batches: 1 })),
    ],
    scale: [
      ...varied(inFour(), 'scale', undefined, 0.0625, 0.25, 1, 0.5, 0.1),
      ...[1, 4, 64].map((size) => inFour({ size })),
      ...[8, 2, 3].map((size) => withKind('mixed', inFour({ size }))),
      ...varied(withKind('mixed', inThree({ size: 4 })), 'scale', 0.3, 2),
      ...inModes(inFour({}, soft)).slice(0, 1),
    ],
    softcap: [
      ...each({ softcap: [2, 4, 0.5, 50] }, inFour(), even()),
      ...each({ softcap: [1, 8] }, withKind('mixed', inThree({ size: 4 }))),
      ...inModes(inFour({ batches: 1 }, { softcap: 3 })),
      inFour({}, { softcap: 0 }),
    ],
    mask: (context) => [
      even({}, { attn_mask: mask(context, '3x5', most) }),
      inFour({}, { attn_mask: mask(context, '2x2x3x5', most) }),
      even({}, { attn_mask: mask(context, '2x2x3x5', few) }),
      uniform({ keys: 5 }, { attn_mask: mask(context, '3x5', [1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1, 0], [0]) }),
      even({}, { attn_mask: mask(context, '3x5', [1], [0, 1, -1, 2, -3, 0.5, 4]) }),
      inThree({ heads: 4, keyHeads: 2 }, { ...soft, attn_mask: mask(context, '2x4x3x5', most) }),
      even({}, { softcap: 2, attn_mask: mask(context, '3x5', most) }),
      even({}, { softcap: 2, attn_mask: mask(context, '2x2x3x5', [1], [0, 3, -2]) }),
      ...inModes(even({ batches: 1 }, { attn_mask: mask(context, '3x5', most) })),
      ...inModes(inFour({ batches: 1 }, { softcap: 2, attn_mask: mask(context, '3x5', most) })),
      even({ past: 2 }, { attn_mask: mask(context, '3x7', most) }),
      // one key for each query
      inFour({ keys: 3 }, { attn_mask: mask(context, '3x3', [0, 1, 0, 0, 0, 1, 1, 0, 0]) }),
    ],
    'mask-shapes': (context) =>
      ['5', '3x5', '1x5', '2x3x5', '1x3x5', '2x1x5', '2x2x3x5', '1x2x3x5', '2x1x3x5', '2x2x1x5', '1x1x3x5', '2x1x1x5']
        .map((shape) => even({}, { attn_mask: mask(context, shape, most) }))
        .concat(
          ['3x4', '4x3x4', '2x1x1x4'].map((shape) =>
            even({ heads: 4, keys: 4 }, { attn_mask: mask(context, shape, most) }),
          ),
          // batches and heads are as many
          ['2x3x5', '2x1x3x5', '1x2x3x5'].map((shape) =>
            uniform({ queries: 3 }, { attn_mask: mask(context, shape, [1, 0, 1, 1, 0, 1, 1], [0]) }),
          ),
          has(context, 'nonpad_kv_seqlen') ? [] : [even({}, { attn_mask: mask(context, '3x1', [1, 1, 1], [0, 1, 2]) })],
        ),
    'shorter-mask': (context) => [
      ...['3x3', '2x2x3x3', '2x1x1x4', '1x2'].map((shape) => even({}, { attn_mask: mask(context, shape, most) })),
      even({ past: 3 }, { attn_mask: mask(context, '3x5', most) }),
      even({}, { attn_mask: mask(context, '3x4', most), nonpad_kv_seqlen: counts(4, 2) }),
      even({}, { attn_mask: mask(context, '3x3', most), is_causal: 1 }),
      inThree({}, { ...soft, attn_mask: mask(context, '2x1x3x3', most) }),
      uniform({ keys: 6 }, { attn_mask: mask(context, '3x4', [1], [0]) }),
      ...inModes(even({ batches: 1 }, { attn_mask: mask(context, '3x3', most) })).slice(2),
    ],
    'empty-rows': (context) => [
      even({}, { attn_mask: mask(context, '3x5', [0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0]) }),
      even({}, { attn_mask: mask(context, '2x2x3x5', [0]) }),
      inThree({}, { ...soft, attn_mask: mask(context, '2x1x1x5', [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]) }),
      ...inModes(
        even({ batches: 1 }, { attn_mask: mask(context, '3x5', [1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1]) }),
      ),
      even({}, { softcap: 2, attn_mask: mask(context, '3x5', [0]) }),
      // by causality and mask together
      even(
        { queries: 4, keys: 4 },
        { ...causal, attn_mask: mask(context, '4x4', [0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1]) },
      ),
      uniform({}, { attn_mask: mask(context, '3x5', [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]) }),
    ],
    causal: [
      ...inBoth({ queries: 4, keys: 4 }, { ...soft, ...causal }),
      ...[
        [3, 5],
        [5, 3],
        [1, 4],
        [4, 1],
        [6, 6],
        [9, 9],
      ].flatMap(([queries, keys]) => [
        even({ queries: queries!, keys: keys! }, causal),
        uniform({ queries: queries!, keys: keys! }, causal),
      ]),
      even({ queries: 4, keys: 4, heads: 4, keyHeads: 2 }, causal),
      even({ queries: 4, keys: 4 }, { ...causal, softcap: 2 }),
      ...inModes(even({ queries: 3, keys: 4, batches: 1 }, causal)),
      ...each({ is_causal: [0, 1] }, even({ queries: 3, keys: 3 })),
    ],
    'causal-and-mask': (context) => [
      even({ queries: 4, keys: 4 }, { ...causal, attn_mask: mask(context, '4x4', [1, 0, 1, 1, 1, 1, 0]) }),
      even({ queries: 3, keys: 5 }, { ...causal, attn_mask: mask(context, '2x2x3x5', [1, 1, 1, 0, 1]) }),
      even({ queries: 4, keys: 4 }, { ...causal, attn_mask: mask(context, '2x1x1x4', [1, 1, 0, 1]) }),
      even({ queries: 3, keys: 2, past: 3 }, { ...causal, attn_mask: mask(context, '3x5', [1, 0, 1, 1]) }),
      inThree({ queries: 4, keys: 4 }, { ...soft, ...causal, attn_mask: mask(context, '4x4', [1], [0, 1, -1, 2]) }),
      ...inModes(
        even({ queries: 3, keys: 3, batches: 1 }, { ...causal, attn_mask: mask(context, '3x3', [1, 1, 0, 1]) }),
      ).slice(2),
    ],
    past: [
      ...inBoth({ past: 3 }, soft),
      even({ past: 1, queries: 1, keys: 1 }),
      even({ past: 5, queries: 2, keys: 3, heads: 4, keyHeads: 2 }),
      even({ past: 0 }),
      uniform({ past: 3, keys: 5 }),
      even({ past: 4, keys: 4, batches: 1 }),
      inThree({ past: 2, heads: 4, keyHeads: 2, keys: 2 }, soft),
      ...inModes(even({ past: 2, batches: 1, keys: 2 })),
      withKind('distinct', even({ past: 2, keys: 2 })),
    ],
    'causal-with-past': [
      ...inBoth({ past: 3, queries: 3, keys: 3 }, { ...soft, ...causal }),
      even({ past: 2, queries: 4, keys: 4 }, causal),
      even({ past: 4, queries: 1, keys: 1 }, causal),
      even({ past: 0, queries: 3, keys: 3 }, causal),
      uniform({ past: 3, queries: 2, keys: 5 }, causal),
      uniform({ past: 1, queries: 5, keys: 3 }, causal),
      even({ past: 3, queries: 3, keys: 3, heads: 4, keyHeads: 2 }, causal),
      ...inModes(even({ past: 2, queries: 2, keys: 2, batches: 1 }, causal)).slice(2),
    ],
    present: [
      ...each({ outputs: [3] }, ...inBoth({ heads: 3, past: 2 }, soft)),
      ...each({ outputs: [2, 3] }, ...inBoth({ heads: 3, keys: 4 }, soft)),
      ...each(
        { outputs: [3] },
        withKind('distinct', inFour({ past: 3, keys: 2 })),
        withKind('distinct', inThree({ past: 1, keys: 3 })),
      ),
      inFour({ past: 0, heads: 3 }),
      inFour({ past: 4, keys: 1, queries: 1, batches: 3 }),
      inThree({ heads: 4, keyHeads: 2, past: 2, valueSize: 5 }),
    ],
    padding: [
      even({}, { nonpad_kv_seqlen: counts(3, 5) }),
      even({}, { nonpad_kv_seqlen: counts(1, 4) }),
      inThree({ heads: 4, keyHeads: 2 }, { ...soft, nonpad_kv_seqlen: counts(2, 3) }),
      uniform({ batches: 3, keys: 6 }, { nonpad_kv_seqlen: counts(4, 2, 6) }),
      // nothing is left of the first batch
      even({}, { nonpad_kv_seqlen: counts(0, 2) }),
      even({}, { nonpad_kv_seqlen: counts(4, 2), attn_mask: filled('3x5', [0, 1, -inf, -1, 0.5]) }),
      even({}, { nonpad_kv_seqlen: counts(4, 2), softcap: 2 }),
      even({ queries: 1, keys: 9 }, { nonpad_kv_seqlen: counts(7, 1) }),
    ],
    'causal-with-padding': each(
      { is_causal: [1] },
      even({ queries: 3, keys: 6 }, { nonpad_kv_seqlen: counts(4, 6) }),
      uniform({ queries: 3, keys: 6 }, { nonpad_kv_seqlen: counts(3, 5) }),
      even({ queries: 4, keys: 8 }, { nonpad_kv_seqlen: counts(8, 4) }),
      // fewer keys than queries: the first queries read nothing
      even({ queries: 4, keys: 6 }, { nonpad_kv_seqlen: counts(2, 3) }),
      even({ queries: 1, keys: 5 }, { nonpad_kv_seqlen: counts(3, 5) }),
      inThree({ queries: 2, keys: 5, heads: 4, keyHeads: 2 }, { ...soft, nonpad_kv_seqlen: counts(3, 4) }),
      even({ queries: 3, keys: 6 }, { nonpad_kv_seqlen: counts(4, 5), attn_mask: filled('3x6', [0, 1, -1, 0.5]) }),
    ),
    window: [
      ...[
        [2, 1],
        [0, 0],
        [1, 0],
        [-1, 1],
        [2, -1],
        [3, 2],
        [0, 2],
      ].flatMap(([left_window_size, right_window_size]) => [
        even({ queries: 4, keys: 6 }, { left_window_size, right_window_size }),
        uniform({ queries: 5, keys: 5, batches: 1 }, { left_window_size, right_window_size }),
      ]),
      ...varied(even({ queries: 5, keys: 5 }, causal), 'left_window_size', 0, 1, 3),
      even({ queries: 5, keys: 5 }, { ...causal, right_window_size: 2 }),
      inThree({ queries: 5, keys: 5 }, { ...soft, left_window_size: 1 }),
      even({ queries: 4, keys: 4 }, { left_window_size: 1, attn_mask: filled('4x4', [0, 1, -inf, -1, 0.5]) }),
      ...inModes(even({ queries: 3, keys: 4, batches: 1 }, { left_window_size: 1, right_window_size: 1 })).slice(2),
      // more queries than keys: the last of them see nothing
      even({ queries: 6, keys: 3 }, { left_window_size: 1 }),
    ],
    'window-positions': [
      even({ past: 3, queries: 2, keys: 2 }, { left_window_size: 1 }),
      even({ past: 2, queries: 3, keys: 3 }, { left_window_size: 2, right_window_size: 0 }),
      uniform({ past: 3, queries: 2, keys: 4 }, { left_window_size: 2, right_window_size: 1 }),
      uniform({ past: 1, queries: 3, keys: 3 }, { ...causal, left_window_size: 1 }),
      even({ queries: 2, keys: 6 }, { left_window_size: 1, right_window_size: 0, nonpad_kv_seqlen: counts(4, 6) }),
      uniform({ queries: 3, keys: 6 }, { ...causal, left_window_size: 2, nonpad_kv_seqlen: counts(5, 3) }),
      even({ queries: 3, keys: 6 }, { right_window_size: 1, nonpad_kv_seqlen: counts(2, 5) }),
    ],
    products: [
      ...inModes(even({ batches: 1 }), even({ batches: 1 }, { softcap: 2 }), inThree({ heads: 4, keyHeads: 2 }, soft)),
      ...inModes(withKind('mixed', inFour({ size: 4, batches: 1 }, { softcap: 1 }))),
      ...inModes(even({ batches: 1, queries: 3, keys: 3 }, { ...causal, softcap: 2 })),
      ...inModes(even({ batches: 1, heads: 3, queries: 2, past: 1, keys: 2 })),
    ],
    'softmax-precision': (context) => [
      // shares of a wider type are rounded once
      ...each(
        { softmax_precision: [11, 1], qk_matmul_output_mode: [3], outputs: [4] },
        even({ batches: 1, keys: 9 }),
        withKind('mixed', inThree({ size: 4, keys: 7 })),
        even({ batches: 1, queries: 4, keys: 6 }, { softcap: 4 }),
      ),
      ...each(
        { softmax_precision: [10, 16, 1, 11] },
        even(),
        withKind('mixed', inThree({ size: 4, keys: 7 })),
        uniform({ keys: 3 }),
      ),
      even({}, { softmax_precision: 1, softcap: 2, attn_mask: mask(context, '3x5', few) }),
      // sums of many small shares
      ...each(
        { softmax_precision: [1, 11] },
        uniform({ batches: 1, heads: 1, queries: 1, keys: 67 }),
        even({ batches: 1, heads: 1, queries: 2, keys: 40 }),
      ),
    ],
    together: combinedSettings,
    'types-differ': [
      even(),
      inThree({ heads: 4, keyHeads: 2 }, soft),
      uniform({ keys: 4 }),
      even({ past: 2 }),
      even({ queries: 3, keys: 3 }, causal),
    ],
    'any-length': (context) => [
      ...takeTurns(lengths.slice(0, 18), context, 4).flatMap((n) => [
        even({ batches: 1, queries: 2, keys: n }),
        inFour({ batches: 1, heads: 1, queries: 2, size: n }, { scale: 0.25 }),
        inThree({ batches: 1, queries: 2, valueSize: n }, soft),
        even({ batches: 1, heads: 1, queries: n, keys: 3 }, causal),
      ]),
      ...pinned(
        [
          uniform({ batches: 1, heads: 1, queries: 1, keys: 256 }),
          even({ batches: 1, heads: 1, queries: 2, keys: 131 }),
          even({ batches: 1, heads: 1, queries: 67, keys: 67, valueSize: 1 }, causal),
          even({ batches: 1, heads: 17, queries: 2, keys: 3 }),
          inFour({ batches: 1, heads: 1, queries: 2, keys: 2, size: 300 }, { scale: 0.0625 }),
          ...longLengths()
            .slice(3)
            .flatMap((keys) => [
              uniform({ batches: 1, heads: 1, queries: 2, keys, size: 1, valueSize: 1 }),
              even({ batches: 1, heads: 1, queries: 1, keys, size: 1, valueSize: 1 }),
              even({ batches: 1, heads: 1, queries: keys, keys: 2, size: 1, valueSize: 1 }, causal),
            ]),
          ...[131, 140].flatMap((keys) => [
            // shares without a rounding of their own, along both
            uniform({ batches: 1, heads: 1, queries: 131, keys, size: 1, valueSize: 1 }, causal),
            even({ batches: 1, heads: 1, queries: 9, keys, size: 1, valueSize: 1 }),
          ]),
          even({ batches: 1, heads: 34, keyHeads: 17, queries: 1, keys: 2, size: 1 }),
          even({ batches: 1, heads: 67, queries: 1, keys: 2, size: 1, valueSize: 1 }),
          even({ batches: 67, heads: 1, queries: 1, keys: 2, size: 1, valueSize: 1 }),
          ...(has(context, 'left_window_size') ? [6, 17, 33] : []).flatMap((width) => [
            uniform(
              { batches: 1, heads: 1, queries: 40, keys: 40, size: 1, valueSize: 1 },
              { left_window_size: width },
            ),
            even(
              { batches: 1, heads: 1, queries: 20, keys: 40, size: 1, valueSize: 1 },
              { left_window_size: width, right_window_size: width >> 1 },
            ),
          ]),
        ],
        context,
      ),
    ],
    'size-zero': [even({ queries: 0 }), inThree({ queries: 0 }), inFour({ batches: 0 }), even({ queries: 0, past: 2 })],
    accuracy: [
      ...[4, 5, 8, 16].map((size) => withKind('mixed', inFour({ size }))),
      withKind('mixed', inThree({ heads: 4, keyHeads: 2, keys: 9 }, { softcap: 3 })),
      withKind('mixed', even({ past: 3, keys: 4 }, causal)),
      { ...even(), V: '2x2x5x3 wide' },
      { ...even({ keys: 12 }), V: '2x2x12x3 mixed' },
      ...inModes(withKind('mixed', inFour({ size: 4, batches: 1 }))).slice(0, 1),
    ],
    'large-scores': (context) => [
      ...[1, 4, 16, 64].map((scale) => inFour({}, { scale })),
      inFour({ batches: 1 }, { scale: 16, ...causal }),
      ...inModes(inFour({ batches: 1 }, { scale: 4 })).slice(3),
      // the greatest at the end, and at the beginning
      ...[0, 5].map((at) => ({
        ...inFour({ batches: 1, heads: 1, queries: 1, keys: 6, size: 1 }, { scale: 1 }),
        Q: filled('1x1x1x1', [16]),
        K: filled(
          '1x1x6x1',
          Array.from({ length: 6 }, (_, i) => (i === at ? 8 : -8 + i)),
        ),
      })),
      // all far below 0, where exponentials vanish: different ones, and equal ones
      ...[1, 0].map((step) => ({
        ...inFour({ batches: 1, heads: 1, queries: 2, keys: 6, size: 1 }, { scale: 1 }),
        Q: filled('1x1x2x1', [64, 48]),
        K: filled(
          '1x1x6x1',
          Array.from({ length: 6 }, (_, i) => -20 - ((5 * i) % 6) * step),
        ),
        ...(step === 0 && { suite: 'quick' }),
      })),
      // softcap where its quotient is far from 0
      ...(formatOf(context.dtype).bits > 16 ? [inFour({}, { scale: 64, softcap: 30 })] : []),
    ],
    'special-values': (context) => [
      ...[0, 3].map((at) => ({
        ...even({ batches: 1, heads: 1 }),
        V: filled('1x1x5x3', Array<number>(15).fill(1).with(at, nan)),
      })),
      ...[inf, -inf].map((x) => ({
        ...uniform({ batches: 1, heads: 1 }),
        V: filled('1x1x5x3', Array<number>(15).fill(1).with(4, x)),
      })),
      {
        ...even({ batches: 1 }),
        Q: filled('1x2x3x16', [1, ...Array<number>(20).fill(0), nan, ...Array<number>(74).fill(1)]),
      },
      {
        ...even({ batches: 1 }),
        K: filled('1x2x5x16', [...Array<number>(20).fill(1), nan, ...Array<number>(139).fill(0)]),
      },
      // what is masked may be anything
      {
        ...even({ batches: 1, heads: 1, queries: 3, keys: 3 }, causal),
        V: filled('1x1x3x3', [1, 2, 3, 4, 5, 6, nan, inf, 7]),
      },
      {
        ...even({ batches: 1, heads: 1, queries: 2, keys: 2 }, causal),
        K: filled('1x1x2x16', [...Array<number>(16).fill(1), nan, ...Array<number>(15).fill(0)]),
      },
      {
        ...even({ batches: 1, heads: 1 }, { attn_mask: mask(context, '3x5', [1, 1, 1, 1, 0]) }),
        V: filled('1x1x5x3', [...Array<number>(12).fill(1), nan, 1, inf]),
      },
      withKind('zeros', even({ batches: 1 })),
    ],
    'outputs-optional': [
      ...each({ outputs: [1, 2, 3, 4] }, even({ heads: 3 }), inThree({}, soft)),
      ...each({ outputs: [3, 4] }, even({ past: 2 })),
    ],
    'omitted-past-key': inBoth({}, soft),
    'omitted-past-value': inBoth({}, soft),
  },
  invalid: {
    'invalid-ranks': breaking(inFour(), 'K', '2x5x32', '2x5x16'),
    'invalid-heads': [
      {
        valid: inThree(),
        broken: [...varied(inThree(), 'kv_num_heads', undefined, 3), ...varied(inThree(), 'q_num_heads', undefined, 5)],
      },
    ],
    'invalid-grouped-heads': [
      { valid: inFour({ heads: 4, keyHeads: 2 }), broken: [inFour({ heads: 4, keyHeads: 3 })] },
      { valid: inThree({ heads: 2, keyHeads: 1 }), broken: [inThree({ heads: 2, keyHeads: 4 })] },
    ],
    'invalid-queries': [...breaking(inFour(), 'K', '2x2x5x8', '1x2x5x16'), ...breaking(inThree(), 'K', '2x5x16')],
    'invalid-values': [
      ...breaking(inFour(), 'V', '2x2x4x3', '2x1x5x3', '1x2x5x3'),
      ...breaking(inThree(), 'V', '2x4x6'),
    ],
    'invalid-past-alone': [
      {
        valid: inFour({ past: 2 }),
        broken: [inFour({ past: 2 }, { past_value: undefined }), inFour({ past: 2 }, { past_key: '' })],
      },
    ],
    'invalid-past': [
      ...breaking(inFour({ past: 2 }), 'past_key', '2x1x2x16', '2x2x2x8', '1x2x2x16'),
      ...breaking(inFour({ past: 2 }), 'past_value', '2x2x3x3', '2x2x2x4'),
    ],
    'invalid-attn-mask': [
      {
        valid: even({}, { attn_mask: '3x5' }),
        broken: ['2x5', '3x6', '3x3x5', '3x2x3x5', '1x2x2x3x5'].map((attn_mask) => even({}, { attn_mask })),
      },
    ],
    'invalid-mode': breaking(inFour({}, { outputs: 4 }), 'qk_matmul_output_mode', 4, -1),
    'invalid-softmax-precision': breaking(inFour(), 'softmax_precision', 7, 0, 99),
    'invalid-padding': [
      {
        valid: inFour({}, { nonpad_kv_seqlen: counts(3, 4) }),
        broken: [inFour({}, { nonpad_kv_seqlen: counts(3) }), inFour({}, { nonpad_kv_seqlen: counts(3, 4, 2) })],
      },
    ],
    'invalid-padded-past': [
      { valid: inFour({ past: 2 }), broken: [inFour({ past: 2 }, { nonpad_kv_seqlen: counts(3, 4) })] },
    ],
    'invalid-window-size': breaking(inFour(), 'left_window_size', -2, -3),
  },
};
