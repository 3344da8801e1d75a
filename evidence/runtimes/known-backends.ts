/**
 * `npm run evidence -- known-backends`: runs the suite on every installed runtime, one after another. The result of a run is stored in
 * reports/known-backends/ as soon as it ends. The page, the table in the README and the site are made from these files. With names it
 * runs only these runtimes; `--suite quick` runs a part of the cases. If out/known-backends/ has the results of an earlier run, only
 * operators with changed cases run again, unless `--anew` is given. `--render` only writes the page, and `--check` reports what is out of
 * date.
 */
import { spawnSync } from 'node:child_process';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { type SuiteName, suites } from '../../generators/cases/proposal.ts';
import { parseReport } from '../../reports/schema/json.ts';
import { readArguments } from '../arguments.ts';
import { commitOf } from '../commit.ts';
import { changedOperators, hashedCases } from './cases.ts';
import { type KnownBackend, knownBackend, parseKnown } from './known.ts';
import { suiteOf } from './page.ts';
import { fileNameOf, keep, page, pageOf, pathOf, readme, sections, withRuntimes } from './sections.ts';
import { type Target, targets } from './targets.ts';

const cli = 'bin/onnx-conformance.js';
/** Seconds for one case, and for a start: emulated GPUs are slow, and so is a busy machine. */
const patience = ['--timeout', '30', '--start-timeout', '120'];

process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = readArguments({
    allowPositionals: true,
    options: {
      suite: { type: 'string', default: 'standard' },
      anew: { type: 'boolean' },
      render: { type: 'boolean' },
      check: { type: 'boolean' },
    },
  });
  const unknown = positionals.find((name) => !targets.some(({ label }) => label === name));
  if (unknown !== undefined || !suites.some((name) => name === values.suite)) {
    const labels = targets.map(({ label }) => `  ${label}`).join('\n');
    process.stderr.write(
      `unknown ${unknown === undefined ? `suite '${values.suite}'` : `runtime '${unknown}'`}; ` +
        `use --suite quick or standard, and names of these runtimes, or none for all:\n${labels}\n`,
    );
    return 2;
  }
  if (values.check) return check();
  if (values.render) {
    render();
    return 0;
  }
  const suite = values.suite as SuiteName;
  const commit = commitOf(['oracles', 'generators', 'vectors', 'reports/*.ts', 'src', 'adapters']);
  const cases = hashedCases(suite);
  const failed: string[] = [];
  for (const target of targets.filter(({ label }) => positionals.length === 0 || positionals.includes(label))) {
    if (!(await run(target, suite, { commit, cases }, values.anew === true))) failed.push(target.label);
  }
  for (const label of failed) process.stderr.write(`not run, see above; its section is unchanged: ${label}\n`);
  return failed.length > 0 ? 1 : 0;
}

/** The exit code: 1 if the page is out of date, or if a section has other cases than the current ones. */
function check(): number {
  const known = sections();
  const cases = new Map(
    suites
      .filter((suite) => known.some(({ report }) => suiteOf(report) === suite))
      .map((suite) => [suite as string, hashedCases(suite)]),
  );
  const complaints = [
    ...(existsSync(page) && readFileSync(page, 'utf8') === pageOf(known)
      ? []
      : [`${page} is not up to date: run with --render`]),
    ...known.flatMap((one) => {
      const changed = changedOperators(one.cases, cases.get(suiteOf(one.report))!);
      return changed.length > 0 ? [`${one.label}: other cases of ${changed.join(', ')}`] : [];
    }),
    ...targets
      .filter(({ label }) => !known.some((one) => one.label === label))
      .map(({ label }) => `never run: ${label}`),
  ];
  for (const complaint of complaints) process.stderr.write(`${complaint}\n`);
  return complaints.length > 0 ? 1 : 0;
}

/** Runs the suite on a runtime and stores the result. Returns false if the run leaves no report. */
async function run(
  { label, options }: Target,
  suite: SuiteName,
  ran: Pick<KnownBackend, 'commit' | 'cases'>,
  isAnew: boolean,
): Promise<boolean> {
  process.stdout.write(`\n${label}\n`);
  const out = join('out/known-backends', fileNameOf(label));
  if (isAnew || !(await leaveOutChanged(label, out, ran.cases))) rmSync(out, { recursive: true, force: true });
  const start = ['run', '--backend', label, '--suite', suite, ...options, ...patience, '--report-only', '--out', out];
  const resumed = spawnSync(process.execPath, [cli, ...start, '--resume'], { stdio: 'inherit' });
  // the earlier results may come from another release, another suite or another version of the runtime
  if (resumed.status === 2) spawnSync(process.execPath, [cli, ...start], { stdio: 'inherit' });
  const path = join(out, 'report.json');
  if (!existsSync(path)) return false;
  keep(knownBackend(label, parseReport(readFileSync(path, 'utf8'), path), ran));
  render();
  return true;
}

/** Removes the results of operators whose cases have changed. Returns false without an earlier run to continue. */
async function leaveOutChanged(label: string, out: string, cases: KnownBackend['cases']): Promise<boolean> {
  const [results, section] = [join(out, 'results.jsonl'), pathOf(label)];
  if (!existsSync(results) || !existsSync(section)) return false;
  const changed = new Set(changedOperators(parseKnown(readFileSync(section, 'utf8'), section).cases, cases));
  const left = `${results}.left`;
  await pipeline(async function* () {
    for await (const line of createInterface({ input: createReadStream(results) })) {
      const { operator } = JSON.parse(line);
      if (operator in cases && !changed.has(operator)) yield `${line}\n`;
    }
  }, createWriteStream(left));
  renameSync(left, results);
  return true;
}

function render(): void {
  const known = sections();
  writeFileSync(page, pageOf(known));
  writeFileSync(readme, withRuntimes(readFileSync(readme, 'utf8'), known));
}
