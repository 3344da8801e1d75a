import { type FloatFormat, floatDTypes, formatOf } from '../../numerics/dtype.ts';
import { ceil, minus, over, type Rational, rational } from '../../numerics/rational.ts';
import { roundDouble } from '../../numerics/rounding.ts';
import { numbersOf } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, type Node, values } from '../../spec/node.ts';
import { knownTensor } from '../movement/movement.ts';

const ranged =
  (term: 'product' | 'sum'): Evaluate =>
  (a, node) => {
    const count = countOf(node);
    const [start, delta] = [node.input(0).at(0), node.input(2).at(0)];
    const own = a.in(node.input(0).dtype);
    return [
      values(node.input(0).dtype, [count], (i) =>
        term === 'product'
          ? own.add(start, own.multiply(own.of(i), delta))
          : own.sum([start, ...Array<typeof delta>(i).fill(delta)]),
      ),
    ];
  };

/**
 * Returns the count of numbers: the quotient, rounded up.
 * @throws BadInput for a delta of 0
 * @throws NotJudged if the count depends on the rounding of the quotient, or inputs are not finite or not scalars
 */
function countOf<S>(node: Node<S>): number {
  const [start, limit, delta] = [0, 1, 2].map((i) => {
    const input = node.input(i);
    if (input.dims.length > 0) throw new NotJudged('a … of shape […]', node.version.inputs[i]!.name, input.dims);
    return numbersOf(knownTensor(input))(0);
  }) as [number | bigint, number | bigint, number | bigint];
  if (Number(delta) === 0) throw new BadInput('delta is 0');
  if (typeof start === 'bigint') return countOfIntegers((limit as bigint) - start, delta as bigint);
  const numbers = [start, Number(limit), Number(delta)] as const;
  if (!numbers.every(Number.isFinite)) throw new NotJudged('a range from … to … by …', start, limit, delta);
  const [from, to, by] = numbers.map(rational) as [Rational, Rational, Rational];
  const exact = Number(ceil(over(minus(to, from), by)));
  const round = (x: number) => roundDouble(x, formatOf(node.input(0).dtype) as FloatFormat);
  const others = [round(round(numbers[1] - numbers[0]) / numbers[2]), (numbers[1] - numbers[0]) / numbers[2]];
  return certain(exact, others);
}

/** Returns the count for integers. The function body divides in float32, others in float64. */
function countOfIntegers(length: bigint, delta: bigint): number {
  const [a, b] = [Number(length), Number(delta)];
  return certain(Number(ceil(over(rational(length), rational(delta)))), [
    Math.fround(Math.fround(a) / Math.fround(b)),
    a / b,
  ]);
}

/** Returns the exact count, at least 0. @throws NotJudged if a rounded quotient leads to another count */
function certain(exact: number, quotients: readonly number[]): number {
  if (quotients.some((quotient) => Math.ceil(quotient) !== exact)) {
    throw new NotJudged('a count that depends on a rounding');
  }
  return Math.max(0, exact);
}

/** Range: the numbers from start to before limit, in steps of delta. */
export const range = define({
  name: 'Range',
  family: 'scan',
  definition: 'start + i * delta, for i < max(⌈(limit - start) / delta⌉, 0)',
  evaluate: ranged('product'),
  // the function body adds step by step
  algorithms: [ranged('sum')],
  clauses: (schema) => {
    const { says, implies } = clausesOf(schema);
    return [
      says('definition', 'The i-th number is start + i * delta.'),
      says('length', 'The numbers end before limit, which is excluded.'),
      says('downwards', 'With a negative delta, the numbers decrease.'),
      says('nothing-there', 'If limit is not reached from start by steps of delta, the output is empty.'),
      says('any-length', 'There may be any number of elements.'),
      says('far-from-zero', 'start and limit may be anywhere in the range of the type.'),
      implies(
        'accuracy',
        'Rounding errors stay within the proven bound of a product and a sum, or of a sum of steps.',
        ieee754('4.3; the bound: Jeannerod and Rump 2013, docs/proofs.md'),
        floatDTypes,
      ),
    ];
  },
});
