/**
 * The backend protocol, versions 1 and 2 (docs/backend-protocol.md): a frame is one line of JSON and then the payload bytes
 * whose lengths that line lists. This file knows frames and headers; who sends what when is in `process.ts` (the
 * harness), `host.ts` and `browser/page.ts` (the backend). It runs in pages of a browser, too, where there is no `Buffer`.
 */

import { formatType, parseType } from '../../oracles/numerics/value-type.ts';
import { LimitReached } from '../../oracles/spec/bad-input.ts';
import type { NamedBytes } from '../../vectors/onnx/value-proto.ts';

/** The protocol version that hello asks for; its `newest` is the highest that may be answered. */
export const protocolVersion = 1;

/** The version that also carries values other than tensors. */
export const valuesVersion = 2;

/** The limits of a reader: bytes of one header line, and bytes of one frame's payload. */
export interface Limits {
  readonly header: number;
  readonly payload: number;
}

export const defaultLimits: Limits = { header: 64 * 1024, payload: 1024 ** 3 };

/** The other side broke the protocol. The message is one line and names the rule. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/** A line that is no header: something else was written to the stream. */
export class ForeignLine extends ProtocolError {}

/** A received JSON object, not validated yet. */
export type Header = Readonly<Record<string, unknown>>;

/** A header and its payloads, in the order in which the header lists their sizes. */
export interface Frame {
  readonly header: Header;
  readonly payloads: readonly Uint8Array[];
}

/** The lists that an answer has for each run of a session, in the order of the payloads. */
export const sessionLists = ['outputs', 'inputs', 'later'] as const;

/** Returns the sizes of the payloads of a request: the models, then the inputs in the order listed. */
export function requestPayloads(header: Header): readonly number[] {
  if (header.method === 'run') return [sizeOf(header.model, 'model'), ...sizesOf(header.inputs, 'inputs')];
  if (header.method !== 'session') return [];
  if (!Array.isArray(header.models)) throw new ProtocolError('"models" is not a list of numbers of bytes');
  const models = header.models.map((size, i) => sizeOf(size, `models[${i}]`));
  return [...models, ...sizesOfRuns(header.runs, ['inputs'])];
}

/** Returns the sizes of the payloads of a response; only an answer with status ok has any. */
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

/** Returns the list of payloads for a header. */
export function manifestOf(payloads: readonly NamedBytes[]): { name: string; size: number; type?: string }[] {
  return payloads.map(({ name, bytes, type }) => ({
    name,
    size: bytes.byteLength,
    ...(type && { type: formatType(type) }),
  }));
}

/** Returns payloads with the names and types from the header's list, which the reader has validated. */
export function attachNames(payloads: readonly Uint8Array[], list: unknown): NamedBytes[] {
  const entries = list as readonly { readonly name: string; readonly type?: string }[];
  return payloads.map((bytes, i) => {
    const { name, type } = entries[i]!;
    return { name, bytes, ...(type !== undefined && { type: parseType(type) }) };
  });
}

/** Payloads below this size are copied behind the header: a write costs more than copying this many bytes. */
const copyBelow = 64 * 1024;
const encoder = new TextEncoder();

/**
 * Encodes a frame as buffers to be written one after the other; a single buffer unless the payload is large.
 * @throws LimitReached if the header is longer than the protocol allows
 */
export function encodeFrame(header: Header, payloads: readonly Uint8Array[] = []): Uint8Array[] {
  const line = encoder.encode(`${JSON.stringify(header)}\n`);
  if (line.byteLength > defaultLimits.header) {
    throw new LimitReached(
      'a header of … bytes, of at most …: use shorter names',
      line.byteLength,
      defaultLimits.header,
    );
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

/** Concatenates `parts` to `size` bytes; zeros fill the rest. */
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

/** Payloads from this size are copied to one buffer as they arrive: all chunks and their copy would take twice the memory. */
const bufferFrom = 16 * 1024 * 1024;

/** The buffer is allocated once this part of the payloads has arrived. */
const firstPart = 1 / 16;

/**
 * Splits a byte stream into frames, for any division into chunks. Memory is held only for bytes that have arrived, or a
 * multiple of them, so a header that announces a gigabyte costs nothing by itself.
 */
export class FrameReader {
  /** received bytes of an incomplete frame */
  #chunks: Uint8Array[] = [];
  #held = 0;
  /** the number of bytes needed to continue; 0 means up to the next newline */
  #needed = 0;
  #header: { readonly value: Header; readonly sizes: readonly number[] } | undefined;
  /** the payloads of an incomplete frame, if they are large: the received bytes, and room for the others */
  #buffer: Uint8Array | undefined;
  readonly #sizesOf: (header: Header) => readonly number[];
  readonly #limits: Limits;

  /** @param sizesOf returns the payload sizes in a header; throws ProtocolError if they are invalid */
  constructor(sizesOf: (header: Header) => readonly number[], limits: Limits = defaultLimits) {
    this.#sizesOf = sizesOf;
    this.#limits = limits;
  }

  /** Whether the stream may end here: no frame has begun. */
  get idle(): boolean {
    return this.#held === 0 && this.#header === undefined;
  }

  /**
   * Yields the frames that `chunk` completes; those before an error come before it is thrown. Iterate to the end.
   * Payloads are views of the chunks and stay valid.
   * @throws ProtocolError if the stream is not a sequence of frames; the reader cannot be used afterwards
   */
  *push(chunk: Uint8Array): Generator<Frame, void, undefined> {
    const own = this.#buffer ? chunk.subarray(0, this.#needed - this.#held) : chunk;
    if (this.#buffer) this.#buffer.set(own, this.#held);
    else this.#chunks.push(own);
    this.#held += own.byteLength;
    if (this.#held < this.#needed || (this.#needed === 0 && !chunk.includes(newline))) {
      this.#checkLineLength(this.#held);
      if (!this.#buffer && this.#needed >= bufferFrom && this.#held >= firstPart * this.#needed) {
        this.#buffer = joined(this.#chunks, this.#needed);
        this.#chunks = [];
      }
      return;
    }
    const bytes = this.#buffer ?? (this.#chunks.length === 1 ? chunk : joined(this.#chunks, this.#held));
    this.#buffer = undefined;
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
    if (own.byteLength < chunk.byteLength) yield* this.push(chunk.subarray(own.byteLength));
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
      throw new ForeignLine(`not a line of JSON: ${excerpt(line)}`);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ForeignLine(`not a JSON object: ${excerpt(line)}`);
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
