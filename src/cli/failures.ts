import { exitCodes } from './exit-codes.ts';

/** The exit codes of errors that are printed as one line without a stack, by their names. */
const codes: Readonly<Record<string, number>> = {
  UsageError: exitCodes.badInput,
  BadInput: exitCodes.badInput,
  BackendUnavailable: exitCodes.backendUnavailable,
  DeclarationError: exitCodes.inconclusive,
};

/**
 * Prints an error: one line if the user can act on it, the stack if it is a fault of the suite.
 * @returns the exit code
 */
export function reportFailure(error: unknown): number {
  const { name, message, stack, cause } = error instanceof Error ? error : new Error(String(error));
  const code = codes[name];
  if (code === undefined) {
    const shown = process.env.DEBUG ? [stack, cause instanceof Error ? cause.stack : ''].join('\n') : message;
    process.stderr.write(`onnx-conformance: the suite is at fault, not the backend; please report it: ${shown}\n`);
    return exitCodes.inconclusive;
  }
  const hint = name === 'UsageError' ? ' (see --help)' : '';
  process.stderr.write(`onnx-conformance: ${message.replace(/\s*\n\s*/g, ' ')}${hint}\n`);
  return code;
}
