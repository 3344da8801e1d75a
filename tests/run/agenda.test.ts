import { expect, test } from 'vitest';
import { type SuiteName, suites } from '../../generators/cases/proposal.ts';
import { subjects } from '../../generators/suite/subjects.ts';
import { agendaFor, suiteAgenda } from '../../src/run/agenda.ts';
import { sampled } from '../sample.ts';

const ids = sampled(subjects, 10).map(({ name }) => name);

test.each(suites.slice(0, 2))('the %s suite has a case for every cell that it plans', (suite) => {
  const { plan } = suiteAgenda({ seed: 1, ids, opsets: [], dtypes: [], suite }, { requireTier: 'native' });
  expect(plan.length).toBeGreaterThan(300);
  expect(plan.some(({ isInvalid }) => isInvalid)).toBe(true);
  const empty = plan.filter(({ cases }) => cases === 0);
  expect(empty.slice(0, 3)).toEqual([]);
});

const older = ['Conv', 'Pad', 'TopK', 'Transpose'];
const agenda = (suite: SuiteName, opsets: readonly number[], operators = older) =>
  suiteAgenda({ seed: 1, ids: operators, opsets, dtypes: [], suite }, { requireTier: 'native' });
const quick = (opsets: readonly number[]) => agenda('quick', opsets);
const validCases = ({ plan }: ReturnType<typeof quick>, operator: string) =>
  plan.filter((cell) => cell.operator === operator && !cell.isInvalid).reduce((sum, { cases }) => sum + cases, 0);

test.each([13, 17, 21])('quick tries the versions in force at opset %i as fully as the newest ones', (opset) => {
  const [selected, whole] = [quick([opset]), quick([])];
  for (const operator of older) expect(validCases(selected, operator), operator).toBeGreaterThan(40);
  // a backend that declares its opsets has these cases, too
  const declared = agendaFor(whole, { opsets: [7, opset] });
  const paths = new Set(declared.trials.map(({ id }) => id.split('@')[0]));
  expect(selected.trials.filter(({ id }) => !paths.has(id.split('@')[0]))).toEqual([]);
  expect(declared.plan.reduce((sum, { cases }) => sum + cases, 0)).toBe(declared.trials.length);
});

test('so does the standard suite, which has all cases of quick', () => {
  const [some, standard] = (['quick', 'standard'] as const).map((suite) => agenda(suite, [13], ['Conv', 'Transpose']));
  const ids = new Set(standard!.trials.map(({ id }) => id));
  expect(some!.trials.filter(({ id }) => !ids.has(id))).toEqual([]);
  const whole = validCases(agenda('standard', [], ['Conv/11']), 'Conv');
  expect(validCases(standard!, 'Conv')).toBeGreaterThan(whole);
});
