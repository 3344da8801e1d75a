/** Encodes requests as frames, and decodes frames as answers. */

import type { NamedBytes } from '../../vectors/onnx/value-proto.ts';
import type { Answer, Request, RunAnswer, SessionRequest } from './backend.ts';
import { attachNames, encodeFrame, type Frame, manifestOf, sessionLists } from './protocol.ts';
import { describesCrash, oneLine } from './text.ts';

/** Whether a request is for a session. */
export function isSession(request: Request): request is SessionRequest {
  return 'models' in request;
}

/** Whether a request has inputs or outputs that are not tensors. */
export function hasOtherThanTensors(request: Request): boolean {
  const runs = isSession(request) ? request.runs : [request];
  return runs.some(({ hasValues, inputs }) => hasValues || inputs.some(({ type }) => type !== undefined));
}

/** The answer to such a request if the backend carries tensors only. */
export const tensorsOnly: Answer = {
  kind: 'unsupported',
  isAnswered: false,
  message: 'not asked: the adapter carries tensors, and the model has a sequence or an optional as input or output',
};

/** The answer to a request for a session if the backend has none. */
export const noSessions: Answer = {
  kind: 'unsupported',
  isAnswered: false,
  message: 'the backend does not announce the method "session"',
};

/**
 * Encodes a request as buffers to be written.
 * @throws LimitReached if its names exceed what a header can carry
 */
export function encodeRequest(id: number, request: Request): Uint8Array[] {
  if (!isSession(request)) {
    const { model, appended = new Uint8Array(), inputs, outputs } = request;
    const size = model.byteLength + appended.byteLength;
    const header = { id, method: 'run', model: size, inputs: manifestOf(inputs), outputs };
    return encodeFrame(header, [model, appended, ...bytesOf(inputs)]);
  }
  const models = request.models.map((model) => model.byteLength);
  const runs = request.runs.map(({ model, inputs, outputs }) => ({ model, inputs: manifestOf(inputs), outputs }));
  const payloads = [...request.models, ...request.runs.flatMap(({ inputs }) => bytesOf(inputs))];
  return encodeFrame({ id, method: 'session', models, runs }, payloads);
}

/** Decodes the session in the frame of a request. */
export function decodeSession({ header, payloads }: Frame): SessionRequest {
  const models = payloads.slice(0, (header.models as unknown[]).length);
  const rest = payloads.slice(models.length);
  const runs = (header.runs as SessionRequest['runs']).map(({ model, inputs, outputs }) => ({
    model,
    inputs: attachNames(rest.splice(0, inputs.length), inputs),
    outputs,
  }));
  return { models, runs };
}

/** Encodes the answer to a session as buffers to be written. */
export function encodeRuns(id: unknown, runs: readonly RunAnswer[]): Uint8Array[] {
  const listed = runs.map((run) => Object.fromEntries(sessionLists.map((name) => [name, manifestOf(run[name])])));
  const payloads = runs.flatMap((run) => sessionLists.flatMap((name) => bytesOf(run[name])));
  return encodeFrame({ id, status: 'ok', runs: listed }, payloads);
}

/** Decodes the answer in a response to `request`; a `protocol-error` with the broken rule if it breaks the protocol. */
export function answerOf({ header, payloads }: Frame, request: Request): Answer {
  const message = typeof header.message === 'string' ? oneLine(header.message) : '';
  const run = Number.isInteger(header.run) && { run: header.run as number };
  const runs = isSession(request) ? request.runs.length : 0;
  if (run && runs > 0 && !(run.run >= 0 && run.run < runs))
    return protocolError(`run ${run.run} failed, where ${runs} were asked for`);
  switch (header.status) {
    case 'ok':
      return isSession(request) ? runsOf(header, payloads) : outputsOf(header, payloads);
    case 'unsupported':
      return { kind: 'unsupported', message, ...run };
    case 'invalid-model':
      return { kind: 'error', message: `invalid model: ${message}`, ...run };
    case 'failed':
      return { kind: describesCrash(message) ? 'crash' : 'error', message, ...run };
    case 'crashed':
      return { kind: 'crash', message: message || 'the runtime crashed, and does not say how', ...run };
    default:
      return protocolError(`an answer with status ${JSON.stringify(header.status)}`);
  }
}

const protocolError = (rule: string): Answer => ({ kind: 'protocol-error', message: rule });

function outputsOf({ outputs, compared }: Frame['header'], payloads: Frame['payloads']): Answer {
  if (outputs === undefined) return protocolError('an answer with status "ok" has to list its "outputs"');
  return { kind: 'outputs', outputs: attachNames(payloads, outputs), ...(compared === true && { compared }) };
}

function runsOf({ runs }: Frame['header'], payloads: Frame['payloads']): Answer {
  if (!Array.isArray(runs)) return protocolError('an answer to "session" with status "ok" has to list its "runs"');
  const rest = [...payloads];
  const named = (list: readonly unknown[]) => attachNames(rest.splice(0, list.length), list);
  const answers: RunAnswer[] = runs.map(({ outputs, inputs, later }) => ({
    outputs: named(outputs),
    inputs: named(inputs),
    later: named(later),
  }));
  return { kind: 'session', runs: answers };
}

const bytesOf = (list: readonly NamedBytes[]): Uint8Array[] => list.map(({ bytes }) => bytes);
