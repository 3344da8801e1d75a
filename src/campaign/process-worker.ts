import { BackendUnavailable } from '../backends/backend.ts';
import { storeResult } from '../fuzz/batch.ts';
import type { Fuzzer } from '../fuzz/fuzzer.ts';
import { openWorkerFuzzer } from './open.ts';
import type { FromProcess, ToProcess } from './processes.ts';

/** A worker on this machine. Its parent sends an assignment, then batches, and ends it by disconnecting. */
let fuzzer: Promise<Fuzzer> | undefined;

const end = new AbortController();

function say(message: FromProcess): void {
  if (process.connected) process.send!(message);
}

process.on('message', async (message: ToProcess) => {
  try {
    if ('assignment' in message) {
      fuzzer = openWorkerFuzzer(message.assignment);
      const { without = [] } = (await fuzzer).selection;
      say({ without });
    } else {
      const { failure, uninvestigated, ...result } = await (await fuzzer!).run(message.run, {}, end.signal);
      const stored = storeResult(result);
      say(failure ? { unavailable: failure.message, partial: stored } : { result: stored });
    }
  } catch (error) {
    const { message: reason } = error as Error;
    // an error in a batch concerns only that batch
    const isOfAll = 'assignment' in message || error instanceof BackendUnavailable;
    say(isOfAll ? { unavailable: reason } : { failed: reason });
  }
});
// Ctrl-C goes to the whole group; the parent decides
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', async () => {
  end.abort();
  await fuzzer?.then((one) => one.close()).catch(() => {});
  process.exit();
});
