import { expect, test } from 'vitest';
import { callOf } from '../../generators/cases.ts';
import { elementCount } from '../../oracles/numerics/tensor.ts';
import { tensorOf } from './stages.ts';
import { type Candidate, judgeAll } from './suite.ts';

/** The oracle's own answers: true values, rounded once. */
const oracle: Candidate = {
  name: 'oracle',
  start:
    () =>
    ({ cell, proposal }) =>
      cell.operator.expect(cell.version, callOf(proposal)).map(({ dtype, dims, accept }) =>
        tensorOf(
          Array.from({ length: elementCount(dims) }, (_, i) => accept(i).best),
          dims,
          dtype,
        ),
      ),
};

test("the oracle's own answers are exact in every case", { timeout: 600_000 }, () => {
  const finding = judgeAll(1, [oracle]).get(oracle.name)!;
  expect(finding).toEqual({ cases: finding.cases, complaints: 0, tier: 'exact' });
  expect(finding.cases).toBeGreaterThan(10_000);
});
