import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import type { ElementaryFunction } from '../../arithmetic/functions.ts';
import * as functions from '../../arithmetic/functions.ts';
import { floatDTypes } from '../../numerics/dtype.ts';
import type { Operator } from '../../spec/operator.ts';
import { elementwise } from './elementwise.ts';

/** A function computed alone: tables of accuracies do not guarantee its range. */
const withoutRange = (f: ElementaryFunction): ElementaryFunction => ({ ...f, mayLeaveRange: true });

/** Creates an operator that is an elementary function. */
const functionOperator = (name: string, f: ElementaryFunction, definition = `${f.name} x`): Operator =>
  elementwise({ name, definition, kernel: (a, [x]) => a.apply(withoutRange(f), x!) });

export const acos = functionOperator('Acos', functions.acos);
export const acosh = functionOperator('Acosh', functions.acosh);
export const asin = functionOperator('Asin', functions.asin);
export const asinh = functionOperator('Asinh', functions.asinh);
export const atan = functionOperator('Atan', functions.atan);
export const atanh = functionOperator('Atanh', functions.atanh);
export const cos = functionOperator('Cos', functions.cos);
export const cosh = functionOperator('Cosh', functions.cosh);
export const log = functionOperator('Log', functions.log, 'ln x');
export const sin = functionOperator('Sin', functions.sin);
export const sinh = functionOperator('Sinh', functions.sinh);
export const tan = functionOperator('Tan', functions.tan);
/** Exp: eˣ. GPUs compute 2^(x·log₂e), whose exponent is rounded. */
export const exp = elementwise({
  name: 'Exp',
  definition: 'eˣ',
  kernel: (a, [x]) => a.apply(functions.exp, x!),
  algorithms: [(a, [x]) => a.apply(functions.expByPowerOf2, x!)],
});

/** tanh x as ±(1 - 2/(e^(2|x|) + 1)), whose error is absolute. */
export const tanhByExponential = <S>(a: Arithmetic<S>, x: S): S => {
  const zero = a.of(0);
  /** of the part of a number that is not negative: a bound on both sides of 0 has no large results of the other sign */
  const size = (one: S): S => {
    const power = a.apply(functions.exp, a.multiply(a.of(2), a.maximum(one, zero)));
    return a.subtract(a.of(1), a.divide(a.of(2), a.add(power, a.of(1))));
  };
  return a.select(a.equal(x, zero), x, a.select(a.less(x, zero), a.negate(size(a.negate(x))), size(x)));
};

/** Tanh: rational approximations lose digits of numbers that are almost subnormal. */
export const tanh = elementwise({
  name: 'Tanh',
  definition: 'tanh x',
  accuracy: { ...functions.tanh, ofOne: 0.5, source: 'OpenCL, full profile; TOSA for the least' },
  kernel: (a, [x]) => a.apply(functions.tanh, x!),
  cancelling: [(a, [x]) => tanhByExponential(a, x!)],
});

/** Erf: 2/√π ∫₀ˣ e^(-t²) dt. Version 9 also allows integers, and does not define their results. */
export const erf = elementwise({
  name: 'Erf',
  definition: '2/√π ∫₀ˣ e^(-t²) dt',
  kernel: (a, [x]) => a.apply(withoutRange(functions.erf), x!),
  ofIntegers: (a) => a.of(Number.NaN),
  judged: floatDTypes,
});
