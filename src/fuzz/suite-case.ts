import { select } from '../../generators/cases.ts';
import type { CaseResult } from '../../reports/schema.ts';
import type { Backend } from '../backends/backend.ts';
import { undeclared } from '../backends/capabilities.ts';
import { caseTrial } from '../harness/case-trial.ts';
import type { Requirements } from '../harness/judge.ts';
import type { Ask } from '../harness/trial.ts';

/** Cases of the suite that are asked; those that follow tell more of the same. */
const mostCases = 200;

/**
 * The first case of the suite, of the operator version and dtype of a result, that shows the same.
 * @param isSame whether a result of the suite does
 */
export async function suiteCase(
  { operator, version, dtype }: CaseResult,
  isSame: (result: CaseResult) => boolean,
  backend: Backend,
  requirements: Requirements,
): Promise<CaseResult | undefined> {
  const { cells, cases } = select({ seed: 1, ids: [`${operator}/${version}`], opsets: [], dtypes: [dtype] });
  const trials = cells
    .flatMap(cases)
    .slice(0, mostCases)
    .map((question) => caseTrial(question, requirements))
    .filter(({ models }) => undeclared(backend.capabilities, models) === undefined);
  const ask: Ask = (request) => backend.run(request);
  for (let i = 0; i < trials.length; i += 16) {
    const results = await Promise.all(trials.slice(i, i + 16).map((trial) => trial.settle(ask)));
    const found = results.find((result): result is CaseResult => !('rule' in result) && isSame(result));
    if (found) return found;
  }
  return undefined;
}
