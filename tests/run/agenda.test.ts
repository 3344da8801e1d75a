import { expect, test } from 'vitest';
import { suites } from '../../generators/cases/proposal.ts';
import { suiteAgenda } from '../../src/run/run-plan.ts';

test.each(suites.slice(0, 2))('the %s suite has a case for every cell that it plans', (suite) => {
  const { plan } = suiteAgenda({ seed: 1, ids: [], opsets: [], dtypes: [], suite }, { requireTier: 'native' });
  expect(plan.length).toBeGreaterThan(1000);
  expect(plan.some(({ isInvalid }) => isInvalid)).toBe(true);
  const empty = plan.filter(({ cases }) => cases === 0);
  expect(empty.slice(0, 3)).toEqual([]);
});
