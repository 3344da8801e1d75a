/**
 * `npm run evidence -- planted [operators] [--seed 1] [--faults 60] [--pairs 10]`: plants single faults and pairs of faults, and runs the
 * quick suite's cases of their operators. It prints each fault with the titles of the findings. For drawn faults it measures how well the
 * conditions agree; a reader judges the others.
 */
import { Random, seedOf } from '../../generators/cases/random.ts';
import { poolOf } from '../../generators/fuzz/draw.ts';
import { operators } from '../../oracles/operators.ts';
import { isOfTensors } from '../../oracles/spec/expect-values.ts';
import { Aggregator, type ReportFrame } from '../../reports/aggregate/aggregate.ts';
import { isBroken } from '../../reports/schema/counts.ts';
import type { Finding } from '../../reports/schema.ts';
import { titleOf } from '../../reports/view/symptom.ts';
import { callInProcess } from '../../src/backends/in-process.ts';
import { catalogue } from '../../src/catalogue.ts';
import { suiteAgenda } from '../../src/run/agenda.ts';
import { askFurther, settleFurther } from '../../src/run/further.ts';
import { runTrials } from '../../src/run/run.ts';
import { readArguments } from '../arguments.ts';
import { drawFault } from '../drawn/draw.ts';
import { candidateOf } from '../kernels/mutant.ts';
import { mutants } from '../kernels/mutants.ts';
import { agreementOf } from './agreement.ts';
import { faultyRuntime, ofDrawn, ofModelled, type Planted } from './plant.ts';

const { values, positionals } = readArguments({
  options: {
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: '60' },
    pairs: { type: 'string', default: '10' },
  },
  allowPositionals: true,
});
const [seed, faults, pairs] = [values.seed, values.faults, values.pairs].map(Number) as [number, number, number];
const random = new Random(seedOf(seed, 'planted'));
// drawn calls have tensors only
const concerned = operators
  .filter(isOfTensors)
  .filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const modelled = mutants.filter((mutant) => concerned.some(({ name }) => candidateOf(mutant).operators.includes(name)));

/**
 * Plants a fault. If `mayBeModelled`, one of three is modelled on a published bug; the others are drawn. Returns `undefined` if none
 * could be drawn.
 */
function plant(name = random.pick(concerned).name, mayBeModelled = true): Planted | undefined {
  const operator = operators.find((one) => one.name === name)!;
  const own = modelled.filter((mutant) => candidateOf(mutant).operators.includes(name));
  if (mayBeModelled && own.length > 0 && random.integer(0, 2) === 0)
    return ofModelled(candidateOf(random.pick(own)), name);
  const fault = drawFault(operator, random.integer(1, 2), poolOf({ ids: [name] }), random);
  return fault && ofDrawn(fault);
}

/** The findings, and the ids of the failing cases of the suite. */
interface Found {
  readonly findings: readonly Finding[];
  readonly failing: ReadonlySet<string>;
}

const required = { requireTier: 'native' } as const;
/** The number of cases in the quick suite, which determines how many further cases are run. */
const ofQuick = suiteAgenda({ seed: 1, ids: [], opsets: [], dtypes: [], suite: 'quick' }, required, { validOnly: true })
  .trials.length;

async function findingsOf(planted: readonly Planted[]): Promise<Found> {
  const ids = [...new Set(planted.map(({ operator }) => operator))];
  const { plan, trials } = suiteAgenda({ seed: 1, ids, opsets: [], dtypes: [], suite: 'quick' }, required, {
    validOnly: true,
  });
  const results = new Aggregator({ catalogue: catalogue([], new Set(ids)), plan, replay: () => '' });
  const backend = callInProcess({ spec: 'planted', adapter: faultyRuntime(planted) });
  const failing = new Set<string>();
  await runTrials(backend, trials, {
    onResult: (result) => {
      results.add(result);
      if (isBroken(result.outcome)) failing.add(result.id);
    },
    onLeftOut: (trial) => results.leaveOut(trial.skipped('it cannot be judged')),
  });
  await askFurther(backend, results, {
    seed: 1,
    asked: ofQuick,
    settle: (question, ask) =>
      settleFurther(question, { requirements: required, capabilities: backend.capabilities }, ask),
    signal: new AbortController().signal,
  });
  return { findings: results.report(frame).findings, failing };
}
const version = { name: 'planted', version: '1' };
const frame: ReportFrame = {
  tool: version,
  backend: version,
  options: { seed: 1, ids: [], opsets: [], dtypes: [], ...required },
  incidents: { count: 0, first: [] },
  times: { started: '', seconds: 0, oracleSeconds: 0, workers: 1 },
};

const singly: number[] = [];
const agreements: number[] = [];
let tried = 0;
while (singly.length < faults && tried++ < 4 * faults) {
  const planted = plant();
  if (!planted) continue;
  const { findings } = await findingsOf([planted]);
  if (findings.length === 0) continue;
  singly.push(findings.length);
  show(`${singly.length}. ${planted.text}`, findings);
  if (planted.fault) {
    const agreement = agreementOf(planted.fault, findings[0]!, new Random(seedOf(seed, planted.text)));
    agreements.push(agreement);
    console.log(`   conditions agree in ${Math.round(100 * agreement)} %\n`);
  }
}

/** The number of findings of each pair, by whether both faults are of one operator. */
const paired: Record<'two operators' | 'one operator', number[]> = { 'two operators': [], 'one operator': [] };
for (const [kind, counts] of Object.entries(paired)) {
  for (let i = 0; counts.length < pairs && i < 4 * pairs; i++) {
    const isOne = kind === 'one operator';
    // two faults in one kernel: each must leave calls that it does not change to the other
    const one = plant(undefined, !isOne);
    const other = one && plant(isOne ? one.operator : undefined, !isOne);
    if (!other || (!isOne && one.operator === other.operator)) continue;
    const [first, second] = [(await findingsOf([one])).failing, (await findingsOf([other])).failing];
    // a fault whose failures are all failures of the other cannot be distinguished from it
    if (isWithin(first, second) || isWithin(second, first)) continue;
    const { findings } = await findingsOf([one, other]);
    counts.push(findings.length);
    show(`pair ${counts.length} in ${kind}. ${one.text}\n   and ${other.text}`, findings);
  }
}

function isWithin(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...some].every((id) => others.has(id));
}

const part = (counts: readonly number[], wanted: number) =>
  `${counts.filter((count) => count === wanted).length} of ${counts.length}`;
console.log(`single faults with one finding: ${part(singly, 1)}; seed ${seed}`);
const inMost = agreements.filter((agreement) => agreement >= 0.8).length;
console.log(`conditions agree with those drawn in 80 % of calls or more: ${inMost} of ${agreements.length} findings`);
for (const [kind, counts] of Object.entries(paired))
  console.log(`pairs with two findings, in ${kind}: ${part(counts, 2)}`);

function show(text: string, findings: readonly Finding[]): void {
  console.log(text);
  for (const finding of findings) {
    console.log(`   → ${titleOf(finding)}`);
    console.log(`     ${finding.smallest.id}: ${finding.smallest.summary}`);
  }
  console.log();
}
