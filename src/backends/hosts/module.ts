/** Serves the adapter that is the default export of the module whose path is the argument. */
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AdapterFactory, isAdapter } from '../adapter.ts';
import { fail, reserveStdout, serve } from '../host.ts';
import { describePlace } from '../syntax-place.ts';

reserveStdout();
const path = process.argv[2] ?? fail('the path of a module is missing');
// called at exit while the import is pending; newer engines would otherwise print a line about a file of the suite
const waitsForEver = () => fail(`${path} is never loaded: an await in it never settles`);
process.once('beforeExit', waitsForEver);
let loaded: { default?: unknown };
try {
  loaded = await import(pathToFileURL(path).href);
} catch (error) {
  fail(
    `${path} cannot be loaded: ${error instanceof Error ? error.message + describePlace(error, path) : String(error)}`,
  );
}
process.off('beforeExit', waitsForEver);
if (loaded.default === undefined) {
  fail(`${path} has no default export; it has to be an adapter: { name, version, prepare }`);
}
const served = loaded.default;
const isFactory = (value: unknown): value is AdapterFactory => typeof value === 'function';
if (!isFactory(served) && !isAdapter(served)) {
  fail(`the default export of ${path} is not an adapter: it needs name, version, and prepare, runTensors or run`);
}
serve(served, describeLocation);

/** Returns " (kernel.mjs:12)" for a programming error in the module's folder or below it, otherwise ''. */
function describeLocation(error: unknown): string {
  const mistakes = [TypeError, ReferenceError];
  if (!mistakes.some((kind) => error instanceof kind)) return '';
  const folder = pathToFileURL(`${dirname(path)}/`).href;
  const lines = String((error as Error).stack).match(/file:\/\/[^\s()]+:\d+(?=:\d+)/g) ?? [];
  const own = lines.find((line) => line.startsWith(folder) && !line.includes('/node_modules/'));
  return own === undefined ? '' : ` (${own.slice(folder.length)})`;
}
