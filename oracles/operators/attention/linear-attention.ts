import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { exp } from '../../arithmetic/functions.ts';
import { placeOf } from '../../arrays/index-map.ts';
import { range } from '../../arrays/lines.ts';
import { type DType, type FloatFormat, formatOf } from '../../numerics/dtype.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import type { Binding } from '../../spec/declaration.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, type InputValues, memoized, type Node, values } from '../../spec/node.ts';
import type { Clause } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import { dtypesOf, type Schema } from '../../spec/schemas/schemas.ts';
import { checkShape } from '../convolution/convolution.ts';
import { type HeadLayout, layoutOf } from './heads.ts';

/** The inputs of a head at one position: a row for each of key and query, and a decay for each feature of the key. */
export interface Position<S> {
  readonly key: readonly S[];
  /** the computed feature of the value */
  readonly value: S;
  /** the decay factor of each feature of the state; absent without decay */
  readonly decay?: readonly S[];
  /** the factor of the correction; absent if values are written without correction */
  readonly beta?: S;
}

/** One feature of the values of a head at all positions: the results of queries, and the last state. */
export interface FollowedFeature<S> {
  /** returns the product of the state after some positions and a query */
  readonly read: (after: number, query: readonly S[]) => S;
  /** the state after all positions, by feature of the key */
  readonly end: (feature: number) => S;
}

/** An algorithm that computes a feature from the state before the first position. */
export type Recurrence = <S>(
  a: Arithmetic<S>,
  before: readonly S[],
  positions: readonly Position<S>[],
) => FollowedFeature<S>;

/** State by state, as in the text. */
export const stepByStep: Recurrence = (a, before, positions) => {
  const states = [before];
  for (const { key, value, decay, beta } of positions) {
    const last = states.at(-1)!;
    const kept = decay ? last.map((x, i) => a.multiply(x, decay[i]!)) : last;
    const written = beta === undefined ? value : a.multiply(beta, a.subtract(value, a.dot(key, kept)));
    states.push(kept.map((x, i) => a.add(x, a.multiply(key[i]!, written))));
  }
  return { read: (after, query) => a.dot(query, states[after]!), end: (feature) => states.at(-1)![feature]! };
};

/** From the values written at each position, which later ones read through products of keys, without intermediate states. */
export const byProducts: Recurrence = <S>(
  a: Arithmetic<S>,
  before: readonly S[],
  positions: readonly Position<S>[],
): FollowedFeature<S> => {
  /** returns the part of a feature after position `from` that is left after position `to` */
  const left = (feature: number, from: number, to: number): S =>
    a.product(positions.slice(from, to).flatMap(({ decay }) => (decay ? [decay[feature]!] : [])));
  const written: S[] = [];
  /** returns the product of a row with the state after some positions, decayed to a later one */
  const seen = (row: readonly S[], after: number, to: number): S => {
    const terms = range(after).map((t) => {
      const key = positions[t]!.key.map((x, i) => a.multiply(x, left(i, t + 1, to)));
      return a.multiply(a.dot(row, key), written[t]!);
    });
    const first = a.dot(
      row,
      before.map((x, i) => a.multiply(x, left(i, 0, to))),
    );
    return a.sum([first, ...terms]);
  };
  for (const [t, { key, value, beta }] of positions.entries()) {
    written.push(beta === undefined ? value : a.multiply(beta, a.subtract(value, seen(key, t, t + 1))));
  }
  const { length } = positions;
  return {
    read: (after, query) => seen(query, after, after),
    end: (feature) =>
      a.sum([
        a.multiply(before[feature]!, left(feature, 0, length)),
        ...positions.map(({ key }, t) =>
          a.multiply(a.multiply(key[feature]!, left(feature, t + 1, length)), written[t]!),
        ),
      ]),
  };
};

/** Positions in chunks, as `chunk_size` suggests: products of keys within one, a state between them. */
export const inChunks =
  (size: number): Recurrence =>
  (a, before, positions) => {
    const parts = range(Math.ceil(positions.length / size)).map((chunk) =>
      positions.slice(chunk * size, (chunk + 1) * size),
    );
    let state = before;
    const followed = parts.map((part) => {
      const own = byProducts(a, state, part);
      state = before.map((_, feature) => own.end(feature));
      return own;
    });
    return {
      read: (after, query) => followed[Math.floor((after - 1) / size)]!.read(((after - 1) % size) + 1, query),
      end: (feature) => state[feature]!,
    };
  };

/** The choices of an algorithm. */
export interface LinearAttentionFormula {
  readonly recurrence: Recurrence;
  /** values read from a wider state are computed in the type of the data */
  readonly readsInData?: true;
  /** results are scaled, or queries */
  readonly scalesQueries?: true;
}

export const linearAttentionBy =
  ({ recurrence, scalesQueries, readsInData }: LinearAttentionFormula): Evaluate =>
  <S>(outer: Arithmetic<S>, node: Node<S>) => {
    const [Q, V, past] = [node.input(0), node.input(2), node.inputs[3]];
    const { queries, keys, values: rows, decayAt, betaAt } = formOf(node);
    const stateType = past?.dtype ?? Q.dtype;
    // states have their own type; a wider one may be converted to the type of the data when it is read
    const isRead = readsInData && isNarrower(Q.dtype, stateType);
    const a = stateType === Q.dtype || isRead ? outer : outer.in(stateType);
    const group = queries.heads / keys.heads;
    const stateDims = [keys.batches, keys.heads, keys.size, rows.size];
    const entered = (x: S, dtype: DType) => (dtype === stateType ? x : a.from(x, dtype));
    const read = (input: InputValues<S>, layout: HeadLayout, batch: number, head: number, position: number) =>
      range(layout.size).map((feature) => entered(input.at(layout.index(batch, head, position, feature)), Q.dtype));
    const keysOf = memoized(keys.batches * keys.heads * keys.length, (index) => {
      const [batch, head, position] = placeOf(index, [keys.batches, keys.heads, keys.length]) as [
        number,
        number,
        number,
      ];
      const decay =
        decayAt && range(keys.size).map((i) => a.apply(exp, entered(decayAt(batch, head, position, i), Q.dtype)));
      const beta = betaAt && entered(betaAt(batch, head, position), Q.dtype);
      const key = read(node.input(1), keys, batch, head, position);
      return { key, ...(decay && { decay }), ...(beta !== undefined && { beta }) };
    });
    const followed = memoized(keys.batches * keys.heads * rows.size, (index) => {
      const [batch, head, feature] = placeOf(index, [keys.batches, keys.heads, rows.size]) as [number, number, number];
      const before = range(keys.size).map((i) =>
        past ? past.at(((batch * keys.heads + head) * keys.size + i) * rows.size + feature) : a.of(0),
      );
      const positions = range(keys.length).map((position) => ({
        ...keysOf((batch * keys.heads + head) * keys.length + position),
        value: entered(V.at(rows.index(batch, head, position, feature)), Q.dtype),
      }));
      return recurrence(a, before, positions);
    });
    const scale = scaleOf(a, node, keys.size);
    const output = layoutOf(
      'results',
      [queries.batches, queries.length, queries.heads * rows.size],
      () => queries.heads,
    );
    return [
      values(Q.dtype, output.dims, (index) => {
        const [batch, head, position, feature] = output.place(index);
        const row = read(Q, queries, batch, head, position);
        const query = scalesQueries ? row.map((x) => a.multiply(x, scale)) : row;
        const own = followed((batch * keys.heads + Math.floor(head / group)) * rows.size + feature);
        const product = own.read(position + 1, query);
        const result = scalesQueries ? product : a.multiply(product, scale);
        return a === outer ? result : outer.from(result, stateType);
      }),
      values(stateType, stateDims, (index) => {
        const [batch, head, i, feature] = placeOf(index, stateDims) as [number, number, number, number];
        return followed((batch * keys.heads + head) * rows.size + feature).end(i);
      }),
    ];
  };

const isNarrower = (one: DType, other: DType): boolean =>
  (formatOf(one) as FloatFormat).precision < (formatOf(other) as FloatFormat).precision;

/** Returns the scale of results; 1/√(features of a head) if it is 0. */
function scaleOf<S>(a: Arithmetic<S>, node: Node<S>, size: number): S {
  const scale = node.number('scale');
  return scale === 0 ? a.divide(a.of(1), a.sqrt(a.of(size))) : a.of(scale);
}

const rules = ['linear', 'gated', 'delta', 'gated_delta'] as const;

/**
 * Returns the layouts of the inputs, of decay and of beta.
 * @throws BadInput for shapes that do not fit
 */
function formOf<S>(node: Node<S>) {
  const [Q, K, V, past, decay, beta] = range(6).map((i) => (i < 3 ? node.input(i) : node.inputs[i]));
  const heads = node.number('kv_num_heads');
  const queries = packedHeads('queries', Q!.dims, node.number('q_num_heads'));
  const keys = packedHeads('keys', K!.dims, heads);
  const rows = packedHeads('values', V!.dims, heads);
  if (queries.heads % heads !== 0) throw new BadInput(`${queries.heads} heads of queries for ${heads} of keys`);
  const { batches, length } = keys;
  if (length === 0 || keys.size === 0) throw new NotJudged('no positions, or keys without features');
  checkShape('queries', Q!.dims, [batches, length, queries.heads * keys.size]);
  checkShape('values', V!.dims, [batches, length, heads * rows.size]);
  checkShape('a state', past?.dims, [batches, heads, keys.size, rows.size]);
  const isGated = node.string('update_rule').startsWith('gated');
  const isDelta = node.string('update_rule').endsWith('delta');
  if (!rules.some((one) => one === node.string('update_rule')))
    throw new BadInput(`no rule ${node.string('update_rule')}`);
  if ((decay !== undefined) !== isGated) unfit('decay', isGated);
  if ((beta !== undefined) !== isDelta) unfit('beta', isDelta);
  const [decays, betas] = [decay?.dims.at(-1), beta?.dims.at(-1)];
  if (decays !== heads) checkShape('decays', decay?.dims, [batches, length, heads * keys.size]);
  else checkShape('decays', decay?.dims, [batches, length, heads]);
  if (betas !== 1) checkShape('betas', beta?.dims, [batches, length, heads]);
  else checkShape('betas', beta?.dims, [batches, length, 1]);
  const row = (batch: number, position: number) => batch * length + position;
  return {
    queries,
    keys,
    values: rows,
    decayAt:
      decay &&
      ((batch: number, head: number, position: number, feature: number): S =>
        decay.at(row(batch, position) * decays! + (decays === heads ? head : head * keys.size + feature))),
    betaAt:
      beta &&
      ((batch: number, head: number, position: number): S =>
        beta.at(row(batch, position) * betas! + (betas === 1 ? 0 : head))),
  };
}

/**
 * Checks the inputs of the update rule.
 * @throws BadInput for a missing input of the rule, NotJudged for one that it does not use
 */
function unfit(name: string, isNeeded: boolean): never {
  if (isNeeded) throw new BadInput(`the rule needs ${name}`);
  throw new NotJudged('… for a rule that does not use it', name);
}

function packedHeads(what: string, dims: readonly number[], heads: number): HeadLayout {
  if (dims.length !== 3) throw new BadInput(`${what} of ${dims.length} dimensions`);
  return layoutOf(what, dims, () => heads);
}

/** LinearAttention: a state that each position decays, corrects and adds to, and that queries read. */
export const linearAttention = define({
  name: 'LinearAttention',
  family: 'attention',
  definition: 'S ← eᵍ·S + k⊗(β·(v - eᵍ·Sᵀk)); output = scale · Sᵀq',
  evaluate: linearAttentionBy({ recurrence: stepByStep }),
  algorithms: [
    linearAttentionBy({ recurrence: stepByStep, scalesQueries: true }),
    linearAttentionBy({ recurrence: byProducts }),
    // chunks of two have the most states between them; the sign of a zero depends on where chunks end
    ...[2, 4, 8, 16, 32].map((size) => linearAttentionBy({ recurrence: inChunks(size) })),
    linearAttentionBy({ recurrence: stepByStep, readsInData: true }),
  ],
  attributeValues: () => ({ update_rule: rules }),
  bindings: linearBindings,
  tries: (clause, { T, S }) => T === S || clause === 'state-type',
  clauses(schema) {
    const { says, implies } = clausesOf(schema);
    return [
      says(
        'definition',
        'Each position adds the product of its key and value to the state; then its query reads the state.',
      ),
      says('heads', 'Heads are next to each other in the last dimension; each has its own state.'),
      says('grouped-heads', 'Consecutive heads of queries share a head of keys, and its state.'),
      says('scale', 'Results are multiplied by scale, or by 1/√(features of a head) if it is 0.', 'attribute scale'),
      says('gated', 'With gated, the state is first multiplied by e to the power of decay.', 'attribute update_rule'),
      says(
        'delta',
        'With delta, the value that the state has for the key is subtracted from the new value; beta times the difference is written.',
        'attribute update_rule',
      ),
      says(
        'gated-delta',
        'With gated_delta, the state decays before its value for the key is subtracted.',
        'attribute update_rule',
      ),
      says('decay-shapes', 'There is a decay for each head, or for each feature of its keys.', 'input decay'),
      says('beta-shapes', 'There is a beta for each head, or one for all.', 'input beta'),
      says('past-state', 'The initial state is past_state, or zeros.', 'input past_state'),
      says('present-state', 'present_state is the state after the last position.', 'output present_state'),
      says('chunks', 'chunk_size changes no result.', 'attribute chunk_size'),
      says('state-type', 'The state may have another type than the data.', 'type constraints'),
      implies('any-length', 'Every position contributes, in order.', ieee754('4.3')),
      implies(
        'accuracy',
        'Rounding errors stay within the bounds of the recurrence, state by state or by products of keys.',
        ieee754('4.3; the bounds: docs/proofs.md'),
      ),
      implies('special-values', 'NaN and infinities follow the recurrence.', ieee754('6 and 7')),
    ];
  },
  rules: (schema): readonly Clause[] =>
    [
      ['invalid-packed', 'Queries, keys and values have three dimensions.', 'inputs'] as const,
      [
        'invalid-packed-heads',
        'The numbers of heads divide the last dimension; that of queries is a multiple of that of keys.',
        'attributes',
      ] as const,
      ['invalid-linear-shapes', 'Queries, keys and values have matching shapes.', 'inputs'] as const,
      [
        'invalid-linear-state',
        'The state has a number for each feature of keys and values.',
        'input past_state',
      ] as const,
      [
        'invalid-decay',
        'Decays have the required shape, and are given if the rule needs them.',
        'input decay',
      ] as const,
      ['invalid-beta', 'Betas have the required shape, and are given if the rule needs them.', 'input beta'] as const,
    ].map(([id, text, place]) => rule(id, text, place, schema)),
});

/** The bindings to test: one type for data and state, and wider or narrower states. */
function linearBindings(schema: Schema): readonly Binding[] {
  const pairs = [
    ['float16', 'float32'],
    ['bfloat16', 'float32'],
    ['float32', 'float16'],
  ] as const;
  return [
    ...dtypesOf(schema, { type: 'T' }).map((type) => ({ T: type, S: type })),
    ...pairs.map(([T, S]) => ({ T, S })),
  ];
}
