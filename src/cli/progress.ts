import cliProgress from 'cli-progress';

/** Shows how far a run is, on stderr and only if a person watches. */
export interface Progress {
  step(broken: number): void;
  stop(): void;
}

/** A progress bar over `total` cases; silent where stderr is not a terminal, or the backend writes to it too. */
export function progressBar(total: number, shared: boolean): Progress {
  if (!process.stderr.isTTY || shared) return { step() {}, stop() {} };
  const bar = new cliProgress.SingleBar(
    {
      format: '{bar} {percentage}% · {value}/{total} cases · {broken} broken · {eta_formatted} left',
      stream: process.stderr,
      hideCursor: true,
      clearOnComplete: true,
      stopOnComplete: false,
      fps: 8,
    },
    cliProgress.Presets.shades_classic,
  );
  bar.start(total, 0, { broken: 0 });
  return {
    step: (broken) => bar.increment(1, { broken }),
    stop: () => bar.stop(),
  };
}
