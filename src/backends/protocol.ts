/**
 * The backend protocol, versions 1 and 2 (docs/backend-protocol.md): a frame is one line of JSON and then the payload bytes
 * whose lengths that line lists. This file knows frames and headers; who sends what when is in `process.ts` (the
 * harness), `host.ts` and `browser/page.ts` (the backend). It runs in pages of a browser, too, where there is no `Buffer`.
 */

import { formatType, parseType } from '../../oracles/numerics/value-type.ts';
import type { NamedBytes } from '../../vectors/onnx/value-proto.ts';

/** What hello asks for; `newest` beside it is what may be answered. */
export const protocolVersion = 1;

/** The version in which values are carried that are not tensors. */
export const valuesVersion = 2;

/** What a reader tolerates before it gives a stream up: bytes of one header line, and bytes of one frame's payload. */
export interface Limits {
  readonly header: number;
  readonly payload: number;
}

export const defaultLimits: Limits = { header: 64 * 1024, payload: 1024 ** 3 };

/** The other side broke the protocol. The message is one line and names the rule. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/** A JSON object as it came in: nothing about it is known yet. */
export type Header = Readonly<Record<string, unknown>>;

/** A header and its payloads, in the order in which the header lists their sizes. */
export interface Frame {
  readonly header: Header;
  readonly payloads: readonly Uint8Array[];
}

/** What an answer lists for each run of a session, in the order of the payloads. */
export const sessionLists = ['outputs', 'inputs', 'later'] as const;

/** The sizes of the payloads that follow a request: the models, then the inputs in the order listed. */
export function requestPayloads(header: Header): readonly number[] {
  if (header.method === 'run') return [sizeOf(header.model, 'model'), ...sizesOf(header.inputs, 'inputs')];
  if (header.method !== 'session') return [];
  if (!Array.isArray(header.models)) throw new ProtocolError('"models" is not a list of numbers of bytes');
  const models = header.models.map((size, i) => sizeOf(size, `models[${i}]`));
  return [...models, ...sizesOfRuns(header.runs, ['inputs'])];
}

/** The sizes of the payloads that follow a response: what an answer whose status is ok lists. */
export function responsePayloads(header: Header): readonly number[] {
  if (header.status !== 'ok') return [];
  if (header.runs !== undefined) return sizesOfRuns(header.runs, sessionLists);
  return header.outputs !== undefined ? sizesOf(header.outputs, 'outputs') : [];
}

function sizesOfRuns(runs: unknown, lists: readonly string[]): number[] {
  if (!Array.isArray(runs)) throw new ProtocolError('"runs" is not a list');
  return runs.flatMap((run: Header | null, i) => lists.flatMap((name) => sizesOf(run?.[name], `runs[${i}].${name}`)));
}

function sizesOf(list: unknown, where: string): number[] {
  if (!Array.isArray(list)) {
    throw new ProtocolError(`"${where}" is not a list of {"name", "size"}`);
  }
  return list.map((entry: { name?: unknown; size?: unknown; type?: unknown } | null, i) => {
    if (typeof entry?.name !== 'string') {
      throw new ProtocolError(`${where}[${i}] has no name`);
    }
    if (entry.type !== undefined && !isType(entry.type)) {
      throw new ProtocolError(`${where}[${i}].type is not a type such as "seq(float32)"`);
    }
    return sizeOf(entry.size, `${where}[${i}].size`);
  });
}

function isType(text: unknown): boolean {
  try {
    return parseType(String(text)) !== undefined;
  } catch {
    return false;
  }
}

function sizeOf(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw new ProtocolError(`${where} is not a number of bytes`);
  }
  return value;
}

/** The list that a header carries beside its payloads. */
export function manifestOf(payloads: readonly NamedBytes[]): { name: string; size: number; type?: string }[] {
  return payloads.map(({ name, bytes, type }) => ({
    name,
    size: bytes.byteLength,
    ...(type && { type: formatType(type) }),
  }));
}

/** Payloads with the names and types from the header's list, which the reader has checked. */
export function attachNames(payloads: readonly Uint8Array[], list: unknown): NamedBytes[] {
  const entries = list as readonly { readonly name: string; readonly type?: string }[];
  return payloads.map((bytes, i) => {
    const { name, type } = entries[i]!;
    return { name, bytes, ...(type !== undefined && { type: parseType(type) }) };
  });
}

/** A small payload is copied behind its header, because one write costs more than copying this many bytes. */
const copyBelow = 64 * 1024;
const encoder = new TextEncoder();

/**
 * A frame as buffers to be written one after the other (a single one unless the payload is large).
 * @throws RangeError if the header is longer than the protocol allows
 */
export function encodeFrame(header: Header, payloads: readonly Uint8Array[] = []): Uint8Array[] {
  const line = encoder.encode(`${JSON.stringify(header)}\n`);
  if (line.byteLength > defaultLimits.header) {
    throw new RangeError(`a header of ${line.byteLength} bytes; the protocol allows ${defaultLimits.header}`);
  }
  let size = line.byteLength;
  for (const payload of payloads) {
    size += payload.byteLength;
  }
  if (size > copyBelow) {
    return [line, ...payloads.filter((payload) => payload.byteLength > 0)];
  }
  return [payloads.length === 0 ? line : joined([line, ...payloads], size)];
}

/** `parts` in one piece of `size` bytes. */
export function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return whole;
}

const newline = 10;
const text = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Cuts a byte stream into frames, however it was chunked. Memory is only ever held for bytes that have arrived, so a
 * header that announces a gigabyte costs nothing by itself.
 */
export class FrameReader {
  /** bytes that have arrived and belong to no complete frame yet */
  #chunks: Uint8Array[] = [];
  #held = 0;
  /** bytes that are needed before it is worth looking again; 0: until the next newline */
  #needed = 0;
  #header: { readonly value: Header; readonly sizes: readonly number[] } | undefined;
  readonly #sizesOf: (header: Header) => readonly number[];
  readonly #limits: Limits;

  /** @param sizesOf the payload sizes that a header lists; throws ProtocolError if they make no sense */
  constructor(sizesOf: (header: Header) => readonly number[], limits: Limits = defaultLimits) {
    this.#sizesOf = sizesOf;
    this.#limits = limits;
  }

  /** True if the stream may end here: no frame has begun. */
  get idle(): boolean {
    return this.#held === 0 && this.#header === undefined;
  }

  /**
   * The frames that `chunk` completes, lazily: those before a mistake are seen before it throws. Iterate to the end.
   * Payloads are views of the chunks and stay valid.
   * @throws ProtocolError if the stream is no sequence of frames; the reader is of no use afterwards
   */
  *push(chunk: Uint8Array): Generator<Frame, void, undefined> {
    this.#chunks.push(chunk);
    this.#held += chunk.byteLength;
    if (this.#held < this.#needed || (this.#needed === 0 && !chunk.includes(newline))) {
      this.#checkLineLength(this.#held);
      return;
    }
    const bytes = this.#chunks.length === 1 ? chunk : joined(this.#chunks, this.#held);
    let at = 0;
    for (;;) {
      if (this.#header === undefined) {
        const end = bytes.indexOf(newline, at);
        this.#checkLineLength((end < 0 ? bytes.byteLength : end) - at);
        if (end < 0) {
          break;
        }
        this.#header = this.#parse(text.decode(bytes.subarray(at, end)));
        this.#needed = this.#header.sizes.reduce((sum, size) => sum + size, 0);
        at = end + 1;
      }
      if (bytes.byteLength - at < this.#needed) {
        break;
      }
      const payloads = this.#header.sizes.map((size) => {
        at += size;
        return bytes.subarray(at - size, at);
      });
      const header = this.#header.value;
      this.#header = undefined;
      this.#needed = 0;
      yield { header, payloads };
    }
    this.#held = bytes.byteLength - at;
    this.#chunks = this.#held > 0 ? [bytes.subarray(at)] : [];
  }

  #checkLineLength(length: number): void {
    if (this.#header === undefined && length > this.#limits.header) {
      throw new ProtocolError(`no end of line within ${this.#limits.header} bytes of a header`);
    }
  }

  #parse(line: string): { value: Header; sizes: readonly number[] } {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new ProtocolError(`not a line of JSON: ${excerpt(line)}`);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ProtocolError(`not a JSON object: ${excerpt(line)}`);
    }
    const sizes = this.#sizesOf(value as Header);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    if (total > this.#limits.payload) {
      throw new ProtocolError(`a payload of ${total} bytes; at most ${this.#limits.payload} are taken`);
    }
    return { value: value as Header, sizes };
  }
}

function excerpt(line: string): string {
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 60)}…` : line);
}
