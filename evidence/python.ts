import { spawnSync } from 'node:child_process';
import { activePython } from '../src/backends/active-python.ts';

/** A Python that has all of these packages, of the active environment or of the system; `undefined` where there is none. */
export function pythonWith(...modules: readonly string[]): string | undefined {
  // any folder of the name can be imported, but has no file of its own
  const program = modules.map((name) => `import ${name}\nassert getattr(${name}, '__file__', None)`).join('\n');
  return [activePython(), '/usr/bin/python3'].find((file) => spawnSync(file, ['-c', program]).status === 0);
}
