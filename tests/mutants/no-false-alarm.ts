import { describe, expect, test } from 'vitest';
import { operators } from '../../oracles/operators.ts';
import { correctCandidates } from './candidates.ts';
import { oracle } from './oracle.ts';
import { judgeOperator } from './suite.ts';

/** Files that share this test, so that they run side by side. */
const parts = 3;

/** Cases are taken in turns, to be quick: `npm run detection` tries all of them, and other seeds too. */
const stride = 2;

/** Correct implementations pass the cases of the default run. */
export function noFalseAlarms(part: number): void {
  const own = operators.filter((_, i) => i % parts === part - 1);
  describe('correct implementations pass every second case of seed 1', () => {
    test.each(own.map(({ name }) => name))('of %s', { timeout: 600_000 }, (operator) => {
      const findings = judgeOperator(operator, 1, correctCandidates, { stride });
      const alarms = [...findings].flatMap(([name, { first, complaints }]) =>
        first ? [`${name}: ${complaints} complaints, first ${first.id}: ${first.message}`] : [],
      );
      expect(alarms).toEqual([]);
      expect(findings.get(oracle.name)!.tier).toBe('exact');
      const few = correctCandidates.filter(({ dtypes, name }) => {
        return findings.has(name) && findings.get(name)!.cases <= (dtypes ? 50 : 500);
      });
      expect(few).toEqual([]);
    });
  });
}
