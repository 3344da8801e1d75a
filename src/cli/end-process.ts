/**
 * Ends the process with an exit code after all output is written. It would not end by itself if a loaded file, such as a
 * config file, has left a timer or a socket open.
 */
export async function endProcess(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((resolve) => stream.write('', () => resolve()));
  }
  process.exit(code);
}
