import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { machineIn } from '../../arithmetic/machine.ts';
import type { Alternative } from '../../judge/evaluated-outputs.ts';
import { nodeOf } from '../../judge/evaluations.ts';
import { observe } from '../../judge/policy.ts';
import { type DType, type FloatFormat, formatOf } from '../../numerics/dtype.ts';
import { leastNormal } from '../../numerics/rounding.ts';
import { elementCount, scalarsOf, type Tensor } from '../../numerics/tensor.ts';
import type { Call } from '../../spec/declaration.ts';
import { type Evaluate, Node } from '../../spec/node.ts';
import type { OperatorVersion } from '../../spec/operator.ts';

type FlushedForm = <S>(a: Arithmetic<S>, x: S) => S;

/** Returns an arithmetic with a function applied to the result of every operation that may round; in sums at the end or at each step. */
function onResults<S>(a: Arithmetic<S>, change: FlushedForm, sums: 'whole' | 'in steps' = 'whole'): Arithmetic<S> {
  const result = (x: S) => change(a, x);
  return {
    ...a,
    in: (dtype) => onResults(a.in(dtype), change, sums),
    from: (x, of) => result(a.from(x, of)),
    add: (x, y) => result(a.add(x, y)),
    subtract: (x, y) => result(a.subtract(x, y)),
    multiply: (x, y) => result(a.multiply(x, y)),
    divide: (x, y) => result(a.divide(x, y)),
    remainder: (x, y) => result(a.remainder(x, y)),
    power: (x, y) => result(a.power(x, y)),
    sqrt: (x) => result(a.sqrt(x)),
    apply: (f, x) => result(a.apply(f, x)),
    within: (x, accuracy) => result(a.within(x, accuracy)),
    sum: (xs) => (sums === 'whole' || xs.length === 0 ? result(a.sum(xs)) : xs.reduce((x, y) => result(a.add(x, y)))),
  };
}

/** Returns an arithmetic with a function applied to numbers in comparisons; the selected number itself is unchanged. */
function onComparisons<S>(a: Arithmetic<S>, change: FlushedForm): Arithmetic<S> {
  return {
    ...a,
    in: (dtype) => onComparisons(a.in(dtype), change),
    less: (x, y) => a.less(change(a, x), change(a, y)),
    equal: (x, y) => a.equal(change(a, x), change(a, y)),
  };
}

/** Returns the float type of the computation of a call; `undefined` if there is none of 16 bits or more. */
const computedIn = (inputs: readonly ({ readonly dtype: DType } | undefined)[]): FloatFormat | undefined =>
  inputs.flatMap((input) => (input ? [formatOf(input.dtype)] : [])).find(isComputed);
const isComputed = (format: { readonly kind: string; readonly bits: number }): format is FloatFormat =>
  format.kind === 'float' && format.bits > 8;

/** Replaces a number below the normal range by a zero of its sign. */
const flushTo =
  (format: FloatFormat): FlushedForm =>
  (a, x) => {
    const zero = a.select(a.less(x, a.of(0)), a.of(-0), a.select(a.equal(x, a.of(0)), x, a.of(0)));
    return a.select(a.less(a.abs(x), a.of(leastNormal(format))), zero, x);
  };

/** Returns an evaluation that flushes subnormal numbers to zero: in the inputs, in the results, or in both. */
const flushingArithmetic =
  (evaluate: Evaluate, which: 'operands' | 'results' | 'both' = 'both', sums?: 'in steps'): Evaluate =>
  (a, node) => {
    const format = computedIn(node.inputs);
    if (!format) return evaluate(a, node);
    const inputs = node.inputs.map((input) => {
      const own = input && computedIn([input]);
      if (!own) return input;
      const flush = flushTo(own);
      return { dtype: input.dtype, dims: input.dims, at: (index: number) => flush(a, input.at(index)) };
    });
    const flushed = which === 'results' ? node : new Node(node.version, node.attributes, inputs, node.outputs);
    return evaluate(which === 'operands' ? a : onResults(a, flushTo(format), sums), flushed);
  };

/** Returns an evaluation that copies numbers unchanged, and flushes subnormal ones to zero in computations and comparisons. */
const flushingComparisons =
  (evaluate: Evaluate): Evaluate =>
  (a, node) => {
    const format = computedIn(node.inputs);
    return evaluate(format ? onComparisons(onResults(a, flushTo(format)), flushTo(format)) : a, node);
  };

/** Larger inputs are not searched: judging a sample of the elements under each choice is cheaper. */
const many = 2 ** 16;

/** Returns whether a call has subnormal numbers in its inputs or partial results; for large inputs it assumes so. */
function meetsSubnormals(evaluate: Evaluate, version: OperatorVersion, call: Call): boolean {
  const format = computedIn(call.inputs);
  if (!format) return false;
  if (call.inputs.some((input) => input && (elementCount(input.dims) > many || holdsSubnormal(input)))) return true;
  let isMet = false;
  const machine = onResults(machineIn(format), (_, x) => {
    isMet ||= x !== 0 && Math.abs(Number(x)) < leastNormal(format);
    return x;
  });
  for (const { dims, at } of evaluate(machine, nodeOf(version, call, 1, Number))) {
    for (let i = 0; i < elementCount(dims) && !isMet; i++) at(i);
  }
  return isMet;
}

function holdsSubnormal(tensor: Tensor): boolean {
  const format = computedIn([tensor]);
  if (!format) return false;
  const [scalar, least] = [scalarsOf(tensor), leastNormal(format)];
  const count = elementCount(tensor.dims);
  for (let i = 0; i < count; i++) if (scalar(i) !== 0 && Math.abs(scalar(i) as number) < least) return true;
  return false;
}

/** Returns the choice to flush subnormal numbers to zero, for an evaluation with its algorithms and its other choices, if there are any. */
export function flushedAlternative(
  evaluate: Evaluate,
  algorithms: readonly Evaluate[],
  others: readonly Alternative[],
  version: OperatorVersion,
  call: Call,
): readonly Alternative[] {
  if (!meetsSubnormals(evaluate, version, call)) return [];
  const choice = observe('subnormal-numbers', 'flushed');
  // judged separately: a value between the answers of two of them is accepted by neither
  const by = (choices: Alternative['choices'], ways: readonly Evaluate[]): readonly Alternative[] =>
    ways.map((way) => ({ choices, otherwise: [], evaluate: way, algorithms: [] }));
  return [
    ...by(
      [choice],
      [
        flushingArithmetic(evaluate),
        flushingArithmetic(evaluate, 'operands'),
        flushingArithmetic(evaluate, 'results'),
        flushingArithmetic(evaluate, 'results', 'in steps'),
        flushingArithmetic(evaluate, 'both', 'in steps'),
        flushingComparisons(evaluate),
        ...algorithms.map((algorithm) => flushingArithmetic(algorithm)),
      ],
    ),
    ...others.flatMap(({ choices, evaluate: other }) =>
      by(
        [...choices, choice],
        [flushingArithmetic(other), flushingArithmetic(other, 'operands'), flushingArithmetic(other, 'results')],
      ),
    ),
  ];
}
