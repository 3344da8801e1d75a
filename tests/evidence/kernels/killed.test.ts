import { expect, test } from 'vitest';
import { casesThatCatch } from '../../../evidence/detection/measurement.ts';
import type { Candidate } from '../../../evidence/kernels/implementation.ts';
import { candidateOf, type Mutant } from '../../../evidence/kernels/mutant.ts';
import { mutants } from '../../../evidence/kernels/mutants.ts';
import { judgeAll } from '../../../evidence/kernels/suite.ts';
import { sampled } from '../../sample.ts';

test('there are enough mutants, each with a name and a source of its own', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(40);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  expect(mutants.filter(({ source }) => source.length === 0)).toEqual([]);
});

/** `npm run evidence -- detection` counts the cases, and wants more of them. */
const enough = 1;

const killers = casesThatCatch();
const kills = new Map<string, number>();
for (const id of [...killers.values()].flat()) kills.set(id, (kills.get(id) ?? 0) + 1);
/** Those first that kill the most faults: to make a case and what it admits costs more than to run a kernel on it. */
const sharedFirst = (ids: readonly string[]) => ids.toSorted((a, b) => kills.get(b)! - kills.get(a)!);

/** A fault that shows only after many other cases is for `npm run evidence -- detection`. */
const shown = mutants.filter(({ name }) => killers.get(name)?.length !== 0);

/** Some, which turn with the seed of the tests, to be quick; one that is new is tried in any case, on all cases. */
const some = new Set(sampled(shown, 9));
const tried = shown.filter((fault) => some.has(fault) || killers.get(fault.name) === undefined);

test('the suite catches a sample of the faulty implementations in a case that did so before', {
  timeout: 600_000,
}, () => {
  const candidate =
    (most?: number) =>
    (fault: Mutant): Candidate => {
      const own = killers.get(fault.name);
      return own ? { ...candidateOf(fault), ids: new Set(sharedFirst(own).slice(0, most)) } : candidateOf(fault);
    };
  const survivors = (faults: readonly Mutant[], one: (fault: Mutant) => Candidate) => {
    const findings = judgeAll(1, faults.map(one), { enough });
    return faults.filter(({ name }) => findings.get(name)!.complaints < enough);
  };
  // where cases have changed, others kill
  const left = [candidate(enough), candidate(), candidateOf].reduce(survivors, tried);
  expect(left.map(({ name, source }) => `${name} (${source})`)).toEqual([]);
});

test.skipIf(tried.length < mutants.length)(
  `every fault: 'npm run evidence -- detection' tries the other ${mutants.length - tried.length} of ${mutants.length} too`,
  () => {},
);
