/** From a request to its answer, for an adapter that serves it: in a process of ours, or in a page of a browser. */
import { type Adapter, bytesAdapter, Poisoned } from './adapter.ts';
import { decodeSession, encodeRuns } from './messages.ts';
import { encodeFrame, type Frame, manifestOf, nameThe, protocolVersion } from './protocol.ts';
import { FailedRun, runSession } from './sessions.ts';
import { oneLine } from './text.ts';

/** What is to be written in answer to a request. */
export interface Written {
  readonly buffers: readonly Uint8Array[];
  /** true if the runtime is of no use any more, by its own account */
  readonly poisoned?: boolean;
}

/** Answers requests by what the adapter can do. Whatever the adapter throws is the answer of that case. */
export function answering(adapter: Adapter): (frame: Frame) => Promise<Written> {
  const answer = answeringOk(adapter);
  return async (frame) => {
    const { id, method, protocol } = frame.header;
    if (method === 'hello') return { buffers: answerHello(adapter, id, protocol) };
    try {
      return { buffers: await answer(frame) };
    } catch (error) {
      const run = error instanceof FailedRun && { run: error.run };
      const { name, message } = asError(run ? (error as FailedRun).cause : error);
      const status = name === 'Unsupported' ? 'unsupported' : 'failed';
      const buffers = encodeFrame({ id, status, message: oneLine(message), ...run });
      return { buffers, poisoned: name === Poisoned.name };
    }
  };
}

function answeringOk(adapter: Adapter): (frame: Frame) => Promise<Uint8Array[]> {
  const run = bytesAdapter(adapter);
  return async (frame) => {
    const { header, payloads } = frame;
    if (header.method === 'run') {
      const [model, ...tensors] = payloads;
      const outputs = await run(model!, nameThe(tensors, header.inputs), header.outputs as string[]);
      const answer = { id: header.id, status: 'ok', outputs: manifestOf(outputs) };
      return encodeFrame(
        answer,
        outputs.map(({ bytes }) => bytes),
      );
    }
    if (header.method === 'session' && 'prepare' in adapter) {
      return encodeRuns(header.id, await runSession(adapter, decodeSession(frame)));
    }
    throw new Error(`no such method: ${oneLine(String(header.method), 100)}`);
  };
}

function answerHello(adapter: Adapter, id: unknown, protocol: unknown): Uint8Array[] {
  if (protocol !== protocolVersion) {
    return encodeFrame({ id, status: 'failed', message: `protocol ${protocolVersion} is spoken here` });
  }
  const backend = { ...adapter.info, name: adapter.name, version: adapter.version };
  const methods = 'prepare' in adapter ? ['run', 'session'] : ['run'];
  return encodeFrame({ id, status: 'ok', backend, methods, opsets: adapter.opsets, dtypes: adapter.dtypes });
}

/** Other code may throw anything at all, and errors from another copy of this package are no instances of our classes. */
export function asError(thrown: unknown): { name: string; message: string } {
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
    const name = 'name' in thrown ? String(thrown.name) : '';
    return { name, message: String(thrown.message) || name };
  }
  return { name: '', message: `threw ${String(thrown)}` };
}
