import { expect, test } from 'vitest';
import { lastKillers } from './killers.ts';
import { candidateOf, type Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';
import { type Candidate, judgeAll } from './suite.ts';

test('there are enough mutants, each with a name and a source of its own', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(40);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  expect(mutants.filter(({ source }) => source.length === 0)).toEqual([]);
});

/** One case may be luck; the report counts them all. */
const enough = 3;

test(`the suite catches every faulty implementation in at least ${enough} cases`, { timeout: 600_000 }, () => {
  const killers = lastKillers();
  const tries: readonly ((fault: Mutant) => Candidate)[] = [
    (fault) => ({ ...candidateOf(fault), ids: new Set(killers[fault.name]) }),
    candidateOf,
  ];
  const survivors = tries.reduce((faults, candidate) => {
    const findings = judgeAll(1, faults.map(candidate), { enough });
    return faults.filter(({ name }) => findings.get(name)!.complaints < enough);
  }, mutants);
  expect(survivors.map(({ name, source }) => `${name} (${source})`)).toEqual([]);
});
