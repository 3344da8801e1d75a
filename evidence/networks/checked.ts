/**
 * `npm run evidence -- checked-networks [NAMES or FILES] [--on RUNTIME]… [--shape input=1,512]… [--memory 2GiB]`: runs `check` on published
 * networks, and networks with random weights, on each installed runtime. Results are stored in `checked/`, and
 * docs/networks.md is made from all of them. `--anew` runs those of the selection again. A named file is run, but is not on the page.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { broken, judged } from '../../reports/schema/counts.ts';
import type { Report } from '../../reports/schema.ts';
import { titleOf } from '../../reports/view/symptom.ts';
import { readArguments } from '../arguments.ts';
import { commitOf } from '../commit.ts';
import { withMade } from '../made.ts';
import { type Checked, checkedRuntimes, inLine, type Outcome, pageParts } from './page.ts';
import { fileOf, fileOfMade, madeNetworks, type PublishedNetwork, publishedNetworks } from './published.ts';
import { recomputed } from './recomputed.ts';

const { values: args, positionals } = readArguments({
  options: {
    on: { type: 'string', multiple: true, default: [] },
    shape: { type: 'string', multiple: true, default: [] },
    memory: { type: 'string', default: '512MiB' },
    anew: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
  },
  allowPositionals: true,
});
const root = resolve('out/networks');
const page = 'docs/networks.md';
const store = 'evidence/networks/checked';

const own = positionals.filter((name) => !name.endsWith('.onnx'));
const ofLarge = checkedRuntimes.filter(({ name }) => name === 'onnxruntime on');
/** The networks by name: their file, the options of `check`, and the runtimes of the page. */
const networks = [
  ...publishedNetworks.map((network) => ({
    name: network.name,
    file: () => fileOf(network, join(root, 'packages')),
    options: optionsOf(network),
    runtimes: network.memory === undefined ? checkedRuntimes : ofLarge,
  })),
  ...madeNetworks.map((network) => ({
    name: network.name,
    file: () => fileOfMade(network, join(root, 'made')),
    options: [],
    runtimes: network.isLarge ? ofLarge : checkedRuntimes,
  })),
];
const stranger = own.find((name) => !networks.some((network) => network.name === name));
if (stranger !== undefined) {
  throw new Error(`no network '${stranger}'; there are ${networks.map(({ name }) => name).join(', ')}`);
}
const runtimes = checkedRuntimes.filter(({ name }) => args.on.length === 0 || args.on.includes(name));

function optionsOf({ shapes = {}, memory }: PublishedNetwork): readonly string[] {
  const ofShapes = Object.entries(shapes).flatMap(([name, dims]) => ['--shape', `${name}=${dims}`]);
  return [...ofShapes, ...(memory === undefined ? [] : ['--memory', memory])];
}

type Runtime = (typeof checkedRuntimes)[number];

/** Runs `check` in a process of its own. */
function check(name: string, file: string, options: readonly string[], runtime: Runtime): Outcome {
  const folder = join(root, 'reports', name.replaceAll(' ', '-'), runtime.name.replaceAll(/[^\w.-]+/g, '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const command = [
    ['--import', resolve('out/build-evidence/evidence/networks/usage.js')],
    [resolve('dist/bundled/main.js'), 'check', resolve(file), '--backend', runtime.spec, ...runtime.options],
    ['--out', folder, '--format', 'json', ...options],
  ].flat();
  const { stderr } = spawnSync(process.execPath, command, {
    cwd: 'evidence/runtimes',
    encoding: 'utf8',
    env: { ...process.env, USAGE_FILE: join(folder, 'usage.json') },
    timeout: Number(args.minutes) * 60_000,
    killSignal: 'SIGKILL',
  });
  return outcomeIn(folder, stderr);
}

/** Reads the outcome of a run from its folder. It is a failure if the run did not end in time, or has no report. */
function outcomeIn(folder: string, stderr: string): Outcome {
  const commit = commitOf(['oracles', 'src']);
  const reportFile = join(folder, 'report.json');
  const usageFile = join(folder, 'usage.json');
  if (!existsSync(usageFile)) return { commit, failure: `ended after ${args.minutes} min` };
  if (!existsSync(reportFile)) return { commit, failure: stderr.trim().split('\n').at(-1)! };
  const { totals, notKnown, findings, backend }: Report = JSON.parse(readFileSync(reportFile, 'utf8'));
  const usage: NodeJS.ResourceUsage = JSON.parse(readFileSync(usageFile, 'utf8'));
  const again = recomputed(findings, join(folder, 'nodes'));
  return {
    commit,
    version: backend.version,
    judged: judged(totals),
    wrong: broken(totals),
    unsupported: totals.unsupported,
    unknown: notKnown?.count ?? 0,
    cpu: Number(((usage.userCPUTime + usage.systemCPUTime) / 1e6).toFixed(1)),
    mebibytes: Math.round(usage.maxRSS / 1024),
    findings: findings.map((finding, i) => ({
      title: titleOf(finding),
      nodes: finding.cases,
      smallest: finding.smallest.id,
      ...(again[i] && { recomputed: again[i] }),
    })),
  };
}

/** The stored outcomes of a network, by runtime. */
type Stored = Readonly<Record<string, Outcome>>;

const results: Checked[] = [];
mkdirSync(store, { recursive: true });
for (const { name, file, options, runtimes: ofPage } of networks) {
  const isChosen = positionals.length === 0 || own.includes(name);
  const path = join(store, `${name.replaceAll(' ', '-')}.json`);
  // read again before each result: another process may store results of other runtimes
  const read = (): Stored => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});
  for (const runtime of ofPage) {
    if (!isChosen || !runtimes.includes(runtime) || (read()[runtime.name] && !args.anew)) continue;
    const outcome = check(name, file(), options, runtime);
    console.log(inLine({ network: name, runtime: runtime.name, ...outcome }));
    const all: Stored = { ...read(), [runtime.name]: outcome };
    const sorted = ofPage.flatMap((one) => (all[one.name] ? [[one.name, all[one.name]]] : []));
    writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), undefined, 1)}\n`);
  }
  const stored = read();
  for (const runtime of ofPage.map((one) => one.name))
    if (stored[runtime]) results.push({ network: name, runtime, ...stored[runtime] });
}
for (const file of positionals.filter((name) => name.endsWith('.onnx'))) {
  for (const runtime of runtimes) {
    const options = [...args.shape.flatMap((shape) => ['--shape', shape]), '--memory', args.memory];
    const outcome = check(basename(file), file, options, runtime);
    console.log(inLine({ network: basename(file), runtime: runtime.name, ...outcome }));
  }
}
let text = readFileSync(page, 'utf8');
for (const [name, part] of Object.entries(pageParts(results))) text = withMade(text, name, () => part);
writeFileSync(page, text);
