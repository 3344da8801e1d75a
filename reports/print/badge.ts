import { makeBadge } from 'badge-maker';
import { judged } from '../schema/counts.ts';
import type { Report, RunOptions } from '../schema.ts';
import { headlineOf, type VerdictKind, verdict } from '../view/verdict.ts';

/** The text and colour of a badge. */
interface Badge {
  readonly label: string;
  readonly message: string;
  readonly color: string;
}

/** Returns the badge as JSON for the endpoint of shields.io. */
export function renderShield(report: Report): string {
  return `${JSON.stringify({ schemaVersion: 1, ...badgeOf(report) }, null, 2)}\n`;
}

/** Returns the badge as an SVG picture. */
export function renderBadge(report: Report): string {
  return `${makeBadge(badgeOf(report))}\n`;
}

/**
 * Returns the badge: "opsets 1–27 · 99.1 %". Only a runtime that passes the whole standard or full suite is bright green;
 * passing less has other colours.
 */
function badgeOf(report: Report): Badge {
  const { kind } = verdict(report);
  const restriction = report.totals.unsupported > 0 ? ' for what it supports' : '';
  const whole = report.options.suite === 'quick' ? 'green' : 'brightgreen';
  const color = !coversSuite(report.options) ? 'blue' : restriction ? 'yellowgreen' : whole;
  const isConformant = kind === 'conformant';
  return {
    label: 'ONNX',
    message: `${messageOf(report, kind)}${isConformant ? restriction : ''}`,
    color: isConformant ? color : colors[kind],
  };
}

/** Whether a run covers the whole suite: passing a part shows nothing about the rest. */
function coversSuite({ ids, opsets, dtypes, vectors, shard }: RunOptions): boolean {
  return !shard && ids.length + opsets.length + dtypes.length === 0 && vectors === undefined;
}

const colors: Readonly<Record<Exclude<VerdictKind, 'conformant'>, string>> = {
  'known-failures': 'yellow',
  'not-as-expected': 'red',
  'not-conformant': 'red',
  'suite-error': 'lightgrey',
  unanswered: 'red',
  unstable: 'red',
  'unusable-files': 'lightgrey',
  'nothing-judged': 'lightgrey',
  incomplete: 'lightgrey',
};

/** Verdicts for which a share says nothing. */
const withoutShare: readonly VerdictKind[] = ['unanswered', 'unstable', 'unusable-files'];

function messageOf(report: Report, kind: VerdictKind): string {
  const { totals, complete } = report;
  const all = judged(totals);
  if (all === 0 || !complete || withoutShare.includes(kind)) return headlineOf(report, kind).toLowerCase();
  // never rounded up: 100 % means all of them
  const share = Math.floor((1000 * totals.pass) / all) / 10;
  const opsets = report.matrix.flatMap(({ byOpset }) =>
    Object.entries(byOpset).flatMap(([opset, counts]) => (judged(counts) > 0 ? [Number(opset)] : [])),
  );
  const [first, last] = [Math.min(...opsets), Math.max(...opsets)];
  const { suite, shard } = report.options;
  const which = [...(suite === 'quick' ? ['quick'] : []), ...(shard ? [`shard ${shard.number}/${shard.of}`] : [])];
  const of = which.length > 0 ? ` (${which.join(', ')})` : '';
  return `${first === last ? `opset ${first}` : `opsets ${first}–${last}`} · ${share} %${of}`;
}
