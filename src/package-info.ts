import { existsSync, readFileSync } from 'node:fs';

/** Returns the folder of this package, with package.json: 1 level above src, 2 above dist/src and dist/bundled, 3 above out/build-evidence/src. */
export function packageRoot(): URL {
  const found = ['../', '../../', '../../../'].find((up) => existsSync(new URL(`${up}package.json`, import.meta.url)));
  if (found === undefined) throw new Error('package.json is missing from the installation');
  return new URL(found, import.meta.url);
}

/** Returns the bundled file that starts a process or a thread: loading hundreds of modules would take half a second. */
export const bundled = (name: string): URL => new URL(`dist/bundled/${name}.js`, packageRoot());

/** Returns name and version of this package. */
export function packageInfo(): { readonly name: string; readonly version: string } {
  const { name, version } = JSON.parse(readFileSync(new URL('package.json', packageRoot()), 'utf8'));
  return { name, version };
}
