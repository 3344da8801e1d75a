import { spawnSync } from 'node:child_process';
import { activePython } from '../src/backends/active-python.ts';

/** A Python that can import all of these, of the active environment or of the system; `undefined` where there is none. */
export function pythonWith(...modules: readonly string[]): string | undefined {
  const program = modules.map((name) => `import ${name}`).join('\n');
  return [activePython(), '/usr/bin/python3'].find((file) => spawnSync(file, ['-c', program]).status === 0);
}
