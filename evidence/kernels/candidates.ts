import { type FloatFormat, formatOf } from '../../oracles/numerics/dtype.ts';
import type { NumericScalar } from '../../oracles/numerics/trait.ts';
import {
  extremumBy,
  fused,
  quotientsInFloat64,
  rescaledNorm,
  rootInFloat32,
  rootOfWiderSum,
  streamedLogSumExp,
  unshiftedInFloat64,
  x86,
} from './algorithms.ts';
import { attentionVariants } from './attention-variants.ts';
import { computedCandidates } from './computed.ts';
import { controlVariants } from './control-variants.ts';
import { convolutionVariants } from './convolution-variants.ts';
import { correct } from './correct.ts';
import { dataVariants } from './data-variants.ts';
import {
  logAddExp,
  maximumOfNumbers,
  meanByReciprocal,
  meanOfQuotients,
  minimumOfNumbers,
  normOfNorms,
  runningMean,
  scaledL2,
  unshiftedLogSumExp,
} from './definitions.ts';
import { elementwiseVariants } from './elementwise-variants.ts';
import { foldOf, type Style } from './fold.ts';
import { gridSampleVariants } from './grid-sample-variants.ts';
import { type Candidate, type Example, Refusal } from './implementation.ts';
import { givesIndices } from './indices.ts';
import type { IntegerChoices } from './machine.ts';
import { maxRoiPoolVariants } from './max-roi-pool-variants.ts';
import { movedConvolutionVariants } from './moved-convolution-variants.ts';
import { nonMaxSuppressionVariants } from './non-max-suppression-variants.ts';
import { normalizationVariants } from './normalization-variants.ts';
import { oracle } from './oracle.ts';
import { productVariants } from './product-variants.ts';
import { quantizedVariants } from './quantized-variants.ts';
import { randomVariants } from './random-variants.ts';
import { recurrenceVariants } from './recurrence-variants.ts';
import { resizeVariants } from './resize-variants.ts';
import { roiAlignVariants } from './roi-align-variants.ts';
import { runtimeVariants } from './runtime-variants.ts';
import { signalVariants } from './signal-variants.ts';
import { softmaxVariants } from './softmax-variants.ts';
import { implementationOf, type Stages, shared, stagedOperators } from './stages.ts';
import { sumVariants } from './sum-variants.ts';
import {
  axisByAxis,
  blocked,
  chunks,
  compensated,
  eightLanes,
  pairwise,
  type Summation,
  sequential,
  shuffled,
} from './summation.ts';
import { textVariants } from './text-variants.ts';

const wider = ({ name }: FloatFormat): FloatFormat =>
  formatOf(name === 'float32' || name === 'float64' ? 'float64' : 'float32');

/** An operator's results along the innermost dimension, of these the same, and so on outwards; for floats only. */
const nested =
  (operator: string, fold: Stages['fold']): Stages['fold'] =>
  (terms, extents, request) => {
    const [extent, ...outer] = extents.toReversed();
    const nests = request.operator === operator && formatOf(request.dtype).kind === 'float' && extents.length > 1;
    if (!nests || terms.length === 0) return fold(terms, extents, request);
    const inner: NumericScalar[] = chunks(terms, extent!).map((row) => fold(row, [extent!], request));
    return nested(operator, fold)(inner, outer.toReversed(), request);
  };

const blockSizes = [4, 8, 64, 128, 256];

/** Sums of runs whose length goes by the number of terms: each of the usual ones comes up. */
const blocks: Summation = (terms, operation, extents) =>
  blocked(blockSizes[terms.length % blockSizes.length]!)(terms, operation, extents);

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

const stages = (style: Partial<Style>, changes: Partial<Stages> = {}): Stages => ({
  ...shared,
  fold: foldOf({ summation: pairwise, integers: wrap, ...style }),
  ...changes,
});

/** The usual implementation with another algorithm for some operators. */
const altered = (change: (fold: Stages['fold']) => Stages['fold']): Stages => ({
  ...correct,
  fold: change(correct.fold),
});

const wrap: IntegerChoices = { overflow: 'wrap', rounding: 'truncate' };
const byAxis: Style = { summation: axisByAxis, integers: wrap };
const halvesUp: Style = { summation: axisByAxis, integers: { overflow: 'wrap', rounding: 'nearest-up' } };
const algorithms = { ReduceMean: meanByReciprocal, ReduceL2: scaledL2 };

const sums = ['ReduceL1', 'ReduceL2', 'ReduceLogSum', 'ReduceMean', 'ReduceSum', 'ReduceSumSquare'];
const folds = [...sums, 'ReduceLogSumExp', 'ReduceProd'];
const norms = ['ReduceL2', 'ReduceMean'];
const extrema = ['ReduceMax', 'ReduceMin'];
const searches = ['ArgMax', 'ArgMin'];

/** An implementation that differs from the usual one in the operators that are named; in all reductions if none is. */
function kernel(name: string, all: Stages, operators = stagedOperators): Candidate {
  return { name, start: () => implementationOf(all), operators };
}

/** A kernel of one dtype, sessions included: whatever else it is asked is a mistake of whoever asks. */
const onlyFloat32: Candidate = {
  name: 'float32 alone, as it declares',
  dtypes: ['float32'],
  operators: stagedOperators,
  start() {
    const { read } = correct;
    const narrow = (example: Example) => {
      const request = read(example);
      if (request.dtype !== 'float32') throw new Error(`it declares float32 alone, and was asked ${request.dtype}`);
      return request;
    };
    return implementationOf({ ...correct, read: narrow });
  },
};

/** Implementations that differ wherever the specification lets them; the suite must accept them all. */
export const correctCandidates: readonly Candidate[] = [
  oracle,
  ...computedCandidates,
  ...elementwiseVariants,
  ...sumVariants,
  ...productVariants,
  ...convolutionVariants,
  ...movedConvolutionVariants,
  ...quantizedVariants,
  ...softmaxVariants,
  ...attentionVariants,
  ...normalizationVariants,
  ...dataVariants,
  ...controlVariants,
  ...randomVariants,
  ...recurrenceVariants,
  ...gridSampleVariants,
  ...roiAlignVariants,
  ...maxRoiPoolVariants,
  ...nonMaxSuppressionVariants,
  ...resizeVariants,
  ...runtimeVariants,
  ...signalVariants,
  ...textVariants,
  kernel('sequential', stages({ summation: sequential })),
  kernel('pairwise', correct),
  onlyFloat32,
  kernel(
    'eight lanes, integer results rounded down, the last of ties and of NaN',
    stages({
      summation: eightLanes,
      integers: { overflow: 'wrap', rounding: 'floor' },
      indices: { nan: 'last', ties: 'last' },
    }),
  ),
  kernel(
    'shuffled, integers saturated at every step, NaN passed over by searches',
    stages({
      summation: shuffled,
      integers: { overflow: 'saturate', rounding: 'truncate' },
      indices: { nan: 'ignored', ties: 'first' },
    }),
  ),
  kernel('strict: refuses what may be refused', { ...correct, ...strict }),
  kernel(
    'wider accumulator, integers saturated at the end',
    stages({
      summation: sequential,
      integers: { overflow: 'widen and saturate', rounding: 'nearest-even' },
      accumulator: wider,
    }),
    folds,
  ),
  kernel(
    'wider accumulator, compensated, mean by reciprocal, scaled L2',
    stages({ summation: compensated, accumulator: wider, algorithms }),
    folds,
  ),
  kernel('compensated in the type itself', stages({ summation: compensated }), folds),
  kernel('axis by axis, mean of means', stages(byAxis, { fold: nested('ReduceMean', foldOf(byAxis)) }), folds),
  kernel(
    'integers widened, wrapped at the end',
    stages({ summation: sequential, integers: { overflow: 'widen and wrap', rounding: 'truncate' } }),
    folds,
  ),
  kernel(
    'integers saturated at every step, from the last',
    stages({ integers: { overflow: 'saturate', rounding: 'truncate', backwards: true } }),
    folds,
  ),
  kernel(
    'mean by reciprocal, scaled L2, integers rounded to nearest',
    stages({ summation: sequential, integers: { overflow: 'saturate', rounding: 'nearest-even' }, algorithms }),
    norms,
  ),
  kernel(
    'running mean, scaled L2 in lanes',
    stages({ summation: eightLanes, algorithms: { ReduceMean: runningMean, ReduceL2: scaledL2 } }),
    norms,
  ),
  kernel('integer quotients and roots in float64', altered(quotientsInFloat64('truncate')), norms),
  kernel('integer quotients and roots in float64, rounded down', altered(quotientsInFloat64('floor')), norms),
  kernel(
    'integer quotients and roots in float64, rounded to nearest',
    altered(quotientsInFloat64('nearest-even')),
    norms,
  ),
  kernel(
    'sums of blocks of 4, 8, 64, 128 or 256, integers rounded half away from zero',
    stages({ summation: blocks, integers: { overflow: 'wrap', rounding: 'nearest-away' } }),
    folds,
  ),
  kernel(
    'axis by axis, norm of norms, integers rounded half up',
    stages(halvesUp, { fold: nested('ReduceL2', foldOf(halvesUp)) }),
    norms,
  ),
  kernel(
    'integer quotients and roots in float64, halves up, cast as by x86',
    altered(quotientsInFloat64('nearest-up', x86)),
    norms,
  ),
  kernel('integer squares that wrap, added in 64 bits, the root in float64', altered(rootOfWiderSum), ['ReduceL2']),
  kernel('a chain of hypot', stages({ summation: sequential, algorithms: { ReduceL2: normOfNorms } }), ['ReduceL2']),
  kernel('hypot two by two', stages({ algorithms: { ReduceL2: normOfNorms } }), ['ReduceL2']),
  kernel(
    'log-add-exp, one after another',
    stages({ summation: sequential, algorithms: { ReduceLogSumExp: logAddExp } }),
    ['ReduceLogSumExp'],
  ),
  kernel('log-add-exp, two by two', stages({ algorithms: { ReduceLogSumExp: logAddExp } }), ['ReduceLogSumExp']),
  kernel('mean of quotients', stages({ summation: eightLanes, algorithms: { ReduceMean: meanOfQuotients } }), [
    'ReduceMean',
  ]),
  kernel('fused multiply-add', altered(fused), ['ReduceL2', 'ReduceSumSquare']),
  kernel('norm rescaled in one pass', altered(rescaledNorm), ['ReduceL2']),
  kernel('root in float32, as the function body has it', altered(rootInFloat32), ['ReduceL2']),
  kernel('exponentials as they stand, in the type', stages({ algorithms: { ReduceLogSumExp: unshiftedLogSumExp } }), [
    'ReduceLogSumExp',
  ]),
  kernel('exponentials as they stand, in float64, as the function body has it', altered(unshiftedInFloat64), [
    'ReduceLogSumExp',
  ]),
  kernel('exponentials in one pass, rescaled', altered(streamedLogSumExp), ['ReduceLogSumExp']),
  kernel(
    'extrema of numbers, NaN ignored',
    stages({ algorithms: { ReduceMax: maximumOfNumbers, ReduceMin: minimumOfNumbers } }),
    extrema,
  ),
  kernel('extrema keep the first of zeros', altered(extremumBy((x, best) => x > best)), extrema),
  kernel('extrema keep the last of zeros', altered(extremumBy((x, best) => x >= best)), extrema),
  kernel(
    'the last of ties where the model does not say',
    stages({ indices: { nan: 'first', ties: 'last' } }),
    searches,
  ),
  kernel(
    'each element compared with the best before it',
    stages({ indices: { nan: 'if-first', ties: 'first' } }),
    searches,
  ),
];
