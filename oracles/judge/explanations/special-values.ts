import { type DType, type FloatFormat, formatOf } from '../../numerics/dtype.ts';
import { largestFinite } from '../../numerics/rounding.ts';
import { scalarsOf, type Tensor, tensorOfScalars } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import type { ExpectedOutput, Hypothesis, PredictedOutput } from '../../spec/operator.ts';
import type { ElementAcceptance } from '../acceptance.ts';
import { asSuspected } from './explanation.ts';
import { hasDigitsOf, isNear } from './near.ts';

/** What becomes of a float value, as an input and as a result. */
type Misreading = (x: number, format: FloatFormat) => number;

/** Special values that are taken for others. */
export const misreadValues: readonly Hypothesis[] = [
  misread('flushes-subnormals', 'subnormal numbers become 0', (x, { minExponent, precision }) =>
    Math.abs(x) < 2 ** (minExponent + precision - 1) ? 0 * x : x,
  ),
  misread('no-infinities', 'infinity becomes the largest finite number', (x, format) =>
    Math.abs(x) === Number.POSITIVE_INFINITY ? Math.sign(x) * largestFinite(format) : x,
  ),
  misread('nan-as-zero', 'NaN is taken for 0', (x) => (Number.isNaN(x) ? 0 : x)),
];

/** Strings are taken for those of C, which end at their first NUL. */
export const cutStrings: Hypothesis = {
  id: 'cut-at-nul',
  text: 'strings end at their first NUL',
  predict: ({ operator, version, call }) =>
    asSuspected(operator.expect(version, { ...call, inputs: call.inputs.map((input) => input && cutAtNul(input)) })),
};

function cutAtNul(given: Tensor): Tensor {
  if (given.dtype !== 'string') return given;
  const value = scalarsOf(given);
  return tensorOfScalars('string', given.dims, (i) => (value(i) as string).split('\0', 1)[0]!);
}

/** Results that say something by themselves, whatever the call. */
export const suspectResults: readonly Hypothesis[] = [
  results(
    'float32-results',
    'results have no more digits than float32',
    (got, { best }) => isOfFloat32(got) && !isOfFloat32(best) && hasDigitsOf(got, best),
    'float64',
  ),
  results('inaccurate', 'inaccurate: outside the error bound', isNear),
];

/** The same call on data whose values are taken for others; or those that come out are. */
function misread(id: string, text: string, change: Misreading): Hypothesis {
  return {
    id,
    text,
    predict: ({ operator, version, call }, expected) => {
      const changed = call.inputs.map((input) => input && changedFloats(input, change));
      const others = operator.expect(version, { ...call, inputs: changed });
      return others.map((other, i) => ({
        dtype: other.dtype,
        dims: other.dims,
        accepts: (index, got) => other.accept(index).judge(got).accepted || isChanged(expected[i]!, index, got, change),
      }));
    },
  };
}

/** True if an answer is not the right value, but what that is taken for. */
function isChanged({ dtype, accept }: ExpectedOutput, index: number, got: Scalar, change: Misreading): boolean {
  const format = formatOf(dtype);
  if (format.kind !== 'float') return false;
  const best = Number(accept(index).best);
  const taken = change(best, format);
  return taken !== best && !Number.isNaN(taken) && taken === got;
}

function changedFloats(given: Tensor, change: Misreading): Tensor {
  const format = formatOf(given.dtype);
  if (format.kind !== 'float') return given;
  const value = format.reader(given.data);
  return tensorOfScalars(given.dtype, given.dims, (i) => change(value(i), format));
}

const isOfFloat32 = (x: Scalar): boolean => Number.isFinite(x) && Math.fround(Number(x)) === x;

/** Results of one kind, whatever the call; of one dtype where it says so. */
function results(
  id: string,
  text: string,
  is: (got: Scalar, acceptance: ElementAcceptance) => boolean,
  only?: DType,
): Hypothesis {
  const suspected = ({ dtype, dims, accept }: ExpectedOutput): PredictedOutput => ({
    dtype,
    dims,
    accepts: (index, got) => is(got, accept(index)),
  });
  return {
    id,
    text,
    predict: (_, expected) =>
      expected.some(({ dtype }) => only && dtype !== only) ? undefined : expected.map(suspected),
  };
}
