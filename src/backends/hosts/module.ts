/** Serves the adapter that is the default export of the module whose path is the argument. */
import { pathToFileURL } from 'node:url';
import { isAdapter } from '../adapter.ts';
import { fail, reserveStdout, serve } from '../host.ts';
import { placeInWords } from '../syntax-place.ts';

reserveStdout();
const path = process.argv[2] ?? fail('the path of a module is missing');
let loaded: { default?: unknown };
try {
  loaded = await import(pathToFileURL(path).href);
} catch (error) {
  fail(
    `${path} cannot be loaded: ${error instanceof Error ? error.message + placeInWords(error, path) : String(error)}`,
  );
}
if (loaded.default === undefined) {
  fail(`${path} has no default export; it has to be an adapter: { name, version, prepare }`);
}
if (!isAdapter(loaded.default)) {
  fail(`the default export of ${path} is no adapter: it needs name, version, and prepare, runTensors or run`);
}
serve(loaded.default);
