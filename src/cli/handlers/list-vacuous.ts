import { poolOf } from '../../../generators/fuzz/draw.ts';
import { changeCases } from '../../../generators/fuzz/unjudged.ts';
import { type Cell, select } from '../../../generators/suite/cases.ts';
import { type VacuousElements, vacuousElementsOf } from '../../../generators/suite/vacuous-elements.ts';
import { groupBy } from '../../../reports/aggregate/grouping.ts';
import { percent, plural, thousands } from '../../../reports/view/plural.ts';
import type { SelectionArguments } from '../../options/groups.ts';
import { nothingSelected, parseSelection } from '../../options/selection.ts';
import { exitCodes } from '../exit-codes.ts';

/** The seed of the examined cases: the default of `run`. */
const seed = 1;

/**
 * Prints how many elements of the cases admit nearly any value, by operator, clause and reason, operator by operator.
 * @returns the exit code
 */
export function printVacuous(args: SelectionArguments): number {
  const selected = select(parseSelection({ ...args, seed }));
  if (selected.cells.length === 0) return nothing(args);
  const ofCell = (cell: Cell) => vacuousElementsOf(selected.cases(cell));
  const found = [...groupBy(selected.cells, ({ operator }) => operator.name)].map(([operator, cells]) => {
    const clauses = [...groupBy(cells, ({ clause }) => clause.id)].map(
      ([clause, own]) => [clause, own.map(ofCell).reduce(added)] as const,
    );
    const total = clauses.map(([, own]) => own).reduce(added);
    if (total.elements > 0) {
      const rows = clauses.filter(([, { elements }]) => elements > 0).sort(([, a], [, b]) => b.elements - a.elements);
      write([
        `${operator}: ${figures(total)}`,
        ...rows.map(([clause, own]) => `  ${clause}: ${figures(own)}; ${reasons(own)}`),
      ]);
    }
    return total;
  });
  write(['', `admitting nearly anything: ${figures(found.reduce(added))}, at most 4 of each output`, whyVacuous]);
  return exitCodes.conformant;
}

const whyVacuous = "By which choice, or that the bound is as wide as the type: 'explain NAME', docs/policies.md";

const added = (a: VacuousElements, b: VacuousElements): VacuousElements => ({
  all: a.all + b.all,
  cases: a.cases + b.cases,
  looked: a.looked + b.looked,
  elements: a.elements + b.elements,
  reasons: summed(a.reasons, b.reasons),
});

function summed(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const sum = new Map(a);
  for (const [key, count] of b) sum.set(key, (sum.get(key) ?? 0) + count);
  return sum;
}

const figures = ({ all, cases, looked, elements }: VacuousElements): string =>
  `${thousands(cases)} of ${plural(all, 'case')}, ${thousands(elements)} of ${plural(looked, 'element')}` +
  (elements > 0 ? ` (${percent(elements, looked)})` : '');

const reasons = (own: VacuousElements): string =>
  [...own.reasons]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${reason} (${thousands(count)})`)
    .join(', ');

/** The number of changed cases for each operator. */
const changes = 300;

/**
 * Prints the reasons why changed cases are not judged, by operator, with their numbers.
 * @returns the exit code
 */
export function printUnjudged(args: SelectionArguments): number {
  const { ids, opsets, dtypes } = parseSelection({ ...args, seed });
  const pool = poolOf({ ids, opsets, dtypes });
  const found = [...pool.operators].map(([{ name }, signatures]) => {
    const { tried, unjudged } = changeCases(signatures, pool, seed, changes);
    const rows = [...unjudged].sort(([, a], [, b]) => b - a);
    const count = rows.reduce((sum, [, own]) => sum + own, 0);
    if (count > 0) {
      write([
        `${name}: ${thousands(count)} of ${plural(tried, 'changed case')}`,
        ...rows.map(([why, own]) => `  ${why}: ${own}`),
      ]);
    }
    return { tried, count };
  });
  const sum = (of: (own: (typeof found)[number]) => number) =>
    thousands(found.reduce((total, own) => total + of(own), 0));
  write(['', `not judged: ${sum(({ count }) => count)} of ${sum(({ tried }) => tried)} changed cases`, whyUnjudged]);
  return exitCodes.conformant;
}

const whyUnjudged = "Why, for each reason: 'What is not judged' in docs/policies.md";

function nothing(args: SelectionArguments): number {
  process.stderr.write(`onnx-conformance: ${nothingSelected(args)}\n`);
  return exitCodes.inconclusive;
}

const write = (lines: readonly string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);
