import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';
import { parseReport } from '../../reports/json.ts';
import type { CaseResult, Report } from '../../reports/schema.ts';

/** The command line as it is installed; `npm test` has built it. */
export const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

export const harnessFake = (name: string): string =>
  fileURLToPath(new URL(`../harness/fakes/${name}`, import.meta.url));
export const backendFake = (name: string): string =>
  fileURLToPath(new URL(`../backends/fakes/${name}`, import.meta.url));

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the tests' own terminal wants must not reach the command line under test. */
export const plainEnv: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined };

/** Runs the command line in a folder, without a terminal. */
export function cli(args: readonly string[], cwd = folder(), env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...plainEnv, ...env }, maxBuffer: 1 << 26 };
    const child = execFile(process.execPath, [main, ...args], options, (_, stdout, stderr) => {
      resolve({ code: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

const folders: string[] = [];
afterAll(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
}, 60_000);

/** A new folder, which goes with the test file. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'onnx-conformance-'));
  folders.push(path);
  return path;
}

/** Where a run without --out has written: to a folder of its own if it was of a part of the suite, or of files. */
export function outIn(cwd: string): string {
  const own = ['out/selection', 'out/files'].map((out) => join(cwd, out)).find((out) => existsSync(out));
  return own ?? join(cwd, 'out');
}

export const reportIn = (cwd: string): Report => parseReport(readFileSync(join(outIn(cwd), 'report.json'), 'utf8'));

export function resultsIn(cwd: string): CaseResult[] {
  const lines = readFileSync(join(outIn(cwd), 'results.jsonl'), 'utf8').split('\n');
  expect(lines.pop()).toBe(''); // the last line is whole
  return lines.map((line) => JSON.parse(line));
}

/** One line that begins with the program's name and is no stack trace: what a user can act upon. */
export function complaint({ stderr }: Ended): string {
  expect(stderr).toMatch(/^onnx-conformance: [^\n]+\n$/);
  expect(stderr).not.toMatch(/\bat (file:|node:|\S+ \()|internal error/);
  return stderr.slice('onnx-conformance: '.length, -1);
}
