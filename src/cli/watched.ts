/**
 * Starts the command line as a process of its own, and passes signals on to it: while the oracle computes in one call, which may take
 * minutes, a process answers none by itself. This one always does.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { exitCodes } from './exit-codes.ts';

/** Milliseconds that it may take to answer a signal, and, where it has, to write its report. */
const patience = { silent: 1500, stopping: 10_000 };

const main = fileURLToPath(new URL('main.js', import.meta.url));
const child = spawn(process.execPath, [...process.execArgv, main, ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
let end: NodeJS.Timeout | undefined;

function endAfter(milliseconds: number): void {
  clearTimeout(end);
  end = setTimeout(() => child.kill('SIGKILL'), milliseconds);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    child.kill(signal);
    if (end === undefined) endAfter(patience.silent);
  });
}
child.on('message', (message) => {
  // a configuration or a backend may send messages of its own
  if (message === 'stopping' && end !== undefined) endAfter(patience.stopping);
});
// without a second process it goes as well as before
child.once('error', () => import('./main.ts'));
child.once('exit', (code, signal) => {
  if (signal !== null) {
    const how = end === undefined ? `ended by ${signal}` : 'stopped';
    const kept = 'what was written until then is kept; run and fuzz go on with --resume';
    // a progress bar may have hidden the cursor
    const shown = process.stderr.isTTY ? '\u001b[?25h' : '';
    process.stderr.write(`${shown}\nonnx-conformance: ${how}; ${kept}\n`);
  }
  process.exit(code ?? exitCodes.inconclusive);
});
