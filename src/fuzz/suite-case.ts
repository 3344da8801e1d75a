import type { Cell } from '../../generators/cases/case.ts';
import { select } from '../../generators/suite/cases.ts';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import type { CaseResult } from '../../reports/schema.ts';
import type { Backend } from '../backends/backend.ts';
import { describeUndeclared } from '../backends/capabilities.ts';
import { caseTrial } from '../run/trial/case-trial.ts';
import type { Requirements } from '../run/trial/judge.ts';
import type { Ask } from '../run/trial/trial.ts';

/** The greatest number of cases to ask from each selection, spread over it. */
const maxCases = 200;

/** The backend to ask, the requirements on answers, and the signal that ends the search. */
interface SearchContext {
  readonly backend: Backend;
  readonly requirements: Requirements;
  readonly signal: AbortSignal;
}

/**
 * Returns the first case of the suite with the same failure as a result. Cases of its operator version and dtype come first,
 * then of its dtype, then of its operator; within these, first the clause about what is computed, as the most general one.
 */
export async function suiteCase(
  { operator, version, dtype }: CaseResult,
  isSame: (result: CaseResult) => boolean,
  { backend, requirements, signal }: SearchContext,
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
    const trials = takeEvenly(takeEvenly(cells).flatMap(cases))
      .toSorted((a, b) => Number(isOfDefinition(b.cell)) - Number(isOfDefinition(a.cell)))
      .map((testCase) => caseTrial(testCase, requirements))
      .filter(({ models }) => describeUndeclared(backend.capabilities, models) === undefined);
    for (let i = 0; i < trials.length && !signal.aborted; i += 16) {
      const results = await Promise.all(trials.slice(i, i + 16).map((trial) => trial.settle(ask).catch(ifNotJudged)));
      const found = results.find((result): result is CaseResult => !!result && isSame(result));
      if (found) return found;
    }
  }
  return undefined;
}

/** Ignores NotJudged: a case that the oracle does not judge shows nothing. @throws any other error */
function ifNotJudged(error: unknown): undefined {
  if (!(error instanceof BadInput)) throw error;
}

const isOfDefinition = ({ clause, version }: Cell): boolean => clause === version.clauses[0];

const takeEvenly = <T>(all: readonly T[]): readonly T[] =>
  all.filter((_, i) => i % Math.ceil(all.length / maxCases) === 0);
