import { cancellingForms } from '../../judge/other-ways.ts';
import { NotJudged } from '../../spec/bad-input.ts';
import { clausesOf } from '../../spec/clauses.ts';
import { define } from '../../spec/define.ts';
import type { Evaluate } from '../../spec/node.ts';
import { along, type LineFormula } from '../softmax/lines.ts';
import { logSoftmaxAtOnce, logSoftmaxInOnePass, logSoftmaxOf } from '../softmax/log-softmax.ts';
import { unshiftedAlternatives, unshiftedLogSoftmax } from '../softmax/unshifted.ts';
import { type LossFormula, lossBindings, lossClauses, lossOf, lossRules, product, quotient, shares } from './loss.ts';

const lossBy =
  (ofLine: LineFormula, way: LossFormula = quotient): Evaluate =>
  (a, node) => {
    const { dims } = node.input(0);
    // the function body reshapes them to [N, C, -1]
    if (dims[0] === 0 || dims[1] === 0) throw new NotJudged('scores […]', dims);
    const logs = along(a, node.input(0), 1, ofLine);
    return [lossOf(a, node, logs, way), logs].slice(0, node.outputs);
  };

/** SoftmaxCrossEntropyLoss: minus the logarithm of the softmax at the class of each sample. */
export const softmaxCrossEntropyLoss = define({
  name: 'SoftmaxCrossEntropyLoss',
  family: 'loss',
  definition: '-ln softmax(scores)[class] · weights[class]',
  evaluate: lossBy(logSoftmaxOf),
  algorithms: [lossBy(logSoftmaxOf, product), lossBy(logSoftmaxOf, shares), lossBy(logSoftmaxInOnePass)],
  alternatives: (_, { inputs: [scores] }) => [
    ...unshiftedAlternatives(unshiftedLogSoftmax, scores!, lossBy),
    ...cancellingForms([lossBy(logSoftmaxAtOnce)]),
  ],
  bindings: lossBindings,
  clauses: (schema) => [
    ...lossClauses(schema),
    clausesOf(schema).says('logarithms', 'log_prob is the logarithm of every probability.', 'outputs'),
  ],
  rules: lossRules,
});
