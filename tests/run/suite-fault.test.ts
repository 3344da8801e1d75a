import { expect, test } from 'vitest';
import type { Proposal } from '../../generators/cases/proposal.ts';
import { type Case, select } from '../../generators/suite/cases.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { runTrials } from '../../src/run/run.ts';
import { caseTrial } from '../../src/run/trial/case-trial.ts';

/** Cases of which the sixth cannot be drawn: what happens where a plan is at fault. */
function withFault(cases: readonly Case[]): Case[] {
  const broken = {
    ...cases[5]!,
    get proposal(): Proposal {
      throw new Error('this shape has no rows');
    },
  };
  return cases.with(5, broken);
}

test.concurrent.each([
  ['axes-*', 'pass'],
  ['invalid-*', 'rejected'],
])('what a plan throws comes to light, after the results before it: %s', async (clause, expected) => {
  const backend = await openBackend(backendCommand('reference'));
  const ids = [`ReduceSum/13/float32/${clause}`];
  const { cells, invalid, cases } = select({ seed: 1, ids, opsets: [], dtypes: [] });
  const questions = withFault([...cells, ...invalid].flatMap(cases));
  const results: string[] = [];
  const run = runTrials(
    backend,
    questions.map((testCase) => caseTrial(testCase, { requireTier: 'native' })),
    { onResult: ({ id, outcome }) => results.push(`${id} ${outcome}`) },
  );
  await expect(run).rejects.toMatchObject({
    name: 'SuiteFault',
    message: `${questions[5]!.id}: this shape has no rows`,
  });
  await backend.close();
  expect(results).toEqual(questions.slice(0, 5).map(({ id }) => `${id} ${expected}`));
});
