import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { answersOnVariable, type BackendCommand } from './backend.ts';
import { guardGroup, releaseGroup } from './guard.ts';
import { watchMemory } from './memory.ts';
import { ForeignLine, type Frame, FrameReader, ProtocolError, responsePayloads } from './protocol.ts';
import { formatSize, lastUsefulLine, noProgram, oneLine, Tail, withoutStack } from './text.ts';

/** Why a child ended. */
export interface ExitReason {
  readonly kind: 'crash' | 'timeout' | 'error' | 'protocol-error';
  /** one line; for a `protocol-error` the broken rule */
  readonly message: string;
  /** what the author of the adapter can do */
  readonly remedy?: string;
  /** whether it ended by itself, without a signal */
  readonly exited?: boolean;
  /** whether it exited with code 0 or closed a pipe, as after an answer `failed` it may */
  readonly isOrderly?: boolean;
  /** whether it was ended at a limit of the run: of time or memory */
  readonly isLimit?: true;
}

/** Returns the reason in the words of a report. @param when added to the message: " before it said hello" */
export function describeExit({ kind, message, remedy }: ExitReason, when = ''): string {
  const rule = kind === 'protocol-error' ? 'protocol: ' : '';
  return `${rule}${message}${when}${remedy === undefined ? '' : `; ${remedy}`}`;
}

/** The remedy for a line that is not an answer, such as a print for debugging. */
const printElsewhere = 'stdout is for answers only: print to stderr';

/** A child did not answer hello. The message is one line. */
export class StartFailure extends Error {
  /** whether the time for hello ran out */
  readonly isLate: boolean;

  constructor(message: string, isLate = false) {
    super(message);
    this.isLate = isLate;
  }
}

/** The options of a child besides its command. */
export interface ChildOptions {
  /** the memory limit in bytes for the process and its descendants together; no limit if absent */
  readonly memoryLimit?: number;
  /** takes the child's stderr as it comes; it is also kept for messages */
  readonly onStderr?: (chunk: Uint8Array) => void;
}

interface Listener {
  frame(frame: Frame): void;
  exit(reason: ExitReason): void;
  /** called when the child has read all that was sent: `writable` is true again */
  drained?(): void;
}

/** Milliseconds to read the pipes of an exited process, and to wait for the exit after stdout is closed. */
const exitGraceMs = 250;
/** The greatest number of bytes to buffer for a child that does not read. */
const highWater = 4 * 1024 * 1024;

const alive = new Set<Child>();
const ownGroup = process.platform !== 'win32';

process.on('exit', () => {
  for (const child of alive) {
    child.signal();
  }
});

/** Returns the options to spawn a command: pipes, folder and environment. */
export function spawnOptions({ answersOn, cwd, env }: BackendCommand) {
  return {
    stdio: answersOn === 3 ? new Array<'pipe'>(4).fill('pipe') : ('pipe' as const),
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...env, [answersOnVariable]: answersOn?.toString() },
  };
}

/**
 * One process that speaks the protocol, until its end: its exit, a breach of the protocol, or `kill`. The end is
 * announced once, and no frame after it.
 */
export class Child {
  /** the number of requests written so far: a crash at the first one cannot be caused by others */
  sent = 0;
  /** bytes received so far */
  received = 0;
  readonly #process: ChildProcess;
  readonly #stdin: Writable;
  readonly #stderr = new Tail();
  readonly #reader = new FrameReader(responsePayloads);
  readonly #ended: Promise<void>;
  #listener: Listener;
  #dead = false;
  /** whether its number may belong to another process now */
  #reaped = false;
  #full = false;

  constructor(command: BackendCommand, listener: Listener, { memoryLimit, onStderr }: ChildOptions = {}) {
    this.#listener = listener;
    // In its own group, the child can be killed with all its descendants. Ctrl-C then reaches only the harness, and the
    // case in flight does not look like a crash.
    this.#process = spawn(command.file, command.args, {
      ...spawnOptions(command),
      detached: ownGroup,
      windowsHide: true,
    });
    const { stdin, stdout, stderr } = this.#process as { stdin: Writable; stdout: Readable; stderr: Readable };
    this.#process.once('error', (error) => this.#die({ kind: 'crash', message: whyNotStarted(error, command.file) }));
    if (stdin === undefined) {
      throw new StartFailure('cannot be started: no pipes are available');
    }
    this.#stdin = stdin;
    alive.add(this);
    const unwatch = this.#watch(memoryLimit);
    this.#ended = new Promise((resolve) => {
      this.#process.once('close', () => resolve());
      this.#process.once('error', () => resolve());
      this.#process.once('exit', () => setTimeout(resolve, exitGraceMs).unref());
    });
    void this.#ended.then(() => {
      alive.delete(this);
      unwatch();
      // a descendant of the process may keep the other ends open for ever
      for (const stream of this.#process.stdio) stream?.destroy();
    });

    // The answers that a process wrote before it ended are still in its pipes: 'close' comes after them.
    this.#process.once('close', (code, signal) => this.#die(this.#exited(code, signal)));
    this.#process.once('exit', (code, signal) => {
      this.signal();
      this.#reaped = true;
      releaseGroup(this.#process.pid!);
      setTimeout(() => this.#die(this.#exited(code, signal)), exitGraceMs).unref();
    });
    // Most often the process is ending, and its exit says more than a broken pipe does.
    stdin.on('error', () => {});
    stdin.once('close', () => {
      setTimeout(
        () => this.kill({ kind: 'protocol-error', message: 'stdin was closed', isOrderly: true }),
        exitGraceMs,
      ).unref();
    });
    stdin.on('drain', () => {
      this.#full = false;
      this.#listener.drained?.();
    });
    const answers = command.answersOn === 3 ? (this.#process.stdio[3] as Readable) : stdout;
    for (const stream of answers === stdout ? [stderr] : [stdout, stderr]) {
      stream.on('error', () => {});
      stream.on('data', (chunk: Buffer) => {
        this.#stderr.push(chunk);
        onStderr?.(chunk);
      });
    }
    answers.on('error', () => {});
    answers.on('data', (chunk: Buffer) => this.#receive(chunk));
    answers.once('end', () => {
      setTimeout(
        () => this.kill({ kind: 'protocol-error', message: 'stdout was closed', isOrderly: true }),
        exitGraceMs,
      ).unref();
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get dead(): boolean {
    return this.#dead;
  }

  /** The end of the process's stderr, as one line; '' if it is empty. */
  get stderr(): string {
    return oneLine(withoutStack(this.#stderr.toString()));
  }

  /** The line of stderr that gives the reason why the process ended; '' if there is none. */
  get reason(): string {
    return lastUsefulLine(this.#stderr.toString());
  }

  /** False while too many bytes wait to be read by the child. */
  get writable(): boolean {
    return !this.#full;
  }

  /** Replaces the listener. */
  listen(listener: Listener): void {
    this.#listener = listener;
  }

  /** Writes buffers to the child's stdin. Buffers sent while answers are being received are written after the last of them. */
  send(buffers: readonly Uint8Array[]): void {
    this.sent++;
    for (const buffer of buffers) {
      this.#stdin.write(buffer);
    }
    if (this.#stdin.writableLength > highWater) {
      this.#full = true;
    }
  }

  /** Ends the process immediately, for a reason. */
  kill(reason: ExitReason): void {
    if (!this.#dead) {
      this.signal();
      this.#die(reason);
    }
  }

  /** Sends SIGKILL to the process and its descendants. */
  signal(): void {
    const pid = this.#process.pid;
    if (pid === undefined || this.#reaped) {
      return;
    }
    try {
      if (ownGroup) {
        process.kill(-pid, 'SIGKILL');
      } else {
        this.#process.kill('SIGKILL');
      }
    } catch {
      // It has ended already.
    }
  }

  /** Resolves when the process has ended. @param politely milliseconds that it has to exit by itself after its stdin ends */
  async ended(politely = 0): Promise<void> {
    if (politely > 0 && !this.#dead) {
      this.#dead = true;
      this.#stdin.end();
      const timer = setTimeout(() => this.signal(), politely);
      await this.#ended;
      clearTimeout(timer);
    }
    this.signal();
    await this.#ended;
  }

  /** Ends the process with the harness, and when it exceeds the memory limit. @returns a function that stops watching */
  #watch(limit: number | undefined): () => void {
    const { pid } = this.#process;
    if (pid === undefined) return () => {};
    guardGroup(pid);
    if (limit === undefined) return () => {};
    const message = `it held more memory than ${formatSize(limit)} and was killed (--memory-limit)`;
    return watchMemory(pid, limit, () => this.kill({ kind: 'crash', message, isLimit: true }));
  }

  #receive(chunk: Buffer): void {
    if (this.#dead) {
      return;
    }
    this.received += chunk.byteLength;
    // The next requests have to be written before the answers are judged, which starts after this function returns.
    this.#stdin.cork();
    try {
      for (const frame of this.#reader.push(chunk)) {
        this.#listener.frame(frame);
        if (this.#dead) {
          return;
        }
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) {
        throw error;
      }
      const isForeign = error instanceof ForeignLine;
      this.kill({ kind: 'protocol-error', message: error.message, ...(isForeign && { remedy: printElsewhere }) });
    } finally {
      this.#stdin.uncork();
    }
  }

  #exited(code: number | null, signal: string | null): ExitReason {
    const how = signal === null ? `the process exited with code ${code}` : `the process was killed by ${signal}`;
    const where = this.#reader.idle ? '' : ' in the middle of an answer';
    return { kind: 'crash', message: `${how}${where}`, exited: signal === null, isOrderly: code === 0 };
  }

  #die(reason: ExitReason): void {
    if (this.#dead) {
      return;
    }
    this.#dead = true;
    this.#listener.exit(reason);
  }
}

function whyNotStarted(error: NodeJS.ErrnoException, file: string): string {
  if (error.code === 'ENOENT') return noProgram(file);
  if (error.code === 'EACCES') return `${file} is not a program that may be run`;
  return `cannot be started: ${error.message}`;
}
