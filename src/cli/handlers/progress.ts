import cliProgress from 'cli-progress';
import { plural } from '../../../reports/words/plural.ts';

/** Shows how far a run is, on stderr and only if a person watches. */
export interface Progress {
  step(broken: number): void;
  stop(): void;
}

/** How far a run is. */
export interface Reached {
  /** results that are there, those of illegal models last */
  readonly done: number;
  /** cases of the suite, as the report counts them */
  readonly cases: number;
  readonly illegal: number;
  readonly broken: number;
  /** since the start */
  readonly seconds: number;
}

/** A progress bar over a run; silent where stderr is not a terminal, or the backend writes to it too. */
export function progressBar(cases: number, illegal: number, shared: boolean): Progress {
  if (!process.stderr.isTTY || shared) return { step() {}, stop() {} };
  const start = performance.now();
  const bar = new cliProgress.SingleBar(
    {
      format: (_, { value }, { broken }) => {
        const seconds = (performance.now() - start) / 1000;
        return progressLine({ done: value, cases, illegal, broken, seconds }, process.stderr.columns);
      },
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
      stopOnComplete: false,
      fps: 8,
    },
    cliProgress.Presets.shades_classic,
  );
  bar.start(cases + illegal, 0, { broken: 0 });
  return {
    step: (broken) => bar.increment(1, { broken }),
    stop: () => bar.stop(),
  };
}

/** A progress bar over things that are counted, on stderr and only if a person watches. */
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

/** "███░░░ 42% · 21500/51165 cases · 3 broken · 2 min left", in fewer than `columns`, so that it never wraps. */
export function progressLine({ done, cases, illegal, broken, seconds }: Reached, columns = 80): string {
  const share = done / Math.max(1, cases + illegal);
  const counted =
    done <= cases && cases > 0 ? `${done}/${cases} cases` : `${done - cases}/${plural(illegal, 'illegal model')}`;
  const left = timeLeft(share, seconds);
  const parts = [`${Math.floor(100 * share)}%`, counted, `${broken} broken`, ...(left === undefined ? [] : [left])];
  const text = parts.join(' · ');
  const room = Math.min(40, columns - 2 - text.length);
  if (room < 1) return text.slice(0, columns - 1);
  const full = Math.round(share * room);
  return `${'█'.repeat(full)}${'░'.repeat(room - full)} ${text}`;
}

/** Seconds until the pace says something: the first results wait for processes to start. */
const settled = 5;

/** "40 s left", "3 min left", no finer than the estimate is; `undefined` as long as there is none. */
function timeLeft(share: number, seconds: number): string | undefined {
  if (seconds < settled || share === 0) return undefined;
  const left = (seconds * (1 - share)) / share;
  if (left <= 55) return `${Math.ceil(left / 10) * 10} s left`;
  const minutes = Math.ceil(left / 60);
  return minutes < 100 ? `${minutes} min left` : `${Math.round(minutes / 60)} h left`;
}
