import { integral } from '../../arithmetic/machine.ts';
import { range } from '../../arrays/lines.ts';
import { acceptAnything, type ElementAcceptance } from '../../judge/acceptance.ts';
import { acceptAnyOf } from '../../judge/any-of.ts';
import { copiedElement } from '../../judge/copied-element.ts';
import { formatOf } from '../../numerics/dtype.ts';
import { maximumOf, minimumOf } from '../../numerics/extremes.ts';
import { roundDouble } from '../../numerics/rounding.ts';
import { elementCount, largestMagnitude, type Tensor } from '../../numerics/tensor.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import { clausesOf } from '../../spec/clauses.ts';
import type { Call } from '../../spec/declaration.ts';
import { define } from '../../spec/define.ts';
import { values } from '../../spec/node.ts';
import type { ExpectedOutput, OperatorVersion } from '../../spec/operator.ts';

const most = 255;

/** DynamicQuantizeLinear: converts numbers to uint8, with a scale and zero point that follow from their range. */
export const dynamicQuantizeLinear = define({
  name: 'DynamicQuantizeLinear',
  family: 'quantize',
  definition: 'saturate(round(x / s) + z), s = (max(x, 0) - min(x, 0)) / 255, z = round(saturate(-min(x, 0) / s))',
  evaluate: (a, node) => {
    const x = node.input(0);
    const count = elementCount(x.dims);
    if (count === 0) throw new NotJudged('the range of no data');
    const f = a.in('float32');
    // the extrema of a known tensor are exact
    const known = x.tensor?.data as Float32Array | undefined;
    const ends = known ? [maximumOf(known), minimumOf(known)].map((x) => f.of(x)) : range(count).map((i) => x.at(i));
    const [greatest, least] = [ends.reduce(f.maximum, f.of(0)), ends.reduce(f.minimum, f.of(0))];
    const scale = f.round(f.divide(f.subtract(greatest, least), f.of(most)), 'float32');
    type S = typeof scale;
    const saturated = (value: S) => f.maximum(f.minimum(value, f.of(most)), f.of(0));
    const units = (value: S) => f.round(f.divide(value, scale), 'float32');
    const orZero = (value: S) => f.select(f.equal(scale, f.of(0)), f.of(0), value);
    const zero = orZero(f.integral(saturated(units(f.negate(least))), 'nearest-even'));
    return [
      values('uint8', x.dims, (i) => orZero(saturated(f.add(f.integral(units(x.at(i)), 'nearest-even'), zero)))),
      values('float32', [], () => scale),
      values('uint8', [], () => zero),
    ];
  },
  refine: judgeOutputs,
  clauses: (schema) => {
    const { says } = clausesOf(schema);
    return [
      says(
        'definition',
        'The scale is the range of x and 0, divided by 255; the zero point represents 0; x is quantized with both.',
      ),
      says('one-sided', 'If all elements of x have one sign, the range begins or ends at 0.'),
      says('rounding', 'Quotients and the zero point are rounded to the nearest integer, ties to even.'),
      says('any-shape', 'The range is that of all elements, for any rank.', 'input x'),
      says('zeros', 'If all elements of x are 0, all elements of y are the zero point, 0.'),
    ];
  },
});

/**
 * Accepts any scale that a legal evaluation gives, and requires that zero point and elements follow from the scale in the answer.
 * Quotients of float32 numbers may be rounded to float32 or not. A double is exact enough to recognize a tie.
 */
function judgeOutputs(
  [y, scale, zero]: readonly ExpectedOutput[],
  _: OperatorVersion,
  { inputs }: Call,
): readonly ExpectedOutput[] {
  const input = inputs[0] as Tensor<'float32'>;
  const largest = largestMagnitude(input);
  if (!Number.isFinite(largest)) throw new NotJudged('the range of data that are not finite');
  if (largest === 0) return [y!, { ...scale!, accept: () => acceptAnything('scale-of-zeros', 0) }, zero!];
  const x = input.data;
  const least = Math.min(0, minimumOf(x));
  const width = Math.max(0, maximumOf(x)) - least;
  const { minExponent, precision } = formatOf('float32');
  if (width / most < 2 ** (minExponent + precision - 1)) throw new NotJudged('a subnormal scale');
  // with an infinite scale, all quotients are 0
  const overflows = !Number.isFinite(Math.fround(width));
  const own = (output: ExpectedOutput) => (index: number) => near(output.accept(index), overflows ? [0n] : []);
  const integersIn = (units: number, scaleThere: number, from: number): ElementAcceptance => {
    const exact = units / scaleThere;
    const quotients = [roundDouble(exact, formatOf('float32')), exact].map(integral['nearest-even']);
    const clamped = quotients.map((q) => Math.min(Math.max(q + from, 0), most));
    return acceptAnyOf([...new Set(clamped)].map((value) => copiedElement(BigInt(value))));
  };
  const numberIn = ({ data }: Tensor) => Number(data[0]);
  return [
    {
      ...y!,
      accept: own(y!),
      given: ([, s, z]) => {
        const [scaleThere, from] = [numberIn(s!), numberIn(z!)];
        return (index) => (divides(scaleThere, x[index]!) ? integersIn(x[index]!, scaleThere, from) : y!.accept(index));
      },
    },
    scale!,
    {
      ...zero!,
      accept: own(zero!),
      given:
        ([, s]) =>
        (index) =>
          divides(numberIn(s!), -least) ? integersIn(-least, numberIn(s!), 0) : zero!.accept(index),
    },
  ];
}

/** Returns whether a quotient by a scale is defined. */
const divides = (scale: number, units: number): boolean => scale > 0 && !Number.isNaN(units / scale);

/** Accepts an integer, its two neighbours, and others. */
const near = ({ best }: ElementAcceptance, others: readonly bigint[]): ElementAcceptance => {
  const three = [best as bigint, (best as bigint) - 1n, (best as bigint) + 1n].filter((x) => x >= 0n && x <= most);
  return acceptAnyOf([...new Set([...three, ...others])].map(copiedElement));
};
