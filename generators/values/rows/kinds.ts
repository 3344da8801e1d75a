import { formatOf } from '../../../oracles/numerics/dtype.ts';
import { roundDouble } from '../../../oracles/numerics/rounding.ts';
import { elementCount, type Tensor, tensorOfScalars } from '../../../oracles/numerics/tensor.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';
import { slicesOf } from '../../../oracles/operators/reduction/slices.ts';
import type { PlanContext } from '../../cases/proposal.ts';
import { extremeRows } from './extremes.ts';
import { magnitudes, signedRows } from './floats.ts';
import { gridRow } from './grid.ts';
import { integerRows } from './integers.ts';
import { isTruth, plainRows, truthRow } from './plain.ts';
import type { MakeRow, NumberRow } from './row.ts';
import { placedRows, specialRows } from './specials.ts';

const forAny = { ...plainRows, ...extremeRows };
const ofMagnitudes = { ...magnitudes, ...placedRows };
const forFloats = { ...ofMagnitudes, ...signedRows, ...specialRows };

/** Rows on a grid of numbers that the oracle proves exact in every order, and those near the limit of what is exact. */
const onGrids = ['grid', 'near-limit'] as const;

/** Kinds of data that are made row by row, with something special in each row; the makers describe each kind. */
export type RowKind =
  | (typeof onGrids)[number]
  | keyof typeof forAny
  | keyof typeof forFloats
  | keyof typeof integerRows;

export const rowKinds = [
  ...new Set([...onGrids, ...Object.keys({ ...forAny, ...forFloats, ...integerRows })]),
] as readonly RowKind[];

const known: ReadonlySet<string> = new Set(rowKinds);

export const isRowKind = (kind: string): kind is RowKind => known.has(kind);

/** The rows of a tensor: their dimensions and their numbers. */
export interface RowLayout {
  readonly dims: readonly number[];
  /** the dimensions along which a row extends */
  readonly along: readonly number[];
  /** the number of the first row, which determines the place of its special element */
  readonly first?: number;
}

/** Makes a tensor whose rows are of one kind. @throws Error if the kind does not exist for the dtype */
export function tensorOfRows(context: PlanContext, kind: RowKind, { dims, along, first = 0 }: RowLayout): Tensor {
  const { dtype } = context;
  const format = formatOf(dtype);
  const make = rowMaker(context, kind);
  const slices = slicesOf(
    dims,
    dims.map((_, i) => along.includes(i)),
    true,
  );
  const values = new Array<NumericScalar>(elementCount(dims));
  for (const [slice, start] of slices.starts.entries()) {
    const row = slices.length > 0 ? make(slices.length, first + slice) : [];
    for (const [k, offset] of slices.offsets.entries()) values[start + offset] = row[k]!;
  }
  return tensorOfScalars(
    dtype,
    dims,
    format.kind === 'float' ? (i) => roundDouble(Number(values[i]), format) : (i) => BigInt(values[i]!),
  );
}

function rowMaker(context: PlanContext, kind: RowKind): (n: number, slice: number) => NumberRow {
  const { operator, dtype, random } = context;
  const { fillValue = 0, positiveDomain } = operator;
  const format = formatOf(dtype);
  if (isTruth(dtype)) return (n, slice) => truthRow(kind, n, random, slice, fillValue);
  if (kind === 'grid' || kind === 'near-limit') return (n) => gridRow(context, n, kind === 'near-limit', random);
  const makers: Readonly<Record<string, MakeRow<never>>> = {
    ...forAny,
    ...(format.kind === 'float' ? forFloats : integerRows),
  };
  const make = makers[kind] as MakeRow | undefined;
  if (!make) throw new Error(`no ${kind} data exists for ${dtype}`);
  const isPositive = positiveDomain && kind in ofMagnitudes;
  return (n, slice) => {
    const row = make(n, format, random, slice, fillValue);
    return isPositive && slice % 4 !== 3 ? row.map((x) => Math.abs(Number(x))) : row;
  };
}
