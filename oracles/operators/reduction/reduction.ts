import { anything, type ElementAcceptance } from '../../acceptance/acceptance.ts';
import { computedOutputs } from '../../acceptance/computed.ts';
import { type FloatDefinition, floatAcceptance, type PolicyKernel } from '../../acceptance/float.ts';
import type { IntegerPolicies } from '../../acceptance/integer-candidates.ts';
import type { UndefinedValue } from '../../acceptance/policy.ts';
import { remembered } from '../../node.ts';
import type { Kernel } from '../../numerics/arithmetic.ts';
import { type FloatFormat, formatOf } from '../../numerics/dtype.ts';
import type { Tensor } from '../../numerics/tensor.ts';
import { Vector } from '../../numerics/vector.ts';
import type { ExpectedOutput, Operator, OperatorVersion } from '../../operator.ts';
import { type Reduction, resolveReduction } from './axes.ts';
import { overSlices } from './evaluate.ts';
import { integerExponentials, misreadAxes } from './hypotheses.ts';
import { slicesOf } from './slices.ts';

/** What a reduction declares of itself; everything else is shared. */
export interface ReductionDeclaration {
  readonly name: string;
  readonly definition: string;
  /** the definition, over the elements of one slice */
  readonly kernel: Kernel;
  /** other algorithms with the same true value that correct implementations use */
  readonly algorithms?: readonly Kernel[];
  /** see {@link FloatDefinition.stepwise} */
  readonly stepwise?: readonly Kernel[];
  /** evaluations with another value that a version admits */
  readonly alternatives?: readonly (PolicyKernel & {
    /** the first version that admits it; every one if absent */
    readonly since?: number;
    /** the dtype for which it is admitted; every one if absent */
    readonly dtype?: FloatFormat['name'];
  })[];
  /** see {@link FloatDefinition.minusZero} */
  readonly minusZero?: NonNullable<FloatDefinition['minusZero']>;
  /** see {@link FloatDefinition.isLogarithm} */
  readonly isLogarithm?: true;
  /** see {@link FloatDefinition.mayOverflow} */
  readonly mayOverflow?: (terms: Vector, format: FloatFormat) => boolean;
  /** what the specification leaves open of integers */
  readonly integers?: Omit<IntegerPolicies, 'inFloats'>;
  /** the kernel has no form in integers: terms are converted to one of those types first */
  readonly integersInFloats?: boolean;
  /** the policy under which the result of an empty set of floats is undefined; absent: the kernel's value of no terms */
  readonly undefinedWhenEmpty?: UndefinedValue;
  /** the same for integers */
  readonly undefinedWhenEmptyOfIntegers?: UndefinedValue;
  /** see {@link Operator.background}, {@link Operator.wantsPositive}, {@link Operator.showsOnly} */
  readonly background?: number;
  readonly wantsPositive?: boolean;
  readonly showsOnly?: NonNullable<Operator['showsOnly']>;
  readonly versions: readonly OperatorVersion[];
}

/** A reduction operator from its declaration. */
export function reduction(declared: ReductionDeclaration): Operator {
  return {
    name: declared.name,
    domain: '',
    family: 'reduction',
    definition: declared.definition,
    ...(declared.background !== undefined && { background: declared.background }),
    ...(declared.wantsPositive && { wantsPositive: true }),
    ...(declared.showsOnly && { showsOnly: declared.showsOnly }),
    versions: declared.versions,
    hypotheses: [
      ...misreadAxes((version, asked) => outputOf(declared, version, asked)),
      ...(declared.integersInFloats ? [integerExponentials(declared)] : []),
    ],
    expect: (version, call) => [outputOf(declared, version, resolveReduction(version, call))],
    evaluate: overSlices(declared.kernel),
    otherEvaluations: () =>
      kernelsOf(declared)
        .slice(1)
        .map((kernel) => overSlices(kernel)),
  };
}

/** The output for data whose axes are resolved. */
function outputOf(declared: ReductionDeclaration, version: OperatorVersion, asked: Reduction): ExpectedOutput {
  const { data, reduced, keepdims } = asked;
  const format = formatOf(data.dtype);
  if (format.kind !== 'float') return ofIntegers(declared, version, asked);
  const slices = slicesOf(data.dims, reduced, keepdims);
  const accept = ofFloats(declared, version, data, format);
  return {
    dtype: data.dtype,
    dims: slices.dims,
    accept: remembered(slices.starts.length, (index) => accept(slices.starts[index]!, slices.offsets)),
  };
}

/** The output for integers or truth values. */
function ofIntegers(
  declared: ReductionDeclaration,
  version: OperatorVersion,
  { call, data, reduced }: Reduction,
): ExpectedOutput {
  const inFloats = declared.integersInFloats && kernelsOf(declared).map((kernel) => overSlices(kernel, reduced));
  const integers = { ...declared.integers, ...(inFloats && { inFloats }) };
  const evaluate = overSlices(declared.kernel, reduced);
  const [output] = computedOutputs({ evaluate, integers }, version, call, 1) as [ExpectedOutput];
  const isEmpty = data.dims.some((dim, i) => dim === 0 && reduced[i]);
  const policy = declared.undefinedWhenEmptyOfIntegers;
  return isEmpty && policy ? { ...output, accept: () => anything(policy, 0n) } : output;
}

/** From the positions `start + offsets[k]` of the elements of a slice of floats to what may come out of it. */
function ofFloats(
  declared: ReductionDeclaration,
  version: OperatorVersion,
  data: Tensor,
  format: FloatFormat,
): (start: number, offsets: Int32Array) => ElementAcceptance {
  const emptyPolicy = declared.undefinedWhenEmpty;
  const definition: FloatDefinition = {
    ...declared,
    alternatives: (declared.alternatives ?? []).filter(
      (a) => version.since >= (a.since ?? 1) && (a.dtype ?? data.dtype) === data.dtype,
    ),
  };
  const values = floatsOf(data, format);
  const ofEqualRows = sharing();
  return (start, offsets) => {
    if (offsets.length === 0 && emptyPolicy) return anything(emptyPolicy, Number.NaN);
    const terms = values.slice(0, offsets.length);
    for (let k = 0; k < offsets.length; k++) terms[k] = values[start + offsets[k]!]!;
    return ofEqualRows(terms, () => floatAcceptance(definition, Vector.of(terms), format));
  };
}

/** Rows up to this length are looked up: in a tensor with many outputs they often repeat. */
const shortRow = 2;

/** Computes the acceptance of equal short rows once. */
function sharing(): (terms: Float32Array | Float64Array, compute: () => ElementAcceptance) => ElementAcceptance {
  const known = new Map<string, ElementAcceptance>();
  return (terms, compute) => {
    if (terms.length > shortRow) return compute();
    // the sign of a zero tells rows apart
    const key = Array.from(terms, (x) => (Object.is(x, -0) ? '-0' : String(x))).join();
    const acceptance = known.get(key) ?? compute();
    known.set(key, acceptance);
    return acceptance;
  };
}

/** Every evaluation that a version of the operator admits in some type. */
function kernelsOf(declared: ReductionDeclaration): readonly Kernel[] {
  const { kernel, algorithms = [], stepwise = [], alternatives = [] } = declared;
  return [kernel, ...algorithms, ...stepwise, ...alternatives.map((alternative) => alternative.kernel)];
}

/** The elements of a float tensor as machine numbers. */
function floatsOf(data: Tensor, format: FloatFormat): Float32Array | Float64Array {
  const { values } = format;
  return values
    ? Float32Array.from(data.data as Uint16Array, (bits) => values[bits]!)
    : (data.data as Float32Array | Float64Array);
}
