import { acceptAnything } from '../../judge/acceptance.ts';
import { evaluatedOutputs } from '../../judge/evaluated-outputs.ts';
import type { CandidateWithDefault } from '../../judge/infer-choices.ts';
import type { IntegerPolicies } from '../../judge/integer-candidates.ts';
import type { UndefinedValue } from '../../judge/policy.ts';
import { type FloatFormat, formatOf } from '../../numerics/dtype.ts';
import { scalarsOf, type Tensor } from '../../numerics/tensor.ts';
import type { Evaluate } from '../../spec/node.ts';
import type { ExpectedOutput, Operator, OperatorVersion } from '../../spec/operator.ts';
import { withSharedClauses } from '../../spec/sessions.ts';
import { mayRefuseReduction, type Reduction, resolveReduction } from './axes.ts';
import { overSlices, termsAt } from './evaluate.ts';
import { integerExponentials, misreadAxes } from './hypotheses.ts';
import type { ReductionKernel } from './kernel.ts';
import { type Slices, slicesOf } from './slices.ts';

/** The declaration of a reduction; everything else is shared. */
export interface ReductionDeclaration {
  readonly name: string;
  readonly definition: string;
  /** the definition, over the elements of one slice */
  readonly kernel: ReductionKernel;
  /** other algorithms with the same true value that correct implementations use */
  readonly algorithms?: readonly ReductionKernel[];
  /** algorithms that round the partial result after each step, even where sums do not round */
  readonly stepwise?: readonly ReductionKernel[];
  /** evaluations with another value that a version allows */
  readonly alternatives?: readonly (CandidateWithDefault & {
    readonly kernel: ReductionKernel;
    readonly algorithms?: readonly ReductionKernel[];
    /** see {@link FloatAlternative.isSameValue} */
    readonly isSameValue?: true;
    /** returns false for terms whose results do not depend on the choice; if absent, all results do */
    readonly isDistinguishing?: (terms: readonly number[]) => boolean;
    /** why NaN is the only result where there is a NaN */
    readonly limit?: string;
    /** the first version that allows it; all if absent */
    readonly since?: number;
    /** the dtype for which it is allowed; all if absent */
    readonly dtype?: FloatFormat['name'];
  })[];
  /** the result is a logarithm, whose error is absolute near 0 */
  readonly isLogarithm?: true;
  /** partial results may leave the range, however small the terms are */
  readonly mayOverflow?: true;
  /** the choices that the specification leaves open for integers */
  readonly integers?: Omit<IntegerPolicies, 'inFloats'>;
  /** the kernel has no integer form: terms are first converted to one of these types */
  readonly integersInFloats?: boolean;
  /** the policy that leaves the result of an empty set of floats undefined; if absent, it is that of the kernel without terms */
  readonly undefinedWhenEmpty?: UndefinedValue;
  /** the same for integers */
  readonly undefinedWhenEmptyOfIntegers?: UndefinedValue;
  /** see {@link Operator.fillValue}, {@link Operator.positiveDomain}, {@link Operator.decidedBy} */
  readonly fillValue?: number;
  readonly positiveDomain?: boolean;
  readonly decidedBy?: NonNullable<Operator['decidedBy']>;
  readonly versions: readonly OperatorVersion[];
}

/** Creates a reduction operator from its declaration. */
export function reduction(declared: ReductionDeclaration): Operator {
  return {
    name: declared.name,
    family: 'reduction',
    definition: declared.definition,
    ...(declared.fillValue !== undefined && { fillValue: declared.fillValue }),
    ...(declared.positiveDomain && { positiveDomain: true }),
    ...(declared.decidedBy && { decidedBy: declared.decidedBy }),
    versions: declared.versions.map((version) => withSharedClauses(declared.name, version)),
    hypotheses: [
      ...misreadAxes((version, asked) => outputOf(declared, version, asked)),
      ...(declared.integersInFloats ? [integerExponentials(declared)] : []),
    ],
    expect: (version, call) => [outputOf(declared, version, resolveReduction(version, call))],
    mayRefuse: mayRefuseReduction,
    evaluate: overSlices(declared.kernel),
    otherEvaluations: () =>
      kernelsOf(declared)
        .slice(1)
        .map((kernel) => overSlices(kernel)),
  };
}

/** Returns the output for data with resolved axes. */
function outputOf(
  declared: ReductionDeclaration,
  version: OperatorVersion,
  { call, data, reduced, keepdims }: Reduction,
): ExpectedOutput {
  const { dtype } = data;
  const isFloat = formatOf(dtype).kind === 'float';
  const slices = slicesOf(data.dims, reduced, keepdims);
  const open = isFloat ? declared.undefinedWhenEmpty : declared.undefinedWhenEmptyOfIntegers;
  if (slices.length === 0 && open) {
    return { dtype, dims: slices.dims, accept: () => acceptAnything(open, isFloat ? Number.NaN : 0n) };
  }
  const over = (one: ReductionKernel) => overSlices(one, slices);
  const computation = isFloat ? ofFloats(declared, version, data, slices) : ofIntegers(declared, over);
  return evaluatedOutputs({ evaluate: over(declared.kernel), ...computation }, version, call, 1)[0]!;

  function ofFloats(
    { algorithms = [], stepwise = [], alternatives = [], isLogarithm, mayOverflow }: ReductionDeclaration,
    { since: opset }: OperatorVersion,
    data: Tensor,
    { starts, offsets }: Slices,
  ) {
    const admitted = alternatives.filter(({ since = 1, dtype = data.dtype }) => opset >= since && dtype === data.dtype);
    const value = scalarsOf(data) as (index: number) => number;
    return {
      algorithms: algorithms.map(over),
      stepwise: stepwise.map(over),
      alternatives: admitted.map((one) => ({
        ...one,
        evaluate: over(one.kernel),
        algorithms: (one.algorithms ?? []).map(over),
      })),
      termsOf: (index: number) => termsAt(starts[index]!, offsets, value),
      ...(isLogarithm && { isLogarithm }),
      ...(mayOverflow && { mayOverflow }),
    };
  }
}

function ofIntegers(declared: ReductionDeclaration, over: (kernel: ReductionKernel) => Evaluate) {
  const inFloats = declared.integersInFloats && { inFloats: kernelsOf(declared).map(over) };
  return { integers: { ...declared.integers, ...inFloats } };
}

/** Returns the result of another algorithm that starts with zero, or adds it: the sign of a zero may be lost. */
export const withoutSignOfZero =
  (kernel: ReductionKernel): ReductionKernel =>
  (a, xs, dtype) =>
    a.add(kernel(a, xs, dtype), a.of(0));

/** Returns all evaluations that a version of the operator allows in some type. */
function kernelsOf({
  kernel,
  algorithms = [],
  stepwise = [],
  alternatives = [],
}: ReductionDeclaration): readonly ReductionKernel[] {
  return [kernel, ...algorithms, ...stepwise, ...alternatives.map((alternative) => alternative.kernel)];
}
