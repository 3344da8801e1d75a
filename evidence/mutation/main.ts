/**
 * `npm run evidence -- mutation`: counts how many edits of the acceptance the tests notice, and writes the page. `--check` only reports
 * whether the page is stale.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BadInput } from '../../oracles/spec/bad-input.ts';
import { argued } from './argued.ts';
import { complaintsOf, inOneLine, pageOf } from './page.ts';
import { readReport } from './report.ts';
import { hashes, page, staleFiles } from './staleness.ts';

// npm runs a script where package.json is
const folder = 'evidence/mutation';
const stryker = `${folder}/node_modules/@stryker-mutator/core/bin/stryker.js`;
const report = 'out/mutation/mutation.json';

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof BadInput)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

/** The exit code: 1 if the score is too low or a survivor is not argued. With `--check`: 1 if the page is older than the code. */
function main(args: readonly string[]): number {
  if (checkOnly(args)) return complain(staleFiles().map((file) => `${page} was written before ${file} changed`));
  // the mutation tester has 160 packages, so it is installed only when it is needed
  if (!existsSync(stryker)) run('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund']);
  run(process.execPath, [stryker, 'run', `${folder}/stryker.config.js`]);
  const files = readReport(JSON.parse(readFileSync(report, 'utf8')));
  writeFileSync(page, pageOf(files, argued, hashes()));
  process.stdout.write(`${inOneLine(files)}\n`);
  return complain(complaintsOf(files, argued));
}

function complain(complaints: readonly string[]): number {
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  return complaints.length === 0 ? 0 : 1;
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new BadInput(`'${[command, ...args].join(' ')}' failed: nothing was written`);
}

function checkOnly(args: readonly string[]): boolean {
  try {
    return parseArgs({ args: [...args], options: { check: { type: 'boolean', default: false } } }).values.check;
  } catch {
    throw new BadInput(`npm run evidence -- mutation takes --check or nothing, not '${args.join(' ')}'`);
  }
}
