import { installCommand } from '../built-in.ts';
import { fail } from '../host.ts';
import { findPackage, type InstalledPackage } from '../packages.ts';

/** Returns the npm package of a host. If a package is not installed, the process ends with a line that shows how to install it. */
export function installed(name: string, ...others: readonly string[]): InstalledPackage {
  const missing = [name, ...others].filter((each) => findPackage(each) === undefined);
  if (missing.length > 0) {
    fail(`${missing.join(' and ')} is not installed; install it in your project: ${installCommand(missing)}`);
  }
  return findPackage(name)!;
}

/** Returns the exports of a package. If loading throws, the process ends with a line that gives the reason. */
export function load<T>({ name, load }: InstalledPackage): T {
  try {
    return load() as T;
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    return fail(`${name} cannot be loaded: ${reason}`);
  }
}
