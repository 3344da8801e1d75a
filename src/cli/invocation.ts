/** One use of the command line, as its commands see it. */
export interface Invocation {
  /** the words after the name of the program */
  readonly typed: readonly string[];
  /** takes the exit code of a command that may fail */
  end(code: number): void;
}
