import { setImmediate } from 'node:timers/promises';
import { type FuzzSelection, poolOf } from '../../generators/fuzz/draw.ts';
import type { Signature } from '../../generators/fuzz/pool.ts';
import { type Case, type Cell, select } from '../../generators/suite/cases.ts';
import { tensorOfScalars } from '../../oracles/numerics/tensor.ts';
import { newestOpset, testedDTypes } from '../../oracles/operators.ts';
import type { Backend } from '../backends/backend.ts';
import { identityModel } from '../check/questions.ts';
import { runTrials } from '../run/run.ts';
import { caseTrial } from '../run/trial/case-trial.ts';
import type { Requirements } from '../run/trial/judge.ts';
import { type Trial, UnjudgedTrial } from '../run/trial/trial.ts';
import type { FuzzSettings } from './fuzzer.ts';

/** The number of signatures to ask about between two checks of the time. */
const chunkSize = 40;

/** The parameters of asking backends what they support. */
export interface ProbedSupport {
  readonly selection: FuzzSelection;
  readonly requirements: Requirements;
  /** processes of each backend */
  readonly workers: number;
  /** ends the asking; signatures not asked about are left out, if any are known to be supported */
  readonly signal: AbortSignal;
}

/**
 * Returns the selection narrowed to the opsets and signatures that some backend supports and, if all backends declare
 * dtypes, to the dtypes that some backend declares.
 */
export async function narrowSelection(
  { selection, requirements, workers = 1 }: FuzzSettings,
  backends: readonly Backend[],
  signal: AbortSignal,
): Promise<FuzzSettings['selection']> {
  const declared = backends.map(({ capabilities }) => capabilities);
  const dtypes = declared.flatMap((own) => own.dtypes ?? testedDTypes());
  const had =
    selection.opsets.length === 0 ? (await Promise.all(backends.map((one) => opsetsOf(one, signal)))).flat() : [];
  const opsets = [...new Set(had)].sort((a, b) => a - b);
  const asked = {
    ...selection,
    ...(selection.dtypes.length === 0 &&
      declared.every((own) => own.dtypes) && { dtypes: testedDTypes().filter((dtype) => dtypes.includes(dtype)) }),
    ...(had.length > 0 && opsets.length < newestOpset && { opsets }),
  };
  const without =
    selection.without ?? (await unsupported(backends, { selection: asked, requirements, workers, signal }));
  return { ...asked, without };
}

/** Returns the declared opsets between the first and the last at which an Identity model is accepted; all if none is accepted. */
async function opsetsOf(backend: Backend, signal: AbortSignal): Promise<readonly number[]> {
  const [first, last = newestOpset] = backend.capabilities.opsets ?? [1];
  const declared = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const taken: number[] = [];
  for (const opset of declared) {
    if (signal.aborted) return declared;
    const { request } = identityModel(opset, { x: tensorOfScalars('float32', [1], () => 1) });
    if ((await backend.run(request)).kind !== 'unsupported') taken.push(opset);
  }
  return taken.length > 0 ? declared.filter((opset) => taken[0]! <= opset && opset <= taken.at(-1)!) : declared;
}

/** Returns the names of the signatures of a selection that no backend supports; none if that would be all. */
async function unsupported(backends: readonly Backend[], surveyed: ProbedSupport): Promise<readonly string[]> {
  const refused = await Promise.all(backends.map((backend) => refusedBy(backend, surveyed)));
  const all = poolOf(surveyed.selection).signatures.map(({ name }) => name);
  const common = all.filter((name) => refused.every((names) => names.has(name)));
  return common.length < all.length ? common : [];
}

/** The greatest number of elements, and of other measures, of the cases used. */
const room = 2000;

const isSmall = ({ facts: { measures } }: Case) => Object.values(measures).every((measure) => measure <= room);

/** Returns a trial that does not judge values, but only asks whether the backend returns any. */
const asking = (trial: Trial): Trial => ({
  ...trial,
  settle: (ask) =>
    trial.settle(async (request) => {
      const answer = await ask(request);
      if (answer.kind === 'outputs') throw new UnjudgedTrial();
      return answer;
    }),
});

/** Returns a function for the small cases of a cell, which drafts each cell once. */
function smallOnce(cases: (cell: Cell) => readonly Case[]): (cell: Cell) => readonly Case[] {
  const known = new Map<Cell, readonly Case[]>();
  return (cell) => {
    const own = known.get(cell) ?? cases(cell).filter(isSmall);
    known.set(cell, own);
    return own;
  };
}

/** Returns a case with all inputs but the first as constants. */
function withConstants(testCase: Case): Case {
  const { id, cell, opset, summary, facts, proposal } = testCase;
  const inputs = proposal.inputs.map((input, i) =>
    i > 0 && input.form === 'input' ? { ...input, form: 'initializer' as const } : input,
  );
  return {
    id: `${id}/constants`,
    cell,
    opset,
    summary: `${summary}, others constant`,
    facts,
    proposal: { ...proposal, inputs },
  };
}

/** Asks cases of the suite, as `run` does: the first of each signature, and others if it is not supported. */
async function refusedBy(
  backend: Backend,
  { selection, requirements, workers, signal }: ProbedSupport,
): Promise<ReadonlySet<string>> {
  const signatures = byTurns(poolOf(selection).signatures);
  // only the full suite has cases of every signature, but it is much larger
  const suites = (['standard', 'full'] as const).map((suite) => {
    const { cases } = select({ seed: 1, ids: [], opsets: selection.opsets, dtypes: [], suite });
    return smallOnce(cases);
  });
  const refused = new Set<string>();
  let asked = 0;
  const questionsOf = function* ({ cells }: Signature): Generator<Case> {
    // cell by cell: most signatures are settled by their first case
    const suite = suites.find((casesOf) => cells.some((cell) => casesOf(cell).length > 0));
    for (const cell of suite ? cells : []) yield* suite!(cell);
  };
  const trialsOf = function* (signature: Signature): Generator<Trial> {
    const [first] = questionsOf(signature);
    for (const testCase of questionsOf(signature)) yield asking(caseTrial(testCase, requirements));
    // programs may have constants where cases of the suite have none
    if (first) yield asking(caseTrial(withConstants(first), requirements));
  };
  const onRefused = (name: string) => refused.add(name);
  for (let from = 0; from < signatures.length && !signal.aborted; from += chunkSize) {
    const some = signatures.slice(from, from + chunkSize);
    const kinds = new Map(some.map((one) => [one.name, { [Symbol.iterator]: () => trialsOf(one) }]));
    const firsts: Trial[] = [];
    for (const [first] of kinds.values()) {
      if (first) firsts.push(first);
      // lets the signal end the loop
      await setImmediate();
    }
    if (!signal.aborted) {
      await runTrials(backend, firsts, { workers, signal, kinds, onRefused, answered: from > 0, onResult: () => {} });
    }
    if (!signal.aborted) asked += some.length;
  }
  // signatures without a case count as supported if their operator is
  const supported = new Set(
    signatures.slice(0, asked).flatMap(({ name, operator }) => (refused.has(name) ? [] : operator)),
  );
  if (supported.size > 0) {
    for (const { name, operator } of signatures.slice(asked)) if (!supported.has(operator)) refused.add(name);
  }
  return refused;
}

/** Returns the first signature of each operator, then the second of each, and so on. */
function byTurns(signatures: readonly Signature[]): readonly Signature[] {
  const turns = new Map<Signature['operator'], number>();
  const turnOf = ({ operator }: Signature) => {
    const turn = turns.get(operator) ?? 0;
    turns.set(operator, turn + 1);
    return turn;
  };
  return signatures
    .toReversed()
    .map((signature) => ({ signature, turn: turnOf(signature) }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ signature }) => signature);
}
