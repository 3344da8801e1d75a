import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Milliseconds to look for the place of a syntax error. */
const patience = 5000;

/**
 * " (kernel.mjs:3)" for a syntax error of the module at `path` or of one that it imports, '' for other errors. Node keeps
 * the place from who catches the error, and prints it where nobody does: in another process, which ends before it runs
 * any of the modules.
 */
export function describePlace(error: Error, path: string): string {
  // what has been run already has a stack that leads to it
  if (error.name !== 'SyntaxError' || error.stack?.includes('file://')) return '';
  const script = `await import(${JSON.stringify(pathToFileURL(path).href)})`;
  const args = ['--input-type=module', '--eval', script];
  const { stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: patience });
  const [, url, line] = /^(file:.*):(\d+)$/m.exec(stderr) ?? [];
  return url === undefined ? '' : ` (${fileURLToPath(url)}:${line})`;
}
