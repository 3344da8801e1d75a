import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import {
  acceptedExact,
  type ElementVerdict,
  type JudgementGoal,
  rejected,
  WrappedAcceptance,
} from '../../judge/acceptance.ts';
import { holdsInfinity, holdsNaN } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import type { ExpectedOutput } from '../../spec/operator.ts';
import { factors } from '../contraction/dot.ts';
import { paddings } from '../pooling/sliding.ts';
import { convolutionClauses, convolutionRules } from './clauses.ts';
import { type Convolution, checkShape, convolutionOf } from './convolution.ts';

/** A formula of an element, from its factors and the bias of its channel, if there is one. */
export type WithBias = <S>(a: Arithmetic<S>, xs: readonly S[], ws: readonly S[], bias: S | undefined) => S;

export const biasLast: WithBias = (a, xs, ws, bias) =>
  bias === undefined ? a.dot(xs, ws) : a.add(a.dot(xs, ws), bias);
/** accumulators start with the bias */
export const biasFirst: WithBias = (a, xs, ws, bias) =>
  bias === undefined ? a.dot(xs, ws) : a.dot([a.of(1), ...xs], [bias, ...ws]);

/** Returns the results for a layout of terms; the inputs are data, weights and, optionally, a bias for each channel. */
export const evaluateConvolution =
  (layout: <S>(node: Node<S>, data: readonly number[], weights: readonly number[]) => Convolution, way: WithBias) =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const [x, w, bias] = [node.input(0), node.input(1), node.inputs[2]];
    const { dims, channel, terms } = layout(node, x.dims, w.dims);
    checkShape('a bias', bias?.dims, [dims[1]]);
    return [values(x.dtype, dims, (index) => way(a, ...factors(a, terms(index), x, w), bias?.at(channel(index))))];
  };

/** Returns an output whose zeros may have either sign. */
export const withEitherZero = (output: ExpectedOutput): ExpectedOutput => ({
  ...output,
  accept: (index) => new EitherZero(output.accept(index)),
});

/** The acceptance of an element that accepts a zero of either sign if it accepts one. */
class EitherZero extends WrappedAcceptance {
  override get isExactInAnyOrder() {
    return super.isExactInAnyOrder && !this.#admitsZero();
  }

  override get hasOneAnswer() {
    return super.hasOneAnswer && !this.#admitsZero();
  }

  override get breakpoints() {
    return [...super.breakpoints, 0, -0];
  }

  judge(got: Scalar, asked?: JudgementGoal): ElementVerdict {
    const verdict = this.own.judge(got, asked);
    if (verdict.accepted) return verdict;
    if (got === 0) return this.own.judge(-got, 'verdict').accepted ? acceptedExact : verdict;
    const zeros = () => (this.#admitsZero() ? ['exactly 0', 'exactly -0'] : []);
    return rejected(
      () => verdict.error,
      () => ({ exact: verdict.exact, allowed: [...new Set([verdict.allowed, ...zeros()])].join(' or ') }),
    );
  }

  #admitsZero(): boolean {
    return [0, -0].some((zero) => this.own.judge(zero, 'verdict').accepted);
  }
}

const by = (way: WithBias): Evaluate => evaluateConvolution(convolutionOf, way);

/** The first version whose text defines the size of an output with automatic padding: before, it equals that of the input. */
const firstOfStridesBesideSame = 11;

/** Conv: the sum of products of the weights of a channel and a window, plus the bias of the channel. */
export const conv = define({
  name: 'Conv',
  family: 'convolution',
  definition: 'Y[n,m,o] = Σ W[m,c,k]·X[n,c,o·stride + k·dilation - pad] + B[m]',
  attributeValues: () => ({ auto_pad: paddings }),
  evaluate: by(biasLast),
  algorithms: [by(biasFirst)],
  refine(expected, { since }, { attributes: { pads, auto_pad, strides }, inputs: [, weights] }) {
    const isSame = String(auto_pad?.value).startsWith('SAME');
    if (isSame && since < firstOfStridesBesideSame && [strides?.value ?? []].flat().some((stride) => stride !== 1))
      throw new NotJudged('an output as large as the input despite strides');
    const isPadded = isSame || String(pads?.value ?? '').match(/[1-9]/) !== null;
    // padding is zeros, which some implementations multiply, or nothing
    if (isPadded && (holdsNaN(weights) || holdsInfinity(weights)))
      throw new NotJudged('weights of NaN or infinity at padding');
    // a product with padding is a zero of either sign
    return isPadded ? expected.map(withEitherZero) : expected;
  },
  clauses: (schema) =>
    convolutionClauses(schema, 'Each element is the dot product of a filter and the window under it.'),
  rules: convolutionRules,
});
