import { execFile } from 'node:child_process';
import { pythonWith } from '../python.ts';

/** The path of a Python with numpy, e.g. from Debian's package python3-numpy; `undefined` if there is none. */
export const python = pythonWith('numpy');

/** Runs a Python program. Returns its output, line by line, and its exit code. */
export function runPython(
  args: readonly string[],
): Promise<{ readonly lines: readonly string[]; readonly stderr: string; readonly code: number | null }> {
  return new Promise((resolve) => {
    const child = execFile(python!, args, { maxBuffer: 1 << 28 }, (_, stdout, stderr) => {
      resolve({ lines: stdout.trimEnd().split('\n'), stderr, code: child.exitCode });
    });
  });
}

/** The verdicts of the example runner on the answers to a pack. */
export const judgedByExample = (pack: string, answers: string) =>
  runPython(['docs/examples/judge_pack.py', pack, answers]);
