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
 * How many numbers there are: the quotient, rounded up.
 * @throws BadInput for inputs that are not scalars, or a step of 0
 * @throws NotJudged where the count depends on how the quotient is rounded, and for steps that are not finite
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

/** The body divides in float32, others in float64. */
function countOfIntegers(length: bigint, delta: bigint): number {
  const [a, b] = [Number(length), Number(delta)];
  return certain(Number(ceil(over(rational(length), rational(delta)))), [
    Math.fround(Math.fround(a) / Math.fround(b)),
    a / b,
  ]);
}

/** @throws NotJudged unless the quotients of those who round lead to the same count */
function certain(exact: number, quotients: readonly number[]): number {
  if (quotients.some((quotient) => Math.ceil(quotient) !== exact)) {
    throw new NotJudged('a count that depends on a rounding');
  }
  return Math.max(0, exact);
}

/** Range: numbers from start on, delta apart, before limit. */
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
      says('length', 'There are as many as lie before limit, which is left out.'),
      says('downwards', 'With a negative delta the numbers fall.'),
      says('nothing-there', 'Where limit does not lie ahead there are none.'),
      says('any-length', 'There may be any number of them.'),
      says('far-from-zero', 'Start and limit may be anywhere in the range of the type.'),
      implies(
        'accuracy',
        'Rounding errors stay within the proven bound of a product and a sum, or of a sum of steps.',
        ieee754('4.3; the bound: Jeannerod and Rump 2013, docs/proofs.md'),
        floatDTypes,
      ),
    ];
  },
});
