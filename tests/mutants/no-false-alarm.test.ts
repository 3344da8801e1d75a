import { describe, expect, test } from 'vitest';
import { operators } from '../../oracles/operators.ts';
import { correctCandidates } from './candidates.ts';
import { oracle } from './oracle.ts';
import { judgeOperator } from './suite.ts';

/** A sample that turns with the seed of the tests, to be quick: `npm run detection` tries all cases, of other seeds too. */
const share = { of: 80, least: 10, from: Math.abs(Number(process.env.ONNX_CONFORMANCE_TEST_SEED)) };

/** Cases by candidate. */
const tried = new Map<string, number>();

describe('correct implementations pass a case of every eightieth cell, and of at least ten, of seed 1', () => {
  test.each(operators.map(({ name }) => name))('of %s', { timeout: 600_000 }, (operator) => {
    const findings = judgeOperator(operator, 1, correctCandidates, { share, upTo: 300 });
    const alarms = [...findings].flatMap(([name, { first, complaints }]) =>
      first ? [`${name}: ${complaints} complaints, first ${first.id}: ${first.message}`] : [],
    );
    expect(alarms).toEqual([]);
    expect(findings.get(oracle.name)!.tier).toBe('exact');
    for (const [name, { cases }] of findings) tried.set(name, (tried.get(name) ?? 0) + cases);
  });

  test('each of them in some cases', () => {
    expect(correctCandidates.filter(({ name }) => (tried.get(name) ?? 0) < 3)).toEqual([]);
  });
});
