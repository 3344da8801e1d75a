import { isDeepStrictEqual } from 'node:util';
import { versionName } from '../../generators/cases/case.ts';
import { Random, seedOf } from '../../generators/cases/random.ts';
import { valueIfJudged } from '../../generators/fuzz/validate.ts';
import { runsOf } from '../../generators/sessions/runs.ts';
import { type Case, furtherCase, select } from '../../generators/suite/cases.ts';
import { drawnCells } from '../../generators/suite/cells.ts';
import { varyCase } from '../../generators/suite/varied-case.ts';
import { findOperator } from '../../oracles/operators.ts';
import { isOfSessions } from '../../oracles/spec/sessions.ts';
import { type CallClasses, classesOfCall } from '../../reports/aggregate/causes/conditions.ts';
import type { UndecidedFinding } from '../../reports/aggregate/findings.ts';
import { getOr } from '../../reports/aggregate/grouping.ts';
import { operatorAtFault } from '../../reports/schema/predicates.ts';
import type { CaseResult } from '../../reports/schema.ts';
import { classesAt } from './trial/prepare-case.ts';

/** A drawn call, or a variant of the failing one, with the classes of its runs. */
export interface DrawnCall {
  readonly testCase: Case;
  readonly isVaried: boolean;
  readonly classes: readonly CallClasses[];
}

/** What was drawn for each smallest case so far. Later rounds choose from it again, since drawing takes most of the time. */
const drawnFor = new Map<
  string,
  { readonly draw: (number: number) => DrawnCall | undefined; readonly calls: (DrawnCall | undefined)[] }
>();

/** The number of findings whose calls are kept: more than a run of the suite has. */
const mostDrawn = 512;

/** Draws the first calls for a finding, as many as `count`, without those that are too large or have no classes. */
export function drawFor({ smallest, tried }: UndecidedFinding, seed: number, count: number): readonly DrawnCall[] {
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
    const cell = own && number % 2 > 0 ? own : random.pick(cells);
    const draw = () => furtherCase(cell, seed, random.integer(0, 2 ** 20));
    let other = draw();
    // a runtime may support few of a version's opsets
    for (let i = 1; i < mostTries && !tried.has(`opset ${other.opset}`); i++) other = draw();
    if ((other.facts.measures.elements ?? 0) > largest) return undefined;
    return valueIfJudged(() => {
      const variant =
        failing && random.pick([true, false]) ? valueIfJudged(() => varyCase(failing, other, random)) : undefined;
      const testCase = variant ?? other;
      const runs = runsOf(testCase);
      const classes = runs.map((_, i) => classesOfCall(classesAt(runs, i)));
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

/** The number of calls to draw until one has an opset with judged cases. */
const mostTries = 8;

/** The number of elements of an input up to which a call is drawn whatever fails: large ones take long to draw and to judge. */
const usualSize = 512;
