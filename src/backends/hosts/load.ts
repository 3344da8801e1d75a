import { installCommand } from '../built-in.ts';
import { fail } from '../host.ts';
import { findPackage, type InstalledPackage } from '../packages.ts';

/** The npm package that a host is about. Where it is not installed, the process ends with a line that says how to. */
export function installed(name: string, ...others: readonly string[]): InstalledPackage {
  const missing = [name, ...others].filter((each) => findPackage(each) === undefined);
  if (missing.length > 0) {
    fail(`${missing.join(' and ')} is not installed; install it in your project: ${installCommand(missing)}`);
  }
  return findPackage(name)!;
}

/** What a package exports. Where that throws, the process ends with a line that says why. */
export function load<T>({ name, load }: InstalledPackage): T {
  try {
    return load() as T;
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    return fail(`${name} cannot be loaded: ${reason}`);
  }
}
