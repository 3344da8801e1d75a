import { readFileSync } from 'node:fs';

/** Name and version of this package; package.json lies one folder up from src, two from dist/src. */
export function packageInfo(): { readonly name: string; readonly version: string } {
  for (const up of ['../', '../../']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(`${up}package.json`, import.meta.url), 'utf8'));
      return { name, version };
    } catch {
      // one folder further up
    }
  }
  throw new Error('package.json is missing from the installation');
}
