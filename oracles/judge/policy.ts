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
  /** the choice that gives NaN or lost digits for data for which another one is right: allowed, and rarely meant */
  readonly lossy?: string;
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
    silence: 'no schema mentions integer overflow',
    choices: { wrap: 'modulo two to the number of bits', saturate: 'the nearest integer of the type' },
  },
  'integer-intermediate': {
    open: 'partial integer results that leave the range of the type',
    silence: 'no schema names the type in which integers are added, multiplied or squared',
    choices: {
      wrap: 'each partial result modulo two to the number of bits',
      saturate: 'each partial result is clamped to the type',
      widen: 'partial results are computed in a type that is wide enough',
    },
  },
  'integer-rounding': {
    open: 'an integer mean or root that is not an integer',
    silence: 'the schemas allow integers and do not mention rounding; Div truncates, by its text since ONNX 1.21',
    choices: {
      truncate: 'towards zero, as Div does',
      floor: 'towards minus infinity',
      'nearest-even': 'to the nearest integer, ties to even',
      'nearest-away': 'to the nearest integer, ties away from zero',
      'nearest-up': 'to the nearest integer, ties towards plus infinity',
    },
  },
  'integer-arithmetic': {
    open: 'integers beyond the precision of a float that the operator computes with',
    silence: 'no schema names the type of the quotient or root; function bodies compute the root in float32',
    choices: {
      exact: 'in integers',
      float64: 'through float64',
      float32: 'through float32, as in the function body of the norm',
    },
  },
  'integer-logarithm': {
    open: 'logarithms of integers below opset 28',
    silence: 'the schemas allow integers, but function bodies do not support them; version 28 removed them',
    choices: { rejected: 'the model is rejected', accepted: 'the logarithm, rounded to an integer' },
  },
  'undefined-cast': {
    open: 'a number for which a cast to another type has no rule',
    silence:
      'the text calls casts of floats beyond the range of an integer type undefined, and of negative numbers to float8e8m0; it does not mention fractions cast to integers of 2 or 4 bits, or NaN cast to types without NaN',
    choices: { NaN: 'not a number', '0': 'zero of either sign', other: 'anything else' },
    mayVary: 'an undefined value has no requirements',
  },
  'float8-infinity': {
    open: 'infinities cast with saturation to a float8 type without negative zero, before version 24',
    silence:
      'the tables of versions 19 to 23 say NaN; the table of version 24, and ONNX’s own test data before it, have the largest number',
    choices: { largest: 'the largest number, of either sign', NaN: 'not a number' },
  },
  'same-type-infinity': {
    open: 'infinities of a float8 type cast with saturation to the same type',
    silence: 'the tables are about casts to another type, and a cast to the same type may do nothing',
    choices: { largest: 'the largest number, of either sign, as from other types', kept: 'the infinity' },
  },
  'quotient-precision': {
    open: 'the precision of the quotient that is quantized',
    silence:
      'before version 23, no type is named for the quotient of data and scale; from then on, the text does not say whether data and scale are rounded to it first',
    choices: {
      rounded: 'data, scale and quotient are rounded to the type of the scale, or to that of the attribute precision',
      quotient: 'the quotient is rounded to it',
      exact: 'the quotient is computed in a wider type',
    },
  },
  'scale-of-zeros': {
    open: 'the scale of a dynamic quantization of data that are all zero',
    silence: 'the formula gives 0 and then divides by it; function body, reference and onnxruntime give three scales',
    choices: { '0': 'the result of the formula', NaN: 'not a number', other: 'a valid divisor' },
  },
  'decimal-digits': {
    open: 'the number of digits of a number in a string',
    silence: 'the text shows the example 314.15926 and gives no number of digits',
    choices: {
      all: 'enough to parse to the same number',
      fewer: 'the number rounded to six or more significant digits, as the formats of C do',
    },
    mayVary: 'a short number has no more digits',
  },
  'empty-string-parts': {
    open: 'the number of parts of an empty string that is split at a delimiter',
    silence: 'the text defines empty strings between delimiters, but not the parts of an empty string',
    choices: { '1': 'one, which is empty, as a string without a delimiter has one part', '0': 'no parts' },
  },
  'zero-sign': {
    open: 'the sign of zero, in sums and means of negative zeros, extrema of zeros of both signs, and formulas that give 0',
    silence: similarToNumpy,
    choices: { '-0': 'the sign of the data', '0': 'plus, as in a sum that begins with +0, or from the other zero' },
    mayVary: 'it depends on the start and order of an evaluation',
  },
  'subnormal-numbers': {
    open: 'subnormal inputs and results of an elementwise operator or a softmax',
    silence: 'no text mentions them; IEEE 754 defines them, but processors and GPUs may treat them as zero',
    choices: { kept: 'as in IEEE 754', flushed: 'replaced by zero' },
    mayVary: 'operands, results and partial results may be flushed independently',
  },
  'intermediate-range': {
    open: 'finite data whose partial results overflow the type in some order or algorithm',
    silence: 'no schema names the order of evaluation, the type of the accumulator or the algorithm',
    choices: {
      finite: 'the true value, as from a wider or scaled evaluation',
      overflows: 'the result of the overflow: an infinity or NaN, or zero if it is a divisor',
    },
    mayVary: 'whether a partial result overflows depends on the data and on the order',
  },
  'l2-intermediate': {
    open: 'the type in which the root of a float64 sum of squares is computed',
    silence: 'the function body of version 18 casts to float32, but the text does not mention it',
    choices: { float64: 'the type of the data', float32: 'as in the function body' },
  },
  'log-sum-exp-shift': {
    open: 'a logarithm of a sum of exponentials that leave the range of the type',
    silence: 'the summary gives the formula, and the function body computes it as written; neither mentions stability',
    choices: {
      shifted: 'the maximum is subtracted first: the result is finite if the true value is',
      'not-shifted': 'exponentials overflow to infinity, or underflow to 0',
    },
    lossy: 'not-shifted',
  },
  'softmax-shift': {
    open: 'exponentials in a softmax that leave the range of the type',
    silence:
      'the text gives the formula or its logarithm, and the function body subtracts the maximum; no sentence mentions overflow',
    choices: {
      shifted: 'the maximum is subtracted first: all results for finite numbers are finite',
      'not-shifted':
        'exponentials overflow to infinity and the quotient becomes NaN, or they underflow to 0; the logarithm of 0 is -Infinity',
    },
    lossy: 'not-shifted',
  },
  'cancelled-digits': {
    open: 'digits that are lost by cancellation in a form of a formula',
    silence: 'the text gives the formula, in one form or as a function body, and does not mention rounding',
    choices: {
      kept: 'within the accuracy of forms that do not cancel',
      lost: 'loses digits where the formula cancels: within the bounds of such a form in the type',
    },
    mayVary: 'a kernel may use different forms for different numbers',
  },
  'variance-formula': {
    open: 'a variance that cancels, in a row whose mean is large compared with its deviations',
    silence:
      'the text uses the mean of squared deviations, the function body the mean of squares less the squared mean',
    choices: {
      'of-deviations': 'the mean is subtracted first',
      'of-squares': 'as in the function body, in one pass: digits cancel, and the result is not negative',
    },
    lossy: 'of-squares',
  },
  'deviation-epsilon': {
    open: 'a normalization by a deviation that is zero, or close to it, if the text has no epsilon',
    silence: 'the text divides by the root of the variance, but the function body adds 1e-9 to it',
    choices: { none: 'nothing is added: 0/0 is NaN', added: '1e-9 is added to the root' },
  },
  'running-variance': {
    open: 'the running variance in training, before version 14',
    silence: 'the text does not define the divisor of the squares; version 14 divides by the count',
    choices: {
      'of-population': 'squares are divided by the count',
      'of-sample': 'squares are divided by the count less 1',
    },
  },
  'saved-variance': {
    open: 'the saved variance in training, before version 14',
    silence: 'the text describes its purpose, the gradient, but not its value',
    choices: { variance: 'the variance', 'inverse-deviation': '1 over the root of the variance and epsilon' },
  },
  'dropout-mask': {
    open: 'the mask of a dropout that drops nothing, before version 12',
    silence: 'up to version 6, it is not filled; after that, the text does not define its values outside of training',
    choices: { NaN: 'not a number', '0': 'nothing is kept', other: 'anything else' },
    mayVary: 'a value that the text does not mention has no requirements',
  },
  'empty-mean': {
    open: 'the mean of an empty set of floats',
    silence: 'the text calls it undefined',
    choices: { NaN: 'not a number', '0': 'zero of either sign', other: 'anything else' },
  },
  'empty-set-of-integers': {
    open: 'the mean, or the logarithm of the sum, of an empty set of integers',
    silence: 'the text calls it undefined',
    choices: { NaN: 'not a number', '0': 'the integer zero', other: 'anything else' },
    mayVary: 'an undefined value has no requirements, and the conversion of NaN to an integer differs within a machine',
  },
  'empty-set': {
    open: 'a reduction over an empty set for which the text of the version gives no value',
    silence: 'a runtime may have no answer for a value that is undefined or not mentioned',
    choices: { accepted: 'the output has its type and shape', rejected: 'the model is rejected' },
  },
  'nan-in-extremum': {
    open: 'NaN among the elements of a maximum or minimum',
    silence: `${similarToNumpy}, and numpy has functions for both`,
    choices: { propagates: 'the result is NaN', ignored: 'the result is the extremum of the numbers' },
  },
  'nan-sign': {
    open: 'the sign of NaN',
    silence: 'the text defines the sign of numbers above, below and equal to zero; NaN is not one of them',
    choices: { NaN: 'not a number', '0': 'zero of either sign' },
  },
  'zero-coefficient': {
    open: 'infinities and NaN in a term of a formula whose coefficient is 0',
    silence:
      'the text multiplies by alpha and beta, or by shares; BLAS, which it names, does not read a term whose coefficient is 0, and kernels do not read masked values',
    choices: { multiplied: '0 times them is NaN', 'left-out': 'the term is not read' },
    mayVary: 'a kernel may leave out one term and multiply another',
  },
  'odd-padding': {
    open: 'the side where more is cut off if the padding of a transposed convolution is odd, before version 11',
    silence: 'in version 1, the formula and the attribute auto_pad name opposite sides; version 11 changed the formula',
    choices: { attribute: 'at the end for SAME_UPPER, otherwise at the beginning', formula: 'on the opposite side' },
  },
  'unpool-indices': {
    open: 'the shape that indices refer to if an output shape is given',
    silence: 'in the text, indices count the elements of the flattened tensor; it does not say which tensor',
    choices: { inferred: 'the shape that follows from the attributes', output: 'the shape of the output' },
  },
  'sample-beyond-border': {
    open: 'data that are interpolated less than one element beyond the border of their padding',
    silence:
      'the text has zeros outside of the padded data, and linear interpolation, which reaches one element further',
    choices: { blended: 'interpolated with the zeros beyond', zero: 'zero, as all data there' },
  },
  'interpolation-formula': {
    open: 'data interpolated next to an infinity, or between numbers whose difference leaves the range of the type',
    silence: 'the text calls the interpolation linear, and gives no formula',
    choices: {
      shares: 'each neighbour times its share: infinite next to an infinity',
      difference: 'one neighbour plus a part of the difference to the other: ∞ - ∞ is NaN',
    },
  },
  'resized-length': {
    open: 'the output length in the formulas of coordinates if length times scale is not an integer',
    silence:
      'the text calls it length_resized; the reference and ONNX’s vectors use the product, onnxruntime the integer',
    choices: { integer: 'the number of elements', fraction: 'length times scale, before it is rounded down' },
  },
  'resampling-coordinates': {
    open: 'the coordinates of a resized tensor in versions whose text has no formula',
    silence: 'the text names modes and output lengths, but not the position of an output element on the input',
    choices: { asymmetric: 'place / scale', 'half-pixel': '(place + 1/2) / scale - 1/2' },
  },
  'window-of-one': {
    open: 'a symmetric window of one number',
    silence: 'its function body divides by the size less one; no text mentions it',
    choices: { NaN: 'not a number, as 0/0 is', '1': 'the greatest number of a window' },
  },
  'cubic-beyond-border': {
    open: 'cubic interpolation at a location outside of data that are padded with their border',
    silence: 'the text defines border values for locations outside, but not the four elements around such a location',
    choices: {
      border: 'the element at the border: the coordinate is clamped',
      repeated: 'the weighted sum of border elements that are repeated',
    },
  },
  'sample-nowhere': {
    open: 'a sample at a location that is infinite or NaN, or uncertain by half an element or more due to rounding',
    silence: 'the text calls a location a number, mostly from -1 to 1',
    choices: { '0': 'zero, as in padding', NaN: 'not a number', other: 'anything else' },
    mayVary: 'a sample at an unknown location has no requirements',
  },
  'maximum-of-samples': {
    open: 'the values whose maximum is the result for a region',
    silence:
      'in the text, samples are computed by bilinear interpolation; the reference, onnxruntime and ONNX’s vectors compare the weighted elements around them, without a sum',
    choices: {
      interpolated: 'interpolated samples',
      weighted: 'the elements around samples, each times its weight',
    },
  },
  'region-below-one': {
    open: 'a region shorter than an element, if coordinates are not shifted by half an element',
    silence: 'the text has no minimum size; the reference and runtimes have one only in this mode',
    choices: { one: 'its length becomes one element', 'as-it-is': 'its length is kept' },
  },
  'grid-of-nothing': {
    open: 'a cell of a region of length 0 or less, if the number of samples follows from the length',
    silence: 'the number is the length, rounded up, and the text does not define the result of no samples',
    choices: { '0': 'zero of either sign', NaN: 'not a number', other: 'anything else' },
    mayVary: 'the mean of nothing has no requirements',
  },
  'equal-scores': {
    open: 'which of several boxes of the same score is selected first',
    silence: 'the text defines no order of boxes; ONNX’s vectors and implementations select the lower index',
    choices: { 'lower-index': 'the one with the lower index', another: 'another one' },
    mayVary: 'a sort that is not stable leaves the order of equal scores open',
  },
  'absent-bound': {
    open: 'numbers at the ends of the range if a bound is not given',
    silence:
      'the defaults in the text are the ends of the type, which make infinities finite; the function body keeps infinities, and the defaults of attributes are the ends of float32',
    choices: {
      none: 'infinities are kept',
      'largest-finite': 'infinities become the largest finite numbers of the type',
      float32: 'numbers beyond float32 become its largest finite numbers, by the default of an attribute',
    },
  },
  'crossed-bounds': {
    open: 'elements if the lower bound is greater than the upper bound',
    silence: 'the text gives no formula before version 13',
    choices: { max: 'the upper bound is applied last', min: 'the lower bound is applied last' },
  },
  'formula-constants': {
    open: 'constants of a formula in float64',
    silence: 'in the text they are mathematical constants, in the function body float32 numbers',
    choices: { 'as-written': 'to the precision of the type', float32: 'rounded to float32' },
  },
  'nan-index': {
    open: 'NaN among the elements in a search for the index of an extremum',
    silence: 'the schemas do not say how NaN compares',
    choices: {
      propagates: 'the index of a NaN',
      ignored: 'the index of the extremum of the numbers',
      'if-first':
        'the index of a NaN in first position, where a search that compares by > begins; otherwise as ignored',
    },
  },
  'nan-occurrence': {
    open: 'which of several NaN is selected, if the result is the index of a NaN',
    silence: 'select_last_index is about several maxima or minima, not about NaN',
    choices: { first: 'the lowest index', last: 'the highest index' },
    mayVary: 'it may depend on select_last_index, as for a tie',
  },
  'nan-marked': {
    open: 'the element that is marked as the maximum, if one is NaN',
    silence: 'the text marks the first maximum, and does not say how NaN compares',
    choices: {
      NaN: 'the first NaN',
      number: 'the first maximum of the numbers',
      none: 'no element, because none equals a maximum that is NaN',
      'if-first': 'a NaN in first position, where a search that compares by > begins; otherwise as number',
      'nothing-if-first':
        'no element if NaN is in first position, because none equals the result of such a search; otherwise as number',
    },
  },
  'tie-index': {
    open: 'which of several equal extrema is selected, before version 12',
    silence: 'the attribute select_last_index, which decides it, was added in version 12',
    choices: { first: 'the lowest index', last: 'the highest index' },
  },
  'empty-index': {
    open: 'the index of an extremum among no elements',
    silence: 'there is none, and the text does not define a result',
    choices: { '0': 'the index 0', other: 'anything else' },
    mayVary: 'an undefined value has no requirements',
  },
  'empty-axis': {
    open: 'the index of an extremum along a dimension of size 0',
    silence: 'the text of version 11 forbids empty data; the other texts do not mention it',
    choices: { accepted: 'the output has any value', rejected: 'the model is rejected' },
  },
  'empty-data': {
    open: 'empty data whose axis is not empty, at version 11',
    silence: 'the summary of version 11 forbids empty data without a reason, although no index has to be found',
    choices: { accepted: 'the output is empty', rejected: 'the model is rejected' },
  },
  'axis-of-scalar': {
    open: 'the default axis of data of rank 0',
    silence:
      'no text mentions rank 0; the default axis, 0, is outside the range that the text gives from version 11 on',
    choices: { accepted: 'the index is 0, of rank 0', rejected: 'the model is rejected' },
  },
  'axes-duplicate': {
    open: 'an axis that is listed twice',
    silence: 'the text of axes does not mention it',
    choices: { accepted: 'the axis is reduced once', rejected: 'the model is rejected' },
  },
  'axes-negative': {
    open: 'negative axes before opset 11',
    silence: 'the text gives no range of axes before version 11',
    choices: { accepted: 'they count from the last dimension', rejected: 'the model is rejected' },
  },
  'recurrence-weights': {
    open: 'the matrix by which the states of a recurrent operator are multiplied, before version 7',
    silence: 'the text writes H·R, and version 7 writes H·Rᵀ for an R of the same name and shape',
    choices: { transposed: 'by the transpose, as from version 7 on', 'as-written': 'by the matrix itself' },
  },
  'activation-coefficients': {
    open: 'the activation functions to which the values of activation_alpha and activation_beta belong',
    silence:
      'the text assigns them in the order of the functions, but does not say whether functions without such a coefficient consume one',
    choices: {
      'by-function': 'each function with the coefficient uses the next value',
      'by-position': 'each function uses the value at its own position',
    },
  },
  'steps-beyond-length': {
    open: 'the outputs of steps beyond the length of a sequence',
    silence: 'the text has lengths of the sequences in a batch, but does not define the outputs beyond them',
    choices: { '0': 'zero of either sign', 'last-state': 'the state after the last step' },
  },
  'state-of-no-steps': {
    open: 'the last state of a sequence without steps',
    silence: 'the text calls it "the last output value of the hidden", and there is none',
    choices: { initial: 'the state before the first step', '0': 'the number zero' },
  },
  'coupled-gates': {
    open: 'which of two coupled gates is computed from the other',
    silence: 'the text says that input_forget couples the input and forget gates, but not how',
    choices: {
      'forget-gate': 'the forget gate is 1 less the input gate',
      'input-gate': 'the input gate is 1 less the forget gate',
    },
  },
  'clipped-cell': {
    open: 'whether the cell is clipped before its activation function, if there is a clip',
    silence: 'the text clips the inputs of activations, and the cell is one; implementations clip only the gates',
    choices: { clipped: 'as all inputs of activation functions', 'as-it-is': 'only the gates are clipped' },
  },
  'repeated-run': {
    open: 'rounding if a model is run again on the same inputs',
    silence: 'no text requires that a sum is computed in the same order each time',
    choices: {
      'same-bits': 'the same order each time',
      'other-bits': 'another order, as in a race of threads',
    },
    mayVary: 'threads race only at some sizes',
  },
} as const satisfies Readonly<Record<string, Policy>>;

export type PolicyName = keyof typeof policies;
export type ChoiceOf<P extends PolicyName> = keyof (typeof policies)[P]['choices'] & string;

/** The policies that accept any value. */
export type UndefinedValue = {
  [P in PolicyName]: '0' | 'other' extends ChoiceOf<P> ? P : never;
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

/** Returns whether two different choices of a policy within an operator version and dtype contradict each other. */
export function mustBeConsistent(policy: string): boolean {
  const found = findPolicy(policy);
  return found !== undefined && found.mayVary === undefined;
}
