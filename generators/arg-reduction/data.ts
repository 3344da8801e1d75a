import { type DType, formatOf, type IntegerFormat } from '../../oracles/numerics/dtype.ts';
import type { PlanContext } from '../proposal.ts';
import type { RowMaker } from '../tensor-of-rows.ts';
import { anyRows, floatRows, integerRows } from './rows.ts';

/** The kinds of data that a plan can ask for. */
export type DataClass = keyof typeof anyRows | keyof typeof floatRows | keyof typeof integerRows;

/** How the rows of a kind of data are made. */
export function rowMaker({ dtype, random }: PlanContext, dataClass: DataClass): RowMaker {
  const format = formatOf(dtype);
  const forAny = anyRows[dataClass as keyof typeof anyRows];
  if (forAny) return (n, slice) => forAny(n, format, random, slice);
  if (format.kind === 'float') {
    const make = floatRows[dataClass as keyof typeof floatRows];
    if (make) return (n, slice) => make(n, format, random, slice);
  } else {
    const make = integerRows[dataClass as keyof typeof integerRows];
    if (make) return (n, slice) => make(n, format as IntegerFormat, random, slice);
  }
  throw new Error(`no ${dataClass} data exists for ${dtype}`);
}

/** The kinds of data that the suite must try with an arg-reduction in a dtype. */
export function argReductionData(dtype: DType): string[] {
  return Object.keys({ ...anyRows, ...(formatOf(dtype).kind === 'float' ? floatRows : integerRows) });
}
