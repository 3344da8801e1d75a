import { versionName } from '../../generators/case.ts';
import { type Covering, cover, type Described } from '../../generators/covering/search.ts';
import type { Operator } from '../../oracles/operator.ts';
import { cellsOf, describedCandidate, isJudged } from './candidates.ts';

/** Candidates of the newest version of an operator, and of each version before it. */
const [ofNewest, ofOthers] = [800, 80] as const;

/** Pairs of classes that a case has to bring. */
const worth = 24;

/** Cases of an operator at most, those that cover most first. */
const mostRows = 60;

/** Cases of an operator that are tried for every change. */
const quickRows = 8;

/** What was chosen of the candidates of an operator. */
export interface Choice {
  readonly operator: string;
  readonly drawn: number;
  /** those that cover most first */
  readonly chosen: readonly Pick<Described, 'name' | 'index'>[];
  readonly quick: number;
  /** pairs of classes that occur in some candidate, in the chosen ones, and in those of quick */
  readonly pairs: number;
  readonly covered: number;
  readonly coveredByQuick: number;
}

/** The same without those that the oracle has no answer for: it only finds so when it is asked for all of it. */
function coverJudged(candidates: readonly Described[], hasAnswer: (candidate: Described) => boolean): Covering {
  const covering = cover(candidates, { worth, most: mostRows });
  const without = new Set(covering.chosen.filter((candidate) => !hasAnswer(candidate)));
  return without.size === 0
    ? covering
    : coverJudged(
        candidates.filter((candidate) => !without.has(candidate)),
        hasAnswer,
      );
}

/** Draws calls of an operator and chooses those that cover its classes; `undefined` where its family draws none. */
export function choose(operator: Operator): Choice | undefined {
  const all = cellsOf(operator);
  const cellBy = new Map(all.map((cell) => [versionName(cell), cell]));
  const candidates = operator.versions.toReversed().flatMap((version, age) => {
    const cells = all.filter((cell) => cell.version === version);
    return Array.from({ length: age === 0 ? ofNewest : ofOthers }, (_, i) =>
      describedCandidate(cells[i % cells.length]!, Math.floor(i / cells.length)),
    ).filter((candidate) => candidate !== undefined);
  });
  if (candidates.length === 0) return undefined;
  const { chosen, pairs, covered } = coverJudged(candidates, ({ name, index }) => isJudged(cellBy.get(name)!, index));
  return {
    operator: operator.name,
    drawn: candidates.length,
    chosen: chosen.map(({ name, index }) => ({ name, index })),
    quick: Math.min(quickRows, chosen.length),
    pairs,
    covered: covered.at(-1) ?? 0,
    coveredByQuick: covered[Math.min(quickRows, covered.length) - 1] ?? 0,
  };
}
