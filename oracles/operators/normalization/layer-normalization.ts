import { observe } from '../../acceptance/policy.ts';
import { broadcastIndex } from '../../arrays/broadcast.ts';
import { linesAlong, range } from '../../arrays/lines.ts';
import { clausesOf, ieee754 } from '../../clauses.ts';
import { define } from '../../define.ts';
import { type Evaluate, remembered, values } from '../../node.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { type Moments, moments, momentsByReciprocal, momentsOfSquares, runningMoments } from './moments.ts';

/**
 * LayerNormalization: each row less its mean, over √(variance + ε), times Scale, plus B. Rows are made of the dimensions
 * from `axis` on; up to the quotient the type is `stash_type`.
 */
export const layerNormalization = define({
  name: 'LayerNormalization',
  family: 'normalization',
  definition: 'y = (x - mean) / √(variance + ε) · Scale + B',
  axes: [{ name: 'axis', since: 17 }],
  evaluate: normalizedBy(moments),
  algorithms: [normalizedBy(momentsByReciprocal), normalizedBy(runningMoments)],
  alternatives: () => [
    {
      choices: [observe('variance-formula', 'of-squares')],
      otherwise: [observe('variance-formula', 'of-deviations')],
      evaluate: normalizedBy(momentsOfSquares),
    },
  ],
  clauses(schema) {
    const { says, implies } = clausesOf('LayerNormalization', schema);
    return [
      says('definition', 'Rows are normalized to mean 0 and variance 1, scaled and shifted.'),
      says('axes', 'A row is made of all dimensions from axis on.', 'attribute axis'),
      says('epsilon', 'epsilon is added to the variance.', 'attribute epsilon'),
      says('scale-shapes', 'Scale and B are broadcast to X, in one direction.'),
      says(
        'statistics',
        'Mean and InvStdDev have 1 in place of each normalized dimension, and the stash type.',
        'outputs',
      ),
      implies('constant-rows', 'A row of equal elements has variance 0: what comes out is B.', ieee754('5.1')),
      implies('offset-rows', 'Rows far from 0 are normalized as well as their digits allow.', ieee754('4.3')),
      implies('any-length', 'Every element of a row counts, however many there are.', ieee754('4.3')),
      implies('special-values', 'NaN and infinities make of their row NaN.', ieee754('6.1, 6.2')),
    ];
  },
});

/** The evaluation with some way to compute mean and variance. */
function normalizedBy(momentsOf: Moments): Evaluate {
  return (a, node) => {
    const [x, scale] = [node.input(0), node.input(1)];
    const shift = node.inputs[2];
    const { dims, dtype } = x;
    const axis = node.axis('axis', dims.length);
    const rows = linesAlong([elementCount(dims.slice(0, axis)), elementCount(dims.slice(axis))], 1);
    const stash = node.dtype('stash_type');
    const [first, second] = [a.in(stash), a.in(dtype)];
    const epsilon = first.from(first.of(node.number('epsilon')));
    const standardized = remembered(rows.count, (row) => {
      const xs = range(rows.length).map((place) => first.from(x.at(rows.index(row, place))));
      const { mean, deviations, variance } = momentsOf(first, xs);
      const inverse = first.divide(first.of(1), first.sqrt(first.add(variance, epsilon)));
      return { mean, inverse, normalized: deviations.map((deviation) => first.multiply(deviation, inverse)) };
    });
    const [scaleAt, shiftAt] = [scale, shift].map((input) => input && broadcastIndex(input.dims, dims));
    const statistics = [...dims.slice(0, axis), ...dims.slice(axis).map(() => 1)];
    return [
      values(dtype, dims, (index) => {
        const { normalized } = standardized(rows.lineOf(index));
        const scaled = second.multiply(second.from(normalized[rows.placeOf(index)]!, stash), scale.at(scaleAt!(index)));
        return shift ? second.add(scaled, shift.at(shiftAt!(index))) : scaled;
      }),
      values(stash, statistics, (row) => standardized(row).mean),
      values(stash, statistics, (row) => standardized(row).inverse),
    ].slice(0, node.outputs);
  };
}
