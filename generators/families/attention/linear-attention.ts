import type { InputPlan } from '../../calls/draft-of-call.ts';
import { lengths, pinned, takeTurns } from '../../cases/take-turns.ts';
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

const { NaN: nan, POSITIVE_INFINITY: inf } = Number;

/** The sizes of a call. */
interface LinearSizes {
  readonly batches?: number;
  readonly length?: number;
  /** of queries */
  readonly heads?: number;
  readonly keyHeads?: number;
  readonly size?: number;
  readonly valueSize?: number;
}
type Rule = 'linear' | 'gated' | 'delta' | 'gated_delta';
const rules: readonly Rule[] = ['linear', 'gated', 'delta', 'gated_delta'];

const kept = ({ heads = 2, ...rest }: LinearSizes) => ({
  ...{ batches: 2, length: 4, heads, keyHeads: heads, size: 4, valueSize: 3 },
  ...rest,
});

/** Short keys with all their digits. */
const short: NonNullable<InputPlan['map']> = (x) => (Number(x) % 1) * 0.75;
/** Each four features of a key have length 1, so that a value is read back as it was written. */
const keyNumbers = [0.5, -0.5, 0.5, 0.5, -0.5, 0.5, -0.5, -0.5, 0.5, 0.5, 0.5, -0.5, 0.5];
const decays = [-0.5, 0, -1, -0.25, 0, -2, -0.125];
const shares = [0.5, 1, 0.25, 0.75, 0, 0.5, 0.125];

/**
 * A call of a rule: with a decay for each head, and a beta for each, where it has them. Where exponentials are multiplied, data
 * have all their digits: of small integers those cancel that no precision would tell apart from 0.
 */
function call(rule: Rule, sizes: LinearSizes = {}, more: NamedCall = {}): NamedCall {
  const { batches, length, heads, keyHeads, size, valueSize } = kept(sizes);
  const row = `${batches}x${length}`;
  const isGated = rule.startsWith('gated');
  const kind = isGated ? ' mixed' : '';
  return {
    query: `${row}x${heads * size}${kind}`,
    key: isGated
      ? { dims: [batches, length, keyHeads * size], kind: 'mixed', map: short }
      : filled(`${row}x${keyHeads * size}`, keyNumbers),
    value: `${row}x${keyHeads * valueSize}${kind}`,
    ...(rule.startsWith('gated') && { decay: filled(`${row}x${keyHeads}`, decays) }),
    ...(rule.endsWith('delta') && { beta: filled(`${row}x${keyHeads}`, shares) }),
    q_num_heads: heads,
    kv_num_heads: keyHeads,
    update_rule: rule,
    ...more,
  };
}

/** The same with a state to begin with. */
function from(rule: Rule, sizes: LinearSizes = {}, more: NamedCall = {}): NamedCall {
  const { batches, keyHeads, size, valueSize } = kept(sizes);
  const kind = rule.startsWith('gated') ? ' mixed' : '';
  return call(rule, sizes, { past_state: `${batches}x${keyHeads}x${size}x${valueSize}${kind}`, ...more });
}

/** A decay for each feature of the keys. */
const byFeature = (sizes: LinearSizes = {}): NamedCall => {
  const { batches, length, keyHeads, size } = kept(sizes);
  return { decay: filled(`${batches}x${length}x${keyHeads * size}`, decays) };
};

/** One beta for all heads. */
const sharedBeta = (sizes: LinearSizes = {}): NamedCall => {
  const { batches, length } = kept(sizes);
  return { beta: filled(`${batches}x${length}x1`, shares) };
};

const everyRule = (make: (rule: Rule) => NamedCall): NamedCall[] => rules.map(make);

/** Keys of one feature that is 1: each position has a place of its own in the state. */
const unitKeys = (shape: string): InputPlan => filled(shape, [1, 0, 0, 0, 0]);

function draw(draws: Draws): NamedCall {
  const keyHeads = draws.pick(1, 1, 2, 3, 5);
  const heads = keyHeads * draws.pick(1, 1, 2, 3);
  const batches = draws.pick(1, 1, 2, 3);
  const length = draws.pick(1, draws.size(9, 1), draws.size(40, 1));
  const size = draws.pick(1, 4, 4, 16, draws.count(2, 9));
  const valueSize = draws.pick(size, 1, draws.size(20, 1));
  const rule = draws.pick(...rules);
  const sizes = { batches, length, heads, keyHeads, size, valueSize };
  const base = draws.once(2) ? call(rule, sizes) : from(rule, sizes);
  const isGated = rule.startsWith('gated');
  const kinds = isGated || draws.once(3) ? (['mixed'] as const) : (['small', 'small', 'distinct'] as const);
  const data = (name: string): NamedCall => {
    const shape = base[name] as string | undefined;
    const own = draws.once(5) ? [] : kinds;
    return shape === undefined ? {} : { [name]: draws.data(shape.split(' ')[0]!.split('x').map(Number), ...own) };
  };
  return {
    ...base,
    ...data('query'),
    ...data('value'),
    ...data('past_state'),
    ...(!isGated && { key: filled(`${batches}x${length}x${keyHeads * size}`, draws.turned(keyNumbers)) }),
    ...(rule.startsWith('gated') && draws.once(2) && byFeature(sizes)),
    ...(rule.endsWith('delta') && draws.once(3) && sharedBeta(sizes)),
    scale: draws.maybe(() => draws.pick(0, 0.5, 1, 0.3)),
    chunk_size: draws.maybe(() => draws.pick(1, 2, 4, 64)),
    update_rule: rule === 'gated_delta' ? draws.maybe(() => rule) : rule,
  };
}

const grouped: LinearSizes = { heads: 4, keyHeads: 2 };

export const linearAttention: NamedPlans = {
  draw,
  samples: [
    // integers, which every type has
    from('gated_delta', {}, { decay: filled('2x4x2', [0]), beta: filled('2x4x2', [1, 0, 1]) }),
    call('gated_delta', grouped),
    from('gated_delta', { batches: 1 }, { scale: 0.5 }),
  ],
  sizes: [
    [call('linear'), call('linear', { length: 1 }), call('linear', { length: 6 })],
    [from('gated_delta'), from('gated_delta', { batches: 1, length: 2 }), from('gated_delta', { length: 5 })],
  ],
  sameShapeCalls: [
    call('linear', { valueSize: 4 }),
    from('gated_delta', { valueSize: 4 }),
    call('delta', { batches: 1, valueSize: 4 }),
    call('gated', { length: 2, valueSize: 4 }),
  ],
  pairs: () => [
    { differs: 'another rule', calls: [from('delta'), { ...from('delta'), beta: undefined, update_rule: 'linear' }] },
    { differs: 'another scale', calls: each({ scale: [1, 0.5] }, call('linear')) },
  ],
  plans: {
    definition: [
      ...everyRule((rule) => call(rule)),
      call('linear', { length: 1, batches: 1, heads: 1 }),
      ...['distinct', 'mixed'].map((kind) => withKind(kind, call('linear'))),
      call('linear', { valueSize: 4 }),
      { ...call('linear', { length: 5 }), key: unitKeys('2x5x8'), value: '2x5x6 distinct' },
    ],
    heads: [
      ...everyRule((rule) => call(rule, { heads: 3, length: 3 })),
      ...everyRule((rule) => from(rule, { heads: 3, batches: 3, length: 2 })),
      call('linear', { heads: 2, size: 2, valueSize: 2, length: 2 }),
      { ...call('linear', { heads: 3 }), value: '2x4x9 distinct' },
    ],
    'grouped-heads': [
      ...everyRule((rule) => call(rule, grouped)),
      ...[
        [6, 3],
        [6, 2],
        [4, 1],
      ].flatMap(([heads, keyHeads]) => [
        call('linear', { heads: heads!, keyHeads: keyHeads! }),
        from('gated_delta', { heads: heads!, keyHeads: keyHeads!, batches: 1 }),
      ]),
    ],
    scale: [
      ...varied(call('linear'), 'scale', undefined, 0, 1, 0.5, 2, 0.1, -1),
      ...[1, 2, 3, 16].map((size) => call('linear', { size })),
      ...varied(from('gated_delta', { size: 5 }), 'scale', undefined, 0.25),
    ],
    gated: [
      call('gated'),
      from('gated'),
      call('gated', {}, byFeature()),
      from('gated', grouped, byFeature(grouped)),
      ...[0, -0.5, -20, 0.5].map((x) => from('gated', { length: 3 }, { decay: filled('2x3x2', [x]) })),
      // nothing is left of what was there
      from('gated', { length: 3 }, { decay: filled('2x3x2', [0, -inf, 0]) }),
      { ...from('gated', { length: 5, batches: 1 }), key: unitKeys('1x5x8') },
    ],
    delta: [
      call('delta'),
      from('delta'),
      from('delta', grouped),
      ...[0, 1, 0.5].map((x) => from('delta', { length: 3 }, { beta: filled('2x3x2', [x]) })),
      { ...from('delta', { length: 6, batches: 1 }), key: unitKeys('1x6x8'), beta: filled('1x6x2', [1]) },
      // what is written under a key replaces what was there
      {
        ...call('delta', { length: 4, batches: 1, heads: 1 }),
        key: filled('1x4x4', [0.5]),
        beta: filled('1x4x1', [1]),
      },
      withKind('mixed', call('delta', { length: 5 })),
    ],
    'gated-delta': [
      call('gated_delta'),
      from('gated_delta'),
      from('gated_delta', grouped),
      from('gated_delta', {}, byFeature()),
      from('gated_delta', {}, { ...byFeature(), ...sharedBeta() }),
      from('gated_delta', {}, { update_rule: undefined }),
      { ...from('gated_delta', { length: 4, batches: 1 }), beta: filled('1x4x2', [1]) },
      // as delta
      from('gated_delta', { length: 3 }, { decay: filled('2x3x2', [0]) }),
      from('gated_delta', { length: 6 }),
    ],
    'decay-shapes': [
      ...each({}, call('gated'), call('gated', {}, byFeature())),
      ...[1, 2, 3].flatMap((heads) => [
        from('gated', { heads }, byFeature({ heads })),
        from('gated_delta', { heads }, byFeature({ heads })),
        from('gated_delta', { heads, length: 2 }),
      ]),
      from('gated', { ...grouped, batches: 1 }, byFeature({ ...grouped, batches: 1 })),
      from('gated', { heads: 3, size: 3 }, byFeature({ heads: 3, size: 3 })),
    ],
    'beta-shapes': [
      ...[1, 2, 3].flatMap((heads) => [
        from('delta', { heads }, sharedBeta()),
        from('delta', { heads }),
        from('gated_delta', { heads, batches: 3 }, sharedBeta({ batches: 3 })),
      ]),
      from('delta', grouped, sharedBeta()),
    ],
    'past-state': [
      ...everyRule((rule) => from(rule)),
      from('linear', { heads: 3, valueSize: 4 }),
      from('linear', { length: 1 }),
      ...everyRule((rule) => from(rule, { length: 1, batches: 3 })),
      from('linear', {}, { past_state: '2x2x4x3 distinct' }),
      from('delta', { length: 1 }, { past_state: filled('2x2x4x3', [0]) }),
    ],
    'present-state': [
      ...everyRule((rule) => call(rule, { length: 2 })),
      { ...call('linear', { length: 3, valueSize: 4 }), key: unitKeys('2x3x8'), value: '2x3x8 distinct' },
      from('linear', { length: 1 }, { value: '2x1x6 zeros', past_state: '2x2x4x3 distinct' }),
      from('gated', { length: 2 }, { value: '2x2x6 zeros' }),
      from('gated_delta', { heads: 3, length: 2 }),
    ],
    chunks: [
      ...varied(from('gated_delta', { length: 5 }), 'chunk_size', 1, 2, 3, 4, 5, 64),
      ...varied(call('linear', { length: 7 }), 'chunk_size', 1, 2, 4),
      ...varied(from('delta', { length: 6, batches: 1 }), 'chunk_size', 2, 4),
      ...varied(from('gated', { length: 6, batches: 1 }), 'chunk_size', 2, 4),
    ],
    'state-type': [
      ...everyRule((rule) => from(rule)),
      from('linear', { length: 9 }),
      from('gated_delta', { length: 8, batches: 1 }, byFeature({ length: 8, batches: 1 })),
      from('gated_delta', { length: 5, batches: 1 }),
      from('gated', { ...grouped, length: 6 }),
    ],
    'any-length': (context) => [
      ...takeTurns(lengths.slice(0, 15), context, 3).flatMap((n) => [
        call('linear', { batches: 1, length: n }),
        from('gated_delta', { batches: 1, length: Math.min(n, 12), heads: 1 }),
        from('delta', { batches: 1, length: 2, size: n, heads: 1 }, { beta: filled('1x2x1', [0.0625]) }),
        from('gated', { batches: 1, length: 2, valueSize: n }),
      ]),
      ...pinned(
        [
          call('linear', { batches: 1, heads: 1, length: 67 }),
          call('linear', { batches: 1, heads: 1, length: 130, size: 1, valueSize: 1 }),
          call('linear', { batches: 1, heads: 17, length: 2 }),
          from('gated', { batches: 1, heads: 1, length: 3, size: 65, valueSize: 5 }),
          from('delta', { batches: 1, heads: 1, length: 3, size: 4, valueSize: 70 }),
          ...everyRule((rule) => from(rule, { batches: 1, heads: 1, length: 67, size: 4, valueSize: 1 })),
          from('delta', { batches: 1, heads: 1, length: 131, size: 4, valueSize: 1 }),
          ...[131, 261].map((length) => call('linear', { batches: 1, heads: 1, length, size: 1, valueSize: 1 })),
          ...everyRule((rule) => from(rule, { batches: 1, heads: 5, length: 3, valueSize: 2 })),
          ...everyRule((rule) => call(rule, { batches: 1, heads: 34, keyHeads: 17, length: 2, valueSize: 1 })),
          call('gated_delta', { batches: 33, heads: 1, length: 2, valueSize: 1 }),
        ],
        context,
      ),
      ...everyRule((rule) => call(rule, { batches: 0 })).slice(0, 2),
    ],
    accuracy: [
      ...['linear', 'delta'].map((rule) => withKind('mixed', from(rule as Rule, { length: 5 }))),
      ...['gated', 'gated_delta'].map((rule) => from(rule as Rule, { length: 5 })),
      withKind('mixed', call('linear', { size: 16, length: 3 })),
      { ...from('gated_delta', { length: 3 }), value: '2x3x6 wide' },
    ],
    'special-values': [
      ...[nan, inf, -inf].flatMap((x) => [
        { ...call('linear', { batches: 1, heads: 1, length: 3 }), value: filled('1x3x3', [1, 2, 3, 4, x, 5, 6, 7, 8]) },
        { ...from('gated', { batches: 1, heads: 1, length: 2 }), past_state: filled('1x1x4x3', [1, 2, x, 4]) },
      ]),
      { ...call('linear', { batches: 1, length: 3 }), query: filled('1x3x8', [1, nan, 0, 2, 1, 1]) },
      { ...from('delta', { batches: 1, heads: 1, length: 3 }), beta: filled('1x3x1', [0.5, nan, 0.5]) },
      { ...from('gated', { batches: 1, heads: 1, length: 3 }), decay: filled('1x3x1', [0, nan, -1]) },
      from('gated_delta', { batches: 1 }, { query: '1x4x8 zeros', value: '1x4x6 zeros', past_state: '1x2x4x3 zeros' }),
    ],
    'omitted-decay': [call('linear'), from('delta')],
    'omitted-beta': [call('linear'), from('gated')],
  },
  invalid: {
    'invalid-packed': breaking(call('linear'), 'key', '2x4x2x4', '4x8'),
    'invalid-packed-heads': [
      { valid: call('linear'), broken: varied(call('linear'), 'kv_num_heads', 3, 0) },
      { valid: call('linear', { heads: 2, keyHeads: 1 }), broken: [call('linear', { heads: 2, keyHeads: 4 })] },
    ],
    'invalid-linear-shapes': [
      ...breaking(call('linear'), 'value', '2x3x6', '1x4x6'),
      ...breaking(call('linear'), 'key', '2x4x4', '1x4x8'),
    ],
    'invalid-linear-state': breaking(from('linear'), 'past_state', '2x2x3x4', '1x2x4x3', '2x1x4x3', '2x4x3'),
    'invalid-decay': breaking(call('gated'), 'decay', undefined, '2x4x3', '2x3x2', '2x4x4'),
    'invalid-beta': breaking(call('delta'), 'beta', undefined, '2x4x3', '2x3x2'),
  },
};
