import { type NamedPlans, plansFrom } from '../notation/call-notation.ts';
import { byOperator, familyOf } from '../notation/derived.ts';
import { causalConvWithState } from './convolution/causal-conv-with-state.ts';
import { col2Im } from './convolution/col2im.ts';
import { conv } from './convolution/conv.ts';
import { convTranspose } from './convolution/conv-transpose.ts';
import { deformConv } from './convolution/deform-conv.ts';

const operators: Readonly<Record<string, NamedPlans>> = {
  CausalConvWithState: causalConvWithState,
  Col2Im: col2Im,
  Conv: conv,
  ConvTranspose: convTranspose,
  DeformConv: deformConv,
};

/** Sums of products of weights and data. By default, data are small integers, for which no order of addition rounds. */
export const convolutionFamily = familyOf(
  byOperator(Object.fromEntries(Object.entries(operators).map(([name, own]) => [name, plansFrom(() => 'small', own)]))),
);
