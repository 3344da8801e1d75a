import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'onnx-conformance-chromium-';

/**
 * Creates a folder for the temporary files of this process and its descendants, such as a browser's profile. Also removes
 * the folders of killed hosts, which could not remove their own.
 * @returns a function that removes the folder
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
