import type { BackendInfo, Capabilities } from '../../reports/schema.ts';
import type { EncodedRun, EncodedRuns } from '../../vectors/onnx/encode.ts';
import type { NamedBytes } from '../../vectors/onnx/value-proto.ts';
import type { Incidents } from './incidents.ts';

/** The environment variable with the file descriptor on which a host of the suite answers. */
export const answersOnVariable = 'ONNX_CONFORMANCE_ANSWERS_ON';

/** How to start a process that speaks the backend protocol. */
export interface BackendCommand {
  /** the user's name for it: the value of `--backend` */
  readonly spec: string;
  readonly file: string;
  readonly args: readonly string[];
  /** the harness's own if absent */
  readonly cwd?: string;
  /** added to the harness's own environment */
  readonly env?: Readonly<Record<string, string>>;
  /** the user's options, passed in hello: `provider`, and others that the backend names */
  readonly options?: Readonly<Record<string, string>>;
  /**
   * The file descriptor on which the process answers: 1 (stdout) if absent. The suite's own hosts answer on 3, because
   * compiled parts of a runtime may print to stdout. Their stdout counts as stderr.
   */
  readonly answersOn?: 3;
}

export interface BackendOptions {
  /** milliseconds that one case may take; default 10 000 */
  readonly caseTimeout?: number;
  /** milliseconds from start to hello; default 30 000 */
  readonly startTimeout?: number;
  /** the memory limit in bytes for the process and its descendants together; no limit if absent */
  readonly memoryLimit?: number;
  /** requests written ahead of the answers; default 32 */
  readonly window?: number;
  /** takes the backend's stderr as it comes; it is also kept for messages */
  readonly onStderr?: (chunk: Uint8Array) => void;
}

/** One run: a ModelProto, its inputs as TensorProtos, and the names of the wanted outputs. */
export type RunRequest = EncodedRun;

/**
 * A case of several runs in one process. Each model is loaded once, at its first run, and kept until the end of the last
 * run of the session.
 */
export interface SessionRequest extends EncodedRuns {
  /** a run to be refused, sent to the same process right before the session; its answer is ignored */
  readonly before?: RunRequest;
}

export type Request = RunRequest | SessionRequest;

/** A backend's answer to one run of a session. */
export interface RunAnswer {
  /** the outputs, read before the next run */
  readonly outputs: readonly NamedBytes[];
  /** the buffers of the inputs, read after the run */
  readonly inputs: readonly NamedBytes[];
  /** the buffers of the outputs, read again after the last run of the session */
  readonly later: readonly NamedBytes[];
}

/**
 * The answer to a request.
 * - `outputs`: TensorProtos with the backend's names; the judge checks whether these are the requested ones. If
 *   `compared`, they are the expected outputs, and the backend's own agree with them within its own tolerance.
 * - `session`: the outputs of each run of a session.
 * - `unsupported`: the backend does not implement the case, or it has no sessions and the request is for one.
 * - `error`: the backend failed on the model.
 * - `protocol-error`: the message was not a valid answer, and the process was ended for it.
 * - `crash`: the process ended, or the backend reports that the runtime trapped or panicked.
 * - `timeout`: the backend did not answer within `caseTimeout`.
 */
export type Answer =
  | { readonly kind: 'outputs'; readonly outputs: readonly NamedBytes[]; readonly compared?: true }
  | { readonly kind: 'session'; readonly runs: readonly RunAnswer[] }
  | {
      readonly kind: 'unsupported' | 'error' | 'protocol-error' | 'crash' | 'timeout';
      readonly message: string;
      /** the run of the session that failed, from 0; absent if the backend does not report it */
      readonly run?: number;
      /** the backend did not answer: it cannot receive such a request, or its process ended before */
      readonly isAnswered?: false;
    };

/** A running backend. Crashes and hangs are answers; the process is then replaced automatically. */
export interface Backend {
  readonly info: BackendInfo;
  /** the declared capabilities; the caller must not ask for what the backend declares not to have */
  readonly capabilities: Capabilities;
  /** the lost processes */
  readonly incidents: Incidents;
  /**
   * Returns the answer to one case. Any number of calls may be outstanding; requests are written in the order of the calls.
   * @param id of the case, for the reasons of losses
   * @throws BackendUnavailable (as a rejection) if the backend cannot be started again or was closed
   * @throws LimitReached (as a rejection) if the names in the request exceed what a header can carry
   */
  run(request: Request, id?: string): Promise<Answer>;
  /** Ends the process; outstanding calls are rejected. */
  close(): Promise<void>;
}

/** Whether a request cost the backend its process: it crashed, hung or broke the protocol. */
export const isLoss = ({ kind }: Answer): boolean =>
  kind === 'crash' || kind === 'timeout' || kind === 'protocol-error';

/** Whether the backend itself answered. */
export const isAnswered = (answer: Answer): boolean => !('isAnswered' in answer);

/** Whether an answer only shows that the backend's own comparison with the expected outputs succeeded. */
export function isSelfCompared(answer: Answer): boolean {
  return answer.kind === 'outputs' && answer.compared === true;
}

/** The backend cannot be used at all. The message is one line that names it and the reason; the CLI exits with 4. */
export class BackendUnavailable extends Error {
  override readonly name = 'BackendUnavailable';
  /** the reason without the name of the backend */
  readonly reason: string;

  constructor(message: string, reason = message) {
    super(message);
    this.reason = reason;
  }
}

/** Whether an answer refuses a model. A crash or a hang does not. */
export const isRefusal = ({ kind }: Answer): boolean => kind === 'error';
