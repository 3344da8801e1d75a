import type { Scalar } from '../../oracles/acceptance/acceptance.ts';
import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import {
  extremumBy,
  fused,
  quotientsInFloat64,
  rescaledNorm,
  rootInFloat32,
  streamedLogSumExp,
  unshiftedInFloat64,
} from './algorithms.ts';
import {
  maximumOfNumbers,
  meanByReciprocal,
  meanOfQuotients,
  minimumOfNumbers,
  runningMean,
  scaledL2,
  unshiftedLogSumExp,
} from './definitions.ts';
import { foldOf, type Style } from './fold.ts';
import { givesIndices } from './indices.ts';
import type { IntegerChoices } from './machine.ts';
import { implementationOf, Refusal, remembering, type Stages, shared } from './stages.ts';
import type { Candidate } from './suite.ts';
import { axisByAxis, chunks, compensated, eightLanes, pairwise, sequential, shuffled } from './summation.ts';

const wider = ({ name }: FloatFormat): FloatFormat =>
  formatOf(name === 'float32' || name === 'float64' ? 'float64' : 'float32');

/** The mean of the means of the innermost dimension, and so on outwards; for floats only. */
const meanOfMeans =
  (fold: Stages['fold']): Stages['fold'] =>
  (terms, extents, request) => {
    const [extent, ...outer] = extents.toReversed();
    const nests = request.operator === 'ReduceMean' && formatOf(request.dtype).kind === 'float' && extents.length > 1;
    if (!nests || terms.length === 0) return fold(terms, extents, request);
    const means: Scalar[] = chunks(terms, extent!).map((row) => fold(row, [extent!], request));
    return meanOfMeans(fold)(means, outer.toReversed(), request);
  };

/** Refuses what the specification lets it refuse. */
const strict: Partial<Stages> = {
  reduced(request) {
    const { axes, dims, opset, operator } = request;
    if (axes?.some((axis) => axis < 0 && opset < 11)) throw new Refusal('negative axes came with opset 11');
    const places = new Set(axes?.map((axis) => (axis < 0 ? axis + dims.length : axis)));
    if (places.size !== (axes?.length ?? 0)) throw new Refusal('an axis is listed twice');
    if (givesIndices(operator)) {
      if (dims.length === 0) throw new Refusal('rank 0 has no axis 0');
      if (dims[[...places][0]!] === 0) throw new Refusal('no index among no elements');
      if (opset === 11 && dims.includes(0)) throw new Refusal('data must not be empty');
    }
    return shared.reduced(request);
  },
};

const stages = (style: Style, changes: Partial<Stages> = {}): Stages => ({
  ...shared,
  fold: foldOf(style),
  ...changes,
});

const wrap: IntegerChoices = { overflow: 'wrap', rounding: 'truncate' };

/** The correct implementation that faulty ones are made from. */
export const correct: Stages = { ...shared, fold: remembering(foldOf({ summation: pairwise, integers: wrap })) };

/** The usual implementation with another algorithm for some operators. */
const altered = (change: (fold: Stages['fold']) => Stages['fold']): Stages => ({
  ...correct,
  fold: change(correct.fold),
});

const byAxis: Style = { summation: axisByAxis, integers: wrap };

/** Implementations that differ wherever the specification lets them; the suite must accept them all. */
export const correctStages: Readonly<Record<string, Stages>> = {
  sequential: stages({ summation: sequential, integers: wrap }),
  pairwise: correct,
  'eight lanes, integer results rounded down': stages({
    summation: eightLanes,
    integers: { overflow: 'wrap', rounding: 'floor' },
    indices: { nan: 'last', ties: 'last' },
  }),
  'wider accumulator, integers saturated at the end': stages({
    summation: sequential,
    integers: { overflow: 'widen and saturate', rounding: 'nearest' },
    accumulator: wider,
  }),
  'wider accumulator, compensated, mean by reciprocal, scaled L2': stages({
    summation: compensated,
    integers: wrap,
    accumulator: wider,
    algorithms: { ReduceMean: meanByReciprocal, ReduceL2: scaledL2 },
  }),
  'compensated in the type itself': stages({ summation: compensated, integers: wrap }),
  'shuffled, integers saturated at every step': stages({
    summation: shuffled,
    integers: { overflow: 'saturate', rounding: 'truncate' },
    indices: { nan: 'ignored', ties: 'first' },
  }),
  'mean by reciprocal, scaled L2': stages({
    summation: sequential,
    integers: { overflow: 'saturate', rounding: 'nearest' },
    algorithms: { ReduceMean: meanByReciprocal, ReduceL2: scaledL2 },
  }),
  'mean of quotients': stages({
    summation: eightLanes,
    integers: wrap,
    algorithms: { ReduceMean: meanOfQuotients },
  }),
  'NaN ignored by extrema, exponentials unshifted': stages({
    summation: pairwise,
    integers: wrap,
    algorithms: {
      ReduceLogSumExp: unshiftedLogSumExp,
      ReduceMax: maximumOfNumbers,
      ReduceMin: minimumOfNumbers,
    },
    indices: { nan: 'ignored', ties: 'first' },
  }),
  'the last of ties where the model does not say': stages({
    summation: pairwise,
    integers: wrap,
    indices: { nan: 'first', ties: 'last' },
  }),
  'running mean, scaled L2 in lanes': stages({
    summation: eightLanes,
    integers: wrap,
    algorithms: { ReduceMean: runningMean, ReduceL2: scaledL2 },
  }),
  'axis by axis, mean of means': stages(byAxis, { fold: meanOfMeans(foldOf(byAxis)) }),
  'fused multiply-add': altered(fused),
  'norm rescaled in one pass': altered(rescaledNorm),
  'root in float32, as the function body has it': altered(rootInFloat32),
  'integer quotients and roots in float64': altered(quotientsInFloat64),
  'exponentials in float64, unshifted, as the function body has it': altered(unshiftedInFloat64),
  'exponentials in one pass, rescaled': altered(streamedLogSumExp),
  'extrema keep the first of zeros': altered(extremumBy((x, best) => x > best)),
  'extrema keep the last of zeros': altered(extremumBy((x, best) => x >= best)),
  strict: stages({ summation: pairwise, integers: wrap }, strict),
  'integers widened, wrapped at the end': stages({
    summation: sequential,
    integers: { overflow: 'widen and wrap', rounding: 'truncate' },
  }),
  'integers saturated at every step, from the last': stages({
    summation: sequential,
    integers: { overflow: 'saturate', rounding: 'truncate', backwards: true },
  }),
};

export const correctCandidates: readonly Candidate[] = Object.entries(correctStages).map(([name, all]) => ({
  name,
  start: () => implementationOf(all),
}));
