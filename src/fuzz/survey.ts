import { type Case, select } from '../../generators/cases.ts';
import { type FuzzSelection, poolOf } from '../../generators/fuzz/draw.ts';
import type { Signature } from '../../generators/fuzz/pool.ts';
import type { Backend } from '../backends/backend.ts';
import { caseTrial } from '../harness/case-trial.ts';
import type { Requirements } from '../harness/judge.ts';
import { runTrials } from '../harness/run.ts';
import type { Trial } from '../harness/trial.ts';

/** Signatures that are asked about before the time is looked at again. */
const chunk = 40;

/** What may be drawn, who is asked, and for how long. */
export interface Surveyed {
  readonly selection: FuzzSelection;
  readonly requirements: Requirements;
  /** processes of each backend */
  readonly workers: number;
  /** what has not been asked about when it comes is left out, where anything is known to be supported */
  readonly signal: AbortSignal;
}

/** The names of the signatures of a selection that no backend supports at all; none where that is all. */
export async function unsupported(backends: readonly Backend[], surveyed: Surveyed): Promise<readonly string[]> {
  const refused = await Promise.all(backends.map((backend) => refusedBy(backend, surveyed)));
  const all = poolOf(surveyed.selection).signatures.map(({ name }) => name);
  const common = all.filter((name) => refused.every((names) => names.has(name)));
  return common.length < all.length ? common : [];
}

/** Elements, and other measures, of cases that are asked for at most. */
const room = 2000;

const isSmall = ({ facts: { measures } }: Case) => Object.values(measures).every((measure) => measure <= room);

/** The case with all inputs but the first as constants. */
function withConstants(question: Case): Case {
  const { id, cell, opset, summary, facts, proposal } = question;
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

/** Asks for cases of the suite, as `run` does: of each signature the first, and others where that is not supported. */
async function refusedBy(
  backend: Backend,
  { selection, requirements, workers, signal }: Surveyed,
): Promise<ReadonlySet<string>> {
  const signatures = byTurns(poolOf(selection).signatures);
  // the full suite has cases of every signature, and far more than are wanted
  const suites = (['standard', 'full'] as const).map((suite) =>
    select({ seed: 1, ids: [], opsets: selection.opsets, dtypes: [], suite }),
  );
  const refused = new Set<string>();
  let asked = 0;
  const questionsOf = function* ({ cells }: Signature): Generator<Case> {
    // cell by cell: most signatures are settled by their first case
    const suite = suites.find(({ cases }) => cells.some((cell) => cases(cell).some(isSmall)));
    for (const cell of suite ? cells : []) yield* suite!.cases(cell).filter(isSmall);
  };
  const trialsOf = function* (signature: Signature): Generator<Trial> {
    const [first] = questionsOf(signature);
    for (const question of questionsOf(signature)) yield caseTrial(question, requirements);
    // programs have constants where no case of the suite has
    if (first) yield caseTrial(withConstants(first), requirements);
  };
  for (let from = 0; from < signatures.length && !signal.aborted; from += chunk) {
    const some = signatures.slice(from, from + chunk);
    const kinds = new Map(some.map((one) => [one.name, { [Symbol.iterator]: () => trialsOf(one) }]));
    const firsts = [...kinds.values()].flatMap(([first]) => first ?? []);
    const onRefused = (name: string) => refused.add(name);
    await runTrials(backend, firsts, { workers, signal, kinds, onRefused, answered: from > 0, onResult: () => {} });
    if (!signal.aborted) asked += some.length;
  }
  // what could not be asked about shares the fate of its operator
  const supported = new Set(
    signatures.slice(0, asked).flatMap(({ name, operator }) => (refused.has(name) ? [] : operator)),
  );
  if (supported.size > 0) {
    for (const { name, operator } of signatures.slice(asked)) if (!supported.has(operator)) refused.add(name);
  }
  return refused;
}

/** The first signature of each operator, then the second of each, and so on. */
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
