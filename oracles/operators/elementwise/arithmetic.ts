import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { observe } from '../../judge/policy.ts';
import { formatOf } from '../../numerics/dtype.ts';
import { holdsNaN } from '../../numerics/tensor.ts';
import { BadInput } from '../../spec/bad-input.ts';
import { rule } from '../../spec/rules.ts';
import { alternative, type ElementKernel, elementwise } from './elementwise.ts';
import { exponentTypes } from './exponent-types.ts';
import { anyZero } from './numbers.ts';
import { checkDivisors, integerPowers } from './undefined-integers.ts';

/** Abs: |x|. */
export const abs = elementwise({ name: 'Abs', definition: '|x|', kernel: (a, [x]) => a.abs(x!) });

/** Add: x + y. */
export const add = elementwise({ name: 'Add', definition: 'x + y', kernel: (a, [x, y]) => a.add(x!, y!) });

/** Div: x / y; for integers without the fraction. The text does not define a division of integers by zero. */
export const div = elementwise({
  name: 'Div',
  definition: 'x / y',
  kernel: (a, [x, y]) => a.divide(x!, y!),
  ofIntegers: (a, [x, y]) => a.integral(a.divide(x!, y!), 'truncate'),
  refine: checkDivisors,
});

/** The first version in which floats do not require fmod = 1. */
const firstOfFloats = 28;

/** The version whose text defines the remainder of a zero. */
const firstOfZeros = 13;

/** Returns a zero with the sign of a divisor. */
const zeroLike = <S>(a: Arithmetic<S>, y: S): S => a.select(a.less(y, a.of(0)), a.of(-0), a.of(0));

/** The remainder of a zero is itself, as for C's fmod; that of -0 by a positive number may be either zero. */
const remainderOfZero: ElementKernel = (a, [x, y], { version }) =>
  version.since < firstOfZeros ? anyZero(a) : a.select(a.less(y!, a.of(0)), x!, a.maximum(x!, a.of(0)));

const modulo: ElementKernel = (a, [x, y], node) => {
  const rest = a.remainder(x!, y!);
  const isZero = a.equal(rest, a.of(0));
  if (node.number('fmod') === 1) {
    return a.select(a.equal(x!, a.of(0)), a.select(isZero, remainderOfZero(a, [x!, y!], node), rest), rest);
  }
  const differ = a.select(a.less(rest, a.of(0)), a.less(a.of(0), y!), a.less(y!, a.of(0)));
  return a.select(isZero, zeroLike(a, y!), a.select(differ, a.add(rest, y!), rest));
};
/** Mod: the remainder of x by y: x - y·⌊x/y⌋, or with fmod=1 x - y·trunc(x/y). */
export const mod = elementwise({
  name: 'Mod',
  definition: 'x - y·⌊x/y⌋',
  kernel: modulo,
  cancelling: [
    (a, [x, y], node) => {
      const quotient = a.divide(x!, y!);
      if (node.number('fmod') === 1) return modulo(a, [x!, y!], node);
      // for an infinite divisor the formula gives NaN, but the text defines the result
      const isBounded = a.less(a.abs(y!), a.of(Number.POSITIVE_INFINITY));
      const rest = a.subtract(x!, a.multiply(a.integral(quotient, 'floor'), y!));
      const ofOneSign = a.select(a.equal(rest, a.of(0)), zeroLike(a, y!), rest);
      return a.select(isBounded, ofOneSign, modulo(a, [x!, y!], node));
    },
  ],
  rules: (schema) =>
    schema.since < firstOfFloats
      ? [rule('invalid-fmod', 'Floats without fmod=1 are rejected.', 'summary', schema)]
      : [],
  refine(expected, version, call) {
    const { dtype } = call.inputs[0]!;
    const isTruncated = nodeOf<unknown>(version, call, 1, (x) => x).number('fmod') === 1;
    if (version.since < firstOfFloats && formatOf(dtype).kind === 'float' && !isTruncated)
      throw new BadInput('floats take fmod = 1');
    return checkDivisors(expected, version, call);
  },
});

/** Mul: xy. */
export const mul = elementwise({ name: 'Mul', definition: 'xy', kernel: (a, [x, y]) => a.multiply(x!, y!) });

/** Neg: -x. */
export const neg = elementwise({ name: 'Neg', definition: '-x', kernel: (a, [x]) => a.negate(x!) });

/** Pow: xʸ; for integers x without the fraction. */
export const pow = elementwise({
  name: 'Pow',
  definition: 'xʸ',
  kernel: (a, [x, y]) => a.power(x!, y!),
  ofIntegers: (a, [x, y]) => a.integral(a.power(x!, y!), 'truncate'),
  refine: integerPowers,
  bindings: exponentTypes,
});

/** Reciprocal: 1 / x. */
export const reciprocal = elementwise({
  name: 'Reciprocal',
  definition: '1 / x',
  kernel: (a, [x]) => a.divide(a.of(1), x!),
});

/** Sign: 1, -1 or 0. The text does not define it for NaN. */
export const sign = elementwise({
  name: 'Sign',
  definition: 'x / |x|, or 0',
  kernel: (a, [x]) => signOf(a, x!, x!),
  alternatives: (_, { inputs: [x] }) =>
    holdsNaN(x)
      ? [alternative(observe('nan-sign', '0'), observe('nan-sign', 'NaN'), (a, [x]) => signOf(a, x!, anyZero(a)))]
      : [],
});

const signOf = <S>(a: Arithmetic<S>, x: S, ofNaN: S): S =>
  a.select(
    a.less(a.of(0), x),
    a.of(1),
    a.select(a.less(x, a.of(0)), a.of(-1), a.select(a.isNaN(x), ofNaN, anyZero(a))),
  );

/** Sqrt: √x; NaN for negative numbers. */
export const sqrt = elementwise({
  name: 'Sqrt',
  definition: '√x',
  kernel: (a, [x]) => a.sqrt(x!),
});

/** Sub: x - y. */
export const sub = elementwise({ name: 'Sub', definition: 'x - y', kernel: (a, [x, y]) => a.subtract(x!, y!) });
