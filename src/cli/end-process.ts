/**
 * Ends the process with an exit code once all that was written has gone out; it would not end by itself where
 * something that it has loaded, such as a config file, has left a timer or a socket open.
 */
export async function endProcess(code: number): Promise<never> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise<void>((resolve) => stream.write('', () => resolve()));
  }
  process.exit(code);
}
