import { exitCodes } from './exit-codes.ts';

/** Handles Ctrl-C and other signals while a backend is running. */
export interface Interruption {
  /** aborted when the run has to stop */
  readonly signal: AbortSignal;
  /**
   * Marks that there are results to report.
   * @param message the message that an interrupt prints
   * @param folder the folder where the run writes its results
   */
  begin(message: string, folder?: string): void;
  end(): void;
}

/**
 * Milliseconds within which repeated signals count as one: a terminal sends a signal to all its processes, and npm, npx and
 * the parent process pass it on, possibly late on a busy machine.
 */
export const echo = 2000;

/** Runs work that a signal ends with a report. */
export async function interruptibly<T>(work: (interrupt: Interruption) => Promise<T>): Promise<T> {
  const interrupt = interruption();
  try {
    return await work(interrupt);
  } finally {
    interrupt.end();
  }
}

/** The first interrupt of a run ends it with a report; a second one, or one before the run, ends the process immediately. */
function interruption(): Interruption {
  const controller = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  let running: string | undefined;
  let first = Number.NEGATIVE_INFINITY;
  const stop = () => {
    if (performance.now() - first < echo) return;
    // by exit and not by the signal itself, so that the backend is ended too
    const isAtOnce = running === undefined || controller.signal.aborted;
    process.stderr.write(`\nonnx-conformance: ${isAtOnce ? 'stopped' : `stopping; ${running}`}\n`);
    if (isAtOnce) process.exit(exitCodes.inconclusive);
    first = performance.now();
    // the parent process then allows time for a report
    process.send?.('stopping');
    controller.abort();
  };
  for (const name of signals) process.on(name, stop);
  return {
    signal: controller.signal,
    begin: (message, folder) => {
      running = message;
      // if this process is killed, the parent process writes the report
      if (folder !== undefined) process.send?.({ folder });
    },
    end: () => {
      for (const name of signals) process.off(name, stop);
    },
  };
}
