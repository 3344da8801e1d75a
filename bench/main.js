/**
 * The costs that the project promises to keep low, measured side by side in one run. `npm run bench` builds first; `npm run bench -- fuzz`
 * measures a part.
 * Each figure is a median of several runs; the machine should be idle.
 */
import { execFileSync, fork, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { Random } from '../dist/generators/cases/random.js';
import { batchOf, batchSize } from '../dist/generators/fuzz/draw.js';
import { select } from '../dist/generators/suite/cases.js';
import { exactSum } from '../dist/oracles/numerics/exact-sum.js';
import { describeUndeclared } from '../dist/src/backends/capabilities.js';
import { openWorkers } from '../dist/src/backends/pool.js';
import { execArgv } from '../dist/src/campaign/processes.js';
import { openFuzzer } from '../dist/src/fuzz/open.js';
import { programTrial, settleProgram } from '../dist/src/fuzz/program-trial.js';
import { prepareCase } from '../dist/src/run/trial/prepare-case.js';
import { decodeTensor } from '../dist/vectors/onnx/tensor-proto.js';
import { everything, launchingOf, requirements } from './fuzz-settings.js';

const cli = fileURLToPath(new URL('../bin/onnx-conformance.js', import.meta.url));
/** What {@link cli} starts. */
const main = join(import.meta.dirname, '..', 'dist', 'bundled', 'main.js');
const bareLoop = fileURLToPath(new URL('bare-loop.js', import.meta.url));
/** The adapter switches onnxruntime's telemetry off, which a loop that anybody writes does not. */
const noTelemetry = { ...process.env, ORT_DISABLE_TELEMETRY: '1' };
const fuzzProcess = fileURLToPath(new URL('fuzz-process.js', import.meta.url));
const inBareLoop = ['onnxruntime-node', 'onnxruntime-web'];
const fuzzed = [...inBareLoop, '@jax-js/onnx', 'tractjs', '@techstark/opencv-js'];
/** Batches that a process runs first, in which its code is compiled: what a campaign makes of them in its first half minute. */
const warmingBatches = 4;
/** The others, at most, and the seconds in which they are asked about. */
const mostBatches = 8;
const mostSeconds = 60;
const folder = mkdtempSync(join(tmpdir(), 'onnx-conformance-bench-'));

/** In the order in which they are measured. */
const parts = {
  fuzz: fuzzing,
  quick: () => wholeRun('quick'),
  products: exactProducts,
  sums: exactSums,
  help: helpStart,
  network: checkOfNetwork,
};
/** Those that take half an hour are measured where they are named. */
const long = { standard: () => wholeRun('standard') };

try {
  const named = process.argv.slice(2);
  for (const name of named.length > 0 ? named : Object.keys(parts)) {
    const part = { ...parts, ...long }[name];
    if (!part) throw new Error(`no part ${name}: there are ${Object.keys({ ...parts, ...long }).join(', ')}`);
    await part();
  }
} finally {
  rmSync(folder, { recursive: true });
}

/**
 * The main job against a process that creates the same sessions and runs the same inputs, and checks nothing: judged anew, with a store
 * that is filled, and from it.
 */
function wholeRun(suite) {
  const out = join(folder, 'out');
  const run = ['run', '--backend', 'onnxruntime-node', '--suite', suite, '--report-only', '--quiet', '--out', out];
  const store = { XDG_CACHE_HOME: join(folder, 'cache') };
  const anew = timesOf([cli, ...run, '--no-store']);
  const { cells, cases, invalid } = select({ seed: 1, ids: [], opsets: [], dtypes: [], suite });
  const crashes = lossesIn(join(out, 'results.jsonl'));
  const trials = [...cells, ...invalid].flatMap(cases).filter(({ id }) => !crashes.has(id));
  const file = join(folder, 'requests');
  writeFileSync(file, serialize(trials.flatMap(bareRequest)));
  const bare = timesOf([bareLoop, file]);
  console.log(
    `${suite}, ${trials.length} cases and invalid models, onnxruntime-node, processor time and clock of all processes`,
  );
  const line = (name, { cpu, clock }) =>
    console.log(`  ${name.padEnd(12)} ${show(cpu)} s, ${show(clock)} s: ${show(cpu / bare.cpu)} of the bare loop`);
  line('bare loop', bare);
  line('judged anew', anew);
  line('first run', timesOf([cli, ...run], store));
  line('second run', timesOf([cli, ...run], store));
  const kept = execFileSync(process.execPath, [cli, 'store', 'show'], {
    encoding: 'utf8',
    env: { ...noTelemetry, ...store },
  });
  console.log(`  ${kept.trim()}`);
}

/** The cases that ended the process of the backend, or took too long. */
function lossesIn(file) {
  const results = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return new Set(results.filter(({ outcome }) => outcome === 'crash' || outcome === 'timeout').map(({ id }) => id));
}

/** What the bare loop is asked of a trial: nothing where it has inputs that are no tensors. */
function bareRequest(question) {
  try {
    const { request, control } = prepareCase(question);
    return { ...decodedRequest(request), ...(control && { control: decodedRequest(control().request) }) };
  } catch {
    return [];
  }
}

/** Seconds of processor time and by the clock that a process and those that it started took. @throws Error if it fails */
function timesOf(args, env = {}) {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" > /dev/null';
  const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, ...args], {
    encoding: 'utf8',
    env: { ...noTelemetry, ...env },
  });
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
  const [clock, user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { clock, cpu: user + system };
}

/** What the exact oracle takes of the run of an operator whose elements are sums of many products, and the memory of that. */
function exactProducts() {
  for (const operator of ['MatMul', 'Conv']) {
    for (const suite of ['quick', 'standard', 'full']) {
      const out = join(folder, `${operator}-${suite}`);
      const command = [
        'run',
        operator,
        '--no-store',
        '--suite',
        suite,
        '--backend',
        'onnxruntime-node',
        '--report-only',
        '--out',
        out,
      ];
      const { megabytes } = usageOf([main, ...command]);
      const { totals, times } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
      const cases = Object.values(totals).reduce((sum, count) => sum + count, 0);
      console.log(
        `${operator.padEnd(8)} ${suite.padEnd(8)} ${cases} cases, ${show(times.seconds)} s, oracle ${show(times.oracleSeconds)} s, share ${show(times.oracleSeconds / times.seconds)}   (goal: at most 0.5), ${megabytes} MB`,
      );
    }
  }
}

/** Processor time in seconds and most megabytes of a program, without the processes that it starts. @throws Error if it fails */
function usageOf(args) {
  const script = `process.on('exit', () => process.stderr.write('usage ' + JSON.stringify(process.resourceUsage())))`;
  const preload = `data:text/javascript,${encodeURIComponent(script)}`;
  const { status, stderr } = spawnSync(process.execPath, ['--import', preload, ...args], {
    encoding: 'utf8',
    env: noTelemetry,
  });
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(/usage (.*)$/.exec(stderr)[1]);
  return { cpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: Math.round(maxRSS / 1024) };
}

/** What `check` takes of a network of 575 MB besides the runtime, in seconds and against a fixed loop, since machines vary. */
function checkOfNetwork() {
  const file = 'out/networks/made/VGG-19.onnx';
  if (!existsSync(file)) {
    console.log('network: not measured; npm run evidence -- checked-networks VGG-19 makes its file');
    return;
  }
  const command = ['check', file, '--backend', 'onnxruntime-node', '--out', join(folder, 'network')];
  const loop = median([productsOf(1e9), productsOf(1e9), productsOf(1e9)]);
  const { cpu, megabytes } = usageOf([main, ...command]);
  const words = [`processor time ${show(cpu)} s`, `${show(cpu / loop)} loops of 10^9 products`, `${megabytes} MB`];
  console.log(`network, VGG-19: ${words.join(', ')}   (goal: 10 s, 3000 MB)`);
}

/** Seconds of processor time for a number of products of doubles. */
function productsOf(count) {
  const numbers = Float64Array.from({ length: 4096 }, (_, i) => Math.sin(i));
  const begun = process.cpuUsage();
  let sink = 0;
  for (let i = 0; i < count; i++) sink += numbers[i & 4095] * numbers[(7 * i) & 4095];
  const { user, system } = process.cpuUsage(begun);
  if (Number.isNaN(sink)) throw new Error('unreachable: keeps the loop from being optimised away');
  return (user + system) / 1e6;
}

/**
 * Programs that are drawn and judged, against the same programs run and not looked at: by a loop in a process of its own, where
 * there is one for the runtime, and by the process that `fuzz` asks, which gets the requests as they are. Those that do not
 * pass, some of which end the process, are not asked there; `fuzz` asks them, does not count them, and does not look into failures,
 * which takes as long as it may.
 */
async function fuzzing() {
  for (const backend of fuzzed) {
    if (isInstalled(backend)) await fuzzingOf(backend);
    else console.log(`fuzz, ${backend}: not measured, since it is not installed here`);
  }
}

/** Whether a package is there for the backend, which takes it from the folder that the command runs in. */
function isInstalled(name) {
  try {
    createRequire(join(process.cwd(), 'here')).resolve(name);
    return true;
  } catch {
    return false;
  }
}

async function fuzzingOf(backend) {
  const { requests, batches, without } = await requestsWithoutFailure(backend);
  console.log(
    `fuzz, ${backend}, ${requests.length} programs that do not fail, after ${warmingBatches * batchSize} that warm up`,
  );
  const unchecked = await paceUnchecked(backend, requests);
  const paces = [['unchecked', unchecked]];
  if (inBareLoop.includes(backend)) {
    const file = join(folder, 'programs');
    writeFileSync(file, serialize(requests.map(decodedRequest)));
    const stdio = ['ignore', 'pipe', 'ignore'];
    const loop = () =>
      JSON.parse(execFileSync(process.execPath, [bareLoop, file, backend], { env: noTelemetry, stdio }));
    paces.unshift(['bare loop', median([loop(), loop(), loop()].map(({ programs, seconds }) => programs / seconds))]);
  }
  for (const [name, pace] of paces) console.log(`  ${name.padEnd(10)}  ${show(pace)} programs/s`);
  const { programs, seconds } = await fuzzInProcess({ backend, without, batches });
  const ratios = paces.map(([name, pace]) => `${show(programs / seconds / pace)} of ${name}`).join(', ');
  console.log(`  fuzz        ${show(programs / seconds)} programs/s: ${ratios}   (goal: at least 0.5)`);
}

/** Requests in a second that the process of a backend answers, each sent before it is asked for. */
async function paceUnchecked(name, requests) {
  const { command, options } = launchingOf(name);
  const backend = await openWorkers(command, 1, options);
  const started = performance.now();
  const underWay = new Set();
  for (const request of requests) {
    const answer = backend.run(request).then(() => underWay.delete(answer));
    underWay.add(answer);
    if (underWay.size >= 64) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  const took = (performance.now() - started) / 1000;
  await backend.close();
  return requests.length / took;
}

/** Programs and seconds of some batches in a process like those of a campaign. */
function fuzzInProcess(assignment) {
  const child = fork(fuzzProcess, { execArgv, env: noTelemetry, serialization: 'advanced' });
  const warming = Array.from({ length: warmingBatches }, (_, batch) => ({ seed: 2, batch }));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`the process for ${assignment.backend} ended with ${code}`)));
    child.on('message', resolve);
    child.send({ ...assignment, warming });
  });
}

/**
 * The requests of programs at which a runtime does not fail, as many as it answers in a minute or a few thousand, the batches that
 * they are of, and what it does not support.
 */
async function requestsWithoutFailure(name) {
  const launching = launchingOf(name);
  const fuzzer = await openFuzzer({ backends: [launching], selection: everything, requirements });
  const { selection } = fuzzer;
  await fuzzer.close();
  const backend = await openWorkers(launching.command, 1, launching.options);
  const requests = [];
  const batches = [];
  const end = performance.now() + 1000 * mostSeconds;
  for (let batch = 0; batch < mostBatches && performance.now() < end; batch++) {
    let programs = 0;
    for (const program of batchOf(1, batch, selection)) {
      if (performance.now() > end) break;
      programs++;
      const trial = programTrial(program, 'bench', requirements);
      if (describeUndeclared(backend.capabilities, trial.models) !== undefined) continue;
      let asked;
      const { outcome } = await settleProgram(trial, (request) => {
        asked ??= request;
        return backend.run(request);
      });
      if (asked && outcome === 'pass') requests.push(asked);
    }
    batches.push({ seed: 1, batch, programs });
  }
  await backend.close();
  return { requests, batches, without: selection.without };
}

/** What is asked, with its inputs decoded: models, and runs of them. */
function decodedRequest(request) {
  const { models, runs } = request.models ? request : { models: [request.model], runs: [{ ...request, model: 0 }] };
  const decoded = ({ name, bytes }) => ({ name, ...decodeTensor(bytes).tensor });
  return { models, runs: runs.map(({ model, inputs, outputs }) => ({ model, inputs: inputs.map(decoded), outputs })) };
}

function runCli(args) {
  const { status, stderr } = spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`onnx-conformance ${args.join(' ')} exited with ${status}: ${stderr}`);
}

/** Exact sums of values uniform in [-10, 10), per element, against the loop that everybody writes. */
function exactSums() {
  const n = 4096;
  const rows = 500;
  for (const [name, make, goal] of [
    ['float32', Float32Array, 3],
    ['float64', Float64Array, 10],
  ]) {
    const random = new Random(1);
    const data = make.from({ length: n }, () => random.unit() * 20 - 10);
    const doubles = Float64Array.from(data);
    let sink = 0;
    const exact = perElement(() => {
      const sum = exactSum(data);
      sink += typeof sum === 'number' ? sum : sum.e;
    });
    const naive = perElement(() => {
      sink += naiveSum(doubles);
    });
    if (Number.isNaN(sink)) throw new Error('unreachable: keeps the loops from being optimised away');
    console.log(
      `exact ${name} sum    ${show(exact)} ns/element, naive float64 loop ${show(naive)}, ratio ${show(exact / naive)}   (goal: at most ${goal})`,
    );
  }

  function perElement(work) {
    const times = Array.from({ length: 9 }, () => seconds(() => repeat(rows, work)));
    return (median(times.slice(2)) * 1e9) / (rows * n);
  }
}

function naiveSum(values) {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return sum;
}

function helpStart() {
  const times = Array.from({ length: 9 }, () => seconds(() => runCli(['--help'])));
  console.log(`--help             ${Math.round(median(times) * 1000)} ms   (goal: at most 150)`);
}

function repeat(times, work) {
  for (let i = 0; i < times; i++) work();
}

function seconds(work) {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function show(x) {
  return x.toFixed(2);
}
