import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { exp, log } from '../../arithmetic/functions.ts';
import type { Alternative } from '../../judge/evaluated-outputs.ts';
import { observe } from '../../judge/policy.ts';
import { type DType, type FloatFormat, formatOf } from '../../numerics/dtype.ts';
import { largestFinite } from '../../numerics/rounding.ts';
import { scalarsOf, type Tensor } from '../../numerics/tensor.ts';
import type { Evaluate } from '../../spec/node.ts';
import type { LineFormula } from './lines.ts';
import { products, quotients, type Shares } from './shares.ts';

/** The types in which exponentials, and their sum, are stored. */
interface StorageTypes {
  readonly powers: DType;
  readonly total: DType;
}

/** A form of the formula as written, for the types of exponentials and their sum. */
type Unshifted = (stored: StorageTypes) => LineFormula;

const leastOf = (dtype: DType): number => 2 ** (formatOf(dtype) as FloatFormat).minExponent;

/** Returns the value of a number in a type: an infinity, or zero, if it is out of range; else the number itself. */
function valueInType<S>(a: Arithmetic<S>, x: S, dtype: DType): S {
  const isLarge = a.less(a.of(largestFinite(formatOf(dtype) as FloatFormat)), x);
  const vanishes = a.less(x, a.of(leastOf(dtype)));
  return a.select(isLarge, a.of(Number.POSITIVE_INFINITY), a.select(vanishes, a.of(0), x));
}

/** Returns eˣ; 0 if it is less than a thousandth of the least number, which is the unit of its published accuracy. */
function powerOf<S>(a: Arithmetic<S>, x: S, dtype: DType): S {
  const least = Math.LN2 * (formatOf(dtype) as FloatFormat).minExponent - Math.log(1000);
  return a.select(a.less(x, a.of(least)), a.of(0), valueInType(a, a.apply(exp, x), dtype));
}

function powersOf<S>(outer: Arithmetic<S>, xs: readonly S[], stored: StorageTypes) {
  const [a, wide] = [outer.in(stored.powers), outer.in(stored.total)];
  const powers = xs.map((x) => powerOf(a, x, stored.powers));
  // a sum of positive numbers is not less than any of them, nor closer to zero than the least number
  const total = wide.shared(valueInType(wide, wide.sum(powers), stored.total), { least: leastOf(stored.powers) });
  return { a: wide, powers: powers.map((power) => wide.minimum(power, total)), total };
}

/** Returns the quotients of exponentials and their sum. */
const sharesBy =
  (sharesOf: Shares): Unshifted =>
  (stored) =>
  (outer, xs) => {
    const { a, powers, total } = powersOf(outer, xs, stored);
    return sharesOf(a, powers, total, (reciprocal) => valueInType(a, reciprocal, stored.total));
  };
export const unshiftedSoftmax: readonly Unshifted[] = [quotients, products].map(sharesBy);

/** Returns the logarithm of the sum, and that of each quotient, as the text writes it: shifted exponentials may underflow there, too. */
const lessLogarithm: Unshifted = (stored) => (outer, xs) => {
  const { a, total } = powersOf(outer, xs, stored);
  const all = a.apply(log, total);
  return xs.map((x) => a.subtract(x, all));
};
const logarithmOfQuotients: Unshifted = (stored) => (outer, xs) => {
  const shares = sharesBy(quotients)(stored)(outer, xs);
  const a = outer.in(stored.total);
  return shares.map((share) => a.apply(log, valueInType(a, share, stored.total)));
};
const logarithmOfShifted: Unshifted = (stored) => (a, xs) => {
  const most = xs.reduce(a.maximum);
  return logarithmOfQuotients(stored)(
    a,
    xs.map((x) => a.subtract(x, most)),
  );
};
export const unshiftedLogSoftmax: readonly Unshifted[] = [lessLogarithm, logarithmOfQuotients, logarithmOfShifted];

/**
 * Returns the choice not to shift as alternatives: each form in each of the types that exponentials and sums may have, judged
 * separately. A value between the answers of two of them is accepted by neither.
 */
export const unshiftedAlternatives = (
  forms: readonly Unshifted[],
  data: Tensor,
  evaluated: (ofLine: LineFormula) => Evaluate,
): readonly Alternative[] => {
  const areHeld = holdsPowers(data);
  return storedTypes(data, areHeld).flatMap((stored) =>
    forms.map((form) => ({
      choices: [observe('softmax-shift', 'not-shifted')],
      otherwise: [observe('softmax-shift', 'shifted')],
      isSameValue: true,
      // both ways round similarly if nothing leaves the range
      isDistinguishing: () => !areHeld,
      evaluate: evaluated(form(stored)),
    })),
  );
};

/** Returns whether the exponentials of the data, and their sum, are within the range of its type. */
function holdsPowers(data: Tensor): boolean {
  const { maxExponent, minExponent, precision } = formatOf(data.dtype) as FloatFormat;
  const count = data.data.length;
  const most = Math.LN2 * (Math.min(maxExponent, -minExponent - precision) - Math.log2(count + 1));
  const scalar = scalarsOf(data);
  return Array.from({ length: count }, (_, i) => scalar(i) as number).every(
    (x) => !Number.isFinite(x) || Math.abs(x) <= most,
  );
}

/** Returns the types in which exponentials and their sum may be stored: that of the data and, if they exceed its range, wider ones. */
function storedTypes({ dtype }: Tensor, areHeld: boolean): readonly StorageTypes[] {
  if (areHeld) return [{ powers: dtype, total: dtype }];
  const { bits } = formatOf(dtype) as FloatFormat;
  const wider = (['float32', 'float64'] as const).filter((dtype) => formatOf(dtype).bits > bits);
  return [dtype, ...wider].flatMap((powers) => [
    { powers, total: powers },
    ...(powers === 'float64' ? [] : [{ powers, total: 'float64' as const }]),
  ]);
}
