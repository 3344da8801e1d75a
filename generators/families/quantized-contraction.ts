import { type NamedPlans, plansFrom } from '../notation/call-notation.ts';
import { byOperator, familyOf } from '../notation/derived.ts';
import { convInteger, qLinearConv } from './quantized-contraction/convolutions.ts';
import { matMulInteger, qLinearMatMul } from './quantized-contraction/products.ts';

const operators: Readonly<Record<string, NamedPlans>> = {
  ConvInteger: convInteger,
  MatMulInteger: matMulInteger,
  QLinearConv: qLinearConv,
  QLinearMatMul: qLinearMatMul,
};

/** Sums of products of quantized numbers: small ones, so that results are not saturated, where nothing else is said. */
export const quantizedContractionFamily = familyOf(
  byOperator(Object.fromEntries(Object.entries(operators).map(([name, own]) => [name, plansFrom(() => 'small', own)]))),
);
