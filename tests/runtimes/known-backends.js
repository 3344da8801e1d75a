/**
 * `npm run known-backends`: runs the suite against every runtime that is installed, one after the other, and writes what
 * came of it to reports/known-backends.md. Each leaves its report in a folder of out/known-backends, so that
 * `npm run known-backends -- tractjs` runs one of them again, and `--render` none: both write the page of all reports
 * that are there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { renderKnownBackends } from '../../dist/reports/known-backends.js';
import { builtIns } from '../../dist/src/backends/built-in.js';

const cli = resolve(import.meta.dirname, '../../dist/src/cli/main.js');
const results = resolve(import.meta.dirname, '../../out/known-backends');
const page = resolve(import.meta.dirname, '../../reports/known-backends.md');
/** Seconds for one case, and for a start: emulated GPUs take their time, and so does a machine that is busy otherwise. */
const patience = ['--timeout', '30', '--start-timeout', '120'];
const python = existsSync('/usr/bin/python3') ? '@/usr/bin/python3' : '';

/** What is run, in the order of the page; the oracle's own backend would only say that it agrees with itself. */
const targets = [
  ...builtIns.filter(({ name }) => name !== 'reference').map(({ name }) => ({ label: name, backend: name })),
  { label: 'python:onnx.reference', backend: `python${python}:onnx.reference` },
  {
    label: "a toy of ours over Python's numpy, not a runtime",
    backend: `python${python}:../../docs/examples/numpy_toy_backend.py`,
  },
];

const folderOf = ({ label }) => join(results, label.replace(/[^\w.-]+/g, '-').replace(/^-|-$/g, ''));
const reportOf = (target) => join(folderOf(target), 'report.json');

process.exitCode = main(process.argv.slice(2));

function main(args) {
  const unknown = args.find((arg) => arg !== '--render' && !targets.some(({ label }) => label === arg));
  if (unknown !== undefined) {
    const labels = targets.map(({ label }) => `  ${label}`).join('\n');
    process.stderr.write(
      `there is no target ${unknown}; take --render, or some of these, or none for all:\n${labels}\n`,
    );
    return 2;
  }
  const chosen = args.length === 0 ? targets : targets.filter(({ label }) => args.includes(label));
  const failed = chosen.filter((target) => !run(target));
  const known = targets.filter((target) => existsSync(reportOf(target))).map(knownBackend);
  writeFileSync(page, renderKnownBackends(known));
  process.stdout.write(`reports/known-backends.md: ${known.map(({ label }) => label).join(', ')}\n`);
  for (const { label } of failed) process.stderr.write(`not run, see above: ${label}\n`);
  for (const { label } of targets.filter((target) => !existsSync(reportOf(target)))) {
    process.stderr.write(`not on the page, for want of a report in out/known-backends: ${label}\n`);
  }
  return failed.length > 0 ? 1 : 0;
}

/** False if there is no report of this run. */
function run(target) {
  process.stdout.write(`\n${target.label}\n`);
  const args = [cli, 'run', '--backend', target.backend, ...patience, '--report-only', '--out', folderOf(target)];
  // the packages are found where they are installed: in this folder
  const { status } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, stdio: 'inherit' });
  return status === 0 || status === 3;
}

function knownBackend(target) {
  return { label: target.label, report: JSON.parse(readFileSync(reportOf(target), 'utf8')) };
}
