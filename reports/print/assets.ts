import { readFileSync } from 'node:fs';

/** The style or the script of a page, which an installation has in the same folder as the sources. */
export function asset(name: 'page.css' | 'page.js'): string {
  for (const root of ['../../../', '../../']) {
    try {
      return readFileSync(new URL(`${root}reports/print/${name}`, import.meta.url), 'utf8');
    } catch {
      // from a bundle the way up is shorter
    }
  }
  throw new Error(`reports/print/${name} is missing from the installation`);
}
