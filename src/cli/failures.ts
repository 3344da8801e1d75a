import { exitCodes } from './exit-codes.ts';

/** Names of the errors that are not ours to explain with a stack: one line and an exit code each. */
const codes: Readonly<Record<string, number>> = {
  UsageError: exitCodes.badInput,
  BadInput: exitCodes.badInput,
  BackendUnavailable: exitCodes.backendUnavailable,
};

/**
 * Says what an error is: one line where the user can do something about it, the stack where only we can.
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
