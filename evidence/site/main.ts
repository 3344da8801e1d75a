/** `npm run site [-- FOLDER]`: makes a site of the results in reports/known-backends/ and reports/accuracy/, in out/site/ or another folder. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allErrors } from '../accuracy/stored.ts';
import { sections } from '../runtimes/sections.ts';
import { earlierRelease } from './earlier.ts';
import { siteAssets, siteOf } from './site.ts';

const [out = 'out/site'] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
/** the folder of `npm run api` */
const api = 'out/api';
const begun = performance.now();
// the folder's files are deleted, so it must be an earlier site
if (out.startsWith('-') || (existsSync(out) && readdirSync(out).length > 0 && !existsSync(join(out, 'site.js')))) {
  process.stderr.write(`npm run site writes to an empty folder or to an earlier site, not to '${out}'\n`);
  process.exit(2);
}
rmSync(out, { recursive: true, force: true });
const hasApi = existsSync(api);
if (hasApi) cpSync(api, join(out, 'api'), { recursive: true });
let [pages, bytes] = [0, 0];
for (const [path, text] of siteOf(sections(), version, siteAssets(), {
  errors: allErrors(),
  hasApi,
  earlier: earlierRelease(),
})) {
  const file = join(out, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  if (path.endsWith('.html')) pages++;
  bytes += Buffer.byteLength(text);
}
const seconds = ((performance.now() - begun) / 1000).toFixed(0);
process.stdout.write(
  `${join(out, 'index.html')}: ${pages} pages, ${(bytes / 1e6).toFixed(1)} MB, made in ${seconds} s\n`,
);
