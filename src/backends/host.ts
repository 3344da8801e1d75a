import { writeSync } from 'node:fs';
import type { Adapter, AdapterFactory } from './adapter.ts';
import { asError, createRequestHandler } from './answers.ts';
import { answersOnVariable } from './backend.ts';
import { type Frame, FrameReader, requestPayloads } from './protocol.ts';
import { oneLine } from './text.ts';

/** Milliseconds that a case may continue after the harness has ended. */
export const lastCase = 60_000;

const answersOn = process.env[answersOnVariable] === '3' ? 3 : 1;
// Child processes of this process must not use the descriptor.
delete process.env[answersOnVariable];

/**
 * Redirects everything printed from JavaScript to stderr, because stdout belongs to the protocol. `serve` calls it; a host
 * that loads foreign code calls it before.
 */
export function reserveStdout(): void {
  Object.defineProperty(process, 'stdout', { get: () => process.stderr, configurable: true });
}

/**
 * Speaks the backend protocol for an adapter, one case after the other. The process exits when stdin ends. Answers go to
 * stdout, or to descriptor 3 if the harness asks for it. An error of the adapter is the answer to that case.
 * @param placeOf returns the place of an error, to add to its message
 * @param isSpent whether a runtime is unusable after an error: the process then exits, and a new one serves the next case
 */
export function serve(
  adapter: Adapter | AdapterFactory,
  placeOf?: (error: unknown) => string,
  isSpent: () => boolean = () => false,
): void {
  reserveStdout();
  const answer = createRequestHandler(adapter, placeOf);
  const reader = new FrameReader(requestPayloads);
  const waiting: Frame[] = [];
  let busy = false;
  let ended = false;
  let broken: string | undefined;

  const work = async () => {
    busy = true;
    for (let frame = waiting.shift(); frame !== undefined; frame = waiting.shift()) {
      const { buffers, isUnusable } = await answer(frame);
      write(buffers);
      if (isUnusable) {
        flush();
        process.exit(1);
      }
      if (isSpent()) {
        flush();
        process.exit(0);
      }
    }
    busy = false;
    flush();
    if (broken !== undefined) {
      fail(`the request stream is broken: ${broken}`);
    }
    if (ended) {
      process.exit(0);
    }
  };

  process.stdin.on('data', (chunk: Buffer) => {
    try {
      for (const frame of reader.push(chunk)) {
        waiting.push(frame);
      }
    } catch (error) {
      broken = asError(error).message;
      process.stdin.pause();
    }
    if (!busy) {
      void work();
    }
  });
  process.stdin.once('end', () => {
    ended = true;
    if (!busy) {
      process.exit(0);
    }
    // The harness may have been killed while a case hangs: nobody else would end this process.
    setTimeout(() => process.exit(1), lastCase).unref();
  });
}

/** Writes one line to stderr with the reason why the backend cannot be used, and exits. The harness shows the line. */
export function fail(reason: string): never {
  writeAll(2, Buffer.from(`${oneLine(reason)}\n`));
  process.exit(1);
}

/** Milliseconds that an answer may wait for others: each write wakes the harness, which costs more than a small case. */
const patience = 3;
/** Answers below this size are joined, so that several take one write; a copy of larger ones would take as much memory again. */
const joinBelow = 1024 * 1024;
let unwritten: Uint8Array[] = [];
let waitingSince = 0;

/**
 * Queues an answer for writing. A crash or a hang loses answers that are not written yet. The harness then asks those cases
 * again, like all cases in flight, so only time is lost.
 */
function write(buffers: readonly Uint8Array[]): void {
  if (unwritten.length === 0) {
    waitingSince = performance.now();
    setTimeout(flush, patience).unref(); // for a case that waits without blocking
  }
  unwritten.push(...buffers);
  if (performance.now() - waitingSince > patience) {
    flush();
  }
}

function flush(): void {
  if (unwritten.length > 0) {
    const size = unwritten.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const pieces = size > joinBelow ? unwritten : [Buffer.concat(unwritten)];
    unwritten = [];
    for (const piece of pieces) writeAll(answersOn, piece);
  }
}

/** Writes answers that are already frames. */
export function writeAnswers(frames: Uint8Array): void {
  writeAll(answersOn, frames);
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Writes synchronously, so that the next case cannot lose what is written. */
function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') {
        process.exit(1);
      }
      if (code !== 'EAGAIN') {
        throw error;
      }
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}
