import type { DType } from '../../oracles/numerics/dtype.ts';
import { Aggregator, type ReportFrame } from '../../reports/aggregate/aggregate.ts';
import type { Catalogue, CatalogueEntry, PlannedCell } from '../../reports/aggregate/catalogue.ts';
import { renderTerminal, type TerminalOptions } from '../../reports/print/report.ts';
import type { CaseResult, Report } from '../../reports/schema.ts';

/** Hand-made material for the tests of the reports: no operator of the suite is run. */

const clauses: CatalogueEntry['clauses'] = [
  {
    id: 'keepdims-0',
    level: 'specified',
    text: 'With keepdims = 0 the reduced dimensions are absent from the output.',
    source: 'Operators.md, attribute keepdims',
  },
  {
    id: 'noop-with-empty-axes',
    level: 'specified',
    text: 'With axes empty and noop_with_empty_axes = 1 no axis is reduced; the operations before and after the reduction still take place, element by element.',
    source: 'Operators.md, attribute noop_with_empty_axes; onnx/onnx issue 6103',
  },
  {
    id: 'integer-overflow',
    level: 'unspecified',
    text: 'The text is silent on sums that the type cannot hold.',
    source: 'silent: Operators.md names no overflow',
  },
];

/** One operator with the given `[version, first opset, last opset]`; the second clause exists from version 13 on. */
export function operator(name: string, versions: readonly (readonly [number, number, number])[]): Catalogue {
  return versions.map(([version, firstOpset, lastOpset]) => ({
    operator: name,
    version,
    firstOpset,
    lastOpset,
    clauses: clauses.filter(({ id }) => version >= 13 || id !== 'noop-with-empty-axes'),
  }));
}

export const four = [
  [1, 1, 10],
  [11, 11, 12],
  [13, 13, 17],
  [18, 18, 28],
] as const;

export const catalogue: Catalogue = [
  ...operator('ReduceSum', [
    [1, 1, 10],
    [11, 11, 12],
    [13, 13, 28],
  ]),
  ...['ReduceMean', 'ReduceL1', 'ReduceL2', 'ReduceSumSquare'].flatMap((name) => operator(name, four)),
];

/** `cases` for every operator version, dtype and clause of a catalogue. */
export function planAll(entries: Catalogue, types: readonly DType[], cases: number): PlannedCell[] {
  return entries.flatMap(({ operator, version, clauses }) =>
    types.flatMap((dtype) => clauses.map(({ id }) => ({ operator, version, dtype, clause: id, cases }))),
  );
}

/** The results of a plan, in its order, as `judge` completes them. A case without more to say passes. */
export function resultsOf(
  plan: readonly PlannedCell[],
  judge: (cell: PlannedCell, n: number) => Partial<CaseResult> = () => ({}),
): CaseResult[] {
  return plan.flatMap((cell) =>
    Array.from({ length: cell.cases }, (_, n) => {
      const { operator, version, dtype, clause } = cell;
      const level = clauses.find(({ id }) => id === clause)?.level ?? 'specified';
      const id = `${operator}/${version}/${dtype}/${clause}/${n}`;
      const summary = `data ${dtype}[2,${n + 1}] axes=[1] keepdims=0, mixed`;
      const base = {
        id,
        operator,
        version,
        dtype,
        clause,
        level,
        opset: version,
        dataClass: 'mixed',
        summary,
        classes: {},
      };
      return { ...base, size: 2 * (n + 1), outcome: 'pass' as const, ...judge(cell, n) };
    }),
  );
}

export const frame: ReportFrame = {
  tool: { name: 'onnx-conformance', version: '0.1.0' },
  backend: { name: 'toy-runtime', version: '2.3.1', provider: 'cpu' },
  options: { seed: 42, ids: [], opsets: [], dtypes: [], requireTier: 'native' },
  incidents: { count: 0, first: [] },
  times: { started: '2026-09-20T10:00:00.000Z', seconds: 41.23, oracleSeconds: 12.06 },
};

/** The long report of a terminal. */
export const renderFull = (report: Report, options: TerminalOptions = {}): string =>
  renderTerminal(report, { ...options, extent: 'full' });

export function aggregate(
  plan: readonly PlannedCell[],
  results: readonly CaseResult[],
  entries: Catalogue = catalogue,
): Report {
  return tallied(plan, results, entries).report(frame);
}

/** What has taken some results. */
export function tallied(
  plan: readonly PlannedCell[],
  results: readonly CaseResult[],
  entries: Catalogue = catalogue,
): Aggregator {
  const replay = (...results: readonly CaseResult[]) =>
    `npx onnx-conformance run --backend toy-runtime --seed 42 --ids '${results.map(({ id }) => id).join(' ')}'`;
  const aggregator = new Aggregator({ catalogue: entries, plan, replay });
  for (const result of results) aggregator.add(result);
  return aggregator;
}

export const eightDTypes: readonly DType[] = [
  ...(['float16', 'bfloat16', 'float32', 'float64'] as const),
  ...(['int32', 'uint32', 'int64', 'uint64'] as const),
];

/** A backend with the usual faults: no bfloat16, axes as an attribute only, saturating int32, float16 sums of float16. */
export function realistic(): { readonly plan: PlannedCell[]; readonly results: CaseResult[] } {
  const plan = planAll(catalogue, eightDTypes, 12);
  return { plan, results: resultsOf(plan, usualFaults) };
}

function usualFaults({ operator, version, dtype, clause }: PlannedCell, n: number): Partial<CaseResult> {
  const isFloat = dtype.includes('float');
  if (dtype === 'bfloat16') return { outcome: 'unsupported', message: 'no kernel for bfloat16' };
  if (clause === 'integer-overflow') {
    if (isFloat) return { tier: 'exact', errorOverBound: 0 };
    const varies = operator === 'ReduceL1' && dtype === 'int32' && n > 8;
    const choice = varies || dtype.startsWith('u') ? 'wrap' : 'saturate';
    return { tier: 'exact', observations: [{ policy: 'integer-overflow', choice }] };
  }
  if (clause === 'noop-with-empty-axes' && n % 4 === 3) {
    if (operator === 'ReduceSumSquare' && dtype === 'uint64')
      return { outcome: 'crash', message: 'exit code 139 (SIGSEGV)' };
    if (['ReduceSumSquare', 'ReduceL2', 'ReduceL1'].includes(operator)) {
      return {
        outcome: 'fail',
        problem: 'value',
        message: 'the answer is the input: x² is missing',
        failure: { output: 0, index: [1, 0], got: '3', exact: '9', allowed: 'exactly 9' },
      };
    }
  }
  if (operator === 'ReduceMean' && dtype === 'float16' && version === 18 && n === 11) {
    return {
      outcome: 'fail',
      problem: 'value',
      message: 'outside the native bound',
      failure: { output: 0, index: [], got: '2048', exact: '3000', allowed: '[2697.0625, 3302.9375]' },
    };
  }
  if (!isFloat) return { tier: 'exact', errorOverBound: 0 };
  const tier = dtype === 'float16' ? 'native' : n % 3 === 0 ? 'exact' : operator === 'ReduceL2' ? 'wide' : 'faithful';
  const errorOverBound = tier === 'exact' ? 0 : (dtype === 'float16' ? 0.083 : 0.011) * (n + 1) * operator.length * 0.1;
  return { tier, errorOverBound, ...(dtype === 'float16' && n === 11 && { vacuous: 2 }) };
}
