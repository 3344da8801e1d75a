/**
 * `npm run evidence -- checked-networks [NAMES or FILES] [--on RUNTIME]… [--shape input=1,512]…`: runs `check` on published networks and on
 * each installed runtime, and on large ones with random weights. Results are kept in `out/networks/`, and docs/networks.md is made from all of them; `--anew` runs those of the
 * selection again. A named file is run, but is not on the page.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { broken, judged } from '../../reports/schema/counts.ts';
import type { Report } from '../../reports/schema.ts';
import { titleOf } from '../../reports/view/symptom.ts';
import { commitOf } from '../commit.ts';
import { withMade } from '../made.ts';
import { type Checked, checkedRuntimes, inLine, pageParts } from './page.ts';
import { fileOf, fileOfLarge, largeNetworks, type PublishedNetwork, publishedNetworks } from './published.ts';

const { values: args, positionals } = parseArgs({
  options: {
    on: { type: 'string', multiple: true, default: [] },
    shape: { type: 'string', multiple: true, default: [] },
    anew: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '10' },
  },
  allowPositionals: true,
});
const root = resolve('out/networks');
const page = 'docs/networks.md';

const own = positionals.filter((name) => !name.endsWith('.onnx'));
/** The networks by name: their file, the shapes of inputs that the model leaves open, and the runtimes of the page. */
const networks = [
  ...publishedNetworks.map((network) => ({
    name: network.name,
    file: () => fileOf(network, join(root, 'packages')),
    shapes: shapesOf(network),
    runtimes: checkedRuntimes,
  })),
  ...largeNetworks.map((network) => ({
    name: network.name,
    file: () => fileOfLarge(network, join(root, 'made')),
    shapes: [],
    runtimes: checkedRuntimes.filter(({ name }) => name === 'onnxruntime on'),
  })),
];
const stranger = own.find((name) => !networks.some((network) => network.name === name));
if (stranger !== undefined) {
  throw new Error(`no network '${stranger}'; there are ${networks.map(({ name }) => name).join(', ')}`);
}
const runtimes = checkedRuntimes.filter(({ name }) => args.on.length === 0 || args.on.includes(name));

function shapesOf({ shapes = {} }: PublishedNetwork): readonly string[] {
  return Object.entries(shapes).map(([name, dims]) => `${name}=${dims}`);
}

/** Runs `check` in a process of its own. @returns `undefined` if it does not end in time, or gives no report */
function check(
  name: string,
  file: string,
  shapes: readonly string[],
  runtime: (typeof checkedRuntimes)[number],
): Checked {
  const folder = join(root, 'reports', name.replaceAll(' ', '-'), runtime.name.replaceAll(/[^\w.-]+/g, '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const usageFile = join(folder, 'usage.json');
  const command = [
    ['--import', resolve('out/build-evidence/evidence/networks/usage.js')],
    [resolve('dist/bundled/main.js'), 'check', resolve(file), '--backend', runtime.spec, ...runtime.options],
    ['--out', folder, '--format', 'json', ...shapes.flatMap((shape) => ['--shape', shape])],
  ].flat();
  const { stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: 'evidence/runtimes',
    encoding: 'utf8',
    env: { ...process.env, USAGE_FILE: usageFile },
    timeout: Number(args.minutes) * 60_000,
    killSignal: 'SIGKILL',
  });
  writeFileSync(join(folder, 'screen.txt'), stdout + stderr);
  const commit = commitOf(['oracles', 'src']);
  const reportFile = join(folder, 'report.json');
  const about = { network: name, runtime: runtime.name, commit };
  if (!existsSync(reportFile) || !existsSync(usageFile)) {
    return {
      ...about,
      failure: existsSync(usageFile) ? stderr.trim().split('\n').at(-1)! : `ended after ${args.minutes} min`,
    };
  }
  const { totals, notKnown, findings, backend }: Report = JSON.parse(readFileSync(reportFile, 'utf8'));
  const usage: NodeJS.ResourceUsage = JSON.parse(readFileSync(usageFile, 'utf8'));
  return {
    ...about,
    version: backend.version,
    judged: judged(totals),
    wrong: broken(totals),
    unsupported: totals.unsupported,
    unknown: notKnown?.count ?? 0,
    cpu: (usage.userCPUTime + usage.systemCPUTime) / 1e6,
    mebibytes: usage.maxRSS / 1024,
    findings: findings.map((finding) => ({
      title: titleOf(finding),
      nodes: finding.cases,
      smallest: finding.smallest.id,
    })),
  };
}

const results: Checked[] = [];
for (const { name, file, shapes, runtimes: ofPage } of networks) {
  const isChosen = positionals.length === 0 || own.includes(name);
  for (const runtime of ofPage) {
    const stored = join(root, 'results', `${name} on ${runtime.name.replaceAll('/', '+')}.json`);
    if (isChosen && runtimes.includes(runtime) && (args.anew || !existsSync(stored))) {
      const result = check(name, file(), shapes, runtime);
      console.log(inLine(result));
      mkdirSync(join(root, 'results'), { recursive: true });
      writeFileSync(stored, `${JSON.stringify(result, undefined, 1)}\n`);
    }
    if (existsSync(stored)) results.push(JSON.parse(readFileSync(stored, 'utf8')));
  }
}
for (const file of positionals.filter((name) => name.endsWith('.onnx'))) {
  for (const runtime of runtimes) console.log(inLine(check(basename(file), file, args.shape, runtime)));
}
let text = readFileSync(page, 'utf8');
for (const [name, part] of Object.entries(pageParts(results))) text = withMade(text, name, () => part);
writeFileSync(page, text);
