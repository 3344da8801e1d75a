import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { answersOnVariable, type BackendCommand } from './backend.ts';
import { guardGroup, releaseGroup } from './guard.ts';
import { watchMemory } from './memory.ts';
import { type Frame, FrameReader, ProtocolError, responsePayloads } from './protocol.ts';
import { formatSize, lastUsefulLine, noProgram, oneLine, Tail, withoutStack } from './text.ts';

/** Why a child is no longer of use. */
export interface ExitReason {
  readonly kind: 'crash' | 'timeout' | 'error' | 'protocol-error';
  /** one line; of a `protocol-error` the rule that was broken */
  readonly message: string;
  /** it has ended by itself, and no signal was the reason */
  readonly exited?: boolean;
}

/** The reason as reports have it. */
export const describeExit = ({ kind, message }: ExitReason): string =>
  kind === 'protocol-error' ? `protocol: ${message}` : message;

/** A child that could not be brought to hello; the message is one line. */
export class StartFailure extends Error {
  /** it was given up for its silence */
  readonly isLate: boolean;

  constructor(message: string, isLate = false) {
    super(message);
    this.isLate = isLate;
  }
}

/** What a child is given beside its command. */
export interface ChildOptions {
  /** bytes that the process and all that it starts may hold; absent: any */
  readonly memoryLimit?: number;
  /** takes what it writes to stderr, as it comes; it is kept for messages all the same */
  readonly onStderr?: (chunk: Uint8Array) => void;
}

interface Listener {
  frame(frame: Frame): void;
  exit(reason: ExitReason): void;
  /** the child has read what was sent to it: `writable` is true again */
  drained?(): void;
}

/** Milliseconds that the pipes of an exited process may still hold answers, and that a closed stdout may precede exit. */
const exitGraceMs = 250;
/** Bytes that may wait in our memory for a child that does not read. */
const highWater = 4 * 1024 * 1024;

const alive = new Set<Child>();
const ownGroup = process.platform !== 'win32';

process.on('exit', () => {
  for (const child of alive) {
    child.signal();
  }
});

/** How a command is to be spawned: pipes, folder and environment. */
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
  /** requests written so far: a child that crashes at its first has nobody else to blame */
  sent = 0;
  /** bytes received so far */
  received = 0;
  readonly #process: ChildProcess;
  readonly #stdin: Writable;
  readonly #stderr = new Tail();
  readonly #reader = new FrameReader(responsePayloads);
  readonly #gone: Promise<void>;
  #listener: Listener;
  #dead = false;
  /** its number may belong to another process now */
  #reaped = false;
  #full = false;

  constructor(command: BackendCommand, listener: Listener, { memoryLimit, onStderr }: ChildOptions = {}) {
    this.#listener = listener;
    // In a group of its own, the child can be killed with all that it started, and Ctrl-C reaches the harness alone:
    // the case in flight is then not mistaken for a crash.
    this.#process = spawn(command.file, command.args, {
      ...spawnOptions(command),
      detached: ownGroup,
      windowsHide: true,
    });
    const { stdin, stdout, stderr } = this.#process as { stdin: Writable; stdout: Readable; stderr: Readable };
    this.#process.once('error', (error) => this.#die({ kind: 'crash', message: whyNotStarted(error, command.file) }));
    if (stdin === undefined) {
      throw new StartFailure('cannot be started: no pipes are to be had');
    }
    this.#stdin = stdin;
    alive.add(this);
    const unwatch = this.#watch(memoryLimit);
    this.#gone = new Promise((resolve) => {
      this.#process.once('close', () => resolve());
      this.#process.once('error', () => resolve());
      this.#process.once('exit', () => setTimeout(resolve, exitGraceMs).unref());
    });
    void this.#gone.then(() => {
      alive.delete(this);
      unwatch();
      // something that the process started may hold the other ends for ever
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
      setTimeout(() => this.kill({ kind: 'protocol-error', message: 'stdin was closed' }), exitGraceMs).unref();
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
      setTimeout(() => this.kill({ kind: 'protocol-error', message: 'stdout was closed' }), exitGraceMs).unref();
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get dead(): boolean {
    return this.#dead;
  }

  /** The last that the process wrote to stderr, as one line; '' if nothing. */
  get stderr(): string {
    return oneLine(withoutStack(this.#stderr.toString()));
  }

  /** The line of stderr that says why the process ended; '' if there is none. */
  get reason(): string {
    return lastUsefulLine(this.#stderr.toString());
  }

  /** False while the child is behind with reading what was sent to it. */
  get writable(): boolean {
    return !this.#full;
  }

  /** Hands everything that happens on to somebody else. */
  listen(listener: Listener): void {
    this.#listener = listener;
  }

  /** Writes buffers to the child's stdin. What is sent while answers are being received goes out with the last of them. */
  send(buffers: readonly Uint8Array[]): void {
    this.sent++;
    for (const buffer of buffers) {
      this.#stdin.write(buffer);
    }
    if (this.#stdin.writableLength > highWater) {
      this.#full = true;
    }
  }

  /** Ends the process at once, for a reason. */
  kill(reason: ExitReason): void {
    if (!this.#dead) {
      this.signal();
      this.#die(reason);
    }
  }

  /** Sends SIGKILL to the process and all that it started. */
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

  /** Resolves when the process is gone. Given a number of milliseconds, asks it to leave by the end of its stdin first. */
  async gone(politely = 0): Promise<void> {
    if (politely > 0 && !this.#dead) {
      this.#dead = true;
      this.#stdin.end();
      const timer = setTimeout(() => this.signal(), politely);
      await this.#gone;
      clearTimeout(timer);
    }
    this.signal();
    await this.#gone;
  }

  /** Sees to it that the process neither outlives the harness nor takes all memory. */
  #watch(limit: number | undefined): () => void {
    const { pid } = this.#process;
    if (pid === undefined) return () => {};
    guardGroup(pid);
    if (limit === undefined) return () => {};
    const message = `it held more memory than ${formatSize(limit)} and was killed (--memory-limit)`;
    return watchMemory(pid, limit, () => this.kill({ kind: 'crash', message }));
  }

  #receive(chunk: Buffer): void {
    if (this.#dead) {
      return;
    }
    this.received += chunk.byteLength;
    // The next requests have to be out before the answers are judged, which begins when this function has returned.
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
      this.kill({ kind: 'protocol-error', message: error.message });
    } finally {
      this.#stdin.uncork();
    }
  }

  #exited(code: number | null, signal: string | null): ExitReason {
    const how = signal === null ? `the process exited with code ${code}` : `the process was killed by ${signal}`;
    const where = this.#reader.idle ? '' : ' in the middle of an answer';
    return { kind: 'crash', message: `${how}${where}`, exited: signal === null };
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
