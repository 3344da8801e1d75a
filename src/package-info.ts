import { existsSync, readFileSync } from 'node:fs';

/** The folder of this package, where package.json is: one up from src, two from dist/src and dist/bundled. */
export function packageRoot(): URL {
  const found = ['../', '../../'].find((up) => existsSync(new URL(`${up}package.json`, import.meta.url)));
  if (found === undefined) throw new Error('package.json is missing from the installation');
  return new URL(found, import.meta.url);
}

/** Name and version of this package. */
export function packageInfo(): { readonly name: string; readonly version: string } {
  const { name, version } = JSON.parse(readFileSync(new URL('package.json', packageRoot()), 'utf8'));
  return { name, version };
}
