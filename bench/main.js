/**
 * The costs that the project promises to keep low, measured side by side in one run. `npm run bench` builds first; `npm run bench -- fuzz`
 * measures a part.
 * Each figure is a median of several runs; the machine should be idle.
 */
import { execFileSync, fork, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { Random } from '../dist/generators/cases/random.js';
import { batchOf, batchSize } from '../dist/generators/fuzz/draw.js';
import { select } from '../dist/generators/suite/cases.js';
import { exactSum } from '../dist/oracles/numerics/exact-sum.js';
import { undeclared } from '../dist/src/backends/capabilities.js';
import { openWorkers } from '../dist/src/backends/pool.js';
import { execArgv } from '../dist/src/campaign/processes.js';
import { openFuzzer } from '../dist/src/fuzz/open.js';
import { programTrial, settleProgram } from '../dist/src/fuzz/program-trial.js';
import { prepareCase } from '../dist/src/run/trial/prepare-case.js';
import { decodeTensor } from '../dist/vectors/onnx/tensor-proto.js';
import { everything, launchingOf, requirements } from './fuzz-settings.js';

const cli = fileURLToPath(new URL('../bin/onnx-conformance.js', import.meta.url));
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
const parts = { fuzz: fuzzing, run: wholeRun, products: exactProducts, sums: exactSums, help: helpStart };

try {
  const named = process.argv.slice(2);
  for (const name of named.length > 0 ? named : Object.keys(parts)) {
    if (!Object.hasOwn(parts, name)) throw new Error(`no part ${name}: there are ${Object.keys(parts).join(', ')}`);
    await parts[name]();
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** The main job against a process that creates the same sessions and runs the same inputs, and checks nothing. */
function wholeRun() {
  const { cells, cases, invalid } = select({ seed: 1, ids: [], opsets: [], dtypes: [] });
  const requests = [...cells, ...invalid].flatMap(cases).map((question) => {
    const { request, control } = prepareCase(question);
    return { ...decodedRequest(request), ...(control && { control: decodedRequest(control().request) }) };
  });
  const file = join(folder, 'requests');
  writeFileSync(file, serialize(requests));
  const out = join(folder, 'out');
  const bare = [];
  const silent = [];
  const full = [];
  for (let i = 0; i < 3; i++) {
    const loop = (env) => seconds(() => execFileSync(process.execPath, [bareLoop, file], { env }));
    bare.push(loop(process.env));
    silent.push(loop(noTelemetry));
    full.push(seconds(() => runCli(['run', '--backend', 'onnxruntime-node', '--report-only', '--out', out])));
  }
  const oracle = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).times.oracleSeconds;
  const reference = seconds(() => runCli(['run', '--backend', 'reference', '--out', out]));
  console.log(
    `whole run, ${valid.length} cases and ${refused.length} invalid models, onnxruntime-node, whole processes, median of 3`,
  );
  console.log(
    `  bare loop          ${show(median(silent))} s without onnxruntime's telemetry, ${show(median(bare))} s with it`,
  );
  console.log(`  onnx-conformance   ${show(median(full))} s`);
  const [ratio, toSilent] = [bare, silent].map((loop) => show(median(full) / median(loop)));
  console.log(
    `  ratio              ${toSilent} to the loop without telemetry   (goal: at most 1.5); ${ratio} to the other`,
  );
  console.log(`  the suite itself   ${show(oracle)} s of processor time in the last run, all threads`);
  console.log(`  reference backend  ${show(reference)} s   (goal: below onnxruntime-node)`);
}

/** What the exact oracle takes of the run of an operator whose elements are sums of many products, and the memory of that. */
function exactProducts() {
  for (const operator of ['MatMul', 'Conv']) {
    for (const suite of ['quick', 'standard', 'full']) {
      const out = join(folder, `${operator}-${suite}`);
      const command = [
        'run',
        operator,
        '--suite',
        suite,
        '--backend',
        'onnxruntime-node',
        '--report-only',
        '--out',
        out,
      ];
      const memory = mostMemoryOf([process.execPath, cli, ...command]);
      const { totals, times } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'));
      const cases = Object.values(totals).reduce((sum, count) => sum + count, 0);
      console.log(
        `${operator.padEnd(8)} ${suite.padEnd(8)} ${cases} cases, ${show(times.seconds)} s, oracle ${show(times.oracleSeconds)} s, share ${show(times.oracleSeconds / times.seconds)}   (goal: at most 0.5), ${memory} MB`,
      );
    }
  }
}

/** Megabytes that a command holds at most, without the processes that it starts. @throws Error if it fails */
function mostMemoryOf([program, ...args]) {
  const script = `process.on('exit', () => process.stderr.write('maxRSS ' + process.resourceUsage().maxRSS))`;
  const preload = `data:text/javascript,${encodeURIComponent(script)}`;
  const { status, stderr } = spawnSync(program, ['--import', preload, ...args], { encoding: 'utf8', env: noTelemetry });
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
  return Math.round(Number(/maxRSS (\d+)$/.exec(stderr)[1]) / 1024);
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
      if (undeclared(backend.capabilities, trial.models) !== undefined) continue;
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
      sink += Number(exactSum(data).m & 1n);
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
