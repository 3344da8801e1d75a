import { allCells, invalidCells } from '../../generators/suite/cells.ts';
import { groupBy, unique } from '../../reports/aggregate/grouping.ts';

/** A set of cells: all combinations of some operators, versions, dtypes and clauses. */
type IdBox = readonly (readonly string[])[];

/** The order of parts of a cell's name in which boxes are joined: versions, dtypes, operators, clauses. */
const order = [1, 2, 0, 3];
/** The parts that may become `*`: versions and dtypes. New operators and clauses are not expected. */
const open = [1, 2];

/**
 * Returns few patterns that cover some cells and no other cell of the suite.
 * @param cells names such as `operator/version/dtype/clause`, or all without the clause
 */
export function patternsOf(cells: readonly string[]): readonly string[] {
  const wanted = new Set(cells);
  return joined([...wanted].map((cell) => cell.split('/').map((part) => [part]))).map((box) => textOf(box, wanted));
}

/** Joins boxes that differ in one part only, until no more can be joined. */
function joined(boxes: readonly IdBox[]): readonly IdBox[] {
  let now = boxes;
  for (let before = Number.POSITIVE_INFINITY; now.length < before; ) {
    before = now.length;
    for (const part of order.filter((one) => one < (now[0]?.length ?? 0))) {
      const same = groupBy(now, (box) => JSON.stringify(box.with(part, [])));
      now = [...same.values()].map((own) => {
        const values = unique(own.flatMap((box) => box[part]!));
        return own[0]!.with(part, values.toSorted(part === 1 ? (a, b) => Number(a) - Number(b) : undefined));
      });
    }
  }
  return now;
}

function textOf(box: IdBox, wanted: ReadonlySet<string>): string {
  const words = box.map(([one, ...more]) => (more.length === 0 ? one! : `{${[one, ...more].join(',')}}`));
  return open
    .reduce((text, part) => {
      if (box[part]!.length === 1) return text;
      const wider = box.with(part, valuesOf(part, box));
      return cellsIn(wider).every((cell) => wanted.has(cell)) ? text.with(part, '*') : text;
    }, words)
    .join('/');
}

/** Returns all values of a part in the names of cells of a box's operators. */
function valuesOf(part: number, [names = []]: IdBox): readonly string[] {
  return unique(names.flatMap((name) => cellsOf(name).map((parts) => parts[part]!)));
}

function cellsIn(box: IdBox): readonly string[] {
  const isIn = (parts: readonly string[]) => box.every((values, part) => values.includes(parts[part]!));
  return box[0]!.flatMap((name) => cellsOf(name).filter(isIn)).map((parts) => parts.slice(0, box.length).join('/'));
}

let byOperator: ReadonlyMap<string, readonly (readonly string[])[]> | undefined;

/** Returns the parts of the names of an operator's cells, including those of invalid models. */
function cellsOf(operator: string): readonly (readonly string[])[] {
  byOperator ??= groupBy(
    [...allCells(), ...invalidCells()].map(({ name }) => name.split('/')),
    ([name]) => name!,
  );
  return byOperator.get(operator) ?? [];
}

/** Returns the cells of the suite that satisfy a predicate. */
export function suiteCells(operators: readonly string[], holds: (cell: string) => boolean): readonly string[] {
  return operators.flatMap((operator) => cellsOf(operator).map((parts) => parts.join('/'))).filter(holds);
}
