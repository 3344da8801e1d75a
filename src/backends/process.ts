import { setTimeout as sleep } from 'node:timers/promises';
import Queue from 'yocto-queue';
import type { BackendInfo, Capabilities } from '../../reports/schema.ts';
import {
  type Answer,
  type Backend,
  type BackendCommand,
  type BackendOptions,
  BackendUnavailable,
  type Request,
} from './backend.ts';
import { type Child, describeExit, type ExitReason } from './child.ts';
import { Countdown } from './countdown.ts';
import { type Incidents, incidentsOf, type Loss } from './incidents.ts';
import { answerOf, encodeRequest, hasOtherThanTensors, isSession, noSessions, tensorsOnly } from './messages.ts';
import type { Frame } from './protocol.ts';
import { type Hello, startChild } from './start.ts';
import { oneLine } from './text.ts';

/** Milliseconds to wait after each failed restart; after the last one the backend is given up. */
const restartDelaysMs = [100, 400, 1600];

/** Why the runs after a refusal are not judged. */
const endsBefore = 'the model to refuse before these runs ended the process';

type Settings = BackendOptions & Required<Pick<BackendOptions, 'caseTimeout' | 'startTimeout' | 'window'>>;

interface Job {
  readonly request: Request;
  /** of the case */
  readonly id: string | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
  /** the losses at which it was in flight, with or after other cases: if there are any, it is asked again alone */
  readonly losses: Loss[];
}

interface InFlight {
  readonly id: number;
  readonly job: Job;
  /** the request of the job, or the one before it */
  readonly request: Request;
}

const isSuspect = ({ losses }: Job): boolean => losses.length > 0;

/** Returns the requests of a job; they go to one process without others between them. */
const requestsOf = ({ request }: Job): readonly Request[] =>
  isSession(request) && request.before ? [request.before, request] : [request];

/** Returns the answer to a job that alone cost a fresh process. After the refusal before a session, the process may exit. */
function resultOfLoss({ job, request }: InFlight, { kind, message, exited }: ExitReason): Answer {
  const [first] = requestsOf(job);
  const isOver = request !== job.request || (request !== first && exited);
  return isOver ? { kind: 'unsupported', isAnswered: false, message: endsBefore } : { kind, message };
}

/**
 * Starts a backend and waits for its hello.
 * @param abort ends the waiting
 * @throws BackendUnavailable if the process cannot be started or does not say hello as the protocol demands
 */
export async function openBackend(
  command: BackendCommand,
  options: BackendOptions = {},
  abort: AbortSignal = new AbortController().signal,
): Promise<Backend> {
  const settings = { caseTimeout: 10_000, startTimeout: 30_000, window: 32, ...options };
  try {
    const { child, hello } = await startChild(command, settings.startTimeout, abort, settings);
    return new Supervisor(command, settings, child, hello);
  } catch (error) {
    throw unavailable(command, (error as Error).message);
  }
}

/**
 * Keeps a process at work on a queue of cases. Up to `window` of them are in flight, so that the process computes while
 * the harness judges. When a process is lost, the cases in flight become suspects: each is asked again with nothing else
 * in flight, and only a case that loses a fresh process all by itself is blamed.
 */
class Supervisor implements Backend {
  readonly info: BackendInfo;
  readonly capabilities: Capabilities;
  readonly #methods: readonly string[];
  readonly #hasValues: boolean;
  readonly #command: BackendCommand;
  readonly #options: Settings;
  readonly #queue = new Queue<Job>();
  #suspects: Job[] = [];
  #inFlight: InFlight[] = [];
  #child: Child | undefined;
  /** whether the last answer of the process was an error, or that something is not supported */
  #hasFailed = false;
  #starting = false;
  #restarting: Promise<void> | undefined;
  readonly #closing = new AbortController();
  #nextId = 1;
  #end: BackendUnavailable | undefined;
  readonly #losses: Loss[] = [];
  readonly #clock: Countdown;

  constructor(command: BackendCommand, options: Settings, child: Child, hello: Hello) {
    this.info = hello.info;
    this.capabilities = hello.capabilities;
    this.#methods = hello.methods;
    this.#hasValues = hello.hasValues;
    this.#command = command;
    this.#options = options;
    this.#clock = new Countdown(
      options.caseTimeout,
      () => this.#child?.received ?? 0,
      () => this.#timedOut(),
    );
    this.#adopt(child);
  }

  get incidents(): Incidents {
    return incidentsOf(this.#losses);
  }

  run(request: Request, id?: string): Promise<Answer> {
    if (isSession(request) && !this.#methods.includes('session')) return Promise.resolve(noSessions);
    if (!this.#hasValues && hasOtherThanTensors(request)) return Promise.resolve(tensorsOnly);
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) {
        reject(this.#end);
        return;
      }
      this.#queue.enqueue({ request, id, resolve, reject, losses: [] });
      this.#sendNext();
    });
  }

  async close(): Promise<void> {
    const busy = this.#inFlight.length > 0;
    this.#giveUp(unavailable(this.#command, 'it was closed'));
    const child = this.#child;
    this.#child = undefined;
    this.#closing.abort();
    await Promise.all([child?.ended(busy ? 0 : 1000), this.#restarting]);
  }

  /** Sends the requests that may be sent now. */
  #sendNext(): void {
    if (this.#end !== undefined || this.#starting || (this.#suspects.length === 0 && this.#queue.size === 0)) {
      return;
    }
    const child = this.#child;
    if (child === undefined) {
      this.#restarting = this.#restart();
      return;
    }
    if (this.#suspects.length > 0) {
      if (this.#inFlight.length === 0) {
        this.#send(child, this.#suspects.shift()!);
      }
      return;
    }
    if (this.#inFlight[0] && isSuspect(this.#inFlight[0].job)) {
      return;
    }
    // refilled when half empty, so that several requests go out in one write
    if (this.#inFlight.length > this.#options.window / 2) {
      return;
    }
    while (this.#queue.size > 0 && this.#inFlight.length < this.#options.window && child.writable) {
      this.#send(child, this.#queue.dequeue()!);
    }
  }

  /** Sends the requests of a job; for a suspect one after the other, to find the one that ends the process. */
  #send(child: Child, job: Job, requests = requestsOf(job).slice(0, isSuspect(job) ? 1 : 2)): void {
    const isIdle = this.#inFlight.length === 0;
    const asked = requests.map((request) => ({ id: this.#nextId++, job, request }));
    let frames: Uint8Array[][];
    try {
      frames = asked.map(({ id, request }) => encodeRequest(id, request));
    } catch (error) {
      job.reject(error as Error);
      queueMicrotask(() => this.#sendNext());
      return;
    }
    for (const buffers of frames) child.send(buffers);
    this.#inFlight.push(...asked);
    if (isIdle) {
      this.#clock.start();
    }
  }

  #receive(frame: Frame): void {
    const { header } = frame;
    const oldest = this.#inFlight[0];
    if (oldest === undefined || header.id !== oldest.id) {
      const expected = oldest === undefined ? 'nothing was asked' : `the answer to id ${oldest.id} was due`;
      this.#protocolError(`an answer with id ${JSON.stringify(header.id)} where ${expected}`);
      return;
    }
    const answer = answerOf(frame, oldest.request);
    if (answer.kind === 'protocol-error') {
      this.#protocolError(answer.message);
      return;
    }
    if (answer.kind === 'crash') {
      // an earlier case may have caused it: the case is decided alone in a fresh process
      this.#child?.kill({ kind: answer.kind, message: answer.message });
      return;
    }
    this.#hasFailed = answer.kind === 'error' || answer.kind === 'unsupported';
    this.#inFlight.shift();
    if (this.#inFlight.length > 0) {
      this.#clock.start();
    } else {
      this.#clock.stop();
    }
    if (oldest.request === oldest.job.request) {
      oldest.job.resolve(answer);
    } else if (isSuspect(oldest.job)) {
      this.#send(this.#child!, oldest.job, [oldest.job.request]);
    }
    this.#sendNext();
  }

  #protocolError(rule: string): void {
    this.#child?.kill({ kind: 'protocol-error', message: oneLine(rule, 300) });
  }

  #timedOut(): void {
    const message = `no answer within ${this.#options.caseTimeout} ms`;
    this.#child?.kill({ kind: 'timeout', message });
  }

  async #lost(child: Child, reason: ExitReason): Promise<void> {
    this.#clock.stop();
    this.#starting = true;
    await child.ended();
    const said = child.stderr;
    const message = said === '' ? describeExit(reason) : `${describeExit(reason)}; stderr: ${said}`;
    const lost = [...new Set(this.#inFlight.map(({ job }) => job))];
    const [oldest] = this.#inFlight;
    this.#inFlight = [];
    const loss: Loss = {
      reason: message,
      id: oldest?.job.id,
      isExcused: reason.kind === 'timeout' || reason.isLimit === true || (reason.isOrderly === true && this.#hasFailed),
      isRepeated: false,
    };
    this.#losses.push(loss);
    for (const job of lost) job.losses.push(loss);
    const turn = oldest && requestsOf(oldest.job).indexOf(oldest.request) + 1;
    if (oldest && lost.length === 1 && child.sent === turn) {
      for (const own of oldest.job.losses) own.isRepeated = true;
      oldest.job.resolve(resultOfLoss(oldest, { ...reason, message }));
    } else {
      this.#suspects.unshift(...lost);
    }
    this.#child = undefined;
    this.#starting = false;
    this.#sendNext();
  }

  async #restart(): Promise<void> {
    this.#starting = true;
    for (const pause of [...restartDelaysMs, undefined]) {
      try {
        const { startTimeout } = this.#options;
        const { child } = await startChild(this.#command, startTimeout, this.#closing.signal, this.#options);
        this.#starting = false;
        if (this.#end !== undefined) {
          await child.ended(1000);
          return;
        }
        this.#adopt(child);
        this.#sendNext();
        return;
      } catch (error) {
        if (pause === undefined) {
          const reason = `it could not be started again: ${(error as Error).message}`;
          this.#giveUp(unavailable(this.#command, reason));
        } else {
          await sleep(pause, undefined, { signal: this.#closing.signal }).catch(() => {});
        }
        if (this.#end !== undefined) return;
      }
    }
  }

  #adopt(child: Child): void {
    this.#child = child;
    this.#hasFailed = false;
    child.listen({
      frame: (frame) => this.#receive(frame),
      exit: (reason) => void this.#lost(child, reason),
      drained: () => this.#sendNext(),
    });
  }

  #giveUp(reason: BackendUnavailable): void {
    this.#end ??= reason;
    this.#clock.stop();
    const waiting = [...this.#inFlight.map(({ job }) => job), ...this.#suspects, ...this.#queue.drain()];
    this.#inFlight = [];
    this.#suspects = [];
    for (const job of waiting) {
      job.reject(this.#end);
    }
  }
}

function unavailable({ spec }: BackendCommand, why: string): BackendUnavailable {
  const reason = oneLine(why, 1000);
  return new BackendUnavailable(`the backend ${spec} cannot be used: ${reason}`, reason);
}
