import { displayWidth, sanitize } from '../../reports/print/layout.ts';
import { plural, thousands } from '../../reports/view/plural.ts';
import type { Goal, Status } from './campaign.ts';

/**
 * Returns the progress of a campaign as lines of at most `columns` characters.
 * @param rows the greatest number of lines
 */
export function statusLines(status: Status, columns: number, rows = Number.POSITIVE_INFINITY): string[] {
  const { run, causes, failed } = status;
  const backends = run.backends.map(sanitize).join(', ');
  const head = [`campaign of ${backends}, seed ${run.seed}, ${duration(status.seconds)}`, progress(status)];
  const tail = failed.map(({ batch, reason }) => `batch ${batch} was given up: ${sanitize(reason)}`);
  const room = Math.max(1, rows - head.length - tail.length - 2);
  const shown = causes.length > room ? causes.slice(0, room - 1) : causes;
  const width = Math.max(0, ...shown.map(({ count }) => thousands(count).length));
  const lines = shown.map(
    ({ count, backend, title }) =>
      `  ${thousands(count).padStart(width)} ${run.backends.length > 1 ? `${sanitize(backend)}: ` : ''}${sanitize(title)}`,
  );
  if (shown.length < causes.length) lines.push(`  and ${causes.length - shown.length} more`);
  return [...head, describeCauses(status), ...lines, ...tail].map((line) => cut(line, columns));
}

/** Formats the progress in one line: "412/1,000 batches, 206,000 programs, 34/s, 3 workers, 5 causes". */
export const statusLine = (status: Status): string =>
  [reached(status), plural(status.causes.length, 'cause'), ...(status.over ? ['over'] : [])].join(', ');

const describeCauses = ({ causes }: Status) =>
  causes.length === 0 ? 'no cause so far' : `${plural(causes.length, 'cause')}:`;

function progress(status: Status): string {
  const full = Math.round(barWidth * Math.min(1, shareOf(status)));
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${reached(status)}`;
}

const barWidth = 12;

function reached({ goal, batches, programs, programsPerSecond, workers, over }: Status): string {
  const of = 'batches' in goal ? `/${thousands(goal.batches)}` : '';
  const counted = `${thousands(batches)}${of} ${batches === 1 && of === '' ? 'batch' : 'batches'}`;
  const now = [`${thousands(Math.round(programsPerSecond))}/s`, plural(workers, 'worker')];
  return [counted, plural(programs, 'program'), ...(over ? [] : now)].join(', ');
}

function shareOf({ goal, batches, seconds }: { goal: Goal; batches: number; seconds: number }): number {
  return 'batches' in goal ? batches / goal.batches : seconds / goal.seconds;
}

/** Formats a duration: "40 s", "12 min", "3 h 5 min". */
function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return `${Math.floor(seconds)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function cut(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let end = columns - 1;
  while (displayWidth(text.slice(0, end)) > columns - 1) end--;
  return `${text.slice(0, end)}…`;
}
