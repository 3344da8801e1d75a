import { define } from '../../spec/define.ts';
import type { Evaluate } from '../../spec/node.ts';
import { type LossFormula, lossBindings, lossClauses, lossOf, lossRules, product, quotient, shares } from './loss.ts';

const lossBy =
  (way: LossFormula): Evaluate =>
  (a, node) => [lossOf(a, node, node.input(0), way)];

/** NegativeLogLikelihoodLoss: minus the logarithm of the probability of the class of each sample. */
export const negativeLogLikelihoodLoss = define({
  name: 'NegativeLogLikelihoodLoss',
  family: 'loss',
  definition: '-input[class] · weight[class]',
  evaluate: lossBy(quotient),
  algorithms: [lossBy(product), lossBy(shares)],
  bindings: lossBindings,
  clauses: lossClauses,
  rules: lossRules,
});
