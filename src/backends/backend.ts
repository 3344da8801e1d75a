import type { BackendInfo, Capabilities } from '../../reports/schema.ts';
import type { EncodedRun, EncodedRuns } from '../../vectors/onnx/encode.ts';
import type { NamedBytes } from '../../vectors/onnx/value-proto.ts';

/** Tells a host of ours the file descriptor to answer on. */
export const answersOnVariable = 'ONNX_CONFORMANCE_ANSWERS_ON';

/** How to start a process that speaks the backend protocol. */
export interface BackendCommand {
  /** what the user called it */
  readonly spec: string;
  readonly file: string;
  readonly args: readonly string[];
  /** the harness's own when absent */
  readonly cwd?: string;
  /** added to the harness's own environment */
  readonly env?: Readonly<Record<string, string>>;
  /** what the user wants of the runtime, passed in hello: `provider` and others of the backend's own naming */
  readonly options?: Readonly<Record<string, string>>;
  /**
   * The file descriptor on which the process answers: 1 (stdout) when absent. The suite's own hosts answer on 3, because
   * compiled parts of a runtime may print to stdout where JavaScript cannot stop them; their stdout counts as stderr.
   */
  readonly answersOn?: 3;
}

export interface BackendOptions {
  /** milliseconds that one case may take; default 10 000 */
  readonly caseTimeout?: number;
  /** milliseconds from start to hello; default 30 000 */
  readonly startTimeout?: number;
  /** bytes that the process and all that it starts may hold together; absent: any */
  readonly memoryLimit?: number;
  /** requests written ahead of the answers; default 32 */
  readonly window?: number;
  /** takes what the backend writes to stderr, as it comes; it is kept for messages all the same */
  readonly onStderr?: (chunk: Uint8Array) => void;
}

/** One run: a ModelProto, its inputs as TensorProtos, and the names of the outputs that are wanted. */
export type RunRequest = EncodedRun;

/**
 * A case of several runs in one process. Each model is loaded once, when its first run comes, and kept until the last
 * run of all is over.
 */
export interface SessionRequest extends EncodedRuns {
  /** asked of the same process right before the session, to be refused: what is answered is of no interest */
  readonly before?: RunRequest;
}

export type Request = RunRequest | SessionRequest;

/** What a backend tells of one run of a session. */
export interface RunAnswer {
  /** read before the next run */
  readonly outputs: readonly NamedBytes[];
  /** the buffers that the inputs were given in, read after the run */
  readonly inputs: readonly NamedBytes[];
  /** the buffers that the outputs came in, read again after the last run of all */
  readonly later: readonly NamedBytes[];
}

/**
 * What became of a request.
 * - `outputs`: TensorProtos as the backend named them; whether they are the ones asked for is for the judge to say. If
 *   `compared`, they are the expected ones, and the backend found its own like them by a tolerance of its own.
 * - `session`: the same for each run of a session.
 * - `unsupported`: the backend says that it does not implement this; or the request is for a session, and it knows none.
 * - `error`: the backend failed on the model. `protocol-error`: what it sent is no answer, and cost it its process.
 * - `crash`: the process ended, or the backend says that the runtime trapped or panicked; `timeout`: it did not answer within `caseTimeout`.
 */
export type Answer =
  | { readonly kind: 'outputs'; readonly outputs: readonly NamedBytes[]; readonly compared?: true }
  | { readonly kind: 'session'; readonly runs: readonly RunAnswer[] }
  | {
      readonly kind: 'unsupported' | 'error' | 'protocol-error' | 'crash' | 'timeout';
      readonly message: string;
      /** the run of a session that came to this, from 0; absent where the backend does not say */
      readonly run?: number;
    };

/** A running backend. Crashes and hangs are answers; the process is replaced behind the caller's back. */
export interface Backend {
  readonly info: BackendInfo;
  /** what it declares; it is for the caller not to ask what is declared not to be there */
  readonly capabilities: Capabilities;
  /** how often a process was lost, and the first reasons: what the run's report may want to mention */
  readonly incidents: { readonly count: number; readonly first: readonly string[] };
  /**
   * The answer to one case. Any number of calls may be outstanding; they are written in the order of the calls.
   * @throws BackendUnavailable (as a rejection) if the backend cannot be started again or was closed
   * @throws RangeError (as a rejection) if the names in the request exceed what a header can carry
   */
  run(request: Request): Promise<Answer>;
  /** Ends the process; calls that are outstanding are rejected. */
  close(): Promise<void>;
}

/** True if a request cost the backend its process: it crashed, hung or broke the protocol. */
export const isLoss = ({ kind }: Answer): boolean =>
  kind === 'crash' || kind === 'timeout' || kind === 'protocol-error';

/** True for an answer that tells no more than that the backend's own comparison with the expected outputs went well. */
export function isSelfCompared(answer: Answer): boolean {
  return answer.kind === 'outputs' && answer.compared === true;
}

/** The backend cannot be used at all. The message is one line that names it and the reason; the CLI exits with 4. */
export class BackendUnavailable extends Error {
  override readonly name = 'BackendUnavailable';
  /** why, for who knows its name */
  readonly reason: string;

  constructor(message: string, reason = message) {
    super(message);
    this.reason = reason;
  }
}

/** True for an answer that refuses a model. A crash or a hang never does. */
export const isRefusal = ({ kind }: Answer): boolean => kind === 'error';
