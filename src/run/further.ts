import { expectedOutputs, valueIfJudged } from '../../generators/fuzz/validate.ts';
import { runsOf } from '../../generators/sessions/runs.ts';
import { type Case, callOfValues } from '../../generators/suite/cases.ts';
import type { Aggregator } from '../../reports/aggregate/aggregate.ts';
import { conditionIn, isMet } from '../../reports/aggregate/causes/conditions.ts';
import type { Distinction } from '../../reports/aggregate/causes/operator-classes.ts';
import type { FurtherResult, UndecidedFinding } from '../../reports/aggregate/findings.ts';
import { getOr, groupBy } from '../../reports/aggregate/grouping.ts';
import { endsProcess, operatorAtFault } from '../../reports/schema/predicates.ts';
import type { Capabilities, CaseResult } from '../../reports/schema.ts';
import { type Backend, BackendUnavailable } from '../backends/backend.ts';
import { type DrawnCall, drawFor } from './further-calls.ts';
import { blameCase } from './suite-error.ts';
import { caseTrial } from './trial/case-trial.ts';
import type { Requirements } from './trial/judge.ts';
import { settleDeclared } from './trial/settle-declared.ts';
import { type Ask, UnjudgedTrial } from './trial/trial.ts';

/** The settings of further cases. */
interface FurtherSettings {
  readonly seed: number;
  /** the number of cases of the run; very small ones have no further cases */
  readonly asked: number;
  readonly settle: (question: FurtherQuestion, ask: Ask) => Promise<readonly CaseResult[]>;
  /** called before the first further case, if there is one, and when an operator is done, with the number of operators */
  readonly onProgress?: (done: number, of: number) => void;
  readonly signal: AbortSignal;
}

/** A round of further cases for one finding. */
export interface FurtherQuestion {
  readonly finding: UndecidedFinding;
  readonly seed: number;
  /** the number of the round; each draws more calls */
  readonly round: number;
  /** the further cases of its operator so far, known findings and new ones apart: none is asked twice */
  readonly asked: readonly string[];
}

/**
 * The number of rounds over all findings; for each finding the calls drawn in the first round and in later ones, those asked in a
 * round, and those among them that are likely to fail.
 */
const [rounds, drawn, drawnLater, chosen, confirming] = [16, 30, 10, 8, 2] as const;

/**
 * Asks further cases, which are in no suite, to learn the condition of each finding. Among drawn calls, it asks those whose
 * failure is least certain. Operators do not wait for each other. If the backend is lost, the findings stay unchanged.
 */
export async function askFurther(
  backend: Backend,
  results: Pick<Aggregator, 'undecided' | 'addFurther'>,
  { seed, asked, settle, onProgress, signal }: FurtherSettings,
): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  if (asked < fewest) return;
  const byOperator = groupBy(results.undecided(), ({ smallest }) => operatorAtFault(smallest));
  if (byOperator.size === 0) return;
  let done = 0;
  onProgress?.(done, byOperator.size);
  /** results that tell of another operator: they count at the end, so that no operator depends on the pace of others */
  const ofOthers: FurtherResult[] = [];
  const all = Promise.all(
    Array.from(byOperator, async ([operator, first]) => {
      await askAbout(operator, first);
      onProgress?.(++done, byOperator.size);
    }),
  );
  await Promise.race([all, stopped]);
  for (const one of ofOthers.toSorted((a, b) => (a.result.id < b.result.id ? -1 : 1))) results.addFurther(one);

  /** Asks about the findings of an operator in rounds; each round depends on the earlier ones. */
  async function askAbout(operator: string, first: readonly UndecidedFinding[]): Promise<void> {
    const further = new Map<string, string[]>();
    const ofSubject = (subject: string) => getOr(further, subject, () => []);
    let undecided = first;
    let losses = 0;
    for (let round = 0; round < rounds; round++) {
      const findings = [...groupBy(undecided, subjectOf)].flatMap(([subject, own]) =>
        own.slice(0, Math.ceil((perSubject - ofSubject(subject).length) / chosen)),
      );
      const asking = findings.map((finding) => {
        const question = { finding, seed, round, asked: ofSubject(subjectOf(finding)) };
        return settle(question, (request) => backend.run(request)).catch((error) => {
          if (!(error instanceof BackendUnavailable)) throw error;
          return undefined;
        });
      });
      const found = await Promise.all(asking);
      if (signal.aborted) return;
      // subjects with further cases in this round
      const active = new Set<string>();
      for (const [i, finding] of findings.entries()) {
        const own = found[i] ?? [];
        const subject = subjectOf(finding);
        ofSubject(subject).push(...own.map(({ id }) => id));
        if (own.length > 0) active.add(subject);
        losses += own.filter(endsProcess).length;
        for (const result of own) {
          const one = { result, about: finding.smallest.id };
          if (operatorAtFault(result) === operator) results.addFurther(one);
          else ofOthers.push(one);
        }
      }
      if (active.size === 0 || losses >= mostLosses) return;
      undecided = results
        .undecided((smallest) => operatorAtFault(smallest) === operator)
        .filter((finding) => active.has(subjectOf(finding)));
    }
  }
}

/** Returns what further cases are counted for: the known failures of an operator, or its new ones. */
const subjectOf = ({ smallest }: UndecidedFinding): string =>
  `${operatorAtFault(smallest)}${smallest.known === undefined ? '' : ', known'}`;

/** Chooses cases as {@link choose} does, and returns their results up to the first that costs the backend its process. */
export async function settleFurther(
  question: FurtherQuestion,
  { requirements, capabilities }: { readonly requirements: Requirements; readonly capabilities: Capabilities },
  ask: Ask,
): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for (const testCase of choose(question)) {
    const trial = caseTrial(testCase, { ...requirements, omitChoices: true });
    const settled = await blameCase(trial.id, async () => {
      try {
        return await settleDeclared(trial, capabilities, ask);
      } catch (error) {
        if (error instanceof UnjudgedTrial) return undefined;
        throw error;
      }
    });
    if (!settled) continue;
    results.push(settled);
    if (endsProcess(settled)) break;
  }
  return results;
}

/** Draws calls, and returns the cases whose outcomes best distinguish the possible conditions of a finding, in the order to ask. */
function choose({ finding, asked, seed, round }: FurtherQuestion): readonly Case[] {
  const possible = finding.possible.map(({ conditions, bits }) => ({ conditions: conditions.map(conditionIn), bits }));
  // a single possible condition leaves no outcome uncertain
  const count = (possible.length > 1 ? drawn : 4 * confirming) + round * drawnLater;
  const votes = drawFor(finding, seed, count)
    .filter(({ testCase: { id } }) => !asked.includes(id))
    .map((call) => votesOn(call, possible));
  const uncertain = votes.filter(({ doubt }) => doubt > leastDoubt).toSorted((a, b) => b.doubt - a.doubt);
  // one of each pattern of met conditions first
  const turns = [...groupBy(uncertain, ({ pattern }) => pattern).values()];
  const telling = uncertain.flatMap((_, turn) => turns.flatMap((same) => same[turn] ?? []));
  // if few cases fail, passing ones show little: likely failures are asked as well, variants of the failing case last
  const likely = votes
    .filter(({ fails }) => fails > 0.5)
    .toSorted((a, b) => Number(a.isVaried) - Number(b.isVaried) || b.fails - a.fails);
  const legal: typeof votes = [];
  const ask = (some: typeof votes, count: number) => {
    for (const call of some) {
      const isNew = legal.length < count && !legal.includes(call);
      if (isNew && (!call.isVaried || isLegal(call.testCase))) legal.push(call);
    }
  };
  ask(likely, confirming);
  ask(telling, chosen);
  // what probably passes comes first: a lost process ends the round
  return legal.toSorted((a, b) => a.fails - b.fails).map(({ testCase }) => testCase);
}

/** The number of further cases for an operator. It does not depend on the others, so neither do its titles. */
const perSubject = 64;

/** The lost processes of the backend that end the further cases of an operator: a start may take longer than all other cases. */
const mostLosses = 3;

/** Smaller runs ask no further cases: their user wants only the selected ones. */
const fewest = 10;

/** The least uncertainty of an outcome for a case to be asked. */
const leastDoubt = 0.02;

/** Returns the possible conditions that a call meets, as a pattern; the probability that it fails; and its variance as `doubt`. */
function votesOn(call: DrawnCall, possible: readonly Pick<Distinction, 'conditions' | 'bits'>[]) {
  const votes = possible.map(({ conditions }) =>
    call.classes.some((own) => conditions.every((condition) => isMet(condition, own))),
  );
  const weights = possible.map(({ bits }) => 2 ** (possible[0]!.bits - bits));
  const sum = (all: readonly number[]) => all.reduce((total, weight) => total + weight, 0);
  const fails = sum(weights.filter((_, i) => votes[i])) / sum(weights);
  return { ...call, pattern: votes.map(Number).join(''), fails, doubt: fails * (1 - fails) };
}

/** Whether every runtime has to answer a variant of a case. */
const isLegal = (testCase: Case): boolean =>
  valueIfJudged(() =>
    runsOf(testCase).every(({ testCase: { cell, proposal } }) =>
      expectedOutputs(cell.operator, cell.version, callOfValues(proposal)),
    ),
  ) !== undefined;
