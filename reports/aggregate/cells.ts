import { type DType, dtypes } from '../../oracles/numerics/dtype.ts';
import type { Level } from '../../oracles/spec/level.ts';
import { isBroken, noCounts, type OutcomeTally } from '../schema/counts.ts';
import { missesRequirement } from '../schema/predicates.ts';
import type { CaseResult, CellSummary, ValidResult } from '../schema.ts';
import type { Catalogue, CatalogueEntry, PlannedCell } from './catalogue.ts';
import { getOr } from './grouping.ts';
import { Profile } from './profile.ts';
import { smallerNewCase } from './smallest.ts';

type CellPlan = Pick<CellCounter, 'entry' | 'dtype' | 'clause' | 'cases' | 'profile'>;

/** Counts the results of one operator version × dtype × clause. */
export class CellCounter {
  readonly counts: OutcomeTally = noCounts();
  /** outcomes by the opset that the model imports; the number of cases that could show a finding is counted from it */
  readonly byOpset = new Map<number, OutcomeTally>();
  /** the smallest case that breaks the clause */
  smallest: CaseResult | undefined;
  /** the dtypes in which its cases are wrong; for a session, the dtype of the model at fault */
  readonly brokenDTypes = new Set<DType>();
  /** the levels at which its cases are wrong */
  readonly broken = new Set<Level>();
  /** the number of right answers that only miss the user's requirements: they break no clause */
  missedRequirements = 0;
  /** the number of expected broken cases */
  known = 0;
  /** the number of elements of passing cases that admit nearly any value */
  vacuous = 0;
  #recorded = 0;
  readonly entry: CatalogueEntry;
  readonly dtype: DType;
  readonly clause: CatalogueEntry['clauses'][number];
  /** the number of planned cases */
  cases: number;
  /** shared with the other cells of the operator and dtype */
  readonly profile: Profile;

  constructor({ entry, dtype, clause, cases, profile }: CellPlan) {
    this.entry = entry;
    this.dtype = dtype;
    this.clause = clause;
    this.cases = cases;
    this.profile = profile;
  }

  /** @throws Error if the cell has all its results already */
  add(result: ValidResult): void {
    if (this.#recorded === this.cases) {
      throw new Error(`${result.id}: its cell has its ${this.cases} planned results already`);
    }
    this.#recorded++;
    this.counts[result.outcome]++;
    if (result.known !== undefined) this.known++;
    if (result.outcome === 'pass') this.vacuous += result.vacuous ?? 0;
    getOr(this.byOpset, result.opset, noCounts)[result.outcome]++;
    if (missesRequirement(result.problem)) this.missedRequirements++;
    else if (isBroken(result.outcome)) {
      this.smallest = smallerNewCase(this.smallest, result);
      this.brokenDTypes.add((result.atFault ?? result).dtype);
      this.broken.add(result.breaks ?? result.level);
    }
    this.profile.add(result);
  }

  summary(): CellSummary {
    const { entry, dtype, clause, cases, counts, known, vacuous } = this;
    const { operator, version } = entry;
    return {
      operator,
      version,
      dtype,
      clause: clause.id,
      level: clause.level,
      cases,
      counts: { ...counts },
      ...(known > 0 && { known }),
      ...(vacuous > 0 && { vacuous }),
    };
  }
}

/** Returns the name of a cell: the prefix of the ids of the suite's cases in it. */
export function cellKey(cell: Pick<CellSummary, 'operator' | 'version' | 'dtype' | 'clause'>): string {
  return `${cell.operator}/${cell.version}/${cell.dtype}/${cell.clause}`;
}

const versionKey = ({ operator, version }: Pick<CellSummary, 'operator' | 'version'>): string =>
  `${operator}/${version}`;

/**
 * Returns the planned cells in catalogue order: version, then dtype, then clause, as in the parts of an id.
 * @throws Error if the plan names a cell that the catalogue does not have
 */
export function plannedCells(catalogue: Catalogue, plan: Iterable<PlannedCell>): Map<string, CellCounter> {
  const cases = new Map<string, number>();
  const dtypesOf = new Map<string, Set<DType>>();
  for (const cell of plan) {
    cases.set(cellKey(cell), (cases.get(cellKey(cell)) ?? 0) + cell.cases);
    getOr(dtypesOf, versionKey(cell), () => new Set<DType>()).add(cell.dtype);
  }
  const profiles = new Map<string, Profile>();
  const cells = new Map<string, CellCounter>();
  for (const entry of catalogue) {
    const own = dtypesOf.get(versionKey(entry));
    for (const dtype of dtypes) {
      if (!own?.has(dtype)) continue;
      const profile = () => getOr(profiles, `${entry.operator}/${dtype}`, () => new Profile());
      for (const clause of entry.clauses) {
        const key = cellKey({ ...entry, dtype, clause: clause.id });
        const planned = cases.get(key);
        if (planned === undefined) continue;
        cells.set(key, new CellCounter({ entry, dtype, clause, cases: planned, profile: profile() }));
        cases.delete(key);
      }
    }
  }
  const [unknown] = cases.keys();
  if (unknown !== undefined) throw new Error(`${unknown}: planned, but the catalogue has no such cell`);
  return cells;
}
