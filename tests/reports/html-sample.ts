import { select } from '../../generators/suite/cases.ts';
import { Aggregator } from '../../reports/aggregate/aggregate.ts';
import type { CaseResult, NetworkNode, Report } from '../../reports/schema.ts';
import { catalogue } from '../../src/catalogue.ts';
import { frame } from './samples.ts';

/** What a backend could say of itself, and in a message, to run a script in the page of whoever reads the report. */
export const hostile = `</script><script>document.title='taken'</script><img src="x" onerror='document.title="taken"'>`;

/** A small report with cases of the suite, some wrong, in which the backend says what is hostile wherever it may. */
export function hostileReport(): Report {
  const ids = [
    'ReduceL1/13/int64/integer-exact',
    'ReduceSum/13/float32/definition',
    'Concat/13/float32/axis-given',
    'Concat/13/float32/bits',
  ];
  const { cells, cases } = select({ seed: 1, ids, opsets: [], dtypes: [] });
  const all = cells.flatMap((cell) => cases(cell).map((testCase) => ({ cell, testCase })));
  const results = all.map(({ cell, testCase: { id, opset, summary } }, i): CaseResult => {
    const { operator, version, dtype, clause } = cell;
    const about = {
      id,
      operator: operator.name,
      version: version.since,
      dtype,
      clause: clause.id,
      opset,
      summary,
    };
    const base = { ...about, level: clause.level, dataClass: 'grid', size: 3 } as const;
    if (operator.name === 'ReduceL1') {
      const failure = { output: 0, index: [0], got: hostile, exact: '7', allowed: 'exactly 7' };
      return {
        ...base,
        outcome: 'fail',
        problem: 'value',
        breaks: 'specified',
        message: hostile,
        failure,
        inputs: hostile,
      };
    }
    if (operator.name === 'Concat') {
      return i % 2
        ? { ...base, outcome: 'error', message: hostile }
        : { ...base, outcome: 'unsupported', message: hostile };
    }
    const observations = [{ policy: 'integer-overflow', choice: hostile }];
    return { ...base, outcome: 'pass', tier: 'faithful', errorOverBound: 0.01 * (i + 1), observations };
  });
  const aggregator = new Aggregator({
    catalogue: catalogue([]).filter(({ operator }) => ids.some((id) => id.startsWith(`${operator}/`))),
    plan: cells.map((cell) => ({
      operator: cell.operator.name,
      version: cell.version.since,
      dtype: cell.dtype,
      clause: cell.clause.id,
      cases: cases(cell).length,
    })),
    replay: (...reported) => `run ${reported.map(({ id }) => id).join(' ')} --backend '${hostile}'`,
  });
  for (const result of results) aggregator.add(result);
  const backend = { name: hostile, version: '1.0', provider: hostile };
  const options = { ...frame.options, seed: 1 };
  const { operator, version, dtype } = results.find(({ outcome }) => outcome === 'fail')!;
  const node = (place: number, result: Partial<NonNullable<NetworkNode['result']>>): NetworkNode => ({
    id: `${place + 1}-${operator}`,
    name: hostile,
    reads: place > 0 ? [place - 1] : [],
    result: { operator, version, dtype, outcome: 'pass', ...result },
  });
  // no real run has both cases of the suite and nodes of a network
  const network = [
    node(0, { errorOverBound: 0 }),
    node(1, { outcome: 'fail', problem: 'value', ulps: 7 }),
    node(2, { errorOverBound: 0.5 }),
    node(3, { outcome: 'unsupported' }),
  ];
  return { ...aggregator.report({ ...frame, backend, options, problems: [hostile] }), network };
}
