import { broken, judged, recorded } from './counts.ts';
import { failureGroups } from './failures.ts';
import { unique } from './grouping.ts';
import type { Cell, Report } from './schema.ts';

/** The one answer to "may I rely on it?", strongest objection first. */
export type VerdictKind = 'suite-error' | 'not-conformant' | 'nothing-judged' | 'incomplete' | 'conformant';

export interface Verdict {
  readonly kind: VerdictKind;
  /** what is the case, with counts */
  readonly finding: string;
  /** what to do now; empty if nothing */
  readonly next: string;
}

/** Planned cells for which the suite has no case: a hole in the suite, which must not look like a pass. */
export function emptyCells(report: Pick<Report, 'cells'>): readonly Cell[] {
  return report.cells.filter((cell) => cell.cases === 0);
}

/** Judges a report. A hole in the suite comes first; a failure that was found stands even if the run was interrupted. */
export function verdict(report: Report): Verdict {
  const { totals, planned } = report;
  const done = recorded(totals);
  const [empty, ...more] = emptyCells(report);
  if (empty) {
    const where = `${empty.operator}/${empty.version}/${empty.dtype}/${empty.clause}`;
    const finding = `the suite has no case for ${where}${more.length > 0 ? ` and ${plural(more.length, 'other cell')}` : ''}.`;
    return {
      kind: 'suite-error',
      finding,
      next: 'This is a fault of the suite, not of the backend: please report it.',
    };
  }
  if (broken(totals) > 0) {
    const soFar = report.complete ? '' : `, and only ${done} of ${plural(planned, 'case')} ran`;
    const finding = `${broken(totals)} of ${plural(judged(totals), 'judged case')} ${broken(totals) === 1 ? 'breaks' : 'break'} ${clauseCount(report)}${soFar}.`;
    return {
      kind: 'not-conformant',
      finding,
      next: 'Start with the first failed clause: its replay command runs only its smallest case.',
    };
  }
  if (planned === 0) {
    return {
      kind: 'nothing-judged',
      finding: 'the selection holds no case.',
      next: 'Widen the ids, opsets or dtypes.',
    };
  }
  if (!report.complete) {
    const finding = `no failure in ${plural(judged(totals), 'judged case')}, but only ${done} of ${plural(planned, 'case')} ran.`;
    return { kind: 'incomplete', finding, next: 'Run again to the end for a verdict.' };
  }
  if (judged(totals) === 0) {
    const finding = `the backend reports all ${plural(planned, 'case')} as unsupported.`;
    return {
      kind: 'nothing-judged',
      finding,
      next: 'Check that the backend can load models at all, or select what it supports.',
    };
  }
  const unsupported = totals.unsupported > 0 ? `; ${totals.unsupported} more are unsupported and not judged` : '';
  const unknown = report.notKnown ? `; ${plural(report.notKnown.count, 'vector')} of unknown operators not judged` : '';
  return {
    kind: 'conformant',
    finding: `all ${plural(judged(totals), 'judged case')} pass${unsupported}${unknown}.`,
    next: '',
  };
}

/** The headline of each kind. */
export const headlines: Readonly<Record<VerdictKind, string>> = {
  'suite-error': 'SUITE ERROR',
  'not-conformant': 'NOT CONFORMANT',
  'nothing-judged': 'NOTHING JUDGED',
  incomplete: 'INCOMPLETE',
  conformant: 'CONFORMANT',
};

/** Clauses as the renderers group them: one id and level, whatever the operator. */
function clauseCount(report: Report): string {
  const groups = failureGroups(report);
  const broken = unique(report.failedClauses.map(({ operator }) => operator)).length;
  const all = unique(report.matrix.map(({ operator }) => operator)).length;
  const soft = groups.filter(({ level }) => level !== 'specified').length;
  const note = soft > 0 ? ` (${soft} of them not fully specified)` : '';
  return `${plural(groups.length, 'clause')}${note} in ${broken} of ${plural(all, 'operator')}`;
}

/** "1 case", "2 cases". */
export function plural(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
