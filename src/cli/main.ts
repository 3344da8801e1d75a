#!/usr/bin/env node
import { hideBin } from 'yargs/helpers';
import { commandLine } from './command-line.ts';
import { endProcess } from './end-process.ts';

// a reader that has seen enough (`list | head`) is no failure
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

await endProcess(await commandLine(hideBin(process.argv)));
