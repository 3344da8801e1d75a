/**
 * Starts the command line as a process of its own, and passes signals on to it: while the oracle computes in one call, which may take
 * minutes, a process answers none by itself. This one always does.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { exitCodes } from './exit-codes.ts';

/** Milliseconds that it may take to answer a signal, and, where it has, to write its report. */
const patience = { silent: 1500, stopping: 10_000 };

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
let child: ChildProcess;
let patient = patience.silent;
let end: NodeJS.Timeout | undefined;

function restartEnd(): void {
  clearTimeout(end);
  end = setTimeout(() => child.kill('SIGKILL'), patient);
}

function passOn(signal: NodeJS.Signals): void {
  child.kill(signal);
  if (end === undefined) restartEnd();
}

// a signal that comes during the start must not end this process alone
for (const signal of signals) process.on(signal, passOn);
const main = fileURLToPath(new URL('main.js', import.meta.url));
// a port of the debugger is free for one process
const execArgv = process.execArgv.filter((argument) => !/^--inspect(?:-brk|-wait)?(?:=|$)/.test(argument));
child = spawn(process.execPath, [...execArgv, main, ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
child.on('message', (message) => {
  // a configuration or a backend may send messages of its own
  if (message !== 'stopping') return;
  patient = patience.stopping;
  // on Ctrl-C of a terminal it may come before the signal
  if (end !== undefined) restartEnd();
});
child.on('error', () => {
  // a signal that could not be sent is an error as well
  if (child.pid !== undefined) return;
  // without a second process it goes as well as before
  for (const signal of signals) process.off(signal, passOn);
  void import('./main.ts');
});
child.once('exit', (code, signal) => {
  if (signal !== null) {
    const how = end === undefined ? `ended by ${signal}` : 'stopped';
    // a progress bar may have hidden the cursor
    const shown = process.stderr.isTTY ? '\u001b[?25h' : '';
    process.stderr.write(`${shown}\nonnx-conformance: ${how}; what was written until then is kept\n`);
  }
  process.exit(code ?? exitCodes.inconclusive);
});
