import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import { exp } from '../../../oracles/arithmetic/functions.ts';
import { placeOf } from '../../../oracles/arrays/index-map.ts';
import { range } from '../../../oracles/arrays/lines.ts';
import { type FloatFormat, formatOf } from '../../../oracles/numerics/dtype.ts';
import { largestFinite } from '../../../oracles/numerics/rounding.ts';
import { type BiasOf, biasOf } from '../../../oracles/operators/attention/bias.ts';
import { type AttentionForm, formOf } from '../../../oracles/operators/attention/form.ts';
import { type AttentionFormula, attentionBy, plainAttention } from '../../../oracles/operators/attention/rows.ts';
import { capped, ofDistances, type Powers, type ScaledProduct } from '../../../oracles/operators/attention/ways.ts';
import type { AttributeValue } from '../../../oracles/spec/declaration.ts';
import { type Evaluate, type InputValues, Node, type NodeValues, values } from '../../../oracles/spec/node.ts';
import { eachOf, onNode, onOutputs } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import type { Alter } from '../variant.ts';
import { onInput, readFrom, withNumbers, withoutAttributes } from '../views.ts';
import { ofEach } from './normalizations.ts';

const { NEGATIVE_INFINITY } = Number;

const by =
  (formula: Partial<AttentionFormula>): Alter =>
  () =>
    attentionBy({ ...plainAttention, ...formula });

const float = (value: number): AttributeValue => ({ type: 'FLOAT', value });
const int = (value: number): AttributeValue => ({ type: 'INT', value });

/** A node with other inputs by their places, and attributes; what is `undefined` is left out. */
function changed<S>(
  node: Node<S>,
  inputs: Readonly<Record<number, InputValues<S> | undefined>>,
  attributes: Readonly<Record<string, AttributeValue | undefined>> = {},
): Node<S> {
  const all = range(7).map((place) => (place in inputs ? inputs[place] : node.inputs[place]));
  const kept = Object.entries({ ...node.attributes, ...attributes }).filter(([, value]) => value !== undefined);
  return new Node(node.version, Object.fromEntries(kept) as Node<S>['attributes'], all, node.outputs);
}

const noWindow = { left_window_size: undefined, right_window_size: undefined };
const maskAlone = <S>(node: Node<S>): Node<S> => changed(node, { 6: undefined }, { is_causal: undefined, ...noWindow });

/** What another kernel adds to the score of a query and a key. */
type Added = <S>(
  a: Arithmetic<S>,
  node: Node<S>,
  form: AttentionForm<S>,
) => (batch: number, head: number, position: number, key: number) => S | undefined;

/** With another mask of everything, as numbers. */
const masked =
  (added: Added): Alter =>
  (correct) =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const form = formOf(node);
    const { queries, keys } = form;
    const at = added(a, node, form);
    const dims = [queries.batches, queries.heads, queries.length, keys.length];
    const own = values(node.input(0).dtype, dims, (index) => {
      const [batch, head, position, key] = placeOf(index, dims) as [number, number, number, number];
      return at(batch, head, position, key) ?? a.of(0);
    });
    return correct(a, changed(maskAlone(node), { 3: own }));
  };

/** The right bias of a node, one key of it. */
const biased = <S>(a: Arithmetic<S>, node: Node<S>, form: AttentionForm<S>) => {
  const right: BiasOf<S> = biasOf(a, node, form);
  return (batch: number, head: number, position: number, key: number) => right(batch, head, position)[key];
};

/** How many keys come before the queries of a batch. */
const offsetOf = <S>(node: Node<S>, { past, queries }: AttentionForm<S>, batch: number): number =>
  node.inputs[6] ? node.integers(6)[batch]! - queries.length : past;

/** Causality that lets other keys through. */
const causalBy = (
  allows: (at: {
    readonly position: number;
    readonly key: number;
    readonly offset: number;
    readonly queries: number;
    readonly keys: number;
    readonly past: number;
    readonly isPadded: boolean;
  }) => boolean,
): Alter =>
  masked((a, node, form) => {
    const rest = biased(a, changed(node, {}, { is_causal: undefined }), form);
    const isCausal = node.flag('is_causal');
    return (batch, head, position, key) => {
      const isAllowed = allows({
        position,
        key,
        offset: offsetOf(node, form, batch),
        queries: form.queries.length,
        keys: form.keys.length,
        past: form.past,
        isPadded: node.inputs[6] !== undefined,
      });
      return isCausal && !isAllowed ? a.of(NEGATIVE_INFINITY) : rest(batch, head, position, key);
    };
  });

/** Masks that are read elsewhere. */
const maskFrom = (from: (at: readonly number[], dims: readonly number[]) => readonly number[]): Alter =>
  onInput(3, (mask) => readFrom(mask, (at) => from(at, mask.dims)));

/** Masks of truth values as other numbers. */
const truthsAs = (yes: number, no: number): Alter =>
  onNode(<S>(node: Node<S>, a: Arithmetic<S>) => {
    const mask = node.inputs[3];
    if (mask?.dtype !== 'bool') return {};
    const numbers = eachOf<S, InputValues<S>>(mask, (x) => a.select(x, a.of(yes), a.of(no)));
    return { inputs: node.inputs.with(3, { ...numbers, dtype: node.input(0).dtype }) };
  });

/** The fourth output in another way. */
const onFourth =
  (change: <S>(given: NodeValues<S>, a: Arithmetic<S>, node: Node<S>, correct: Evaluate) => NodeValues<S>): Alter =>
  (correct) =>
  (a, node) =>
    correct(a, node).map((output, i) => (i === 3 ? change(output, a, node, correct) : output));

/** Another mode than the one that is asked for. */
const inMode = (mode: (asked: number) => number): Alter =>
  onFourth(
    (_, a, node, correct) =>
      correct(a, changed(node, {}, { qk_matmul_output_mode: int(mode(node.number('qk_matmul_output_mode'))) }))[3]!,
  );

/** Scores by a product that is scaled in another way. */
const scaledBy = (change: <S>(a: Arithmetic<S>, product: S, scale: S) => S): Alter =>
  by({
    product: ((a, query, scale) => ({
      of: (key) => a.dot(query, key),
      score: (product) => change(a, product, scale),
    })) satisfies ScaledProduct,
  });

const weightedBy = (powers: Powers): Alter => by({ powers });

/** Products of some features of queries and keys alone. */
const ofFeatures = (isTaken: (feature: number, size: number) => boolean): Alter =>
  by({
    product: ((a, query, scale) => ({
      of: (key) => {
        const some = range(query.length).filter((feature) => isTaken(feature, query.length));
        return a.dot(
          some.map((feature) => query[feature]!),
          some.map((feature) => key[feature]!),
        );
      },
      score: (product) => a.multiply(product, scale),
    })) satisfies ScaledProduct,
  });

const isSquare = (dims: readonly number[]): boolean => dims.at(-1) === dims.at(-2);

/** Values, or keys, of some heads in the place of others: of tensors of four dimensions. */
const headsOf = (place: number, from: (head: number, heads: number) => number): Alter =>
  onInput(place, (given) =>
    given.dims.length === 4 ? readFrom(given, ([b, h, i, d]) => [b!, from(h!, given.dims[1]!), i!, d!]) : given,
  );

/** With keys and values that another kernel puts before those of the call, or behind them. */
const withPast =
  (change: <S>(node: Node<S>, past: readonly [InputValues<S>, InputValues<S>]) => Node<S>): Alter =>
  (correct) =>
  (a, node) => {
    const [keys, vals] = [node.inputs[4], node.inputs[5]];
    return correct(a, keys && vals ? change(node, [keys, vals]) : node);
  };

/** Two of the faults together: one kernel on keys and values. */
const both =
  (one: Alter, other: Alter): Alter =>
  (correct) =>
    other(one(correct));

const isPacked = <S>(node: Node<S>): boolean => node.input(0).dims.length === 3;

/** Scores that are capped in another way. @param once caps as it is right */
const capping =
  (change: <S>(a: Arithmetic<S>, x: S, cap: S, once: (x: S) => S) => S): Alter =>
  (correct) =>
  (a, node) => {
    const cap = node.number('softcap');
    if (cap === 0) return correct(a, node);
    const product: ScaledProduct = (own, query, scale) => ({
      of: (key) => own.dot(query, key),
      score: (x) => change(own, own.multiply(x, scale), own.of(cap), (score) => capped(own, score, cap)),
    });
    return attentionBy({ ...plainAttention, product })(a, changed(node, {}, { softcap: undefined }));
  };

const inverted: Alter = onNode((node, a) => {
  const mask = node.inputs[3];
  if (mask?.dtype !== 'bool') return {};
  return {
    inputs: node.inputs.with(
      3,
      eachOf(mask, (x) => a.select(x, a.of(0), a.of(1))),
    ),
  };
});

/** With a number in the place of -∞. */
const maskedAs = (number: number): Alter =>
  masked((a, node, form) => {
    const right = biased(a, node, form);
    return (...at) => {
      const added = right(...at);
      return added === undefined ? added : a.select(a.equal(added, a.of(NEGATIVE_INFINITY)), a.of(number), added);
    };
  });

/** Queries whose keys are all masked give a number. */
const emptyRowsAs =
  (number: number): Alter =>
  (correct) =>
  (a, node) => {
    const form = formOf(node);
    const bias = biasOf(a, node, form);
    const [y, ...rest] = correct(a, node);
    return [
      eachOf(y!, (x, index) => {
        const [batch, head, position] = form.output.place(index);
        const isEmpty = bias(batch, head, position)
          .map((one) => (one === undefined ? a.of(0) : a.equal(one, a.of(NEGATIVE_INFINITY))))
          .reduce((all, one) => a.select(all, one, all), a.of(1));
        return a.select(isEmpty, a.of(number), x);
      }),
      ...rest,
    ];
  };

/** A mask of fewer keys than there are as one of all. @param from the key that is read for one; a negative one is masked, none is not */
const shorterAs = (from: (total: number, key: number, length: number) => number | undefined): Alter =>
  onNode((node, a) => {
    const mask = node.inputs[3];
    const [total, length] = [formOf(node).keys.length, mask?.dims.at(-1) ?? 0];
    if (!mask || length < 2 || length === total) return {};
    const isTruth = mask.dtype === 'bool';
    const own = values(mask.dtype, mask.dims.with(-1, total), (index) => {
      const key = from(total, index % total, length);
      if (key === undefined) return a.of(isTruth ? 1 : 0);
      if (key < 0) return a.of(isTruth ? 0 : NEGATIVE_INFINITY);
      return mask.at(Math.floor(index / total) * length + key);
    });
    return { inputs: node.inputs.with(3, own) };
  });

/** Other counts of keys that are not padding. */
const paddingBy = (change: (count: number, total: number, counts: readonly number[]) => number): Alter =>
  onNode((node) => {
    const given = node.inputs[6];
    if (!given) return {};
    const counts = node.integers(6);
    const total = formOf(node).keys.length;
    const data = BigInt64Array.from(counts, (count) => BigInt(change(count, total, counts)));
    return { inputs: node.inputs.with(6, { ...given, tensor: { ...given.tensor!, data } as never }) };
  });

/** Windows around other positions than those of the queries. */
const windowsFrom = (offset: number): Alter =>
  masked((a, node, form) => {
    const rest = biased(a, changed(node, {}, noWindow), form);
    const [left, right] = ['left_window_size', 'right_window_size'].map((name) => {
      const size = node.has(name) ? node.number(name) : -1;
      return size < 0 ? Number.POSITIVE_INFINITY : size;
    });
    return (batch, head, position, key) => {
      const own = position + offset;
      return key >= own - left! && key <= own + right! ? rest(batch, head, position, key) : a.of(NEGATIVE_INFINITY);
    };
  });

/** The past and the keys of the call change places. */
const pastBehind: Alter = withPast((node, [keys, vals]) =>
  isPacked(node) ? node : changed(node, { 1: keys, 2: vals, 4: node.input(1), 5: node.input(2) }),
);

/** The softmax of each key over all queries. */
const overQueries: Alter =
  (correct) =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const form = formOf(node);
    const { queries, keys, output } = form;
    const own = changed(node, {}, { qk_matmul_output_mode: int(2) });
    const scores = correct(a, new Node(own.version, own.attributes, own.inputs, 4))[3]!;
    const scoreAt = (batch: number, head: number, position: number, key: number): S =>
      scores.at(((batch * queries.heads + head) * queries.length + position) * keys.length + key);
    const [y, ...rest] = correct(a, node);
    return [
      eachOf<S, NodeValues<S>>(y!, (_, index) => {
        const [batch, head, position, feature] = output.place(index);
        const shares = range(keys.length).map((key) => {
          const column = range(queries.length).map((other) => scoreAt(batch, head, other, key));
          const powers = ofDistances(a, column);
          return a.divide(powers[position]!, a.sum(powers));
        });
        const column = range(keys.length).map((key) => form.value(batch, form.headOfKeys(head), key, feature));
        return a.dot(shares, column);
      }),
      ...rest,
    ];
  };

/** Three dimensions are read as four, without a transposition. */
const unturned: Alter = (correct) => (a, node) => {
  if (!isPacked(node)) return correct(a, node);
  const { queries, keys, values: vals, past } = formOf(node);
  const dims = [queries, keys, vals].map(({ batches, heads, length, size }, i) => [
    batches,
    heads,
    i === 0 ? length : length - past,
    size,
  ]);
  const inputs = dims.map((own, i) => ({ ...node.input(i), dims: own }));
  const none = { q_num_heads: undefined, kv_num_heads: undefined };
  const [y, ...rest] = correct(a, changed(node, { 0: inputs[0], 1: inputs[1], 2: inputs[2] }, none));
  return [{ ...y!, dims: [queries.batches, queries.length, queries.heads * vals.size] }, ...rest];
};

/** Faults of attention, as models of today met them. */
export const attentionFaults: readonly Mutant[] = ofEach(['Attention'], {
  'scale is not applied': ['a factor that is folded into weights', scaledBy((_, product) => product)],
  'the scale is applied to queries and keys alike': [
    'scale for its root',
    scaledBy((a, product, scale) => a.multiply(product, a.multiply(scale, scale))),
  ],
  'only the queries are scaled, by the root': [
    'a factor that is left out of keys',
    scaledBy((a, product, scale) => a.multiply(product, a.sqrt(scale))),
  ],
  'the attribute scale is not read': ['kernels with the scale of the paper', withoutAttributes('scale')],
  'the default scale is 1 over the features': [
    'muP',
    onNode((node) =>
      node.has('scale') ? {} : { attributes: { ...node.attributes, scale: float(1 / formOf(node).keys.size) } },
    ),
  ],
  'the default scale goes by the features of values': [
    'one head size for both',
    onNode((node) =>
      node.has('scale')
        ? {}
        : { attributes: { ...node.attributes, scale: float(Math.fround(1 / Math.sqrt(formOf(node).values.size))) } },
    ),
  ],
  'the default scale goes by the features of all heads': [
    'hidden size for head size',
    onNode((node) => {
      const { keys, queries } = formOf(node);
      if (node.has('scale')) return {};
      return {
        attributes: { ...node.attributes, scale: float(Math.fround(1 / Math.sqrt(keys.size * queries.heads))) },
      };
    }),
  ],
  'the mask is scaled as well': [
    'mask added before scale',
    masked((a, node, form) => {
      const right = biased(a, node, form);
      const scale = node.has('scale') ? node.number('scale') : 1 / Math.sqrt(form.keys.size);
      return (...at) => {
        const added = right(...at);
        return added === undefined ? added : a.multiply(added, a.of(Math.fround(scale)));
      };
    }),
  ],
  'softcap is not read': ['an attribute that is not read', withoutAttributes('softcap')],
  'the mask is added before softcap': ['ONNX until 1.21; onnxruntime#28379', by({ capsMasked: true })],
  'softcap is applied twice': ['fused and not removed', capping((_, x, __, once) => once(once(x)))],
  'softcap clips': ['clamp for tanh', capping((a, x, cap) => a.maximum(a.negate(cap), a.minimum(x, cap)))],
  'softcap is not multiplied back': ['tanh(s/c) alone', capping((a, x, cap, once) => a.divide(once(x), cap))],
  'truth values are turned round': ['True for masked, as PyTorch modules have it', inverted],
  'truth values are added as numbers': ['a cast of the mask', truthsAs(1, 0)],
  'masked scores are -10000': ['BERT', maskedAs(-10000)],
  'masked scores are the lowest number, and empty rows means': [
    'lowest() for -Infinity',
    maskedAs(-largestFinite(formatOf('float32') as FloatFormat)),
  ],
  'the mask is not read': [
    'an optional input that is not read',
    onNode(({ inputs }) => ({ inputs: inputs.map((input, i) => (i === 3 ? undefined : input)) })),
  ],
  'a mask of numbers is not read': [
    'kernels of truth values',
    onNode(({ inputs }) => ({
      inputs: inputs.map((input, i) => (i === 3 && input?.dtype !== 'bool' ? undefined : input)),
    })),
  ],
  'of a mask of numbers only -Infinity counts': [
    'a mask that is made truth values',
    onNode((node, a) => {
      const mask = node.inputs[3];
      if (!mask || mask.dtype === 'bool') return {};
      const [no, zero] = [a.of(NEGATIVE_INFINITY), a.of(0)];
      return {
        inputs: node.inputs.with(
          3,
          eachOf(mask, (x) => a.select(a.equal(x, no), no, zero)),
        ),
      };
    }),
  ],
  'every batch has the mask of the first': [
    'a batch stride of 0',
    maskFrom((at, dims) => (dims.length === 4 ? at.with(0, 0) : at)),
  ],
  'every head has the mask of the first': [
    'a head stride of 0',
    maskFrom((at, dims) => (dims.length > 2 ? at.with(-3, 0) : at)),
  ],
  'every query has the mask of the first': [
    'masks of keys',
    maskFrom((at, dims) => (dims.length > 1 ? at.with(-2, 0) : at)),
  ],
  'square masks are transposed': [
    'columns for rows',
    maskFrom((at, dims) => (dims.length > 1 && isSquare(dims) ? at.with(-1, at.at(-2)!).with(-2, at.at(-1)!) : at)),
  ],
  'a mask of three dimensions has batches first': [
    'no heads among the masks',
    onInput(3, (mask, node) => {
      const { batches, heads } = formOf(node).queries;
      const [first] = mask.dims;
      if (mask.dims.length !== 3 || first !== batches || first !== heads) return mask;
      return { ...mask, dims: [first!, 1, ...mask.dims.slice(1)] };
    }),
  ],
  'a shorter mask lets the other keys through': [
    'zeros for padding',
    shorterAs((_, key, length) => (key < length ? key : undefined)),
  ],
  'a shorter mask is that of the last keys': [
    'padding at the wrong end',
    shorterAs((total, key, length) => (key >= total - length ? key - (total - length) : -1)),
  ],
  'empty rows are NaN': ['ONNX until 1.22; 0/0', emptyRowsAs(Number.NaN)],
  'empty rows are the first value': ['an index that stays 0', emptyRowsAs(1)],
  'is_causal is not read': ['an attribute that is not read', withoutAttributes('is_causal')],
  'no query reads its own key': ['j < i', causalBy(({ position, key, offset }) => key < position + offset)],
  'causality lets one key more through': [
    'j <= i + 1',
    causalBy(({ position, key, offset }) => key <= position + offset + 1),
  ],
  'causality is aligned at the last key': [
    'bottom-right without a past',
    causalBy(({ position, key, keys, queries }) => key <= position + keys - queries),
  ],
  'causality is aligned at the first key, whatever the past': [
    'ONNX#7297',
    causalBy(({ position, key, isPadded, offset }) => key <= position + (isPadded ? offset : 0)),
  ],
  'causality is one off where there is a past': [
    'off by one',
    causalBy(({ position, key, offset, past }) => key < position + offset + (past > 0 ? 0 : 1)),
  ],
  'causality is turned round': [
    'the upper triangle',
    causalBy(({ position, key, offset }) => key >= position + offset),
  ],
  'causality is aligned at the first key, whatever the padding': [
    'ONNX until 1.22, PR 8068',
    causalBy(({ position, key, isPadded, offset }) => key <= position + (isPadded ? 0 : offset)),
  ],
  'causality counts padding as keys': [
    'kv length for valid keys',
    causalBy(
      ({ position, key, isPadded, offset, keys, queries }) => key <= position + (isPadded ? keys - queries : offset),
    ),
  ],
  'with is_causal the mask is not read': [
    'one mask or the other',
    onNode(({ inputs, attributes }) =>
      attributes.is_causal?.value === 1 ? { inputs: inputs.map((input, i) => (i === 3 ? undefined : input)) } : {},
    ),
  ],
  'with a mask is_causal is not read': [
    'one mask or the other',
    onNode(({ inputs, attributes }) => (inputs[3] ? { attributes: { ...attributes, is_causal: int(0) } } : {})),
  ],
  'only the first query is causal': [
    'decoding kernels',
    masked((a, node, form) => {
      const [right, open] = [biased(a, node, form), biased(a, changed(node, {}, { is_causal: undefined }), form)];
      return (...at) => (at[2] === 0 ? right(...at) : open(...at));
    }),
  ],
  'heads of queries take heads of keys in turn': ['ONNX#7274', by({ takesTurns: true })],
  'all heads of queries read the first head of keys': [
    'MQA for GQA',
    both(
      headsOf(1, () => 0),
      headsOf(2, () => 0),
    ),
  ],
  'all heads of queries read the first head of values': ['a head stride of 0', headsOf(2, () => 0)],
  'heads of values are one behind those of keys': ['an offset', headsOf(2, (head, heads) => (head + 1) % heads)],
  'the past comes behind': ['Concat in the other order', pastBehind],
  'the past is not read': [
    'an optional input that is not read',
    (correct) => (a, node) => {
      if (!node.inputs[4] || node.inputs[3]) return correct(a, node);
      const [y] = correct(a, changed(node, { 4: undefined, 5: undefined }));
      return [y!, ...correct(a, node).slice(1)];
    },
  ],
  'past values are those of the first batch': [
    'a batch stride of 0',
    onInput(5, (past) => readFrom(past, ([_, ...rest]) => [0, ...rest])),
  ],
  'past keys are those of the first head': [
    'a head stride of 0',
    onInput(4, (past) => readFrom(past, ([b, _, ...rest]) => [b!, 0, ...rest])),
  ],
  'the past is read backwards': [
    'a ring buffer',
    withPast((node, [keys, vals]) => {
      const turned = <S>(x: InputValues<S>) => readFrom(x, ([b, h, i, d]) => [b!, h!, x.dims[2]! - 1 - i!, d!]);
      return changed(node, { 4: turned(keys), 5: turned(vals) });
    }),
  ],
  'past keys have positions before heads': [
    'the layout of other frameworks',
    onInput(4, (past) => {
      const [, heads, length, size] = past.dims as [number, number, number, number];
      return eachOf(past, (_, index) => {
        const [b, h, i, d] = placeOf(index, past.dims) as [number, number, number, number];
        return past.at(((b * length + i) * heads + h) * size + d);
      });
    }),
  ],
  'present keys are those of the call': [
    'no concatenation',
    (correct) => (a, node) =>
      correct(a, node).map((output, i) =>
        i === 1
          ? eachOf(output, (x, index) => (placeOf(index, output.dims)[2]! < formOf(node).past ? a.of(0) : x))
          : output,
      ),
  ],
  'present keys are scaled': [
    'in place',
    (correct) => (a, node) =>
      correct(a, node).map((output, i) =>
        i === 1 ? eachOf(output, (x) => a.multiply(x, a.of(node.has('scale') ? node.number('scale') : 1))) : output,
      ),
  ],
  'present values are present keys': [
    'one pointer for both',
    (correct) => (a, node) => {
      const outputs = correct(a, node);
      const [keys, vals] = outputs.slice(1);
      if (!vals || !keys) return outputs;
      const size = keys.dims.at(-1)!;
      return outputs.with(
        2,
        eachOf(vals, (_, index) =>
          keys.at(Math.floor(index / vals.dims.at(-1)!) * size + ((index % vals.dims.at(-1)!) % size)),
        ),
      );
    },
  ],
  'present keys of three dimensions keep their layout': [
    'a reshape without a transposition',
    (correct) => (a, node) => {
      const outputs = correct(a, node);
      const K = node.input(1);
      return outputs[1] && isPacked(node) && !node.inputs[4]
        ? outputs.with(
            1,
            eachOf(outputs[1], (_, index) => K.at(index)),
          )
        : outputs;
    },
  ],
  'padding is not read': [
    'an optional input that is not read',
    onNode(({ inputs }) => ({ inputs: inputs.slice(0, 6) })),
  ],
  'one key of padding is read': ['off by one', paddingBy((count, total) => Math.min(count + 1, total))],
  'one key too few is read before padding': ['off by one', paddingBy((count) => Math.max(count - 1, 0))],
  'every batch has the padding of the first': ['a batch stride of 0', paddingBy((_, __, counts) => counts[0]!)],
  'windows are not read': ['attributes that are not read', withoutAttributes('left_window_size', 'right_window_size')],
  'left and right windows are mixed up': [
    'two numbers in the other order',
    onNode(({ attributes }) => {
      const { left_window_size: left, right_window_size: right, ...rest } = attributes;
      return {
        attributes: { ...rest, ...(right && { left_window_size: right }), ...(left && { right_window_size: left }) },
      };
    }),
  ],
  'a left window counts the position itself': [
    'window of n keys',
    withNumbers('left_window_size', ([size]) => [size! > 0 ? size! - 1 : size!]),
  ],
  'a left window is one longer': [
    'off by one',
    withNumbers('left_window_size', ([size]) => [size! < 0 ? size! : size! + 1]),
  ],
  'the right window is not read': ['causal windows only', withoutAttributes('right_window_size')],
  'with a left window alone keys behind are masked': [
    'causal windows only',
    onNode(({ attributes }) =>
      (attributes.left_window_size?.value as number) >= 0 && !attributes.right_window_size
        ? { attributes: { ...attributes, right_window_size: int(0) } }
        : {},
    ),
  ],
  'a window of 0 is none': [
    '0 for no window',
    onNode(({ attributes }) => ({
      attributes: Object.fromEntries(
        Object.entries(attributes).filter(([name, { value }]) => !(name.endsWith('window_size') && value === 0)),
      ),
    })),
  ],
  'windows are counted from the first key, whatever the past': ['no offset', windowsFrom(0)],
  'with is_causal windows are not read': [
    'one mask or the other',
    onNode(({ attributes }) =>
      attributes.is_causal?.value === 1 ? { attributes: { ...attributes, left_window_size: int(-1) } } : {},
    ),
  ],
  'mode 0 is after softcap': ['onnx.reference 1.23: in place', inMode((mode) => (mode === 0 ? 1 : mode))],
  'mode 1 has the mask': ['the numbers of ONNX until 1.21', inMode((mode) => (mode === 1 ? 2 : mode))],
  'mode 2 lacks the mask': ['the numbers of ONNX until 1.21', inMode((mode) => (mode === 2 ? 1 : mode))],
  'mode 3 has scores': ['before the softmax', inMode((mode) => (mode === 3 ? 2 : mode))],
  'the mode is not read': ['an attribute that is not read', inMode(() => 0)],
  'mode 0 is not scaled': [
    'the scale is applied later',
    onFourth((given, a, node) =>
      node.number('qk_matmul_output_mode') === 0
        ? eachOf(given, (x) =>
            a.divide(x, a.of(node.has('scale') ? node.number('scale') : 1 / Math.sqrt(formOf(node).keys.size))),
          )
        : given,
    ),
  ],
  'mode 2 has the lowest number for -Infinity': [
    'onnxruntime 1.30',
    onFourth((given, a) => eachOf(given, (x) => a.select(a.equal(x, a.of(NEGATIVE_INFINITY)), a.of(-65504), x))),
  ],
  'mode 3 is transposed where it is square': [
    'columns for rows',
    onFourth((given, _, node) =>
      node.number('qk_matmul_output_mode') === 3 && isSquare(given.dims)
        ? readFrom(given, ([b, h, i, j]) => [b!, h!, j!, i!])
        : given,
    ),
  ],
  'exponentials are taken without a shift, in float16': [
    'naive softmax',
    weightedBy((a, scores) => scores.map((score) => a.minimum(a.apply(exp, score), a.of(65504)))),
  ],
  'the greatest score is not looked for in the last of an odd number of keys': [
    'vectors of two',
    weightedBy((a, scores) => {
      const most = scores.slice(0, scores.length > 1 ? scores.length - (scores.length % 2) : 1).reduce(a.maximum);
      return scores.map((score) => a.apply(exp, a.minimum(a.subtract(score, most), a.of(4))));
    }),
  ],
  'the greatest score is looked for from 0 on': [
    'a maximum that starts from 0',
    weightedBy((a, scores) => {
      const most = scores.reduce(a.maximum, a.of(0));
      return scores.map((score) => a.apply(exp, a.subtract(score, most)));
    }),
  ],
  'the last of an odd number of keys is not read': [
    'vectors of two',
    weightedBy((a, scores) =>
      ofDistances(a, scores).map((power, i) =>
        i > 0 && i === scores.length - 1 && scores.length % 2 === 1 ? a.of(0) : power,
      ),
    ),
  ],
  'keys from the 17th on are not read': [
    'one block',
    weightedBy((a, scores) => ofDistances(a, scores).map((power, i) => (i < 16 ? power : a.of(0)))),
  ],
  'what was added up is not scaled at a new maximum': [
    'online softmax without its correction',
    weightedBy((a, scores) => {
      const tops = scores.map((_, i) => scores.slice(0, i + 1).reduce(a.maximum));
      return scores.map((score, i) =>
        a.select(a.equal(score, tops[i]!), a.of(1), a.apply(exp, a.subtract(score, tops[i]!))),
      );
    }),
  ],
  'what was added up is not scaled at a new maximum of the second block': [
    'blocks of 4 keys',
    weightedBy((a, scores) => {
      const block = (i: number) => Math.floor(i / 4);
      const tops = scores.map((_, i) => scores.slice(0, 4 * (block(i) + 1)).reduce(a.maximum));
      return scores.map((score, i) =>
        a.select(a.equal(score, tops[i]!), a.of(1), a.apply(exp, a.subtract(score, tops[i]!))),
      );
    }),
  ],
  'softmax is taken by powers of two': [
    'log2(e) left out',
    weightedBy((a, scores) =>
      ofDistances(
        a,
        scores.map((score) => a.multiply(score, a.of(Math.LN2))),
      ),
    ),
  ],
  'shares are not divided by their sum': [
    'a normalization that is left out',
    by({
      mixing: (a, _, powers, stored) => {
        const shares = powers.map(stored);
        return { shares, mix: (column) => a.dot(shares, column) };
      },
    }),
  ],
  'softmax is over queries': ['the wrong axis', overQueries],
  'features beyond a multiple of 4 are not multiplied': [
    'vectors of four',
    ofFeatures((feature, size) => size < 4 || feature < size - (size % 4)),
  ],
  'the last feature is not multiplied': [
    'a loop that ends early',
    ofFeatures((feature, size) => size === 1 || feature < size - 1),
  ],
  'softmax_precision is not read': ['onnxruntime 1.30', withoutAttributes('softmax_precision')],
  'keys of as many features as keys are not transposed': [
    'columns for rows',
    onInput(1, (K) => (K.dims.length === 4 && isSquare(K.dims) ? readFrom(K, ([b, h, i, d]) => [b!, h!, d!, i!]) : K)),
  ],
  'heads of three dimensions come before positions': ['ONNX#7142: a reshape without a transposition', unturned],
  'results of three dimensions have heads before positions': [
    'no transposition at the end',
    (correct) => (a, node) => {
      const outputs = correct(a, node);
      if (!isPacked(node)) return outputs;
      const {
        output: { batches, heads, length, size, index },
      } = formOf(node);
      const dims = [batches, heads, length, size];
      return outputs.with(
        0,
        eachOf(outputs[0]!, (_, i) => outputs[0]!.at(index(...(placeOf(i, dims) as [number, number, number, number])))),
      );
    },
  ],
  'every batch has the keys of the first': [
    'a batch stride of 0',
    onInput(1, (K) => readFrom(K, ([_, ...rest]) => [0, ...rest])),
  ],
  'every batch has the values of the first': [
    'a batch stride of 0',
    onInput(2, (V) => readFrom(V, ([_, ...rest]) => [0, ...rest])),
  ],
  'only the last query is computed': [
    'decoding kernels',
    onOutputs((output, _, node) => {
      const { length, heads } = formOf(node).queries;
      if (output.dims.length === 4 && output.dims[2] === length && output.dims[1] === heads && length > 1)
        return readFrom(output, ([b, h, _i, d]) => [b!, h!, length - 1, d!]);
      return output;
    }),
  ],
});
