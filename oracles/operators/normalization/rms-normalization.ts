import { broadcastIndex } from '../../arrays/broadcast.ts';
import { linesAlong } from '../../arrays/lines.ts';
import { overflowingAlternatives } from '../../judge/other-ways.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, values } from '../../spec/node.ts';
import { statisticTypes } from './bindings.ts';
import { rowClauses, stashRule } from './clauses.ts';
import type { Moments } from './moments.ts';
import { inverseRoot, normalizedRows, rsqrt, type StandardizeFormula, spilledLimits } from './standardize.ts';

/** The mean of the squares takes the place of the variance: no mean is subtracted. */
const ofSquares: Moments = (a, xs) => ({
  mean: a.of(0),
  deviations: xs,
  variance: a.divide(a.dot(xs, xs), a.of(xs.length)),
});
const byReciprocal: Moments = (a, xs) => {
  const share = a.divide(a.of(1), a.of(xs.length));
  return { mean: a.of(0), deviations: xs, variance: a.multiply(a.dot(xs, xs), share) };
};

/** RMSNormalization: divides each row by √(mean of its squares + ε) and multiplies by scale. */
export const rmsNormalization = define({
  name: 'RMSNormalization',
  family: 'normalization',
  definition: 'y = x / √(Σx²/n + ε) · scale',
  axes: [{ name: 'axis', since: 23 }],
  evaluate: normalizedBy({ moments: ofSquares, inverse: inverseRoot }),
  algorithms: [normalizedBy({ moments: byReciprocal, inverse: rsqrt })],
  alternatives: () =>
    overflowingAlternatives(
      ...spilledLimits.map((limits) => normalizedBy({ moments: ofSquares, inverse: inverseRoot, limits })),
    ),
  bindings: statisticTypes,
  clauses(schema) {
    const { says, implies } = clausesOf(schema);
    return [
      says('definition', 'Rows are divided by the root of the mean of their squares, then scaled.'),
      says('axes', 'A row consists of all dimensions from axis on.', 'attribute axis'),
      says('scale-shapes', 'scale is broadcast to the shape of X (unidirectionally).'),
      says('stash', 'Everything up to the quotient is computed in the stash type.', 'attribute stash_type'),
      says('types-differ', 'scale and the output may have another type than the data.', 'type constraints'),
      ...rowClauses(schema).filter(
        ({ id }) => !['constant-rows', 'offset-rows', 'far-rows', 'special-values'].includes(id),
      ),
      implies(
        'special-values',
        'A row that contains NaN becomes NaN; an infinity becomes NaN, and the other elements of its row 0.',
        ieee754('6.1, 6.2'),
      ),
    ];
  },
  rules: (schema) => [stashRule(schema)],
  tries: (clause, types) =>
    new Set(Object.values(types)).size === 1 || ['types-differ', 'output-type'].includes(clause),
});

function normalizedBy(way: StandardizeFormula): Evaluate {
  return (a, node) => {
    const [x, scale] = [node.input(0), node.input(1)];
    const { dims } = x;
    const axis = node.axis('axis', dims.length);
    const place = broadcastIndex(scale.dims, dims);
    const { at } = normalizedRows(
      a,
      {
        x,
        rows: linesAlong([elementCount(dims.slice(0, axis)), elementCount(dims.slice(axis))], 1),
        stash: node.floatType('stash_type'),
        epsilon: node.number('epsilon'),
        dtype: scale.dtype,
        scale: (index) => scale.at(place(index)),
      },
      way,
    );
    return [values(scale.dtype, dims, at)];
  };
}
