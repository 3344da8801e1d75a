import { classesOf } from '../../generators/classes/classes.ts';
import { chosenCallsOf, drawnCallCount } from '../../generators/covering/rows.ts';
import { Covering, type DescribedCall, Pairs } from '../../generators/covering/search.ts';
import { select } from '../../generators/suite/cases.ts';
import { drawnCells } from '../../generators/suite/cells.ts';
import type { Operator } from '../../oracles/spec/operator.ts';
import { askedOf } from '../drawn/measure.ts';
import { describedCandidate } from './candidates.ts';

/** The number of pairs of classes, and of those that occur in the cases of each suite. */
export interface CoveredPairs {
  readonly pairs: number;
  readonly quick: number;
  readonly standard: number;
}

/** The pairs of classes that occur together in calls of the newest version of an operator. */
export interface Coverage {
  readonly operator: string;
  /** pairs that can occur: those of any call that its family draws */
  readonly all: CoveredPairs;
  /** pairs in at least one of a hundred drawn calls: users are likely to meet them */
  readonly frequent: CoveredPairs;
  /** the number of chosen calls, and approximately how many calls would cover all pairs */
  readonly calls: { readonly chosen: number; readonly forAll: number };
}

/** A frequent pair occurs in at least one of this many calls. */
const frequentIn = 100;

/** Returns the coverage of an operator: the possible pairs of classes in the written and the drawn cases of each suite. */
export function coverageOf(operator: Operator): Coverage {
  const version = operator.versions.at(-1)!;
  const cells = drawnCells(operator).filter((cell) => cell.version === version);
  const calls = cells.flatMap((cell) =>
    Array.from({ length: drawnCallCount(cell) }, (_, index) => describedCandidate(cell, index)).filter(
      (call) => call !== undefined,
    ),
  );
  const pairs = new Pairs();
  const counts: number[] = [];
  for (const { runs } of calls)
    for (const pair of new Set(runs.flatMap(({ classes }) => pairs.of(classes))))
      counts[pair] = (counts[pair] ?? 0) + 1;
  const { count } = pairs;
  const ids = [`${operator.name}/${version.since}`];
  const coveredBy = (suite: 'quick' | 'standard') => {
    const isCovered = new Uint8Array(count);
    const selected = select({ seed: 1, ids, opsets: [], dtypes: [], suite });
    for (const example of selected.cells.flatMap(selected.cases)) {
      const own = askedOf(example, operator).filter((asked) => asked.version === version);
      const found = own.flatMap(({ run, earlier }) => pairs.of(classesOf(version, run, earlier)));
      for (const pair of found) if (pair < count) isCovered[pair] = 1;
    }
    return isCovered;
  };
  const [quick, standard] = [coveredBy('quick'), coveredBy('standard')];
  const among = (isCounted: (pair: number) => boolean): CoveredPairs => {
    const countOf = (isIn: (pair: number) => boolean) =>
      counts.filter((_, pair) => isCounted(pair) && isIn(pair)).length;
    return {
      pairs: countOf(() => true),
      quick: countOf((pair) => quick[pair] === 1),
      standard: countOf((pair) => standard[pair] === 1),
    };
  };
  return {
    operator: operator.name,
    all: among(() => true),
    frequent: among((pair) => counts[pair]! * frequentIn >= calls.length),
    calls: { chosen: cells.reduce((sum, cell) => sum + chosenCallsOf(cell).length, 0), forAll: callsForAll(calls) },
  };
}

/** Returns the number of calls that cover all pairs, chosen greedily: always the call that adds the most pairs. */
function callsForAll(calls: readonly DescribedCall[]): number {
  const alike = calls.map((call) => ({ ...call, cost: 1, runs: call.runs.map((run) => ({ ...run, shows: 1 })) }));
  return new Covering(1, alike).choose(alike).length;
}
