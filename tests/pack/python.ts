import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/** A Python that has numpy, as Debian's package python3-numpy gives it; `undefined` where there is none. */
export const python = ['python3', '/usr/bin/python3'].find(
  (command) => spawnSync(command, ['-c', 'import numpy']).status === 0,
);

const run = promisify(execFile);

/** What the example runner prints of the answers to a pack, line by line. */
export async function linesOfExample(pack: string, answers: string): Promise<string[]> {
  const options = { maxBuffer: 1 << 28 };
  const { stdout } = await run(python!, ['docs/examples/judge_pack.py', pack, answers], options);
  return stdout.trimEnd().split('\n');
}
