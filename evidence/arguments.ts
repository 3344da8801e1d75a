import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Parses the arguments of a program. One that it does not take ends the process with exit code 2, and a line about it. */
export function readArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [reason] = (error as Error).message.split(/\. |\n/);
    const options = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    process.stderr.write(`${reason}; the options are ${options.join(', ')}, see docs/evidence.md\n`);
    process.exit(2);
  }
}
