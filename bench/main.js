/**
 * The costs that the project promises to keep low, measured side by side in one run. `npm run bench` builds first.
 * Each figure is a median of several runs; the machine should be idle.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serialize } from 'node:v8';
import { select } from '../dist/generators/cases.js';
import { batchOf, batchSize } from '../dist/generators/fuzz/draw.js';
import { Random } from '../dist/generators/random.js';
import { exactSum } from '../dist/oracles/numerics/exact-sum.js';
import { isOfSessions } from '../dist/oracles/sessions.js';
import { undeclared } from '../dist/src/backends/capabilities.js';
import { openWorkers } from '../dist/src/backends/pool.js';
import { openFuzzer } from '../dist/src/fuzz/open.js';
import { programTrial, settleProgram } from '../dist/src/fuzz/program-trial.js';
import { prepareInvalidModel } from '../dist/src/harness/invalid-model-trial.js';
import { prepareModel } from '../dist/src/harness/prepared-model.js';
import { prepareSession } from '../dist/src/harness/session-trial.js';
import { parseLaunch } from '../dist/src/options/launch.js';
import { decodeTensor } from '../dist/vectors/tensor-proto.js';

const cli = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
const bareLoop = fileURLToPath(new URL('bare-loop.js', import.meta.url));
/** The adapter switches onnxruntime's telemetry off, which a loop that anybody writes does not. */
const noTelemetry = { ...process.env, ORT_DISABLE_TELEMETRY: '1' };
/** Batches of programs that are run to tell how fast they are. */
const fuzzBatches = 2;
const folder = mkdtempSync(join(tmpdir(), 'onnx-conformance-bench-'));

try {
  await fuzzing();
  wholeRun();
  exactSums();
  helpStart();
} finally {
  rmSync(folder, { recursive: true });
}

/** The main job against a process that creates the same sessions and runs the same inputs, and checks nothing. */
function wholeRun() {
  const { cells, cases, invalid } = select({ seed: 1, ids: [], opsets: [], dtypes: [] });
  const valid = cells.flatMap(cases).map((question) => {
    const { request } = isOfSessions(question.cell.clause) ? prepareSession(question).session : prepareModel(question);
    return decodedRequest(request);
  });
  const refused = invalid.flatMap(cases).map((question) => {
    const { request, control } = prepareInvalidModel(question);
    return { ...decodedRequest(request), control: decodedRequest(control().request) };
  });
  const requests = [...valid, ...refused];
  const file = join(folder, 'requests');
  writeFileSync(file, serialize(requests));
  const out = join(folder, 'out');
  const bare = [];
  const silent = [];
  const full = [];
  for (let i = 0; i < 3; i++) {
    const loop = (env) => seconds(() => execFileSync(process.execPath, [bareLoop, file], { stdio: 'inherit', env }));
    bare.push(loop(process.env));
    silent.push(loop(noTelemetry));
    full.push(seconds(() => runCli(['run', '--backend', 'onnxruntime-node', '--report-only', '--out', out])));
  }
  const oracle = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).times.oracleSeconds;
  const reference = seconds(() => runCli(['run', '--backend', 'reference', '--out', out]));
  console.log(
    `whole run, ${valid.length} cases and ${refused.length} illegal models, onnxruntime-node, whole processes, median of 3`,
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

/**
 * Programs that are drawn and judged, and made smaller where they fail, against the same programs run and not looked at. The
 * loop finds its programs ready in a file; the suite starts, draws, asks the oracle, runs what the loop runs and again what
 * fails. A first pass leaves out what costs the backend its process, which would end that of the loop.
 */
async function fuzzing() {
  const requests = await requestsOfPrograms();
  const file = join(folder, 'programs');
  writeFileSync(file, serialize(requests));
  const runs = String(fuzzBatches * batchSize);
  const out = join(folder, 'fuzz');
  const command = [process.execPath, cli, 'fuzz', '-b', 'onnxruntime-node', '--runs', runs, '--out', out];
  const bare = [];
  const full = [];
  for (let i = 0; i < 3; i++) {
    bare.push(costOf([process.execPath, bareLoop, file], [0]));
    full.push(costOf(command, [0, 1, 3]));
  }
  const result = JSON.parse(readFileSync(join(out, 'fuzz.json'), 'utf8')).result;
  const told = (costs, kind) => {
    const taken = median(costs.map((cost) => cost[kind]));
    return `${show(taken)} s, ${show(runs / taken)} programs/s`;
  };
  console.log(`fuzz, ${runs} programs, onnxruntime-node, whole processes, median of 3`);
  for (const [kind, words] of Object.entries({ clock: 'by the clock', processor: 'of processor time' })) {
    const ratio = median(bare.map((cost) => cost[kind])) / median(full.map((cost) => cost[kind]));
    console.log(`  ${words}`);
    console.log(`    bare loop          ${told(bare, kind)}, without onnxruntime's telemetry`);
    console.log(`    onnx-conformance   ${told(full, kind)}`);
    console.log(`    share of the pace  ${show(ratio)} of that of the loop   (goal: at least 0.5)`);
  }
  const { generation, oracle, runtime, investigation, total } = result.seconds;
  const trying = full.at(-1).clock - investigation;
  console.log(`  last run by the clock, without looking into failures`);
  console.log(`    onnx-conformance   ${show(trying)} s, ${show(runs / trying)} programs/s, start included`);
  console.log(`    share of the pace  ${show(median(bare.map(({ clock }) => clock)) / trying)} of that of the loop`);
  console.log(
    `  of ${show(total)} s: looking into failures ${show(investigation)}; else drawing ${show(generation)}, oracle ${show(oracle)}, waiting for the runtime ${show(runtime)}`,
  );
  console.log(`  causes that were looked into: ${result.findings.length}`);
}

/** What the backend is asked of the programs, but of those that end its process. */
async function requestsOfPrograms() {
  const launching = parseLaunch({
    backend: 'onnxruntime-node',
    env: [],
    backendOption: [],
    timeout: 10,
    startTimeout: 30,
  });
  const requirements = { requireTier: 'native' };
  const every = { ids: [], opsets: [], dtypes: [] };
  const fuzzer = await openFuzzer({ backends: [launching], selection: every, requirements });
  const { selection } = fuzzer;
  await fuzzer.close();
  const backend = await openWorkers(launching.command, 1, launching.options);
  const requests = [];
  let lost = 0;
  for (let batch = 0; batch < fuzzBatches; batch++) {
    for (const program of batchOf(1, batch, selection)) {
      const trial = programTrial(program, 'bench', requirements);
      if (undeclared(backend.capabilities, trial.models) !== undefined) continue;
      await settleProgram(trial, async (request) => {
        const answer = await backend.run(request);
        if (answer.kind === 'crash' || answer.kind === 'timeout') lost++;
        else requests.push(decodedRequest(request));
        return answer;
      });
    }
  }
  await backend.close();
  console.log(`fuzz: ${lost} programs ended the process of the backend; the loop does not run them`);
  return requests;
}

/**
 * Seconds that a command takes by the clock, and of processor time with all processes that it starts: `clock`, `processor`.
 * @throws Error if it ends otherwise than it may
 */
function costOf(command, ends) {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" 2>/dev/null >/dev/null';
  const { status, stderr } = spawnSync('bash', ['-c', script, 'bash', ...command], {
    encoding: 'utf8',
    env: noTelemetry,
  });
  if (!ends.includes(status)) throw new Error(`${command.join(' ')} exited with ${status}`);
  const [clock, user, system] = stderr.trim().split(/\s+/).map(Number);
  return { clock, processor: user + system };
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
