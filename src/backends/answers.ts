/** From a request to its answer, for an adapter that serves it: in a process of ours, or in a page of a browser. */
import { type Adapter, type AdapterFactory, type AdapterOptions, bytesAdapter, isAdapter } from './adapter.ts';
import { decodeSession, encodeRuns } from './messages.ts';
import {
  attachNames,
  encodeFrame,
  type Frame,
  type Header,
  manifestOf,
  protocolVersion,
  valuesVersion,
} from './protocol.ts';
import { FailedRun, runSession } from './sessions.ts';
import { oneLine } from './text.ts';

/** The answer to a request, ready to be written. */
export interface WrittenAnswer {
  readonly buffers: readonly Uint8Array[];
  /** whether the runtime reports that it cannot continue */
  readonly isUnusable?: boolean;
}

/** The statuses for the names of errors that adapters throw. WebAssembly's traps are named RuntimeError. */
export const statuses: Readonly<Record<string, string>> = {
  Unsupported: 'unsupported',
  InvalidModel: 'invalid-model',
  Crashed: 'crashed',
  RuntimeError: 'crashed',
};

/**
 * Returns a function that answers requests by the adapter. An error of the adapter is the answer to that case.
 * @param placeOf returns the place of an error, to add to its message
 */
export function createRequestHandler(
  served: Adapter | AdapterFactory,
  placeOf: (error: unknown) => string = () => '',
): (frame: Frame) => Promise<WrittenAnswer> {
  let answer = typeof served === 'function' ? undefined : handleRun(served);
  return async (frame) => {
    const { id, method } = frame.header;
    try {
      if (method === 'hello') {
        const adapter = await adapterFor(served, frame.header);
        answer = handleRun(adapter);
        return { buffers: answerHello(adapter, frame.header) };
      }
      if (!answer) throw new Error('hello has to be the first request');
      return { buffers: await answer(frame) };
    } catch (error) {
      const run = error instanceof FailedRun && { run: error.run };
      const cause = run ? (error as FailedRun).cause : error;
      const { name, message } = asError(cause);
      const status = statuses[name] ?? 'failed';
      const place = status === 'failed' && method !== 'hello' ? placeOf(cause) : '';
      const buffers = encodeFrame({ id, status, message: oneLine(message) + place, ...run });
      return { buffers, isUnusable: status === 'crashed' };
    }
  };
}

function handleRun(adapter: Adapter): (frame: Frame) => Promise<Uint8Array[]> {
  const run = bytesAdapter(adapter);
  return async (frame) => {
    const { header, payloads } = frame;
    if (header.method === 'run') {
      const [model, ...tensors] = payloads;
      const outputs = await run(model!, attachNames(tensors, header.inputs), header.outputs as string[]);
      const { compared } = outputs;
      const answer = { id: header.id, status: 'ok', outputs: manifestOf(outputs), compared };
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

/** @throws Error that names the option that is not known */
async function adapterFor(served: Adapter | AdapterFactory, { protocol, options = {} }: Header): Promise<Adapter> {
  if (protocol !== protocolVersion) throw new Error(`this adapter speaks protocol ${protocolVersion}`);
  const [unknown] = Object.keys(options as AdapterOptions);
  if (typeof served !== 'function') {
    if (unknown !== undefined) throw new Error(`it takes no options, and ${unknown} was given`);
    return served;
  }
  const adapter = await served(options as AdapterOptions);
  if (!isAdapter(adapter))
    throw new Error('the function that it exports returns no adapter: { name, version, prepare }');
  return adapter;
}

function answerHello(adapter: Adapter, { id, options, newest }: Header): Uint8Array[] {
  const backend = { ...adapter.info, name: adapter.name, version: adapter.version };
  const methods = 'prepare' in adapter ? ['run', 'session'] : ['run'];
  const { opsets, dtypes } = adapter;
  const protocol = adapter.values && newest === valuesVersion ? valuesVersion : undefined;
  return encodeFrame({ id, status: 'ok', protocol, backend, options, methods, opsets, dtypes });
}

/** Returns the name and message of a thrown value. It may be anything, or an error class of another copy of this package. */
export function asError(thrown: unknown): { name: string; message: string } {
  if (typeof thrown === 'object' && thrown !== null && 'message' in thrown) {
    const name = 'name' in thrown ? String(thrown.name) : '';
    return { name, message: String(thrown.message) || name };
  }
  return { name: '', message: `threw ${String(thrown)}` };
}
