import { expect, test } from 'vitest';
import { suites } from '../../generators/cases/proposal.ts';
import { subjects } from '../../generators/suite/subjects.ts';
import { suiteAgenda } from '../../src/run/agenda.ts';
import { sampled } from '../sample.ts';

const ids = sampled(subjects, 10).map(({ name }) => name);

test.each(suites.slice(0, 2))('the %s suite has a case for every cell that it plans', (suite) => {
  const { plan } = suiteAgenda({ seed: 1, ids, opsets: [], dtypes: [], suite }, { requireTier: 'native' });
  expect(plan.length).toBeGreaterThan(300);
  expect(plan.some(({ isInvalid }) => isInvalid)).toBe(true);
  const empty = plan.filter(({ cases }) => cases === 0);
  expect(empty.slice(0, 3)).toEqual([]);
});
