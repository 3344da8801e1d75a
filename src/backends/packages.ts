import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** An installed npm package. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** the folder of its package.json */
  readonly folder: string;
  /** returns the result of `require` */
  load(): unknown;
}

/**
 * Returns the npm package of a name; `undefined` if it is not installed. It is resolved from the working directory first,
 * then from the folder of the suite.
 */
export function findPackage(name: string): InstalledPackage | undefined {
  for (const base of [pathToFileURL(join(process.cwd(), 'package.json')), import.meta.url]) {
    const require = createRequire(base);
    for (const modules of require.resolve.paths(name) ?? []) {
      const folder = join(modules, name);
      const version = versionIn(folder);
      if (version !== undefined) return { name, version, folder, load: () => require(name) };
    }
  }
  return undefined;
}

function versionIn(folder: string): string | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  } catch {
    return undefined; // the next one
  }
}
