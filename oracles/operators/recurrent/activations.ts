import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { tanh, webNN } from '../../arithmetic/functions.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import {
  clampedLine,
  logistic,
  logisticForms,
  ofSigmoid,
  plainSoftPlus,
  softPlus,
  type UnaryFormula,
} from '../elementwise/activations.ts';
import { tanhByExponential } from '../elementwise/functions.ts';
import { anyZero } from '../elementwise/numbers.ts';
import { exactExpm1, isNegative, plainExpm1 } from '../elementwise/rectifiers.ts';

/** The coefficients of an activation function. */
export interface Coefficients {
  readonly alpha?: number | undefined;
  readonly beta?: number | undefined;
}

type ActivationForm = <S>(a: Arithmetic<S>, x: S, alpha: S, beta: S) => S;

/** An activation function of recurrent operators. */
interface ActivationFunction {
  /** its coefficients with the defaults of the operator of the same name; `undefined` for a coefficient without a default */
  readonly coefficients: Coefficients;
  /** the definition, then forms that cancel digits */
  readonly forms: readonly [ActivationForm, ...ActivationForm[]];
}

const plain = (...forms: readonly [UnaryFormula, ...UnaryFormula[]]): ActivationFunction => ({
  coefficients: {},
  forms: forms as unknown as ActivationFunction['forms'],
});
const withCoefficients = (
  coefficients: Coefficients,
  ...forms: readonly [ActivationForm, ...ActivationForm[]]
): ActivationFunction => ({
  coefficients,
  forms,
});

const hyperbolic: readonly [UnaryFormula, UnaryFormula] = [(a, x) => a.apply(tanh, x), tanhByExponential];
const eluBy =
  (expm1: UnaryFormula): ActivationForm =>
  (a, x, alpha) =>
    a.select(isNegative(a, x), a.multiply(alpha, expm1(a, x)), x);

/** The activation functions that the text lists, by name. */
export const activationFunctions = {
  Relu: plain((a, x) => a.maximum(x, a.of(0))),
  Tanh: plain(...hyperbolic),
  Sigmoid: plain((a, x) => a.within(logistic(a, x), ofSigmoid), ...logisticForms),
  Affine: withCoefficients({ alpha: undefined, beta: undefined }, (a, x, alpha, beta) =>
    a.add(a.multiply(alpha, x), beta),
  ),
  LeakyRelu: withCoefficients({ alpha: 0.01 }, (a, x, alpha) => a.select(isNegative(a, x), a.multiply(alpha, x), x)),
  ThresholdedRelu: withCoefficients({ alpha: 1 }, (a, x, alpha) =>
    a.select(a.less(alpha, x), x, a.select(a.equal(alpha, x), x, anyZero(a))),
  ),
  ScaledTanh: withCoefficients(
    { alpha: undefined, beta: undefined },
    ...(hyperbolic.map(
      (form): ActivationForm =>
        (a, x, alpha, beta) =>
          a.multiply(alpha, form(a, a.multiply(beta, x))),
    ) as [ActivationForm, ActivationForm]),
  ),
  HardSigmoid: withCoefficients({ alpha: 0.2, beta: 0.5 }, (a, x, alpha, beta) => clampedLine(a, alpha, x, beta)),
  Elu: withCoefficients(
    { alpha: 1 },
    eluBy((a, x) => a.within(exactExpm1(a, x), webNN(18, 18))),
    eluBy(plainExpm1),
  ),
  Softsign: plain((a, x) => a.divide(x, a.add(a.of(1), a.abs(x)))),
  Softplus: plain((a, x) => a.within(softPlus(a, x), webNN(18, 18)), plainSoftPlus),
} satisfies Readonly<Record<string, ActivationFunction>>;

export type ActivationName = keyof typeof activationFunctions;

export const isActivationName = (name: string): name is ActivationName => Object.hasOwn(activationFunctions, name);

export const coefficientsOf = (name: ActivationName): Coefficients => activationFunctions[name].coefficients;

/** Returns whether a function has other forms than its definition, which cancel digits. */
export const hasOtherForms = (name: ActivationName): boolean => activationFunctions[name].forms.length > 1;

/** An activation function with given coefficients. */
export interface Activation extends Coefficients {
  readonly name: ActivationName;
}

/**
 * Applies an activation function to a number.
 * @param form the number of a form: 0 for the definition; `any` for all forms together
 * @throws NotJudged if a coefficient without a default is not given
 */
export function activate<S>(a: Arithmetic<S>, { name, ...given }: Activation, x: S, form: number | 'any' = 0): S {
  const { coefficients, forms } = activationFunctions[name] as ActivationFunction;
  const coefficient = (which: keyof Coefficients): S => {
    if (!(which in coefficients)) return a.of(0);
    const value = given[which] ?? coefficients[which];
    if (value === undefined) throw new NotJudged('… of …, for which no operator has a default', which, name);
    return a.of(Math.fround(value));
  };
  const [alpha, beta] = [coefficient('alpha'), coefficient('beta')];
  const by = (one: ActivationForm) => () => one(a, x, alpha, beta);
  const [definition, ...others] = forms;
  return form === 'any' ? a.either([by(definition), ...others.map(by)]) : by(forms[form]!)();
}
