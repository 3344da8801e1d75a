/**
 * `npm run evidence -- networks [FILES] [--seed 1] [--faults 8] [--elements 64] [--segments 4] [--shape input=1,512]`: plants faults one
 * at a time in nodes of networks and runs them in onnxruntime-node. It judges each node against the original network, and segments of
 * four nodes, which the runtime optimizes as separate models. The networks are the named files, or else those of `made.ts`. For
 * comparison with other tools, it also compares all values by allclose: with a correct run of onnxruntime-node, and with one of
 * onnxruntime-web.
 */
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { markdownTable } from 'markdown-table';
import * as ort from 'onnxruntime-node';
import { Random, seedOf } from '../../generators/cases/random.ts';
import { elementCount, scalarsOf, type Tensor } from '../../oracles/numerics/tensor.ts';
import { isTensor, type Value } from '../../oracles/numerics/value.ts';
import { isBroken as isBrokenOutcome } from '../../reports/schema/counts.ts';
import type { CaseResult } from '../../reports/schema.ts';
import type { Adapter } from '../../src/backends/adapter.ts';
import type { Backend } from '../../src/backends/backend.ts';
import { onnxruntimeAdapter, sessionOptionsFrom } from '../../src/backends/hosts/onnxruntime.ts';
import { callInProcess } from '../../src/backends/in-process.ts';
import { openWorkers } from '../../src/backends/pool.ts';
import { drawnInputs, type Network, networkOf } from '../../src/run/network/network.ts';
import { openNetwork } from '../../src/run/network/open.ts';
import { networkPlan } from '../../src/run/network/plan.ts';
import { runTrials } from '../../src/run/run.ts';
import { moreOutputs } from '../../vectors/onnx/instrument.ts';
import { encodeModel, type ModelSpec, requiredInputs } from '../../vectors/onnx/model.ts';
import { decodeBytes, encodeValues } from '../../vectors/onnx/value-proto.ts';
import { readArguments } from '../arguments.ts';
import { networkFaults, planted } from './faults.ts';
import { madeNetworks } from './made.ts';
import { outputsOf, segmentOf } from './segments.ts';

const { values: args, positionals: files } = readArguments({
  options: {
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '8' },
    elements: { type: 'string', default: '64' },
    shape: { type: 'string', multiple: true, default: [] },
    level: { type: 'string', default: 'all' },
    segments: { type: 'string', default: '4' },
  },
  allowPositionals: true,
});
const [seed, most, elements] = [args.seed, args.faults, args.elements].map(Number) as [number, number, number];
/** the number of nodes in a segment */
const length = Number(args.segments);
const shapes = new Map(
  args.shape.map((text) => {
    const [name, dims] = text.split('=') as [string, string];
    return [name, dims.split(',').map(Number)] as const;
  }),
);
const options = sessionOptionsFrom({ graphOptimizationLevel: args.level }, 'cpu');
const right = onnxruntimeAdapter({ name: 'onnxruntime-node', version: 'right' }, ort, options);

const settings = { elements, memory: 2 ** 29, limit: 5, seed, requirements: { requireTier: 'native' as const } };
const times = { caseTimeout: 60_000, startTimeout: 60_000 };
const isBroken = ({ outcome }: CaseResult): boolean => isBrokenOutcome(outcome);

type Values = ReadonlyMap<string, Value>;

/** Opens a network. */
async function read(name: string, bytes: Uint8Array): Promise<Network> {
  const closed = networkOf(bytes, name, (model) => {
    const known = new Set(requiredInputs(model).map((input) => input.name));
    return drawnInputs(model, { seed, shapes: new Map([...shapes].filter(([input]) => known.has(input))) });
  });
  const launching = { command: { spec: name, adapter: right }, options: times };
  const opened = await openNetwork(closed, launching, settings);
  return { ...opened, written: opened.bytes };
}

/** Returns all values between nodes that a backend computes. @throws Error if the run fails */
async function valuesBy(backend: Backend, bytes: Uint8Array, { model, inputs }: Network): Promise<Values> {
  const own = new Set(model.outputs.map(({ name }) => name));
  const names = model.nodes.flatMap(({ outputs }) => outputs).filter((name) => name !== '');
  const more = names.filter((name) => !own.has(name));
  const answer = await backend.run({
    model: bytes,
    appended: moreOutputs(more.map((name) => ({ name }))),
    inputs: encodeValues(inputs),
    outputs: names,
  });
  if (answer.kind !== 'outputs') throw new Error('message' in answer ? answer.message : answer.kind);
  return new Map(answer.outputs.map((one) => [one.name, decodeBytes(one)]));
}

const ofRight = callInProcess({ spec: 'right', adapter: right });

/** An adapter that runs another model in place of the network; models of single nodes run unchanged. */
function inPlaceOf({ bytes }: Network, other: Uint8Array): Adapter {
  const isNetwork = (model: Uint8Array) => Buffer.compare(model.subarray(0, bytes.length), bytes) === 0;
  return {
    ...right,
    prepare: (model) => right.prepare(isNetwork(model) ? Buffer.concat([other, model.subarray(bytes.length)]) : model),
  };
}

/** True if two tensors are close by the definition of numpy's allclose, with both tolerances 1e-5. */
function areClose(a: Value, b: Value): boolean {
  if (!isTensor(a) || !isTensor(b) || String(a.dims) !== String(b.dims)) return false;
  const [x, y] = [scalarsOf(a as Tensor), scalarsOf(b as Tensor)];
  for (let i = 0; i < elementCount(a.dims); i++) {
    const [p, q] = [Number(x(i)), Number(y(i))];
    if (Object.is(p, q) || p === q) continue;
    if (!(Math.abs(p - q) <= 1e-5 + 1e-5 * Math.abs(q))) return false;
  }
  return true;
}

const areSame = (a: Value, b: Value): boolean =>
  isTensor(a) && isTensor(b) && Buffer.compare(bytesOf(a), bytesOf(b)) === 0;
const bytesOf = ({ data }: Tensor): Buffer => {
  const { buffer, byteOffset, byteLength } = data as Uint8Array;
  return Buffer.from(buffer, byteOffset, byteLength);
};

/** The values that differ from those of another run, in the order of the network. */
const differing = ({ model }: Network, a: Values, b: Values, isAlike: (x: Value, y: Value) => boolean) =>
  model.nodes.flatMap(({ outputs }, place) =>
    outputs.filter((name) => name !== '' && !isAlike(a.get(name)!, b.get(name)!)).map((name) => ({ name, place })),
  );

/** The results of all nodes. */
async function judged(network: Network, adapter: Adapter): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  const { trials } = networkPlan(network, { ...settings, nodes: [] });
  await runTrials(callInProcess({ spec: adapter.name, adapter }), trials, {
    onResult: (result) => results.push(result),
  });
  return results;
}

interface Counts {
  /** of a right run: the nodes judged, those called wrong, and the values that allclose calls wrong compared with another runtime */
  nodes: number;
  falseAlarms: number;
  falseByAllclose: number;
  /** of runs with a fault */
  faults: number;
  named: number;
  others: number;
  /** segments judged, those called wrong, the faults that their outputs show, and the segments with such a fault called wrong */
  segments: number;
  falseSegments: number;
  faultsInSegments: number;
  namedSegments: number;
  /** by allclose: faults whose node differs first, other values that differ, and faults that no output of the network shows */
  first: number;
  flagged: number;
  hidden: number;
  /** the same by allclose with another runtime */
  firstElsewhere: number;
  flaggedElsewhere: number;
}
const counts = new Map<string, Counts>();

/** Another runtime, where it is installed; npm runs a script where package.json is. */
const command = {
  spec: 'onnxruntime-web',
  file: process.execPath,
  args: [resolve('dist/bundled/hosts/onnxruntime-web.js')],
  answersOn: 3 as const,
  cwd: 'evidence/runtimes',
};
const other = await openWorkers(command, 1, times).catch((error: Error) => {
  console.log(error.message);
  return undefined;
});

async function tryNetwork(name: string, bytes: Uint8Array): Promise<void> {
  const network = await read(name, bytes);
  const { model } = network;
  const values = await valuesBy(ofRight, network.bytes, network);
  const results = await judged(network, right);
  const passed = results.filter(({ outcome }) => outcome === 'pass').length;
  const wrong = results.filter(isBroken);
  const elsewhere = other && (await valuesBy(other, network.bytes, network).catch(() => undefined));
  const unlike = elsewhere ? differing(network, elsewhere, values, areClose).length : undefined;
  const own: Counts = {
    nodes: passed,
    falseAlarms: wrong.length,
    falseByAllclose: unlike ?? 0,
    ...{ faults: 0, named: 0, others: 0, first: 0, flagged: 0, hidden: 0, firstElsewhere: 0, flaggedElsewhere: 0 },
    ...{ segments: 0, falseSegments: 0, faultsInSegments: 0, namedSegments: 0 },
  };
  counts.set(name, own);
  console.log(
    `${name}: ${passed} nodes right, ${wrong.length} wrong ${wrong.map(({ id }) => id)}, ${model.nodes.length - passed - wrong.length} not judged; ` +
      (unlike === undefined ? '' : `by allclose with onnxruntime-web ${unlike} values differ`),
  );
  for (let first = 0; first < model.nodes.length; first += length) await trySegment(network, values, first, own);
  const random = new Random(seedOf(seed, name));
  let left = most;
  for (const fault of random.shuffle([...networkFaults])) {
    if (left === 0) break;
    for (const place of random.shuffle([...model.nodes.keys()]).slice(0, 40)) {
      if (await tryFault(network, { values, elsewhere }, place, fault, own)) {
        left--;
        break;
      }
    }
  }
}

/** Judges a segment of a correct run. */
async function trySegment(network: Network, values: Values, first: number, total: Counts): Promise<void> {
  const segment = segmentOf(network, values, [first, first + length], settings);
  const { accepted, message } = segment.judge(await outputsOf(ofRight, segment, segment.spec));
  total.segments++;
  if (accepted) return;
  total.falseSegments++;
  console.log(`  segment from node ${first + 1} WRONG: ${message}`);
}

/** Judges the segment with a fault. */
async function tryFaultInSegment(
  network: Network,
  values: Values,
  place: number,
  replacement: Parameters<typeof planted>[2],
  total: Counts,
): Promise<string> {
  const first = place - (place % length);
  const segment = segmentOf(network, values, [first, first + length], settings);
  const right = await outputsOf(ofRight, segment, segment.spec);
  const faulty = planted(segment.spec, place - first, replacement);
  const seen = await outputsOf(ofRight, segment, faulty).catch(() => undefined);
  if (!seen || seen.every((value, i) => areSame(value, right[i]!))) return 'not shown in its segment';
  total.faultsInSegments++;
  const { accepted, errorOverBound, vacuous } = segment.judge(seen);
  if (accepted) return `MISSED in its segment (error over bound ${errorOverBound.toPrecision(2)}, ${vacuous} vacuous)`;
  total.namedSegments++;
  return 'named in its segment';
}

/**
 * @param values those of a correct run
 * @param elsewhere those of another runtime, if it runs the network
 * @returns true if the node can have the fault, and a bit of its outputs differs
 */
async function tryFault(
  network: Network,
  { values, elsewhere }: { readonly values: Values; readonly elsewhere: Values | undefined },
  place: number,
  fault: (typeof networkFaults)[number],
  total: Counts,
): Promise<boolean> {
  const { model } = network;
  const node = model.nodes[place]!;
  const constants = new Map(model.initializers.map(({ name, tensor }) => [name, tensor]));
  const output = values.get(node.outputs[0] ?? '');
  if (!output || !isTensor(output)) return false;
  const replacement = fault.plant({ node, constant: (input) => constants.get(node.inputs[input] ?? ''), output });
  if (!replacement) return false;
  const faulty = encodeModel(planted(model as ModelSpec, place, replacement));
  const seen = await valuesBy(ofRight, faulty, network).catch(() => undefined);
  // a model that does not run, or whose answers are right, does not show the fault
  if (!seen || node.outputs.every((name) => name === '' || areSame(seen.get(name)!, values.get(name)!))) return false;
  const wrong = (await judged(network, inPlaceOf(network, faulty))).filter(isBroken).map(({ id }) => id);
  const own = `${String(place + 1).padStart(String(model.nodes.length).length, '0')}-${node.opType}`;
  const isNamed = wrong.includes(own);
  const others = wrong.length - (isNamed ? 1 : 0);
  const inSegment = await tryFaultInSegment(network, values, place, replacement, total);
  const flagged = differing(network, seen, values, areClose);
  const unlike = elsewhere ? differing(network, seen, elsewhere, areClose) : [];
  const besides = (all: typeof flagged) => all.filter((one) => one.place !== place).length;
  const results = new Set(model.outputs.map(({ name }) => name));
  const isHidden = !flagged.some(({ name }) => results.has(name));
  total.faults++;
  total.named += isNamed ? 1 : 0;
  total.others += others;
  total.first += flagged[0]?.place === place ? 1 : 0;
  total.flagged += besides(flagged);
  total.firstElsewhere += unlike[0]?.place === place ? 1 : 0;
  total.flaggedElsewhere += besides(unlike);
  total.hidden += isHidden ? 1 : 0;
  console.log(
    `  ${isNamed ? 'named' : 'MISSED'}${others > 0 ? `, ${others} OTHERS: ${wrong.filter((id) => id !== own)}` : ''}  ${own}: ${fault.id}; ${inSegment}; ` +
      `allclose: ${flagged.length} values, ${flagged[0]?.place === place ? 'it first' : 'not it'}${isHidden ? ', no output' : ''}`,
  );
  return true;
}

for (const model of files.length > 0 ? [] : madeNetworks()) await tryNetwork(model.name, encodeModel(model));
for (const file of files) await tryNetwork(basename(file), readFileSync(file));
await other?.close();

const columns = {
  'nodes right': ({ nodes }) => nodes,
  'called wrong': ({ falseAlarms }) => falseAlarms,
  ...(other && { 'by allclose': ({ falseByAllclose }) => falseByAllclose }),
  faults: ({ faults }) => faults,
  named: ({ named }) => named,
  'others blamed': ({ others }) => others,
  segments: ({ segments }) => segments,
  'segments called wrong': ({ falseSegments }) => falseSegments,
  'faults in segments': ({ faultsInSegments }) => faultsInSegments,
  'named by segment': ({ namedSegments }) => namedSegments,
  'allclose: first': ({ first }) => first,
  'others flagged': ({ flagged }) => flagged,
  'outputs alike': ({ hidden }) => hidden,
} satisfies Readonly<Record<string, (of: Counts) => number>>;
const sum = (of: (one: Counts) => number) => [...counts.values()].reduce((total, one) => total + of(one), 0);
const rows = [...counts].map(([name, one]) => [name, ...Object.values(columns).map((of) => String(of(one)))]);
const totals = ['all', ...Object.values(columns).map((of) => String(sum(of)))];
console.log(
  `\n${markdownTable([['network', ...Object.keys(columns)], ...rows, totals], {
    align: ['l', ...Object.keys(columns).map(() => 'r')],
    alignDelimiters: false,
  })}`,
);
const all = (key: keyof Counts): number => sum((one) => one[key]);
const compared = [
  ['', '`check`', 'allclose(1e-5) with a correct run', 'allclose(1e-5) with onnxruntime-web'],
  [`called wrong in correct runs of ${all('nodes')} nodes`, all('falseAlarms'), '', all('falseByAllclose')],
  [
    `faults not named at their node, of ${all('faults')}`,
    ...(['named', 'first', 'firstElsewhere'] as const).map((key) => all('faults') - all(key)),
  ],
  ['other nodes or values called wrong', all('others'), all('flagged'), all('flaggedElsewhere')],
].map((row) => row.slice(0, other ? 4 : 3).map(String));
console.log(`\n${markdownTable(compared, { align: ['l', 'r', 'r', 'r'], alignDelimiters: false })}`);
// a segment may be wrong, as the optimized runtime is
process.exitCode = sum(({ falseAlarms, others }) => falseAlarms + others) > 0 ? 1 : 0;
