import { existsSync, readFileSync } from 'node:fs';

/** Returns the style or the script of a page, which an installation has in the same folder as the sources. */
export function asset(name: 'page.css' | 'page.js'): string {
  const folders = ups.map((up) => new URL(`${up}reports/print/`, import.meta.url));
  // a built module may also have the name page.js
  const folder = folders.find((one) => existsSync(new URL('page.css', one)));
  if (!folder) throw new Error(`reports/print/${name} is missing from the installation`);
  return readFileSync(new URL(name, folder), 'utf8');
}

/** Paths from built files to the root: shorter from a bundle, longer from a program in evidence. */
const ups = ['../../../', '../../', '../../../../'];
