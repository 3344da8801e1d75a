import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { exp, expm1, webNN } from '../../arithmetic/functions.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { formatOf } from '../../numerics/dtype.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import { type ElementKernel, elementwise } from './elementwise.ts';
import { nanIgnored } from './extrema.ts';
import { anyZero, attribute } from './numbers.ts';

export const isNegative = <S>(a: Arithmetic<S>, x: S): S => a.less(x, a.of(0));
export const plainExpm1 = <S>(a: Arithmetic<S>, x: S): S => a.subtract(a.apply(exp, x), a.of(1));
export const exactExpm1 = <S>(a: Arithmetic<S>, x: S): S => a.apply(expm1, x);

const positive: ElementKernel = (a, [x]) => a.maximum(x!, a.of(0));
/** Relu: max(x, 0). */
export const relu = elementwise({
  name: 'Relu',
  definition: 'max(x, 0)',
  kernel: positive,
  alternatives: nanIgnored(positive),
});

/** LeakyRelu: x, or αx below 0. */
export const leakyRelu = elementwise({
  name: 'LeakyRelu',
  definition: 'x, or αx below 0',
  kernel: (a, [x], node) => a.select(isNegative(a, x!), a.multiply(attribute(a, node, 'alpha'), x!), x!),
});

/** PRelu: x, or slope·x below 0. */
export const pRelu = elementwise({
  name: 'PRelu',
  definition: 'x, or slope·x below 0',
  kernel: (a, [x, slope]) => a.select(isNegative(a, x!), a.multiply(slope!, x!), x!),
  broadcast: 'to the first',
  formerlyByChannel: true,
});

/** ThresholdedRelu: x above α, else 0. */
export const thresholdedRelu = elementwise({
  name: 'ThresholdedRelu',
  definition: 'x above α, else 0',
  kernel: (a, [x], node) => a.select(a.less(attribute(a, node, 'alpha'), x!), x!, anyZero(a)),
});

/** Shrink: x moved towards 0 by a bias outside [-λ, λ], 0 within. */
export const shrink = elementwise({
  name: 'Shrink',
  definition: 'x - bias above λ, x + bias below -λ, else 0',
  kernel: (a, [x], node) => {
    const [lambda, bias] = [attribute(a, node, 'lambd'), attribute(a, node, 'bias')];
    const above = a.select(a.less(lambda, x!), a.subtract(x!, bias), anyZero(a));
    return a.select(a.less(x!, a.negate(lambda)), a.add(x!, bias), above);
  },
  refine(expected, version, call) {
    const node = nodeOf<unknown>(version, call, 1, (x) => x);
    const [lambda, bias] = [node.number('lambd'), node.number('bias')];
    // a fraction in a positive λ does not change comparisons
    const isWhole = Number.isInteger(bias) && (lambda >= 0 || Number.isInteger(lambda));
    if (formatOf(call.inputs[0]!.dtype).kind === 'integer' && !isWhole)
      throw new NotJudged('integers multiplied by a fraction');
    return expected;
  },
});

type Expm1 = typeof exactExpm1;

const eluBy =
  (f: Expm1): ElementKernel =>
  (a, [x], node) =>
    a.select(isNegative(a, x!), a.multiply(attribute(a, node, 'alpha'), f(a, x!)), x!);
/** Elu: x, or α(eˣ - 1) below 0. */
export const elu = elementwise({
  name: 'Elu',
  definition: 'x, or α(eˣ - 1) below 0',
  accuracy: webNN(18, 18),
  kernel: eluBy(exactExpm1),
  cancelling: [eluBy(plainExpm1)],
});

const celuBy =
  (f: Expm1): ElementKernel =>
  (a, [x], node) => {
    const alpha = attribute(a, node, 'alpha');
    const below = a.multiply(alpha, f(a, a.divide(x!, alpha)));
    const zero = anyZero(a);
    return a.add(a.maximum(zero, x!), a.minimum(zero, below));
  };
/** Celu: max(0, x) + min(0, α(e^(x/α) - 1)). */
export const celu = elementwise({
  name: 'Celu',
  definition: 'max(0, x) + min(0, α(e^(x/α) - 1))',
  kernel: celuBy(exactExpm1),
  cancelling: [celuBy(plainExpm1)],
  // the text is a formula of a maximum and a minimum, like that of Clip, although the function body treats NaN differently
  alternatives: nanIgnored(celuBy(exactExpm1)),
});

const seluBy =
  (below: <S>(a: Arithmetic<S>, alpha: S, gamma: S, x: S) => S): ElementKernel =>
  (a, [x], node) => {
    const [alpha, gamma] = [attribute(a, node, 'alpha'), attribute(a, node, 'gamma')];
    const value = a.select(isNegative(a, x!), below(a, alpha, gamma, x!), a.multiply(gamma, x!));
    return a.select(a.equal(x!, a.of(0)), anyZero(a), value);
  };
/** Selu: γx, or γ(αeˣ - α) below 0. */
export const selu = elementwise({
  name: 'Selu',
  definition: 'γx, or γ(αeˣ - α) below 0',
  kernel: seluBy((a, alpha, gamma, x) => a.multiply(gamma, a.multiply(alpha, exactExpm1(a, x)))),
  algorithms: [seluBy((a, alpha, gamma, x) => a.multiply(a.multiply(gamma, alpha), exactExpm1(a, x)))],
  cancelling: [
    seluBy((a, alpha, gamma, x) => a.multiply(gamma, a.subtract(a.multiply(alpha, a.apply(exp, x)), alpha))),
    seluBy((a, alpha, gamma, x) => a.multiply(a.multiply(gamma, alpha), plainExpm1(a, x))),
  ],
});
