import type { Arithmetic } from '../../../oracles/arithmetic/arithmetic.ts';
import * as f from '../../../oracles/arithmetic/functions.ts';
import { broadcastIndex } from '../../../oracles/arrays/broadcast.ts';
import type { AttributeValue } from '../../../oracles/spec/declaration.ts';
import type { Node } from '../../../oracles/spec/node.ts';
import { eachOf, inArithmetic, onNode, onOutputs, unary } from '../alter.ts';
import type { Mutant } from '../mutant.ts';
import { fault, named, ofEach } from './elementwise-kernels.ts';

const withFloats = named('Elu HardSigmoid LeakyRelu Selu Shrink SwiGLU Swish ThresholdedRelu');

/** Bounds with which the least is above the greatest give something else. */
const crossed = (instead: <S>(a: Arithmetic<S>, low: S, high: S, x: S) => S): NonNullable<Mutant['alter']> =>
  onOutputs((output, a, { inputs: [data, low, high], attributes }) => {
    const bound = (name: 'min' | 'max', input: typeof low) =>
      input ? input.at(0) : attributes[name] && a.of(attributes[name].value as number);
    const [least, greatest] = [bound('min', low), bound('max', high)];
    if (least === undefined || greatest === undefined) return output;
    const isCrossed = a.less(greatest, least);
    return eachOf(output, (x, i) => a.select(isCrossed, instead(a, least, greatest, data!.at(i)), x));
  });

/** Zeros that come of Mod are others. */
const zeroOfMod = (name: string, source: string, fmod: number, zero: <S>(a: Arithmetic<S>, x: S, y: S) => S): Mutant =>
  fault(
    `Mod: ${name}`,
    source,
    ['Mod'],
    (correct) => (a, node) =>
      node.number('fmod') !== fmod
        ? correct(a, node)
        : correct(a, node).map((output) => {
            const [x, y] = node.inputs.map((input) => {
              const place = broadcastIndex(input!.dims, output.dims);
              return (index: number) => input!.at(place(index));
            });
            return eachOf(output, (rest, i) => a.select(a.equal(rest, a.of(0)), zero(a, x!(i), y!(i)), rest));
          }),
  );

type OneOfOne = <S>(a: Arithmetic<S>, x: S, node: Node<S>) => S;
const of = (name: string, source: string, kernel: OneOfOne): Mutant =>
  fault(name, source, [name.split(':')[0]!], unary(kernel));
const float = (value: number): AttributeValue => ({ type: 'FLOAT', value: Math.fround(value) });
/** Another default than that of the schema. */
const byDefault = (operator: string, source: string, defaults: Readonly<Record<string, number>>): Mutant =>
  fault(
    `${operator}: ${Object.entries(defaults)
      .map(([name, value]) => `${name} is ${value}`)
      .join(' and ')} if it is absent`,
    source,
    [operator],
    onNode(({ attributes }) => ({
      attributes: {
        ...Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, float(value)])),
        ...attributes,
      },
    })),
  );
const exchanged = (operator: string, one: string, other: string): Mutant =>
  fault(
    `${operator}: ${one} and ${other} are exchanged`,
    'arguments in another order',
    [operator],
    (correct) => (a, node) => {
      const values = { [one]: float(node.number(other)), [other]: float(node.number(one)) };
      return onNode(({ attributes }) => ({ attributes: { ...attributes, ...values } }))(correct)(a, node);
    },
  );

const number = <S>(a: Arithmetic<S>, node: Node<S>, name: string): S => a.of(node.number(name));
const isNegative = <S>(a: Arithmetic<S>, x: S): S => a.less(x, a.of(0));
const logistic = <S>(a: Arithmetic<S>, x: S): S => a.divide(a.of(1), a.add(a.of(1), a.apply(f.exp, a.negate(x))));
const expm1 = <S>(a: Arithmetic<S>, x: S): S => a.apply(f.expm1, x);
const below =
  (kernel: OneOfOne): OneOfOne =>
  (a, x, node) =>
    a.select(isNegative(a, x), kernel(a, x, node), x);

/** Attributes that are taken from another version or library, left out, or used in the wrong place. */
export const elementwiseAttributeFaults: readonly Mutant[] = [
  byDefault('LeakyRelu', "TensorFlow's default", { alpha: 0.2 }),
  byDefault('LeakyRelu', "Caffe's default: a plain Relu", { alpha: 0 }),
  byDefault('HardSigmoid', "PyTorch's slope", { alpha: 1 / 6 }),
  byDefault('HardSigmoid', 'the offset is forgotten', { beta: 0 }),
  byDefault('ThresholdedRelu', 'a plain Relu', { alpha: 0 }),
  byDefault('Selu', 'the defaults of version 1, of four digits', { alpha: 1.6732, gamma: 1.0507 }),
  byDefault('Shrink', 'softshrink', { bias: 0.5 }),
  byDefault('Shrink', 'a threshold of 0', { lambd: 0 }),
  byDefault('Swish', 'the sigmoid approximation of Gelu', { alpha: 1.702 }),
  byDefault('SwiGLU', 'the sigmoid approximation of Gelu', { alpha: 1.702 }),
  byDefault('Elu', "LeakyRelu's slope", { alpha: 0.01 }),
  ...ofEach(
    'attributes of 0 count as absent',
    '`alpha || default` of JavaScript and Python',
    withFloats,
    onNode(({ attributes }) => ({
      attributes: Object.fromEntries(
        Object.entries(attributes).filter(([, { type, value }]) => type !== 'FLOAT' || value !== 0),
      ),
    })),
  ),
  exchanged('Selu', 'alpha', 'gamma'),
  exchanged('HardSigmoid', 'alpha', 'beta'),
  exchanged('Shrink', 'lambd', 'bias'),
  exchanged('IsInf', 'detect_negative', 'detect_positive'),
  of(
    'Celu: α(eˣ - 1)',
    "Elu's formula",
    below((a, x, node) => a.multiply(number(a, node, 'alpha'), expm1(a, x))),
  ),
  of(
    'Celu: e^(x/α) - 1',
    'α is forgotten in front',
    below((a, x, node) => expm1(a, a.divide(x, number(a, node, 'alpha')))),
  ),
  of(
    'Celu: αx in the exponent',
    'multiplied in the place of divided',
    below((a, x, node) => a.multiply(number(a, node, 'alpha'), expm1(a, a.multiply(x, number(a, node, 'alpha'))))),
  ),
  of(
    'Elu: α in the exponent',
    'α in the wrong place',
    below((a, x, node) => expm1(a, a.multiply(number(a, node, 'alpha'), x))),
  ),
  of(
    'Elu: αeˣ - 1',
    'parentheses',
    below((a, x, node) => a.subtract(a.multiply(number(a, node, 'alpha'), a.apply(f.exp, x)), a.of(1))),
  ),
  of('Elu: above 0 times α too', 'one branch', (a, x, node) =>
    a.multiply(number(a, node, 'alpha'), a.select(isNegative(a, x), expm1(a, x), x)),
  ),
  of(
    'Selu: γ below 0 alone',
    'Elu with a factor',
    below((a, x, node) => a.multiply(a.multiply(number(a, node, 'gamma'), number(a, node, 'alpha')), expm1(a, x))),
  ),
  of('Selu: without α', 'one factor', (a, x, node) =>
    a.multiply(number(a, node, 'gamma'), a.select(isNegative(a, x), expm1(a, x), x)),
  ),
  of('Selu: γ(αeˣ - 1)', 'parentheses', (a, x, node) =>
    a.multiply(
      number(a, node, 'gamma'),
      a.select(isNegative(a, x), a.subtract(a.multiply(number(a, node, 'alpha'), a.apply(f.exp, x)), a.of(1)), x),
    ),
  ),
  of('LeakyRelu: max(x, αx)', 'slopes above 1', (a, x, node) => a.maximum(x, a.multiply(number(a, node, 'alpha'), x))),
  of('HardSigmoid: α(x + β)', 'parentheses', (a, x, node) => {
    const value = a.multiply(number(a, node, 'alpha'), a.add(x, number(a, node, 'beta')));
    return a.maximum(a.of(0), a.minimum(a.of(1), value));
  }),
  of('HardSigmoid: without its upper end', 'a Relu', (a, x, node) =>
    a.maximum(a.of(0), a.add(a.multiply(number(a, node, 'alpha'), x), number(a, node, 'beta'))),
  ),
  of('HardSwish: with a slope of 0.2', "HardSigmoid's default", (a, x) =>
    a.multiply(x, a.maximum(a.of(0), a.minimum(a.of(1), a.add(a.multiply(a.of(0.2), x), a.of(0.5))))),
  ),
  of('HardSwish: -∞ gives 0', 'a branch below -3', (a, x) => {
    const value = a.divide(a.multiply(x, a.minimum(a.maximum(a.add(x, a.of(3)), a.of(0)), a.of(6))), a.of(6));
    return a.select(a.less(x, a.of(-3)), a.of(0), value);
  }),
  of('Swish: α outside of the sigmoid', 'α in the wrong place', (a, x, node) =>
    a.multiply(a.multiply(number(a, node, 'alpha'), x), logistic(a, x)),
  ),
  of('Gelu: as x·sigmoid(1.702x)', 'the quick form of it', (a, x) =>
    a.multiply(x, logistic(a, a.multiply(a.of(1.702), x))),
  ),
  of('Gelu: always by tanh', 'one form for both', (a, x) => {
    const z = a.multiply(
      a.of(0.7978845608028654),
      a.add(x, a.multiply(a.of(0.044715), a.multiply(x, a.multiply(x, x)))),
    );
    return a.multiply(a.multiply(a.of(0.5), x), a.add(a.of(1), a.apply(f.tanh, z)));
  }),
  of('Gelu: erf(x)', '√2 is forgotten', (a, x) =>
    a.multiply(a.multiply(a.of(0.5), x), a.add(a.of(1), a.apply(f.erf, x))),
  ),
  of('Softsign: x/(1 + x)', 'the magnitude is forgotten', (a, x) => a.divide(x, a.add(a.of(1), x))),
  of('Softsign: ±1 at infinities', 'the limit in the place of the formula', (a, x) => {
    const value = a.divide(x, a.add(a.of(1), a.abs(x)));
    return a.select(
      a.equal(a.abs(x), a.of(Number.POSITIVE_INFINITY)),
      a.select(isNegative(a, x), a.of(-1), a.of(1)),
      value,
    );
  }),
  of('ThresholdedRelu: x - α', 'the threshold is taken off', (a, x, node) =>
    a.maximum(a.subtract(x, number(a, node, 'alpha')), a.of(0)),
  ),
  of('Shrink: the bias has the wrong sign', 'signs exchanged', (a, x, node) => {
    const [lambda, bias] = [number(a, node, 'lambd'), number(a, node, 'bias')];
    return a.select(
      a.less(lambda, x),
      a.add(x, bias),
      a.select(a.less(x, a.negate(lambda)), a.subtract(x, bias), a.of(0)),
    );
  }),
  of('Shrink: the positive side alone', 'a Relu', (a, x, node) =>
    a.select(a.less(number(a, node, 'lambd'), x), a.subtract(x, number(a, node, 'bias')), a.of(0)),
  ),
  fault(
    'SwiGLU: gate and value are exchanged',
    'packed projections in the other order',
    ['SwiGLU'],
    onNode(({ inputs: [x, y] }) => ({ inputs: [y!, x!] })),
  ),
  fault('SwiGLU: the sigmoid of the gate alone', 'GLU', ['SwiGLU'], (correct) => (a, node) => {
    const x = node.input(0);
    return correct(a, node).map((output) => eachOf(output, (y, i) => a.divide(y, x.at(i))));
  }),
  fault(
    'Mod: fmod is not looked at',
    'the default for all',
    ['Mod'],
    onNode(() => ({ attributes: {} })),
  ),
  fault(
    'Mod: always fmod',
    "C's %",
    ['Mod'],
    onNode(() => ({ attributes: { fmod: { type: 'INT', value: 1 } } })),
  ),
  zeroOfMod('fmod of what divides evenly is +0', 'x - y·trunc(x/y) as it is written', 1, (a) => a.of(0)),
  zeroOfMod('fmod of what divides evenly has the sign of the divisor', "numpy's mod in its place", 1, (a, _, y) =>
    a.select(isNegative(a, y), a.of(-0), a.of(0)),
  ),
  zeroOfMod('fmod of what divides evenly is -0', 'the sign bit of a difference that is rounded down', 1, (a) =>
    a.of(-0),
  ),
  zeroOfMod('a residue of 0 is +0', 'x - y·⌊x/y⌋ as it is written', 0, (a) => a.of(0)),
  fault(
    'IsInf: +∞ alone',
    'one comparison',
    ['IsInf'],
    unary((a, x) => a.equal(x, a.of(Number.POSITIVE_INFINITY))),
  ),
  fault(
    'Clip: a bound that is absent is 0',
    'memory that is cleared',
    ['Clip'],
    onOutputs((output, a, { inputs: [, low, high], attributes }) =>
      low || attributes.min
        ? high || attributes.max
          ? output
          : eachOf(output, (x) => a.minimum(x, a.of(0)))
        : eachOf(output, (x) => a.maximum(x, a.of(0))),
    ),
  ),
  fault(
    'Clip: min is not looked at',
    'optional inputs by position',
    ['Clip'],
    inArithmetic((a) => ({ maximum: (x) => x, minimum: a.minimum })),
  ),
  fault(
    'Clip: max is not looked at',
    'optional inputs by position',
    ['Clip'],
    inArithmetic(() => ({ minimum: (x) => x })),
  ),
  fault(
    'Clip: NaN becomes the lower bound',
    'maximum by a comparison',
    ['Clip'],
    inArithmetic((a) => ({ maximum: (x, y) => a.select(a.less(y, x), x, y) })),
  ),
  fault(
    'Clip: a bound of 0 counts as absent',
    '`if (min)` of JavaScript and Python',
    ['Clip'],
    onNode(({ inputs, attributes }, a) => ({
      inputs: inputs.map((input, i) => {
        const none = a.of(i === 1 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
        return input && i > 0 ? eachOf(input, (bound) => a.select(a.equal(bound, a.of(0)), none, bound)) : input;
      }),
      attributes: Object.fromEntries(Object.entries(attributes).filter(([, { value }]) => value !== 0)),
    })),
  ),
  fault(
    'Clip: bounds of 8 bits of precision',
    'scalars in bfloat16',
    ['Clip'],
    onNode(({ inputs }, a) => ({
      inputs: inputs.map((input, i) =>
        i > 0 && input?.dtype.startsWith('float') ? eachOf(input, (bound) => a.round(bound, 'bfloat16')) : input,
      ),
    })),
  ),
  fault(
    'Clip: crossed bounds give their mean',
    'both orders are tried and agree nowhere',
    ['Clip'],
    crossed((a, low, high) => a.divide(a.add(low, high), a.of(2))),
  ),
  fault(
    'Clip: bounds are ignored if min exceeds max',
    'intervals that are empty',
    ['Clip'],
    crossed((_, __, ___, x) => x),
  ),
];
