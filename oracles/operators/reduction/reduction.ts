import { anything, type ElementAcceptance } from '../../acceptance/acceptance.ts';
import { type FloatDefinition, floatAcceptance, type PolicyKernel } from '../../acceptance/float.ts';
import { integerAcceptance } from '../../acceptance/integer.ts';
import type { IntegersThrough } from '../../acceptance/integer-candidates.ts';
import type { UndefinedValue } from '../../acceptance/policy.ts';
import type { Kernel } from '../../numerics/arithmetic.ts';
import { type FloatFormat, formatOf, type IntegerFormat } from '../../numerics/dtype.ts';
import type { IntegerRounding } from '../../numerics/real.ts';
import { numbersOf, type Tensor } from '../../numerics/tensor.ts';
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
  /** roundings of an integer result that need not be an integer, the recommended first */
  readonly integerRoundings?: readonly IntegerRounding[];
  /** float types through which integers may be computed where the specification leaves that open */
  readonly integersThrough?: readonly IntegersThrough[];
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
    otherEvaluations: () => kernelsOf(declared).slice(1).map(overSlices),
  };
}

/** The output for data whose axes are resolved. */
function outputOf(
  declared: ReductionDeclaration,
  version: OperatorVersion,
  { data, reduced, keepdims }: Reduction,
): ExpectedOutput {
  const slices = slicesOf(data.dims, reduced, keepdims);
  const accept = acceptanceOf(declared, version, data);
  const known: ElementAcceptance[] = [];
  return {
    dtype: data.dtype,
    dims: slices.dims,
    accept(index) {
      known[index] ??= accept(slices.starts[index]!, slices.offsets);
      return known[index];
    },
  };
}

/** From the positions `start + offsets[k]` of the elements of a slice to what may come out of it. */
function acceptanceOf(
  declared: ReductionDeclaration,
  version: OperatorVersion,
  data: Tensor,
): (start: number, offsets: Int32Array) => ElementAcceptance {
  const format = formatOf(data.dtype);
  const emptyPolicy = declared.undefinedWhenEmpty;
  if (format.kind === 'float') {
    const definition: FloatDefinition = {
      ...declared,
      alternatives: (declared.alternatives ?? []).filter(
        (a) => version.since >= (a.since ?? 1) && (a.dtype ?? data.dtype) === data.dtype,
      ),
    };
    const values = floatsOf(data, format);
    const ofEqualRows = sharing<Float32Array | Float64Array>();
    return (start, offsets) => {
      if (offsets.length === 0 && emptyPolicy) return anything(emptyPolicy, Number.NaN);
      const terms = values.slice(0, offsets.length);
      for (let k = 0; k < offsets.length; k++) terms[k] = values[start + offsets[k]!]!;
      return ofEqualRows(terms, () => floatAcceptance(definition, Vector.of(terms), format));
    };
  }
  const emptyOfIntegers = declared.undefinedWhenEmptyOfIntegers;
  const definition = {
    kernel: declared.kernel,
    roundings: declared.integerRoundings ?? [],
    through: declared.integersThrough ?? [],
    ...(declared.integersInFloats && { inFloats: kernelsOf(declared) }),
  };
  const integers = format.kind === 'integer' ? format : truthValues;
  const valueAt = numbersOf(data);
  const ofEqualRows = sharing<readonly bigint[]>();
  return (start, offsets) => {
    if (offsets.length === 0 && emptyOfIntegers) return anything(emptyOfIntegers, 0n);
    const terms = Array.from(offsets, (offset) => BigInt(valueAt(start + offset)));
    return ofEqualRows(terms, () => integerAcceptance(definition, terms, integers));
  };
}

/** Rows up to this length are looked up: in a tensor with many outputs they often repeat. */
const shortRow = 2;

/** Computes the acceptance of equal short rows once. */
function sharing<T extends ArrayLike<number | bigint>>(): (
  terms: T,
  compute: () => ElementAcceptance,
) => ElementAcceptance {
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

/** False and true as the integers of one bit. */
const truthValues: IntegerFormat = { ...formatOf('uint8'), bits: 1 };

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
