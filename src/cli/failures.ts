import { exitCodes } from './exit-codes.ts';

/** The command line itself is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Names of the errors that are not ours to explain with a stack: one line and an exit code each. */
const codes: Readonly<Record<string, number>> = {
  UsageError: exitCodes.badInput,
  YError: exitCodes.badInput,
  BadInput: exitCodes.badInput,
  BackendUnavailable: exitCodes.backendUnavailable,
};

/** Ends the process on an error: one line where the user can do something about it, the stack where only we can. */
export function reportAndExit(error: unknown): never {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const code = codes[name];
  const hint = name === 'UsageError' || name === 'YError' ? ' (see --help)' : '';
  if (code === undefined) {
    process.stderr.write(
      `onnx-conformance: internal error, please report it: ${process.env.DEBUG ? stack : message}\n`,
    );
    process.exit(exitCodes.tooLittle);
  }
  process.stderr.write(`onnx-conformance: ${message.replace(/\s*\n\s*/g, ' ')}${hint}\n`);
  process.exit(code);
}
