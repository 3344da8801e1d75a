/** A choice that a backend made where the specification leaves one open. */
export interface Observation {
  /** the policy, e.g. `integer-overflow` */
  readonly policy: string;
  /** the choice, e.g. `wrap`; if an answer excludes some choices and admits several, these: `truncate or floor` */
  readonly choice: string;
  /** the admitted choices, in the order of the table below, if there are several */
  readonly among?: readonly string[];
}

/** A gap in the specification, and the defensible ways to fill it. */
export interface Policy {
  /** what is left open, as a noun */
  readonly open: string;
  /** how the text is silent or contradicts itself, in our own words */
  readonly silence: string;
  /** the known choices, one line each */
  readonly choices: Readonly<Record<string, string>>;
  /**
   * why the choice may differ between elements and between cases. If absent, a backend must make one choice within an operator
   * version and dtype; several different choices are a failure.
   */
  readonly mayVary?: string;
}

const similarToNumpy = 'the summary says "similar to numpy" and nothing more';

/** All policies, by the names that observations use. */
export const policies = {
  'integer-overflow': {
    open: 'an integer result that leaves the range of its type',
    silence: 'no schema speaks of integer overflow',
    choices: { wrap: 'modulo two to the number of bits', saturate: 'the nearest integer of the type' },
  },
  'integer-intermediate': {
    open: 'partial integer results that leave the range of the type on the way',
    silence: 'no schema names the type in which integers are added, multiplied or squared',
    choices: {
      wrap: 'each partial result modulo two to the number of bits',
      saturate: 'each partial result is clamped to the type',
      widen: 'partial results are held in a type that is wide enough',
    },
  },
  'integer-rounding': {
    open: 'an integer mean or root that is not an integer',
    silence: 'the schemas admit integers and say nothing of a rounding; Div truncates, by its text since ONNX 1.21',
    choices: {
      truncate: 'towards zero, as Div does',
      floor: 'towards minus infinity',
      'nearest-even': 'to the nearest integer, halves to the even one',
      'nearest-away': 'to the nearest integer, halves away from zero',
      'nearest-up': 'to the nearest integer, halves towards plus infinity',
    },
  },
  'integer-arithmetic': {
    open: 'integers beyond the precision of a float that the operator computes with',
    silence: 'no schema names the type of the quotient or root; function bodies take the root in float32',
    choices: {
      exact: 'in integers',
      float64: 'through float64',
      float32: 'through float32, as the function body of the norm has it',
    },
  },
  'integer-logarithm': {
    open: 'logarithms of integers below opset 28',
    silence: 'the schemas admit integers, a function body has no kernel for them; version 28 withdrew them',
    choices: { rejected: 'the model is refused', accepted: 'the logarithm, rounded to an integer' },
  },
  'undefined-cast': {
    open: 'a number for which a cast to another type has no rule',
    silence:
      'the text calls floats beyond the range of an integer type undefined, and negative numbers as float8e8m0; it says nothing of fractions as integers of 2 or 4 bits, nor of NaN in types that have none',
    choices: { NaN: 'not a number', '0': 'zero of either sign', 'another value': 'anything else' },
    mayVary: 'nothing can be asked of an undefined value',
  },
  'float8-infinity': {
    open: 'infinities that are cast, saturating, to a float8 type of which zero has one sign, before version 24',
    silence:
      'the tables of versions 19 to 23 say NaN, that of version 24 the largest number; ONNX’s own test data had it before',
    choices: { largest: 'the largest number, of either sign', NaN: 'not a number' },
  },
  'same-type-infinity': {
    open: 'infinities that are cast, saturating, to the float8 type that they are of',
    silence: 'the tables are of casts to another type, and a cast that changes no type may do nothing',
    choices: { largest: 'the largest number, of either sign, as of other types', kept: 'the infinity' },
  },
  'quotient-precision': {
    open: 'the precision of the quotient that is quantized',
    silence:
      'before version 23 no type is named for the quotient of data and scale; from then on the text does not say whether these are rounded to it as well',
    choices: {
      rounded: 'data, scale and quotient are rounded to the type of the scale, or the one that is named',
      quotient: 'the quotient is rounded to it',
      exact: 'the quotient is computed in a wider type',
    },
  },
  'scale-of-zeros': {
    open: 'the scale that a dynamic quantization gives for data that are all zero',
    silence:
      'the formula gives 0, by which it then divides; function body, reference and onnxruntime give three scales',
    choices: { '0': 'as the formula gives', NaN: 'not a number', 'another value': 'one that can be divided by' },
  },
  'decimal-digits': {
    open: 'how many digits of a number stand in a string',
    silence: 'the text shows the example 314.15926 and names no number of digits',
    choices: {
      all: 'as many as it takes to read the number back',
      fewer: 'the number rounded to six or more significant digits, as the formats of C do',
    },
    mayVary: 'a short number has no more digits',
  },
  'empty-string-parts': {
    open: 'how many parts an empty string has, split at a delimiter',
    silence: 'the text has empty strings between delimiters, and says nothing of a string without any',
    choices: { '1': 'one, which is empty: what is left of a string without a delimiter', '0': 'none at all' },
  },
  'zero-sign': {
    open: 'the sign of a zero: of a sum or mean of negative zeros, of the extremum of zeros of both signs, where a formula gives 0',
    silence: similarToNumpy,
    choices: { '-0': 'the sign of the data', '0': 'plus, as of a sum that begins with +0, or of the other zero' },
    mayVary: 'it follows from where an evaluation starts and in which order it goes',
  },
  'subnormal-numbers': {
    open: 'numbers below the normal range of a float type, given to an elementwise operator or a softmax, or computed by it',
    silence: 'no text speaks of them; IEEE 754 has them, processors and GPUs may be set to take them for zero',
    choices: { kept: 'as IEEE 754 has it', flushed: 'zero in their place' },
    mayVary: 'operands, results and partial results may be flushed each by itself',
  },
  'intermediate-range': {
    open: 'finite data whose partial results overflow the type in some order or algorithm',
    silence: 'no schema names the order of evaluation, the type of the accumulator or the algorithm',
    choices: {
      finite: 'the true value, as by a wider or a scaled evaluation',
      overflows: 'what the overflow leads to: an infinity or NaN, or nothing where it divides',
    },
    mayVary: 'whether a partial result overflows depends on the data and on the order',
  },
  'l2-intermediate': {
    open: 'the type in which the root of a float64 sum of squares is taken',
    silence: 'the function body of version 18 casts to float32, the text says nothing of it',
    choices: { float64: 'the type of the data', float32: 'as the function body has it' },
  },
  'log-sum-exp-shift': {
    open: 'a logarithm of a sum of exponentials that leave the range of the type',
    silence: 'the summary gives the formula, the function body computes it as it stands; neither speaks of stability',
    choices: {
      shifted: 'the maximum is subtracted first: the result is finite whenever the true value is',
      'not-shifted': 'exponentials overflow to an infinity, or vanish',
    },
  },
  'softmax-shift': {
    open: 'exponentials that leave the range of the type on the way to a softmax',
    silence:
      'the text gives the formula, and the logarithm of it, the function body subtracts the maximum; no sentence speaks of overflow',
    choices: {
      shifted: 'the maximum is subtracted first: of finite numbers all results are finite',
      'not-shifted':
        'exponentials overflow to an infinity, and the quotient to NaN, or vanish; the logarithm of 0 is -Infinity',
    },
  },
  'cancelled-digits': {
    open: 'digits that a form of a formula loses where it cancels',
    silence: 'the text gives the formula, in one form or as a function body, and says nothing of rounding',
    choices: {
      kept: 'within the accuracy of forms that do not cancel',
      lost: 'loses digits where the formula cancels: within what such a form can give in the type',
    },
    mayVary: 'a kernel may take one form for some numbers and another for others',
  },
  'variance-formula': {
    open: 'a variance that cancels: of a row whose mean is large next to its deviations',
    silence:
      'the text takes the mean of squared deviations, the function body the mean of squares less the squared mean',
    choices: {
      'of-deviations': 'the mean is subtracted first',
      'of-squares': 'as the function body has it, in one pass: digits cancel, and what is left is not negative',
    },
  },
  'deviation-epsilon': {
    open: 'a normalization by a deviation that is zero, or next to it, where the text has no epsilon',
    silence: 'the text divides by the root of the variance, the function body adds 1e-9 to it',
    choices: { none: 'nothing is added: 0/0 is NaN', added: '1e-9 is added to the root' },
  },
  'running-variance': {
    open: 'the variance that runs along in training, before version 14',
    silence: 'the text names no count that squares are divided by; version 14 names that of the population',
    choices: {
      'of-population': 'squares are divided by the count',
      'of-sample': 'squares are divided by one less',
    },
  },
  'saved-variance': {
    open: 'the variance that is saved in training, before version 14',
    silence: 'the text says what it is for, the gradient, and not what it holds',
    choices: { variance: 'the variance', 'inverse-deviation': '1 over the root of the variance and epsilon' },
  },
  'dropout-mask': {
    open: 'the mask of a dropout that drops nothing, before version 12',
    silence: 'up to version 6 it is not filled, then the text does not say what it holds outside of training',
    choices: { NaN: 'not a number', '0': 'nothing is kept', 'another value': 'anything else' },
    mayVary: 'nothing can be asked of a value that is not spoken of',
  },
  'empty-mean': {
    open: 'the mean of an empty set of floats',
    silence: 'the text calls it undefined',
    choices: { NaN: 'not a number', '0': 'zero of either sign', 'another value': 'anything else' },
  },
  'empty-set-of-integers': {
    open: 'the mean, or the logarithm of the sum, of an empty set of integers',
    silence: 'the text calls it undefined',
    choices: { NaN: 'not a number', '0': 'the integer zero', 'another value': 'anything else' },
    mayVary: 'nothing can be asked of an undefined value, and what NaN becomes as an integer differs within a machine',
  },
  'empty-set': {
    open: 'a reduction over an empty set for which the text of the version gives no value',
    silence: 'a value that is undefined, or not spoken of, may be one that a runtime has no answer for',
    choices: { accepted: 'the output has its type and shape', rejected: 'the model is refused' },
  },
  'nan-in-extremum': {
    open: 'NaN among the elements of a maximum or minimum',
    silence: `${similarToNumpy}, and numpy has both`,
    choices: { propagates: 'the result is NaN', ignored: 'the result is the extremum of the numbers' },
  },
  'nan-sign': {
    open: 'the sign of NaN',
    silence: 'the text says what comes of numbers above, below and equal to zero; NaN is none of them',
    choices: { NaN: 'not a number', '0': 'zero of either sign' },
  },
  'zero-coefficient': {
    open: 'infinities and NaN in a term of a formula whose coefficient is 0',
    silence:
      'the text multiplies alpha and beta, and values by shares; BLAS, which it names, does not read what a coefficient of 0 belongs to, nor do kernels what is masked',
    choices: { multiplied: '0 times them is NaN', 'left-out': 'the term is not read' },
    mayVary: 'a kernel may leave out the one term and multiply the other',
  },
  'odd-padding': {
    open: 'on which side more is cut off where the padding of a transposed convolution is odd, before version 11',
    silence:
      'the formula of version 1 puts it where its attribute auto_pad does not; version 11 turned the formula round',
    choices: { attribute: 'at the end for SAME_UPPER, else at the beginning', formula: 'the other way round' },
  },
  'unpool-indices': {
    open: 'which shape indices count through where an output shape is given',
    silence: 'the text has them count through the flattened tensor, and does not say which',
    choices: { inferred: 'the one that follows from the attributes', output: 'that of the output' },
  },
  'sample-beyond-border': {
    open: 'data that are interpolated less than one element beyond the border of their padding',
    silence:
      'the text has zero outside of the padded data, and linear interpolation, which reaches one element further',
    choices: { blended: 'interpolated with the zeros beyond', zero: 'zero, as all data there' },
  },
  'interpolation-formula': {
    open: 'data interpolated next to an infinity, or between numbers whose difference leaves the range of the type',
    silence: 'the text calls the interpolation linear, and writes no formula',
    choices: {
      shares: 'each neighbour times its share: infinite next to an infinity',
      difference: 'the one neighbour plus a part of the difference to the other: ∞ - ∞ is NaN',
    },
  },
  'resized-length': {
    open: 'the output length in the formulas of coordinates, where length times scale is not an integer',
    silence:
      'the text calls it length_resized, the reference and ONNX’s vectors take the product, onnxruntime the integer',
    choices: { integer: 'the number of elements', fraction: 'length times scale, before it is rounded down' },
  },
  'resampling-coordinates': {
    open: 'the coordinates of a resized tensor in versions whose text has no formula',
    silence: 'the text names modes and output lengths, and not which place an element of the output has on the input',
    choices: { asymmetric: 'place / scale', 'half-pixel': '(place + 1/2) / scale - 1/2' },
  },
  'window-of-one': {
    open: 'a symmetric window of one number',
    silence: 'its function body divides by the size less one; no text speaks of it',
    choices: { NaN: 'not a number, as 0/0 is', '1': 'the greatest number of a window' },
  },
  'cubic-beyond-border': {
    open: 'a cubic at a location outside of data that are padded with their border',
    silence:
      'the text has border values for locations outside, and not what the four elements are around such a location',
    choices: {
      border: 'the element at the border, of a coordinate that is brought there',
      repeated: 'the weighted sum of elements that are repeated at the border',
    },
  },
  'sample-nowhere': {
    open: 'a sample at a location that is infinite or NaN, or that rounding leaves open by half an element and more',
    silence: 'the text calls a location a number, mostly from -1 to 1',
    choices: { '0': 'zero, as padding is', NaN: 'not a number', 'another value': 'anything else' },
    mayVary: 'nothing can be asked of a location that nobody knows',
  },
  'maximum-of-samples': {
    open: 'what the maximum of the samples of a region is taken of',
    silence:
      'the text has the value of samples computed by bilinear interpolation; the reference, onnxruntime and ONNX’s vectors compare the weighted elements around them, without a sum',
    choices: {
      interpolated: 'samples that are interpolated',
      weighted: 'elements around samples, each times its weight',
    },
  },
  'region-below-one': {
    open: 'a region that is shorter than an element, where coordinates are not moved by half of one',
    silence: 'the text has no least size; the reference and runtimes have it in this mode alone',
    choices: { one: 'it is one element long from where it begins', 'as-it-is': 'it stays as it is' },
  },
  'grid-of-nothing': {
    open: 'a cell of a region without a length, or with a negative one, where the number of samples follows from it',
    silence: 'the number is that length, rounded up, and the text does not say what becomes of no samples',
    choices: { '0': 'zero of either sign', NaN: 'not a number', 'another value': 'anything else' },
    mayVary: 'nothing can be asked of the mean of nothing',
  },
  'equal-scores': {
    open: 'which of several boxes of the same score is selected first',
    silence: 'the text has no order of boxes; ONNX’s vectors and implementations take the lower index',
    choices: { 'lower-index': 'the one with the lower index', another: 'another one' },
    mayVary: 'a sort that is not stable has no order of equals',
  },
  'absent-bound': {
    open: 'numbers at the ends of the range where a bound is not given',
    silence:
      'the text has the ends of the type as defaults, by which infinities become finite; the function body leaves them, and an attribute has those of float32',
    choices: {
      none: 'infinities stay',
      'largest finite': 'infinities become the largest finite numbers of the type',
      float32: 'what is beyond float32 becomes its largest finite numbers, by an attribute’s default',
    },
  },
  'crossed-bounds': {
    open: 'elements between a lower bound and an upper one that is less',
    silence: 'the text gives no formula before version 13',
    choices: { max: 'the upper bound is applied last', min: 'the lower bound is applied last' },
  },
  'formula-constants': {
    open: 'constants of a formula in float64',
    silence: 'the text writes them as mathematics, the function body has them as float32',
    choices: { 'as written': 'to the precision of the type', float32: 'rounded to float32' },
  },
  'nan-index': {
    open: 'NaN among the elements whose maximum or minimum is looked for',
    silence: 'the schemas do not say how NaN compares',
    choices: {
      propagates: 'the index of a NaN',
      ignored: 'the index of the extremum of the numbers',
      'if-first': 'the index of a NaN that stands first, where a search that compares by > begins; else as ignored',
    },
  },
  'nan-occurrence': {
    open: 'which of several NaN is named, where the index of a NaN is given',
    silence: 'select_last_index speaks of several maxima or minima, not of NaN',
    choices: { first: 'the lowest index', last: 'the highest index' },
    mayVary: 'it may follow select_last_index, as a tie does',
  },
  'nan-marked': {
    open: 'the element that is marked as the maximum, where one is NaN',
    silence: 'the text marks the first maximum, and does not say how NaN compares',
    choices: {
      NaN: 'the first NaN',
      number: 'the first maximum of the numbers',
      none: 'no element, for none equals a maximum that is NaN',
      'if-first': 'a NaN that stands first, where a search that compares by > begins; else as number',
      'nothing-if-first': 'no element if a NaN stands first, for none equals what such a search finds; else as number',
    },
  },
  'tie-index': {
    open: 'which of several equal extrema is named before version 12',
    silence: 'the attribute select_last_index, which decides it, came with version 12',
    choices: { first: 'the lowest index', last: 'the highest index' },
  },
  'empty-index': {
    open: 'the index of an extremum among no elements',
    silence: 'there is none; the text does not say what stands in its place',
    choices: { '0': 'the index 0', 'another value': 'anything else' },
    mayVary: 'nothing can be asked of an undefined value',
  },
  'empty-axis': {
    open: 'an index that is looked for along a dimension of size 0',
    silence: 'the text of version 11 forbids empty data, those of the others do not mention it',
    choices: { accepted: 'the output has some value', rejected: 'the model is refused' },
  },
  'empty-data': {
    open: 'data that are empty though the axis is not, at version 11',
    silence: 'the summary of version 11 forbids empty data and does not say why; nothing is looked for in it',
    choices: { accepted: 'the output is empty', rejected: 'the model is refused' },
  },
  'axis-of-scalar': {
    open: 'the default axis of data of rank 0',
    silence: 'no text speaks of rank 0; the default, 0, is outside the range that it names from version 11 on',
    choices: { accepted: 'the index is 0, of rank 0', rejected: 'the model is refused' },
  },
  'axes-duplicate': {
    open: 'an axis that is listed twice',
    silence: 'the text of axes does not mention it',
    choices: { accepted: 'the axis is reduced once', rejected: 'the model is refused' },
  },
  'axes-negative': {
    open: 'negative axes before opset 11',
    silence: 'the text gives no range of axes before version 11',
    choices: { accepted: 'they count from the last dimension', rejected: 'the model is refused' },
  },
  'recurrence-weights': {
    open: 'by which matrix the states of a recurrent operator are multiplied before version 7',
    silence: 'the text writes H·R, version 7 H·Rᵀ under the same name, and both have R of the same shape',
    choices: { transposed: 'by the transpose, as from version 7 on', 'as-written': 'by the matrix itself' },
  },
  'activation-coefficients': {
    open: 'to which activation functions the values of activation_alpha and activation_beta belong',
    silence:
      'the text has them consumed in the order of the functions, and not whether those without such a factor take one',
    choices: {
      'by-function': 'each function that has the factor takes the next value',
      'by-position': 'each function has the value at its own place',
    },
  },
  'steps-beyond-length': {
    open: 'the outputs of steps beyond the length of a sequence',
    silence: 'the text has lengths of the sequences in a batch, and does not say what is there beyond them',
    choices: { '0': 'zero of either sign', 'last-state': 'the state after the last step, again' },
  },
  'state-of-no-steps': {
    open: 'the last state of a sequence without steps',
    silence: 'the text calls it the last output value of the hidden, and there is none',
    choices: { initial: 'the state before the first step', '0': 'the number zero' },
  },
  'coupled-gates': {
    open: 'which of two coupled gates follows from the other',
    silence: 'the text says that input_forget couples the input and forget gates, and not how',
    choices: {
      'forget-gate': 'the forget gate is 1 less the input gate',
      'input-gate': 'the input gate is 1 less the forget gate',
    },
  },
  'clipped-cell': {
    open: 'whether the cell is clipped before its activation function, where there is a clip',
    silence: 'the text clips the input of activations, of which the cell is one; implementations clip the gates alone',
    choices: { clipped: 'as all inputs of activation functions', 'as-it-is': 'the gates alone are clipped' },
  },
  'repeated-run': {
    open: 'rounding, where a model is run again on the same inputs',
    silence: 'no text promises that a sum is added in the same order each time',
    choices: {
      'same bits': 'the same order each time',
      'rounds differently': 'another order, as of threads that race',
    },
    mayVary: 'threads race at some sizes only',
  },
} as const satisfies Readonly<Record<string, Policy>>;

export type PolicyName = keyof typeof policies;
export type ChoiceOf<P extends PolicyName> = keyof (typeof policies)[P]['choices'] & string;

/** The policies that accept any value. */
export type UndefinedValue = {
  [P in PolicyName]: '0' | 'another value' extends ChoiceOf<P> ? P : never;
}[PolicyName];

/** The policies that allow a backend to reject a model. */
export type RejectablePolicy = {
  [P in PolicyName]: 'rejected' extends ChoiceOf<P> ? P : never;
}[PolicyName];

/** Returns an observation; the compiler checks that the table above declares it. */
export function observe<P extends PolicyName>(policy: P, choice: ChoiceOf<P>): Observation {
  return { policy, choice };
}

/** Returns the policy of a name; `undefined` if there is none. */
export function findPolicy(name: string): Policy | undefined {
  return Object.hasOwn(policies, name) ? policies[name as PolicyName] : undefined;
}

/** Returns whether a policy requires consistency: two different choices within an operator version and dtype contradict each other. */
export function mustBeConsistent(policy: string): boolean {
  const found = findPolicy(policy);
  return found !== undefined && found.mayVary === undefined;
}
