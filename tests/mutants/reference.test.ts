import { expect, test } from 'vitest';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { findOperator, versionAt } from '../../oracles/operators.ts';
import { type Implementation, tensorOf } from './stages.ts';
import { type Candidate, judgeAll } from './suite.ts';

/** The oracle's own answers: true values, rounded once. */
const answer: Implementation = ({ cell, opset, proposal }) => {
  const operator = findOperator(cell.operator.name)!;
  const call = { attributes: proposal.attributes, inputs: proposal.inputs.map(({ value }) => value) };
  return operator.expect(versionAt(operator, opset), call).map(({ dtype, dims, accept }) =>
    tensorOf(
      Array.from({ length: elementCount(dims) }, (_, i) => accept(i).best),
      dims,
      dtype,
    ),
  );
};

const oracle: Candidate = { name: 'oracle', start: () => answer };

test("the oracle's own answers are exact in every case", { timeout: 600_000 }, () => {
  const finding = judgeAll(1, [oracle]).get(oracle.name)!;
  expect(finding).toEqual({ cases: finding.cases, complaints: 0, tier: 'exact' });
  expect(finding.cases).toBeGreaterThan(10_000);
});
