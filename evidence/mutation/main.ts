/**
 * `npm run evidence -- mutation [FILES]`: counts how many edits of the acceptance the tests notice, and writes the page. It measures the
 * named files; without names, those that have changed since they were measured. Results are stored after every few files, so it may be
 * interrupted. `--check` only reports which files are to be measured.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { readArguments } from '../arguments.ts';
import { inOneLine, isLow, pageOf } from './page.ts';
import { readReport } from './report.ts';
import { mutated, mutatedFiles, sizeOf, staleFiles, store, storedFiles } from './stored.ts';

// npm runs a script where package.json is
const folder = 'evidence/mutation';
const page = `${folder}.md`;
const stryker = `${folder}/node_modules/@stryker-mutator/core/bin/stryker.js`;
const report = 'out/mutation/mutation.json';
/** Bytes of the files that are measured at once: the tester first runs all tests, which takes a minute. */
const atOnce = 12_000;

try {
  process.exitCode = main();
} catch (error) {
  if (!(error instanceof BadInput)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

/** The exit code: 1 if the score is too low; with `--check`, if a file is to be measured. */
function main(): number {
  const { values, positionals } = readArguments({
    options: { check: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (values.check) {
    const stale = staleFiles();
    for (const name of stale) process.stderr.write(`${mutated}/${name} has changed since it was measured\n`);
    return stale.length === 0 ? 0 : 1;
  }
  const unknown = positionals.find((name) => !mutatedFiles().includes(name));
  if (unknown !== undefined) throw new BadInput(`${mutated} has no file '${unknown}'`);
  // the mutation tester has 160 packages, so it is installed only when it is needed
  if (!existsSync(stryker)) run('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund']);
  for (const names of inBatches(positionals.length > 0 ? positionals : staleFiles())) {
    const files = names.map((name) => `${mutated}/${name}`).join();
    run(process.execPath, [stryker, 'run', `${folder}/stryker.config.js`, '--mutate', files]);
    store(readReport(JSON.parse(readFileSync(report, 'utf8'))));
    writeFileSync(page, pageOf(storedFiles(), staleFiles()));
    process.stdout.write(`${inOneLine(storedFiles())}\n`);
  }
  return isLow(storedFiles()) ? 1 : 0;
}

/** Returns the names in batches, each of one file or of few bytes. */
function inBatches(names: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const name of names) {
    bytes += sizeOf(name);
    if (bytes > atOnce) {
      batches.push([]);
      bytes = sizeOf(name);
    }
    batches.at(-1)!.push(name);
  }
  return batches;
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new BadInput(`'${[command, ...args].join(' ')}' failed: its files are not stored`);
}
