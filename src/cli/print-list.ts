import { type Cell, select } from '../../generators/cases.ts';
import { opsetRange } from '../../oracles/operators.ts';
import { exitCodes } from './exit-codes.ts';
import { nothingSelected, parseSelection } from './selection.ts';

/**
 * Prints what the suite holds: for each operator version its opsets, dtypes and clauses with case counts; or every case.
 * @returns the exit code
 */
export function printList(args: {
  readonly ids: readonly string[];
  readonly opset: readonly string[];
  readonly dtype: readonly string[];
  readonly cases: boolean;
}): number {
  const { cells, cases } = select(parseSelection({ ...args, seed: 1 }));
  const counted = cells.map((cell) => ({ cell, cases: cases(cell) })).filter((entry) => entry.cases.length > 0);
  if (counted.length === 0) {
    process.stderr.write(`onnx-conformance: ${nothingSelected(args)}\n`);
    return exitCodes.tooLittle;
  }
  const lines = args.cases
    ? counted.flatMap((entry) => entry.cases.map(({ id, summary }) => `${id}  ${summary}`))
    : summary(counted.map(({ cell, cases }) => ({ cell, count: cases.length })));
  process.stdout.write(`${lines.join('\n')}\n`);
  return exitCodes.conformant;
}

interface Counted {
  readonly cell: Cell;
  readonly count: number;
}

function summary(counted: readonly Counted[]): string[] {
  const lines: string[] = [];
  let total = 0;
  for (const group of groups(counted, ({ cell }) => `${cell.operator.name}-${cell.version.since}`)) {
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
  return [...lines, `${total} cases in ${counted.length} cells (operator version × dtype × clause)`];
}

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
