import { spawnSync } from 'node:child_process';
import { activePython } from '../src/backends/active-python.ts';

/** The path of a Python that has all of these packages, in the active environment or in the system; `undefined` if there is none. */
export function pythonWith(...modules: readonly string[]): string | undefined {
  // a folder with the module's name can be imported too, but has no __file__
  const program = modules.map((name) => `import ${name}\nassert getattr(${name}, '__file__', None)`).join('\n');
  return [activePython(), '/usr/bin/python3'].find((file) => spawnSync(file, ['-c', program]).status === 0);
}
