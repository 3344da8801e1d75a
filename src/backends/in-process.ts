import { type Adapter, bytesAdapter } from './adapter.ts';
import { asError, statuses } from './answers.ts';
import type { Answer, Backend, Request } from './backend.ts';
import { readCapabilities } from './capabilities.ts';
import { hasOtherThanTensors, tensorsOnly } from './messages.ts';
import { FailedRun, runSession } from './sessions.ts';
import { oneLine } from './text.ts';

/** A runtime called in the process of the harness: fast, but without protection from crashes and hangs. */
export interface InProcess {
  /** its name in reports */
  readonly spec: string;
  readonly adapter: Adapter;
}

/** Returns a backend that calls an adapter in this process. */
export function callInProcess({ adapter }: InProcess): Backend {
  const { name, version, info, opsets, dtypes } = adapter;
  const run = bytesAdapter(adapter);
  const answer = async (request: Request): Promise<Answer> => {
    if (!('runs' in request)) {
      const { model, appended, inputs, outputs } = request;
      const whole = appended ? Buffer.concat([model, appended]) : model;
      return { kind: 'outputs', outputs: await run(whole, inputs, outputs) };
    }
    if (!('prepare' in adapter)) return { kind: 'unsupported', message: 'it has no sessions' };
    const { before } = request;
    // its result is ignored
    if (before) await answer(before).catch(() => {});
    return { kind: 'session', runs: await runSession(adapter, request) };
  };
  return {
    info: { ...info, name, version },
    capabilities: readCapabilities({ id: 0, opsets, dtypes }),
    incidents: { count: 0, first: [] },
    run: async (request) =>
      !adapter.values && hasOtherThanTensors(request) ? tensorsOnly : answer(request).catch(answerOfError),
    close: async () => {},
  };
}

function answerOfError(thrown: unknown): Answer {
  const run = thrown instanceof FailedRun && { run: thrown.run };
  const { name, message } = asError(run ? (thrown as FailedRun).cause : thrown);
  const kinds = { unsupported: 'unsupported', crashed: 'crash' } as const;
  return { kind: kinds[statuses[name] as keyof typeof kinds] ?? 'error', message: oneLine(message), ...run };
}
