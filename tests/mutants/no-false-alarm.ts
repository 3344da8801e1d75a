import { expect, test } from 'vitest';
import { correctCandidates } from './correct.ts';
import { judgeAll } from './suite.ts';

/** Correct implementations pass the whole suite of a seed. One file per seed, so that they run side by side. */
export function noFalseAlarms(seed: number): void {
  test(`correct implementations pass every case of seed ${seed}`, { timeout: 600_000 }, () => {
    const findings = judgeAll(seed, correctCandidates);
    const alarms = [...findings].flatMap(([name, { first, complaints }]) =>
      first ? [`${name}: ${complaints} complaints, first ${first.id}: ${first.message}`] : [],
    );
    expect(alarms).toEqual([]);
    const cases = [...findings.values()].map((finding) => finding.cases);
    expect(Math.min(...cases)).toBeGreaterThan(10_000);
  });
}
