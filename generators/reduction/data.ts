import { type DType, formatOf, type IntegerFormat } from '../../oracles/numerics/dtype.ts';
import type { Tensor } from '../../oracles/numerics/tensor.ts';
import { type Grid, grids } from '../grids.ts';
import type { PlanContext } from '../proposal.ts';
import { Random, seedOf } from '../random.ts';
import { floatRows, gridScale, gridTotal, integerRows, specialRows } from '../rows.ts';
import { type Row, type RowMaker, tensorOfRows } from '../tensor-of-rows.ts';

/** The kinds of data that a plan can ask for. */
export type DataClass =
  | 'grid'
  | 'grid-near-limit'
  | 'one-hot'
  | 'ones'
  | keyof typeof floatRows
  | keyof typeof specialRows
  | keyof typeof integerRows;

/** A data tensor whose slices over the `reduced` dimensions are rows of the class. */
export function dataTensor(
  context: PlanContext,
  dims: readonly number[],
  reduced: readonly boolean[],
  dataClass: DataClass,
): Tensor {
  return tensorOfRows(context.dtype, dims, reduced, rowMaker(context, dataClass));
}

function rowMaker(context: PlanContext, dataClass: DataClass): RowMaker {
  const { dtype, random } = context;
  const format = formatOf(dtype);
  switch (dataClass) {
    case 'grid':
      return gridMaker(context, false);
    case 'grid-near-limit':
      return gridMaker(context, true);
    case 'ones':
      return (n) => new Array<number>(n).fill(1);
    case 'one-hot':
      // slice k shows whether element k is read
      return (n, slice) => Array.from({ length: n }, (_, k) => (k === slice % n ? 4 + (slice % 4) : 0));
  }
  if (format.kind === 'float') {
    const make = { ...floatRows, ...specialRows }[dataClass as keyof typeof floatRows];
    if (make) return (n, slice) => make(n, format, random, slice);
  } else {
    const make = integerRows[dataClass as keyof typeof integerRows];
    if (make) return (n, slice) => make(n, format as IntegerFormat, random, slice);
  }
  throw new Error(`no ${dataClass} data exists for ${dtype}`);
}

/** Rows of a grid that is exact in every order for the operator, none of them summing to zero if that can be helped. */
function gridMaker(context: PlanContext, near: boolean): RowMaker {
  const { dtype, random } = context;
  const total = gridTotal(formatOf(dtype));
  const signed = isSigned(dtype);
  const scale = formatOf(dtype).kind === 'float' ? gridScale(random) : 1;
  return (n) => {
    const grid = gridFor(context, n, near);
    let row = grid(n, total, near, signed, random)!;
    // a result of zero would not show a backend that answers zeros
    for (let tries = 0; tries < 4 && row.reduce((a, b) => a + b, 0n) === 0n; tries++) {
      row = grid(n, total, near, signed, random)!;
    }
    return scale === 1 ? row : row.map((k) => Number(k) * scale);
  };
}

function isSigned(dtype: DType): boolean {
  const format = formatOf(dtype);
  return format.kind === 'float' || (format.kind === 'integer' && format.signed);
}

const found = new Map<string, Grid>();

/**
 * The first grid that the oracle finds exact in every order for rows of this length, else the first of all. The trial row
 * comes from a stream of its own, so that no case depends on which others were drawn before.
 */
function gridFor(context: PlanContext, n: number, near: boolean): Grid {
  const { operator, version, dtype } = context;
  const key = `${operator.name}/${version.since}/${dtype}/${n}/${near}`;
  let grid = found.get(key);
  if (!grid) {
    const random = new Random(seedOf(0, key));
    grid = grids.find((candidate) => {
      const row = candidate(n, gridTotal(formatOf(dtype)), near, isSigned(dtype), random);
      return row !== undefined && isOrderFree(context, row);
    });
    grid ??= grids[0]!;
    found.set(key, grid);
  }
  return grid;
}

function isOrderFree({ operator, version, dtype }: PlanContext, row: Row): boolean {
  const call = { attributes: {}, inputs: [tensorOfRows(dtype, [row.length], [true], () => row)] };
  return operator.expect(version, call)[0]!.accept(0).orderFree;
}
