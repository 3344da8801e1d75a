import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'onnx-conformance-chromium-';

/**
 * Makes a folder of this process the one for temporary files, for all that it starts: a browser's profile among them. A
 * host that was killed, after a hang for instance, could not remove its own: that is done for it here.
 * @returns removes the folder
 */
export function ownTemporaryFolder(): () => void {
  const parent = tmpdir();
  const remove = (name: string) => rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 3 });
  for (const name of readdirSync(parent)) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))) remove(name);
  }
  const own = `${prefix}${process.pid}`;
  mkdirSync(join(parent, own));
  process.env.TMPDIR = join(parent, own);
  return () => remove(own);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
