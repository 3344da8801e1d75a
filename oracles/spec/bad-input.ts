/**
 * Something that the user gave cannot be used: a path, a file, an id, an option. The message is one line that names the
 * thing and the remedy; the CLI prints it without a stack trace and exits with 2.
 */
export class BadInput extends Error {
  override readonly name: string = 'BadInput';

  constructor(message: string, options?: ErrorOptions) {
    const { stackTraceLimit } = Error;
    // a stack trace takes longer than most checks, and nobody is shown it
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** A question that may well be legal, but that the oracle has no answer to. docs/policies.md says why, for each reason. */
export class NotJudged extends BadInput {
  /** of what, with … for what differs from call to call */
  readonly reason: string;

  /** @param details what stands for each … */
  constructor(reason: string, ...details: unknown[]) {
    const rest = [...details];
    super(reason.replaceAll('…', () => String(rest.shift())));
    this.reason = reason;
  }
}

/** Work that was ended because it took too long, or too much memory. The message says which limit, and where the work was. */
export class LimitReached extends NotJudged {}
