import { type DType, type FloatFormat, formatOf } from '../../numerics/dtype.ts';
import { largestFinite, leastNormal } from '../../numerics/rounding.ts';
import { scalarsOf, type Tensor, tensorOfScalars } from '../../numerics/tensor.ts';
import type { Scalar } from '../../numerics/trait.ts';
import type { ExpectedOutput, Hypothesis, PredictedOutput } from '../../spec/operator.ts';
import type { ElementAcceptance } from '../acceptance.ts';
import { predictedOutputs } from './explanation.ts';
import { hasDigitsOf, isNear } from './near.ts';

/** Returns the value that replaces a float, both as an input and as a result. */
type Misreading = (x: number, format: FloatFormat) => number;

/** The hypotheses that special values are replaced by others, in the inputs or in the outputs. */
export const misreadValues: readonly Hypothesis[] = [
  ...misread('flushes-subnormals', 'subnormal numbers become 0', (x, format) =>
    Math.abs(x) < leastNormal(format) ? 0 * x : x,
  ),
  ...misread('no-infinities', 'infinity becomes the largest finite number', (x, format) =>
    Math.abs(x) === Number.POSITIVE_INFINITY ? Math.sign(x) * largestFinite(format) : x,
  ),
  ...misread('nan-as-zero', 'NaN is treated as 0', (x) => (Number.isNaN(x) ? 0 : x)),
];

/** The hypotheses that strings are read as those of C, which end at their first NUL, or as fixed-width ones, padded with NULs. */
export const cutStrings: readonly Hypothesis[] = [
  cutting('cut-at-nul', 'strings end at their first NUL', /\0.*/s),
  cutting('last-nuls-lost', 'NULs at the ends of strings are lost', /\0+$/),
];

/** Returns the hypothesis that a part of each string, which `off` matches, is removed from the inputs. */
function cutting(id: string, text: string, off: RegExp): Hypothesis {
  const cut = (given: Tensor): Tensor => {
    if (given.dtype !== 'string') return given;
    const value = scalarsOf(given);
    return tensorOfScalars('string', given.dims, (i) => (value(i) as string).replace(off, ''));
  };
  return {
    id,
    text,
    predict: ({ operator, version, call }) =>
      predictedOutputs(operator.expect(version, { ...call, inputs: call.inputs.map((input) => input && cut(input)) })),
  };
}

/** The hypotheses about results that are significant by themselves, whatever the call. */
export const suspectResults: readonly Hypothesis[] = [
  results(
    'float32-results',
    'results have only the digits of float32',
    (got, { best }) => isOfFloat32(got) && !isOfFloat32(best) && hasDigitsOf(got, best),
    'float64',
  ),
  results('inaccurate', 'inaccurate: outside the error bound', isNear),
];

/** Returns two hypotheses: values are replaced in all floats of the inputs, or only in the outputs. */
function misread(id: string, text: string, change: Misreading): readonly Hypothesis[] {
  const predicted = (
    others: readonly ExpectedOutput[],
    expected: readonly ExpectedOutput[],
    isOnlyChanged: boolean,
  ): readonly PredictedOutput[] =>
    others.map(({ dtype, dims, accept }, i) => ({
      dtype,
      dims,
      accepts: (index, got) => {
        // what may overflow may also give NaN, which then explains nothing
        if (Number.isNaN(got) && !Number.isNaN(accept(index).best)) return false;
        const changed = changedTo(expected[i]!, index, change);
        return (
          got === changed || (!(isOnlyChanged && changed !== undefined) && accept(index).judge(got, 'verdict').accepted)
        );
      },
    }));
  return [
    {
      id,
      text,
      predict: ({ operator, version, call }, expected) => {
        const inputs = call.inputs.map((input) => input && changedFloats(input, change));
        return predicted(operator.expect(version, { ...call, inputs }), expected, false);
      },
    },
    { id, text, predict: (_, expected) => predicted(expected, expected, true) },
  ];
}

/** Returns the value that replaces the right one; `undefined` if nothing is replaced. */
function changedTo({ dtype, accept }: ExpectedOutput, index: number, change: Misreading): number | undefined {
  const format = formatOf(dtype);
  if (format.kind !== 'float') return undefined;
  const best = Number(accept(index).best);
  const taken = change(best, format);
  return taken === best || Number.isNaN(taken) ? undefined : taken;
}

function changedFloats(given: Tensor, change: Misreading): Tensor {
  const format = formatOf(given.dtype);
  if (format.kind !== 'float') return given;
  const value = format.reader(given.data);
  return tensorOfScalars(given.dtype, given.dims, (i) => change(value(i), format));
}

const isOfFloat32 = (x: Scalar): boolean => Number.isFinite(x) && Math.fround(Number(x)) === x;

/** Returns the hypothesis that all wrong results satisfy a condition; only for outputs of dtype `only`, if given. */
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
    ofWrongElements: true,
    predict: (_, expected) =>
      expected.some(({ dtype }) => only && dtype !== only) ? undefined : expected.map(suspected),
  };
}
