/**
 * `npm run evidence -- NAME [arguments]`: builds and runs one of the programs that show what the suite can do (docs/evidence.md).
 * Alone it lists them. It ends with the exit code of the program, with 1 where building failed, and with 2 for a name it does not know.
 */
import { spawnSync } from 'node:child_process';

const suite = 'npm run --silent build';
const programs = 'npx --no -- tsc -p tsconfig.detection.json';
const built = 'out/build-detection/tests';
const rightKernels = ['plain', 'wider', 'backwards', 'pairwise'].flatMap((name) => [
  '-b',
  `${built}/fuzz/right/${name}.js`,
]);
const fuzzRight = ['bin/onnx-conformance.js', 'fuzz', '-b', 'reference', ...rightKernels];

/** What each program shows, what is built for it, and what Node runs. */
const evidence = {
  detection: [
    'which faulty kernels the suite catches, and which right ones it accuses',
    [programs],
    [`${built}/detection/main.js`],
  ],
  covering: ['which pairs of classes the cases of each suite cover', [programs], [`${built}/covering/main.js`]],
  mutation: [
    'which edits of the comparator and the acceptance our tests notice',
    ['npx --no -- tsc -p tests/mutation'],
    ['out/build-mutation/tests/mutation/main.js'],
  ],
  independent: [
    'whether a checker in Python derives the same acceptance',
    [programs],
    [`${built}/independent/main.js`],
  ],
  tightness: ['how much of their bounds right kernels use', [programs], [`${built}/tightness/main.js`]],
  'known-backends': [
    'what is wrong with each runtime that is installed',
    [suite, programs],
    [`${built}/runtimes/known-backends.js`],
  ],
  pack: ['whether the example runner judges a pack as the suite does', [programs], [`${built}/pack/main.js`]],
  campaign: [
    'whether a campaign survives the loss of a worker, the server and the coordinator',
    [suite, programs],
    [`${built}/campaign/main.js`],
  ],
  'fuzz-right': [
    'whether fuzz accuses right kernels',
    [suite, programs],
    [...fuzzRight, '--timeout', '100', '--out', 'out/fuzz-right'],
  ],
  'fuzz-faults': ['how soon fuzz finds each faulty kernel', [programs], [`${built}/fuzz-faults/main.js`]],
};

const [name, ...args] = process.argv.slice(2);
const found = Object.hasOwn(evidence, name ?? '') ? evidence[name] : undefined;
if (name === undefined) {
  console.log('npm run evidence -- NAME [arguments]\n');
  for (const [each, [shows]] of Object.entries(evidence)) console.log(`  ${each.padEnd(14)}  ${shows}`);
} else if (!found) {
  console.error(`There is nothing called '${name}' to run: npm run evidence lists the names.`);
  process.exitCode = 2;
} else {
  const [, builds, command] = found;
  // the program itself decides what an interrupt means
  process.on('SIGINT', () => {});
  const isBuilt = builds.every((build) => spawnSync(build, { shell: true, stdio: 'inherit' }).status === 0);
  const { status } = isBuilt ? spawnSync(process.execPath, [...command, ...args], { stdio: 'inherit' }) : { status: 1 };
  process.exitCode = status ?? 1;
}
