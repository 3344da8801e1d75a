import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { BackendCommand, BackendOptions } from '../backends/backend.ts';
import { type Child, type ExitReason, spawnOptions } from '../backends/child.ts';
import { type Frame, FrameReader, ProtocolError, responsePayloads } from '../backends/protocol.ts';
import { type Hello, startChild } from '../backends/start.ts';

/** A fault of an adapter in plain words, with the remedy for its author. */
export class AdapterFault extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/** An adapter did not answer in time, perhaps because the machine is busy: it remains undecided whether it follows a rule. */
export class AnswerTimeout extends Error {
  /** @param time milliseconds */
  constructor(time: number) {
    super(`did not answer within ${time / 1000} s`);
  }
}

/** The limits of a check; times in milliseconds. */
export interface CheckLimits extends BackendOptions {
  readonly caseTimeout: number;
  readonly startTimeout: number;
}

/** A conversation with a process, frame by frame. Nothing is repeated, and every fault counts. */
export class Conversation {
  readonly hello: Hello;
  readonly #child: Child;
  readonly #timeout: number;
  readonly #frames: Frame[] = [];
  #exitReason: ExitReason | undefined;
  #wake = () => {};

  private constructor(child: Child, hello: Hello, timeout: number) {
    this.hello = hello;
    this.#child = child;
    this.#timeout = timeout;
    child.listen({
      frame: (frame) => {
        this.#frames.push(frame);
        this.#wake();
      },
      exit: (reason) => {
        this.#exitReason = reason;
        this.#wake();
      },
    });
  }

  /** @throws StartFailure */
  static async open(command: BackendCommand, bounds: CheckLimits): Promise<Conversation> {
    const { child, hello } = await startChild(command, bounds.startTimeout, new AbortController().signal, bounds);
    return new Conversation(child, hello, bounds.caseTimeout);
  }

  get isOver(): boolean {
    return this.#exitReason !== undefined;
  }

  send(buffers: readonly Uint8Array[]): void {
    this.#child.send(buffers);
  }

  /**
   * Returns the next frame that the process writes.
   * @throws Wrong if the process ends or breaks the framing, Late if it is silent
   */
  async next(): Promise<Frame> {
    const until = performance.now() + this.#timeout;
    for (;;) {
      const frame = this.#frames.shift();
      if (frame) return frame;
      if (this.#exitReason) throw explained(this.#exitReason, this.#child.reason);
      const left = until - performance.now();
      if (left <= 0) break;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#child.kill({ kind: 'timeout', message: 'it was silent' });
    throw new AnswerTimeout(this.#timeout);
  }

  /** Ends the process in any state. */
  close(): Promise<void> {
    return this.#child.ended();
  }
}

function explained({ kind, message }: ExitReason, said: string): AdapterFault {
  const because = said === '' ? '' : `; its stderr ends with: ${said}`;
  if (kind !== 'protocol-error') {
    return new AdapterFault(
      `${message} instead of answering${because}`,
      'catch what the runtime throws, and answer "failed"',
    );
  }
  return new AdapterFault(
    `it broke the framing: ${message}${because}`,
    'write only frames to stdout: a line of JSON that lists the sizes, then exactly so many bytes. Send what the runtime ' +
      'prints to stderr, and open stdout in binary mode',
  );
}

/** The behaviour of a process that gets all its input at once, followed by the end of the input. */
export interface Epilogue {
  readonly frames: readonly Frame[];
  /** why the output is not a sequence of whole frames */
  readonly broken?: string;
  /** whether it answered everything, but did not end within the time for a case */
  readonly stays: boolean;
}

/**
 * Writes the whole input of several requests to a process, directly followed by its end.
 * @throws Late if the process is silent before it has answered all of them
 */
export async function sendAllAtOnce(
  command: BackendCommand,
  requests: number,
  input: Uint8Array,
  bounds: CheckLimits,
): Promise<Epilogue> {
  const { file, args, answersOn = 1 } = command;
  const child = spawn(file, args, spawnOptions(command));
  const frames: Frame[] = [];
  const reader = new FrameReader(responsePayloads);
  let broken: string | undefined;
  let silence: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const wait = (time: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      silence = time;
      child.kill('SIGKILL');
    }, time);
  };
  wait(bounds.startTimeout);
  for (const stream of child.stdio.slice(1) as Readable[]) stream.on('data', () => {}).on('error', () => {});
  child.stdio[answersOn]!.on('data', (chunk: Buffer) => {
    wait(bounds.caseTimeout);
    try {
      if (broken === undefined) for (const frame of reader.push(chunk)) frames.push(frame);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      broken = error.message;
    }
  });
  child.stdin!.on('error', () => {}); // the process may end before it has read everything
  child.stdin!.end(input);
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  clearTimeout(timer);
  if (silence !== undefined && broken === undefined && frames.length < requests) throw new AnswerTimeout(silence);
  if (!reader.idle) broken ??= 'it ended in the middle of an answer';
  return { frames, stays: silence !== undefined, ...(broken !== undefined && { broken }) };
}
