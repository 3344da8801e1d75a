import { brokenKinds, type FailureGroup, type Place } from './failures.ts';
import type { PolicyView, Scope } from './observed.ts';
import { type Accuracy, type CaseResult, type Outcome, outcomes, type Report, type RunOptions } from './schema.ts';
import { plural } from './verdict.ts';

/** "seed 42, tier native, all operators, every opset, all dtypes". */
export function optionsInWords(options: RunOptions): string {
  return [
    `seed ${options.seed}`,
    `tier ${options.requireTier}`,
    options.ids.length > 0 ? `ids ${options.ids.join(' ')}` : 'all operators',
    options.opsets.length > 0 ? `opsets ${options.opsets.join(' ')}` : 'every opset',
    options.dtypes.length > 0 ? `dtypes ${options.dtypes.join(' ')}` : 'all dtypes',
    ...(options.vectors !== undefined ? [`vectors ${options.vectors}`] : []),
  ].join(', ');
}

/** "9840 planned: 8120 pass, 31 fail, 1684 unsupported"; outcomes that did not occur are left out. */
export function totalsInWords(report: Report): string {
  const order: readonly Outcome[] = [...outcomes.filter((outcome) => outcome !== 'unsupported'), 'unsupported'];
  const counts = order.filter((outcome) => report.totals[outcome] > 0).map((o) => `${report.totals[o]} ${o}`);
  return `${report.planned} planned: ${counts.join(', ') || 'none with a result'}${notKnownInWords(report)}`;
}

/** Vectors that were found but not judged. */
function notKnownInWords({ notKnown }: Report): string {
  if (!notKnown || notKnown.count === 0) return '';
  const operators = Object.entries(notKnown.operators).map(([operator, count]) => `${operator} ${count}`);
  return `; besides, ${plural(notKnown.count, 'vector')} of operators unknown to the oracle (${operators.join(', ')})`;
}

/** "31 of 96 cases (28 wrong, 3 crashed)". */
export function failedInWords(group: FailureGroup): string {
  const kinds = brokenKinds(group.counts);
  return `${group.failed} of ${plural(group.cases, 'case')}${kinds && ` (${kinds})`}`;
}

/** "ReduceA, ReduceB 11, 13 (float16, float32)". */
export function placeInWords(place: Place): string {
  const dtypes = place.everyDType && place.dtypes.length > 1 ? 'every dtype' : place.dtypes.join(', ');
  return `${place.operators.join(', ')} ${place.versions.join(', ')} (${dtypes})`;
}

/** "ReduceA int32 (saturate 36, wrap 12)". */
export function varyingInWords(view: PolicyView): string[] {
  return view.varying.map(({ operator, dtype, choices }) => {
    const counts = Object.entries(choices).map(([choice, count]) => `${choice} ${count}`);
    return `${operator} ${dtype} (${counts.join(', ')})`;
  });
}

/** "ReduceA, ReduceB: int32 int64; ReduceC: int32". Of more than four operators the first three are named. */
export function scopesInWords(scopes: readonly Scope[]): string {
  return scopes.map(({ operators, dtypes }) => `${briefly(operators)}: ${dtypes.join(' ')}`).join('; ');
}

function briefly(names: readonly string[]): string {
  return names.length <= 4 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
}

const outcomeNames: Readonly<Record<Outcome, string>> = {
  pass: 'pass',
  fail: 'wrong answer',
  unsupported: 'unsupported',
  error: 'threw an error',
  crash: 'crashed',
  timeout: 'hung',
};

/** What a broken case shows, label by label, in the order in which one asks. */
export function caseInWords(result: CaseResult): readonly (readonly [label: string, text: string])[] {
  const { failure, message } = result;
  const rows: [string, string][] = [
    ['input', result.summary],
    ['outcome', message === undefined ? outcomeNames[result.outcome] : `${outcomeNames[result.outcome]}: ${message}`],
  ];
  if (failure) {
    const element = failure.index.length === 0 ? 'the only element' : `element [${failure.index.join(', ')}]`;
    const error = result.errorOverBound;
    rows.push(['where', `output ${failure.output}, ${element}`]);
    rows.push(['got', failure.got]);
    rows.push(['exact', failure.exact]);
    rows.push(['allowed', failure.allowed]);
    if (error !== undefined && error > 0) rows.push(['error', `${quotient(error)} × the bound`]);
  }
  return rows;
}

/** "wide 0.43", "exact", "native 3.2 1✗" in parts: worst tier, worst error / bound, failed cases; empty parts left out. */
export function accuracyFigure({ worstTier, worstErrorOverBound, failed }: Accuracy): string[] {
  const error = worstErrorOverBound > 0 ? quotient(worstErrorOverBound) : '';
  return [worstTier ?? '', error, failed > 0 ? `${failed}✗` : ''].filter((part) => part !== '');
}

/** Two significant digits: "0.43", "37", "1e+30". */
export function quotient(x: number): string {
  if (x === 0) return '0';
  if (x < 0.001) return '<0.001';
  return x < 1000 ? `${Number(x.toPrecision(2))}` : x.toExponential(0);
}
