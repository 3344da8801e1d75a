import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { parseReport } from '../../reports/schema/json.ts';
import type { CaseResult, Report } from '../../reports/schema.ts';
import { commandLine } from '../../src/cli/command-line.ts';
import { folder } from '../folder.ts';

export { folder };

/** The command line as it is installed. */
export const main = fileURLToPath(new URL('../../bin/onnx-conformance.js', import.meta.url));

export const harnessFake = (name: string): string => fileURLToPath(new URL(`../run/fakes/${name}`, import.meta.url));
/** A backend that adds up float32 rightly, and starts in a third of the time that `reference` takes. */
export const adding: string = harnessFake('misbehaving.mjs');
/** The same for every type; integers wrap. */
export const addingAll: string = harnessFake('stateful.mjs');
export const backendFake = (name: string): string =>
  fileURLToPath(new URL(`../backends/fakes/${name}`, import.meta.url));

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  /** without what tells what is run and how far it is */
  readonly stderr: string;
  readonly progress: string;
}

const ofProgress = /^onnx-conformance: (running\b|\d+% · |.*, \d+ s( of( processor time)?)?$).*\n(?: {2}.*\n)*/gm;

function ended(code: number, stdout: string, all: string): Ended {
  return { code, stdout, stderr: all.replaceAll(ofProgress, ''), progress: (all.match(ofProgress) ?? []).join('') };
}

/** What the tests' own terminal wants must not reach the command line under test. */
export const plainEnv: NodeJS.ProcessEnv = {
  ...process.env,
  ...{ NO_COLOR: undefined, FORCE_COLOR: undefined, COLUMNS: undefined },
  ...{ LC_ALL: 'C.UTF-8', LC_CTYPE: undefined, LANG: undefined },
};

/**
 * Runs the command line in a folder, without a terminal, as a process of its own: for what concerns the process (signals, pipes, how it
 * ends) and for runs that wait, which may then do so side by side.
 */
export function cliProcess(args: readonly string[], cwd = folder(), env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...plainEnv, ...env }, maxBuffer: 1 << 26 };
    const child = execFile(process.execPath, [main, ...args], options, (_, stdout, stderr) => {
      resolve(ended(child.exitCode ?? -1, stdout, stderr));
    });
  });
}

/** The end of the call before: folder, environment and output belong to the process, so that calls follow one another. */
let last: Promise<unknown> = Promise.resolve();

/** Returns a function that calls a command line within this process. */
export function cliOf(command: typeof commandLine) {
  return (args: readonly string[], cwd = folder(), env: NodeJS.ProcessEnv = {}): Promise<Ended> => {
    const ended = last.then(() => called(command, args, cwd, { ...plainEnv, ...env }));
    last = ended.catch(() => {});
    return ended;
  };
}

/** The same within this process, which is several times quicker: for what is printed, written and returned. */
export const cli = cliOf(commandLine);

async function called(
  command: typeof commandLine,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Ended> {
  const before = { cwd: process.cwd(), env: { ...process.env } };
  const stdout = captured(process.stdout);
  const stderr = captured(process.stderr);
  try {
    process.chdir(cwd);
    setEnvironment(env);
    return ended(await command(args), stdout.text(), stderr.text());
  } finally {
    stdout.end();
    stderr.end();
    process.chdir(before.cwd);
    setEnvironment(before.env);
  }
}

function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

/** What is written to a stream from now on, instead of being written. */
function captured(stream: NodeJS.WriteStream) {
  const { write } = stream;
  const chunks: Buffer[] = [];
  stream.write = (chunk: Uint8Array | string) => {
    chunks.push(Buffer.from(chunk as string));
    return true;
  };
  return {
    text: () => Buffer.concat(chunks).toString(),
    end: () => {
      stream.write = write;
    },
  };
}

/** Where the last run without --out has written: to a folder of its own if it was of a part of the suite, or of files. */
export function outIn(cwd: string): string {
  const parts = ['out/selection', 'out/files'].map((out) => join(cwd, out)).filter((out) => existsSync(out));
  const own = parts.flatMap((part) => readdirSync(part).map((name) => join(part, name)));
  const written = (dir: string) => statSync(dir).mtimeMs;
  return own.sort((a, b) => written(b) - written(a))[0] ?? join(cwd, 'out');
}

export const reportIn = (cwd: string): Report => parseReport(readFileSync(join(outIn(cwd), 'report.json'), 'utf8'));

export function resultsIn(cwd: string): CaseResult[] {
  const lines = readFileSync(join(outIn(cwd), 'results.jsonl'), 'utf8').split('\n');
  expect(lines.pop()).toBe(''); // the last line is whole
  return lines.map((line) => JSON.parse(line));
}

/** Joins the lines of printed commands, as a shell does. */
export const unbroken = (stdout: string): string => stdout.replaceAll(/ \\\n +/g, ' ');

/** One line that begins with the program's name and is not a stack trace: what a user can act upon. */
export function complaint({ stderr }: Ended): string {
  expect(stderr).toMatch(/^onnx-conformance: [^\n]+\n$/);
  expect(stderr).not.toMatch(/\bat (file:|node:|\S+ \()|internal error/);
  return stderr.slice('onnx-conformance: '.length, -1);
}
