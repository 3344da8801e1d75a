import { describe, expect, test } from 'vitest';
import { operators } from '../../oracles/operators.ts';
import { correctCandidates } from './candidates.ts';
import { oracle } from './oracle.ts';
import { judgeOperator } from './suite.ts';

/** A sample that turns with the seed of the tests, to be quick: `npm run detection` tries all cases, of other seeds too. */
const share = { of: 80, least: 8, from: Math.abs(Number(process.env.ONNX_CONFORMANCE_TEST_SEED)) };

describe('correct implementations pass every eightieth case, and at least eight, of seed 1', () => {
  test.each(operators.map(({ name }) => name))('of %s', { timeout: 600_000 }, (operator) => {
    const findings = judgeOperator(operator, 1, correctCandidates, { share, upTo: 300 });
    const alarms = [...findings].flatMap(([name, { first, complaints }]) =>
      first ? [`${name}: ${complaints} complaints, first ${first.id}: ${first.message}`] : [],
    );
    expect(alarms).toEqual([]);
    expect(findings.get(oracle.name)!.tier).toBe('exact');
    const few = correctCandidates.filter(({ name }) => findings.has(name) && findings.get(name)!.cases <= 2);
    expect(few).toEqual([]);
  });
});
