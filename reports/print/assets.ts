import { existsSync, readFileSync } from 'node:fs';

/** The style or the script of a page, which an installation has in the same folder as the sources. */
export function asset(name: 'page.css' | 'page.js'): string {
  const folders = ups.map((up) => new URL(`${up}reports/print/`, import.meta.url));
  // a module that was built may be called page.js, too
  const folder = folders.find((one) => existsSync(new URL('page.css', one)));
  if (!folder) throw new Error(`reports/print/${name} is missing from the installation`);
  return readFileSync(new URL(name, folder), 'utf8');
}

/** From what was built to the root; from a bundle the way is shorter, from a program of evidence longer. */
const ups = ['../../../', '../../', '../../../../'];
