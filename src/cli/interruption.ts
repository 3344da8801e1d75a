import { exitCodes } from './exit-codes.ts';

/** Ctrl-C and its relatives, from the moment at which there is a backend to be ended. */
export interface Interruption {
  /** aborted once the run has to stop */
  readonly signal: AbortSignal;
  /**
   * from now on there is something to report
   * @param message what an interrupt prints
   * @param folder where a run writes its results
   */
  begin(message: string, folder?: string): void;
  end(): void;
}

/**
 * Milliseconds within which a signal is the same: a terminal sends it to all of its processes, and npm, npx and the process that has
 * started this one pass it on, as soon as a busy machine lets them.
 */
export const echo = 2000;

/** Does some work which a signal ends with a report. */
export async function interruptibly<T>(work: (interrupt: Interruption) => Promise<T>): Promise<T> {
  const interrupt = interruption();
  try {
    return await work(interrupt);
  } finally {
    interrupt.end();
  }
}

/** The first interrupt of a run ends it with a report; a second one, or one before the run, ends the process at once. */
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
    // what has started this process leaves it the time for a report
    process.send?.('stopping');
    controller.abort();
  };
  for (const name of signals) process.on(name, stop);
  return {
    signal: controller.signal,
    begin: (message, folder) => {
      running = message;
      // should this process be killed, what has started it has the report written
      if (folder !== undefined) process.send?.({ folder });
    },
    end: () => {
      for (const name of signals) process.off(name, stop);
    },
  };
}
