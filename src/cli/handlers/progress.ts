import cliProgress from 'cli-progress';
import { plural } from '../../../reports/view/plural.ts';
import { heartbeat, inAscii, isUtf8, sayOnStderr } from '../terminal.ts';

/** Shows the progress of a run on stderr. */
export interface Progress {
  step(broken: number): void;
  /** takes the numbers of operators while further cases are asked */
  further(done: number, of: number): void;
  /** prints a line above the progress */
  say(line: string): void;
  stop(): void;
}

/** The progress of a run. */
export interface ProgressState {
  /** the number of results, those of invalid models last */
  readonly done: number;
  /** the number of cases, as the report counts them */
  readonly cases: number;
  readonly invalid: number;
  readonly broken: number;
  /** the operators that further cases are asked of */
  readonly operators?: { readonly done: number; readonly of: number } | undefined;
  /** seconds since the start */
  readonly seconds: number;
}

/** Shows no progress. */
export const noProgress: Progress = { step() {}, further() {}, say() {}, stop() {} };

/** Returns the progress of a run: a bar on a terminal; elsewhere, or if the backend also writes to it, a line now and then. */
export function progressOf(cases: number, invalid: number, shared: boolean): Progress {
  const start = performance.now();
  let operators: ProgressState['operators'];
  const reached = (done: number, broken: number): ProgressState => {
    return { done, cases, invalid, broken, operators, seconds: (performance.now() - start) / 1000 };
  };
  return {
    ...(process.stderr.isTTY && !shared ? bar(cases + invalid, reached) : lines(reached)),
    further: (done, of) => {
      operators = { done, of };
    },
  };
}

type ReachedBy = (done: number, broken: number) => ProgressState;

function lines(reached: ReachedBy): Omit<Progress, 'further'> {
  let [done, broken] = [0, 0];
  const say = (line: string) => sayOnStderr(`onnx-conformance: ${line}`);
  const timer = setInterval(() => say(progressText(reached(done, broken))), heartbeat).unref();
  return {
    step: (now) => {
      done++;
      broken = now;
    },
    say,
    stop: () => clearInterval(timer),
  };
}

function bar(total: number, reached: ReachedBy): Omit<Progress, 'further'> {
  const { stderr } = process;
  const shown = new cliProgress.SingleBar(
    {
      format: (_, { value }, { broken }) => {
        const line = progressLine(reached(value, broken), stderr.columns);
        return isUtf8(process.env) ? line : inAscii(line);
      },
      stream: stderr,
      hideCursor: true,
      clearOnComplete: true,
      stopOnComplete: false,
      fps: 8,
    },
    cliProgress.Presets.shades_classic,
  );
  shown.start(total, 0, { broken: 0 });
  return {
    step: (broken) => shown.increment(1, { broken }),
    // the bar is drawn again below it
    say: (line) => {
      stderr.write('\r\u001b[K');
      sayOnStderr(line);
    },
    stop: () => shown.stop(),
  };
}

/** Returns a progress bar over counted things, on stderr and only on a terminal. */
export function countBar(total: number, what: string): { readonly step: () => void; readonly stop: () => void } {
  if (!process.stderr.isTTY) return { step() {}, stop() {} };
  const format = `{bar} {percentage}% · {value}/{total} ${what} · {eta_formatted} left`;
  const bar = new cliProgress.SingleBar(
    { format, stream: process.stderr, hideCursor: true, clearOnComplete: true, stopOnComplete: false, fps: 8 },
    cliProgress.Presets.shades_classic,
  );
  bar.start(total, 0);
  return { step: () => bar.increment(), stop: () => bar.stop() };
}

/** Formats progress: "███░░░ 42% · 21500/51165 cases · 3 broken · 2 min left", shorter than `columns`, so that it never wraps. */
export function progressLine(reached: ProgressState, columns = 80): string {
  const text = progressText(reached);
  const room = Math.min(40, columns - 2 - text.length);
  if (room < 1) return text.slice(0, columns - 1);
  const full = Math.round(shareOf(reached) * room);
  return `${'█'.repeat(full)}${'░'.repeat(room - full)} ${text}`;
}

function progressText(reached: ProgressState): string {
  const { done, cases, invalid, broken, operators, seconds } = reached;
  if (done >= cases + invalid) {
    const asking = operators
      ? `further cases of ${operators.done}/${plural(operators.of, 'operator')}`
      : 'asking further questions';
    return `100% · ${broken} broken · ${asking}`;
  }
  const counted =
    done <= cases && cases > 0 ? `${done}/${cases} cases` : `${done - cases}/${plural(invalid, 'invalid model')}`;
  const left = timeLeft(shareOf(reached), seconds);
  const percent = `${Math.floor(100 * shareOf(reached))}%`;
  return [percent, counted, `${broken} broken`, ...(left === undefined ? [] : [left])].join(' · ');
}

const shareOf = ({ done, cases, invalid }: ProgressState) => done / Math.max(1, cases + invalid);

/** Seconds until the pace is meaningful: the first results wait for processes to start. */
const settled = 5;

/** Formats the remaining time, "40 s left", "3 min left", in coarse steps; `undefined` without an estimate. */
function timeLeft(share: number, seconds: number): string | undefined {
  if (seconds < settled || share === 0) return undefined;
  const left = (seconds * (1 - share)) / share;
  if (left <= 55) return `${Math.ceil(left / 10) * 10} s left`;
  const minutes = Math.ceil(left / 60);
  return minutes < 100 ? `${minutes} min left` : `${Math.round(minutes / 60)} h left`;
}
