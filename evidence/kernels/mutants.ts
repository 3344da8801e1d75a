import { affineGridFaults } from './faults/affine-grids.ts';
import { attentionFaults } from './faults/attentions.ts';
import { axesFaults } from './faults/axes.ts';
import { batchNormalizationFaults } from './faults/batch-normalization.ts';
import { borderFaults } from './faults/borders.ts';
import { castFaults } from './faults/cast.ts';
import { causalConvolutionFaults } from './faults/causal-convolutions.ts';
import { choiceFaults } from './faults/choices.ts';
import { comparisonFaults } from './faults/comparisons.ts';
import { confusionFaults } from './faults/confusions.ts';
import { contractionFaults } from './faults/contractions.ts';
import { controlFaults } from './faults/control.ts';
import { convolutionFaults } from './faults/convolutions.ts';
import { deformedConvolutionFaults } from './faults/deformed-convolutions.ts';
import { elementwiseFaults } from './faults/elementwise.ts';
import { elementwiseAttributeFaults } from './faults/elementwise-attributes.ts';
import { elementwiseFunctionFaults } from './faults/elementwise-functions.ts';
import { elementwiseKernelFaults } from './faults/elementwise-kernels.ts';
import { elementwiseMachineFaults } from './faults/elementwise-machines.ts';
import { elementwiseOperandFaults } from './faults/elementwise-operands.ts';
import { elementwiseSelectionFaults } from './faults/elementwise-selections.ts';
import { extremumFaults } from './faults/extrema.ts';
import { floatFaults } from './faults/floats.ts';
import { gridSampleFaults } from './faults/grid-samples.ts';
import { imageFaults } from './faults/images.ts';
import { indexingFaults } from './faults/indexing.ts';
import { indexFaults } from './faults/indices.ts';
import { integerFaults } from './faults/integers.ts';
import { keptFaults } from './faults/kept.ts';
import { lateFaults } from './faults/late.ts';
import { layoutFaults } from './faults/layouts.ts';
import { linearAttentionFaults } from './faults/linear-attentions.ts';
import { lineFaults } from './faults/lines.ts';
import { logarithmFaults } from './faults/logarithms.ts';
import { lossFaults } from './faults/losses.ts';
import { movementFaults } from './faults/movement.ts';
import { narrowKernelFaults } from './faults/narrow-kernels.ts';
import { normalizationFaults } from './faults/normalizations.ts';
import { normFaults } from './faults/norms.ts';
import { opsetFaults } from './faults/opsets.ts';
import { orderFaults } from './faults/orders.ts';
import { partFaults } from './faults/orders-and-parts.ts';
import { partShiftFaults } from './faults/part-shifts.ts';
import { pathFaults } from './faults/paths.ts';
import { placeFaults } from './faults/places.ts';
import { poolFaults } from './faults/pools.ts';
import { productFaults } from './faults/products.ts';
import { quantizedFaults } from './faults/quantized.ts';
import { quantizedProductFaults } from './faults/quantized-products.ts';
import { randomFaults } from './faults/random.ts';
import { rangeFaults } from './faults/ranges.ts';
import { recurrenceFaults } from './faults/recurrences.ts';
import { refusalFaults } from './faults/refusals.ts';
import { regionFaults } from './faults/regions.ts';
import { reportedMovementFaults } from './faults/reported-movement.ts';
import { reportedOperandFaults } from './faults/reported-operands.ts';
import { reportedRowFaults } from './faults/reported-rows.ts';
import { reportedSampleFaults } from './faults/reported-samples.ts';
import { reportedWindowFaults } from './faults/reported-windows.ts';
import { resizeFaults } from './faults/resizes.ts';
import { resultCacheFaults } from './faults/result-caches.ts';
import { rotationFaults } from './faults/rotations.ts';
import { rowNormFaults } from './faults/row-norms.ts';
import { sameValueFaults } from './faults/same-value.ts';
import { scatterFaults } from './faults/scatters.ts';
import { searchFaults } from './faults/searches.ts';
import { sequenceFaults } from './faults/sequences.ts';
import { sessionFaults } from './faults/sessions.ts';
import { shapeFaults } from './faults/shapes.ts';
import { sharedNumberFaults } from './faults/shared-numbers.ts';
import { shiftFaults } from './faults/shifts.ts';
import { melFaults, windowFunctionFaults } from './faults/signals.ts';
import { sizeFaults } from './faults/sizes.ts';
import { softmaxFaults } from './faults/softmaxes.ts';
import { specialFaults } from './faults/specials.ts';
import { equationFaults, spreadFaults } from './faults/spread.ts';
import { stateFaults } from './faults/state.ts';
import { tailFaults } from './faults/tails.ts';
import { textFaults } from './faults/texts.ts';
import { threadFaults } from './faults/threads.ts';
import { transformFaults } from './faults/transforms.ts';
import { windowFaults } from './faults/windows.ts';
import { channelWindowFaults } from './faults/windows-of-channels.ts';
import { wordFaults } from './faults/words.ts';
import type { Mutant } from './mutant.ts';
import { stagedOperators } from './stages.ts';

/** Faults that any reduction can have. */
const ofEvery = (faults: readonly Mutant[]): readonly Mutant[] =>
  faults.map((fault) => ({ operators: stagedOperators, ...fault }));

/**
 * Every faulty implementation, by kind. Left out are published bugs that the specification does not forbid (an accumulator as
 * narrow as the type, squares that overflow it, wrapping integers), and those that show only beyond the sizes of the
 * suite (indices above 2^28).
 */
export const kinds: Readonly<Record<string, readonly Mutant[]>> = {
  'Which axes are reduced': axesFaults,
  'Versions, the reading of axes, shapes that follow': opsetFaults,
  'Shapes, rank 0, empty sets, nothing to reduce': shapeFaults,
  'Which elements are visited': ofEvery(indexingFaults),
  'Threads, blocks, lanes': ofEvery(threadFaults),
  'Layouts with a path of their own': ofEvery(layoutFaults),
  'Sizes beyond 2^16, ranks beyond 8': ofEvery(sizeFaults),
  'Long rows, the end of the range': ofEvery(lateFaults),
  'Borders of the blocks of long rows': borderFaults,
  'Places of NaN and infinities': [...specialFaults, ...confusionFaults],
  'Arithmetic of floats': floatFaults,
  'Sums, means, norms': [...normFaults, ...rangeFaults],
  Products: productFaults,
  'Logarithms of sums': [...logarithmFaults, ...shiftFaults, ...partShiftFaults],
  'Maxima, minima': [
    ...extremumFaults,
    ...comparisonFaults,
    ...tailFaults,
    ...wordFaults(['ReduceMax', 'ReduceMin'], 'extrema'),
  ],
  'What ArgMax and ArgMin look for': searchFaults,
  'Indices that ArgMax and ArgMin give': [
    ...indexFaults,
    ...orderFaults,
    ...placeFaults,
    ...wordFaults(['ArgMax', 'ArgMin'], 'indices'),
    ...resultCacheFaults,
  ],
  'Integers, and types of outputs': integerFaults,
  'Choices that contradict each other': choiceFaults,
  'What is kept from one run to the next': ofEvery([...stateFaults, ...sessionFaults]),
  'What a refusal leaves behind': ofEvery(refusalFaults),
  'Elementwise operators': [...elementwiseFaults, ...elementwiseKernelFaults, ...elementwiseSelectionFaults],
  'Functions of elements': elementwiseFunctionFaults,
  'Attributes of elementwise operators': elementwiseAttributeFaults,
  'Operands of elementwise operators': elementwiseOperandFaults,
  'Machines of elementwise operators': elementwiseMachineFaults,
  Casts: castFaults,
  'Numbers in units of a scale': quantizedFaults,
  'Sums of products': contractionFaults,
  Convolutions: [...convolutionFaults, ...deformedConvolutionFaults, ...causalConvolutionFaults],
  'What is spread over an output': spreadFaults,
  'Equations and determinants': equationFaults,
  'Sums of products of quantized numbers': quantizedProductFaults,
  'Pools of windows and channels': poolFaults,
  'Lines along an axis': [...lineFaults, ...softmaxFaults],
  'Elements that move': [...movementFaults, ...scatterFaults, ...partFaults],
  'Graphs within nodes': controlFaults,
  'Sequences and optionals': sequenceFaults,
  'Kernels for few ranks and narrow indices': narrowKernelFaults,
  'Windows, normalized rows, order': windowFaults,
  'Rows brought to a common size': [
    ...normalizationFaults,
    ...batchNormalizationFaults,
    ...rowNormFaults,
    ...sharedNumberFaults,
    ...channelWindowFaults,
  ],
  Losses: lossFaults,
  'States that go from step to step': recurrenceFaults,
  'Attention and what goes with it': [...attentionFaults, ...linearAttentionFaults, ...rotationFaults],
  'Samples at other places': [...resizeFaults, ...gridSampleFaults, ...affineGridFaults],
  'Regions and boxes': regionFaults,
  Signals: [...windowFunctionFaults, ...melFaults, ...transformFaults],
  'Images in files': imageFaults,
  'Strings and n-grams': textFaults,
  'What is drawn at random': randomFaults,
  'Paths for some shapes and attributes': pathFaults,
  'Reports of runtimes, taken as they came': [
    ...reportedWindowFaults,
    ...reportedMovementFaults,
    ...reportedOperandFaults,
    ...reportedRowFaults,
    ...reportedSampleFaults,
  ],
  'What kernels of data keep from one run to the next': [...keptFaults, ...sameValueFaults],
};

export const mutants: readonly Mutant[] = Object.values(kinds).flat();
