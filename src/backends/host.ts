import { writeSync } from 'node:fs';
import type { Adapter, AdapterFactory } from './adapter.ts';
import { asError, createRequestHandler } from './answers.ts';
import { answersOnVariable } from './backend.ts';
import { type Frame, FrameReader, requestPayloads } from './protocol.ts';
import { oneLine } from './text.ts';

/** Milliseconds that a case may go on after the harness has left. */
export const lastCase = 60_000;

const answersOn = process.env[answersOnVariable] === '3' ? 3 : 1;
// What this process starts in its turn does not inherit the descriptor.
delete process.env[answersOnVariable];

/**
 * Makes everything that is printed from JavaScript go to stderr, because stdout belongs to the protocol. `serve` does
 * it; a host that loads other people's code first does it before.
 */
export function reserveStdout(): void {
  Object.defineProperty(process, 'stdout', { get: () => process.stderr, configurable: true });
}

/**
 * Speaks the backend protocol for an adapter, one case after the other, until stdin ends; then the
 * process exits. Answers go to stdout, or to descriptor 3 when the harness asked for that. Whatever the adapter throws is the
 * answer of that case, with what `placeOf` says of an error behind its message.
 */
export function serve(adapter: Adapter | AdapterFactory, placeOf?: (error: unknown) => string): void {
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

/** Says on stderr, in one line, why there is no backend here, and exits: the harness repeats the line to its user. */
export function fail(reason: string): never {
  writeAll(2, Buffer.from(`${oneLine(reason)}\n`));
  process.exit(1);
}

/** Milliseconds that an answer may wait for others: each write wakes the harness, which costs more than small cases. */
const patience = 3;
let unwritten: Uint8Array[] = [];
let waitingSince = 0;

/**
 * Takes an answer for writing. A crash or a hang takes with it what has not been written; the harness then asks those
 * cases again, as it does all that are in flight, so nothing is lost but a moment.
 */
function write(buffers: readonly Uint8Array[]): void {
  if (unwritten.length === 0) {
    waitingSince = performance.now();
    setTimeout(flush, patience).unref(); // for the case that waits without blocking
  }
  unwritten.push(...buffers);
  if (performance.now() - waitingSince > patience) {
    flush();
  }
}

function flush(): void {
  if (unwritten.length > 0) {
    const bytes = Buffer.concat(unwritten);
    unwritten = [];
    writeAll(answersOn, bytes);
  }
}

/** Writes answers that somebody else has made into frames. */
export function writeAnswers(frames: Uint8Array): void {
  writeAll(answersOn, frames);
}

const pause = new Int32Array(new SharedArrayBuffer(4));

/** Writes synchronously: what is written is out, whatever the next case does to the process. */
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
