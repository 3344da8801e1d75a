import stringWidth from 'string-width';
import { type Cell, select } from '../../generators/cases.ts';
import { opsetRange } from '../../oracles/operators.ts';
import { plural } from '../../reports/plural.ts';
import { exitCodes } from './exit-codes.ts';
import { nothingSelected, parseSelection } from './selection.ts';

/**
 * Prints what the suite holds: one line for each operator version; or, where ids or clauses are asked for, its dtypes and
 * clauses with case counts; or every case.
 * @returns the exit code
 */
export function printList(args: {
  readonly ids: readonly string[];
  readonly opset: readonly string[];
  readonly dtype: readonly string[];
  readonly cases: boolean;
  readonly clauses: boolean;
}): number {
  const { cells, cases } = select(parseSelection({ ...args, seed: 1 }));
  const counted = cells.map((cell) => ({ cell, cases: cases(cell) })).filter((entry) => entry.cases.length > 0);
  if (counted.length === 0) {
    process.stderr.write(`onnx-conformance: ${nothingSelected(args)}\n`);
    return exitCodes.tooLittle;
  }
  const counts = counted.map(({ cell, cases }) => ({ cell, count: cases.length }));
  const lines = args.cases
    ? counted.flatMap((entry) => entry.cases.map(({ id, summary }) => `${id}  ${summary}`))
    : args.clauses || args.ids.length > 0
      ? byClause(counts)
      : byVersion(counts);
  process.stdout.write(`${lines.join('\n')}\n`);
  return exitCodes.conformant;
}

interface Counted {
  readonly cell: Cell;
  readonly count: number;
}

function byClause(counted: readonly Counted[]): string[] {
  const lines: string[] = [];
  let total = 0;
  for (const group of versionsOf(counted)) {
    const { operator, version } = group[0]!.cell;
    const { first, last } = opsetRange(operator, version);
    const cases = sum(group);
    total += cases;
    const dtypes = [...new Set(group.map(({ cell }) => cell.dtype))].join(' ');
    lines.push(
      `${operator.name}-${version.since}  opsets ${first}–${last}  ${operator.definition}  ${cases} cases`,
      `  ${dtypes}`,
    );
    for (const clause of groups(group, ({ cell }) => cell.clause.id)) {
      const { id, level } = clause[0]!.cell.clause;
      lines.push(`  ${id.padEnd(22)}${level.padEnd(13)}${String(sum(clause)).padStart(5)}`);
    }
    lines.push('');
  }
  return [...lines, totalLine(total, counted.length)];
}

const totalLine = (cases: number, cells: number): string =>
  `${cases} cases in ${cells} cells (operator version × dtype × clause)`;

function byVersion(counted: readonly Counted[]): string[] {
  const rows = versionsOf(counted).map((group) => {
    const { operator, version } = group[0]!.cell;
    const { first, last } = opsetRange(operator, version);
    const different = (of: (cell: Cell) => string) => new Set(group.map(({ cell }) => of(cell))).size;
    return [
      `${operator.name}-${version.since}`,
      `opsets ${first}–${last}`,
      operator.definition,
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
    return column < 3 ? text + blanks : blanks + text; // counts stand at the right
  };
  return [
    ...rows.map((row) => row.map(pad).join('  ')),
    '',
    totalLine(sum(counted), counted.length),
    "Clauses: 'list --clauses', or 'list' with an id; what they say: 'explain'",
  ];
}

const versionsOf = (counted: readonly Counted[]): Counted[][] =>
  groups(counted, ({ cell }) => `${cell.operator.name}-${cell.version.since}`);

function groups(items: readonly Counted[], key: (item: Counted) => string): Counted[][] {
  const found = new Map<string, Counted[]>();
  for (const item of items) {
    const group = found.get(key(item));
    if (group) group.push(item);
    else found.set(key(item), [item]);
  }
  return [...found.values()];
}

const sum = (items: readonly Counted[]): number => items.reduce((total, { count }) => total + count, 0);
