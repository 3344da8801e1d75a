import { Aggregator } from '../../reports/aggregate/aggregate.ts';
import { ExpectationsTally } from '../../reports/aggregate/expectations.ts';
import { groupBy } from '../../reports/aggregate/grouping.ts';
import type { CaseResult, Report, RunOptions } from '../../reports/schema.ts';
import { catalogue } from '../../src/catalogue.ts';
import { parseExpectations } from '../../src/expectations/file.ts';
import { updateExpectations } from '../../src/expectations/update.ts';
import { frame } from '../reports/samples.ts';

/** A result by the id of its case; `fail` stands for a wrong value. */
export function result(id: string, outcome: CaseResult['outcome'], more: Partial<CaseResult> = {}): CaseResult {
  const [operator, version, dtype, clause] = id.split('/') as [string, string, CaseResult['dtype'], string];
  return {
    id,
    operator,
    version: Number(version),
    dtype,
    clause,
    level: 'specified',
    opset: Number(version),
    dataClass: 'mixed',
    outcome,
    ...(outcome === 'fail' && { problem: 'value' as const }),
    summary: '',
    size: 1,
    ...more,
  };
}

const entries = catalogue([]);

/** What a file says about a run of these results: of the whole quick suite, where the options do not say otherwise. */
export function judge(
  text: string,
  results: readonly CaseResult[],
  options: Partial<RunOptions> = {},
  file = 'known.yaml',
) {
  const read = parseExpectations(text, file, false);
  const asked: RunOptions = { ...frame.options, seed: 1, ids: [], suite: 'quick', ...options };
  const tally = new ExpectationsTally(read.expected, asked);
  const cells = groupBy(results, ({ id }) => id.slice(0, id.lastIndexOf('/')));
  const plan = [...cells.values()].map((own) => ({ ...own[0]!, cases: own.length }));
  const aggregator = new Aggregator({ catalogue: entries, plan, replay: () => '' });
  const marked = results.map((one) => tally.add(one));
  for (const one of marked) aggregator.add(one);
  const report: Report = tally.judged(aggregator.report({ ...frame, options: asked }));
  return {
    report,
    marked,
    read,
    tally,
    expectations: report.expectations!,
    update: () => updateExpectations(read, tally, report),
  };
}
