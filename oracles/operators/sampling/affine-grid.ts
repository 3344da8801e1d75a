import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { placeOf } from '../../arrays/index-map.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754, numpy } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, memoized, type Node, values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';

/** A position from -1 to 1 along a dimension, as a fraction. */
type GridPosition = readonly [numerator: number, denominator: number];

/** Returns the position of the middle of an element. -1 and 1 are the outer ends or, if aligned, the middle of the end elements. */
const positionOf = (place: number, length: number, isAligned: boolean): GridPosition =>
  isAligned ? [2 * place - (length - 1), length - 1] : [2 * place + 1 - length, length];

/** Returns the product of a row of the matrix and a position, which is extended by 1. */
type RowProduct = <S>(a: Arithmetic<S>, row: readonly S[], positions: readonly GridPosition[]) => S;

/** The definition: positions are multiplied by the product of their denominators, and the sum is divided by it. */
const asDefined: RowProduct = (a, row, positions) => {
  const common = positions.reduce((product, [, q]) => product * q, 1);
  // scaled to about 1, so that they are far from the ends of the range of every type
  const scale = 2 ** -Math.ceil(Math.log2(common));
  const whole = [...positions.map(([p, q]) => p * (common / q)), common].map((x) => x * scale);
  return a.divide(
    a.dot(
      row,
      whole.map((x) => a.of(x)),
    ),
    a.of(common * scale),
  );
};

/** Each position is rounded to the type, and so is the sum. */
const rounded: RowProduct = (a, row, positions) =>
  a.dot(row, [...positions.map(([p, q]) => a.divide(a.of(p), a.of(q))), a.of(1)]);

/** Positions in steps from the first one: -1 + place · 2/(length - 1), or -1 + 1/length + place · 2/length. */
const bySteps: RowProduct = (a, row, positions) => {
  const along = positions.map(([p, q]) => {
    const step = a.divide(a.of(2), a.of(q));
    const first = a.add(a.of(-1), (p + q) % 2 === 0 ? a.of(0) : a.divide(a.of(1), a.of(q)));
    return a.add(first, a.multiply(a.of(Math.floor((p + q) / 2)), step));
  });
  return a.dot(row, [...along, a.of(1)]);
};

/** As PyTorch and onnxruntime compute outer ends: aligned positions from -1 to 1 are multiplied by (length - 1)/length. */
const shrunk: RowProduct = (a, row, positions) => {
  const along = positions.map(([p, q]) => {
    const isAligned = (p + q) % 2 === 0;
    const last = isAligned ? q : q - 1;
    if (last === 0) return a.of(0);
    const place = Math.floor((p + q) / 2);
    const between = a.add(a.of(-1), a.multiply(a.of(place), a.divide(a.of(2), a.of(last))));
    return isAligned ? between : a.multiply(between, a.divide(a.of(last), a.of(q)));
  });
  return a.dot(row, [...along, a.of(1)]);
};

const evaluateGrid =
  (product: RowProduct): Evaluate =>
  <S>(a: Arithmetic<S>, node: Node<S>) => {
    const theta = node.input(0);
    const [instances, lengths] = sizesOf(node);
    const rank = lengths.length;
    const isAligned = node.flag('align_corners');
    if (isAligned && lengths.includes(1)) throw new NotJudged('a single position from -1 to 1');
    const dims = [instances, ...lengths, rank];
    const positions = lengths.map((length) => memoized(length, (place) => positionOf(place, length, isAligned)));
    return [
      values(theta.dtype, dims, (index) => {
        const all = placeOf(index, dims);
        const [n, row] = [all[0]!, all.at(-1)!];
        const first = (n * rank + row) * (rank + 1);
        const numbers = Array.from({ length: rank + 1 }, (_, i) => theta.at(first + i));
        // the innermost dimension is x, the first number of a row
        const at = positions.map((position, i) => position(all[i + 1]!)).toReversed();
        return product(a, numbers, at);
      }),
    ];
  };

/** Returns the number of instances of a grid, and the lengths of its dimensions. @throws BadInput for shapes that are not valid */
function sizesOf<S>(node: Node<S>): readonly [instances: number, lengths: readonly number[]] {
  const size = node.list('size')!;
  const { dims } = node.input(0);
  const rank = size.length - 2;
  const isShape = dims.length === 3 && dims[1] === rank && dims[2] === rank + 1 && dims[0] === size[0];
  if (!isShape || rank < 2 || rank > 3) throw new BadInput(`matrices [${dims}] do not match a size of [${size}]`);
  const negative = size.find((one) => one < 0);
  if (negative !== undefined) throw new BadInput(`size contains ${negative}, which is negative`);
  return [size[0]!, size.slice(2)];
}

/** AffineGrid: applies an affine map to the positions of a regular grid. */
export const affineGrid = define({
  name: 'AffineGrid',
  family: 'sampling',
  definition: 'theta · [x, y, z, 1] for positions x, y and z from -1 to 1, evenly spaced',
  evaluate: evaluateGrid(asDefined),
  algorithms: [evaluateGrid(rounded), evaluateGrid(bySteps), evaluateGrid(shrunk)],
  clauses: (schema) => {
    const { says, implies } = clausesOf(schema);
    return [
      says(
        'definition',
        'Each number is the dot product of a row of the instance’s matrix and the position, with 1 appended.',
      ),
      says(
        'order',
        'Positions are x, y and z, the innermost dimension first; rows and columns of the matrix have the same order.',
      ),
      says(
        'corners',
        'With align_corners=1, the coordinates -1 and 1 are the centers of the first and last elements; otherwise, their outer edges.',
        'attribute align_corners',
      ),
      says('three-dimensions', 'Grids have two or three dimensions.', 'input theta'),
      says('instances', 'Each instance has its own matrix.', 'input theta'),
      implies('any-count', 'Every instance and position is computed, for any number of them.', ieee754('4.3')),
      implies('size-zero', 'If there are no instances or positions, the output is empty.', numpy('arrays of size 0')),
      implies(
        'accuracy',
        'Rounding errors stay within those of positions and sums in the type.',
        ieee754('4.3; docs/proofs.md'),
      ),
    ];
  },
  rules: (schema) => [
    rule(
      'invalid-theta',
      'For each instance, there is a matrix of two by three or three by four numbers.',
      'input theta',
      schema,
    ),
  ],
});
