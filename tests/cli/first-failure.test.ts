import { expect, test } from 'vitest';
import type { CaseResult } from '../../reports/schema.ts';
import { firstFailure } from '../../src/cli/handlers/run.ts';

const first = (outcome: CaseResult['outcome'], message?: string) =>
  firstFailure({
    ...{ id: 'Not/1/bool/definition/0', operator: 'Not', version: 1, clause: 'definition', outcome },
    ...(message !== undefined && { message }),
  } as CaseResult);

test('of a wrong answer the clause is said that it breaks; an error says that it is one, and breaks none', () => {
  const clause = / \(definition: .+\)$/;
  expect(first('fail', '1 of 2 elements wrong')).toMatch(
    /^first failure: Not\/1\/bool\/definition\/0: 1 of 2 elements wrong /,
  );
  expect(first('fail', '1 of 2 elements wrong')).toMatch(clause);
  expect(first('error', 'no kernel')).toBe('first failure: Not/1/bool/definition/0: error: no kernel');
  expect(first('timeout')).toBe('first failure: Not/1/bool/definition/0: timeout');
});
