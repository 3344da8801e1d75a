import { setFlagsFromString } from 'node:v8';
import { hideBin } from 'yargs/helpers';
import { writeError } from '../../vectors/onnx/files.ts';
import { engineFlags } from '../engine-flags.ts';
import { commandLine } from './command-line.ts';
import { endProcess } from './end-process.ts';
import { exitCodes } from './exit-codes.ts';
import { reportFailure } from './failures.ts';

// its threads run with them, too
for (const flag of engineFlags) setFlagsFromString(flag);

// a reader of messages that has gone (`2>&1 | head`) ends no run
process.stderr.on('error', () => {});
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // a reader that has seen enough (`list | head`) is not a failure
  if (error.code !== 'EPIPE') process.exit(reportFailure(writeError(error, 'standard output')));
});

// the parent process, which passes signals on, was killed
process.once('disconnect', () => process.exit(exitCodes.inconclusive));
process.channel?.unref();

await endProcess(await commandLine(hideBin(process.argv)));
