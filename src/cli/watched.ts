/**
 * Starts the command line as a process of its own, and passes signals on to it: while the oracle computes in one call, which may take
 * minutes, a process answers none by itself. This one always does.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { engineFlags } from '../engine-flags.ts';
import { exitCodes } from './exit-codes.ts';
import { echo } from './interruption.ts';

/** Milliseconds that it may take to answer a signal, and, where it has, to write its report; a second signal shortens that. */
const patience = { silent: 1500, stopping: 60_000 };

/** Milliseconds after which a signal is passed on: a terminal sends it to both processes. */
const pause = 300;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
const main = fileURLToPath(new URL('main.js', import.meta.url));
// a port of the debugger is free for one process
const given = process.execArgv.filter((argument) => !/^--inspect(?:-brk|-wait)?(?:=|$)/.test(argument));
const execArgv = [...engineFlags, ...given];
let child: ChildProcess;
/** where it writes its results, if it does */
let folder: string | undefined;
let end: NodeJS.Timeout | undefined;
let answered = Number.NEGATIVE_INFINITY;

function endWithin(time: number): void {
  clearTimeout(end);
  end = setTimeout(() => child.kill('SIGKILL'), time);
}

const hasAnswered = () => performance.now() - answered < echo;

async function passOn(signal: NodeJS.Signals): Promise<void> {
  if (end === undefined) endWithin(patience.silent);
  await sleep(pause);
  if (hasAnswered()) return;
  // it has begun to stop, and is asked for it again
  if (Number.isFinite(answered)) endWithin(patience.silent);
  child.kill(signal);
}

function start(args: readonly string[], onEnd: (code: number | null, signal: NodeJS.Signals | null) => void): void {
  child = spawn(process.execPath, [...execArgv, main, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  child.on('message', (message: unknown) => {
    // a configuration or a backend may send messages of its own
    if (message === 'stopping') {
      answered = performance.now();
      endWithin(patience.stopping);
    } else if (typeof Object(message).folder === 'string') {
      folder = Object(message).folder;
    }
  });
  child.on('error', () => {
    // a signal that could not be sent is an error as well
    if (child.pid !== undefined) return;
    // without a second process it goes as well as before
    for (const signal of signals) process.off(signal, passOn);
    void import('./main.ts');
  });
  child.once('exit', onEnd);
}

// a signal that comes during the start must not end this process alone
for (const signal of signals) process.on(signal, passOn);
start(process.argv.slice(2), async (code, signal) => {
  if (signal === null) process.exit(code ?? exitCodes.inconclusive);
  const how = end === undefined ? `ended by ${signal}` : 'stopped';
  // a progress bar may have hidden the cursor
  const shown = process.stderr.isTTY ? '\u001b[?25h' : '';
  process.stderr.write(`${shown}\nonnx-conformance: ${how}; what was written until then is kept\n`);
  if (folder === undefined) process.exit(exitCodes.inconclusive);
  const { isUnfinished } = await import('../run/folder/run-folder.ts');
  if (!isUnfinished(folder)) process.exit(exitCodes.inconclusive);
  clearTimeout(end);
  end = undefined;
  start(['report', folder], () => process.exit(exitCodes.inconclusive));
});
