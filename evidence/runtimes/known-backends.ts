/**
 * `npm run evidence -- known-backends`: runs the suite against every runtime that is installed, one after the other. What is to be said
 * of each is kept in reports/known-backends/ as soon as it has run, and reports/known-backends.md puts all of it together, README.md a part.
 * With `tractjs` it runs that one and keeps the sections of the others, with `--render` none; `--check` only says whether the
 * page is up to date.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseReport } from '../../reports/schema/json.ts';
import { isStale, knownBackend } from '../../reports/view/known-backends.ts';
import { fileNameOf, keep, page, pageOf, readme, sections, suiteToday, withRuntimes } from './sections.ts';
import { type Target, targets } from './targets.ts';

const cli = 'bin/onnx-conformance.js';
/** Seconds for one case, and for a start: emulated GPUs take their time, and so does a machine that is busy otherwise. */
const patience = ['--timeout', '30', '--start-timeout', '120'];
const today = suiteToday();

process.exitCode = main(process.argv.slice(2));

function main(args: readonly string[]): number {
  const modes = ['--render', '--check'];
  const unknown = args.find((arg) => !modes.includes(arg) && !targets.some(({ label }) => label === arg));
  if (unknown !== undefined) {
    const labels = targets.map(({ label }) => `  ${label}`).join('\n');
    process.stderr.write(
      `there is no target ${unknown}; take ${modes.join(' or ')}, or some of these, or none for all:\n${labels}\n`,
    );
    return 2;
  }
  if (args.includes('--check')) return check();
  const commit = commitOf(['oracles', 'generators', 'vectors', 'reports/*.ts', 'src', 'adapters']);
  const failed = targets.filter((target) => (args.length === 0 || args.includes(target.label)) && !run(target, commit));
  render();
  process.stdout.write(
    `${page}: ${sections()
      .map(({ label }) => label)
      .join(', ')}\n`,
  );
  for (const { label } of failed) process.stderr.write(`not run, see above; its section is as it was: ${label}\n`);
  return failed.length > 0 ? 1 : 0;
}

/** The exit code: 1 where the page is not what it would be, or says nothing of today's suite. */
function check(): number {
  const known = sections();
  const complaints = [
    ...(existsSync(page) && readFileSync(page, 'utf8') === pageOf(today)
      ? []
      : [`${page} is not up to date: take --render`]),
    ...known.filter((one) => isStale(one, today)).map(({ label }) => `about an earlier suite: ${label}`),
    ...targets
      .filter((target) => !known.some(({ label }) => label === target.label))
      .map(({ label }) => `never run: ${label}`),
  ];
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  return complaints.length > 0 ? 1 : 0;
}

/** False if nothing could be learnt of it. */
function run({ label, options, remark }: Target, commit: string): boolean {
  process.stdout.write(`\n${label}\n`);
  const out = join('out/known-backends', fileNameOf(label));
  rmSync(out, { recursive: true, force: true });
  const args = [cli, 'run', '--backend', label, ...options, ...patience, '--report-only', '--out', out];
  spawnSync(process.execPath, args, { stdio: 'inherit' });
  const path = join(out, 'report.json');
  if (!existsSync(path)) return false;
  const report = parseReport(readFileSync(path, 'utf8'));
  const suite = { version: report.tool.version, cases: report.planned };
  keep(knownBackend(label, report, { suite, commit }, remark));
  render();
  return true;
}

function render(): void {
  writeFileSync(page, pageOf(today));
  writeFileSync(readme, withRuntimes(readFileSync(readme, 'utf8')));
}

/** The commit that is checked out, and whether these files differ from it. */
function commitOf(paths: readonly string[]): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', ...paths) !== '';
  return `${git('rev-parse', '--short=12', 'HEAD')}${changed ? ' with changes' : ''}`;
}
