import { type Alternative, nodeOf } from '../../acceptance/computed.ts';
import { observe } from '../../acceptance/policy.ts';
import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { machineIn } from '../../arithmetic/machine.ts';
import type { Call } from '../../declaration.ts';
import { type Evaluate, Node } from '../../node.ts';
import { type DType, type FloatFormat, formatOf } from '../../numerics/dtype.ts';
import type { OperatorVersion } from '../../operator.ts';

type Change = <S>(a: Arithmetic<S>, x: S) => S;

/** An arithmetic in which something is done to the result of every operation that may round. */
function onResults<S>(a: Arithmetic<S>, change: Change): Arithmetic<S> {
  const result = (x: S) => change(a, x);
  return {
    ...a,
    in: (dtype) => onResults(a.in(dtype), change),
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
    sum: (xs) => result(a.sum(xs)),
  };
}

/** The float type that a call computes in; `undefined` if there is none of 16 bits or more. */
const computedIn = (inputs: readonly ({ readonly dtype: DType } | undefined)[]): FloatFormat | undefined =>
  inputs.flatMap((input) => (input ? [formatOf(input.dtype)] : [])).find(isComputed);
const isComputed = (format: { readonly kind: string; readonly bits: number }): format is FloatFormat =>
  format.kind === 'float' && format.bits > 8;

const leastNormal = ({ minExponent, precision }: FloatFormat): number => 2 ** (minExponent + precision - 1);

/** Zero, of its sign, in the place of a number below the normal range. */
const flushTo =
  (format: FloatFormat): Change =>
  (a, x) =>
    a.select(a.less(a.abs(x), a.of(leastNormal(format))), a.multiply(x, a.of(0)), x);

/** An evaluation by a machine that takes subnormal numbers for zero: what is given to it, what it computes, or both. */
const flushing =
  (evaluate: Evaluate, which: 'operands' | 'results' | 'both' = 'both'): Evaluate =>
  (a, node) => {
    const format = computedIn(node.inputs);
    if (!format) return evaluate(a, node);
    const flush = flushTo(format);
    const inputs = node.inputs.map((input) =>
      input && isComputed(formatOf(input.dtype))
        ? { dtype: input.dtype, dims: input.dims, at: (index: number) => flush(a, input.at(index)) }
        : input,
    );
    const flushed = which === 'results' ? node : new Node(node.version, node.attributes, inputs, node.outputs);
    return evaluate(which === 'operands' ? a : onResults(a, flush), flushed);
  };

/** Whether a call has subnormal numbers, or its computation gives some on the way. */
function meetsSubnormals(evaluate: Evaluate, version: OperatorVersion, call: Call): boolean {
  const format = computedIn(call.inputs);
  if (!format) return false;
  let isMet = false;
  const watch = <S>(x: S): S => {
    isMet ||= x !== 0 && Math.abs(Number(x)) < leastNormal(format);
    return x;
  };
  const machine = onResults(machineIn(format), (_, x) => watch(x));
  const node = nodeOf(version, call, 1, (x) => watch(Number(x)));
  for (const { dims, at } of evaluate(machine, node)) {
    const count = dims.reduce((product, size) => product * size, 1);
    for (let i = 0; i < count && !isMet; i++) at(i);
  }
  return isMet;
}

/** The choice to take subnormal numbers for zero, for an evaluation with its algorithms and its other choices, where there are some. */
export function flushed(
  evaluate: Evaluate,
  algorithms: readonly Evaluate[],
  others: readonly Alternative[],
  version: OperatorVersion,
  call: Call,
): readonly Alternative[] {
  if (!meetsSubnormals(evaluate, version, call)) return [];
  const choice = observe('subnormal-numbers', 'flushed');
  return [
    {
      choices: [choice],
      otherwise: [],
      evaluate: flushing(evaluate),
      algorithms: [
        flushing(evaluate, 'operands'),
        flushing(evaluate, 'results'),
        ...algorithms.map((algorithm) => flushing(algorithm)),
      ],
    },
    ...others.map((other) => ({
      choices: [...other.choices, choice],
      otherwise: [],
      evaluate: flushing(other.evaluate),
      algorithms: [flushing(other.evaluate, 'operands'), flushing(other.evaluate, 'results')],
    })),
  ];
}
