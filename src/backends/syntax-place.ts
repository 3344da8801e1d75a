import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The greatest time to find the place of a syntax error, in milliseconds. */
const patience = 5000;

/**
 * Returns " (kernel.mjs:3)" for a syntax error in the module at `path` or in one that it imports, '' for other errors.
 * Node shows the place only of an uncaught error, so another process imports the module. It ends before it runs any module.
 */
export function describePlace(error: Error, path: string): string {
  // an error thrown while a module runs has the place in its stack
  if (error.name !== 'SyntaxError' || error.stack?.includes('file://')) return '';
  const script = `await import(${JSON.stringify(pathToFileURL(path).href)})`;
  const args = ['--input-type=module', '--eval', script];
  const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: patience });
  const [, url, line] = /^(file:.*):(\d+)$/m.exec(stderr) ?? [];
  return url === undefined ? '' : ` (${fileURLToPath(url)}:${line})`;
}
