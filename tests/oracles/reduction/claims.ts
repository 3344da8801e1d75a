import { type DType, formatOf, integerRange } from '../../../oracles/numerics/dtype.ts';
import type { NumericScalar } from '../../../oracles/numerics/trait.ts';

/** What a reduction claims beyond the laws that hold for all of them; a law that is not claimed does not hold. */
export interface Claims {
  /** the operator that makes one answer of the answers for the parts of a row */
  readonly joinedBy?: string;
  /** a factor of 2^k on n terms is a factor of 2^(k·degree(n)) on the answer */
  readonly degree?: (n: number) => number;
  /** a factor of 2^k on all terms adds k·ln 2 */
  readonly takesLogarithm?: true;
  /** c added to each of n terms adds c·shift(n) */
  readonly shift?: (n: number) => number;
  /** a term that changes nothing, in the dtypes that have one */
  readonly identity?: (dtype: DType) => NumericScalar | undefined;
}

const linear = () => 1;
const number =
  (x: number) =>
  (dtype: DType): NumericScalar =>
    formatOf(dtype).kind === 'float' ? x : BigInt(x);
const extreme =
  (end: 'min' | 'max') =>
  (dtype: DType): NumericScalar => {
    const format = formatOf(dtype);
    if (format.kind === 'integer') return integerRange(format)[end];
    return format.kind === 'bool' ? BigInt(end === 'max') : end === 'max' ? Infinity : -Infinity;
  };

const minusInfinity = (dtype: DType): NumericScalar | undefined =>
  formatOf(dtype).kind === 'float' ? -Infinity : undefined;

export const claims: Readonly<Record<string, Claims>> = {
  ReduceL1: { joinedBy: 'ReduceSum', degree: linear, identity: number(0) },
  ReduceL2: { degree: linear, identity: number(0) }, // roots are rounded, so two steps err more than one
  ReduceLogSum: { takesLogarithm: true, identity: number(0) },
  ReduceLogSumExp: { shift: linear, identity: minusInfinity },
  ReduceMax: { joinedBy: 'ReduceMax', degree: linear, shift: linear, identity: extreme('min') },
  ReduceMean: { degree: linear, shift: linear }, // a term more is a divisor more
  ReduceMin: { joinedBy: 'ReduceMin', degree: linear, shift: linear, identity: extreme('max') },
  ReduceProd: { joinedBy: 'ReduceProd', degree: (n) => n, identity: number(1) },
  ReduceSum: { joinedBy: 'ReduceSum', degree: linear, shift: (n) => n, identity: number(-0) }, // +0 would take the sign of -0
  ReduceSumSquare: { joinedBy: 'ReduceSum', degree: () => 2, identity: number(0) },
};
