import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the Python interpreter of VIRTUAL_ENV, or else the name of the one on PATH. */
export function activePython({ VIRTUAL_ENV: folder } = process.env, platform = process.platform): string {
  const [inFolder, onPath] = platform === 'win32' ? ['Scripts/python.exe', 'python'] : ['bin/python3', 'python3'];
  const own = folder === undefined ? undefined : join(folder, inFolder);
  return own !== undefined && existsSync(own) ? own : onPath;
}
