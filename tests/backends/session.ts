import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Answer, Backend, BackendOptions, RunRequest } from '../../src/backends/backend.ts';
import { openBackend } from '../../src/backends/process.ts';
import { backendCommand } from '../../src/backends/resolve.ts';

export const fakePath = (name: string): string => fileURLToPath(new URL(`./fakes/${name}`, import.meta.url));

/** The `--backend` value of a fake program with its arguments. */
export const fakeSpec = (name: string, ...args: string[]): string =>
  `stdio:"${process.execPath}" "${fakePath(name)}" ${args.map((arg) => `"${arg}"`).join(' ')}`;

export const openFake = (options: BackendOptions, name: string, ...args: string[]): Promise<Backend> =>
  openBackend(backendCommand(fakeSpec(name, ...args)), options);

/** A case of which an echoing backend gives `text` back. */
export function caseOf(text: string): RunRequest {
  const encode = (value: string) => new TextEncoder().encode(value);
  return { model: encode(`model of ${text}`), inputs: [{ name: 'data', bytes: encode(text) }], outputs: ['y'] };
}

/** What an echoing backend gave back, or the answer itself. */
export function echoed(answer: Answer): string | Answer {
  return answer.kind === 'outputs' && answer.outputs.length === 1 && answer.outputs[0]!.name === 'y'
    ? new TextDecoder().decode(answer.outputs[0]!.bytes)
    : answer;
}

/** True while a process exists; one that has ended and waits for its parent to notice does not count. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}
