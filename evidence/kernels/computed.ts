import { callOfValues } from '../../generators/suite/cases.ts';
import type { Arithmetic } from '../../oracles/arithmetic/arithmetic.ts';
import { type Exact, exactArithmetic, exactOf, Undecided } from '../../oracles/arithmetic/exact.ts';
import { machineIn } from '../../oracles/arithmetic/machine.ts';
import { expectGraphValues } from '../../oracles/graph/expect.ts';
import { resolveCall, withUnfold } from '../../oracles/graph/resolve.ts';
import { copiedValues, copyOnly } from '../../oracles/judge/evaluated-outputs.ts';
import { nodeOf, toNumeric } from '../../oracles/judge/evaluations.ts';
import { referenceTensor } from '../../oracles/judge/reference-tensor.ts';
import { type DType, type FloatFormat, type Format, formatOf, intoRange } from '../../oracles/numerics/dtype.ts';
import { isInteger, toInteger } from '../../oracles/numerics/dyadic.ts';
import { roundDouble, roundToFloat } from '../../oracles/numerics/rounding.ts';
import { type Tensor, tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import type { Scalar } from '../../oracles/numerics/trait.ts';
import { answersInTensors } from '../../oracles/operators/sequence/in-tensors.ts';
import { findOperator, operators, versionAt } from '../../oracles/operators.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { type Call, outputsOf } from '../../oracles/spec/declaration.ts';
import { isOfTensors } from '../../oracles/spec/expect-values.ts';
import type { Evaluate, EvaluateValues } from '../../oracles/spec/node.ts';
import { copiesElementsIn, type Operator, type OperatorVersion } from '../../oracles/spec/operator.ts';
import type { Unfold } from '../../oracles/spec/unfold.ts';
import { getOr } from '../../reports/aggregate/grouping.ts';
import { type Candidate, type Example, type Implementation, Refusal } from './implementation.ts';

/** The operators whose kernels compute with scalars, so that a plain machine can run them. */
export const computedOperators: readonly string[] = operators
  .filter(({ family, evaluate, ofValues }) => (evaluate || ofValues?.evaluate) && !family.endsWith('reduction'))
  .map(({ name }) => name);

/** How floats are computed: in which format those of a type, and with what changed of plain left-to-right arithmetic. */
export interface Style {
  readonly format: (own: FloatFormat) => FloatFormat;
  readonly change?: (plain: Arithmetic<number>, own: FloatFormat) => Partial<Arithmetic<number>>;
  /** what integers beyond their type become; modulo two to the number of bits if absent */
  readonly integers?: 'saturate';
}

export const plain: Style = { format: (own) => own };
export const wider: Style = {
  format: ({ bits }) => formatOf(bits < 32 ? 'float32' : 'float64'),
};
const backwards: Style = {
  ...plain,
  change: (a) => ({
    sum: (xs) => a.sum(xs.toReversed()),
    dot: (xs, ys) => a.dot(xs.toReversed(), ys.toReversed()),
    product: (xs) => a.product(xs.toReversed()),
  }),
};
/** sums of pairs of sums of pairs */
const pairwise: Style = {
  ...plain,
  change: (a) => {
    const sum = (xs: readonly number[]): number => {
      if (xs.length < 3) return a.sum(xs);
      const middle = xs.length >> 1;
      return a.add(sum(xs.slice(0, middle)), sum(xs.slice(middle)));
    };
    return { sum, dot: (xs, ys) => sum(xs.map((x, i) => a.multiply(x, ys[i]!))) };
  },
};

/** Correct machines. */
export const styles = {
  'in the type, from left to right': plain,
  'in the next wider type': wider,
  'in the type, from right to left': backwards,
  'in the type, pairwise': pairwise,
} as const satisfies Readonly<Record<string, Style>>;

/** The same, which the suite must not accuse. */
export const computedCandidates: readonly Candidate[] = Object.entries(styles).map(([name, style]) =>
  computedCandidate(`kernels ${name}`, computedOperators, (evaluate) => evaluate, style),
);

/** A correct machine: what kernels compute, in another way or style. */
export function computedCandidate(
  name: string,
  operators: readonly string[],
  alter: (correct: Evaluate) => Evaluate,
  style: Style,
): Candidate {
  return { name, operators, start: () => (example) => run({ alter }, example, style) };
}

/** What a faulty kernel does instead of the right one. */
export interface Altered {
  /** of operators whose kernels compute with scalars */
  readonly alter?: (correct: Evaluate) => Evaluate;
  /** of operators whose values need not be tensors */
  readonly alterValues?: (correct: EvaluateValues) => EvaluateValues;
  /** of operators that run graphs */
  readonly alterUnfold?: (correct: Unfold) => Unfold;
}

/** A faulty kernel: what the right one computes, altered. It is run in the type itself. */
export const computedImplementation =
  (altered: Altered): Implementation =>
  (example) => {
    try {
      return run(altered, example, plain);
    } catch (error) {
      // a faulty kernel may ask what no number of bits decides
      if (error instanceof BadInput || error instanceof Undecided) throw new Refusal(error.message);
      throw error;
    }
  };

/** The outputs of a case by a machine. */
function run(
  { alter = (right) => right, alterValues = (right) => right, alterUnfold = (right) => right }: Altered,
  { cell, opset, proposal }: Example,
  style: Style,
): Tensor[] {
  const operator = findOperator(cell.operator.name)!;
  const version = versionAt(operator, opset);
  if (operator.unfold) {
    const find = withUnfold(operator.name, alterUnfold(operator.unfold), findOperator);
    const { graph, values } = resolveCall(callOfValues(proposal), opset, find);
    return answersInTensors(expectGraphValues(graph, values)).map(referenceTensor);
  }
  if (!isOfTensors(operator)) {
    const values = { ...proposal, inputs: proposal.inputs.map(({ value, held = value }) => held) };
    const found = copiedValues(
      alterValues(operator.ofValues!.evaluate!),
      version,
      values,
      outputsOf(version, proposal),
    );
    return answersInTensors(found).map(referenceTensor);
  }
  const call = { attributes: proposal.attributes, inputs: proposal.inputs.map(({ value }) => value) };
  return computed(
    alter(operator.evaluate!),
    operator,
    version,
    { ...call, outputs: outputsOf(version, proposal) },
    style,
  );
}

/**
 * The outputs of a call by a machine.
 * @param bits of true values, which integers are
 * @throws Undecided if these are too few
 */
export function computed(
  evaluate: Evaluate,
  operator: Operator,
  version: OperatorVersion,
  call: Call & { readonly outputs: number },
  style: Style,
  bits = 200,
): Tensor[] {
  const count = call.outputs;
  const node = <S>(read: (x: Scalar) => S) => nodeOf(version, call, count, read);
  if (copiesElementsIn(operator, call))
    return evaluate(
      copyOnly,
      node((x) => x),
    ).map((value) => stored(value, (x) => x));
  const exact = evaluate(
    exactArithmetic(bits),
    node((x) => exactOf(toNumeric(x))),
  );
  const inputFormats = call.inputs.flatMap((input) => (input ? [formatOf(input.dtype)] : []));
  const computing = inputFormats.find((format) => format.kind === 'float');
  const areDoubles = call.inputs.every(
    (input) => !input || isHeldByDouble(formatOf(input.dtype)) || holdsSafeIntegers(input),
  );
  const machines = new Map<FloatFormat, ReturnType<typeof evaluate<number>>>();
  // once for all outputs: what they share is computed once
  const byMachine = (own: FloatFormat) => getOr(machines, own, () => evaluate(machineOf(style, own), node(Number)));
  return exact.map((value, output) => {
    const format = formatOf(value.dtype);
    if (format.kind === 'string') return stored(value, textOf);
    if (format.kind !== 'float') return stored(value, integerOf(value.dtype, style.integers));
    if (!areDoubles) return stored(value, (x) => numberOf(x, format));
    return stored(byMachine(computing ?? format)[output]!, (x) => roundDouble(x, format));
  });
}

/** True if every value of the type is a double: the machines' numbers. */
const isHeldByDouble = ({ kind, bits }: Format): boolean => kind !== 'string' && (kind === 'float' || bits < 64);

/** True for integers that doubles hold, as axes, shapes and classes are. */
function holdsSafeIntegers({ dtype, data }: Tensor): boolean {
  return (
    formatOf(dtype).kind === 'integer' &&
    Array.from(data as BigInt64Array).every((x) => Number.isSafeInteger(Number(x)))
  );
}

const numberOf = (x: Exact, format: FloatFormat): number =>
  typeof x === 'number' ? roundDouble(x, format) : roundToFloat(x.lo, format);

function textOf(x: Exact): string {
  if (typeof x !== 'number' && isInteger(x.lo)) return String(toInteger(x.lo));
  return String(numberOf(x, formatOf('float64')));
}

function machineOf({ format, change }: Style, own: FloatFormat): Arithmetic<number> {
  const machine = machineIn(format(own));
  const self: Arithmetic<number> = {
    ...machine,
    ...change?.(machine, own),
    in: (dtype) => {
      const other = formatOf(dtype);
      return other.kind === 'float' ? machineOf({ format, ...(change && { change }) }, other) : self;
    },
  };
  return self;
}

/** An exact integer in its type; a fraction is truncated, and NaN or infinity becomes 0. */
function integerOf(dtype: DType, overflow: 'saturate' | 'wrap' = 'wrap'): (x: Exact) => Scalar {
  const format = formatOf(dtype);
  return (x) => {
    if (typeof x === 'number' && !Number.isFinite(x)) return 0n;
    const value = typeof x === 'number' ? BigInt(Math.trunc(x)) : toInteger(x.lo);
    return format.kind === 'integer' ? intoRange(value, format, overflow) : BigInt.asUintN(1, value);
  };
}

function stored<S>(
  { dtype, dims, at }: { readonly dtype: DType; readonly dims: readonly number[]; at(i: number): S },
  read: (x: S) => Scalar,
): Tensor {
  return tensorOfScalars(dtype, dims, (i) => read(at(i)));
}
