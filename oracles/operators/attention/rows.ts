import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { placeOf } from '../../arrays/index-map.ts';
import { range } from '../../arrays/lines.ts';
import { type DType, formatOf } from '../../numerics/dtype.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { type Evaluate, memoized, type Node, values } from '../../spec/node.ts';
import { anyZero } from '../elementwise/numbers.ts';
import { biasOf } from './bias.ts';
import { formOf } from './form.ts';
import {
  byPower,
  byValue,
  capped,
  type Mixing,
  ofDistances,
  type Powers,
  type ScaledProduct,
  scaledAfterwards,
} from './ways.ts';

/** The choices in the computation of a row. */
export interface AttentionFormula {
  readonly product: ScaledProduct;
  readonly powers: Powers;
  readonly mixing: Mixing;
  /** masked keys and values are not read: they count as 0 */
  readonly skipsMasked?: true;
  /** the default scale is computed in float32 */
  readonly hasSingleScale?: true;
  /** heads of keys are assigned to heads of queries in turn, as in function bodies until ONNX 1.19 */
  readonly takesTurns?: true;
  /** the mask is added before softcap, as in the text until ONNX 1.21 */
  readonly capsMasked?: true;
  /** a mask of truth values is a mask of numbers: 0 is added to what it lets through */
  readonly addsZeros?: true;
}

/** The intermediate results of a row, from products to softmax. */
interface AttentionRow<S> {
  /** by the number of the mode that shows it: products, after the first step, after both, shares */
  readonly stages: readonly (readonly S[])[];
  /** returns the sum of values, one for each key, weighted by the softmax */
  mix(values: readonly S[]): S;
}

/** Attention in some way of computing it. */
export const attentionBy =
  ({
    product,
    powers,
    mixing,
    skipsMasked,
    addsZeros,
    takesTurns,
    capsMasked,
    hasSingleScale,
  }: AttentionFormula): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const form = formOf(node);
    const { queries, keys, output } = form;
    const headOfKeys = (head: number) => (takesTurns ? head % keys.heads : form.headOfKeys(head));
    const bias = biasOf(a, node, form);
    const scale = scaleOf(a, node, keys.size, hasSingleScale === true);
    const cap = capOf(node);
    const [Q, V] = [node.input(0), node.input(2)];
    const precision = precisionOf(node);
    const inner = precision ? a.in(precision) : a;
    const enter = (score: S) => (precision ? inner.from(score, Q.dtype) : score);
    const leave = (share: S) => (precision ? a.from(share, precision) : share);
    const masked = a.of(Number.NEGATIVE_INFINITY);
    const dims = [queries.batches, queries.heads, queries.length];

    const rowAt = (batch: number, head: number, position: number): AttentionRow<S> => {
      const added = bias(batch, head, position);
      const areMasked = added.map((one) => (one === undefined ? a.of(0) : a.equal(one, masked)));
      const isEmpty = areMasked.reduce((all, one) => a.select(all, one, all), a.of(1));
      const read = (xs: readonly S[]) => (skipsMasked ? xs.map((x, key) => a.select(areMasked[key]!, a.of(0), x)) : xs);
      const row = range(keys.size).map((feature) => Q.at(queries.index(batch, head, position, feature)));
      const { of, score } = product(a, row, scale);
      const products = range(keys.length).map((key) =>
        of(range(keys.size).map((feature) => form.key(batch, headOfKeys(head), key, feature))),
      );
      const cappedOf: StateStep<S> = (x) => (cap === 0 ? x : capped(a, x, cap));
      const maskedBy: StateStep<S> = (x, by) => (by === undefined ? x : a.add(x, by));
      const steps = capsMasked ? [maskedBy, cappedOf] : [cappedOf, maskedBy];
      // equal products and masks give equal scores
      const pathOf = byValue((one: S) =>
        byValue((by: S | undefined) => {
          const path = [score(one)];
          for (const step of steps) path.push(step(path.at(-1)!, by));
          return { path, entered: enter(path.at(-1)!) };
        }),
      );
      const along = (xs: readonly S[]) =>
        xs.map((one, key) => pathOf(one)(added[key] ?? (addsZeros ? a.of(0) : undefined)));
      const entered = along(read(products)).map((one) => one.entered);
      const mixture = mixing(a, inner, powers(inner, entered), leave);
      const orZero = (x: S) => a.select(isEmpty, anyZero(a), x);
      const paths = along(products).map(({ path }) => path);
      return {
        stages: [...[0, 1, 2].map((step) => paths.map((path) => path[step]!)), mixture.shares.map(orZero)],
        mix: (xs) => orZero(mixture.mix(read(xs))),
      };
    };
    const rows = memoized(
      dims.reduce((x, y) => x * y, 1),
      (index) => rowAt(...(placeOf(index, dims) as [number, number, number])),
    );
    const rowOf = (batch: number, head: number, position: number) =>
      rows((batch * queries.heads + head) * queries.length + position);
    const mode = modeOf(node);
    return [
      values(Q.dtype, output.dims, (index) => {
        const [batch, head, position, feature] = output.place(index);
        const column = range(keys.length).map((key) => form.value(batch, headOfKeys(head), key, feature));
        return rowOf(batch, head, position).mix(V.dtype === Q.dtype ? column : column.map((x) => a.from(x, V.dtype)));
      }),
      values(Q.dtype, keys.dims, (index) => form.key(...keys.place(index))),
      values(V.dtype, form.values.dims, (index) => form.value(...form.values.place(index))),
      values(
        Q.dtype,
        [...dims, keys.length],
        (index) => rows(Math.floor(index / keys.length)).stages[mode]![index % keys.length]!,
      ),
    ].slice(0, node.outputs);
  };

/**
 * Returns a step from a product to the input of the softmax.
 * @param by what the mask adds
 */
type StateStep<S> = (x: S, by: S | undefined) => S;

/**
 * Returns the scale of products.
 * @throws NotJudged unless it is positive: others have no root, or are not a scale
 */
function scaleOf<S>(a: Arithmetic<S>, node: Node<S>, size: number, isSingle: boolean): S {
  const stored = (x: S) => (isSingle ? a.round(x, 'float32') : x);
  if (!node.has('scale')) return stored(a.divide(a.of(1), stored(a.sqrt(a.of(size)))));
  const scale = node.number('scale');
  if (!(scale > 0)) throw new NotJudged('a scale of …, which is not positive', scale);
  return a.of(scale);
}

/**
 * Returns the cap of scores; 0 if there is none.
 * @throws NotJudged for a negative number
 */
function capOf<S>(node: Node<S>): number {
  const cap = node.number('softcap');
  if (!(cap >= 0)) throw new NotJudged('a softcap of …', cap);
  return cap;
}

/**
 * Returns the output mode.
 * @throws BadInput for an unknown mode
 */
function modeOf<S>(node: Node<S>): number {
  const mode = node.number('qk_matmul_output_mode');
  if (![0, 1, 2, 3].includes(mode)) throw new BadInput(`attribute qk_matmul_output_mode is ${mode}`);
  return mode;
}

/**
 * Returns the type of softmax, if it is given.
 * @throws BadInput if it is not a float, NotJudged for a small float
 */
function precisionOf<S>(node: Node<S>): DType | undefined {
  if (!node.has('softmax_precision')) return undefined;
  const precision = node.floatType('softmax_precision');
  if (formatOf(precision).bits < 16) throw new NotJudged('a softmax in …', precision);
  return precision;
}

/** The algorithm for true values: equal products give equal scores, and keys with equal scores are combined. */
export const plainAttention: AttentionFormula = { product: scaledAfterwards, powers: ofDistances, mixing: byPower };
