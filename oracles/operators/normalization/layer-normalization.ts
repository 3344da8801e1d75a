import { observe } from '../../acceptance/policy.ts';
import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { rsqrtAccuracy } from '../../arithmetic/functions.ts';
import { broadcastIndex } from '../../arrays/broadcast.ts';
import { linesAlong, range } from '../../arrays/lines.ts';
import { clausesOf, ieee754 } from '../../clauses.ts';
import { define } from '../../define.ts';
import { type Evaluate, remembered, values } from '../../node.ts';
import { type DType, formatOf } from '../../numerics/dtype.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { type Moments, moments, momentsByReciprocal, momentsOfSquares, runningMoments } from './moments.ts';

type Inverse = <S>(a: Arithmetic<S>, x: S) => S;

const inverseRoot: Inverse = (a, x) => a.divide(a.of(1), a.sqrt(x));
/** As one function, which hardware has. */
const rsqrt: Inverse = (a, x) => a.within(inverseRoot(a, x), rsqrtAccuracy);

/** y of x where its row is known by mean and inverse deviation: in one type throughout. */
type Affine = <S>(a: Arithmetic<S>, x: S, mean: S, inverse: S, scale: S, shift: S) => S;

/** x·(inverse·scale) + (B - mean·inverse·scale) */
const fused: Affine = (a, x, mean, inverse, scale, shift) => {
  const factor = a.multiply(inverse, scale);
  return a.add(a.multiply(x, factor), a.subtract(shift, a.multiply(mean, factor)));
};
/** (x·inverse - mean·inverse)·scale + B */
const fusedBeforeScale: Affine = (a, x, mean, inverse, scale, shift) =>
  a.add(a.multiply(a.subtract(a.multiply(x, inverse), a.multiply(mean, inverse)), scale), shift);

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
  algorithms: [
    normalizedBy(momentsByReciprocal, rsqrt),
    normalizedBy(runningMoments, rsqrt),
    normalizedBy(moments, rsqrt, fused),
    normalizedBy(moments, rsqrt, fusedBeforeScale),
  ],
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

/** The evaluation with some way to compute mean, variance and inverse deviation, and to apply them. */
function normalizedBy(momentsOf: Moments, inverseOf = inverseRoot, affine?: Affine): Evaluate {
  return (a, node) => {
    const [x, scale] = [node.input(0), node.input(1)];
    const shift = node.inputs[2];
    const { dims, dtype } = x;
    const axis = node.axis('axis', dims.length);
    const rows = linesAlong([elementCount(dims.slice(0, axis)), elementCount(dims.slice(axis))], 1);
    const stash = node.dtype('stash_type');
    const [first, second] = [a.in(stash), a.in(dtype)];
    const wider = precisionOf(stash) < precisionOf(dtype) ? second : first;
    const epsilon = first.from(first.of(node.number('epsilon')));
    const standardized = remembered(rows.count, (row) => {
      const xs = range(rows.length).map((place) => first.from(x.at(rows.index(row, place))));
      const { mean, deviations, variance } = momentsOf(first, xs);
      const inverse = inverseOf(first, first.add(variance, epsilon));
      return { mean, inverse, normalized: deviations.map((deviation) => first.multiply(deviation, inverse)) };
    });
    const [scaleAt, shiftAt] = [scale, shift].map((input) => input && broadcastIndex(input.dims, dims));
    const statistics = [...dims.slice(0, axis), ...dims.slice(axis).map(() => 1)];
    return [
      values(dtype, dims, (index) => {
        const { normalized, mean, inverse } = standardized(rows.lineOf(index));
        if (affine) {
          const [factor, term] = [scale.at(scaleAt!(index)), shift ? shift.at(shiftAt!(index)) : wider.of(0)];
          const [m, i] = [mean, inverse].map((one) => wider.from(one, stash));
          const y = affine(wider, wider.from(x.at(index)), m!, i!, wider.from(factor), wider.from(term));
          return second.from(y, stash);
        }
        const scaled = second.multiply(second.from(normalized[rows.placeOf(index)]!, stash), scale.at(scaleAt!(index)));
        return shift ? second.add(scaled, shift.at(shiftAt!(index))) : scaled;
      }),
      values(stash, statistics, (row) => standardized(row).mean),
      values(stash, statistics, (row) => standardized(row).inverse),
    ].slice(0, node.outputs);
  };
}

function precisionOf(dtype: DType): number {
  const format = formatOf(dtype);
  return format.kind === 'float' ? format.precision : 0;
}
