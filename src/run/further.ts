import { isDeepStrictEqual } from 'node:util';
import { versionName } from '../../generators/cases/case.ts';
import { Random, seedOf } from '../../generators/cases/random.ts';
import { expectedOutputs, valueIfJudged } from '../../generators/fuzz/validate.ts';
import { runsOf } from '../../generators/sessions/runs.ts';
import { type Case, callOfValues, drawnCells, furtherCase, select } from '../../generators/suite/cases.ts';
import { varyCase } from '../../generators/suite/varied-case.ts';
import { findOperator } from '../../oracles/operators.ts';
import { isOfSessions } from '../../oracles/spec/sessions.ts';
import type { Aggregator } from '../../reports/aggregate/aggregate.ts';
import { classesByDimension, type Distinction, isMet } from '../../reports/aggregate/conditions.ts';
import type { UndecidedFinding } from '../../reports/aggregate/findings.ts';
import { getOr, groupBy } from '../../reports/aggregate/grouping.ts';
import { operatorAtFault } from '../../reports/schema/predicates.ts';
import type { Capabilities, CaseResult } from '../../reports/schema.ts';
import { type Backend, BackendUnavailable } from '../backends/backend.ts';
import { blameCase } from './suite-error.ts';
import { caseTrial } from './trial/case-trial.ts';
import type { Requirements } from './trial/judge.ts';
import { classesAt } from './trial/prepare-case.ts';
import { settleDeclared } from './trial/settle-declared.ts';
import { type Ask, UnjudgedTrial } from './trial/trial.ts';

/** The settings of further cases. */
interface FurtherSettings {
  readonly seed: number;
  /** the number of cases of the run; very small ones have no further cases */
  readonly asked: number;
  readonly settle: (question: FurtherQuestion, ask: Ask) => Promise<readonly CaseResult[]>;
  /** called before the first further case, if there is one */
  readonly onAsking?: () => void;
  readonly signal: AbortSignal;
}

/** A round of further cases for one finding. */
export interface FurtherQuestion {
  readonly finding: UndecidedFinding;
  readonly seed: number;
  /** the number of the round; each draws more calls */
  readonly round: number;
  /** the further cases of its operator so far: none is asked twice */
  readonly asked: readonly string[];
}

/**
 * The number of rounds over all findings; for each finding the calls drawn in the first round and in later ones, those asked in a
 * round, and those among them that are likely to fail.
 */
const [rounds, drawn, drawnLater, chosen, confirming] = [16, 30, 10, 8, 2] as const;

/**
 * Asks further cases, which are in no suite, to learn the condition of each finding. Among drawn calls, it asks those whose
 * failure is least certain. If they cost the backend its process, the findings stay unchanged.
 */
export async function askFurther(
  backend: Backend,
  results: Pick<Aggregator, 'undecided' | 'addFurther'>,
  { seed, asked, settle, onAsking, signal }: FurtherSettings,
): Promise<void> {
  const stopped = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  if (asked < fewest) return;
  const further = new Map<string, string[]>();
  const ofOperator = (operator: string) => getOr(further, operator, () => []);
  /** operators without further cases in a round: what is asked does not depend on others */
  const ended = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const undecided = groupBy(results.undecided(), ({ smallest }) => operatorAtFault(smallest));
    const findings = [...undecided].flatMap(([operator, own]) =>
      ended.has(operator) ? [] : own.slice(0, Math.ceil((perOperator - ofOperator(operator).length) / chosen)),
    );
    if (round === 0 && findings.length > 0) onAsking?.();
    const asking = findings.map((finding) => {
      const asked = ofOperator(operatorAtFault(finding.smallest));
      return settle({ finding, seed, round, asked }, (request) => backend.run(request)).catch((error) => {
        if (!(error instanceof BackendUnavailable)) throw error;
        return undefined;
      });
    });
    const found = await Promise.race([Promise.all(asking), stopped]);
    if (!found) return;
    for (const operator of undecided.keys()) ended.add(operator);
    for (const [i, { smallest }] of findings.entries()) {
      const own = found[i] ?? [];
      const operator = operatorAtFault(smallest);
      ofOperator(operator).push(...own.map(({ id }) => id));
      if (own.length > 0) ended.delete(operator);
      for (const result of own) results.addFurther(result);
    }
    if (findings.length === 0) return;
  }
}

/** Chooses cases as {@link choose} does, and returns their results. */
export async function settleFurther(
  question: FurtherQuestion,
  { requirements, capabilities }: { readonly requirements: Requirements; readonly capabilities: Capabilities },
  ask: Ask,
): Promise<readonly CaseResult[]> {
  const trials = choose(question).map((one) => caseTrial(one, { ...requirements, omitChoices: true }));
  const settled = await Promise.all(
    trials.map((trial) =>
      blameCase(trial.id, async () => {
        try {
          return [await settleDeclared(trial, capabilities, ask)];
        } catch (error) {
          if (error instanceof UnjudgedTrial) return [];
          throw error;
        }
      }),
    ),
  );
  return settled.flat();
}

/** Draws calls, and returns the cases whose outcomes best distinguish the possible conditions of a finding. */
function choose({ finding, asked, seed, round }: FurtherQuestion): readonly Case[] {
  const { possible } = finding;
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
  const legal: Case[] = [];
  const ask = (some: readonly DrawnCall[], count: number) => {
    for (const { testCase, isVaried } of some) {
      const isNew = legal.length < count && !legal.includes(testCase);
      if (isNew && (!isVaried || isLegal(testCase))) legal.push(testCase);
    }
  };
  ask(likely, confirming);
  ask(telling, chosen);
  return legal;
}

/** A drawn call, or a variant of the failing one, with the classes of its runs. */
interface DrawnCall {
  readonly testCase: Case;
  readonly isVaried: boolean;
  readonly classes: readonly ReadonlyMap<string, string>[];
}

/** What was drawn for each smallest case so far. Later rounds choose from it again, since drawing takes most of the time. */
const drawnFor = new Map<
  string,
  { readonly draw: (number: number) => DrawnCall | undefined; readonly calls: (DrawnCall | undefined)[] }
>();

/** The number of findings whose calls are kept: more than a run of the suite has. */
const mostDrawn = 512;

/** Draws the first calls for a finding, as many as `count`, without those that are too large or have no classes. */
function drawFor({ smallest, tried }: UndecidedFinding, seed: number, count: number): readonly DrawnCall[] {
  const { id, alone, classes } = smallest;
  const { draw, calls } = getOr(drawnFor, JSON.stringify([seed, id, alone, classes, [...tried].toSorted()]), () => ({
    draw: callsFor(smallest, tried, seed),
    calls: [],
  }));
  if (drawnFor.size > mostDrawn) drawnFor.delete(drawnFor.keys().next().value!);
  while (calls.length < count) calls.push(draw(calls.length));
  return calls.slice(0, count).flatMap((call) => call ?? []);
}

/** Returns a function that draws the call of a number for a smallest case. */
function callsFor(
  smallest: CaseResult,
  tried: ReadonlySet<string>,
  seed: number,
): (number: number) => DrawnCall | undefined {
  const { isSession, failing } = failureOf(smallest, seed);
  const cells = drawnCells(findOperator(operatorAtFault(smallest))!).filter(
    (cell) =>
      isOfSessions(cell.clause) === isSession &&
      versionName(cell)
        .split('/')
        .slice(1)
        .every((part) => tried.has(part)),
  );
  const own = cells.find((cell) => smallest.id.startsWith(`${versionName(cell)}/`));
  const largest = Math.max(usualSize, 4 * smallest.size);
  return (number) => {
    if (cells.length === 0) return undefined;
    const random = new Random(seedOf(seed, `${smallest.id} ${number}`));
    const cell = own && number % 4 > 0 ? own : random.pick(cells);
    const other = furtherCase(cell, seed, random.integer(0, 2 ** 20));
    if ((other.facts.measures.elements ?? 0) > largest) return undefined;
    return valueIfJudged(() => {
      const variant =
        failing && random.pick([true, false]) ? valueIfJudged(() => varyCase(failing, other, random)) : undefined;
      const testCase = variant ?? other;
      const runs = runsOf(testCase);
      const classes = runs.map((_, i) => classesByDimension(classesAt(runs, i)));
      return { testCase, isVaried: variant !== undefined, classes };
    });
  };
}

/** Returns the failing part of a case: the whole session, or a call that fails alone. */
function failureOf({ id, clause, alone, classes }: CaseResult, seed: number): { isSession: boolean; failing?: Case } {
  const isOfSession = isOfSessions({ id: clause });
  const isSession = isOfSession && alone !== 'wrong';
  const { cells, cases } = select({ seed, ids: [id], opsets: [], dtypes: [] });
  const [named] = cells.flatMap(cases);
  // a graph has other inputs than its node at fault
  if (named?.cell.operator.isGraph) return { isSession };
  if (!named || isSession === isOfSession) return { isSession, ...(named && { failing: named }) };
  const runs = runsOf(named);
  const failing = runs.find((_, i) => isDeepStrictEqual(classesAt(runs, i), classes))?.testCase;
  return { isSession, ...(failing && { failing }) };
}

/** The number of further cases for an operator. It does not depend on the others, so neither do its titles. */
const perOperator = 64;

/** The number of elements of an input up to which a call is drawn whatever fails: large ones take long to draw and to judge. */
const usualSize = 512;

/** Smaller runs ask no further cases: their user wants only the selected ones. */
const fewest = 10;

/** The least uncertainty of an outcome for a case to be asked. */
const leastDoubt = 0.02;

/** Returns the possible conditions that a call meets, as a pattern; the probability that it fails; and its variance as `doubt`. */
function votesOn(call: DrawnCall, possible: readonly Distinction[]) {
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
