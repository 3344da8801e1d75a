/**
 * `npm run evidence -- NAME [arguments]`: builds and runs one of the programs that show what the suite can do (docs/evidence.md).
 * Without a name it lists them. The exit code is that of the program, 1 if a build fails, and 2 for an unknown name.
 */
import { spawnSync } from 'node:child_process';
import { runAll } from './all.js';

const suite = 'npm run --silent build';
const programs = 'npx --no -- tsc -p tsconfig.evidence.json';
const program = (path) => `out/build-evidence/evidence/${path}.js`;
const right = ['plain', 'wider', 'backwards', 'pairwise']
  .map((name) => `-b ${program(`fuzz-right/${name}`)}`)
  .join(' ');
const fuzzRight = `bin/onnx-conformance.js fuzz -b reference ${right} --timeout 100 --out out/fuzz-right`;

/** For each program: what it shows, what Node runs, what is built before (the programs alone if absent), and its environment. */
const evidence = {
  detection: [
    'which faulty kernels the suite detects, and which correct kernels it accuses',
    program('detection/main'),
  ],
  planted: ['how the report describes planted faults, for a reader to judge', program('planted/main')],
  networks: ['whether check names the faulty nodes of networks', program('networks/planted'), [suite, programs]],
  'checked-networks': [
    'what check says of published networks on each runtime',
    program('networks/checked'),
    [suite, programs],
  ],
  covering: ['which pairs of classes the cases of each suite cover', program('covering/main')],
  mutation: [
    'which edits of the comparator and the acceptance the tests notice',
    'out/build-mutation/evidence/mutation/main.js',
    ['npx --no -- tsc -p evidence/mutation'],
  ],
  independent: ['whether a checker in Python derives the same acceptance', program('independent/main')],
  tightness: ['how much of their bounds correct kernels use', program('tightness/main')],
  'known-backends': ['which faults each installed runtime has', program('runtimes/known-backends'), [suite, programs]],
  accuracy: [
    'how far answers of unary functions are from the exact values',
    program('accuracy/main'),
    [suite, programs],
  ],
  site: ['a site of the results of each runtime', program('site/main')],
  questions: ['whether the site answers the questions of users', program('site/questions')],
  pack: ['whether the example runner judges a pack as the suite does', program('pack/main')],
  campaign: [
    'whether a campaign survives lost workers, servers and coordinators',
    program('campaign/main'),
    [suite, programs],
  ],
  tests: [
    'what npm test shows, on everything that it samples',
    'node_modules/vitest/vitest.mjs run --testTimeout=3600000',
    [],
    { ONNX_CONFORMANCE_TEST_SAMPLES: 'all' },
  ],
  'fuzz-right': ['whether fuzz accuses correct kernels', fuzzRight, [suite, programs]],
  'fuzz-faults': ['how soon fuzz finds each faulty kernel', program('fuzz-faults/main')],
};

/** Builds and runs a program. Returns its exit code, 1 if a build fails. */
function run(name, args) {
  const [, command, builds = [programs], env = {}] = evidence[name];
  // as in the adapter of onnxruntime-node
  const environment = { ORT_DISABLE_TELEMETRY: '1', ...process.env, ...env };
  const isBuilt = builds.every((build) => spawnSync(build, { shell: true, stdio: 'inherit' }).status === 0);
  if (!isBuilt) return 1;
  const { status } = spawnSync(process.execPath, [...command.split(' '), ...args], {
    stdio: 'inherit',
    env: environment,
  });
  return status ?? 1;
}

const [name, ...args] = process.argv.slice(2);
// the programs themselves decide what an interrupt means
process.on('SIGINT', () => {});
if (name === undefined) {
  console.log('npm run evidence -- NAME [arguments]\n');
  for (const [each, [shows]] of Object.entries(evidence)) console.log(`  ${each.padEnd(16)}  ${shows}`);
  console.log(`  ${'all'.padEnd(16)}  runs every program with stale results; --list names them`);
} else if (name === 'all') {
  process.exitCode = await runAll(run, args);
} else if (Object.hasOwn(evidence, name)) {
  process.exitCode = run(name, args);
} else {
  console.error(`There is nothing called '${name}' to run: npm run evidence lists the names.`);
  process.exitCode = 2;
}
