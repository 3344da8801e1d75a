import { existsSync, readFileSync } from 'node:fs';

/** The folder of this package, where package.json is: one up from src, two from dist/src and dist/bundled. */
export function packageRoot(): URL {
  const found = ['../', '../../'].find((up) => existsSync(new URL(`${up}package.json`, import.meta.url)));
  if (found === undefined) throw new Error('package.json is missing from the installation');
  return new URL(found, import.meta.url);
}

/** The file that starts a process or a thread: its modules in few files, since hundreds take half a second to load. */
export const bundled = (name: string): URL => new URL(`dist/bundled/${name}.js`, packageRoot());

/** Name and version of this package. */
export function packageInfo(): { readonly name: string; readonly version: string } {
  const { name, version } = JSON.parse(readFileSync(new URL('package.json', packageRoot()), 'utf8'));
  return { name, version };
}
