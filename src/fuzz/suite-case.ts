import type { Cell } from '../../generators/cases/case.ts';
import { select } from '../../generators/suite/cases.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { CaseResult } from '../../reports/schema.ts';
import type { Backend } from '../backends/backend.ts';
import { undeclared } from '../backends/capabilities.ts';
import type { Requirements } from '../run/trial/case-result.ts';
import { caseTrial } from '../run/trial/case-trial.ts';
import type { Ask } from '../run/trial/trial.ts';

/** Cases of each selection that are asked, spread over it. */
const mostCases = 200;

/** Who is asked for cases, what answers have to reach, and what ends the search. */
interface Asked {
  readonly backend: Backend;
  readonly requirements: Requirements;
  readonly signal: AbortSignal;
}

/**
 * The first case of the suite that shows the same as a result: of its operator version and dtype, of its dtype, of its operator. Those
 * of the clause that says what is computed come first: what another one names is beside the point where these fail as well.
 */
export async function suiteCase(
  { operator, version, dtype }: CaseResult,
  isSame: (result: CaseResult) => boolean,
  { backend, requirements, signal }: Asked,
): Promise<CaseResult | undefined> {
  const ask: Ask = (request) => backend.run(request);
  const selections = [
    { ids: [`${operator}/${version}`], dtypes: [dtype] },
    { ids: [operator], dtypes: [dtype] },
    { ids: [operator], dtypes: [] },
  ];
  for (const selection of selections) {
    if (signal.aborted) break;
    const { cells, cases } = select({ seed: 1, opsets: [], ...selection });
    const trials = spread(spread(cells).flatMap(cases))
      .toSorted((a, b) => Number(isOfDefinition(b.cell)) - Number(isOfDefinition(a.cell)))
      .map((question) => caseTrial(question, requirements))
      .filter(({ models }) => undeclared(backend.capabilities, models) === undefined);
    for (let i = 0; i < trials.length && !signal.aborted; i += 16) {
      const results = await Promise.all(trials.slice(i, i + 16).map((trial) => trial.settle(ask).catch(ifNotJudged)));
      const found = results.find((result): result is CaseResult => !!result && isSame(result));
      if (found) return found;
    }
  }
  return undefined;
}

/** A case that the oracle does not judge shows nothing. @throws whatever else happened */
function ifNotJudged(error: unknown): undefined {
  if (!(error instanceof BadInput)) throw error;
}

const isOfDefinition = ({ clause, version }: Cell): boolean => clause === version.clauses[0];

const spread = <T>(all: readonly T[]): readonly T[] =>
  all.filter((_, i) => i % Math.ceil(all.length / mostCases) === 0);
