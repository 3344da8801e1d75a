import cliProgress from 'cli-progress';

/** The parts of the work that are done, where somebody looks. */
export function progressBar(total: number): cliProgress.SingleBar | undefined {
  if (!process.stderr.isTTY) return undefined;
  const format = '{bar} {percentage}% · {value}/{total} parts · {eta_formatted} left';
  const bar = new cliProgress.SingleBar({ format, clearOnComplete: true }, cliProgress.Presets.shades_classic);
  bar.start(total, 0);
  return bar;
}
