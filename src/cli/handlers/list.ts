import stringWidth from 'string-width';
import { nearest } from '../../../generators/did-you-mean.ts';
import { type Cell, type SelectedCases, select } from '../../../generators/suite/cases.ts';
import { selectedOpsets } from '../../../generators/suite/check-id.ts';
import { opsetRange } from '../../../oracles/operators.ts';
import { BadInput } from '../../../oracles/spec/bad-input.ts';
import { groupBy } from '../../../reports/aggregate/grouping.ts';
import { plural } from '../../../reports/view/plural.ts';
import type { SelectionArguments } from '../../options/groups.ts';
import { nothingSelected, parseSelection } from '../../options/selection.ts';
import { StoredOutlines } from '../../run/store/stored-outlines.ts';
import { exitCodes } from '../exit-codes.ts';

/** The options of `list`. */
export interface ListArguments extends SelectionArguments {
  readonly cases: boolean;
  readonly clauses: boolean;
  readonly vacuous: boolean;
  readonly unjudged: boolean;
}

/**
 * Prints the contents of the suite: one line for each operator version; or, for ids or `--clauses`, its dtypes and clauses
 * with numbers of cases; or every case.
 * @returns the exit code
 * @throws BadInput for an id that cannot match, and for a misspelt 'policies' or 'operators'
 */
export function printList(args: ListArguments): number {
  for (const [one, many] of [
    ['policy', 'policies'],
    ['operator', 'operators'],
  ] as const) {
    const misspelt = args.ids.find((id) => nearest(id, [one, many]).length > 0);
    if (misspelt !== undefined) throw new BadInput(`no operator matches '${misspelt}'; did you mean ${many}?`);
  }
  const selection = parseSelection({ ...args, seed: 1 });
  const stored = new StoredOutlines(selection.seed);
  const selected = select(selection, stored.outlines);
  const asked = selectedOpsets(selection);
  const counts = args.cases ? [] : countedIn(selected);
  const counted = () => (args.clauses || args.ids.length > 0 ? byClause(counts, asked) : byVersion(counts, asked));
  const lines = args.cases ? describeCases(selected) : counts.length > 0 ? counted() : [];
  stored.keep();
  if (lines.length === 0) {
    process.stderr.write(`onnx-conformance: ${nothingSelected(args)}\n`);
    return exitCodes.inconclusive;
  }
  process.stdout.write(`${lines.join('\n')}\n`);
  return exitCodes.conformant;
}

interface ListCounts {
  readonly cell: Cell;
  readonly count: number;
}

/** Returns the cells with cases, with their numbers. */
function countedIn({ cells, invalid, cases }: SelectedCases): ListCounts[] {
  return [...cells, ...invalid].map((cell) => ({ cell, count: cases(cell).length })).filter(({ count }) => count > 0);
}

function describeCases({ cells, invalid, cases }: SelectedCases): string[] {
  return [...cells, ...invalid].flatMap((cell) => cases(cell).map(({ id, summary }) => `${id}  ${summary}`));
}

/** Formats the selected opsets at which a version is in force: "opsets 13–28", "opset 15". */
function inForce({ operator, version }: Cell, asked: readonly number[]): string {
  const { first, last } = opsetRange(operator, version);
  const own = asked.filter((opset) => first <= opset && opset <= last);
  if (own.length === 0) return first === last ? `opset ${first}` : `opsets ${first}–${last}`;
  const isRange = own.length > 1 && own.at(-1)! - own[0]! === own.length - 1;
  return `opset${own.length > 1 ? 's' : ''} ${isRange ? `${own[0]}–${own.at(-1)}` : own.join(', ')}`;
}

function byClause(counted: readonly ListCounts[], asked: readonly number[]): string[] {
  const width = Math.max(20, ...counted.map(({ cell }) => cell.clause.id.length)) + 2;
  const lines = versionsOf(counted).flatMap((group) => {
    const { operator, version } = group[0]!.cell;
    const dtypes = [...new Set(group.map(({ cell }) => cell.dtype))].join(' ');
    const clauses = byKey(group, ({ cell }) => cell.clause.id).map((own) => {
      const [{ cell }] = own as [ListCounts];
      const level = isValid(cell) ? cell.clause.level : 'invalid';
      return `  ${cell.clause.id.padEnd(width)}${level.padEnd(13)}${String(sum(own)).padStart(5)}`;
    });
    const head = `${operator.name}-${version.since}  ${inForce(group[0]!.cell, asked)}  ${operator.definition}`;
    return [`${head}  ${plural(sum(validOf(group)), 'case')}`, `  ${dtypes}`, ...clauses, ''];
  });
  return [...lines, ...totalLines(counted)];
}

function totalLines(counted: readonly ListCounts[]): string[] {
  const valid = validOf(counted);
  const rest = counted.filter(({ cell }) => !isValid(cell));
  return [
    `${plural(sum(valid), 'case')} in ${plural(valid.length, 'cell')} (operator version × dtype × clause)`,
    ...(rest.length > 0
      ? [`${plural(sum(rest), 'invalid model')} in ${plural(rest.length, 'cell')} (operator version × rule)`]
      : []),
  ];
}

const isValid = ({ expects }: Cell): boolean => expects === 'outputs';

/** Returns the cells whose cases count in figures of the suite. */
const validOf = (counted: readonly ListCounts[]): ListCounts[] => counted.filter(({ cell }) => isValid(cell));

function byVersion(counted: readonly ListCounts[], asked: readonly number[]): string[] {
  const rows = versionsOf(counted).map((own) => {
    const group = validOf(own);
    const { operator, version } = own[0]!.cell;
    const different = (of: (cell: Cell) => string) => new Set(group.map(({ cell }) => of(cell))).size;
    return [
      `${operator.name}-${version.since}`,
      inForce(own[0]!.cell, asked),
      plural(
        different((cell) => cell.dtype),
        'dtype',
      ),
      plural(
        different((cell) => cell.clause.id),
        'clause',
      ),
      plural(sum(group), 'case'),
    ];
  });
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => stringWidth(row[column]!))));
  const pad = (text: string, column: number) => {
    const blanks = ' '.repeat(widths[column]! - stringWidth(text));
    return column < 2 ? text + blanks : blanks + text; // counts are right-aligned
  };
  return [
    ...rows.map((row) => row.map(pad).join('  ')),
    '',
    ...totalLines(counted),
    "Clauses: 'list --clauses', or 'list' with an id; what they say: 'explain'",
  ];
}

const versionsOf = (counted: readonly ListCounts[]): (readonly ListCounts[])[] =>
  byKey(counted, ({ cell }) => `${cell.operator.name}-${cell.version.since}`);

const byKey = (counted: readonly ListCounts[], key: (one: ListCounts) => string): (readonly ListCounts[])[] => [
  ...groupBy(counted, key).values(),
];

const sum = (items: readonly ListCounts[]): number => items.reduce((total, { count }) => total + count, 0);
