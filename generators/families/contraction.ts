import { type NamedPlans, plansFrom } from '../notation/call-notation.ts';
import { byOperator, familyOf } from '../notation/derived.ts';
import { det } from './contraction/det.ts';
import { einsum } from './contraction/einsum.ts';
import { gemm } from './contraction/gemm.ts';
import { matMul } from './contraction/mat-mul.ts';

const operators: Readonly<Record<string, NamedPlans>> = {
  Det: det,
  Einsum: einsum,
  Gemm: gemm,
  MatMul: matMul,
};

/** Sums of products of rows and columns. By default, data are small integers, for which no order of addition rounds. */
export const contractionFamily = familyOf(
  byOperator(Object.fromEntries(Object.entries(operators).map(([name, own]) => [name, plansFrom(() => 'small', own)]))),
);
