/**
 * A path, file, id or option of the user cannot be used. The message is one line that names the thing and the remedy; the CLI
 * prints it without a stack trace and exits with 2.
 */
export class BadInput extends Error {
  override readonly name: string = 'BadInput';

  constructor(message: string, options?: ErrorOptions) {
    const { stackTraceLimit } = Error;
    // a stack trace takes longer than most checks, and is never shown
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** A call that may be legal, but that the oracle cannot judge. docs/policies.md explains each reason. */
export class NotJudged extends BadInput {
  /** what cannot be judged, with … for the details that differ between calls */
  readonly reason: string;

  /** @param details a replacement for each … */
  constructor(reason: string, ...details: unknown[]) {
    const rest = [...details];
    super(reason.replaceAll('…', () => String(rest.shift())));
    this.reason = reason;
  }
}

/** Work that exceeds a limit of time, memory or the protocol. The message names the limit, and where the work stopped. */
export class LimitReached extends NotJudged {}
