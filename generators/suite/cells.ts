import type { DType } from '../../oracles/numerics/dtype.ts';
import { isDrawn } from '../../oracles/spec/combinations.ts';
import type { Binding } from '../../oracles/spec/declaration.ts';
import type { Clause, Operator, OperatorVersion } from '../../oracles/spec/operator.ts';
import { rulesOf } from '../../oracles/spec/rules.ts';
import { bindingsOf, mainOf } from '../cases/bindings.ts';
import type { Cell } from '../cases/case.ts';
import { hasRows } from '../covering/rows.ts';
import { subjects } from './subjects.ts';

/** Every cell for valid models, in the order of operators.ts; the cells of graphs come last. */
export const allCells = (): Cell[] => subjects.flatMap((operator) => cellsOf(operator).valid);

/** Every cell for models that must be rejected, one for each rule of each version: rules do not depend on the dtype. */
export const invalidCells = (): Cell[] => subjects.flatMap((operator) => cellsOf(operator).invalid);

/** The cells of an operator. */
interface Cells {
  readonly valid: readonly Cell[];
  readonly invalid: readonly Cell[];
  readonly all: readonly Cell[];
  /** the dtypes in which each clause of each version is tried, by its name */
  readonly dtypes: ReadonlyMap<string, readonly DType[]>;
}

/** Cells already computed; they do not depend on a seed. */
const known = new Map<Operator, Cells>();

export function cellsOf(operator: Operator): Cells {
  const kept = known.get(operator);
  if (kept) return kept;
  const valid = operator.versions.flatMap((version) => validCells(operator, version));
  const invalid = operator.versions.flatMap((version) => rejectionCells(operator, version));
  const all = [...valid, ...invalid];
  const dtypes = new Map<string, DType[]>();
  for (const cell of all) {
    const name = clauseNameOf(cell);
    const tried = dtypes.get(name);
    if (!tried) dtypes.set(name, [cell.dtype]);
    else if (!tried.includes(cell.dtype)) tried.push(cell.dtype);
  }
  const own = { valid, invalid, all, dtypes };
  known.set(operator, own);
  return own;
}

/** The dtypes in which the clause of a cell is tried in its version; the operator may admit more. */
export const triedDTypes = (cell: Cell): readonly DType[] => cellsOf(cell.operator).dtypes.get(clauseNameOf(cell))!;

/** The name of a clause in a version: `Cast/19/to-bool`. */
export const clauseNameOf = ({ operator, version, clause }: Cell): string =>
  `${operator.name}/${version.since}/${clause.id}`;

const validCells = (operator: Operator, version: OperatorVersion): Cell[] =>
  triedCells(operator, version).filter((cell) => !isDrawn(cell.clause) || hasRows(cell));

/** The cells of an operator whose calls are drawn, even if none of their calls is chosen. */
export const drawnCells = (operator: Operator): Cell[] =>
  operator.versions.flatMap((version) => triedCells(operator, version).filter(({ clause }) => isDrawn(clause)));

function triedCells(operator: Operator, version: OperatorVersion): Cell[] {
  return bindingsOf(version).flatMap((types) =>
    version.clauses
      .filter((clause) => !clause.dtypes || clause.dtypes.includes(mainOf(types)))
      .filter((clause) => isDrawn(clause) || version.tries?.(clause.id, types) !== false)
      .map((clause) => cellOf(operator, version, types, clause, 'outputs')),
  );
}

function rejectionCells(operator: Operator, version: OperatorVersion): Cell[] {
  const bindings = bindingsOf(version);
  const types = bindings.find((binding) => mainOf(binding) === 'float32') ?? bindings[0]!;
  return rulesOf(operator, version).map((rule) => cellOf(operator, version, types, rule, 'rejection'));
}

function cellOf(
  operator: Operator,
  version: OperatorVersion,
  types: Binding,
  clause: Clause,
  expects: Cell['expects'],
): Cell {
  const name = `${operator.name}/${version.since}/${nameOf(types)}/${clause.id}`;
  return { name, operator, version, dtype: mainOf(types), types, clause, expects };
}

/** A binding as a part of an id: `float32`, `float32-int8`, `none`. */
const nameOf = (types: Binding): string => Object.values(types).join('-') || 'none';
