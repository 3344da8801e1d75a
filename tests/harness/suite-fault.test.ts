import { expect, test } from 'vitest';
import { type Case, select } from '../../generators/cases.ts';
import type { Proposal } from '../../generators/proposal.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';
import { runIllegal } from '../../src/illegal-trial.ts';
import { prospectOfCase } from '../../src/prospect.ts';
import { runTrials } from '../../src/run.ts';

const selected = (id: string) => select({ seed: 1, ids: [id], opsets: [], dtypes: [] });

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

test.concurrent('what a plan throws comes to light, after the results before it', async () => {
  const backend = await openBackend(backendCommand('reference'));
  const { cells, cases } = selected('ReduceSum/13/float32/axes-*');
  const questions = withFault(cells.flatMap(cases));
  const passed: string[] = [];
  const run = runTrials(backend, questions.map(prospectOfCase), {
    requireTier: 'native',
    onResult: ({ id, outcome }) => passed.push(`${id} ${outcome}`),
  });
  await expect(run).rejects.toMatchObject({
    name: 'SuiteFault',
    message: `${questions[5]!.id}: this shape has no rows`,
  });
  await backend.close();
  expect(passed).toEqual(questions.slice(0, 5).map(({ id }) => `${id} pass`));
});

test.concurrent('the same of illegal models', async () => {
  const backend = await openBackend(backendCommand('reference'));
  const { invalid, cases } = selected('ReduceSum/13/float32/illegal-*');
  const questions = withFault(invalid.flatMap(cases));
  const ids: string[] = [];
  const run = runIllegal(backend, questions, ({ id }) => ids.push(id), new AbortController().signal);
  await expect(run).rejects.toMatchObject({
    name: 'SuiteFault',
    message: `${questions[5]!.id}: this shape has no rows`,
  });
  await backend.close();
  expect(ids).toEqual(questions.slice(0, 5).map(({ id }) => id));
});
