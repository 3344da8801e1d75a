import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The interpreter of the active environment: that of VIRTUAL_ENV, else the one that PATH finds. */
export function activePython({ VIRTUAL_ENV: folder } = process.env, platform = process.platform): string {
  const [inFolder, onPath] = platform === 'win32' ? ['Scripts/python.exe', 'python'] : ['bin/python3', 'python3'];
  const own = folder === undefined ? undefined : join(folder, inFolder);
  return own !== undefined && existsSync(own) ? own : onPath;
}
