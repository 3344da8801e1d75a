/**
 * Starts the command line as a child process, and passes signals on to it. The child cannot handle signals while the oracle
 * computes in one call, which may take minutes; this process always can.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { exitCodes } from './exit-codes.ts';
import { echo } from './interruption.ts';

/** Milliseconds to wait for an answer to a signal, and then for the report; a second signal shortens the latter. */
const patience = { silent: 1500, stopping: 60_000 };

/** Milliseconds after which a signal is passed on: a terminal sends it to both processes. */
const pause = 300;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;
const main = fileURLToPath(new URL('main.js', import.meta.url));
// a port of the debugger is free for one process
const execArgv = process.execArgv.filter((argument) => !/^--inspect(?:-brk|-wait)?(?:=|$)/.test(argument));
let child: ChildProcess;
/** the folder where it writes its results, if any */
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
  // the child is already stopping, and gets another signal
  if (Number.isFinite(answered)) endWithin(patience.silent);
  child.kill(signal);
}

/** Runs the command line in this process, without a child. */
function runHere(): void {
  for (const signal of signals) process.off(signal, passOn);
  void import('./main.ts');
}

function start(args: readonly string[], onEnd: (code: number | null, signal: NodeJS.Signals | null) => void): void {
  child = spawn(process.execPath, [...execArgv, main, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  child.on('message', (message: unknown) => {
    // a config file or a backend may send its own messages
    if (message === 'stopping') {
      answered = performance.now();
      endWithin(patience.stopping);
    } else if (typeof Object(message).folder === 'string') {
      folder = Object(message).folder;
    }
  });
  child.on('error', () => {
    // a failure to send a signal is also reported as an error
    if (child.pid === undefined) runHere();
  });
  child.once('exit', onEnd);
}

async function finish(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
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
}

// a signal during the start must not end only this process
for (const signal of signals) process.on(signal, passOn);
const args = process.argv.slice(2);
// what only prints can be ended by any signal, and starts sooner in one process
if (args.includes('--help') || args.includes('--version')) runHere();
else start(args, finish);
