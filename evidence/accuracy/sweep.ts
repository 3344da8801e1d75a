import { enclosed } from '../../oracles/arithmetic/exact.ts';
import { errorOf } from '../../oracles/judge/element-error.ts';
import { evaluateCall } from '../../oracles/judge/evaluations.ts';
import { roundCorrectly } from '../../oracles/judge/true-value.ts';
import { type DType, type FloatFormat, floatDTypes, formatOf } from '../../oracles/numerics/dtype.ts';
import { orderingOf } from '../../oracles/numerics/order.ts';
import { numbersOf, type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import { operators } from '../../oracles/operators.ts';
import type { Operator, OperatorVersion } from '../../oracles/spec/operator.ts';

/** The number of bins for each sign: 4 powers of two each in float32, 32 in float64, half a power in float16. */
export const binsOfSign = 64;

/** The greatest number of inputs in a bin. */
const mostInBin = 2000;

const newestOf = ({ versions }: Operator): OperatorVersion => versions.at(-1)!;

/** The float types of an operator's newest version that its input and its output share. */
export const dtypesOf = (operator: Operator): readonly DType[] =>
  floatDTypes.filter((dtype) => newestOf(operator).dtypes.includes(dtype));

/** The elementwise operators from one float to a float, without attributes. */
export const functions: readonly Operator[] = operators.filter((operator) => {
  const { inputs, outputs, attributes } = newestOf(operator);
  const [input, output] = [inputs[0], outputs[0]];
  return (
    operator.family === 'elementwise' &&
    operator.evaluate !== undefined &&
    inputs.length === 1 &&
    outputs.length === 1 &&
    attributes.length === 0 &&
    !input!.variadic &&
    input!.variable !== undefined &&
    input!.variable === output!.variable &&
    dtypesOf(operator).length > 0
  );
});

/** Inputs in ascending order, with the index of the first one in each bin, from the most negative bin to the most positive. */
export interface Sweep {
  readonly inputs: Tensor;
  readonly starts: readonly number[];
}

/** Returns inputs over the whole range of a float type: evenly spaced values in each bin, or all if there are few. */
export function sweepOf(dtype: DType): Sweep {
  const { positionOf, valueAt } = orderingOf(dtype);
  const [zero, end] = [positionOf(0), positionOf(Number.POSITIVE_INFINITY)];
  const negative = positionOf(-0);
  const width = 2n ** BigInt((end - 1n).toString(2).length) / BigInt(binsOfSign);
  const bins = Array.from({ length: binsOfSign }, (_, bin) => {
    const first = BigInt(bin) * width;
    const size = (first + width < end ? first + width : end) - first;
    const count = size < mostInBin ? Number(size) : mostInBin;
    return Array.from({ length: count }, (_, i) => first + (BigInt(i) * size) / BigInt(count));
  });
  const ofSign = [
    ...bins.toReversed().map((bin) => bin.toReversed().map((magnitude) => valueAt(negative - magnitude))),
    ...bins.map((bin) => bin.map((magnitude) => valueAt(zero + magnitude))),
  ];
  let next = 0;
  const starts = ofSign.map(({ length }) => {
    next += length;
    return next - length;
  });
  const values = ofSign.flat();
  return { inputs: tensorOfScalars(dtype, [next], (i) => values[i]!), starts };
}

/** An error, and the input and answer that show it. */
export interface Shown {
  readonly input: number;
  readonly got: number | 'NaN' | 'Infinity' | '-Infinity';
  readonly exact: number | 'NaN' | 'Infinity' | '-Infinity';
}

/** The errors of a runtime in one operator and dtype. */
export interface Errors {
  /**
   * by bin the largest error in ULP; 0: every answer is the correctly rounded one; `null`: some answer is not a number of ULP away, such as
   * NaN for a number. Absent if all are 0.
   */
  readonly bins?: readonly (number | null)[];
  /** the largest error, if some answer is not correctly rounded */
  readonly worst?: Shown & { readonly ulps: number };
  /** the first answer that is not a number of ULP away */
  readonly wrong?: Shown;
}

/** Returns a function that measures the errors of answers to a sweep. Exact values are computed once for all runtimes. */
export function measureOf(operator: Operator, { inputs, starts }: Sweep): (answer: Tensor) => Errors {
  const { dtype, dims } = inputs;
  const format = formatOf(dtype) as FloatFormat;
  const call = { attributes: {}, inputs: [inputs], outputs: 1 };
  const { exact } = evaluateCall(operator.evaluate!, newestOf(operator), call, 1);
  const rounded = Array.from({ length: dims[0]! }, (_, i) => roundCorrectly((bits) => exact(bits)[0]!.at(i), format));
  const inputAt = numbersOf(inputs);
  return (answer) => {
    const answerAt = numbersOf(answer);
    const found: { worst?: NonNullable<Errors['worst']>; wrong?: Shown } = {};
    const bins = starts.map((start, bin) => {
      let most: number | null = 0;
      for (let i = start; i < (starts[bin + 1] ?? dims[0]!); i++) {
        const [got, { value, best }] = [Number(answerAt(i)), rounded[i]!];
        // the sign of zero is not an error in ULP
        if (got === best || (Number.isNaN(got) && Number.isNaN(best))) continue;
        const isMeasured = Number.isFinite(got) && Number.isFinite(best);
        const { ulps } = isMeasured ? errorOf(got, enclosed(value).lo, format) : {};
        const shown = { input: Number(inputAt(i)), got: printed(got), exact: printed(best) };
        if (ulps === undefined) {
          found.wrong ??= shown;
          most = null;
          continue;
        }
        if (ulps > (found.worst?.ulps ?? 0)) found.worst = { ...shown, ulps: rounding(ulps) };
        if (most !== null && ulps > most) most = ulps;
      }
      return most === null ? null : rounding(most);
    });
    return found.worst || found.wrong ? { bins, ...found } : {};
  };
}

const printed = (x: number): Shown['got'] => (Number.isFinite(x) ? x : (`${x}` as 'NaN'));

/** Rounds a figure to three digits. */
const rounding = (x: number): number => Number(x.toPrecision(3));

/** "correctly rounded", "at most 0.797 ulp, at 3.5", "NaN instead of 2 at 1.5". */
export function describeErrors({ worst, wrong }: Errors): string {
  if (!worst && !wrong) return 'correctly rounded';
  return [
    ...(worst ? [`at most ${formatUlps(worst.ulps)} ulp, at ${worst.input}`] : []),
    ...(wrong ? [`${wrong.got} instead of ${wrong.exact} at ${wrong.input}`] : []),
  ].join('; ');
}

/** "0.51", "9730", "8.93e15". */
export const formatUlps = (ulps: number): string => (ulps < 1e6 ? `${ulps}` : ulps.toExponential().replace('+', ''));
