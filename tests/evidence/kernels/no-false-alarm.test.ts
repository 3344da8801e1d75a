import { describe, expect, test } from 'vitest';
import { correctCandidates } from '../../../evidence/kernels/candidates.ts';
import { oracle } from '../../../evidence/kernels/oracle.ts';
import { judgeOperator } from '../../../evidence/kernels/suite.ts';
import { select } from '../../../generators/suite/cases.ts';
import { operators } from '../../../oracles/operators.ts';
import { sampled } from '../../sample.ts';

/** Samples that turn with the seed of the tests, to be quick: `npm run evidence -- detection` tries all cases, of other seeds too. */
const from = Math.abs(Number(process.env.ONNX_CONFORMANCE_TEST_SEED));

/** A case of each of these cells, another with each seed. */
function sampleOf(operator: string): ReadonlySet<string> {
  const { cells, cases } = select({ seed: 1, ids: [operator], opsets: [], dtypes: [] });
  const stride = Math.max(1, Math.floor(cells.length / 6));
  // in even steps it might meet one dtype alone: cells go through the dtypes in turn
  const place = (block: number) => (from + block * block) % stride;
  const chosen = cells.filter((_, i) => i % stride === place(Math.floor(i / stride))).map(cases);
  return new Set(chosen.flatMap((all, i) => all[(from + i) % all.length]?.id ?? []));
}

/** Cases by candidate. */
const tried = new Map<string, number>();

const some = sampled(operators, 25);

describe('correct implementations pass a case of at least six cells of an operator, of seed 1', () => {
  test.each(some.map(({ name }) => name))('of %s', { timeout: 600_000 }, (operator) => {
    const findings = judgeOperator(operator, 1, correctCandidates, { ids: sampleOf(operator), upTo: 300 });
    const alarms = [...findings].flatMap(([name, { first, complaints }]) =>
      first ? [`${name}: ${complaints} complaints, first ${first.id}: ${first.message}`] : [],
    );
    expect(alarms).toEqual([]);
    expect(findings.get(oracle.name)!.tier).toBe('exact');
    for (const [name, { cases }] of findings) tried.set(name, (tried.get(name) ?? 0) + cases);
  });

  test('each of them in some cases', () => {
    const concerned = correctCandidates.filter((one) => some.some(({ name }) => one.operators?.includes(name) ?? true));
    expect(concerned.length).toBeGreaterThan(0);
    expect(concerned.filter(({ name }) => !tried.get(name))).toEqual([]);
  });
});
