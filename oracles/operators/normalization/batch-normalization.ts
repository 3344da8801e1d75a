import type { Arithmetic } from '../../arithmetic/arithmetic.ts';
import { linesOver, range } from '../../arrays/lines.ts';
import type { Alternative } from '../../judge/evaluated-outputs.ts';
import { observe } from '../../judge/policy.ts';
import type { DType } from '../../numerics/dtype.ts';
import { elementCount } from '../../numerics/tensor.ts';
import { BadInput, NotJudged } from '../../spec/bad-input.ts';
import { clausesOf, ieee754 } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import { type Evaluate, type InputValues, memoized, type Node, values } from '../../spec/node.ts';
import { rule } from '../../spec/rules.ts';
import { statisticTypes } from './bindings.ts';
import { checkImages, checkInputShape, parameterRule, rowClauses } from './clauses.ts';
import { bothWithinRange, momentsByReciprocal, runningMoments } from './moments.ts';
import {
  type Affine,
  byDefinition,
  limitVariance,
  otherChoices,
  rsqrt,
  type StandardizeFormula,
  unfused,
} from './standardize.ts';

/** Updates a running statistic by the current one. */
type Update = <S>(a: Arithmetic<S>, running: S, current: S, momentum: S) => S;

/** running·momentum + current·(1 - momentum) */
const weighed: Update = (a, running, current, momentum) =>
  a.add(a.multiply(running, momentum), a.multiply(current, a.subtract(a.of(1), momentum)));
/** current + momentum·(running - current) */
const fromCurrent: Update = (a, running, current, momentum) =>
  a.add(current, a.multiply(momentum, a.subtract(running, current)));
/** running + (1 - momentum)·(current - running) */
const fromRunning: Update = (a, running, current, momentum) =>
  a.add(running, a.multiply(a.subtract(a.of(1), momentum), a.subtract(current, running)));

/** A way to compute the outputs of BatchNormalization. */
interface BatchFormula extends StandardizeFormula {
  readonly affine: Affine;
  readonly update: Update;
  /** the running variance is the sample variance, divided by one less than the count */
  readonly ofSample?: true;
  /** the saved variance is the inverse deviation, which gradients use */
  readonly savesInverse?: true;
}

const definition: BatchFormula = { ...byDefinition, affine: unfused, update: weighed };

/**
 * BatchNormalization: subtracts the mean of each channel, divides by √(variance + ε), then scales and shifts. Mean and variance are
 * inputs. In training they are computed from the data, and the inputs are running statistics that they update.
 */
export const batchNormalization = define({
  name: 'BatchNormalization',
  family: 'normalization',
  definition: 'y = (x - mean) / √(variance + ε) · scale + B',
  evaluate: normalizedBy(definition),
  algorithms: [
    { ...definition, moments: momentsByReciprocal, inverse: rsqrt, update: fromCurrent },
    { ...definition, moments: runningMoments, inverse: rsqrt, update: fromRunning },
  ].map(normalizedBy),
  alternatives({ since }) {
    const ofSample: Alternative = {
      choices: [observe('running-variance', 'of-sample')],
      otherwise: [observe('running-variance', 'of-population')],
      evaluate: normalizedBy({ ...definition, ofSample: true }),
    };
    const saving: Alternative = {
      choices: [observe('saved-variance', 'inverse-deviation')],
      otherwise: [observe('saved-variance', 'variance')],
      evaluate: normalizedBy({ ...definition, savesInverse: true }),
      algorithms: [normalizedBy({ ...definition, inverse: rsqrt, savesInverse: true })],
    };
    return [...(since < 14 ? [ofSample, saving] : []), ...otherChoices(definition, normalizedBy)];
  },
  bindings: statisticTypes,
  clauses(schema) {
    const { says, implies } = clausesOf(schema);
    const { since } = schema;
    return [
      says('definition', 'Each channel is normalized by its mean and variance, scaled and shifted.'),
      says('channels', 'A channel has one mean, one variance, one scale and one shift.', 'inputs'),
      says(
        'training',
        'In training, mean and variance are computed from the data of each channel.',
        since < 14 ? 'outputs' : 'summary',
      ),
      says(
        'running',
        'In training, the running statistics are running · momentum + current · (1 - momentum).',
        'attribute momentum',
      ),
      ...(since > 1 ? [says('any-rank', 'There may be any number of dimensions after the channels.', 'input X')] : []),
      ...(since >= 9 ? [says('one-dimension', 'Data of one dimension have one channel.', 'input X')] : []),
      ...(since === 7
        ? [says('per-activation', 'With spatial=0, every position in an instance has its own statistics.', 'inputs')]
        : []),
      ...(since >= 14
        ? [says('types-differ', 'Statistics may have another type than the data.', 'type constraints')]
        : []),
      ...rowClauses(schema).filter(({ id }) => !['constant-rows', 'special-values'].includes(id)),
      implies(
        'constant-rows',
        'In training, a channel of equal elements has variance 0: the output is the shift.',
        ieee754('5.1'),
      ),
      implies(
        'special-values',
        'NaN and infinities follow the formula; in training, they turn their channel into NaN.',
        ieee754('6.1, 6.2'),
      ),
    ];
  },
  overwrites: ({ since }, { outputs = 1 }) => since < firstThatKeepsInputs && outputs > 1,
  rules: (schema) => [
    parameterRule(schema),
    ...(schema.since >= 14
      ? [rule('invalid-outputs', 'Outside of training, there is one output.', 'summary', schema)]
      : []),
  ],
  tries: (clause, types) =>
    new Set(Object.values(types)).size === 1 || ['types-differ', 'output-type'].includes(clause),
});

/** Before this version, running mean and variance "must be in-place with the input". */
const firstThatKeepsInputs = 14;

/** Returns the evaluation that computes in a given way. */
function normalizedBy(way: BatchFormula): Evaluate {
  return <S>(a: Arithmetic<S>, node: Node<S>) => {
    const { x, rows } = channelsOf(node);
    const [scale, shift, mean, variance] = range(4).map((i) => node.input(i + 1)) as [
      InputValues<S>,
      InputValues<S>,
      InputValues<S>,
      InputValues<S>,
    ];
    const isTraining = trains(node);
    const { limits = bothWithinRange } = way;
    const stash = typeOfMoments(node);
    const [own, ofMoments, ofRunning] = [a.in(x.dtype), a.in(stash), a.in(mean.dtype)];
    const current = memoized(rows.count, (row) =>
      way.moments(
        ofMoments,
        range(rows.length).map((place) => ofMoments.from(x.at(rows.index(row, place)))),
        limits,
      ),
    );
    const channel = memoized(rows.count, (row) => {
      const taken = (what: 'mean' | 'variance', given: InputValues<S>) =>
        isTraining ? own.from(current(row)[what], stash) : own.from(given.at(row));
      const epsilon = own.from(own.of(node.number('epsilon')));
      return {
        mean: taken('mean', mean),
        inverse: way.inverse(own, limitVariance(own, own.add(taken('variance', variance), epsilon), limits.variance)),
        scale: own.from(scale.at(row)),
        shift: own.from(shift.at(row)),
      };
    });
    const y = values(x.dtype, x.dims, (index) => {
      const { mean, inverse, scale, shift } = channel(rows.lineOf(index));
      return way.affine(own, x.at(index), mean, inverse, scale, shift);
    });
    const momentum = ofRunning.from(ofRunning.of(node.number('momentum')));
    const running = (given: InputValues<S>, of: (row: number) => S) =>
      values(given.dtype, given.dims, (row) =>
        way.update(ofRunning, given.at(row), ofRunning.from(of(row), stash), momentum),
      );
    const varianceOf = (row: number): S => {
      const { variance } = current(row);
      const n = rows.length;
      return way.ofSample
        ? ofMoments.divide(ofMoments.multiply(variance, ofMoments.of(n)), ofMoments.of(n - 1))
        : variance;
    };
    const saved = (of: (row: number) => S) => values(stash, mean.dims, of);
    return [
      y,
      running(mean, (row) => current(row).mean),
      running(variance, varianceOf),
      saved((row) => current(row).mean),
      saved((row) => (way.savesInverse ? channel(row).inverse : current(row).variance)),
    ].slice(0, node.outputs);
  };
}

/** Returns the data, and as rows the elements that are normalized together: channels, or positions in an instance if spatial=0. */
function channelsOf<S>(node: Node<S>) {
  const x = node.input(0);
  if (x.dims.length === 0) throw new NotJudged('data without dimensions');
  if (node.version.since < 9 && x.dims.length === 1) throw new NotJudged('data of one dimension before version 9');
  checkImages(node);
  const [instances = 1, channels = 1] = x.dims;
  const isSpatial = !node.has('spatial') || node.flag('spatial');
  if (!isSpatial && node.has('is_test')) throw new NotJudged('spatial=0 with parameters for each channel');
  const size = elementCount(x.dims.slice(2));
  for (const index of [1, 2, 3, 4]) checkInputShape(node, index, isSpatial ? [channels] : x.dims.slice(1));
  const shape = isSpatial ? [instances, channels, size] : [instances, channels * size, 1];
  return { x, rows: linesOver(shape, [0, 2]) };
}

/**
 * Returns whether mean and variance are computed from the data: by an attribute or, if there is none, by the number of outputs.
 * @throws BadInput for several outputs outside of training
 * @throws NotJudged for any other number of outputs that the text does not define
 */
function trains<S>(node: Node<S>): boolean {
  const { outputs, version } = node;
  const isTraining = isTrainingMode(node);
  if (!isTraining && outputs > 1 && node.has('training_mode')) {
    throw new BadInput(`${outputs} outputs are requested; outside of training, there is one`);
  }
  if (outputs !== (isTraining ? version.outputs.length : 1)) {
    throw new NotJudged('… outputs, which the text does not define', outputs);
  }
  return isTraining;
}

function isTrainingMode<S>(node: Node<S>): boolean {
  if (node.has('training_mode')) return node.flag('training_mode');
  return node.has('is_test') ? !node.flag('is_test') : node.outputs > 1;
}

/** Returns the type of mean and variance: since version 15, the text computes those of float16 in float32. */
function typeOfMoments<S>(node: Node<S>): DType {
  const { dtype } = node.input(0);
  return node.version.since >= 15 && dtype === 'float16' ? 'float32' : dtype;
}
