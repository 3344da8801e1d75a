import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { acos, erf, erfc, exp, log, log1p, tanh, webNN } from '../../arithmetic/functions.ts';
import type { Alternative } from '../../judge/evaluated-outputs.ts';
import { digitsLost } from '../../judge/other-ways.ts';
import { observe } from '../../judge/policy.ts';
import { alternative, type ElementKernel, elementwise } from './elementwise.ts';
import { nanIgnored } from './extrema.ts';
import { tanhByExponential } from './functions.ts';
import { anyZero, attribute, ratio } from './numbers.ts';

export const ofSigmoid = webNN(34, 3);

export type UnaryFormula = <S>(a: Arithmetic<S>, x: S) => S;

export const logistic: UnaryFormula = (a, x) => a.divide(a.of(1), a.add(a.of(1), a.apply(exp, a.negate(x))));

/** Other forms in use, whose error is absolute: by tanh, and by 1 minus the value on the other side of 0. */
export const logisticForms: readonly UnaryFormula[] = [
  (a, x) => a.add(a.multiply(a.of(0.5), a.apply(tanh, a.multiply(a.of(0.5), x))), a.of(0.5)),
  (a, x) => {
    const above = logistic(a, a.abs(x));
    return a.select(a.less(x, a.of(0)), a.subtract(a.of(1), above), above);
  },
];

/** Sigmoid: 1 / (1 + e⁻ˣ). */
export const sigmoid = elementwise({
  name: 'Sigmoid',
  definition: '1 / (1 + e⁻ˣ)',
  accuracy: ofSigmoid,
  kernel: (a, [x]) => logistic(a, x!),
  cancelling: logisticForms.map(
    (form): ElementKernel =>
      (a, [x]) =>
        form(a, x!),
  ),
});

/** Returns ln(1 + eˣ) in a form that neither overflows nor loses digits; the formula as written does both. */
export const softPlus = <S>(a: Arithmetic<S>, x: S): S =>
  a.add(a.maximum(x, a.of(0)), a.apply(log1p, a.apply(exp, a.negate(a.abs(x)))));
export const plainSoftPlus = <S>(a: Arithmetic<S>, x: S): S => a.apply(log, a.add(a.apply(exp, x), a.of(1)));

/** Softplus: ln(1 + eˣ). */
export const softplus = elementwise({
  name: 'Softplus',
  definition: 'ln(1 + eˣ)',
  accuracy: webNN(18, 18),
  kernel: (a, [x]) => softPlus(a, x!),
  cancelling: [(a, [x]) => plainSoftPlus(a, x!)],
});

/** Softsign: x / (1 + |x|). */
export const softsign = elementwise({
  name: 'Softsign',
  definition: 'x / (1 + |x|)',
  accuracy: webNN(3, 3),
  kernel: (a, [x]) => a.divide(x!, a.add(a.of(1), a.abs(x!))),
  algorithms: [(a, [x]) => a.multiply(x!, a.divide(a.of(1), a.add(a.of(1), a.abs(x!))))],
});

/** Mish: x·tanh(ln(1 + eˣ)). */
export const mish = elementwise({
  name: 'Mish',
  definition: 'x·tanh(ln(1 + eˣ))',
  kernel: (a, [x]) => a.multiply(x!, a.apply(tanh, softPlus(a, x!))),
  cancelling: [
    (a, [x]) => a.multiply(x!, a.apply(tanh, plainSoftPlus(a, x!))),
    (a, [x]) => a.multiply(x!, tanhByExponential(a, softPlus(a, x!))),
  ],
});

/** Returns a number times the sigmoid of itself, or of a multiple of it. */
export type Gate = <S>(a: Arithmetic<S>, x: S, scaled: S) => S;
/** As in the function body of Swish, where Sigmoid is a node. */
export const gates = [
  (a, x, scaled) => a.divide(x, a.add(a.of(1), a.apply(exp, a.negate(scaled)))),
  (a, x, scaled) => a.multiply(x, a.within(logistic(a, scaled), ofSigmoid)),
] as const satisfies readonly Gate[];
export const cancellingGates = logisticForms.map(
  (form): Gate =>
    (a, x, scaled) =>
      a.multiply(x, form(a, scaled)),
);
/** The declaration of an operator with a gate. */
const byGates = (made: (gate: Gate) => ElementKernel) => ({
  kernel: made(gates[0]),
  algorithms: [made(gates[1])],
  cancelling: cancellingGates.map(made),
});

const gated =
  (gate: Gate): ElementKernel =>
  (a, [x], node) =>
    gate(a, x!, a.multiply(attribute(a, node, 'alpha'), x!));

/** Swish: x / (1 + e^(-αx)). */
export const swish = elementwise({
  name: 'Swish',
  definition: 'x / (1 + e^(-αx))',
  ...byGates(gated),
});

const timesOther =
  (gate: Gate): ElementKernel =>
  (a, [x, y], node) =>
    a.multiply(gated(gate)(a, [x!], node), y!);

/** SwiGLU: the Swish of one input times another. */
export const swiGLU = elementwise({
  name: 'SwiGLU',
  definition: 'xy / (1 + e^(-αx))',
  ...byGates(timesOther),
  broadcast: 'equal shapes',
});

/** erf(x/√2), and 1 + erf(x/√2) without cancellation: erfc(-x/√2). */
const erfOf: UnaryFormula = (a, x) => a.apply(erf, a.divide(x, a.sqrt(a.of(2))));
const complement: UnaryFormula = (a, x) => a.apply(erfc, a.negate(a.divide(x, a.sqrt(a.of(2)))));
/** With 0.5 as the first factor, or as the last, where the greatest numbers overflow. */
const halfOf =
  (gate: UnaryFormula): ElementKernel =>
  (a, [x]) =>
    a.multiply(a.multiply(a.of(0.5), x!), gate(a, x!));
const halvedLast =
  (gate: UnaryFormula): ElementKernel =>
  (a, [x]) =>
    a.multiply(a.multiply(x!, gate(a, x!)), a.of(0.5));
const halves = [halfOf, halvedLast];
/** The product expanded: x/2 plus x/2 times the function. */
const halfAndShare =
  (share: UnaryFormula): ElementKernel =>
  (a, [x]) => {
    const half = a.multiply(a.of(0.5), x!);
    return a.add(half, a.multiply(half, share(a, x!)));
  };
const oneMore =
  (share: UnaryFormula): UnaryFormula =>
  (a, x) =>
    a.add(a.of(1), share(a, x));

/** √(2/π)·(x + 0.044715 x³), with the constants as written (float16 cannot represent a million), or as float32 in the function body */
const cubic = <S>(a: Arithmetic<S>, x: S, cube: S): S => {
  const twoOverPi = a.divide(a.of(1), a.apply(acos, a.of(0)));
  return a.multiply(a.sqrt(twoOverPi), a.add(x, a.multiply(a.divide(ratio(a, 44_715, 1000), a.of(1000)), cube)));
};
const cubicByFloat32 = <S>(a: Arithmetic<S>, x: S, cube: S): S => {
  const [twoOverPi, factor] = [a.of(Math.fround(0.63661977236)), a.of(Math.fround(0.044715))];
  return a.multiply(a.sqrt(twoOverPi), a.add(x, a.multiply(factor, cube)));
};

const tanhOf =
  (z: typeof cubic): UnaryFormula =>
  (a, x) =>
    a.apply(tanh, z(a, x, a.multiply(a.multiply(x, x), x)));
/** 1 + tanh z without cancellation: 2 / (1 + e^(-2z)). */
const twiceLogistic =
  (z: typeof cubic): UnaryFormula =>
  (a, x) => {
    const twice = a.multiply(a.of(2), z(a, x, a.power(x, a.of(3))));
    return a.divide(a.of(2), a.add(a.of(1), a.apply(exp, a.negate(twice))));
  };
const isTanh: (node: Parameters<ElementKernel>[2]) => boolean = (node) => node.string('approximate') === 'tanh';

/** Gelu: 0.5x(1 + erf(x/√2)), or with approximate=tanh 0.5x(1 + tanh(√(2/π)(x + 0.044715x³))). */
export const gelu = elementwise({
  name: 'Gelu',
  definition: '0.5x(1 + erf(x/√2))',
  attributeValues: () => ({ approximate: ['none', 'tanh'] }),
  kernel: (a, xs, node) => halfOf(isTanh(node) ? twiceLogistic(cubic) : complement)(a, xs, node),
  algorithms: [(a, xs, node) => halvedLast(isTanh(node) ? twiceLogistic(cubic) : complement)(a, xs, node)],
  cancelling: [...halves.map((form) => (share: UnaryFormula) => form(oneMore(share))), halfAndShare].map(
    (form): ElementKernel =>
      (a, xs, node) =>
        form(isTanh(node) ? tanhOf(cubic) : erfOf)(a, xs, node),
  ),
  alternatives: (_, { attributes, inputs: [x] }) =>
    attributes.approximate?.value === 'tanh' && x!.dtype === 'float64'
      ? [
          ...halves.map((form) => asFloat32(form(twiceLogistic(cubicByFloat32)))),
          ...halves.map((form) => cancelling(asFloat32(form(oneMore(tanhOf(cubicByFloat32)))))),
        ]
      : [],
});

/** The choice of constants as in the function body, which is visible in float64. */
const asFloat32 = (kernel: ElementKernel) =>
  alternative(observe('formula-constants', 'float32'), observe('formula-constants', 'as-written'), kernel);

/** As above, by a form that cancels. */
const cancelling = (other: Alternative): Alternative => ({ ...other, choices: [...other.choices, digitsLost] });

export const clampedLine = <S>(a: Arithmetic<S>, slope: S, x: S, offset: S): S =>
  a.maximum(a.of(0), a.minimum(a.of(1), a.add(a.multiply(slope, x), offset)));

const hardLogistic: ElementKernel = (a, [x], node) =>
  clampedLine(a, attribute(a, node, 'alpha'), x!, attribute(a, node, 'beta'));
/** HardSigmoid: max(0, min(1, αx + β)). */
export const hardSigmoid = elementwise({
  name: 'HardSigmoid',
  definition: 'max(0, min(1, αx + β))',
  kernel: hardLogistic,
  alternatives: nanIgnored(hardLogistic),
});

/** A zero factor for numbers up to -3 gives zeros of either sign; branches return 0. */
const sixfold = <S>(a: Arithmetic<S>, x: S): S => a.minimum(a.maximum(a.add(x, a.of(3)), anyZero(a)), a.of(6));

/** With the factor 1/6 at the end or the start of the product. */
const hardSwishBy = (sixth: <S>(a: Arithmetic<S>) => S): readonly ElementKernel[] => [
  (a, [x]) => a.multiply(a.multiply(x!, sixfold(a, x!)), sixth(a)),
  (a, [x]) => a.multiply(a.multiply(x!, sixth(a)), sixfold(a, x!)),
];
/** As written: x/6 + 1/2 cancels near -3. */
const hardSwishByRamp =
  (sixth: <S>(a: Arithmetic<S>) => S): ElementKernel =>
  (a, [x]) =>
    a.multiply(x!, clampedLine(a, sixth(a), x!, a.of(0.5)));
const [sixth, sixthInFloat32] = [
  <S>(a: Arithmetic<S>) => ratio(a, 1, 6),
  <S>(a: Arithmetic<S>) => a.of(Math.fround(1 / 6)),
];

/** HardSwish: x·max(0, min(1, x/6 + 1/2)). */
export const hardSwish = elementwise({
  name: 'HardSwish',
  definition: 'x·max(0, min(1, x/6 + 1/2))',
  kernel: (a, [x]) => a.divide(a.multiply(x!, sixfold(a, x!)), a.of(6)),
  algorithms: [(a, [x]) => a.multiply(x!, a.divide(sixfold(a, x!), a.of(6))), ...hardSwishBy(sixth)],
  cancelling: [hardSwishByRamp(sixth)],
  alternatives: (_, { inputs: [x] }) =>
    x!.dtype === 'float64' ? [...hardSwishBy(sixthInFloat32), hardSwishByRamp(sixthInFloat32)].map(asFloat32) : [],
});
