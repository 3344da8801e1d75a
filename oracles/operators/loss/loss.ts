import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { range } from '../../arrays/lines.ts';
import { type DType, floatDTypes } from '../../numerics/dtype.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import type { Binding } from '../../spec/declaration.ts';
import { type Node, type NodeValues, values } from '../../spec/node.ts';
import type { Clause } from '../../spec/operator.ts';
import { rule } from '../../spec/rules.ts';
import { dtypesOf, type Schema } from '../../spec/schemas/schemas.ts';
import { anyZero } from '../elementwise/numbers.ts';

/** A way to compute the mean loss. */
export interface LossFormula {
  /** the mean of the weighted losses, from the losses and the weights that were applied */
  readonly mean: <S>(a: Arithmetic<S>, losses: readonly S[], weights: readonly S[]) => S;
}

/** The sum of the losses divided by the sum of the weights. */
export const quotient: LossFormula = { mean: (a, losses, weights) => a.divide(a.sum(losses), a.sum(weights)) };
/** The sum of the losses times the reciprocal of the sum of the weights. */
export const product: LossFormula = {
  mean: (a, losses, weights) => a.multiply(a.sum(losses), a.divide(a.of(1), a.sum(weights))),
};

/** Each loss is divided by the sum of the weights before they are added. The mean of no losses is that of the quotient. */
export const shares: LossFormula = {
  mean: (a, losses, weights) => {
    if (losses.length === 0) return quotient.mean(a, losses, weights);
    const total = a.sum(weights);
    return a.sum(losses.map((loss) => a.divide(loss, total)));
  },
};

/**
 * Returns the loss of a node. The loss of a sample is minus its logarithm at its class, times the weight of the class; 0 if the
 * class is ignored. `reduction` selects the losses themselves, their sum, or their sum over that of the applied weights.
 * @param logs logarithms of probabilities, [N, C, …]; the classes are the second input, [N, …]
 * @throws BadInput for shapes, classes or a reduction that are not valid
 * @throws NotJudged for labels without classes, and for a mean of no losses where the body differs
 */
export function lossOf<S>(a: Arithmetic<S>, node: Node<S>, logs: NodeValues<S>, way: LossFormula): NodeValues<S> {
  const { dims, dtype } = logs;
  const [, classes] = dims as readonly [number, number];
  const labels = labelsOf(node);
  // the function body reads the first class for ignored samples, and there is none
  if (classes === 0 && labels.length > 0) throw new NotJudged('labels without classes');
  const size = elementCount(dims.slice(2));
  const weights = node.inputs[2];
  if (weights && String(weights.dims) !== String([classes])) {
    throw new BadInput(
      `the shape of the input ${node.version.inputs[2]!.name} is [${weights.dims}]; it must be [${classes}]`,
    );
  }
  const isIgnored = (sample: number) => labels[sample] === ignoredBy(node);
  const weightOf = (sample: number) => (weights ? weights.at(labels[sample]!) : a.of(1));
  const at = (sample: number): S => {
    if (isIgnored(sample)) return anyZero(a);
    const [instance, place] = [Math.floor(sample / size), sample % size];
    const loss = a.negate(logs.at((instance * classes + labels[sample]!) * size + place));
    return weights ? a.multiply(loss, weightOf(sample)) : loss;
  };
  const reduction = node.string('reduction');
  if (reduction === 'none') return values(dtype, node.input(1).dims, at);
  // the function body uses ReduceMean, which leaves the mean of no losses undefined, or divides sums, which gives NaN
  if (reduction === 'mean' && labels.length === 0 && !weights && ignoredBy(node) === undefined) {
    throw new NotJudged('a mean of no losses');
  }
  const taken = range(labels.length).filter((sample) => !isIgnored(sample));
  return values(dtype, [], () => {
    const losses = taken.map(at);
    if (reduction === 'mean') return way.mean(a, losses, taken.map(weightOf));
    // only ignored samples are left, whose losses are 0
    return losses.length > 0 ? a.sum(losses) : anyZero(a);
  });
}

const reductions = ['none', 'sum', 'mean'];

const ignoredBy = <S>(node: Node<S>): number | undefined =>
  node.has('ignore_index') ? node.number('ignore_index') : undefined;

/** Returns the classes of the samples. @throws BadInput for shapes, classes or a reduction that are not valid */
function labelsOf<S>(node: Node<S>): readonly number[] {
  const [scores, given] = [node.input(0).dims, node.input(1).dims];
  if (scores.length < 2) throw new BadInput(`data [${scores}] have no dimension of classes`);
  if (String([scores[0], ...scores.slice(2)]) !== String(given)) {
    throw new BadInput(`classes [${given}] do not match data [${scores}]`);
  }
  if (!reductions.includes(node.string('reduction'))) {
    throw new BadInput(`the reduction '${node.string('reduction')}' is not one of ${reductions.join(', ')}`);
  }
  const labels = node.integers(1);
  const ignored = ignoredBy(node);
  const wrong = labels.find((label) => label !== ignored && !(label >= 0 && label < scores[1]!));
  if (wrong !== undefined) throw new BadInput(`class ${wrong} is outside [0, ${scores[1]! - 1}]`);
  return labels;
}

/** Returns the clauses of both losses. */
export function lossClauses(schema: Schema): readonly Clause[] {
  const { says, implies } = clausesOf(schema);
  return [
    says('definition', 'The loss of a sample is minus the value at its class.'),
    says('classes', 'The second dimension contains the classes; any number of dimensions may follow.'),
    says('weights', 'A loss is multiplied by the weight of its class.'),
    says('ignored', 'The loss of samples of the class ignore_index is 0; a mean does not count them.', 'attributes'),
    says('reductions', 'The output is the losses themselves, their sum or their mean.', 'attribute reduction'),
    says('mean-of-weights', 'The mean is the sum of the losses divided by the sum of the applied weights.'),
    implies('nothing-left', 'The mean of no losses is 0/0, and their sum is 0.', ieee754('7.2')),
    implies('any-length', 'Every sample contributes, for any number of samples.', ieee754('4.3')),
    implies('special-values', 'NaN and infinities contribute only at the class of a sample.', ieee754('6.1, 6.2')),
  ];
}

export const lossRules = (schema: Schema): readonly Clause[] => [
  rule('invalid-reduction', 'The reduction is none, sum or mean.', 'attribute reduction', schema),
  rule('invalid-class', 'A class is an index of the dimension of classes.', `input ${schema.inputs[1]!.name}`, schema),
  rule('invalid-class-shape', 'Every sample has one class.', `input ${schema.inputs[1]!.name}`, schema),
];

/** Returns the types to test: every type of data with classes of int64, and float32 with classes of int32. */
export function lossBindings(schema: Schema): readonly Binding[] {
  const types = dtypesOf(schema, { type: 'T' });
  const own = floatDTypes.filter((dtype) => types.includes(dtype));
  const pair = (T: DType, Tind: DType): Binding => ({ T, Tind });
  return [...own.map((dtype) => pair(dtype, 'int64')), pair('float32', 'int32')];
}
